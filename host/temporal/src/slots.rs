//! The numbers in which a value crosses. `ops/temporal.ops.ts` lists those of each class.

use crate::zones::Zones;
use temporal_rs::fields::{CalendarFields, YearMonthCalendarFields};
use temporal_rs::options::{Overflow, RelativeTo};
use temporal_rs::partial::PartialTime;
use temporal_rs::{
    Calendar, Duration, Instant, MonthCode, PlainDate, PlainDateTime, PlainMonthDay, PlainTime, PlainYearMonth,
    TemporalError, TemporalResult, TimeZone, TinyAsciiStr, UtcOffset, ZonedDateTime,
};
use timezone_provider::provider::{NormalizedId, ResolvedId, TimeZoneId};

/// The calendars by the number that crosses.
pub const CALENDARS: [Calendar; 16] = [
    Calendar::ISO,
    Calendar::BUDDHIST,
    Calendar::CHINESE,
    Calendar::COPTIC,
    Calendar::DANGI,
    Calendar::ETHIOPIAN_AMETE_ALEM,
    Calendar::ETHIOPIAN,
    Calendar::GREGORIAN,
    Calendar::HEBREW,
    Calendar::INDIAN,
    Calendar::HIJRI_TABULAR_FRIDAY,
    Calendar::HIJRI_TABULAR_THURSDAY,
    Calendar::HIJRI_UMM_AL_QURA,
    Calendar::JAPANESE,
    Calendar::PERSIAN,
    Calendar::ROC,
];

const NANOSECONDS_PER_MILLISECOND: i128 = 1_000_000;
const MILLISECONDS_PER_DAY: i64 = 86_400_000;

/// Reads numbers, one after the other. Missing ones are zero.
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Reads from the bytes of a Float64Array.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    fn number(&mut self) -> f64 {
        let Some((number, rest)) = self.0.split_first_chunk::<8>() else { return 0.0 };
        self.0 = rest;
        f64::from_ne_bytes(*number)
    }

    // NaN, an absent field, is `None`. Too large numbers become the largest of the type, which no calendar has.
    fn optional(&mut self) -> Option<f64> {
        Some(self.number()).filter(|number| !number.is_nan())
    }

    fn int(&mut self) -> i32 {
        self.number() as i32
    }

    // What a byte does not hold is out of range for every field that is one; so is the largest byte.
    fn byte(&mut self) -> u8 {
        let number = self.number();
        if number < 0.0 { u8::MAX } else { number as u8 }
    }

    fn short(&mut self) -> u16 {
        let number = self.number();
        if number < 0.0 { u16::MAX } else { number as u16 }
    }

    fn calendar(&mut self) -> Calendar {
        calendar_at(self.byte()).unwrap_or(Calendar::ISO)
    }

    /// The four slots of a PlainDate.
    pub fn date(&mut self) -> TemporalResult<PlainDate> {
        PlainDate::try_new(self.int(), self.byte(), self.byte(), self.calendar())
    }

    /// The four slots of a date, not checked: ISO year, month and day, and the calendar.
    pub fn raw_date(&mut self) -> (i32, u8, u8, Calendar) {
        (self.int(), self.byte(), self.byte(), self.calendar())
    }

    /// The six slots of a PlainTime.
    pub fn time(&mut self) -> TemporalResult<PlainTime> {
        PlainTime::try_new(self.byte(), self.byte(), self.byte(), self.short(), self.short(), self.short())
    }

    /// The ten slots of a PlainDateTime.
    pub fn date_time(&mut self) -> TemporalResult<PlainDateTime> {
        let (year, month, day, calendar) = (self.int(), self.byte(), self.byte(), self.calendar());
        let (hour, minute, second) = (self.byte(), self.byte(), self.byte());
        let (milli, micro, nano) = (self.short(), self.short(), self.short());
        PlainDateTime::try_new(year, month, day, hour, minute, second, milli, micro, nano, calendar)
    }

    /// The four slots of a PlainYearMonth.
    pub fn year_month(&mut self) -> TemporalResult<PlainYearMonth> {
        PlainYearMonth::try_new(self.int(), self.byte(), Some(self.byte()), self.calendar())
    }

    /// The four slots of a PlainMonthDay.
    pub fn month_day(&mut self) -> TemporalResult<PlainMonthDay> {
        let (year, month, day) = (self.int(), self.byte(), self.byte());
        PlainMonthDay::new_with_overflow(month, day, self.calendar(), Overflow::Reject, Some(year))
    }

    fn epoch_nanoseconds(&mut self) -> i128 {
        let milliseconds = self.number() as i128;
        milliseconds * NANOSECONDS_PER_MILLISECOND + self.number() as i128
    }

    /// The two slots of an Instant.
    pub fn instant(&mut self) -> TemporalResult<Instant> {
        Instant::try_new(self.epoch_nanoseconds())
    }

    /// The two numbers of a time zone.
    pub fn time_zone(&mut self) -> TimeZone {
        let (first, second) = (self.number(), self.number());
        if first < 0.0 {
            let minutes = (second / 60e9) as i16;
            return TimeZone::UtcOffset(UtcOffset::from_minutes(minutes));
        }
        TimeZone::IanaIdentifier(TimeZoneId {
            normalized: NormalizedId(first as usize),
            resolved: ResolvedId(second as usize),
        })
    }

    /// The five slots of a ZonedDateTime.
    pub fn zoned(&mut self) -> TemporalResult<ZonedDateTime> {
        let nanoseconds = self.epoch_nanoseconds();
        let calendar = self.calendar();
        ZonedDateTime::try_new_with_provider(nanoseconds, self.time_zone(), calendar, &Zones)
    }

    /// The ten slots of a Duration.
    pub fn duration(&mut self) -> TemporalResult<Duration> {
        let mut whole = [0_i64; 8];
        for part in &mut whole {
            *part = self.number() as i64;
        }
        let [years, months, weeks, days, hours, minutes, seconds, milliseconds] = whole;
        let (micro, nano) = (self.number() as i128, self.number() as i128);
        Duration::new(years, months, weeks, days, hours, minutes, seconds, milliseconds, micro, nano)
    }

    /// The `relativeTo` of an operation: nothing, four slots of a PlainDate or five of a ZonedDateTime.
    pub fn relative(mut self) -> TemporalResult<Option<RelativeTo>> {
        Ok(match self.0.len() / 8 {
            0 => None,
            4 => Some(self.date()?.into()),
            _ => Some(self.zoned()?.into()),
        })
    }
}

