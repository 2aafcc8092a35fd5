//! `native:temporal`: the arithmetic, parsing and formatting of `Temporal`, by the crate temporal_rs.
//! `ops/temporal.ops.ts` describes the form in which values cross.

mod generated {
    pub mod temporal_ops;
}
mod settings;
mod slots;
mod zones;

use brio_realm::op::{OpError, Text};
pub use generated::temporal_ops::AREA;
use generated::temporal_ops::{Resolution, Rounding, ShownParts, TemporalKind, TemporalOps};
use slots::{Bag, Reader, Writer};
use std::cmp::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};
use temporal_rs::error::ErrorKind;
use temporal_rs::fields::{CalendarFields, DateTimeFields, ZonedDateTimeFields};
use temporal_rs::options::{Overflow, RelativeTo};
use temporal_rs::parsed_intermediates::ParsedZonedDateTime;
use temporal_rs::partial::{PartialDate, PartialDateTime, PartialYearMonth, PartialZonedDateTime};
use temporal_rs::provider::TransitionDirection;
use temporal_rs::{
    Calendar, Duration, Instant, MonthCode, PlainDate, PlainDateTime, PlainMonthDay, PlainTime, PlainYearMonth,
    TemporalError, TemporalResult, TimeZone, UtcOffset, ZonedDateTime,
};
use zones::Zones;

/// State of the area: none.
#[derive(Default)]
pub struct Temporal;

type Failure = Result<Option<Text>, OpError>;

// The message of a failure after the letter of its class.
fn describe(error: TemporalError) -> String {
    let letter = if error.kind() == ErrorKind::Type { 'T' } else { 'R' };
    format!("{letter}{}", error.into_message())
}

fn failure(result: TemporalResult<()>) -> Failure {
    Ok(result.err().map(|error| describe(error).into()))
}

fn string(result: TemporalResult<String>) -> Result<Text, OpError> {
    Ok(result.unwrap_or_else(|error| format!("!{}", describe(error))).into())
}

fn order(ordering: Ordering) -> i8 {
    ordering as i8
}

fn from_text(kind: TemporalKind, text: &str, out: &mut [u8]) -> TemporalResult<()> {
    let (text, mut out) = (text.as_bytes(), Writer::new(out));
    match kind {
        TemporalKind::PlainDate => out.date(&PlainDate::from_utf8(text)?),
        TemporalKind::PlainTime => out.time(&PlainTime::from_utf8(text)?),
        TemporalKind::PlainDateTime => out.date_time(&PlainDateTime::from_utf8(text)?),
        TemporalKind::PlainYearMonth => out.year_month(&PlainYearMonth::from_utf8(text)?),
        TemporalKind::PlainMonthDay => out.month_day(&PlainMonthDay::from_utf8(text)?),
        TemporalKind::Instant => out.instant(&Instant::from_utf8(text)?),
        TemporalKind::Duration => out.duration(&Duration::from_utf8(text)?),
        TemporalKind::ZonedDateTime => return Err(settings::unknown_operation()),
    }
    Ok(())
}

fn check(kind: TemporalKind, slots: &[u8]) -> TemporalResult<()> {
    let mut from = Reader::new(slots);
    match kind {
        TemporalKind::PlainDate => from.date().map(drop),
        TemporalKind::PlainTime => from.time().map(drop),
        TemporalKind::PlainDateTime => from.date_time().map(drop),
        TemporalKind::PlainYearMonth => from.year_month().map(drop),
        TemporalKind::PlainMonthDay => from.month_day().map(drop),
        TemporalKind::ZonedDateTime => from.zoned().map(drop),
        TemporalKind::Instant => from.instant().map(drop),
        TemporalKind::Duration => from.duration().map(drop),
    }
}

