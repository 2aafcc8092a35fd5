// The slots of a Temporal object: numbers, as `ops/temporal.ops.ts` lists them for each class. They are never changed once the
// object is made.
import * as native from "native:temporal";
import { TemporalKind } from "native:temporal";

const { create } = Object;

/** How many slots an object of each class has. */
const SIZES = [4, 6, 10, 4, 4, 5, 2, 10];
/** The names of the classes. */
const NAMES = [
  "PlainDate",
  "PlainTime",
  "PlainDateTime",
  "PlainYearMonth",
  "PlainMonthDay",
  "ZonedDateTime",
  "Instant",
  "Duration",
];
/** The prototypes of the classes. */
const prototypes: object[] = [];

/** The calendar's view of a date. */
export interface CalendarView {
  numbers: Float64Array;
  monthCode: string;
  era: string | undefined;
}

// A constructor that returns its argument: the private fields of its subclass are then added to that object.
class Returned {
  constructor(object: object) {
    return object;
  }
}

class Stamp extends Returned {
  #kind: TemporalKind;
  #slots: Float64Array;
  #view: CalendarView | undefined = undefined;
  #local: Float64Array | undefined = undefined;

  constructor(object: object, kind: TemporalKind, slots: Float64Array) {
    super(object);
    this.#kind = kind;
    this.#slots = slots;
  }

  static kindOf(value: unknown): number {
    return typeof value === "object" && value !== null && #kind in value ? value.#kind : -1;
  }

  static slotsOf(value: object): Float64Array {
    return (value as Stamp).#slots;
  }

  static viewOf(value: object): CalendarView | undefined {
    return (value as Stamp).#view;
  }

  static setView(value: object, view: CalendarView): void {
    (value as Stamp).#view = view;
  }

  static localOf(value: object): Float64Array | undefined {
    return (value as Stamp).#local;
  }

  static setLocal(value: object, local: Float64Array): void {
    (value as Stamp).#local = local;
  }
}

/** The class of a Temporal object; -1 for anything else. */
export const kindOf: (value: unknown) => number = Stamp.kindOf;
/** The slots of a Temporal object. */
export const slotsOf: (value: object) => Float64Array = Stamp.slotsOf;
/** What `setView` stored. */
export const viewOf: (value: object) => CalendarView | undefined = Stamp.viewOf;
/** Stores the calendar's view of an object. */
export const setView: (value: object, view: CalendarView) => void = Stamp.setView;
/** What `setLocal` stored. */
export const localOf: (value: object) => Float64Array | undefined = Stamp.localOf;
/** Stores the local date and time of a ZonedDateTime. */
export const setLocal: (value: object, local: Float64Array) => void = Stamp.setLocal;

/** Makes `object` one of a class. */
export function stamp(object: object, kind: TemporalKind, slots: Float64Array): void {
  new Stamp(object, kind, slots);
}

/** Reports what objects of a class inherit from. */
export function setPrototype(kind: TemporalKind, prototype: object): void {
  prototypes[kind] = prototype;
}

/** A new object with these slots. */
export function make(kind: TemporalKind, slots: Float64Array): object {
  const object = create(prototypes[kind]!);
  new Stamp(object, kind, slots);
  return object;
}

/** New slots, all zero. */
export function emptySlots(kind: TemporalKind): Float64Array {
  return new Float64Array(SIZES[kind]!);
}

/** The slots of `value`. Throws a TypeError when it is not an object of that class. */
export function receiver(value: unknown, kind: TemporalKind): Float64Array {
  if (Stamp.kindOf(value) !== kind)
    throw new TypeError(`Method invoked on an object that is not Temporal.${NAMES[kind]}`);
  return Stamp.slotsOf(value as object);
}

/** Throws the error that an operation returned, if it did. */
export function ensure(result: string | null): void {
  if (result !== null) fail(result);
}

/** The string that an operation returned. Throws when it is an error. */
export function ensureString(result: string): string {
  if (result[0] === "!") fail(result.slice(1));
  return result;
}

function fail(result: string): never {
  const message = result.slice(1) || "Invalid value";
  throw result[0] === "T" ? new TypeError(message) : new RangeError(message);
}

/** The position of the calendar in the slots of a class. */
export function calendarOf(kind: number, slots: Float64Array): number {
  return slots[kind === TemporalKind.ZONED_DATE_TIME ? 2 : 3]!;
}

/** Whether the class has a calendar. */
export function hasCalendar(kind: number): boolean {
  return kind >= 0 && kind <= TemporalKind.ZONED_DATE_TIME && kind !== TemporalKind.PLAIN_TIME;
}

/** Returns the slots. Throws when they are out of the class's range. */
export function checkedSlots(kind: TemporalKind, slots: Float64Array): Float64Array {
  ensure(native.check(kind, slots));
  return slots;
}
