//! The `Date` field's format, IMF-fixdate (RFC 9110 §5.6.7), formatted once a second.

/// Caches the date of the last second, since a server writes the same date thousands of times.
#[derive(Clone, Debug)]
pub struct DateCache {
    second: u64,
    text: [u8; 29],
}

impl DateCache {
    /// Makes a cache that holds the beginning of 1970.
    pub fn new() -> Self {
        Self { second: 0, text: imf_fixdate(0) }
    }

    /// Returns the date of `unix_second` (seconds since 1970, UTC).
    #[inline]
    pub fn text(&mut self, unix_second: u64) -> &[u8; 29] {
        if self.second != unix_second {
            self.second = unix_second;
            self.text = imf_fixdate(unix_second);
        }
        &self.text
    }
}

impl Default for DateCache {
    fn default() -> Self {
        Self::new()
    }
}

/// Formats `unix_second` (seconds since 1970, UTC) as in `Sun, 06 Nov 1994 08:49:37 GMT`. Years after 9999
/// are written as 9999.
pub fn imf_fixdate(unix_second: u64) -> [u8; 29] {
    const LAST_SECOND_OF_9999: u64 = 253_402_300_799;
    const WEEKDAYS: [&[u8; 3]; 7] = [b"Thu", b"Fri", b"Sat", b"Sun", b"Mon", b"Tue", b"Wed"];
    const MONTHS: [&[u8; 3]; 12] =
        [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];
    let unix_second = unix_second.min(LAST_SECOND_OF_9999);
    let (day, second) = (unix_second / 86_400, unix_second % 86_400);
    let (year, month, day_of_month) = civil_date(day);

    let mut text = *b"Thu, 00 Jan 0000 00:00:00 GMT";
    // 1970 began on a Thursday.
    text[..3].copy_from_slice(WEEKDAYS[(day % 7) as usize]);
    text[8..11].copy_from_slice(MONTHS[month as usize]);
    let pairs = [
        (5, day_of_month),
        (12, year / 100),
        (14, year % 100),
        (17, second / 3600),
        (20, second / 60 % 60),
        (23, second % 60),
    ];
    for (index, number) in pairs {
        text[index] = b'0' + (number / 10) as u8;
        text[index + 1] = b'0' + (number % 10) as u8;
    }
    text
}

/// Turns days since 1970 into year, month from 0, and day of the month from 1.
fn civil_date(day: u64) -> (u64, u64, u64) {
    const DAYS_OF_400_YEARS: u64 = 146_097;
    // Count from 1600-03-01: then the leap day is the last one of a year, of 4, 100 and 400 years.
    let day = day + 135_080;
    let (era, day) = (day / DAYS_OF_400_YEARS, day % DAYS_OF_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    // From March on the lengths 31, 30, 31, 30, 31 repeat: 153 days in five months.
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 2) } else { (year + 1, month - 10) };
    (1600 + 400 * era + year, month, day_of_month)
}
