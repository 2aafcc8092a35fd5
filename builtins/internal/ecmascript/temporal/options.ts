// The options of Temporal's methods: https://tc39.es/proposal-temporal/#sec-temporal-abstract-ops. They cross to native code as
// the numbers that are in these tables.

type Table = Record<string, number>;
/** An options object of a program. */
export type OptionsBag = Record<string, unknown>;

/** The number of an option that was not given. */
export const NOT_GIVEN = 255;
const INCREMENT_MAX = 1e9;
const { isFinite, isInteger } = Number;
const { floor, trunc } = Math;

function table(entries: Table): Table {
  return { __proto__: null, ...entries } as unknown as Table;
}

const UNITS = table({
  auto: 0,
  nanosecond: 1,
  nanoseconds: 1,
  microsecond: 2,
  microseconds: 2,
  millisecond: 3,
  milliseconds: 3,
  second: 4,
  seconds: 4,
  minute: 5,
  minutes: 5,
  hour: 6,
  hours: 6,
  day: 7,
  days: 7,
  week: 8,
  weeks: 8,
  month: 9,
  months: 9,
  year: 10,
  years: 10,
});
/** The number of the unit "day". Larger ones have larger numbers. */
export const DAY = 7;
const MODES = table({
  ceil: 0,
  floor: 1,
  expand: 2,
  trunc: 3,
  halfCeil: 4,
  halfFloor: 5,
  halfExpand: 6,
  halfTrunc: 7,
  halfEven: 8,
});
const OVERFLOWS = table({ constrain: 0, reject: 1 });
const DISAMBIGUATIONS = table({ compatible: 0, earlier: 1, later: 2, reject: 3 });
const OFFSETS = table({ use: 0, prefer: 1, ignore: 2, reject: 3 });
const CALENDAR_NAMES = table({ auto: 0, always: 1, never: 2, critical: 3 });
const SHOWN_OFFSETS = table({ auto: 0, never: 1 });
const SHOWN_ZONES = table({ auto: 0, never: 1, critical: 2 });
/** The offset option "reject". */
export const OFFSET_REJECT = 3;

