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

const { replaceAll: replaceAllOf, toLowerCase, toUpperCase } = String.prototype;
const DOTLESS_SMALL = "\u0131";
const DOTTED_CAPITAL = "\u0130";
const DOT_ABOVE = "\u0307";

/**
 * `text.toLocaleUpperCase(locale)` or `toLocaleLowerCase` in Turkish and Azerbaijani, whose letter i has a dot in both cases; undefined
 * for other languages, and for small letters of what has combining dots (Unicode, SpecialCasing.txt).
 */
export function convertTurkic(text: string, locale: unknown, isUpper: boolean): string | undefined {
  if (locale !== "tr" && locale !== "az" && locale !== "tr-TR") return undefined;
  if (isUpper) return safe.apply(toUpperCase, replaced(text, "i", DOTTED_CAPITAL), []) as string;
  if (safe.includes(text, DOT_ABOVE)) return undefined;
  return safe.apply(toLowerCase, replaced(replaced(text, "I", DOTLESS_SMALL), DOTTED_CAPITAL, "i"), []) as string;
}

function replaced(text: string, from: string, to: string): string {
  return safe.includes(text, from) ? (safe.apply(replaceAllOf, text, [from, to]) as string) : text;
}

/** The languages whose letters have cases of their own: Unicode's SpecialCasing.txt, and Greek and Armenian in ICU. */
const OWN_CASES = " az el hy lt tr ";
const CASES_MAX = 64;
const haveOwnCases = new BoundedCache<boolean>(CASES_MAX);

/** Whether `toLocaleUpperCase(locales)` and `toLocaleLowerCase(locales)` do what they do without a locale, which costs a tenth. */
export function hasCommonCases(locales: unknown): boolean {
  if (locales !== undefined && typeof locales !== "string") return false;
  // V8 does not refuse the empty string here.
  const key = locales ?? "";
  let hasOwn = haveOwnCases.get(key);
  if (hasOwn === undefined) {
    hasOwn = safe.includes(OWN_CASES, ` ${languageOf(key)} `);
    haveOwnCases.set(key, hasOwn);
  }
  return !hasOwn;
}

/** The language of a locale; that of the default one for "". Throws a RangeError for an invalid locale. */
function languageOf(locale: string): string {
  const canonical =
    locale === "" ? new engineIntl.Collator().resolvedOptions().locale : getCanonicalLocales(locale)[0]!;
  const end = safe.indexOf(canonical, "-");
  return end === -1 ? canonical : safe.slice(canonical, 0, end);
}
