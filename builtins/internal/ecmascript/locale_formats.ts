// `toLocaleString` of numbers, `localeCompare` and the conversions of case by locale, with the formatters and collators that `Intl` shares
// (`internal:ecmascript/intl/shared_objects`): the engine makes one for each call, which takes from 7 µs (comparisons) to 400 µs (dates
// with a time zone).
import { safe } from "internal:core/bootstrap";
import { BoundedCache } from "internal:ecmascript/intl/bounded_cache";
import { engineIntl } from "internal:ecmascript/intl/engine";
import { sharedObjects } from "internal:ecmascript/intl/shared_objects";

const { getCanonicalLocales } = engineIntl;
const numbers = sharedObjects("NumberFormat");
const collators = sharedObjects("Collator");

/** `value.toLocaleString(locales, options)`. Throws what `Intl.NumberFormat` throws. */
export function formatNumber(value: number | bigint, locales: unknown, options: unknown): string {
  return numbers.boundOf(numbers.of(locales, options))(value) as string;
}

/** `left.localeCompare(right, locales, options)`. Throws what `Intl.Collator` throws. */
export function compareStrings(left: string, right: string, locales: unknown, options: unknown): number {
  return collators.boundOf(collators.of(locales, options))(left, right) as number;
}

/** The languages whose letters have cases of their own: Unicode's SpecialCasing.txt, and Greek and Armenian in ICU. */
const OWN_CASES = " az el hy lt tr ";
const CASES_MAX = 64;
const haveOwnCases = new BoundedCache<boolean>(CASES_MAX);

/** Whether `toLocaleUpperCase(locales)` and `toLocaleLowerCase(locales)` do what they do without a locale, which costs a tenth. */
export function hasCommonCases(locales: unknown): boolean {
  if (locales !== undefined && (typeof locales !== "string" || locales === "")) return false;
  const key = locales ?? "";
  let hasOwn = haveOwnCases.get(key);
  if (hasOwn === undefined) {
    hasOwn = safe.includes(OWN_CASES, ` ${languageOf(locales)} `);
    haveOwnCases.set(key, hasOwn);
  }
  return !hasOwn;
}

/** The language of a locale or the default one. Throws a RangeError for an invalid locale. */
function languageOf(locale: string | undefined): string {
  const canonical =
    locale === undefined ? new engineIntl.Collator().resolvedOptions().locale : getCanonicalLocales(locale)[0]!;
  const end = safe.indexOf(canonical, "-");
  return end === -1 ? canonical : safe.slice(canonical, 0, end);
}
