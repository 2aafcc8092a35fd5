// Temporal.ZonedDateTime: https://tc39.es/proposal-temporal/#sec-temporal-zoneddatetime-objects
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";
import {
  DATE_GETTERS,
  TIME_GETTERS,
  addTo,
  compareNumbers,
  defineCalendarGetters,
  defineGetter,
  defineSlotGetters,
  difference,
  noValue,
  plainString,
  rounded,
  setTag,
} from "internal:ecmascript/temporal/operations";
import { datePart, localDateTime, timePart, toTimeOrMidnight, toZoned } from "internal:ecmascript/temporal/convert";
import {
  FieldSet,
  constructorCalendar,
  partialFields,
  resolveWith,
  timeZoneNamed,
  timeZoneOf,
  toCalendar,
} from "internal:ecmascript/temporal/fields";
import { epochNanoseconds, instantSlots, zonedSlots } from "internal:ecmascript/temporal/instant";
import { localeString } from "internal:ecmascript/temporal/locale";
import {
  digitsOf,
  isNextTransition,
  modeOf,
  optionsObject,
  resolutionOf,
  shownCalendar,
  shownOffset,
  shownZone,
  unitOption,
} from "internal:ecmascript/temporal/options";
import {
  emptySlots,
  ensure,
  ensureString,
  make,
  receiver,
  setPrototype,
  stamp,
} from "internal:ecmascript/temporal/slots";

const KIND = TemporalKind.ZONED_DATE_TIME;
const INSTANT = [0, 1];
/** Where the offset in nanoseconds is in a local date and time. */
const LOCAL_OFFSET = 10;
/** Without another wish `with` keeps the offset where it can. */
const OFFSET_PREFER = 1;
const { isNaN } = Number;
const NO_NUMBERS = new Float64Array(0);

const self = (value: unknown) => receiver(value, KIND);

function local(value: object): Float64Array {
  receiver(value, KIND);
  return localDateTime(value);
}

export class ZonedDateTime {
  constructor(epochNanoseconds: unknown, timeZone: unknown, calendar: unknown = undefined) {
    const instant = instantSlots(epochNanoseconds);
    if (typeof timeZone !== "string") throw new TypeError("A time zone must be a string");
    const zone = timeZoneNamed(timeZone, false);
    stamp(this, KIND, zonedSlots(instant, zone, constructorCalendar(calendar)));
  }

  static from(item: unknown, options: unknown = undefined) {
    return make(KIND, toZoned(item, options));
  }

  static compare(one: unknown, two: unknown): number {
    return compareNumbers(toZoned(one), toZoned(two), INSTANT);
  }

  with(temporalZonedDateTimeLike: unknown, options: unknown = undefined) {
    const slots = self(this);
    const fields = partialFields(temporalZonedDateTimeLike, slots[2]!, FieldSet.DATE_TIME_OFFSET);
    const how = resolutionOf(options, OFFSET_PREFER);
    const out = emptySlots(KIND);
    return make(KIND, resolveWith(KIND, slots, fields, out, how.overflow, how.disambiguation, how.offset));
  }

  withPlainTime(plainTimeLike: unknown = undefined) {
    const slots = self(this);
    const out = emptySlots(KIND);
    ensure(native.withTime(slots, toTimeOrMidnight(plainTimeLike) ?? NO_NUMBERS, out));
    return make(KIND, out);
  }

  withTimeZone(timeZoneLike: unknown) {
    const slots = self(this);
    return make(KIND, zonedSlots(slots, timeZoneOf(timeZoneLike), slots[2]!));
  }

  withCalendar(calendarLike: unknown) {
    const slots = self(this).slice();
    slots[2] = toCalendar(calendarLike);
    return make(KIND, slots);
  }

  add(temporalDurationLike: unknown, options: unknown = undefined) {
    return addTo(KIND, this, temporalDurationLike, options, false);
  }

  subtract(temporalDurationLike: unknown, options: unknown = undefined) {
    return addTo(KIND, this, temporalDurationLike, options, true);
  }

  until(other: unknown, options: unknown = undefined) {
    return difference(KIND, false, self(this), toZoned(other), options);
  }

  since(other: unknown, options: unknown = undefined) {
    return difference(KIND, true, self(this), toZoned(other), options);
  }

  round(roundTo: unknown) {
    return rounded(KIND, this, roundTo);
  }

  equals(other: unknown): boolean {
    return native.areEqualZoned(self(this), toZoned(other));
  }

  toString(options: unknown = undefined): string {
    const slots = self(this);
    const bag = optionsObject(options);
    const calendar = shownCalendar(bag);
    const digits = digitsOf(bag);
    const offset = shownOffset(bag);
    const mode = modeOf(bag);
    const smallest = unitOption(bag, "smallestUnit");
    const zone = shownZone(bag);
    return ensureString(native.format(KIND, slots, { digits, smallest, mode, calendar, offset, zone }, NO_NUMBERS));
  }

  toLocaleString(locales: unknown = undefined, options: unknown = undefined): string {
    self(this);
    return localeString(this, locales, options);
  }

  toJSON(): string {
    return plainString(KIND, self(this));
  }

  valueOf(): never {
    return noValue("ZonedDateTime");
  }

  startOfDay() {
    const out = emptySlots(KIND);
    ensure(native.startOfDay(self(this), out));
    return make(KIND, out);
  }

  getTimeZoneTransition(directionParam: unknown) {
    const slots = self(this);
    const isNext = isNextTransition(directionParam);
    const out = emptySlots(KIND);
    ensure(native.transition(slots, isNext, out));
    return isNaN(out[0]!) ? null : make(KIND, out);
  }

  toInstant() {
    return make(TemporalKind.INSTANT, self(this).slice(0, 2));
  }

  toPlainDate() {
    return make(TemporalKind.PLAIN_DATE, datePart(local(this)));
  }

  toPlainTime() {
    return make(TemporalKind.PLAIN_TIME, timePart(local(this)));
  }

  toPlainDateTime() {
    return make(TemporalKind.PLAIN_DATE_TIME, local(this).slice(0, LOCAL_OFFSET));
  }
}

function hoursInDay(slots: Float64Array): number {
  const out = new Float64Array(1);
  ensure(native.hoursInDay(slots, out));
  return out[0]!;
}

const { prototype } = ZonedDateTime;
defineCalendarGetters(prototype, (object) => local(object).subarray(0, 4), DATE_GETTERS);
defineSlotGetters(prototype, local, 4, TIME_GETTERS);
defineGetter(prototype, "timeZoneId", (object) => native.timeZoneName(self(object).subarray(3)));
defineGetter(prototype, "epochMilliseconds", (object) => self(object)[0]);
defineGetter(prototype, "epochNanoseconds", (object) => epochNanoseconds(self(object)));
defineGetter(prototype, "hoursInDay", (object) => hoursInDay(self(object)));
defineGetter(prototype, "offsetNanoseconds", (object) => local(object)[LOCAL_OFFSET]);
defineGetter(prototype, "offset", (object) => ensureString(native.offsetText(self(object))));
setTag(prototype, "Temporal.ZonedDateTime");
setPrototype(KIND, prototype);
