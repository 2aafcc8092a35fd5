// @generated from ops/temporal.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Temporal;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// The classes of Temporal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TemporalKind {
    PlainDate = 0,
    PlainTime = 1,
    PlainDateTime = 2,
    PlainYearMonth = 3,
    PlainMonthDay = 4,
    ZonedDateTime = 5,
    Instant = 6,
    Duration = 7,
}

impl TemporalKind {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::PlainDate,
            1 => Self::PlainTime,
            2 => Self::PlainDateTime,
            3 => Self::PlainYearMonth,
            4 => Self::PlainMonthDay,
            5 => Self::ZonedDateTime,
            6 => Self::Instant,
            7 => Self::Duration,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for TemporalKind {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of TemporalKind")
    }
}

impl<'cx> op::IntoValue<'cx> for TemporalKind {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// How the fields of a property bag become a value; the numbers of the options' enumerations.
#[derive(Debug)]
pub struct Resolution {
    pub overflow: u8,
    pub disambiguation: u8,
    pub offset: u8,
}

impl<'cx> op::FromArgument<'cx> for Resolution {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            overflow: op::field(cx, value, "overflow")?,
            disambiguation: op::field(cx, value, "disambiguation")?,
            offset: op::field(cx, value, "offset")?,
        })
    }
}

/// How a value is rounded. A unit or rounding mode of 255 and an increment of 0 select the default.
#[derive(Debug)]
pub struct Rounding {
    /// Of the units of a duration.
    pub largest: u8,
    pub smallest: u8,
    pub mode: u8,
    pub increment: f64,
}

impl<'cx> op::FromArgument<'cx> for Rounding {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            largest: op::field(cx, value, "largest")?,
            smallest: op::field(cx, value, "smallest")?,
            mode: op::field(cx, value, "mode")?,
            increment: op::field(cx, value, "increment")?,
        })
    }
}

/// What the string of a value shows.
#[derive(Debug)]
pub struct ShownParts {
    /// Of the fraction of a second; 255 for as many as needed.
    pub digits: u8,
    /// The smallest unit; 255 for the default.
    pub smallest: u8,
    /// The rounding mode; 255 for the default.
    pub mode: u8,
    /// 0 auto, 1 always, 2 never, 3 critical.
    pub calendar: u8,
    /// 0 auto, 1 never.
    pub offset: u8,
    /// 0 auto, 1 never, 2 critical.
    pub zone: u8,
}

impl<'cx> op::FromArgument<'cx> for ShownParts {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            digits: op::field(cx, value, "digits")?,
            smallest: op::field(cx, value, "smallest")?,
            mode: op::field(cx, value, "mode")?,
            calendar: op::field(cx, value, "calendar")?,
            offset: op::field(cx, value, "offset")?,
            zone: op::field(cx, value, "zone")?,
        })
    }
}

