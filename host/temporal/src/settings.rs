//! Options that cross as numbers: those of the crate's own enums, 255 for one that was not given.

use crate::generated::temporal_ops::Rounding;
use temporal_rs::options::{
    DifferenceSettings, Disambiguation, DisplayCalendar, DisplayOffset, DisplayTimeZone, OffsetDisambiguation,
    Overflow, RoundingIncrement, RoundingMode, RoundingOptions, ToStringRoundingOptions, Unit,
};
use temporal_rs::parsers::Precision;
use temporal_rs::{TemporalError, TemporalResult};

const UNITS: [Unit; 11] = [
    Unit::Auto,
    Unit::Nanosecond,
    Unit::Microsecond,
    Unit::Millisecond,
    Unit::Second,
    Unit::Minute,
    Unit::Hour,
    Unit::Day,
    Unit::Week,
    Unit::Month,
    Unit::Year,
];

const MODES: [RoundingMode; 9] = [
    RoundingMode::Ceil,
    RoundingMode::Floor,
    RoundingMode::Expand,
    RoundingMode::Trunc,
    RoundingMode::HalfCeil,
    RoundingMode::HalfFloor,
    RoundingMode::HalfExpand,
    RoundingMode::HalfTrunc,
    RoundingMode::HalfEven,
];

/// A unit; none for a number that is no unit's.
pub fn unit(number: u8) -> Option<Unit> {
    UNITS.get(usize::from(number)).copied()
}

fn mode(number: u8) -> Option<RoundingMode> {
    MODES.get(usize::from(number)).copied()
}

// 0: not given.
fn increment(number: f64) -> TemporalResult<Option<RoundingIncrement>> {
    if number == 0.0 {
        return Ok(None);
    }
    RoundingIncrement::try_new(number as u32).map(Some)
}

/// The settings of `until` and `since`.
pub fn difference(rounding: &Rounding) -> TemporalResult<DifferenceSettings> {
    let mut settings = DifferenceSettings::default();
    settings.largest_unit = unit(rounding.largest);
    settings.smallest_unit = unit(rounding.smallest);
    settings.rounding_mode = mode(rounding.mode);
    settings.increment = increment(rounding.increment)?;
    Ok(settings)
}

/// The settings of `round`. `largest` is used by durations only.
pub fn rounding(rounding: &Rounding) -> TemporalResult<RoundingOptions> {
    let mut settings = RoundingOptions::default();
    settings.largest_unit = unit(rounding.largest);
    settings.smallest_unit = unit(rounding.smallest);
    settings.rounding_mode = mode(rounding.mode);
    settings.increment = increment(rounding.increment)?;
    Ok(settings)
}

/// The settings of `toString`.
pub fn text(digits: u8, smallest: u8, rounding: u8) -> ToStringRoundingOptions {
    let precision = if digits > 9 { Precision::Auto } else { Precision::Digit(digits) };
    ToStringRoundingOptions { precision, smallest_unit: unit(smallest), rounding_mode: mode(rounding) }
}

/// What happens to values out of range: 0 constrain, 1 reject.
pub fn overflow(number: u8) -> Overflow {
    if number == 1 { Overflow::Reject } else { Overflow::Constrain }
}

/// Which time is meant when a local one exists twice or not at all.
pub fn disambiguation(number: u8) -> Disambiguation {
    match number {
        1 => Disambiguation::Earlier,
        2 => Disambiguation::Later,
        3 => Disambiguation::Reject,
        _ => Disambiguation::Compatible,
    }
}

/// What an offset beside a time zone means.
pub fn offset(number: u8) -> OffsetDisambiguation {
    match number {
        0 => OffsetDisambiguation::Use,
        1 => OffsetDisambiguation::Prefer,
        2 => OffsetDisambiguation::Ignore,
        _ => OffsetDisambiguation::Reject,
    }
}

/// Whether the calendar is written.
pub fn show_calendar(number: u8) -> DisplayCalendar {
    match number {
        1 => DisplayCalendar::Always,
        2 => DisplayCalendar::Never,
        3 => DisplayCalendar::Critical,
        _ => DisplayCalendar::Auto,
    }
}

/// Whether the offset is written.
pub fn show_offset(number: u8) -> DisplayOffset {
    if number == 1 { DisplayOffset::Never } else { DisplayOffset::Auto }
}

/// Whether the time zone is written.
pub fn show_zone(number: u8) -> DisplayTimeZone {
    match number {
        1 => DisplayTimeZone::Never,
        2 => DisplayTimeZone::Critical,
        _ => DisplayTimeZone::Auto,
    }
}

/// The error of an operation that a class does not have.
pub fn unknown_operation() -> TemporalError {
    TemporalError::r#type().with_message("This class has no such operation.")
}
