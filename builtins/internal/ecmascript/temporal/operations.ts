// What the classes of Temporal share.
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";
import {
  NOT_GIVEN,
  differenceSettings,
  digitsOf,
  modeOf,
  optionsObject,
  overflowOf,
  roundingSettings,
  shownCalendar,
  unitOption,
} from "internal:ecmascript/temporal/options";
import { toDuration } from "internal:ecmascript/temporal/convert";
import {
  type CalendarView,
  calendarOf,
  emptySlots,
  ensure,
  ensureString,
  hasCalendar,
  make,
  receiver,
  setView,
  viewOf,
} from "internal:ecmascript/temporal/slots";

const { defineProperty, getOwnPropertyDescriptor } = Object;
const { apply } = Reflect;
const { isNaN } = Number;
const { indexOf, slice } = String.prototype;
const VIEW_COUNT = 13;
const IN_LEAP_YEAR = 11;
const ERA_YEAR = 12;
const NO_NUMBERS = new Float64Array(0);

/** Getters of a calendar's view that are numbers, by their position in it. */
const VIEW_NUMBERS = [
  "year",
  "month",
  "day",
  "dayOfWeek",
  "dayOfYear",
  "weekOfYear",
  "yearOfWeek",
  "daysInWeek",
  "daysInMonth",
  "daysInYear",
  "monthsInYear",
];

/** The calendar's view of `object`, whose date is `date`. */
export function calendarView(object: object, date: Float64Array): CalendarView {
  let view = viewOf(object);
  if (view === undefined) {
    const numbers = new Float64Array(VIEW_COUNT);
    const text = ensureString(native.calendarFields(date, numbers));
    const space = apply(indexOf, text, [" "]) as number;
    const isEra = space >= 0;
    view = {
      numbers,
      monthCode: isEra ? (apply(slice, text, [0, space]) as string) : text,
      era: isEra ? (apply(slice, text, [space + 1]) as string) : undefined,
    };
    setView(object, view);
  }
  return view;
}

/** Defines a getter named `name`. */
export function defineGetter(prototype: object, name: string, read: (object: object) => unknown): void {
  const accessor = {
    get [name](): unknown {
      return read(this);
    },
  };
  const { get } = getOwnPropertyDescriptor(accessor, name)!;
  defineProperty(prototype, name, { get, set: undefined, enumerable: false, configurable: true });
}

/** Defines the getters of a date in a calendar. `dateOf` checks the receiver and returns its date. */
export function defineCalendarGetters(
  prototype: object,
  dateOf: (object: object) => Float64Array,
  names: readonly string[],
): void {
  for (const name of names) {
    const position = VIEW_NUMBERS.indexOf(name);
    if (position >= 0)
      defineGetter(prototype, name, (object) => numberOrUndefined(calendarView(object, dateOf(object)), position));
  }
  const define = (name: string, read: (view: CalendarView) => unknown) => {
    if (names.includes(name)) defineGetter(prototype, name, (object) => read(calendarView(object, dateOf(object))));
  };
  define("monthCode", (view) => view.monthCode);
  define("era", (view) => view.era);
  define("eraYear", (view) => numberOrUndefined(view, ERA_YEAR));
  define("inLeapYear", (view) => view.numbers[IN_LEAP_YEAR] === 1);
  defineGetter(prototype, "calendarId", (object) => native.calendarName(dateOf(object)[3]!));
}

function numberOrUndefined(view: CalendarView, position: number): number | undefined {
  const number = view.numbers[position]!;
  return isNaN(number) ? undefined : number;
}

/** Defines getters of numbers in the slots that `slotsFor` returns, from `start` on. */
export function defineSlotGetters(
  prototype: object,
  slotsFor: (object: object) => Float64Array,
  start: number,
  names: readonly string[],
): void {
  names.forEach((name, index) => {
    defineGetter(prototype, name, (object) => slotsFor(object)[start + index]);
  });
}

