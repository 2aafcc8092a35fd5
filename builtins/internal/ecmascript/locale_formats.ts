// Formatters and collators of `toLocaleString`, `localeCompare` and the methods of Date as most programs call them: for a locale by
// its tag or the default one, with options that are a plain object of primitive values. The engine makes a formatter for each call,
// which takes from 7 µs (comparisons) to 400 µs (dates with a time zone); these are cached (ECMA-402, §19).
import { pinned, safe } from "internal:core/bootstrap";

/** A cache is cleared when it has this many entries. */
const CACHED_MAX = 64;
const SEPARATOR = "\0";

const { NumberFormat, Collator } = Intl;
const formatOf = safe.getOwnPropertyDescriptor(NumberFormat.prototype, "format")!.get!;
const compareOf = safe.getOwnPropertyDescriptor(Collator.prototype, "compare")!.get!;
const ObjectPrototype = Object.prototype;

/** Functions by the key of their locale and options. */
export class FormatCache<F> {
  #formats = pinned(new Map<string, F>());

  get(key: string): F | undefined {
    return this.#formats.get(key);
  }

  set(key: string, format: F): void {
    if (this.#formats.size >= CACHED_MAX) this.#formats.clear();
    this.#formats.set(key, format);
  }

  clear(): void {
    this.#formats.clear();
  }
}

/**
 * The key of a locale and options; null when they must be read as the standard prescribes: a list of locales, options with a
 * prototype of their own or with values that are objects.
 */
export function keyOf(locales: unknown, options: unknown): string | null {
  if (locales !== undefined && typeof locales !== "string") return null;
  let key = locales === undefined ? "" : locales;
  if (options === undefined) return key;
  if (typeof options !== "object" || options === null || safe.getPrototypeOf(options) !== ObjectPrototype) return null;
  for (const name in options) {
    const value = (options as Record<string, unknown>)[name];
    switch (typeof value) {
      case "undefined":
        break;
      case "string":
        key += `${SEPARATOR}${name}=${value}`;
        break;
      case "number":
      case "boolean":
        key += `${SEPARATOR}${name}:${value}`;
        break;
      default:
        return null;
    }
  }
  return key;
}

const numbers = new FormatCache<(value: number | bigint) => string>();
const collators = new FormatCache<(left: string, right: string) => number>();

/** `value.toLocaleString(locales, options)`; undefined when it cannot be cached. Throws what `Intl.NumberFormat` throws. */
export function formatNumber(value: number | bigint, locales: unknown, options: unknown): string | undefined {
  const key = keyOf(locales, options);
  if (key === null) return undefined;
  let format = numbers.get(key);
  if (format === undefined) {
    const formatter = new NumberFormat(locales as string | undefined, options as Intl.NumberFormatOptions | undefined);
    format = safe.apply(formatOf, formatter, []) as (value: number | bigint) => string;
    numbers.set(key, format);
  }
  return format(value);
}

/** `left.localeCompare(right, locales, options)`; undefined when it cannot be cached. Throws what `Intl.Collator` throws. */
export function compareStrings(left: string, right: string, locales: unknown, options: unknown): number | undefined {
  const key = keyOf(locales, options);
  if (key === null) return undefined;
  let compare = collators.get(key);
  if (compare === undefined) {
    const collator = new Collator(locales as string | undefined, options as Intl.CollatorOptions | undefined);
    compare = safe.apply(compareOf, collator, []) as (left: string, right: string) => number;
    collators.set(key, compare);
  }
  return compare(left, right);
}

const { getCanonicalLocales } = Intl;
/** The languages whose letters have cases of their own: Unicode's SpecialCasing.txt, and Greek and Armenian in ICU. */
const OWN_CASES = " az el hy lt tr ";
const haveOwnCases = new FormatCache<boolean>();

/** Whether `toLocaleUpperCase(locales)` and `toLocaleLowerCase(locales)` do what they do without a locale, which costs a tenth. */
export function hasCommonCases(locales: unknown): boolean {
  const key = keyOf(locales, undefined);
  if (key === null) return false;
  let hasOwn = haveOwnCases.get(key);
  if (hasOwn === undefined) {
    hasOwn = safe.includes(OWN_CASES, ` ${languageOf(key)} `);
    haveOwnCases.set(key, hasOwn);
  }
  return !hasOwn;
}

/** The language of a locale; that of the default one for "". Throws a RangeError for an invalid locale. */
function languageOf(locale: string): string {
  const canonical = locale === "" ? new Collator().resolvedOptions().locale : getCanonicalLocales(locale)[0]!;
  const end = safe.indexOf(canonical, "-");
  return end === -1 ? canonical : safe.slice(canonical, 0, end);
}
