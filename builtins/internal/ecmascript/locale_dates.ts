// `Date.prototype.toLocaleString`, `toLocaleDateString` and `toLocaleTimeString` with cached formatters (ECMA-402, 19.4); which
// locales and options are cached is decided in `locale_formats.ts`.
import { safe } from "internal:core/bootstrap";
import { onTimeZoneChange } from "internal:core/process/time_zone";
import { FormatCache, keyOf } from "internal:ecmascript/locale_formats";

type Options = Intl.DateTimeFormatOptions;

const DATE: Options = { year: "numeric", month: "numeric", day: "numeric" };
const TIME: Options = { hour: "numeric", minute: "numeric", second: "numeric" };
/** What each method shows by default: date and time, date, time. */
const SHOWN: Options[] = [{ ...DATE, ...TIME }, DATE, TIME];

const { DateTimeFormat } = Intl;
const formatOf = safe.getOwnPropertyDescriptor(DateTimeFormat.prototype, "format")!.get!;
const formats = new FormatCache<(time: number) => string>();

/**
 * Formats a valid time value; `method`: 0 `toLocaleString`, 1 `toLocaleDateString`, 2 `toLocaleTimeString`. Undefined when the
 * formatter cannot be cached. Throws what `Intl.DateTimeFormat` throws.
 */
export function formatDate(time: number, method: number, locales: unknown, options: unknown): string | undefined {
  const given = keyOf(locales, options);
  if (given === null) return undefined;
  const key = `${method}${given}`;
  let format = formats.get(key);
  if (format === undefined) {
    const shown = options === undefined ? SHOWN[method]! : withDefaults(options as Options, method);
    if (shown === null) return undefined;
    const formatter = new DateTimeFormat(locales as string | undefined, shown);
    format = safe.apply(formatOf, formatter, []) as (time: number) => string;
    formats.set(key, format);
  }
  return format(time);
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