/// The calendar with this number.
pub fn calendar_at(position: u8) -> Option<Calendar> {
    CALENDARS.get(usize::from(position)).cloned()
}

/// The number of a calendar.
pub fn calendar_position(calendar: &Calendar) -> u8 {
    let same = |other: &Calendar| other.identifier() == calendar.identifier();
    CALENDARS.iter().position(same).unwrap_or(0) as u8
}

/// The fields of a property bag.
pub struct Bag {
    pub date: CalendarFields,
    pub time: PartialTime,
    pub offset: Option<UtcOffset>,
    pub calendar: Calendar,
    pub time_zone: Option<TimeZone>,
}

impl Bag {
    /// Reads the fields. Fails for a month code or an era that no calendar has.
    pub fn read(bytes: &[u8], month_code: Option<&str>, era: Option<&str>, overflow: Overflow) -> TemporalResult<Self> {
        let mut from = Reader::new(bytes);
        // Negative parts of a time become zero, or else are rejected, as one that is too large.
        let below = if overflow == Overflow::Reject { f64::from(u16::MAX) } else { 0.0 };
        let part = |number: f64| if number < 0.0 { below } else { number };
        let date = CalendarFields::new()
            .with_optional_year(from.optional().map(|year| year as i32))
            .with_optional_month(from.optional().map(|month| month as u8))
            .with_optional_day(from.optional().map(|day| day as u8))
            .with_era_year(from.optional().map(|year| year as i32))
            .with_optional_month_code(month_code.map(|code| MonthCode::try_from_utf8(code.as_bytes())).transpose()?)
            .with_era(era.map(era_from).transpose()?);
        let time = PartialTime {
            hour: from.optional().map(|hour| part(hour) as u8),
            minute: from.optional().map(|minute| part(minute) as u8),
            second: from.optional().map(|second| part(second) as u8),
            millisecond: from.optional().map(|number| part(number) as u16),
            microsecond: from.optional().map(|number| part(number) as u16),
            nanosecond: from.optional().map(|number| part(number) as u16),
        };
        let offset = from.optional().map(offset_of).transpose()?;
        let calendar = from.optional().and_then(|position| calendar_at(position as u8)).unwrap_or(Calendar::ISO);
        let has_zone = !Reader(from.0).number().is_nan();
        Ok(Self { date, time, offset, calendar, time_zone: has_zone.then(|| from.time_zone()) })
    }

    /// The fields of a year and a month.
    pub fn year_month(&self) -> YearMonthCalendarFields {
        YearMonthCalendarFields::new()
            .with_era(self.date.era)
            .with_era_year(self.date.era_year)
            .with_optional_year(self.date.year)
            .with_optional_month(self.date.month)
            .with_optional_month_code(self.date.month_code)
    }
}

fn era_from(era: &str) -> TemporalResult<TinyAsciiStr<19>> {
    era.parse().map_err(|_| TemporalError::range().with_message("Invalid era."))
}

