// The fields of property bags (PrepareCalendarFields), which cross as `ops/temporal.ops.ts` describes.
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";
import { type OptionsBag, integerOf, isObject, positiveIntegerOf } from "internal:ecmascript/temporal/options";
import { calendarOf, ensure, hasCalendar, kindOf, slotsOf } from "internal:ecmascript/temporal/slots";

const { isNaN } = Number;
const { apply } = Reflect;
const { toPrimitive } = Symbol;
const FIELD_COUNT = 14;
const OFFSET = 10;
const CALENDAR = 11;
const TIME_ZONE = 12;
const ISO_CALENDAR = 0;
const CHINESE_CALENDAR = 2;
const DANGI_CALENDAR = 4;

/** Where a field that is a number crosses. */
const POSITIONS: Record<string, number> = {
  year: 0,
  month: 1,
  day: 2,
  eraYear: 3,
  hour: 4,
  minute: 5,
  second: 6,
  millisecond: 7,
  microsecond: 8,
  nanosecond: 9,
};

/** Sets of fields. */
export const FieldSet = {
  YEAR_MONTH: 0,
  DATE: 1,
  DATE_TIME: 2,
  ZONED: 3,
  TIME: 4,
  DAY: 5,
  YEAR: 6,
  DATE_TIME_OFFSET: 7,
} as const;
export type FieldSet = (typeof FieldSet)[keyof typeof FieldSet];

// In the order in which they are read: alphabetical.
const TIME_NAMES = ["hour", "microsecond", "millisecond", "minute", "nanosecond", "second"];
const DATE_NAMES = ["day", "month", "monthCode", "year"];
const NAMES = [
  ["month", "monthCode", "year"],
  DATE_NAMES,
  [...DATE_NAMES, ...TIME_NAMES].sort(),
  [...DATE_NAMES, ...TIME_NAMES, "offset", "timeZone"].sort(),
  TIME_NAMES,
  ["day"],
  ["year"],
  [...DATE_NAMES, ...TIME_NAMES, "offset"].sort(),
];
const NAMES_WITH_ERA = NAMES.map((names) => (names.includes("year") ? [...names, "era", "eraYear"].sort() : names));

/** The fields of a property bag. */
export interface Fields {
  numbers: Float64Array;
  monthCode: string | null;
  era: string | null;
  isEmpty: boolean;
}

function hasNoEras(calendar: number): boolean {
  return calendar === ISO_CALENDAR || calendar === CHINESE_CALENDAR || calendar === DANGI_CALENDAR;
}

/** Reads the fields of a set. Absent ones are NaN or null. */
export function readFields(bag: OptionsBag, calendar: number, set: FieldSet): Fields {
  const numbers = new Float64Array(FIELD_COUNT).fill(NaN);
  numbers[CALENDAR] = calendar;
  const fields: Fields = { numbers, monthCode: null, era: null, isEmpty: true };
  const names = hasNoEras(calendar) ? NAMES[set]! : NAMES_WITH_ERA[set]!;
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!;
    const value = bag[name];
    if (value === undefined) continue;
    fields.isEmpty = false;
    readField(fields, name, value);
  }
  return fields;
}

function readField(fields: Fields, name: string, value: unknown): void {
  const { numbers } = fields;
  switch (name) {
    case "month":
    case "day":
      numbers[POSITIONS[name]!] = positiveIntegerOf(value);
      break;
    case "monthCode":
      fields.monthCode = checkMonthCode(primitiveString(value, "monthCode"));
      break;
    case "era":
      fields.era = `${value as string}`;
      break;
    case "offset":
      ensure(native.offsetFromText(primitiveString(value, "offset"), numbers.subarray(OFFSET, OFFSET + 1)));
      break;
    case "timeZone":
      numbers.set(timeZoneOf(value), TIME_ZONE);
      break;
    default:
      numbers[POSITIONS[name]!] = integerOf(value);
  }
}

// ToPrimitive with the hint "string". Throws a TypeError unless the primitive is a string.
function primitiveString(value: unknown, name: string): string {
  const primitive = isObject(value) ? toPrimitiveString(value) : value;
  if (typeof primitive !== "string") throw new TypeError(`The field ${name} must be a string`);
  return primitive;
}

/** ToPrimitive(value, string) of an object. */
export function toPrimitiveString(value: OptionsBag): unknown {
  const exotic = value[toPrimitive as unknown as string];
  if (exotic !== undefined && exotic !== null) {
    const result = apply(exotic as Function, value, ["string"]);
    if (isObject(result)) throw new TypeError("Cannot convert object to primitive value");
    return result;
  }
  const { toString } = value;
  if (typeof toString === "function") {
    const result = apply(toString, value, []);
    if (!isObject(result)) return result;
  }
  const { valueOf } = value;
  if (typeof valueOf === "function") {
    const result = apply(valueOf, value, []);
    if (!isObject(result)) return result;
  }
  throw new TypeError("Cannot convert object to primitive value");
}