fn from_fields(kind: TemporalKind, bag: Bag, how: &Resolution, out: &mut [u8]) -> TemporalResult<()> {
    let mut out = Writer::new(out);
    let overflow = Some(settings::overflow(how.overflow));
    let year_month = bag.year_month();
    let Bag { date: calendar_fields, time, calendar, .. } = bag;
    match kind {
        TemporalKind::PlainDate => {
            out.date(&PlainDate::from_partial(PartialDate { calendar_fields, calendar }, overflow)?);
        }
        TemporalKind::PlainTime => out.time(&PlainTime::from_partial(time, overflow)?),
        TemporalKind::PlainDateTime => {
            let partial = PartialDateTime { fields: DateTimeFields { calendar_fields, time }, calendar };
            out.date_time(&PlainDateTime::from_partial(partial, overflow)?);
        }
        TemporalKind::PlainYearMonth => {
            let partial = PartialYearMonth { calendar_fields: year_month, calendar };
            out.year_month(&PlainYearMonth::from_partial(partial, overflow)?);
        }
        TemporalKind::PlainMonthDay => {
            out.month_day(&PlainMonthDay::from_partial(PartialDate { calendar_fields, calendar }, overflow)?);
        }
        TemporalKind::ZonedDateTime => {
            let fields = ZonedDateTimeFields { calendar_fields, time, offset: bag.offset };
            let partial = PartialZonedDateTime { fields, timezone: bag.time_zone, calendar };
            let (disambiguation, offset) = local_time(how);
            out.zoned(&ZonedDateTime::from_partial_with_provider(partial, overflow, disambiguation, offset, &Zones)?);
        }
        TemporalKind::Instant | TemporalKind::Duration => return Err(settings::unknown_operation()),
    }
    Ok(())
}

fn local_time(
    how: &Resolution,
) -> (Option<temporal_rs::options::Disambiguation>, Option<temporal_rs::options::OffsetDisambiguation>) {
    (Some(settings::disambiguation(how.disambiguation)), Some(settings::offset(how.offset)))
}

fn with_fields(kind: TemporalKind, slots: &[u8], bag: Bag, how: &Resolution, out: &mut [u8]) -> TemporalResult<()> {
    let (mut from, mut out) = (Reader::new(slots), Writer::new(out));
    let overflow = Some(settings::overflow(how.overflow));
    let year_month = bag.year_month();
    let Bag { date: calendar_fields, time, .. } = bag;
    match kind {
        TemporalKind::PlainDate => out.date(&from.date()?.with(calendar_fields, overflow)?),
        TemporalKind::PlainTime => out.time(&from.time()?.with(time, overflow)?),
        TemporalKind::PlainDateTime => {
            out.date_time(&from.date_time()?.with(DateTimeFields { calendar_fields, time }, overflow)?);
        }
        TemporalKind::PlainYearMonth => out.year_month(&from.year_month()?.with(year_month, overflow)?),
        TemporalKind::PlainMonthDay => out.month_day(&from.month_day()?.with(calendar_fields, overflow)?),
        TemporalKind::ZonedDateTime => {
            let fields = ZonedDateTimeFields { calendar_fields, time, offset: bag.offset };
            let (disambiguation, offset) = local_time(how);
            out.zoned(&from.zoned()?.with_with_provider(fields, disambiguation, offset, overflow, &Zones)?);
        }
        TemporalKind::Instant | TemporalKind::Duration => return Err(settings::unknown_operation()),
    }
    Ok(())
}

/// What a class's calendar says of it.
struct View {
    month_code: MonthCode,
    era: Option<String>,
}

fn calendar_fields(date: &[u8], out: &mut [u8]) -> TemporalResult<View> {
    // The reference day of a PlainYearMonth may lie before the first PlainDate: the calendar takes any ISO date.
    let (year, month, day, calendar) = Reader::new(date).raw_date();
    let mut holder = PlainMonthDay::new_with_overflow(1, 1, Calendar::ISO, Overflow::Constrain, Some(1972))?;
    holder.iso.year = year;
    holder.iso.month = month;
    holder.iso.day = day;
    let iso = &holder.iso;
    let mut out = Writer::new(out);
    out.number(calendar.year(iso));
    out.number(calendar.month(iso));
    out.number(calendar.day(iso));
    out.number(calendar.day_of_week(iso));
    out.number(calendar.day_of_year(iso));
    out.optional(calendar.week_of_year(iso));
    out.optional(calendar.year_of_week(iso));
    out.number(calendar.days_in_week(iso));
    out.number(calendar.days_in_month(iso));
    out.number(calendar.days_in_year(iso));
    out.number(calendar.months_in_year(iso));
    out.number(u8::from(calendar.in_leap_year(iso)));
    out.optional(calendar.era_year(iso));
    Ok(View { month_code: calendar.month_code(iso), era: calendar.era(iso).map(|era| era.to_string()) })
}