// An offset crosses in nanoseconds; the library reads one from text only.
fn offset_of(nanoseconds: f64) -> TemporalResult<UtcOffset> {
    let total = nanoseconds.abs() as u64;
    let (seconds, fraction) = (total / 1_000_000_000, total % 1_000_000_000);
    let sign = if nanoseconds < 0.0 { '-' } else { '+' };
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    UtcOffset::from_utf8(format!("{sign}{hours:02}:{minutes:02}:{seconds:02}.{fraction:09}").as_bytes())
}

/// Writes numbers, one after the other. Those that find no room are dropped.
pub struct Writer<'a>(&'a mut [u8]);

impl<'a> Writer<'a> {
    /// Writes into the bytes of a Float64Array.
    pub fn new(bytes: &'a mut [u8]) -> Self {
        Self(bytes)
    }

    /// Writes one number.
    pub fn number(&mut self, number: impl Into<f64>) {
        if let Some((place, rest)) = std::mem::take(&mut self.0).split_first_chunk_mut::<8>() {
            *place = number.into().to_ne_bytes();
            self.0 = rest;
        }
    }

    /// Writes a number, or NaN.
    pub fn optional(&mut self, number: Option<impl Into<f64>>) {
        self.number(number.map_or(f64::NAN, Into::into));
    }

    fn calendar(&mut self, calendar: &Calendar) {
        self.number(calendar_position(calendar));
    }

    /// The four slots of a PlainDate.
    pub fn date(&mut self, date: &PlainDate) {
        let iso = date.with_calendar(Calendar::ISO);
        self.number(iso.year());
        self.number(iso.month());
        self.number(iso.day());
        self.calendar(date.calendar());
    }

    /// The six slots of a PlainTime.
    pub fn time(&mut self, time: &PlainTime) {
        for number in [time.hour(), time.minute(), time.second()] {
            self.number(number);
        }
        for number in [time.millisecond(), time.microsecond(), time.nanosecond()] {
            self.number(number);
        }
    }

    /// The ten slots of a PlainDateTime.
    pub fn date_time(&mut self, value: &PlainDateTime) {
        self.number(value.iso_year());
        self.number(value.iso_month());
        self.number(value.iso_day());
        self.calendar(value.calendar());
        self.time(&value.to_plain_time());
    }

    /// The four slots of a PlainYearMonth.
    pub fn year_month(&mut self, value: &PlainYearMonth) {
        let milliseconds = value.epoch_ns_for_utc().0 / NANOSECONDS_PER_MILLISECOND;
        let (year, month, day) = civil_from_days((milliseconds as i64).div_euclid(MILLISECONDS_PER_DAY));
        self.number(year);
        self.number(month);
        self.number(day);
        self.calendar(value.calendar());
    }

    /// The four slots of a PlainMonthDay.
    pub fn month_day(&mut self, value: &PlainMonthDay) {
        self.number(value.iso.year);
        self.number(value.iso.month);
        self.number(value.iso.day);
        self.calendar(value.calendar());
    }

    fn epoch_nanoseconds(&mut self, nanoseconds: i128) {
        self.number(nanoseconds.div_euclid(NANOSECONDS_PER_MILLISECOND) as f64);
        self.number(nanoseconds.rem_euclid(NANOSECONDS_PER_MILLISECOND) as f64);
    }

    /// The two slots of an Instant.
    pub fn instant(&mut self, value: &Instant) {
        self.epoch_nanoseconds(value.as_i128());
    }

    /// The two numbers of a time zone.
    pub fn time_zone(&mut self, time_zone: &TimeZone) {
        let (first, second) = match time_zone {
            TimeZone::IanaIdentifier(id) => (id.normalized.0 as f64, id.resolved.0 as f64),
            TimeZone::UtcOffset(offset) => (-1.0, offset.nanoseconds() as f64),
        };
        self.number(first);
        self.number(second);
    }

    /// The five slots of a ZonedDateTime.
    pub fn zoned(&mut self, value: &ZonedDateTime) {
        self.epoch_nanoseconds(value.epoch_nanoseconds().0);
        self.calendar(value.calendar());
        self.time_zone(value.time_zone());
    }

    /// The ten slots of a Duration.
    pub fn duration(&mut self, value: &Duration) {
        for number in [value.years(), value.months(), value.weeks(), value.days()] {
            self.number(number as f64);
        }
        for number in [value.hours(), value.minutes(), value.seconds(), value.milliseconds()] {
            self.number(number as f64);
        }
        self.number(value.microseconds() as f64);
        self.number(value.nanoseconds() as f64);
    }
}

/// The date of the proleptic Gregorian calendar that lies `days` after 1970-01-01.
fn civil_from_days(days: i64) -> (i32, u8, u8) {
    // Years start in March here, so that the leap day is the last one. 400 years have 146,097 days.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year as i32, month as u8, (day_of_year - (153 * from_march + 2) / 5 + 1) as u8)
}
