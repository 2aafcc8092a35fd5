// native:temporal. The arithmetic, parsing and formatting of `Temporal` (https://tc39.es/proposal-temporal/) by the
// crate temporal_rs. Implemented by host/temporal.
//
// A value crosses as its slots: 64-bit floating-point numbers in an array of the kind's own length.
//   PlainDate, PlainYearMonth, PlainMonthDay   ISO year, month, day; calendar
//   PlainTime       hour, minute, second, millisecond, microsecond, nanosecond
//   PlainDateTime   ISO year, month, day; calendar; the six numbers of the time
//   Instant         milliseconds since the epoch, rounded down; nanoseconds after them
//   ZonedDateTime   the two numbers of the instant; calendar; the two numbers of the time zone
//   Duration        years, months, weeks, days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds
// A calendar is its position in the list of `calendarName`. A time zone is two numbers: those of a named zone, or -1 and
// the offset in nanoseconds.
//
// The fields of a property bag are 14 numbers, NaN for one that is absent: year, month, day, year of the era, hour, minute,
// second, millisecond, microsecond, nanosecond, offset in nanoseconds, calendar, and the two numbers of the time zone.
//
// An operation that can fail returns null, or else a message after one letter: "R" for a RangeError, "T" for a
// TypeError. One that returns a string puts "!" before these. `out` must not share its memory with another argument.
import type { Enum, EnumOf, Numbers, NumbersMut, Options, f64, i32, u8 } from "./types.ts";

/** The classes of Temporal. */
export declare const TemporalKind: Enum<
  u8,
  {
    PLAIN_DATE: 0;
    PLAIN_TIME: 1;
    PLAIN_DATE_TIME: 2;
    PLAIN_YEAR_MONTH: 3;
    PLAIN_MONTH_DAY: 4;
    ZONED_DATE_TIME: 5;
    INSTANT: 6;
    DURATION: 7;
  }
>;
export type TemporalKind = EnumOf<typeof TemporalKind>;

/** How the fields of a property bag become a value; the numbers of the options' enumerations. */
export interface Resolution extends Options {
  overflow: u8;
  disambiguation: u8;
  offset: u8;
}

/** How a value is rounded. A unit or rounding mode of 255 and an increment of 0 select the default. */
export interface Rounding extends Options {
  /** Of the units of a duration. */
  largest: u8;
  smallest: u8;
  mode: u8;
  increment: f64;
}

/** What the string of a value shows. */
export interface ShownParts extends Options {
  /** Of the fraction of a second; 255 for as many as needed. */
  digits: u8;
  /** The smallest unit; 255 for the default. */
  smallest: u8;
  /** The rounding mode; 255 for the default. */
  mode: u8;
  /** 0 auto, 1 always, 2 never, 3 critical. */
  calendar: u8;
  /** 0 auto, 1 never. */
  offset: u8;
  /** 0 auto, 1 never, 2 critical. */
  zone: u8;
}

/** The name of the calendar at a position; empty after the last one. */
export declare function calendarName(position: u8): string;

/** The position of the calendar with this identifier; with `isText` also of a date string with one. -1: unknown. */
export declare function calendarFromText(text: string, isText: boolean): i32;

/** Reads a time zone from its identifier; with `isText` also from a date string with one. */
export declare function timeZoneFromText(text: string, isText: boolean, out: NumbersMut): string | null;

/** The identifier of a time zone. */
export declare function timeZoneName(timeZone: Numbers): string;

/** Whether two ZonedDateTimes are equal: time, calendar and time zone, which may have another name. */
export declare function areEqualZoned(left: Numbers, right: Numbers): boolean;

/** Reads an offset from UTC such as "+01:00". `out`: its nanoseconds. */
export declare function offsetFromText(text: string, out: NumbersMut): string | null;

/** Reads a value other than a ZonedDateTime from a string. */
export declare function fromText(kind: TemporalKind, text: string, out: NumbersMut): string | null;

/** Reads a ZonedDateTime from a string, or only checks its grammar, with `isCheck`. */
export declare function zonedFromText(
  text: string,
  isCheck: boolean,
  disambiguation: u8,
  offset: u8,
  out: NumbersMut,
): string | null;

/** Reads the `relativeTo` of a duration's operation. `out`: five numbers; 1 in the sixth for a ZonedDateTime, else 0. */
export declare function relativeFromText(text: string, out: NumbersMut): string | null;