fn add(kind: TemporalKind, slots: &[u8], duration: &[u8], overflow: u8, out: &mut [u8]) -> TemporalResult<()> {
    let (mut from, mut out) = (Reader::new(slots), Writer::new(out));
    let duration = &Reader::new(duration).duration()?;
    let overflow = settings::overflow(overflow);
    match kind {
        TemporalKind::PlainDate => out.date(&from.date()?.add(duration, Some(overflow))?),
        TemporalKind::PlainTime => out.time(&from.time()?.add(duration)?),
        TemporalKind::PlainDateTime => out.date_time(&from.date_time()?.add(duration, Some(overflow))?),
        TemporalKind::PlainYearMonth => out.year_month(&from.year_month()?.add(duration, overflow)?),
        TemporalKind::ZonedDateTime => out.zoned(&from.zoned()?.add_with_provider(duration, Some(overflow), &Zones)?),
        TemporalKind::Instant => out.instant(&from.instant()?.add(duration)?),
        TemporalKind::Duration => out.duration(&from.duration()?.add(duration)?),
        TemporalKind::PlainMonthDay => return Err(settings::unknown_operation()),
    }
    Ok(())
}

fn difference(
    kind: TemporalKind,
    is_since: bool,
    (slots, other): (&[u8], &[u8]),
    how: temporal_rs::options::DifferenceSettings,
) -> TemporalResult<Duration> {
    let (mut one, mut two) = (Reader::new(slots), Reader::new(other));
    macro_rules! between {
        ($read:ident) => {{
            let (one, two) = (one.$read()?, two.$read()?);
            if is_since { one.since(&two, how) } else { one.until(&two, how) }
        }};
    }
    match kind {
        TemporalKind::PlainDate => between!(date),
        TemporalKind::PlainTime => between!(time),
        TemporalKind::PlainDateTime => between!(date_time),
        TemporalKind::PlainYearMonth => between!(year_month),
        TemporalKind::ZonedDateTime => {
            let (one, two) = (one.zoned()?, two.zoned()?);
            if is_since {
                one.since_with_provider(&two, how, &Zones)
            } else {
                one.until_with_provider(&two, how, &Zones)
            }
        }
        TemporalKind::Instant => between!(instant),
        TemporalKind::PlainMonthDay | TemporalKind::Duration => Err(settings::unknown_operation()),
    }
}

fn round(
    kind: TemporalKind,
    slots: &[u8],
    how: temporal_rs::options::RoundingOptions,
    out: &mut [u8],
) -> TemporalResult<()> {
    let (mut from, mut out) = (Reader::new(slots), Writer::new(out));
    match kind {
        TemporalKind::PlainTime => out.time(&from.time()?.round(how)?),
        TemporalKind::PlainDateTime => out.date_time(&from.date_time()?.round(how)?),
        TemporalKind::ZonedDateTime => out.zoned(&from.zoned()?.round_with_provider(how, &Zones)?),
        TemporalKind::Instant => out.instant(&from.instant()?.round(how)?),
        _ => return Err(settings::unknown_operation()),
    }
    Ok(())
}

