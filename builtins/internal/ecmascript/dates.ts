// The global Date with V8's parser of date strings (`internal:ecmascript/legacy_dates`); the formats that engines write
// themselves are left to the engine's parser. The rest is the engine's own.
// ECMAScript leaves strings in other formats than its own to implementations (21.4.3.2).
import { EngineDate } from "internal:core/bootstrap";
import { onTimeZoneChange } from "internal:core/process/time_zone";
import defer * as legacy from "internal:ecmascript/legacy_dates";
import { nativeNames } from "internal:core/stack/install";
import defer * as localeDates from "internal:ecmascript/locale_dates";

const engineParse = EngineDate.parse;
const { getTime } = EngineDate.prototype;

const { UTC: utc } = EngineDate;

const SPACE = 0x20;
const PLUS = 0x2b;
const COMMA = 0x2c;
const DASH = 0x2d;
const DOT = 0x2e;
const COLON = 0x3a;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const MS_PER_MINUTE = 60_000;

/** The two digits at an index as a number; -1 for other characters. */
function pair(text: string, index: number): number {
  const tens = text.charCodeAt(index) - 48;
  const units = text.charCodeAt(index + 1) - 48;
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : -1;
}

/**
 * The time value of `2024-06-01`, `2024-06-01T12:00:00` and the latter with a fraction of three digits and a zone, or
 * with a blank for the T; NaN for other formats, and for what is better left to the complete parser.
 */
function usualTime(text: string): number {
  if (text.charCodeAt(7) !== DASH) return NaN;
  const century = pair(text, 0);
  const month = pair(text, 5);
  const day = pair(text, 8);
  // The first hundred years have constructors of their own.
  const year = century * 100 + pair(text, 2);
  if (century < 1 || pair(text, 2) < 0 || month < 1 || month > 12 || day < 1 || day > 31) return NaN;
  const { length } = text;
  if (length === 10) return utc(year, month - 1, day);
  const separator = text.charCodeAt(10);
  if ((separator !== LETTER_T && separator !== SPACE) || text.charCodeAt(13) !== COLON) return NaN;
  const hour = pair(text, 11);
  const minute = pair(text, 14);
  const second = pair(text, 17);
  if (text.charCodeAt(16) !== COLON || hour < 0 || hour > 23 || minute < 0 || minute > 59) return NaN;
  if (second < 0 || second > 59) return NaN;
  let end = 19;
  let ms = 0;
  if (text.charCodeAt(19) === DOT) {
    const last = text.charCodeAt(22) - 48;
    ms = pair(text, 20) * 10 + last;
    if (pair(text, 20) < 0 || !(last >= 0 && last <= 9)) return NaN;
    end = 23;
  }
  if (length === end) return getTime.call(new EngineDate(year, month - 1, day, hour, minute, second, ms));
  if (separator === SPACE) return NaN;
  const zone = text.charCodeAt(end);
  if (zone === LETTER_Z) return length === end + 1 ? utc(year, month - 1, day, hour, minute, second, ms) : NaN;
  if ((zone !== PLUS && zone !== DASH) || length !== end + 6 || text.charCodeAt(end + 3) !== COLON) return NaN;
  const offsetHour = pair(text, end + 1);
  const offsetMinute = pair(text, end + 4);
  if (offsetHour < 0 || offsetHour > 23 || offsetMinute < 0 || offsetMinute > 59) return NaN;
  const offset = (offsetHour * 60 + offsetMinute) * MS_PER_MINUTE;
  return utc(year, month - 1, day, hour, minute, second, ms) + (zone === PLUS ? -offset : offset);
}

/** Whether a string is one of `toUTCString` or `toString`, which the engine's parser reads as V8's does. */
function isWritten(text: string): boolean {
  const { length } = text;
  if (length < 29 || text.charCodeAt(7) !== SPACE) return false;
  // Sat, 01 Jun 2024 12:00:00 GMT
  if (text.charCodeAt(3) === COMMA) {
    if (length !== 29 || text.charCodeAt(4) !== SPACE || text.charCodeAt(11) !== SPACE) return false;
    return pair(text, 5) > 0 && hasYearAndTime(text, 12) && text.endsWith(" GMT");
  }
  // Sat Jun 01 2024 14:00:00 GMT+0200 (Central European Summer Time)
  if (length < 33 || text.charCodeAt(3) !== SPACE || text.charCodeAt(10) !== SPACE) return false;
  if (pair(text, 8) <= 0 || !hasYearAndTime(text, 11) || !text.startsWith(" GMT", 24)) return false;
  const sign = text.charCodeAt(28);
  if ((sign !== PLUS && sign !== DASH) || pair(text, 29) < 0 || pair(text, 31) < 0) return false;
  return length === 33 || (text.startsWith(" (", 33) && text.indexOf(")") === length - 1);
}

/** `2024 12:00:00` */
function hasYearAndTime(text: string, index: number): boolean {
  if (pair(text, index) < 1 || pair(text, index + 2) < 0 || text.charCodeAt(index + 4) !== SPACE) return false;
  const hour = pair(text, index + 5);
  const minute = pair(text, index + 8);
  const second = pair(text, index + 11);
  if (text.charCodeAt(index + 7) !== COLON || text.charCodeAt(index + 10) !== COLON) return false;
  return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60;
}