// "M" and two digits, then "L" in a leap month. "M00" is none.
function isMonthCode(code: string): boolean {
  const { length } = code;
  if (length < 3 || length > 4 || code[0] !== "M" || (length === 4 && code[3] !== "L")) return false;
  return isDigit(code[1]!) && isDigit(code[2]!) && code !== "M00";
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}

function checkMonthCode(code: string): string {
  if (!isMonthCode(code)) throw new RangeError(`Invalid month code "${code}"`);
  return code;
}

/** Whether a field (`year`, `month`) is there. */
export function hasField(fields: Fields, name: string): boolean {
  return !isNaN(fields.numbers[POSITIONS[name]!]!);
}

/** Whether the bag had a time zone. */
export function hasTimeZone(fields: Fields): boolean {
  return !isNaN(fields.numbers[TIME_ZONE]!);
}

/** Makes slots from fields. */
export function resolveFields(
  kind: TemporalKind,
  fields: Fields,
  out: Float64Array,
  overflow: number,
  disambiguation = 0,
  offset = 0,
): Float64Array {
  const { numbers, monthCode, era } = fields;
  ensure(native.fromFields(kind, numbers, monthCode, era, { overflow, disambiguation, offset }, out));
  return out;
}

/** ToTemporalCalendarIdentifier. */
export function toCalendar(value: unknown): number {
  const kind = kindOf(value);
  if (hasCalendar(kind)) return calendarOf(kind, slotsOf(value as object));
  if (typeof value !== "string") throw new TypeError("A calendar must be a string or an object with a calendar");
  return knownCalendar(value, true);
}

/** Whether a string names one of the calendars that stand for several: `Intl` takes them, Temporal does not. */
export function isUnspecific(text: string): boolean {
  return /^(?:.*\[!?u-ca=)?islamic(?:-rgsa)?(?:\].*)?$/i.test(text);
}

/** The number of a calendar that is named by a string. */
export function knownCalendar(text: string, isText: boolean): number {
  const position = isUnspecific(text) ? -1 : native.calendarFromText(text, isText);
  if (position < 0) throw new RangeError(`Invalid calendar "${text}"`);
  return position;
}

/** The calendar of a constructor's argument: an identifier or undefined. */
export function constructorCalendar(value: unknown): number {
  if (value === undefined) return ISO_CALENDAR;
  if (typeof value !== "string") throw new TypeError("A calendar must be a string");
  return knownCalendar(value, false);
}

/** GetTemporalCalendarIdentifierWithISODefault. */
export function calendarOfBag(bag: OptionsBag): number {
  const kind = kindOf(bag);
  if (hasCalendar(kind)) return calendarOf(kind, slotsOf(bag));
  const value = bag.calendar;
  return value === undefined ? ISO_CALENDAR : toCalendar(value);
}

/** ToTemporalTimeZoneIdentifier: the two numbers of a time zone. */
export function timeZoneOf(value: unknown): Float64Array {
  if (kindOf(value) === TemporalKind.ZONED_DATE_TIME) return slotsOf(value as object).subarray(3);
  if (typeof value !== "string") throw new TypeError("A time zone must be a string or a Temporal.ZonedDateTime");
  return timeZoneNamed(value, true);
}

/** The two numbers of a time zone that is named by a string. */
export function timeZoneNamed(text: string, isText: boolean): Float64Array {
  const zone = new Float64Array(2);
  ensure(native.timeZoneFromText(text, isText, zone));
  return zone;
}

/** Reads the argument of `with`: fields of `set`, at least one of them. */
export function partialFields(value: unknown, calendar: number, set: FieldSet): Fields {
  if (!isObject(value)) throw new TypeError("The argument must be an object with fields");
  const kind = kindOf(value);
  if (kind >= 0 && kind <= TemporalKind.ZONED_DATE_TIME)
    throw new TypeError("The argument must be a plain object, not a Temporal object");
  if (value.calendar !== undefined) throw new TypeError("The argument must not have a calendar; use withCalendar");
  if (value.timeZone !== undefined) throw new TypeError("The argument must not have a time zone; use withTimeZone");
  const fields = readFields(value, calendar, set);
  if (fields.isEmpty) throw new TypeError("The argument has none of the fields");
  return fields;
}

/** Replaces fields of `slots`. */
export function resolveWith(
  kind: TemporalKind,
  slots: Float64Array,
  fields: Fields,
  out: Float64Array,
  overflow: number,
  disambiguation = 0,
  offset = 0,
): Float64Array {
  const { numbers, monthCode, era } = fields;
  ensure(native.withFields(kind, slots, numbers, monthCode, era, { overflow, disambiguation, offset }, out));
  return out;
}