/// What `crate::Temporal` implements.
pub trait TemporalOps {
    /// The name of the calendar at a position; empty after the last one.
    fn calendar_name(&self, position: u8) -> Result<Text, OpError>;
    /// The position of the calendar with this identifier; with `isText` also of a date string with one. -1: unknown.
    fn calendar_from_text(&self, text: &str, is_text: bool) -> Result<i32, OpError>;
    /// Reads a time zone from its identifier; with `isText` also from a date string with one.
    fn time_zone_from_text(&self, text: &str, is_text: bool, out: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// The identifier of a time zone.
    fn time_zone_name(&self, time_zone: &[u8]) -> Result<Text, OpError>;
    /// Whether two ZonedDateTimes are equal: time, calendar and time zone, which may have another name.
    fn are_equal_zoned(&self, left: &[u8], right: &[u8]) -> Result<bool, OpError>;
    /// Reads an offset from UTC such as "+01:00". `out`: its nanoseconds.
    fn offset_from_text(&self, text: &str, out: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// Reads a value other than a ZonedDateTime from a string.
    fn from_text(&self, kind: TemporalKind, text: &str, out: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// Reads a ZonedDateTime from a string, or only checks its grammar, with `isCheck`.
    fn zoned_from_text(
        &self,
        text: &str,
        is_check: bool,
        disambiguation: u8,
        offset: u8,
        out: &mut [u8],
    ) -> Result<Option<Text>, OpError>;
    /// Reads the `relativeTo` of a duration's operation. `out`: five numbers; 1 in the sixth for a ZonedDateTime, else 0.
    fn relative_from_text(&self, text: &str, out: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// Checks the slots that a constructor was given.
    fn check(&self, kind: TemporalKind, slots: &[u8]) -> Result<Option<Text>, OpError>;
    /// Makes a value from the fields of a property bag.
    fn from_fields(
        &self,
        kind: TemporalKind,
        fields: &[u8],
        month_code: Option<&str>,
        era: Option<&str>,
        resolution: Resolution,
        out: &mut [u8],
    ) -> Result<Option<Text>, OpError>;
    /// Replaces some fields of a value.
    fn with_fields(
        &self,
        kind: TemporalKind,
        slots: &[u8],
        fields: &[u8],
        month_code: Option<&str>,
        era: Option<&str>,
        resolution: Resolution,
        out: &mut [u8],
    ) -> Result<Option<Text>, OpError>;
    /// The calendar's view of a date: the four slots of a PlainDate, PlainYearMonth or PlainMonthDay. `out`: year, month, day, day of the week, day of the
    /// year, week of the year, year of the week, days in the week, in the month and in the year, months in the year, whether
    /// it is a leap year, year of the era; NaN for what there is not. Returns the month code, and after a space the era if
    /// there is one.
    fn calendar_fields(&self, date: &[u8], out: &mut [u8]) -> Result<Text, OpError>;
    /// Adds a duration.
    fn add(
        &self,
        kind: TemporalKind,
        slots: &[u8],
        duration: &[u8],
        overflow: u8,
        out: &mut [u8],
    ) -> Result<Option<Text>, OpError>;
    /// The duration from `slots` until `other`, or with `isSince` from `other` until `slots`.
    fn difference(
        &self,
        kind: TemporalKind,
        is_since: bool,
        slots: &[u8],
        other: &[u8],
        rounding: Rounding,
        out: &mut [u8],
    ) -> Result<Option<Text>, OpError>;
    /// Rounds a value.
    fn round(
        &self,
        kind: TemporalKind,
        slots: &[u8],
        rounding: Rounding,
        out: &mut [u8],
    ) -> Result<Option<Text>, OpError>;
    /// Rounds a duration. `relative`: empty, or the slots of a PlainDate or ZonedDateTime.
    fn round_duration(
        &self,
        duration: &[u8],
        relative: &[u8],
        rounding: Rounding,
        out: &mut [u8],
    ) -> Result<Option<Text>, OpError>;
    /// A duration as a number of units. `out`: the number.
    fn total_of_duration(
        &self,
        duration: &[u8],
        relative: &[u8],
        unit: u8,
        out: &mut [u8],
    ) -> Result<Option<Text>, OpError>;
    /// Compares two durations. `out`: -1, 0 or 1.
    fn compare_durations(
        &self,
        left: &[u8],
        right: &[u8],
        relative: &[u8],
        out: &mut [u8],
    ) -> Result<Option<Text>, OpError>;
    /// The string of a value. `timeZone`: empty, or that in which an Instant is written.
    fn format(&self, kind: TemporalKind, slots: &[u8], shown: ShownParts, time_zone: &[u8]) -> Result<Text, OpError>;
    /// The other kind of a PlainDate or PlainDateTime: its PlainYearMonth or PlainMonthDay.
    fn date_to(&self, kind: TemporalKind, date: &[u8], out: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// The PlainDate of a PlainYearMonth with a day, or of a PlainMonthDay with a year.
    fn to_date(
        &self,
        kind: TemporalKind,
        slots: &[u8],
        fields: &[u8],
        era: Option<&str>,
        out: &mut [u8],
    ) -> Result<Option<Text>, OpError>;
    /// The ZonedDateTime of a PlainDateTime, or of the start of a PlainDate. `out` has the zone's two numbers in its last ones.
    fn to_zoned(
        &self,
        kind: TemporalKind,
        slots: &[u8],
        disambiguation: u8,
        time_zone: &[u8],
        out: &mut [u8],
    ) -> Result<Option<Text>, OpError>;
    /// The PlainDateTime of a ZonedDateTime, and in an eleventh number its offset in nanoseconds.
    fn from_zoned(&self, slots: &[u8], out: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// The offset of a ZonedDateTime from UTC as text.
    fn offset_text(&self, slots: &[u8]) -> Result<Text, OpError>;
    /// The first moment of a ZonedDateTime's day.
    fn start_of_day(&self, slots: &[u8], out: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// A ZonedDateTime at a time of its day; without one (empty) at its start.
    fn with_time(&self, slots: &[u8], time: &[u8], out: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// `out`: the hours of a ZonedDateTime's day.
    fn hours_in_day(&self, slots: &[u8], out: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// The next (or previous) change of a ZonedDateTime's offset. `out`: NaN when there is none.
    fn transition(&self, slots: &[u8], is_next: bool, out: &mut [u8]) -> Result<Option<Text>, OpError>;
    /// `out`: the current time, as the slots of an Instant.
    fn now(&self, out: &mut [u8]) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Temporal>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Temporal> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Temporal>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct CalendarNameOp;
impl NativeFunction for CalendarNameOp {
    const NAME: &'static str = "calendarName";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut position: u8 = op::argument(cx, &arguments, 0, "calendarName: position")?;
        op::finish(cx, TemporalOps::calendar_name(&*state(), position))
    }
}

struct CalendarFromTextOp;
impl NativeFunction for CalendarFromTextOp {
    const NAME: &'static str = "calendarFromText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: String = op::argument(cx, &arguments, 0, "calendarFromText: text")?;
        let mut is_text: bool = op::argument(cx, &arguments, 1, "calendarFromText: is_text")?;
        op::finish(cx, TemporalOps::calendar_from_text(&*state(), &text, is_text))
    }
}

struct TimeZoneFromTextOp;
impl NativeFunction for TimeZoneFromTextOp {
    const NAME: &'static str = "timeZoneFromText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: String = op::argument(cx, &arguments, 0, "timeZoneFromText: text")?;
        let mut is_text: bool = op::argument(cx, &arguments, 1, "timeZoneFromText: is_text")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 2, "timeZoneFromText: out")?;
        op::finish(cx, TemporalOps::time_zone_from_text(&*state(), &text, is_text, out))
    }
}

struct TimeZoneNameOp;
impl NativeFunction for TimeZoneNameOp {
    const NAME: &'static str = "timeZoneName";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut time_zone: &[u8] = op::argument(cx, &arguments, 0, "timeZoneName: time_zone")?;
        op::finish(cx, TemporalOps::time_zone_name(&*state(), time_zone))
    }
}

struct AreEqualZonedOp;
impl NativeFunction for AreEqualZonedOp {
    const NAME: &'static str = "areEqualZoned";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut left: &[u8] = op::argument(cx, &arguments, 0, "areEqualZoned: left")?;
        let mut right: &[u8] = op::argument(cx, &arguments, 1, "areEqualZoned: right")?;
        op::finish(cx, TemporalOps::are_equal_zoned(&*state(), left, right))
    }
}

struct OffsetFromTextOp;
impl NativeFunction for OffsetFromTextOp {
    const NAME: &'static str = "offsetFromText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: String = op::argument(cx, &arguments, 0, "offsetFromText: text")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 1, "offsetFromText: out")?;
        op::finish(cx, TemporalOps::offset_from_text(&*state(), &text, out))
    }
}

struct FromTextOp;
impl NativeFunction for FromTextOp {
    const NAME: &'static str = "fromText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: TemporalKind = op::argument(cx, &arguments, 0, "fromText: kind")?;
        let mut text: String = op::argument(cx, &arguments, 1, "fromText: text")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 2, "fromText: out")?;
        op::finish(cx, TemporalOps::from_text(&*state(), kind, &text, out))
    }
}

struct ZonedFromTextOp;
impl NativeFunction for ZonedFromTextOp {
    const NAME: &'static str = "zonedFromText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: String = op::argument(cx, &arguments, 0, "zonedFromText: text")?;
        let mut is_check: bool = op::argument(cx, &arguments, 1, "zonedFromText: is_check")?;
        let mut disambiguation: u8 = op::argument(cx, &arguments, 2, "zonedFromText: disambiguation")?;
        let mut offset: u8 = op::argument(cx, &arguments, 3, "zonedFromText: offset")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 4, "zonedFromText: out")?;
        op::finish(cx, TemporalOps::zoned_from_text(&*state(), &text, is_check, disambiguation, offset, out))
    }
}

