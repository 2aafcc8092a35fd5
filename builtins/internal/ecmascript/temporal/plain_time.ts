// Temporal.PlainTime: https://tc39.es/proposal-temporal/#sec-temporal-plaintime-objects
import { TemporalKind } from "native:temporal";
import {
  TIME_GETTERS,
  addTo,
  areEqual,
  compareNumbers,
  defineSlotGetters,
  difference,
  noValue,
  plainString,
  rounded,
  setTag,
  timeString,
} from "internal:ecmascript/temporal/operations";
import { toTime } from "internal:ecmascript/temporal/convert";
import { FieldSet, partialFields, resolveWith } from "internal:ecmascript/temporal/fields";
import { localeString } from "internal:ecmascript/temporal/locale";
import { integerOf, overflowOf } from "internal:ecmascript/temporal/options";
import { checkedSlots, emptySlots, make, receiver, setPrototype, stamp } from "internal:ecmascript/temporal/slots";

const KIND = TemporalKind.PLAIN_TIME;
const ALL = [0, 1, 2, 3, 4, 5];

const self = (value: unknown) => receiver(value, KIND);

export class PlainTime {
  constructor(
    hour: unknown = undefined,
    minute: unknown = undefined,
    second: unknown = undefined,
    millisecond: unknown = undefined,
    microsecond: unknown = undefined,
    nanosecond: unknown = undefined,
  ) {
    const slots = timeSlots([hour, minute, second, millisecond, microsecond, nanosecond]);
    stamp(this, KIND, checkedSlots(KIND, slots));
  }

  static from(item: unknown, options: unknown = undefined) {
    return make(KIND, toTime(item, options));
  }

  static compare(one: unknown, two: unknown): number {
    return compareNumbers(toTime(one), toTime(two), ALL);
  }

  add(temporalDurationLike: unknown) {
    return addTo(KIND, this, temporalDurationLike, undefined, false);
  }

  subtract(temporalDurationLike: unknown) {
    return addTo(KIND, this, temporalDurationLike, undefined, true);
  }

  with(temporalTimeLike: unknown, options: unknown = undefined) {
    const slots = self(this);
    const fields = partialFields(temporalTimeLike, 0, FieldSet.TIME);
    return make(KIND, resolveWith(KIND, slots, fields, emptySlots(KIND), overflowOf(options)));
  }

  until(other: unknown, options: unknown = undefined) {
    return difference(KIND, false, self(this), toTime(other), options);
  }

  since(other: unknown, options: unknown = undefined) {
    return difference(KIND, true, self(this), toTime(other), options);
  }

  round(roundTo: unknown) {
    return rounded(KIND, this, roundTo);
  }

  equals(other: unknown): boolean {
    return areEqual(self(this), toTime(other));
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
    return noValue("PlainTime");
  }
}

/** The slots of a constructor's arguments; those that are undefined are zero. */
export function timeSlots(parts: unknown[]): Float64Array {
  const slots = emptySlots(KIND);
  for (let index = 0; index < slots.length; index++)
    if (parts[index] !== undefined) slots[index] = integerOf(parts[index]);
  return slots;
}

defineSlotGetters(PlainTime.prototype, self, 0, TIME_GETTERS);
setTag(PlainTime.prototype, "Temporal.PlainTime");
setPrototype(KIND, PlainTime.prototype);
