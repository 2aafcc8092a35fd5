// `toLocaleString` of Temporal's objects, and how `Intl.DateTimeFormat` formats them
// (https://tc39.es/proposal-temporal/#sec-temporal-intl).
import { DURATION_UNITS } from "internal:ecmascript/duration_units";
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";
import { engineIntl } from "internal:ecmascript/intl/engine";
import { calendarOf, hasCalendar, kindOf, slotsOf } from "internal:ecmascript/temporal/slots";

const { DateTimeFormat } = engineIntl;
type FormatOptions = Record<string, unknown>;

const DATE_FIELDS = ["weekday", "year", "month", "day"];
const TIME_FIELDS = ["dayPeriod", "hour", "minute", "second", "fractionalSecondDigits"];
const DATE_TIME_FIELDS = [...DATE_FIELDS, ...TIME_FIELDS];
/** The fields that a class has; those of others are left out. */
const FIELDS: Record<number, string[]> = {
  [TemporalKind.PLAIN_DATE]: DATE_FIELDS,
  [TemporalKind.PLAIN_TIME]: TIME_FIELDS,
  [TemporalKind.PLAIN_DATE_TIME]: DATE_TIME_FIELDS,
  [TemporalKind.PLAIN_YEAR_MONTH]: ["year", "month"],
  [TemporalKind.PLAIN_MONTH_DAY]: ["month", "day"],
  [TemporalKind.ZONED_DATE_TIME]: DATE_TIME_FIELDS,
  [TemporalKind.INSTANT]: DATE_TIME_FIELDS,
};
const DATE_DEFAULTS = ["year", "month", "day"];
const DATE_TIME_DEFAULTS = ["year", "month", "day", "hour", "minute", "second"];
/** The fields of a class that are shown when the options name none. */
const DEFAULTS: Record<number, string[]> = {
  [TemporalKind.PLAIN_DATE]: DATE_DEFAULTS,
  [TemporalKind.PLAIN_TIME]: ["hour", "minute", "second"],
  [TemporalKind.PLAIN_DATE_TIME]: DATE_TIME_DEFAULTS,
  [TemporalKind.PLAIN_YEAR_MONTH]: ["year", "month"],
  [TemporalKind.PLAIN_MONTH_DAY]: ["month", "day"],
  [TemporalKind.ZONED_DATE_TIME]: DATE_TIME_DEFAULTS,
  [TemporalKind.INSTANT]: DATE_TIME_DEFAULTS,
};
/** The parts of `dateStyle` that remain when the year or the day is left out. */
const DATE_STYLES: Record<string, FormatOptions> = {
  full: { year: "numeric", month: "long", day: "numeric" },
  long: { year: "numeric", month: "long", day: "numeric" },
  medium: { year: "numeric", month: "short", day: "numeric" },
  short: { year: "2-digit", month: "numeric", day: "numeric" },
};
const STYLES = ["dateStyle", "timeStyle"];
const NOON_HOUR = 12;

/** `toLocaleString` of every class but Duration. */
export function localeString(value: object, locales: unknown, options: unknown): string {
  const kind = kindOf(value);
  const bag: FormatOptions = options === undefined ? {} : { ...(Object(options) as FormatOptions) };
  if (kind === TemporalKind.ZONED_DATE_TIME) {
    if (bag.timeZone !== undefined) throw new TypeError("A Temporal.ZonedDateTime has its own time zone");
    bag.timeZone = native.timeZoneName(slotsOf(value).subarray(3));
    if (!namesAny(bag, [...DATE_TIME_FIELDS, ...STYLES]) && bag.timeZoneName === undefined) bag.timeZoneName = "short";
  }
  checkOptions(kind, bag);
  const format = formatter(kind, locales as string, bag);
  checkCalendar(kind, value, format.resolvedOptions().calendar);
  return format.format(epochOf(value));
}

// Options of the object's own method must fit it. A formatter's are for all classes.
function checkOptions(kind: number, options: FormatOptions): void {
  const { dateStyle, timeStyle } = options;
  const hasNoTime =
    kind < TemporalKind.ZONED_DATE_TIME && kind !== TemporalKind.PLAIN_TIME && kind !== TemporalKind.PLAIN_DATE_TIME;
  if ((kind === TemporalKind.PLAIN_TIME && dateStyle !== undefined) || (hasNoTime && timeStyle !== undefined))
    throw new TypeError("The options ask for a style that the object does not have");
  if (
    (dateStyle !== undefined || timeStyle !== undefined) &&
    namesAny(options, [...DATE_TIME_FIELDS, "era", "timeZoneName"])
  )
    throw new TypeError("A style cannot be combined with fields");
}

function namesAny(options: FormatOptions, names: readonly string[]): boolean {
  return names.some((name) => options[name] !== undefined);
}