struct RelativeFromTextOp;
impl NativeFunction for RelativeFromTextOp {
    const NAME: &'static str = "relativeFromText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: String = op::argument(cx, &arguments, 0, "relativeFromText: text")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 1, "relativeFromText: out")?;
        op::finish(cx, TemporalOps::relative_from_text(&*state(), &text, out))
    }
}

struct CheckOp;
impl NativeFunction for CheckOp {
    const NAME: &'static str = "check";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: TemporalKind = op::argument(cx, &arguments, 0, "check: kind")?;
        let mut slots: &[u8] = op::argument(cx, &arguments, 1, "check: slots")?;
        op::finish(cx, TemporalOps::check(&*state(), kind, slots))
    }
}

struct FromFieldsOp;
impl NativeFunction for FromFieldsOp {
    const NAME: &'static str = "fromFields";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: TemporalKind = op::argument(cx, &arguments, 0, "fromFields: kind")?;
        let mut fields: &[u8] = op::argument(cx, &arguments, 1, "fromFields: fields")?;
        let mut month_code: Option<String> = op::argument(cx, &arguments, 2, "fromFields: month_code")?;
        let mut era: Option<String> = op::argument(cx, &arguments, 3, "fromFields: era")?;
        let mut resolution: Resolution = op::argument(cx, &arguments, 4, "fromFields: resolution")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 5, "fromFields: out")?;
        op::finish(
            cx,
            TemporalOps::from_fields(&*state(), kind, fields, month_code.as_deref(), era.as_deref(), resolution, out),
        )
    }
}

