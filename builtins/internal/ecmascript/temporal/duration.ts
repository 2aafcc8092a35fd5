// Temporal.Duration: https://tc39.es/proposal-temporal/#sec-temporal-duration-objects
import { DURATION_UNITS } from "internal:ecmascript/duration_units";
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";
import {
  areEqual,
  defineGetter,
  defineSlotGetters,
  negated,
  noValue,
  plainString,
  setTag,
  timeString,
} from "internal:ecmascript/temporal/operations";
import { readDuration, relativeTo, toDuration } from "internal:ecmascript/temporal/convert";
import { durationLocaleString } from "internal:ecmascript/temporal/locale";
import {
  NOT_GIVEN,
  incrementOf,
  integralOf,
  modeOf,
  optionsObject,
  roundingArgument,
  unitOption,
} from "internal:ecmascript/temporal/options";
import {
  checkedSlots,
  emptySlots,
  ensure,
  make,
  receiver,
  setPrototype,
  stamp,
} from "internal:ecmascript/temporal/slots";

const KIND = TemporalKind.DURATION;

const self = (value: unknown) => receiver(value, KIND);

export class Duration {
  constructor(
    years: unknown = undefined,
    months: unknown = undefined,
    weeks: unknown = undefined,
    days: unknown = undefined,
    hours: unknown = undefined,
    minutes: unknown = undefined,
    seconds: unknown = undefined,
    milliseconds: unknown = undefined,
    microseconds: unknown = undefined,
    nanoseconds: unknown = undefined,
  ) {
    const parts = [years, months, weeks, days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds];
    const slots = emptySlots(KIND);
    for (let index = 0; index < slots.length; index++)
      if (parts[index] !== undefined) slots[index] = integralOf(parts[index]);
    stamp(this, KIND, checkedSlots(KIND, slots));
  }

  static from(item: unknown) {
    return make(KIND, toDuration(item));
  }

  static compare(one: unknown, two: unknown, options: unknown = undefined): number {
    const left = toDuration(one);
    const right = toDuration(two);
    const relative = relativeTo(optionsObject(options));
    if (areEqual(left, right)) return 0;
    const out = new Float64Array(1);
    ensure(native.compareDurations(left, right, relative, out));
    return out[0]!;
  }

  with(temporalDurationLike: unknown) {
    return make(KIND, readDuration(temporalDurationLike, self(this).slice()));
  }

  negated() {
    return make(KIND, negated(self(this)));
  }

  abs() {
    const slots = self(this);
    return make(KIND, signOf(slots) < 0 ? negated(slots) : slots);
  }

  add(other: unknown) {
    return sum(self(this), toDuration(other));
  }

  subtract(other: unknown) {
    return sum(self(this), negated(toDuration(other)));
  }

  round(roundTo: unknown) {
    const slots = self(this);
    const bag = roundingArgument(roundTo);
    const largest = unitOption(bag, "largestUnit");
    const relative = relativeTo(bag);
    const increment = incrementOf(bag);
    const mode = modeOf(bag);
    const smallest = unitOption(bag, "smallestUnit");
    if (largest === NOT_GIVEN && smallest === NOT_GIVEN)
      throw new RangeError("One of the options smallestUnit and largestUnit is required");
    const out = emptySlots(KIND);
    ensure(native.roundDuration(slots, relative, { largest, smallest, mode, increment }, out));
    return make(KIND, out);
  }

  total(totalOf: unknown): number {
    const slots = self(this);
    const bag = roundingArgument(totalOf, "unit");
    const relative = relativeTo(bag);
    const unit = unitOption(bag, "unit");
    if (unit === NOT_GIVEN) throw new RangeError("The option unit is required");
    const out = new Float64Array(1);
    ensure(native.totalOfDuration(slots, relative, unit, out));
    return out[0]!;
  }

  toString(options: unknown = undefined): string {
    return timeString(KIND, self(this), options);
  }

  toJSON(): string {
    return plainString(KIND, self(this));
  }

  toLocaleString(locales: unknown = undefined, options: unknown = undefined): string {
    self(this);
    return durationLocaleString(this, locales, options);
  }

  valueOf(): never {
    return noValue("Duration");
  }
}

function sum(one: Float64Array, two: Float64Array) {
  const out = emptySlots(KIND);
  ensure(native.add(KIND, one, two, 0, out));
  return make(KIND, out);
}

function signOf(slots: Float64Array): number {
  for (let index = 0; index < slots.length; index++) if (slots[index] !== 0) return slots[index]! < 0 ? -1 : 1;
  return 0;
}

defineSlotGetters(Duration.prototype, self, 0, DURATION_UNITS);
defineGetter(Duration.prototype, "sign", (object) => signOf(self(object)));
defineGetter(Duration.prototype, "blank", (object) => signOf(self(object)) === 0);
setTag(Duration.prototype, "Temporal.Duration");
setPrototype(KIND, Duration.prototype);
