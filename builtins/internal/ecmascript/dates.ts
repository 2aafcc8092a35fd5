// The global Date with V8's parser of date strings: strings that the engine's parser rejects, such as
// "2024-06-01 12:00:00 +00:00" of database drivers, are parsed by `internal:ecmascript/legacy_dates`. The rest is the engine's own.
// ECMAScript leaves strings in other formats than its own to implementations (21.4.3.2).
import { EngineDate } from "internal:core/bootstrap";
import defer * as legacy from "internal:ecmascript/legacy_dates";
import { nativeNames } from "internal:core/stack/install";
import defer * as localeDates from "internal:ecmascript/locale_dates";

const engineParse = EngineDate.parse;
const { getTime } = EngineDate.prototype;

const DASH = 45;

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

// The engine parses "2024-6-1" as the standard's format, and so as UTC; it is not, and means local time.
function hasShortParts(text: string): boolean {
  if (text.charCodeAt(4) !== DASH) return false;
  if (!isDigit(text.charCodeAt(6))) return true;
  return text.charCodeAt(7) === DASH && !isDigit(text.charCodeAt(9));
}

/** The time value of a string; NaN for one that is not a date. */
function timeOf(text: string): number {
  const time = hasShortParts(text) ? NaN : engineParse(text);
  return time === time ? time : legacy.parse(text);
}

function fromString(text: string): Date {
  const date = hasShortParts(text) ? undefined : new EngineDate(text);
  return date !== undefined && !Number.isNaN(getTime.call(date)) ? date : new EngineDate(legacy.parse(text));
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
    const values = count === 1 && typeof year === "string" ? [timeOf(year)] : arguments;
    return Reflect.construct(EngineDate, values, new.target);
  }
  // A call per count, because an omitted argument is not the same as undefined.
  switch (count) {
    case 0:
      return new EngineDate();
    case 1:
      return typeof year === "string" ? fromString(year) : new EngineDate(year);
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

// Uses a cached formatter where possible; the engine's method for lists of locales, options, and invalid dates.
function formatDate(date: unknown, method: number, args: IArguments): string {
  const [locale, options] = args;
  if (options === undefined && (locale === undefined || typeof locale === "string")) {
    const time = timeOfDate(date);
    if (time === time) return localeDates.formatDate(time, method, locale);
  }
  return Reflect.apply(engineLocaleMethods[method]!, date, args);
}

function timeOfDate(date: unknown): number {
  try {
    return getTime.call(date as Date);
  } catch {
    return NaN;
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