/** The fields of a time, as they lie in the slots. */
export const TIME_GETTERS = ["hour", "minute", "second", "millisecond", "microsecond", "nanosecond"] as const;
/** The getters of a date in a calendar. */
export const DATE_GETTERS = [...VIEW_NUMBERS, "monthCode", "era", "eraYear", "inLeapYear"] as const;

/** The negative of a duration's slots. */
export function negated(duration: Float64Array): Float64Array {
  const result = emptySlots(TemporalKind.DURATION);
  for (let index = 0; index < result.length; index++) result[index] = 0 - duration[index]!;
  return result;
}

/** `add` and `subtract` (`isNegative`). */
export function addTo(kind: TemporalKind, self: unknown, item: unknown, options: unknown, isNegative: boolean): object {
  const slots = receiver(self, kind);
  const given = toDuration(item);
  const duration = isNegative ? negated(given) : given;
  const overflow = overflowOf(options);
  const out = emptySlots(kind);
  ensure(native.add(kind, slots, duration, overflow, out));
  return make(kind, out);
}

/** `until` and `since`. */
export function difference(
  kind: TemporalKind,
  isSince: boolean,
  slots: Float64Array,
  other: Float64Array,
  options: unknown,
): object {
  if (hasCalendar(kind) && calendarOf(kind, slots) !== calendarOf(kind, other))
    throw new RangeError("The calendars of the two objects differ");
  const how = differenceSettings(options);
  const out = emptySlots(TemporalKind.DURATION);
  ensure(native.difference(kind, isSince, slots, other, how, out));
  return make(TemporalKind.DURATION, out);
}

/** `round`, other than that of a Duration. */
export function rounded(kind: TemporalKind, self: unknown, argument: unknown): object {
  const slots = receiver(self, kind);
  const how = roundingSettings(argument);
  const out = emptySlots(kind);
  ensure(native.round(kind, slots, how, out));
  return make(kind, out);
}

/** What a string shows without any option. */
const PLAIN_PARTS = { digits: NOT_GIVEN, smallest: NOT_GIVEN, mode: NOT_GIVEN, calendar: 0, offset: 0, zone: 0 };

/** The string of slots without any option. */
export function plainString(kind: TemporalKind, slots: Float64Array): string {
  return ensureString(native.format(kind, slots, PLAIN_PARTS, NO_NUMBERS));
}

/** `toString` of a class with a calendar and without a time. */
export function dateString(kind: TemporalKind, slots: Float64Array, options: unknown): string {
  const calendar = shownCalendar(optionsObject(options));
  return ensureString(native.format(kind, slots, { ...PLAIN_PARTS, calendar }, NO_NUMBERS));
}

/** `toString` of a class with a time. */
export function timeString(kind: TemporalKind, slots: Float64Array, options: unknown): string {
  const bag = optionsObject(options);
  const calendar = kind === TemporalKind.PLAIN_DATE_TIME ? shownCalendar(bag) : 0;
  const digits = digitsOf(bag);
  const mode = modeOf(bag);
  const smallest = unitOption(bag, "smallestUnit");
  return ensureString(native.format(kind, slots, { ...PLAIN_PARTS, digits, smallest, mode, calendar }, NO_NUMBERS));
}

/** Compares the numbers at some positions. */
export function compareNumbers(one: Float64Array, two: Float64Array, positions: readonly number[]): number {
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index]!;
    if (one[position]! !== two[position]!) return one[position]! < two[position]! ? -1 : 1;
  }
  return 0;
}

/** Whether all slots are equal. */
export function areEqual(one: Float64Array, two: Float64Array): boolean {
  for (let index = 0; index < one.length; index++) if (one[index] !== two[index]) return false;
  return true;
}

/** Throws what `valueOf` throws. */
export function noValue(name: string): never {
  throw new TypeError(`Do not use Temporal.${name}.prototype.valueOf; use Temporal.${name}.compare for comparison`);
}

/** Gives a class its `Symbol.toStringTag`. */
export function setTag(object: object, tag: string): void {
  defineProperty(object, Symbol.toStringTag, { value: tag, writable: false, enumerable: false, configurable: true });
}
