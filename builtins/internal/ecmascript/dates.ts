// The global Date with V8's understanding of dates in text: what the engine's parser does not take, such as
// "2024-06-01 12:00:00 +00:00" of database drivers, goes to `internal:ecmascript/legacy_dates`. Everything else is the engine's own.
// ECMAScript leaves texts other than its own format to implementations (21.4.3.2).
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

// The engine takes "2024-6-1" for the standard's format, and so for UTC; it is not, and means local time.
function hasShortParts(text: string): boolean {
  if (text.charCodeAt(4) !== DASH) return false;
  if (!isDigit(text.charCodeAt(6))) return true;
  return text.charCodeAt(7) === DASH && !isDigit(text.charCodeAt(9));
}

/** The time value of a text; NaN for one that is no date. */
function timeOf(text: string): number {
  const time = hasShortParts(text) ? NaN : engineParse(text);
  return time === time ? time : legacy.parse(text);
}

function fromText(text: string): Date {
  const date = hasShortParts(text) ? undefined : new EngineDate(text);
  return date !== undefined && !Number.isNaN(getTime.call(date)) ? date : new EngineDate(legacy.parse(text));
}

/** `Date`, also of subclasses. Without `new` it is the text of the current time. */
const GlobalDate: any = function Date(
  this: unknown,
  year: any,
  month: any,
  day: any,
  hours: any,
  minutes: any,
  seconds: any,
  ms: any,
): any {
  if (new.target === undefined) return EngineDate();
  const count = arguments.length;
  if (new.target !== GlobalDate) {
    const values = count === 1 && typeof year === "string" ? [timeOf(year)] : arguments;
    return Reflect.construct(EngineDate, values, new.target);
  }
  // A call per count, because a parameter that is left out is not the same as undefined.
  switch (count) {
    case 0:
      return new EngineDate();
    case 1:
      return typeof year === "string" ? fromText(year) : new EngineDate(year);
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
};

const statics = {
  parse(text: any): number {
    return timeOf(`${text}`);
  },
};

const engineLocaleMethods = [
  EngineDate.prototype.toLocaleString,
  EngineDate.prototype.toLocaleDateString,
  EngineDate.prototype.toLocaleTimeString,
];

// A formatter that is kept, where one serves; the engine's method for lists of locales, options, and what is no valid date.
function localeText(date: unknown, method: number, given: IArguments): string {
  const [locale, options] = given;
  if (options === undefined && (locale === undefined || typeof locale === "string")) {
    const time = timeOfDate(date);
    if (time === time) return localeDates.localeText(time, method, locale);
  }
  return Reflect.apply(engineLocaleMethods[method]!, date, given);
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
    return localeText(this, 0, arguments);
  },
  toLocaleDateString(this: unknown): string {
    return localeText(this, 1, arguments);
  },
  toLocaleTimeString(this: unknown): string {
    return localeText(this, 2, arguments);
  },
};

/** Makes this Date what the engine's is, and gives it. */
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