fn format(kind: TemporalKind, slots: &[u8], shown: &ShownParts, time_zone: &[u8]) -> TemporalResult<String> {
    let mut from = Reader::new(slots);
    let text = settings::text(shown.digits, shown.smallest, shown.mode);
    let calendar = settings::show_calendar(shown.calendar);
    match kind {
        TemporalKind::PlainDate => Ok(from.date()?.to_ixdtf_string(calendar)),
        TemporalKind::PlainTime => from.time()?.to_ixdtf_string(text),
        TemporalKind::PlainDateTime => from.date_time()?.to_ixdtf_string(text, calendar),
        TemporalKind::PlainYearMonth => Ok(from.year_month()?.to_ixdtf_string(calendar)),
        TemporalKind::PlainMonthDay => Ok(from.month_day()?.to_ixdtf_string(calendar)),
        TemporalKind::ZonedDateTime => {
            let (offset, zone) = (settings::show_offset(shown.offset), settings::show_zone(shown.zone));
            from.zoned()?.to_ixdtf_string_with_provider(offset, zone, calendar, text, &Zones)
        }
        TemporalKind::Instant => {
            let zone = (!time_zone.is_empty()).then(|| Reader::new(time_zone).time_zone());
            from.instant()?.to_ixdtf_string_with_provider(zone, text, &Zones)
        }
        TemporalKind::Duration => from.duration()?.as_temporal_string(text),
    }
}

impl TemporalOps for Temporal {
    fn calendar_name(&self, position: u8) -> Result<Text, OpError> {
        Ok(slots::calendar_at(position).map_or("", |calendar| calendar.identifier()).into())
    }

    fn calendar_from_text(&self, text: &str, is_text: bool) -> Result<i32, OpError> {
        let read = |text: &str| if is_text { text.parse().ok() } else { Calendar::try_from_utf8(text.as_bytes()).ok() };
        Ok(read(text).map_or(-1, |calendar: Calendar| i32::from(slots::calendar_position(&calendar))))
    }

    fn time_zone_from_text(&self, text: &str, is_text: bool, out: &mut [u8]) -> Failure {
        let read = if is_text {
            TimeZone::try_from_str_with_provider(text, &Zones)
        } else {
            TimeZone::try_from_identifier_str_with_provider(text, &Zones)
        };
        failure(read.map(|zone| Writer::new(out).time_zone(&zone)))
    }

    fn time_zone_name(&self, time_zone: &[u8]) -> Result<Text, OpError> {
        string(Reader::new(time_zone).time_zone().identifier_with_provider(&Zones))
    }

    fn are_equal_zoned(&self, left: &[u8], right: &[u8]) -> Result<bool, OpError> {
        let equal = || Reader::new(left).zoned()?.equals_with_provider(&Reader::new(right).zoned()?, &Zones);
        Ok(equal().unwrap_or(false))
    }

    fn offset_from_text(&self, text: &str, out: &mut [u8]) -> Failure {
        failure(
            UtcOffset::from_utf8(text.as_bytes()).map(|offset| Writer::new(out).number(offset.nanoseconds() as f64)),
        )
    }

    fn from_text(&self, kind: TemporalKind, text: &str, out: &mut [u8]) -> Failure {
        failure(from_text(kind, text, out))
    }

    fn zoned_from_text(&self, text: &str, is_check: bool, disambiguation: u8, offset: u8, out: &mut [u8]) -> Failure {
        let mut read = || {
            let parsed = ParsedZonedDateTime::from_utf8_with_provider(text.as_bytes(), &Zones)?;
            if is_check {
                return Ok(());
            }
            let (disambiguation, offset) = (settings::disambiguation(disambiguation), settings::offset(offset));
            Writer::new(out).zoned(&ZonedDateTime::from_parsed_with_provider(parsed, disambiguation, offset, &Zones)?);
            Ok(())
        };
        failure(read())
    }

    fn relative_from_text(&self, text: &str, out: &mut [u8]) -> Failure {
        failure(RelativeTo::try_from_str_with_provider(text, &Zones).map(|relative| {
            let mut out = Writer::new(out);
            match relative {
                RelativeTo::PlainDate(date) => {
                    out.date(&date);
                    out.number(0);
                    out.number(0);
                }
                RelativeTo::ZonedDateTime(zoned) => {
                    out.zoned(&zoned);
                    out.number(1);
                }
            }
        }))
    }

