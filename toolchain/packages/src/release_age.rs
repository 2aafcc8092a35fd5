//! Deno's `--min-dep-age`: minutes, a duration of ISO 8601 (`P2D`), or a point in time.

use crate::time::{now_ms, parse_ms};

/// Minutes of the units of a duration, before and after its `T`.
const DATE_UNITS: [(char, f64); 4] = [('Y', 525_600.0), ('M', 43_200.0), ('W', 10_080.0), ('D', 1440.0)];
const TIME_UNITS: [(char, f64); 3] = [('H', 60.0), ('M', 1.0), ('S', 1.0 / 60.0)];

/// The age in days that a version must have; None for another text.
#[must_use]
pub fn days(text: &str) -> Option<f64> {
    days_at(text, now_ms())
}

fn days_at(text: &str, now_ms: i64) -> Option<f64> {
    if let Ok(minutes) = text.parse::<u32>() {
        return Some(f64::from(minutes) / 1440.0);
    }
    if let Some(duration) = text.strip_prefix('P') {
        return Some(minutes_of(duration)? / 1440.0);
    }
    let until = point_in_time(text)?;
    // A point in the future excludes nothing.
    Some(((now_ms - until).max(0)) as f64 / 86_400_000.0)
}

fn minutes_of(duration: &str) -> Option<f64> {
    let (date, time) = duration.split_once('T').map_or((duration, None), |(date, time)| (date, Some(time)));
    if date.is_empty() && time.is_none_or(str::is_empty) {
        return None;
    }
    Some(sum(date, &DATE_UNITS)? + sum(time.unwrap_or_default(), &TIME_UNITS)?)
}

/// Adds numbers with their units, each at most once and in this order.
fn sum(text: &str, units: &[(char, f64)]) -> Option<f64> {
    let (mut rest, mut units, mut total) = (text, units.iter(), 0.0);
    while !rest.is_empty() {
        let end = rest.find(|character: char| !character.is_ascii_digit())?;
        let unit = rest[end..].chars().next()?;
        let (_, factor) = units.find(|(known, _)| *known == unit)?;
        total += f64::from(rest[..end].parse::<u32>().ok()?) * factor;
        rest = &rest[end + unit.len_utf8()..];
    }
    Some(total)
}

/// A date, or a time of RFC 3339 with its distance to UTC.
fn point_in_time(text: &str) -> Option<i64> {
    let is_date = text.len() == 10 && text.is_ascii();
    if is_date {
        return parse_ms(&format!("{text}T00:00:00Z")).filter(|_| has_form(text, "0000-00-00"));
    }
    let (time, zone) = text.split_at_checked(19)?;
    has_form(time, "0000-00-00T00:00:00").then_some(())?;
    let zone = match zone.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|character: char| character.is_ascii_digit()),
        None => zone,
    };
    Some(parse_ms(&format!("{time}Z"))? - offset_ms(zone)?)
}

/// `Z` or `+02:00`.
fn offset_ms(zone: &str) -> Option<i64> {
    if zone == "Z" {
        return Some(0);
    }
    has_form(zone.get(1..)?, "00:00").then_some(())?;
    let number = |range: std::ops::Range<usize>| zone.get(range)?.parse::<i64>().ok();
    let minutes = number(1..3)? * 60 + number(4..6)?;
    match zone.as_bytes()[0] {
        b'+' => Some(minutes * 60_000),
        b'-' => Some(-minutes * 60_000),
        _ => None,
    }
}

/// Whether digits and signs are where `form` has them.
fn has_form(text: &str, form: &str) -> bool {
    let fits = |(found, wanted): (u8, u8)| if wanted == b'0' { found.is_ascii_digit() } else { found == wanted };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(fits)
}

#[cfg(test)]
#[path = "release_age_tests.rs"]
mod tests;