/** Whether a value is an object in the sense of ECMA-262. */
export function isObject(value: unknown): value is OptionsBag {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** GetOptionsObject. Returns undefined for no options. */
export function optionsObject(options: unknown): OptionsBag | undefined {
  if (options === undefined || isObject(options)) return options;
  throw new TypeError("The options argument must be an object or undefined");
}

function stringOption(options: OptionsBag | undefined, name: string, values: Table, fallback: number): number {
  if (options === undefined) return fallback;
  const value = options[name];
  if (value === undefined) return fallback;
  const text = `${value as string}`;
  const number = values[text];
  if (number === undefined) throw new RangeError(`Invalid value "${text}" for the option "${name}"`);
  return number;
}

/** The option `overflow`. Checks that `options` is an object or undefined. */
export function overflowOf(options: unknown): number {
  return stringOption(optionsObject(options), "overflow", OVERFLOWS, 0);
}

/** The option `disambiguation`. */
export function disambiguationOf(options: OptionsBag | undefined): number {
  return stringOption(options, "disambiguation", DISAMBIGUATIONS, 0);
}

/** The option `offset` of a ZonedDateTime. */
export function offsetOf(options: OptionsBag | undefined, fallback: number): number {
  return stringOption(options, "offset", OFFSETS, fallback);
}

/** How a ZonedDateTime is made from local time. */
export interface Resolution {
  disambiguation: number;
  offset: number;
  overflow: number;
}

/** The options `disambiguation`, `offset` and `overflow`, read in this order. */
export function resolutionOf(options: unknown, offsetFallback: number): Resolution {
  const bag = optionsObject(options);
  const disambiguation = disambiguationOf(bag);
  const offset = offsetOf(bag, offsetFallback);
  return { disambiguation, offset, overflow: stringOption(bag, "overflow", OVERFLOWS, 0) };
}

/** An option that is a unit of time; NOT_GIVEN when it is absent. */
export function unitOption(options: OptionsBag | undefined, name: string): number {
  return stringOption(options, name, UNITS, NOT_GIVEN);
}

/** The number of a unit that was given as a string. */
export function unitNamed(name: string): number {
  const unit = UNITS[name];
  if (unit === undefined) throw new RangeError(`Invalid unit "${name}"`);
  return unit;
}

/** The option `roundingMode`. */
export function modeOf(options: OptionsBag | undefined): number {
  return stringOption(options, "roundingMode", MODES, NOT_GIVEN);
}

/** The option `roundingIncrement`; 0 when it is absent. */
export function incrementOf(options: OptionsBag | undefined): number {
  if (options === undefined) return 0;
  const value = options.roundingIncrement;
  if (value === undefined) return 0;
  const increment = integerOf(value);
  if (increment < 1 || increment > INCREMENT_MAX) throw new RangeError(`Invalid roundingIncrement ${increment}`);
  return increment;
}

/** How a value is rounded, or a difference reported. */
export interface Rounding {
  largest: number;
  smallest: number;
  mode: number;
  increment: number;
}

/** The options of `until` and `since`, read in alphabetical order. */
export function differenceSettings(options: unknown): Rounding {
  const bag = optionsObject(options);
  const largest = unitOption(bag, "largestUnit");
  const increment = incrementOf(bag);
  const mode = modeOf(bag);
  return { largest, increment, mode, smallest: unitOption(bag, "smallestUnit") };
}

/** The argument of `round`: an options object, or the name of the smallest unit. */
export function roundingArgument(argument: unknown, name = "smallestUnit"): OptionsBag {
  if (argument === undefined) throw new TypeError("Options or a unit are required");
  if (typeof argument === "string") return { __proto__: null, [name]: argument } as unknown as OptionsBag;
  return optionsObject(argument)!;
}

/** The settings of `round`, other than that of a Duration. */
export function roundingSettings(argument: unknown): Rounding {
  const bag = roundingArgument(argument);
  const increment = incrementOf(bag);
  const mode = modeOf(bag);
  const smallest = unitOption(bag, "smallestUnit");
  if (smallest === NOT_GIVEN) throw new RangeError("The option smallestUnit is required");
  return { largest: NOT_GIVEN, increment, mode, smallest };
}

/** The option `fractionalSecondDigits`; NOT_GIVEN for "auto". */
export function digitsOf(options: OptionsBag | undefined): number {
  if (options === undefined) return NOT_GIVEN;
  const value = options.fractionalSecondDigits;
  if (value === undefined) return NOT_GIVEN;
  if (typeof value !== "number") {
    if (`${value as string}` === "auto") return NOT_GIVEN;
    throw new RangeError('fractionalSecondDigits must be "auto" or a number from 0 to 9');
  }
  const digits = floor(value);
  if (!(digits >= 0 && digits <= 9)) throw new RangeError("fractionalSecondDigits must be from 0 to 9");
  return digits;
}

/** The option `calendarName`. */
export function shownCalendar(options: OptionsBag | undefined): number {
  return stringOption(options, "calendarName", CALENDAR_NAMES, 0);
}

/** The option `offset` of `toString`. */
export function shownOffset(options: OptionsBag | undefined): number {
  return stringOption(options, "offset", SHOWN_OFFSETS, 0);
}

/** The option `timeZoneName`. */
export function shownZone(options: OptionsBag | undefined): number {
  return stringOption(options, "timeZoneName", SHOWN_ZONES, 0);
}

/** The option `direction` of `getTimeZoneTransition`. Returns whether it is "next". */
export function isNextTransition(argument: unknown): boolean {
  const bag = roundingArgument(argument, "direction");
  const direction = stringOption(bag, "direction", table({ next: 1, previous: 0 }), -1);
  if (direction < 0) throw new RangeError("The option direction is required");
  return direction === 1;
}

/** ToIntegerWithTruncation. */
export function integerOf(value: unknown): number {
  const number = +(value as number);
  if (!isFinite(number)) throw new RangeError("A field must be a finite number");
  return trunc(number) + 0;
}

/** ToPositiveIntegerWithTruncation. */
export function positiveIntegerOf(value: unknown): number {
  const integer = integerOf(value);
  if (integer <= 0) throw new RangeError("A field must be a positive number");
  return integer;
}

/** ToIntegerIfIntegral. */
export function integralOf(value: unknown): number {
  const number = +(value as number);
  if (!isInteger(number)) throw new RangeError("A field of a duration must be an integer");
  return number + 0;
}