/** Checks the slots that a constructor was given. */
export declare function check(kind: TemporalKind, slots: Numbers): string | null;

/** Makes a value from the fields of a property bag. */
export declare function fromFields(
  kind: TemporalKind,
  fields: Numbers,
  monthCode: string | null,
  era: string | null,
  resolution: Resolution,
  out: NumbersMut,
): string | null;

/** Replaces some fields of a value. */
export declare function withFields(
  kind: TemporalKind,
  slots: Numbers,
  fields: Numbers,
  monthCode: string | null,
  era: string | null,
  resolution: Resolution,
  out: NumbersMut,
): string | null;

/**
 * The calendar's view of a date: the four slots of a PlainDate, PlainYearMonth or PlainMonthDay. `out`: year, month, day, day of the week, day of the
 * year, week of the year, year of the week, days in the week, in the month and in the year, months in the year, whether
 * it is a leap year, year of the era; NaN for what there is not. Returns the month code, and after a space the era if
 * there is one.
 */
export declare function calendarFields(date: Numbers, out: NumbersMut): string;

/** Adds a duration. */
export declare function add(
  kind: TemporalKind,
  slots: Numbers,
  duration: Numbers,
  overflow: u8,
  out: NumbersMut,
): string | null;

/**
 * The duration from `slots` until `other`, or with `isSince` from `other` until `slots`.
 */
export declare function difference(
  kind: TemporalKind,
  isSince: boolean,
  slots: Numbers,
  other: Numbers,
  rounding: Rounding,
  out: NumbersMut,
): string | null;

/** Rounds a value. */
export declare function round(kind: TemporalKind, slots: Numbers, rounding: Rounding, out: NumbersMut): string | null;

/** Rounds a duration. `relative`: empty, or the slots of a PlainDate or ZonedDateTime. */
export declare function roundDuration(
  duration: Numbers,
  relative: Numbers,
  rounding: Rounding,
  out: NumbersMut,
): string | null;

/** A duration as a number of units. `out`: the number. */
export declare function totalOfDuration(duration: Numbers, relative: Numbers, unit: u8, out: NumbersMut): string | null;

/** Compares two durations. `out`: -1, 0 or 1. */
export declare function compareDurations(
  left: Numbers,
  right: Numbers,
  relative: Numbers,
  out: NumbersMut,
): string | null;

/**
 * The string of a value. `timeZone`: empty, or that in which an Instant is written.
 */
export declare function format(kind: TemporalKind, slots: Numbers, shown: ShownParts, timeZone: Numbers): string;

/** The other kind of a PlainDate or PlainDateTime: its PlainYearMonth or PlainMonthDay. */
export declare function dateTo(kind: TemporalKind, date: Numbers, out: NumbersMut): string | null;

/** The PlainDate of a PlainYearMonth with a day, or of a PlainMonthDay with a year. */
export declare function toDate(
  kind: TemporalKind,
  slots: Numbers,
  fields: Numbers,
  era: string | null,
  out: NumbersMut,
): string | null;

/** The ZonedDateTime of a PlainDateTime, or of the start of a PlainDate. `out` has the zone's two numbers in its last ones. */
export declare function toZoned(
  kind: TemporalKind,
  slots: Numbers,
  disambiguation: u8,
  timeZone: Numbers,
  out: NumbersMut,
): string | null;

/** The PlainDateTime of a ZonedDateTime, and in an eleventh number its offset in nanoseconds. */
export declare function fromZoned(slots: Numbers, out: NumbersMut): string | null;

/** The offset of a ZonedDateTime from UTC as text. */
export declare function offsetText(slots: Numbers): string;

/** The first moment of a ZonedDateTime's day. */
export declare function startOfDay(slots: Numbers, out: NumbersMut): string | null;

/** A ZonedDateTime at a time of its day; without one (empty) at its start. */
export declare function withTime(slots: Numbers, time: Numbers, out: NumbersMut): string | null;

/** `out`: the hours of a ZonedDateTime's day. */
export declare function hoursInDay(slots: Numbers, out: NumbersMut): string | null;

/** The next (or previous) change of a ZonedDateTime's offset. `out`: NaN when there is none. */
export declare function transition(slots: Numbers, isNext: boolean, out: NumbersMut): string | null;

/** `out`: the current time, as the slots of an Instant. */
export declare function now(out: NumbersMut): void;
