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

#[cfg(test)]
mod tests {
    use super::parse_ms;

    #[test]
    fn times_of_iso_8601() {
        assert_eq!(parse_ms("1970-01-01T00:00:00.000Z"), Some(0));
        assert_eq!(parse_ms("2000-02-29T12:30:15.250Z"), Some(951_827_415_250));
        assert_eq!(parse_ms("2026-11-26T01:00:00Z"), Some(1_795_654_800_000));
        assert_eq!(parse_ms("soon"), None);
    }
}