struct WithFieldsOp;
impl NativeFunction for WithFieldsOp {
    const NAME: &'static str = "withFields";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: TemporalKind = op::argument(cx, &arguments, 0, "withFields: kind")?;
        let mut slots: &[u8] = op::argument(cx, &arguments, 1, "withFields: slots")?;
        let mut fields: &[u8] = op::argument(cx, &arguments, 2, "withFields: fields")?;
        let mut month_code: Option<String> = op::argument(cx, &arguments, 3, "withFields: month_code")?;
        let mut era: Option<String> = op::argument(cx, &arguments, 4, "withFields: era")?;
        let mut resolution: Resolution = op::argument(cx, &arguments, 5, "withFields: resolution")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 6, "withFields: out")?;
        op::finish(
            cx,
            TemporalOps::with_fields(
                &*state(),
                kind,
                slots,
                fields,
                month_code.as_deref(),
                era.as_deref(),
                resolution,
                out,
            ),
        )
    }
}

struct CalendarFieldsOp;
impl NativeFunction for CalendarFieldsOp {
    const NAME: &'static str = "calendarFields";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut date: &[u8] = op::argument(cx, &arguments, 0, "calendarFields: date")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 1, "calendarFields: out")?;
        op::finish(cx, TemporalOps::calendar_fields(&*state(), date, out))
    }
}

