//! The record of all checks, one JSON object per line, as `DENO_AUDIT_PERMISSIONS` of Deno writes it.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

static SINK: OnceLock<Mutex<File>> = OnceLock::new();

/// Appends all checks from now on to the file `path`. Once per process.
///
/// # Errors
/// The file cannot be opened.
pub fn start(path: &Path) -> io::Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    brio_descriptor::protect(file.as_raw_fd());
    let _ = SINK.set(Mutex::new(file));
    Ok(())
}

/// Whether checks are recorded.
pub fn is_on() -> bool {
    SINK.get().is_some()
}

/// Records a check. A record that cannot be written is lost, as in Deno.
pub fn write(permission: &str, value: Option<&str>) {
    let Some(sink) = SINK.get() else { return };
    let value = value.map_or("null".to_string(), quote);
    let line = format!("{{\"v\":1,\"datetime\":\"{}\",\"permission\":\"{permission}\",\"value\":{value}}}\n", now());
    let _ = sink.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
}

/// The time of day, as RFC 3339 writes it in UTC.
pub(crate) fn now() -> String {
    timestamp(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()))
}

/// RFC 3339, in UTC.
fn timestamp(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Days since 0000-03-01 of the Gregorian calendar: leap days are at the end of these years.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

/// A string of JSON.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            character if u32::from(character) < 0x20 => out.push_str(&format!("\\u{:04x}", u32::from(character))),
            character => out.push(character),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::{quote, timestamp};

    #[test]
    fn times_are_in_the_calendar() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_709_251_199), "2024-02-29T23:59:59Z");
    }

    #[test]
    fn values_are_json() {
        assert_eq!(quote("a\"b\\\n"), "\"a\\\"b\\\\\\u000a\"");
    }
}
