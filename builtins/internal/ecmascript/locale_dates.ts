// `Date.prototype.toLocaleString`, `toLocaleDateString` and `toLocaleTimeString` as most programs call them: without options, for the
// default locale or one by its tag. The engine makes a formatter for each call, which takes 300 µs; these are cached, as in V8
// (ECMA-402, 19.4).
import { pinned } from "internal:core/bootstrap";
import { onTimeZoneChange } from "internal:core/process/time_zone";

/** What each method shows: date and time, date, time. */
const SHOWN: Intl.DateTimeFormatOptions[] = [
  { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
  { year: "numeric", month: "numeric", day: "numeric" },
  { hour: "numeric", minute: "numeric", second: "numeric" },
];
/** The cache is cleared when it has this many formatters. */
const CACHED_MAX = 64;

const { DateTimeFormat } = Intl;
const { format: formatOf } = Object.getOwnPropertyDescriptors(DateTimeFormat.prototype);
const cache = pinned(new Map<string, (time: number) => string>());

/** Formats a valid time value; `method`: 0 `toLocaleString`, 1 `toLocaleDateString`, 2 `toLocaleTimeString`. */
export function formatDate(time: number, method: number, locale: string | undefined): string {
  const key = locale === undefined ? `${method}` : `${method}${locale}`;
  let format = cache.get(key);
  if (format === undefined) {
    if (cache.size >= CACHED_MAX) cache.clear();
    format = formatOf!.get!.call(new DateTimeFormat(locale, SHOWN[method])) as (time: number) => string;
    cache.set(key, format);
  }
  return format(time);
}

// Formatters use the time zone that was set when they were made.
onTimeZoneChange(() => cache.clear());