struct AddOp;
impl NativeFunction for AddOp {
    const NAME: &'static str = "add";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: TemporalKind = op::argument(cx, &arguments, 0, "add: kind")?;
        let mut slots: &[u8] = op::argument(cx, &arguments, 1, "add: slots")?;
        let mut duration: &[u8] = op::argument(cx, &arguments, 2, "add: duration")?;
        let mut overflow: u8 = op::argument(cx, &arguments, 3, "add: overflow")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 4, "add: out")?;
        op::finish(cx, TemporalOps::add(&*state(), kind, slots, duration, overflow, out))
    }
}

struct DifferenceOp;
impl NativeFunction for DifferenceOp {
    const NAME: &'static str = "difference";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: TemporalKind = op::argument(cx, &arguments, 0, "difference: kind")?;
        let mut is_since: bool = op::argument(cx, &arguments, 1, "difference: is_since")?;
        let mut slots: &[u8] = op::argument(cx, &arguments, 2, "difference: slots")?;
        let mut other: &[u8] = op::argument(cx, &arguments, 3, "difference: other")?;
        let mut rounding: Rounding = op::argument(cx, &arguments, 4, "difference: rounding")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 5, "difference: out")?;
        op::finish(cx, TemporalOps::difference(&*state(), kind, is_since, slots, other, rounding, out))
    }
}

struct RoundOp;
impl NativeFunction for RoundOp {
    const NAME: &'static str = "round";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: TemporalKind = op::argument(cx, &arguments, 0, "round: kind")?;
        let mut slots: &[u8] = op::argument(cx, &arguments, 1, "round: slots")?;
        let mut rounding: Rounding = op::argument(cx, &arguments, 2, "round: rounding")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 3, "round: out")?;
        op::finish(cx, TemporalOps::round(&*state(), kind, slots, rounding, out))
    }
}

struct RoundDurationOp;
impl NativeFunction for RoundDurationOp {
    const NAME: &'static str = "roundDuration";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut duration: &[u8] = op::argument(cx, &arguments, 0, "roundDuration: duration")?;
        let mut relative: &[u8] = op::argument(cx, &arguments, 1, "roundDuration: relative")?;
        let mut rounding: Rounding = op::argument(cx, &arguments, 2, "roundDuration: rounding")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 3, "roundDuration: out")?;
        op::finish(cx, TemporalOps::round_duration(&*state(), duration, relative, rounding, out))
    }
}

struct TotalOfDurationOp;
impl NativeFunction for TotalOfDurationOp {
    const NAME: &'static str = "totalOfDuration";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut duration: &[u8] = op::argument(cx, &arguments, 0, "totalOfDuration: duration")?;
        let mut relative: &[u8] = op::argument(cx, &arguments, 1, "totalOfDuration: relative")?;
        let mut unit: u8 = op::argument(cx, &arguments, 2, "totalOfDuration: unit")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 3, "totalOfDuration: out")?;
        op::finish(cx, TemporalOps::total_of_duration(&*state(), duration, relative, unit, out))
    }
}

struct CompareDurationsOp;
impl NativeFunction for CompareDurationsOp {
    const NAME: &'static str = "compareDurations";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut left: &[u8] = op::argument(cx, &arguments, 0, "compareDurations: left")?;
        let mut right: &[u8] = op::argument(cx, &arguments, 1, "compareDurations: right")?;
        let mut relative: &[u8] = op::argument(cx, &arguments, 2, "compareDurations: relative")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 3, "compareDurations: out")?;
        op::finish(cx, TemporalOps::compare_durations(&*state(), left, right, relative, out))
    }
}

