// Temporal.PlainDateTime: https://tc39.es/proposal-temporal/#sec-temporal-plaindatetime-objects
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";
import {
  DATE_GETTERS,
  TIME_GETTERS,
  addTo,
  areEqual,
  compareNumbers,
  defineCalendarGetters,
  defineSlotGetters,
  difference,
  noValue,
  plainString,
  rounded,
  setTag,
  timeString,
} from "internal:ecmascript/temporal/operations";
import { datePart, joined, timePart, toDateTime, toTimeOrMidnight } from "internal:ecmascript/temporal/convert";
import {
  FieldSet,
  constructorCalendar,
  partialFields,
  resolveWith,
  timeZoneOf,
  toCalendar,
} from "internal:ecmascript/temporal/fields";
import { localeString } from "internal:ecmascript/temporal/locale";
import { disambiguationOf, integerOf, optionsObject, overflowOf } from "internal:ecmascript/temporal/options";
import { timeSlots } from "internal:ecmascript/temporal/plain_time";
import {
  checkedSlots,
  emptySlots,
  ensure,
  make,
  receiver,
  setPrototype,
  stamp,
} from "internal:ecmascript/temporal/slots";

const KIND = TemporalKind.PLAIN_DATE_TIME;
const ISO = [0, 1, 2, 4, 5, 6, 7, 8, 9];

const self = (value: unknown) => receiver(value, KIND);

export class PlainDateTime {
  constructor(
    isoYear: unknown,
    isoMonth: unknown,
    isoDay: unknown,
    hour: unknown = undefined,
    minute: unknown = undefined,
    second: unknown = undefined,
    millisecond: unknown = undefined,
    microsecond: unknown = undefined,
    nanosecond: unknown = undefined,
    calendar: unknown = undefined,
  ) {
    const date = emptySlots(TemporalKind.PLAIN_DATE);
    date[0] = integerOf(isoYear);
    date[1] = integerOf(isoMonth);
    date[2] = integerOf(isoDay);
    const time = timeSlots([hour, minute, second, millisecond, microsecond, nanosecond]);
    date[3] = constructorCalendar(calendar);
    stamp(this, KIND, checkedSlots(KIND, joined(date, time)));
  }

  static from(item: unknown, options: unknown = undefined) {
    return make(KIND, toDateTime(item, options));
  }

  static compare(one: unknown, two: unknown): number {
    return compareNumbers(toDateTime(one), toDateTime(two), ISO);
  }

  with(temporalDateTimeLike: unknown, options: unknown = undefined) {
    const slots = self(this);
    const fields = partialFields(temporalDateTimeLike, slots[3]!, FieldSet.DATE_TIME);
    return make(KIND, resolveWith(KIND, slots, fields, emptySlots(KIND), overflowOf(options)));
  }

  withPlainTime(plainTimeLike: unknown = undefined) {
    const slots = self(this);
    return make(KIND, checkedSlots(KIND, joined(datePart(slots), toTimeOrMidnight(plainTimeLike))));
  }

  withCalendar(calendar: unknown) {
    const slots = self(this).slice();
    slots[3] = toCalendar(calendar);
    return make(KIND, slots);
  }

  add(temporalDurationLike: unknown, options: unknown = undefined) {
    return addTo(KIND, this, temporalDurationLike, options, false);
  }

  subtract(temporalDurationLike: unknown, options: unknown = undefined) {
    return addTo(KIND, this, temporalDurationLike, options, true);
  }

  until(other: unknown, options: unknown = undefined) {
    return difference(KIND, false, self(this), toDateTime(other), options);
  }

  since(other: unknown, options: unknown = undefined) {
    return difference(KIND, true, self(this), toDateTime(other), options);
  }

  round(roundTo: unknown) {
    return rounded(KIND, this, roundTo);
  }

  equals(other: unknown): boolean {
    return areEqual(self(this), toDateTime(other));
  }

  toString(options: unknown = undefined): string {
    return timeString(KIND, self(this), options);
  }

  toLocaleString(locales: unknown = undefined, options: unknown = undefined): string {
    self(this);
    return localeString(this, locales, options);
  }

  toJSON(): string {
    return plainString(KIND, self(this));
  }

  valueOf(): never {
    return noValue("PlainDateTime");
  }

  toZonedDateTime(temporalTimeZoneLike: unknown, options: unknown = undefined) {
    const slots = self(this);
    const zone = timeZoneOf(temporalTimeZoneLike);
    const disambiguation = disambiguationOf(optionsObject(options));
    const out = emptySlots(TemporalKind.ZONED_DATE_TIME);
    ensure(native.toZoned(KIND, slots, disambiguation, zone, out));
    return make(TemporalKind.ZONED_DATE_TIME, out);
  }

  toPlainDate() {
    return make(TemporalKind.PLAIN_DATE, datePart(self(this)));
  }

  toPlainTime() {
    return make(TemporalKind.PLAIN_TIME, timePart(self(this)));
  }
}

defineCalendarGetters(PlainDateTime.prototype, (object) => self(object).subarray(0, 4), DATE_GETTERS);
defineSlotGetters(PlainDateTime.prototype, self, 4, TIME_GETTERS);
setTag(PlainDateTime.prototype, "Temporal.PlainDateTime");
setPrototype(KIND, PlainDateTime.prototype);
