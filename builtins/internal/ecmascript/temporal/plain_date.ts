// Temporal.PlainDate: https://tc39.es/proposal-temporal/#sec-temporal-plaindate-objects
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";
import {
  DATE_GETTERS,
  addTo,
  areEqual,
  compareNumbers,
  dateString,
  defineCalendarGetters,
  difference,
  noValue,
  plainString,
  setTag,
} from "internal:ecmascript/temporal/operations";
import { joined, toDate, toTimeOrMidnight } from "internal:ecmascript/temporal/convert";
import {
  FieldSet,
  constructorCalendar,
  partialFields,
  resolveWith,
  timeZoneOf,
  toCalendar,
} from "internal:ecmascript/temporal/fields";
import { localeString } from "internal:ecmascript/temporal/locale";
import { integerOf, isObject, overflowOf } from "internal:ecmascript/temporal/options";
import {
  checkedSlots,
  emptySlots,
  ensure,
  make,
  receiver,
  setPrototype,
  stamp,
} from "internal:ecmascript/temporal/slots";

const KIND = TemporalKind.PLAIN_DATE;
const ISO = [0, 1, 2];

const self = (value: unknown) => receiver(value, KIND);

export class PlainDate {
  constructor(isoYear: unknown, isoMonth: unknown, isoDay: unknown, calendar: unknown = undefined) {
    const slots = emptySlots(KIND);
    slots[0] = integerOf(isoYear);
    slots[1] = integerOf(isoMonth);
    slots[2] = integerOf(isoDay);
    slots[3] = constructorCalendar(calendar);
    stamp(this, KIND, checkedSlots(KIND, slots));
  }

  static from(item: unknown, options: unknown = undefined) {
    return make(KIND, toDate(item, options));
  }

  static compare(one: unknown, two: unknown): number {
    return compareNumbers(toDate(one), toDate(two), ISO);
  }

  toPlainYearMonth() {
    const out = emptySlots(TemporalKind.PLAIN_YEAR_MONTH);
    ensure(native.dateTo(TemporalKind.PLAIN_YEAR_MONTH, self(this), out));
    return make(TemporalKind.PLAIN_YEAR_MONTH, out);
  }

  toPlainMonthDay() {
    const out = emptySlots(TemporalKind.PLAIN_MONTH_DAY);
    ensure(native.dateTo(TemporalKind.PLAIN_MONTH_DAY, self(this), out));
    return make(TemporalKind.PLAIN_MONTH_DAY, out);
  }

  add(temporalDurationLike: unknown, options: unknown = undefined) {
    return addTo(KIND, this, temporalDurationLike, options, false);
  }

  subtract(temporalDurationLike: unknown, options: unknown = undefined) {
    return addTo(KIND, this, temporalDurationLike, options, true);
  }

  with(temporalDateLike: unknown, options: unknown = undefined) {
    const slots = self(this);
    const fields = partialFields(temporalDateLike, slots[3]!, FieldSet.DATE);
    return make(KIND, resolveWith(KIND, slots, fields, emptySlots(KIND), overflowOf(options)));
  }

  withCalendar(calendarLike: unknown) {
    const slots = self(this).slice();
    slots[3] = toCalendar(calendarLike);
    return make(KIND, slots);
  }

  until(other: unknown, options: unknown = undefined) {
    return difference(KIND, false, self(this), toDate(other), options);
  }

  since(other: unknown, options: unknown = undefined) {
    return difference(KIND, true, self(this), toDate(other), options);
  }

  equals(other: unknown): boolean {
    return areEqual(self(this), toDate(other));
  }

  toPlainDateTime(temporalTime: unknown = undefined) {
    const slots = self(this);
    const dateTime = joined(slots, toTimeOrMidnight(temporalTime));
    return make(TemporalKind.PLAIN_DATE_TIME, checkedSlots(TemporalKind.PLAIN_DATE_TIME, dateTime));
  }

  toZonedDateTime(item: unknown) {
    const slots = self(this);
    let zone: unknown = item;
    let time: Float64Array | undefined;
    if (isObject(item)) {
      const { timeZone } = item;
      if (timeZone !== undefined) {
        zone = timeZone;
        const { plainTime } = item;
        const zoneNumbers = timeZoneOf(zone);
        time = toTimeOrMidnight(plainTime);
        return zonedAt(slots, zoneNumbers, time);
      }
    }
    return zonedAt(slots, timeZoneOf(zone), time);
  }

  toString(options: unknown = undefined): string {
    return dateString(KIND, self(this), options);
  }

  toLocaleString(locales: unknown = undefined, options: unknown = undefined): string {
    self(this);
    return localeString(this, locales, options);
  }

  toJSON(): string {
    return plainString(KIND, self(this));
  }

  valueOf(): never {
    return noValue("PlainDate");
  }
}

// Without a time: the start of the day, which is not midnight everywhere.
function zonedAt(date: Float64Array, zone: Float64Array, time: Float64Array | undefined) {
  const out = emptySlots(TemporalKind.ZONED_DATE_TIME);
  if (time === undefined) {
    ensure(native.toZoned(KIND, date, 0, zone, out));
  } else {
    const dateTime = checkedSlots(TemporalKind.PLAIN_DATE_TIME, joined(date, time));
    ensure(native.toZoned(TemporalKind.PLAIN_DATE_TIME, dateTime, 0, zone, out));
  }
  return make(TemporalKind.ZONED_DATE_TIME, out);
}

defineCalendarGetters(PlainDate.prototype, self, DATE_GETTERS);
setTag(PlainDate.prototype, "Temporal.PlainDate");
setPrototype(KIND, PlainDate.prototype);