struct FormatOp;
impl NativeFunction for FormatOp {
    const NAME: &'static str = "format";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: TemporalKind = op::argument(cx, &arguments, 0, "format: kind")?;
        let mut slots: &[u8] = op::argument(cx, &arguments, 1, "format: slots")?;
        let mut shown: ShownParts = op::argument(cx, &arguments, 2, "format: shown")?;
        let mut time_zone: &[u8] = op::argument(cx, &arguments, 3, "format: time_zone")?;
        op::finish(cx, TemporalOps::format(&*state(), kind, slots, shown, time_zone))
    }
}

struct DateToOp;
impl NativeFunction for DateToOp {
    const NAME: &'static str = "dateTo";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: TemporalKind = op::argument(cx, &arguments, 0, "dateTo: kind")?;
        let mut date: &[u8] = op::argument(cx, &arguments, 1, "dateTo: date")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 2, "dateTo: out")?;
        op::finish(cx, TemporalOps::date_to(&*state(), kind, date, out))
    }
}

struct ToDateOp;
impl NativeFunction for ToDateOp {
    const NAME: &'static str = "toDate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: TemporalKind = op::argument(cx, &arguments, 0, "toDate: kind")?;
        let mut slots: &[u8] = op::argument(cx, &arguments, 1, "toDate: slots")?;
        let mut fields: &[u8] = op::argument(cx, &arguments, 2, "toDate: fields")?;
        let mut era: Option<String> = op::argument(cx, &arguments, 3, "toDate: era")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 4, "toDate: out")?;
        op::finish(cx, TemporalOps::to_date(&*state(), kind, slots, fields, era.as_deref(), out))
    }
}

struct ToZonedOp;
impl NativeFunction for ToZonedOp {
    const NAME: &'static str = "toZoned";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: TemporalKind = op::argument(cx, &arguments, 0, "toZoned: kind")?;
        let mut slots: &[u8] = op::argument(cx, &arguments, 1, "toZoned: slots")?;
        let mut disambiguation: u8 = op::argument(cx, &arguments, 2, "toZoned: disambiguation")?;
        let mut time_zone: &[u8] = op::argument(cx, &arguments, 3, "toZoned: time_zone")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 4, "toZoned: out")?;
        op::finish(cx, TemporalOps::to_zoned(&*state(), kind, slots, disambiguation, time_zone, out))
    }
}

struct FromZonedOp;
impl NativeFunction for FromZonedOp {
    const NAME: &'static str = "fromZoned";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut slots: &[u8] = op::argument(cx, &arguments, 0, "fromZoned: slots")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 1, "fromZoned: out")?;
        op::finish(cx, TemporalOps::from_zoned(&*state(), slots, out))
    }
}

struct OffsetTextOp;
impl NativeFunction for OffsetTextOp {
    const NAME: &'static str = "offsetText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut slots: &[u8] = op::argument(cx, &arguments, 0, "offsetText: slots")?;
        op::finish(cx, TemporalOps::offset_text(&*state(), slots))
    }
}

struct StartOfDayOp;
impl NativeFunction for StartOfDayOp {
    const NAME: &'static str = "startOfDay";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut slots: &[u8] = op::argument(cx, &arguments, 0, "startOfDay: slots")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 1, "startOfDay: out")?;
        op::finish(cx, TemporalOps::start_of_day(&*state(), slots, out))
    }
}

struct WithTimeOp;
impl NativeFunction for WithTimeOp {
    const NAME: &'static str = "withTime";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut slots: &[u8] = op::argument(cx, &arguments, 0, "withTime: slots")?;
        let mut time: &[u8] = op::argument(cx, &arguments, 1, "withTime: time")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 2, "withTime: out")?;
        op::finish(cx, TemporalOps::with_time(&*state(), slots, time, out))
    }
}

struct HoursInDayOp;
impl NativeFunction for HoursInDayOp {
    const NAME: &'static str = "hoursInDay";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut slots: &[u8] = op::argument(cx, &arguments, 0, "hoursInDay: slots")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 1, "hoursInDay: out")?;
        op::finish(cx, TemporalOps::hours_in_day(&*state(), slots, out))
    }
}