    fn check(&self, kind: TemporalKind, slots: &[u8]) -> Failure {
        failure(check(kind, slots))
    }

    fn from_fields(
        &self,
        kind: TemporalKind,
        fields: &[u8],
        month_code: Option<&str>,
        era: Option<&str>,
        how: Resolution,
        out: &mut [u8],
    ) -> Failure {
        failure(
            Bag::read(fields, month_code, era, settings::overflow(how.overflow))
                .and_then(|bag| from_fields(kind, bag, &how, out)),
        )
    }

    fn with_fields(
        &self,
        kind: TemporalKind,
        slots: &[u8],
        fields: &[u8],
        month_code: Option<&str>,
        era: Option<&str>,
        how: Resolution,
        out: &mut [u8],
    ) -> Failure {
        failure(
            Bag::read(fields, month_code, era, settings::overflow(how.overflow))
                .and_then(|bag| with_fields(kind, slots, bag, &how, out)),
        )
    }

    fn calendar_fields(&self, date: &[u8], out: &mut [u8]) -> Result<Text, OpError> {
        string(calendar_fields(date, out).map(|view| {
            let mut text = view.month_code.as_str().to_string();
            if let Some(era) = view.era {
                text.push(' ');
                text.push_str(&era);
            }
            text
        }))
    }

    fn add(&self, kind: TemporalKind, slots: &[u8], duration: &[u8], overflow: u8, out: &mut [u8]) -> Failure {
        failure(add(kind, slots, duration, overflow, out))
    }

    fn difference(
        &self,
        kind: TemporalKind,
        is_since: bool,
        slots: &[u8],
        other: &[u8],
        rounding: Rounding,
        out: &mut [u8],
    ) -> Failure {
        let between = settings::difference(&rounding).and_then(|how| difference(kind, is_since, (slots, other), how));
        failure(between.map(|duration| Writer::new(out).duration(&duration)))
    }

    fn round(&self, kind: TemporalKind, slots: &[u8], rounding: Rounding, out: &mut [u8]) -> Failure {
        failure(settings::rounding(&rounding).and_then(|how| round(kind, slots, how, out)))
    }

    fn round_duration(&self, duration: &[u8], relative: &[u8], rounding: Rounding, out: &mut [u8]) -> Failure {
        let read = || {
            let how = settings::rounding(&rounding)?;
            Reader::new(duration).duration()?.round_with_provider(how, Reader::new(relative).relative()?, &Zones)
        };
        failure(read().map(|duration| Writer::new(out).duration(&duration)))
    }

    fn total_of_duration(&self, duration: &[u8], relative: &[u8], unit: u8, out: &mut [u8]) -> Failure {
        let read = || {
            let unit = settings::unit(unit).ok_or_else(settings::unknown_operation)?;
            Reader::new(duration).duration()?.total_with_provider(unit, Reader::new(relative).relative()?, &Zones)
        };
        failure(read().map(|total| Writer::new(out).number(total.as_inner())))
    }

    fn compare_durations(&self, left: &[u8], right: &[u8], relative: &[u8], out: &mut [u8]) -> Failure {
        let read = || {
            let (left, right) = (Reader::new(left).duration()?, Reader::new(right).duration()?);
            left.compare_with_provider(&right, Reader::new(relative).relative()?, &Zones)
        };
        failure(read().map(|ordering| Writer::new(out).number(order(ordering))))
    }

    fn format(&self, kind: TemporalKind, slots: &[u8], shown: ShownParts, time_zone: &[u8]) -> Result<Text, OpError> {
        string(format(kind, slots, &shown, time_zone))
    }

    fn date_to(&self, kind: TemporalKind, date: &[u8], out: &mut [u8]) -> Failure {
        let mut convert = || {
            let (date, mut out) = (Reader::new(date).date()?, Writer::new(out));
            match kind {
                TemporalKind::PlainYearMonth => out.year_month(&date.to_plain_year_month()?),
                TemporalKind::PlainMonthDay => out.month_day(&date.to_plain_month_day()?),
                _ => return Err(settings::unknown_operation()),
            }
            Ok(())
        };
        failure(convert())
    }