/** The last string that was parsed, and its time value: engines cache it, and rows of a table often have equal dates. */
let lastText = "";
let lastTime = NaN;

/** The time value of a string; NaN for one that is not a date. */
function timeOf(text: string): number {
  if (text === lastText) return lastTime;
  const time = text.charCodeAt(4) === DASH ? usualTime(text) : isWritten(text) ? engineParse(text) : NaN;
  lastTime = time === time ? time : legacy.parse(text);
  lastText = text;
  return lastTime;
}

// A string without a zone is a local time.
onTimeZoneChange(() => {
  lastText = "";
  lastTime = NaN;
});

/** The only argument of `new Date`, a string as its time value; an object is converted first (ECMAScript 21.4.2.1, step 4). */
function timeValue(value: unknown): number {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  // The constructor reads the time of another Date without its methods.
  if (isObject && timeOfDate(value) === undefined) value = toPrimitive(value);
  return typeof value === "string" ? timeOf(value) : (value as number);
}

/** ToPrimitive (ECMAScript 7.1.1) without a preferred type. */
function toPrimitive(value: unknown): unknown {
  const object = value as Record<PropertyKey, unknown>;
  const exotic = object[Symbol.toPrimitive];
  if (exotic !== undefined && exotic !== null) {
    const result: unknown = (exotic as Function).call(object, "default");
    if (isPrimitive(result)) return result;
  } else {
    for (const name of ["valueOf", "toString"]) {
      const method = object[name];
      const result: unknown = typeof method === "function" ? method.call(object) : object;
      if (isPrimitive(result)) return result;
    }
  }
  throw new TypeError("Cannot convert object to primitive value");
}

function isPrimitive(value: unknown): boolean {
  return (typeof value !== "object" || value === null) && typeof value !== "function";
}

/** `Date`, also of subclasses. Without `new` it returns the current time as a string. */
const GlobalDate = function Date(
  this: unknown,
  year: number,
  month: number,
  day: number,
  hours: number,
  minutes: number,
  seconds: number,
  ms: number,
): unknown {
  if (new.target === undefined) return EngineDate();
  const count = arguments.length;
  if (new.target !== GlobalDate) {
    const values = count === 1 ? [timeValue(year)] : arguments;
    return Reflect.construct(EngineDate, values, new.target);
  }
  // A call per count, because an omitted argument is not the same as undefined.
  switch (count) {
    case 0:
      return new EngineDate();
    case 1:
      return new EngineDate(timeValue(year));
    case 2:
      return new EngineDate(year, month);
    case 3:
      return new EngineDate(year, month, day);
    case 4:
      return new EngineDate(year, month, day, hours);
    case 5:
      return new EngineDate(year, month, day, hours, minutes);
    case 6:
      return new EngineDate(year, month, day, hours, minutes, seconds);
    default:
      return new EngineDate(year, month, day, hours, minutes, seconds, ms);
  }
} as unknown as DateConstructor;

const statics = {
  parse(text: unknown): number {
    return timeOf(`${text}`);
  },
};

const engineLocaleMethods = [
  EngineDate.prototype.toLocaleString,
  EngineDate.prototype.toLocaleDateString,
  EngineDate.prototype.toLocaleTimeString,
];

// Uses a cached formatter where possible; the engine's method for lists of locales, uncommon options, and invalid dates.
function formatDate(date: unknown, method: number, args: IArguments): string {
  const time = timeOfDate(date) ?? NaN;
  const formatted = time === time ? localeDates.formatDate(time, method, args[0], args[1]) : undefined;
  if (formatted !== undefined) return formatted;
  return Reflect.apply(engineLocaleMethods[method]!, date, args);
}

/** The time value of a Date; `undefined` for what is not one. */
function timeOfDate(date: unknown): number | undefined {
  try {
    return getTime.call(date as Date);
  } catch {
    return undefined;
  }
}

const localeMethods = {
  toLocaleString(this: unknown): string {
    return formatDate(this, 0, arguments);
  },
  toLocaleDateString(this: unknown): string {
    return formatDate(this, 1, arguments);
  },
  toLocaleTimeString(this: unknown): string {
    return formatDate(this, 2, arguments);
  },
};

/** Gives this Date the properties of the engine's, and returns it. */
export function install(): unknown {
  const { now, UTC } = EngineDate;
  nativeNames.set(GlobalDate, "Date").set(statics.parse, "parse");
  const hidden = { writable: true, enumerable: false, configurable: true };
  Object.defineProperty(GlobalDate, "prototype", { value: EngineDate.prototype, writable: false });
  Object.defineProperties(GlobalDate, {
    parse: { value: statics.parse, ...hidden },
    UTC: { value: UTC, ...hidden },
    now: { value: now, ...hidden },
  });
  Object.defineProperty(EngineDate.prototype, "constructor", { value: GlobalDate, ...hidden });
  for (const [name, value] of Object.entries(localeMethods)) {
    nativeNames.set(value, name);
    Object.defineProperty(EngineDate.prototype, name, { value, ...hidden });
  }
  return GlobalDate;
}