struct TransitionOp;
impl NativeFunction for TransitionOp {
    const NAME: &'static str = "transition";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut slots: &[u8] = op::argument(cx, &arguments, 0, "transition: slots")?;
        let mut is_next: bool = op::argument(cx, &arguments, 1, "transition: is_next")?;
        let mut out: &mut [u8] = op::argument(cx, &arguments, 2, "transition: out")?;
        op::finish(cx, TemporalOps::transition(&*state(), slots, is_next, out))
    }
}

struct NowOp;
impl NativeFunction for NowOp {
    const NAME: &'static str = "now";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut out: &mut [u8] = op::argument(cx, &arguments, 0, "now: out")?;
        op::finish(cx, TemporalOps::now(&*state(), out))
    }
}

/// The functions of `native:temporal`.
pub const AREA: Area = Area {
    name: "temporal",
    functions: &[
        AreaFunction { name: "calendarName", is_async: false, make: op::make::<CalendarNameOp> },
        AreaFunction { name: "calendarFromText", is_async: false, make: op::make::<CalendarFromTextOp> },
        AreaFunction { name: "timeZoneFromText", is_async: false, make: op::make::<TimeZoneFromTextOp> },
        AreaFunction { name: "timeZoneName", is_async: false, make: op::make::<TimeZoneNameOp> },
        AreaFunction { name: "areEqualZoned", is_async: false, make: op::make::<AreEqualZonedOp> },
        AreaFunction { name: "offsetFromText", is_async: false, make: op::make::<OffsetFromTextOp> },
        AreaFunction { name: "fromText", is_async: false, make: op::make::<FromTextOp> },
        AreaFunction { name: "zonedFromText", is_async: false, make: op::make::<ZonedFromTextOp> },
        AreaFunction { name: "relativeFromText", is_async: false, make: op::make::<RelativeFromTextOp> },
        AreaFunction { name: "check", is_async: false, make: op::make::<CheckOp> },
        AreaFunction { name: "fromFields", is_async: false, make: op::make::<FromFieldsOp> },
        AreaFunction { name: "withFields", is_async: false, make: op::make::<WithFieldsOp> },
        AreaFunction { name: "calendarFields", is_async: false, make: op::make::<CalendarFieldsOp> },
        AreaFunction { name: "add", is_async: false, make: op::make::<AddOp> },
        AreaFunction { name: "difference", is_async: false, make: op::make::<DifferenceOp> },
        AreaFunction { name: "round", is_async: false, make: op::make::<RoundOp> },
        AreaFunction { name: "roundDuration", is_async: false, make: op::make::<RoundDurationOp> },
        AreaFunction { name: "totalOfDuration", is_async: false, make: op::make::<TotalOfDurationOp> },
        AreaFunction { name: "compareDurations", is_async: false, make: op::make::<CompareDurationsOp> },
        AreaFunction { name: "format", is_async: false, make: op::make::<FormatOp> },
        AreaFunction { name: "dateTo", is_async: false, make: op::make::<DateToOp> },
        AreaFunction { name: "toDate", is_async: false, make: op::make::<ToDateOp> },
        AreaFunction { name: "toZoned", is_async: false, make: op::make::<ToZonedOp> },
        AreaFunction { name: "fromZoned", is_async: false, make: op::make::<FromZonedOp> },
        AreaFunction { name: "offsetText", is_async: false, make: op::make::<OffsetTextOp> },
        AreaFunction { name: "startOfDay", is_async: false, make: op::make::<StartOfDayOp> },
        AreaFunction { name: "withTime", is_async: false, make: op::make::<WithTimeOp> },
        AreaFunction { name: "hoursInDay", is_async: false, make: op::make::<HoursInDayOp> },
        AreaFunction { name: "transition", is_async: false, make: op::make::<TransitionOp> },
        AreaFunction { name: "now", is_async: false, make: op::make::<NowOp> },
    ],
};