    fn to_date(&self, kind: TemporalKind, slots: &[u8], fields: &[u8], era: Option<&str>, out: &mut [u8]) -> Failure {
        let mut convert = || {
            let fields: CalendarFields = Bag::read(fields, None, era, Overflow::Constrain)?.date;
            let mut from = Reader::new(slots);
            let date = match kind {
                TemporalKind::PlainYearMonth => from.year_month()?.to_plain_date(Some(fields))?,
                TemporalKind::PlainMonthDay => from.month_day()?.to_plain_date(Some(fields))?,
                _ => return Err(settings::unknown_operation()),
            };
            Writer::new(out).date(&date);
            Ok(())
        };
        failure(convert())
    }

    fn to_zoned(
        &self,
        kind: TemporalKind,
        slots: &[u8],
        disambiguation: u8,
        time_zone: &[u8],
        out: &mut [u8],
    ) -> Failure {
        let mut convert = || {
            let (mut from, zone) = (Reader::new(slots), Reader::new(time_zone).time_zone());
            let zoned = match kind {
                TemporalKind::PlainDate => from.date()?.to_zoned_date_time_with_provider(zone, None, &Zones)?,
                TemporalKind::PlainDateTime => from.date_time()?.to_zoned_date_time_with_provider(
                    zone,
                    settings::disambiguation(disambiguation),
                    &Zones,
                )?,
                _ => return Err(settings::unknown_operation()),
            };
            Writer::new(out).zoned(&zoned);
            Ok(())
        };
        failure(convert())
    }

    fn from_zoned(&self, slots: &[u8], out: &mut [u8]) -> Failure {
        failure(Reader::new(slots).zoned().map(|zoned| {
            let mut out = Writer::new(out);
            out.date_time(&zoned.to_plain_date_time());
            out.number(zoned.offset_nanoseconds() as f64);
        }))
    }

    fn offset_text(&self, slots: &[u8]) -> Result<Text, OpError> {
        string(Reader::new(slots).zoned().map(|zoned| zoned.offset()))
    }

    fn start_of_day(&self, slots: &[u8], out: &mut [u8]) -> Failure {
        let start = Reader::new(slots).zoned().and_then(|zoned| zoned.start_of_day_with_provider(&Zones));
        failure(start.map(|zoned| Writer::new(out).zoned(&zoned)))
    }

    fn with_time(&self, slots: &[u8], time: &[u8], out: &mut [u8]) -> Failure {
        let change = || {
            let time = if time.is_empty() { None } else { Some(Reader::new(time).time()?) };
            Reader::new(slots).zoned()?.with_plain_time_and_provider(time, &Zones)
        };
        failure(change().map(|zoned| Writer::new(out).zoned(&zoned)))
    }

    fn hours_in_day(&self, slots: &[u8], out: &mut [u8]) -> Failure {
        let hours = Reader::new(slots).zoned().and_then(|zoned| zoned.hours_in_day_with_provider(&Zones));
        failure(hours.map(|hours| Writer::new(out).number(hours)))
    }

    fn transition(&self, slots: &[u8], is_next: bool, out: &mut [u8]) -> Failure {
        let direction = if is_next { TransitionDirection::Next } else { TransitionDirection::Previous };
        let change = Reader::new(slots)
            .zoned()
            .and_then(|zoned| zoned.get_time_zone_transition_with_provider(direction, &Zones));
        failure(change.map(|zoned| match zoned {
            Some(zoned) => Writer::new(out).zoned(&zoned),
            None => Writer::new(out).number(f64::NAN),
        }))
    }

    fn now(&self, out: &mut [u8]) -> Result<(), OpError> {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut out = Writer::new(out);
        out.number(since_epoch.as_millis() as f64);
        out.number(since_epoch.subsec_nanos() % 1_000_000);
        Ok(())
    }
}
