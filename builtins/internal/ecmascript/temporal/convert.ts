// ToTemporalDate and its like: the slots of whatever a method was given.
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";
import {
  FieldSet,
  calendarOfBag,
  hasTimeZone,
  isUnspecific,
  readFields,
  resolveFields,
  toPrimitiveString,
} from "internal:ecmascript/temporal/fields";
import {
  OFFSET_REJECT,
  type OptionsBag,
  integralOf,
  isObject,
  overflowOf,
  resolutionOf,
} from "internal:ecmascript/temporal/options";
import { emptySlots, ensure, kindOf, localOf, setLocal, slotsOf } from "internal:ecmascript/temporal/slots";

const ISO_CALENDAR = 0;
const OFFSET = 10;
const OFFSET_IGNORE = 2;
const { isNaN } = Number;
const NO_NUMBERS = new Float64Array(0);

/** The local date and time of a ZonedDateTime: the slots of a PlainDateTime, and its offset in nanoseconds. */
export function localDateTime(zoned: object): Float64Array {
  let local = localOf(zoned);
  if (local === undefined) {
    local = new Float64Array(11);
    ensure(native.fromZoned(slotsOf(zoned), local));
    setLocal(zoned, local);
  }
  return local;
}

/** The slots of a PlainDate in those of a PlainDateTime. */
export function datePart(dateTime: Float64Array): Float64Array {
  return dateTime.slice(0, 4);
}

/** The slots of a PlainTime in those of a PlainDateTime. */
export function timePart(dateTime: Float64Array): Float64Array {
  return dateTime.slice(4, 10);
}

/** The slots of a PlainDateTime. Without a time: midnight. */
export function joined(date: Float64Array, time: Float64Array | undefined): Float64Array {
  const slots = new Float64Array(10);
  slots.set(date);
  if (time !== undefined) slots.set(time, 4);
  return slots;
}

function parsed(kind: TemporalKind, item: unknown): Float64Array {
  if (typeof item !== "string") throw new TypeError("Expected a string, a Temporal object or an object with fields");
  const slots = emptySlots(kind);
  if (isUnspecific(item)) throw new RangeError(`Unknown calendar in "${item}"`);
  ensure(native.fromText(kind, item, slots));
  return slots;
}

/** ToTemporalDate. */
export function toDate(item: unknown, options?: unknown): Float64Array {
  if (isObject(item)) {
    const kind = kindOf(item);
    if (kind === TemporalKind.PLAIN_DATE) return checked(slotsOf(item), options);
    if (kind === TemporalKind.ZONED_DATE_TIME) return checked(datePart(localDateTime(item)), options);
    if (kind === TemporalKind.PLAIN_DATE_TIME) return checked(datePart(slotsOf(item)), options);
    const fields = readFields(item, calendarOfBag(item), FieldSet.DATE);
    return resolveFields(TemporalKind.PLAIN_DATE, fields, emptySlots(TemporalKind.PLAIN_DATE), overflowOf(options));
  }
  return checked(parsed(TemporalKind.PLAIN_DATE, item), options);
}

// The options are read even where they change nothing.
function checked(slots: Float64Array, options: unknown): Float64Array {
  if (options !== undefined) overflowOf(options);
  return slots;
}

/** ToTemporalTime. */
export function toTime(item: unknown, options?: unknown): Float64Array {
  if (isObject(item)) {
    const kind = kindOf(item);
    if (kind === TemporalKind.PLAIN_TIME) return checked(slotsOf(item), options);
    if (kind === TemporalKind.PLAIN_DATE_TIME) return checked(timePart(slotsOf(item)), options);
    if (kind === TemporalKind.ZONED_DATE_TIME) return checked(timePart(localDateTime(item)), options);
    const fields = readFields(item, ISO_CALENDAR, FieldSet.TIME);
    if (fields.isEmpty) throw new TypeError("The argument has none of the fields of a time");
    return resolveFields(TemporalKind.PLAIN_TIME, fields, emptySlots(TemporalKind.PLAIN_TIME), overflowOf(options));
  }
  return checked(parsed(TemporalKind.PLAIN_TIME, item), options);
}

/** The slots of an optional time; undefined for none. */
export function toTimeOrMidnight(item: unknown): Float64Array | undefined {
  return item === undefined ? undefined : toTime(item);
}

/** ToTemporalDateTime. */
export function toDateTime(item: unknown, options?: unknown): Float64Array {
  if (isObject(item)) {
    const kind = kindOf(item);
    if (kind === TemporalKind.PLAIN_DATE_TIME) return checked(slotsOf(item), options);
    if (kind === TemporalKind.ZONED_DATE_TIME) return checked(localDateTime(item).slice(0, 10), options);
    if (kind === TemporalKind.PLAIN_DATE) return checked(joined(slotsOf(item), undefined), options);
    const fields = readFields(item, calendarOfBag(item), FieldSet.DATE_TIME);
    const out = emptySlots(TemporalKind.PLAIN_DATE_TIME);
    return resolveFields(TemporalKind.PLAIN_DATE_TIME, fields, out, overflowOf(options));
  }
  return checked(parsed(TemporalKind.PLAIN_DATE_TIME, item), options);
}

/** ToTemporalYearMonth. */
export function toYearMonth(item: unknown, options?: unknown): Float64Array {
  if (!isObject(item)) return checked(parsed(TemporalKind.PLAIN_YEAR_MONTH, item), options);
  if (kindOf(item) === TemporalKind.PLAIN_YEAR_MONTH) return checked(slotsOf(item), options);
  const fields = readFields(item, calendarOfBag(item), FieldSet.YEAR_MONTH);
  const out = emptySlots(TemporalKind.PLAIN_YEAR_MONTH);
  return resolveFields(TemporalKind.PLAIN_YEAR_MONTH, fields, out, overflowOf(options));
}

