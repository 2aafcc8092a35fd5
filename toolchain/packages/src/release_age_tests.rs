use super::days_at;
use crate::time::parse_ms;

const NOW: &str = "2026-11-28T12:00:00Z";

fn days(text: &str) -> Option<f64> {
    days_at(text, parse_ms(NOW).expect("it is a time"))
}

#[test]
fn numbers_are_minutes() {
    assert_eq!(days("0"), Some(0.0));
    assert_eq!(days("720"), Some(0.5));
}

#[test]
fn durations_of_iso_8601() {
    assert_eq!(days("P2D"), Some(2.0));
    assert_eq!(days("PT36H"), Some(1.5));
    assert_eq!(days("P1DT12H"), Some(1.5));
    assert_eq!(days("P1W"), Some(7.0));
    assert_eq!(days("PT30M"), Some(30.0 / 1440.0));
}

#[test]
fn points_in_time_are_compared_with_now() {
    assert_eq!(days("2026-11-28"), Some(0.5));
    assert_eq!(days("2026-11-27T12:00:00Z"), Some(1.0));
    assert_eq!(days("2026-11-27T14:00:00+02:00"), Some(1.0));
    assert_eq!(days("2026-11-27T06:00:00.5-06:00"), Some(1.0));
    assert_eq!(days("2027-01-01"), Some(0.0));
}

#[test]
fn other_texts_are_no_age() {
    for text in ["", "soon", "-5", "P", "PT", "P1X", "1.5", "P1H", "2026-11-27T12:00:00", "2026-1-1"] {
        assert_eq!(days(text), None, "{text}");
    }
}
