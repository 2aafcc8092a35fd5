// `Date.prototype.toLocaleString`, `toLocaleDateString` and `toLocaleTimeString` with cached formatters (ECMA-402, 19.4).
import { safe } from "internal:core/bootstrap";
import { onTimeZoneChange } from "internal:core/process/time_zone";
import { BoundedCache } from "internal:ecmascript/intl/bounded_cache";
import { engineIntl } from "internal:ecmascript/intl/engine";
import { readLocales } from "internal:ecmascript/intl/locale_lists";
import { type EngineConstructor, OptionReader } from "internal:ecmascript/intl/options";

type Options = Intl.DateTimeFormatOptions;

const DATE: Options = { year: "numeric", month: "numeric", day: "numeric" };
const TIME: Options = { hour: "numeric", minute: "numeric", second: "numeric" };
/** What each method shows by default: date and time, date, time. */
const SHOWN: Options[] = [{ ...DATE, ...TIME }, DATE, TIME];

/** ICU's data of one formatter are up to 100 kB. */
const FORMATS_MAX = 64;

const { DateTimeFormat } = engineIntl;
const formatOf = safe.getOwnPropertyDescriptor(DateTimeFormat.prototype, "format")!.get!;
const formats = new BoundedCache<Format>(FORMATS_MAX);
const reader = new OptionReader(DateTimeFormat as unknown as EngineConstructor);

type Format = (time: number) => string;

/**
 * Formats a valid time value; `method`: 0 `toLocaleString`, 1 `toLocaleDateString`, 2 `toLocaleTimeString`. Undefined for arguments
 * that the engine's method refuses. Throws what `Intl.DateTimeFormat` throws.
 */
export function formatDate(time: number, method: number, locales: unknown, options: unknown): string | undefined {
  if (options === null) return undefined;
  const list = readLocales(locales);
  const read = reader.read(options);
  if (list.key === null || read.key === null) return makeFormat(list.locales, read.values, method)?.(time);
  const key = `${method}${list.key}${read.key}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = makeFormat(list.locales, read.values, method);
    if (format === undefined) return undefined;
    formats.set(key, format);
  }
  return format(time);
}

// Undefined for a style that the method refuses.
function makeFormat(locales: unknown, options: unknown, method: number): Format | undefined {
  const shown = options === undefined ? SHOWN[method]! : withDefaults(options as Options, method);
  if (shown === null) return undefined;
  return safe.apply(formatOf, new DateTimeFormat(locales as string, shown), []) as Format;
}

/** The options with what a method adds to them; null for a style that it refuses. */
function withDefaults(options: Options, method: number): Options | null {
  const { dateStyle, timeStyle } = options;
  if (dateStyle !== undefined || timeStyle !== undefined) {
    const refused = method === 1 ? timeStyle : method === 2 ? dateStyle : undefined;
    return refused === undefined ? options : null;
  }
  const { weekday, year, month, day } = options;
  const { dayPeriod, hour, minute, second, fractionalSecondDigits } = options;
  const hasDate = weekday !== undefined || year !== undefined || month !== undefined || day !== undefined;
  const hasTime =
    dayPeriod !== undefined ||
    hour !== undefined ||
    minute !== undefined ||
    second !== undefined ||
    fractionalSecondDigits !== undefined;
  const isComplete = method === 0 ? hasDate || hasTime : method === 1 ? hasDate : hasTime;
  return isComplete ? options : { ...options, ...SHOWN[method] };
}

// Formatters use the time zone that was set when they were made.
onTimeZoneChange(() => formats.clear());
