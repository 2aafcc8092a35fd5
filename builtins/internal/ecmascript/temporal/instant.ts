// Temporal.Instant: https://tc39.es/proposal-temporal/#sec-temporal-instant-objects
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";
import {
  addTo,
  areEqual,
  compareNumbers,
  defineGetter,
  difference,
  noValue,
  plainString,
  rounded,
  setTag,
} from "internal:ecmascript/temporal/operations";
import { toInstant } from "internal:ecmascript/temporal/convert";
import { timeZoneOf } from "internal:ecmascript/temporal/fields";
import { localeString } from "internal:ecmascript/temporal/locale";
import { digitsOf, modeOf, optionsObject, unitOption } from "internal:ecmascript/temporal/options";
import { emptySlots, ensureString, make, receiver, setPrototype, stamp } from "internal:ecmascript/temporal/slots";

const KIND = TemporalKind.INSTANT;
const ALL = [0, 1];
const MILLISECONDS_MAX = 8.64e15;
const NANOSECONDS_MAX = 8_640_000_000_000_000_000_000n;
const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
/** Wide enough for every BigInt that is not out of range by far. */
const BIGINT_BITS = 4096;
const { isInteger } = Number;
const { abs } = Math;
const { asIntN } = BigInt;
const EngineBigInt = BigInt;
const EngineNumber = Number;
const NO_ZONE = new Float64Array(0);

const self = (value: unknown) => receiver(value, KIND);

export class Instant {
  constructor(epochNanoseconds: unknown) {
    stamp(this, KIND, instantSlots(epochNanoseconds));
  }

  static from(item: unknown) {
    return make(KIND, toInstant(item));
  }

  static fromEpochMilliseconds(epochMilliseconds: unknown) {
    const milliseconds = +(epochMilliseconds as number);
    if (!isInteger(milliseconds) || abs(milliseconds) > MILLISECONDS_MAX)
      throw new RangeError("The milliseconds must be an integer in the range of a time");
    const slots = emptySlots(KIND);
    slots[0] = milliseconds + 0;
    return make(KIND, slots);
  }

  static fromEpochNanoseconds(epochNanoseconds: unknown) {
    return make(KIND, instantSlots(epochNanoseconds));
  }

  static compare(one: unknown, two: unknown): number {
    return compareNumbers(toInstant(one), toInstant(two), ALL);
  }

  add(temporalDurationLike: unknown) {
    return addTo(KIND, this, temporalDurationLike, undefined, false);
  }

  subtract(temporalDurationLike: unknown) {
    return addTo(KIND, this, temporalDurationLike, undefined, true);
  }

  until(other: unknown, options: unknown = undefined) {
    return difference(KIND, false, self(this), toInstant(other), options);
  }

  since(other: unknown, options: unknown = undefined) {
    return difference(KIND, true, self(this), toInstant(other), options);
  }

  round(roundTo: unknown) {
    return rounded(KIND, this, roundTo);
  }

  equals(other: unknown): boolean {
    return areEqual(self(this), toInstant(other));
  }

  toString(options: unknown = undefined): string {
    const slots = self(this);
    const bag = optionsObject(options);
    const digits = digitsOf(bag);
    const mode = modeOf(bag);
    const smallest = unitOption(bag, "smallestUnit");
    const given = bag?.timeZone;
    const timeZone = given === undefined ? NO_ZONE : timeZoneOf(given);
    return ensureString(
      native.format(KIND, slots, { digits, smallest, mode, calendar: 0, offset: 0, zone: 0 }, timeZone),
    );
  }

  toLocaleString(locales: unknown = undefined, options: unknown = undefined): string {
    self(this);
    return localeString(this, locales, options);
  }

  toJSON(): string {
    return plainString(KIND, self(this));
  }

  valueOf(): never {
    return noValue("Instant");
  }

  toZonedDateTimeISO(timeZone: unknown) {
    return make(TemporalKind.ZONED_DATE_TIME, zonedSlots(self(this), timeZoneOf(timeZone), 0));
  }
}

/** The slots of an Instant from a BigInt of nanoseconds. */
export function instantSlots(epochNanoseconds: unknown): Float64Array {
  const nanoseconds = asIntN(BIGINT_BITS, epochNanoseconds as bigint);
  if (nanoseconds > NANOSECONDS_MAX || nanoseconds < -NANOSECONDS_MAX)
    throw new RangeError("The nanoseconds are out of the range of a time");
  const slots = emptySlots(KIND);
  // The quotient is rounded down, not towards zero.
  let rest = nanoseconds % NANOSECONDS_PER_MILLISECOND;
  if (rest < 0n) rest += NANOSECONDS_PER_MILLISECOND;
  slots[0] = EngineNumber((nanoseconds - rest) / NANOSECONDS_PER_MILLISECOND);
  slots[1] = EngineNumber(rest);
  return slots;
}

/** The BigInt of nanoseconds of the first two slots. */
export function epochNanoseconds(slots: Float64Array): bigint {
  return EngineBigInt(slots[0]!) * NANOSECONDS_PER_MILLISECOND + EngineBigInt(slots[1]!);
}

/** The slots of a ZonedDateTime at an instant. */
export function zonedSlots(instant: Float64Array, zone: Float64Array, calendar: number): Float64Array {
  const slots = emptySlots(TemporalKind.ZONED_DATE_TIME);
  slots[0] = instant[0]!;
  slots[1] = instant[1]!;
  slots[2] = calendar;
  slots.set(zone, 3);
  return slots;
}

defineGetter(Instant.prototype, "epochMilliseconds", (object) => self(object)[0]);
defineGetter(Instant.prototype, "epochNanoseconds", (object) => epochNanoseconds(self(object)));
setTag(Instant.prototype, "Temporal.Instant");
setPrototype(KIND, Instant.prototype);
