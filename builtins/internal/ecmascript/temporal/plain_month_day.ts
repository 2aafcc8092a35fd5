// Temporal.PlainMonthDay: https://tc39.es/proposal-temporal/#sec-temporal-plainmonthday-objects
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";
import {
  areEqual,
  dateString,
  defineCalendarGetters,
  noValue,
  plainString,
  setTag,
} from "internal:ecmascript/temporal/operations";
import { toMonthDay } from "internal:ecmascript/temporal/convert";
import {
  FieldSet,
  constructorCalendar,
  partialFields,
  readFields,
  resolveWith,
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

const KIND = TemporalKind.PLAIN_MONTH_DAY;
/** A leap year, so that every day of the ISO calendar exists in it. */
const REFERENCE_YEAR = 1972;

const self = (value: unknown) => receiver(value, KIND);

export class PlainMonthDay {
  constructor(
    isoMonth: unknown,
    isoDay: unknown,
    calendar: unknown = undefined,
    referenceISOYear: unknown = undefined,
  ) {
    const slots = emptySlots(KIND);
    slots[1] = integerOf(isoMonth);
    slots[2] = integerOf(isoDay);
    slots[3] = constructorCalendar(calendar);
    slots[0] = referenceISOYear === undefined ? REFERENCE_YEAR : integerOf(referenceISOYear);
    stamp(this, KIND, checkedSlots(KIND, slots));
  }

  static from(item: unknown, options: unknown = undefined) {
    return make(KIND, toMonthDay(item, options));
  }

  with(temporalMonthDayLike: unknown, options: unknown = undefined) {
    const slots = self(this);
    const fields = partialFields(temporalMonthDayLike, slots[3]!, FieldSet.DATE);
    return make(KIND, resolveWith(KIND, slots, fields, emptySlots(KIND), overflowOf(options)));
  }

  equals(other: unknown): boolean {
    return areEqual(self(this), toMonthDay(other));
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
    return noValue("PlainMonthDay");
  }

  toPlainDate(item: unknown) {
    const slots = self(this);
    if (!isObject(item)) throw new TypeError("The argument must be an object with a year");
    const fields = readFields(item, slots[3]!, FieldSet.YEAR);
    if (fields.isEmpty) throw new TypeError("The field year is required");
    const out = emptySlots(TemporalKind.PLAIN_DATE);
    ensure(native.toDate(KIND, slots, fields.numbers, fields.era, out));
    return make(TemporalKind.PLAIN_DATE, out);
  }
}

defineCalendarGetters(PlainMonthDay.prototype, self, ["monthCode", "day"]);
setTag(PlainMonthDay.prototype, "Temporal.PlainMonthDay");
setPrototype(KIND, PlainMonthDay.prototype);