/** The formatter of a class: of its own fields only, and in UTC for what has no time zone. */
export function formatter(kind: number, locales: string, options: FormatOptions): Intl.DateTimeFormat {
  const result: FormatOptions = { ...options };
  const names = FIELDS[kind]!;
  if (kind < TemporalKind.ZONED_DATE_TIME) {
    result.timeZone = "UTC";
    delete result.timeZoneName;
    applyStyles(kind, result);
    for (const name of DATE_TIME_FIELDS) if (!names.includes(name)) delete result[name];
    if (kind === TemporalKind.PLAIN_TIME || kind === TemporalKind.PLAIN_MONTH_DAY) delete result.era;
    if (!namesAny(result, [...names, ...STYLES]) && namesAny(options, DATE_TIME_FIELDS))
      throw new TypeError("The options ask for fields that the object does not have");
  }
  if (!namesAny(result, [...names, ...STYLES])) for (const name of DEFAULTS[kind]!) result[name] = "numeric";
  return new DateTimeFormat(locales, result);
}

// A style of what the class does not have is an error, unless the other style applies.
function applyStyles(kind: number, options: FormatOptions): void {
  const { dateStyle, timeStyle } = options;
  if (dateStyle === undefined && timeStyle === undefined) return;
  const hasDate = kind !== TemporalKind.PLAIN_TIME;
  const hasTime = kind === TemporalKind.PLAIN_TIME || kind === TemporalKind.PLAIN_DATE_TIME;
  if (!hasDate) delete options.dateStyle;
  if (!hasTime) delete options.timeStyle;
  if (options.dateStyle === undefined && options.timeStyle === undefined)
    throw new TypeError("The options ask for a style that the object does not have");
  if (kind !== TemporalKind.PLAIN_YEAR_MONTH && kind !== TemporalKind.PLAIN_MONTH_DAY) return;
  delete options.dateStyle;
  Object.assign(options, DATE_STYLES[dateStyle as string]);
}

// Only a date of the ISO calendar can be shown in another one than its own; a month or a day of the year in none.
function checkCalendar(kind: number, value: object, calendar: string): void {
  if (!hasCalendar(kind)) return;
  const own = native.calendarName(calendarOf(kind, slotsOf(value)));
  if (own === calendar) return;
  const isMonth = kind === TemporalKind.PLAIN_YEAR_MONTH || kind === TemporalKind.PLAIN_MONTH_DAY;
  if (isMonth || own !== "iso8601")
    throw new RangeError(`The calendar ${own} of the object cannot be formatted in the calendar ${calendar}`);
}

// Milliseconds since the epoch, for plain objects in UTC. A date is taken at noon.
function epochOf(value: object): number {
  const kind = kindOf(value);
  const slots = slotsOf(value);
  if (kind === TemporalKind.INSTANT || kind === TemporalKind.ZONED_DATE_TIME) return slots[0]!;
  const date = new Date(0);
  if (kind === TemporalKind.PLAIN_TIME) {
    date.setUTCHours(slots[0]!, slots[1], slots[2], slots[3]);
    return date.getTime();
  }
  date.setUTCFullYear(slots[0]!, slots[1]! - 1, slots[2]);
  if (kind === TemporalKind.PLAIN_DATE_TIME) date.setUTCHours(slots[4]!, slots[5], slots[6], slots[7]);
  else date.setUTCHours(NOON_HOUR);
  return date.getTime();
}

/** A method of a formatter, by which `formatWith` formats. */
export type CallFormatter = (format: Intl.DateTimeFormat, dates: unknown[]) => unknown;

/** Whether a value is an object of Temporal. */
export function isTemporal(value: unknown): boolean {
  return kindOf(value) >= 0;
}

/** Formats objects of Temporal of one class as `format` would. `call`: the engine's method. */
export function formatWith(format: Intl.DateTimeFormat, call: CallFormatter, dates: unknown[]): unknown {
  const kinds = dates.map(kindOf);
  const kind = kinds[0]!;
  if (kinds.some((one) => one !== kind)) throw new TypeError("Both arguments must be of the same class");
  if (kind === TemporalKind.ZONED_DATE_TIME || kind === TemporalKind.DURATION)
    throw new TypeError("Use toLocaleString to format a Temporal.ZonedDateTime or Temporal.Duration");
  const resolved = format.resolvedOptions() as unknown as FormatOptions;
  for (const date of dates) checkCalendar(kind, date as object, resolved.calendar as string);
  const own = formatter(kind, resolved.locale as string, requested(resolved));
  return call(
    own,
    dates.map((date) => epochOf(date as object)),
  );
}

// The options of a formatter. One without any field shows a date by default.
function requested(resolved: FormatOptions): FormatOptions {
  const isDefault = namesAny(resolved, STYLES)
    ? false
    : DATE_TIME_FIELDS.every((name) => (resolved[name] === undefined) === !DATE_DEFAULTS.includes(name));
  if (!isDefault) return resolved;
  const options = { ...resolved };
  for (const name of DATE_DEFAULTS) delete options[name];
  return options;
}

/** `toLocaleString` of a Duration, by `Intl.DurationFormat`, which reads plain fields. */
export function durationLocaleString(duration: object, locales: unknown, options: unknown): string {
  const { DurationFormat } = Intl as unknown as {
    DurationFormat: new (locales: unknown, options: unknown) => { format(value: object): string };
  };
  const fields: Record<string, number> = {};
  const slots = slotsOf(duration);
  for (let index = 0; index < DURATION_UNITS.length; index++) fields[DURATION_UNITS[index]!] = slots[index]!;
  return new DurationFormat(locales, options).format(fields);
}