/** ToTemporalMonthDay. */
export function toMonthDay(item: unknown, options?: unknown): Float64Array {
  if (!isObject(item)) return checked(parsed(TemporalKind.PLAIN_MONTH_DAY, item), options);
  if (kindOf(item) === TemporalKind.PLAIN_MONTH_DAY) return checked(slotsOf(item), options);
  const fields = readFields(item, calendarOfBag(item), FieldSet.DATE);
  const out = emptySlots(TemporalKind.PLAIN_MONTH_DAY);
  return resolveFields(TemporalKind.PLAIN_MONTH_DAY, fields, out, overflowOf(options));
}

/** ToTemporalInstant. */
export function toInstant(item: unknown): Float64Array {
  if (isObject(item)) {
    const kind = kindOf(item);
    if (kind === TemporalKind.INSTANT) return slotsOf(item);
    if (kind === TemporalKind.ZONED_DATE_TIME) return slotsOf(item).slice(0, 2);
    return parsed(TemporalKind.INSTANT, toPrimitiveString(item));
  }
  return parsed(TemporalKind.INSTANT, item);
}

/** ToTemporalZonedDateTime. */
export function toZoned(item: unknown, options?: unknown): Float64Array {
  const out = emptySlots(TemporalKind.ZONED_DATE_TIME);
  if (isObject(item)) {
    if (kindOf(item) === TemporalKind.ZONED_DATE_TIME) {
      resolutionOf(options, OFFSET_REJECT);
      return slotsOf(item);
    }
    const fields = readFields(item, calendarOfBag(item), FieldSet.ZONED);
    if (!hasTimeZone(fields)) throw new TypeError("The field timeZone is required");
    const how = resolutionOf(options, OFFSET_REJECT);
    // Without an offset the local time alone counts.
    const offset = isNaN(fields.numbers[OFFSET]!) ? OFFSET_IGNORE : how.offset;
    return resolveFields(TemporalKind.ZONED_DATE_TIME, fields, out, how.overflow, how.disambiguation, offset);
  }
  if (typeof item !== "string") throw new TypeError("Expected a string, a Temporal object or an object with fields");
  ensure(native.zonedFromText(item, true, 0, 0, out));
  const how = resolutionOf(options, OFFSET_REJECT);
  ensure(native.zonedFromText(item, false, how.disambiguation, how.offset, out));
  return out;
}

/** The fields of a duration in alphabetical order, and where they are in its slots. */
const DURATION_FIELDS = [
  { name: "days", position: 3 },
  { name: "hours", position: 4 },
  { name: "microseconds", position: 8 },
  { name: "milliseconds", position: 7 },
  { name: "minutes", position: 5 },
  { name: "months", position: 1 },
  { name: "nanoseconds", position: 9 },
  { name: "seconds", position: 6 },
  { name: "weeks", position: 2 },
  { name: "years", position: 0 },
];

/** Overwrites the slots of a duration by the fields of a property bag. Throws when it has none. */
export function readDuration(bag: unknown, slots: Float64Array): Float64Array {
  if (!isObject(bag)) throw new TypeError("Expected an object with fields of a duration");
  let isEmpty = true;
  for (let index = 0; index < DURATION_FIELDS.length; index++) {
    const { name, position } = DURATION_FIELDS[index]!;
    const value = bag[name];
    if (value === undefined) continue;
    isEmpty = false;
    slots[position] = integralOf(value);
  }
  if (isEmpty) throw new TypeError("The argument has none of the fields of a duration");
  ensure(native.check(TemporalKind.DURATION, slots));
  return slots;
}

/** ToTemporalDuration. */
export function toDuration(item: unknown): Float64Array {
  if (!isObject(item)) return parsed(TemporalKind.DURATION, item);
  if (kindOf(item) === TemporalKind.DURATION) return slotsOf(item);
  return readDuration(item, emptySlots(TemporalKind.DURATION));
}

/** GetTemporalRelativeToOption: no numbers, the slots of a PlainDate or those of a ZonedDateTime. */
export function relativeTo(options: OptionsBag | undefined): Float64Array {
  const value = options?.relativeTo;
  if (value === undefined) return NO_NUMBERS;
  if (isObject(value)) return relativeObject(value);
  if (typeof value !== "string") throw new TypeError("The option relativeTo must be a string or an object");
  const out = new Float64Array(6);
  ensure(native.relativeFromText(value, out));
  return out.slice(0, out[5] === 1 ? 5 : 4);
}

function relativeObject(value: OptionsBag): Float64Array {
  const kind = kindOf(value);
  if (kind === TemporalKind.ZONED_DATE_TIME || kind === TemporalKind.PLAIN_DATE) return slotsOf(value);
  if (kind === TemporalKind.PLAIN_DATE_TIME) return datePart(slotsOf(value));
  const fields = readFields(value, calendarOfBag(value), FieldSet.ZONED);
  if (hasTimeZone(fields)) {
    const offset = isNaN(fields.numbers[OFFSET]!) ? OFFSET_IGNORE : OFFSET_REJECT;
    return resolveFields(TemporalKind.ZONED_DATE_TIME, fields, emptySlots(TemporalKind.ZONED_DATE_TIME), 0, 0, offset);
  }
  return resolveFields(TemporalKind.PLAIN_DATE, fields, emptySlots(TemporalKind.PLAIN_DATE), 0);
}
