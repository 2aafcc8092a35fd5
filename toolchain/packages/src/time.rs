//! Points in time, as registries write them.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, in milliseconds since 1970.
pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Reads a time of ISO 8601 in UTC (`2026-11-20T10:00:00.000Z`): milliseconds since 1970.
pub fn parse_ms(text: &str) -> Option<i64> {
    let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<i64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    let fraction = if text.get(19..20) == Some(".") { number(20..23).unwrap_or(0) } else { 0 };
    // Days since 1970 in the Gregorian calendar, counting years from March.
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = era * 146_097 + day_of_era - 719_468;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + fraction)
}

/// Writes a time as ISO 8601 in UTC.
pub fn text_of_ms(ms: i64) -> String {
    let (days, seconds) = (ms.div_euclid(86_400_000), ms.rem_euclid(86_400_000) / 1000);
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::{parse_ms, text_of_ms};

    #[test]
    fn what_is_written_is_read_again() {
        for text in ["1970-01-01T00:00:00Z", "2000-02-29T12:30:15Z", "2026-11-26T01:00:00Z", "2024-12-31T23:59:59Z"] {
            assert_eq!(parse_ms(text).map(text_of_ms).as_deref(), Some(text));
        }
    }

    #[test]
    fn times_of_iso_8601() {
        assert_eq!(parse_ms("1970-01-01T00:00:00.000Z"), Some(0));
        assert_eq!(parse_ms("2000-02-29T12:30:15.250Z"), Some(951_827_415_250));
        assert_eq!(parse_ms("2026-11-26T01:00:00Z"), Some(1_795_654_800_000));
        assert_eq!(parse_ms("soon"), None);
    }
}
