// Temporal.PlainYearMonth: https://tc39.es/proposal-temporal/#sec-temporal-plainyearmonth-objects
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";
import {
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
import { toYearMonth } from "internal:ecmascript/temporal/convert";
import {
  FieldSet,
  constructorCalendar,
  hasField,
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

const KIND = TemporalKind.PLAIN_YEAR_MONTH;
const ISO = [0, 1, 2];

const self = (value: unknown) => receiver(value, KIND);

export class PlainYearMonth {
  constructor(
    isoYear: unknown,
    isoMonth: unknown,
    calendar: unknown = undefined,
    referenceISODay: unknown = undefined,
  ) {
    const slots = emptySlots(KIND);
    slots[0] = integerOf(isoYear);
    slots[1] = integerOf(isoMonth);
    slots[3] = constructorCalendar(calendar);
    slots[2] = referenceISODay === undefined ? 1 : integerOf(referenceISODay);
    stamp(this, KIND, checkedSlots(KIND, slots));
  }

  static from(item: unknown, options: unknown = undefined) {
    return make(KIND, toYearMonth(item, options));
  }

  static compare(one: unknown, two: unknown): number {
    return compareNumbers(toYearMonth(one), toYearMonth(two), ISO);
  }

  with(temporalYearMonthLike: unknown, options: unknown = undefined) {
    const slots = self(this);
    const fields = partialFields(temporalYearMonthLike, slots[3]!, FieldSet.YEAR_MONTH);
    return make(KIND, resolveWith(KIND, slots, fields, emptySlots(KIND), overflowOf(options)));
  }

  add(temporalDurationLike: unknown, options: unknown = undefined) {
    return addTo(KIND, this, temporalDurationLike, options, false);
  }

  subtract(temporalDurationLike: unknown, options: unknown = undefined) {
    return addTo(KIND, this, temporalDurationLike, options, true);
  }

  until(other: unknown, options: unknown = undefined) {
    return difference(KIND, false, self(this), toYearMonth(other), options);
  }

  since(other: unknown, options: unknown = undefined) {
    return difference(KIND, true, self(this), toYearMonth(other), options);
  }

  equals(other: unknown): boolean {
    return areEqual(self(this), toYearMonth(other));
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
    return noValue("PlainYearMonth");
  }

  toPlainDate(item: unknown) {
    const slots = self(this);
    if (!isObject(item)) throw new TypeError("The argument must be an object with a day");
    const fields = readFields(item, slots[3]!, FieldSet.DAY);
    if (!hasField(fields, "day")) throw new TypeError("The field day is required");
    const out = emptySlots(TemporalKind.PLAIN_DATE);
    ensure(native.toDate(KIND, slots, fields.numbers, null, out));
    return make(TemporalKind.PLAIN_DATE, out);
  }
}

defineCalendarGetters(PlainYearMonth.prototype, self, [
  "year",
  "month",
  "monthCode",
  "era",
  "eraYear",
  "daysInYear",
  "daysInMonth",
  "monthsInYear",
  "inLeapYear",
]);
setTag(PlainYearMonth.prototype, "Temporal.PlainYearMonth");
setPrototype(KIND, PlainYearMonth.prototype);
