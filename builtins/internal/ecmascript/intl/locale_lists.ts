// Arguments that are lists of locales (ECMA-402, 9.2.1), read once and as the standard prescribes, and what functions return for equal
// lists: `Intl.getCanonicalLocales` and `supportedLocalesOf`.
import { safe } from "internal:core/bootstrap";
import { BoundedCache } from "internal:ecmascript/intl/bounded_cache";
import { engineIntl } from "internal:ecmascript/intl/engine";
import { append, copyOf } from "internal:ecmascript/intl/lists";

const CACHED_MAX = 256;
const SEPARATOR = "\0";

const { getCanonicalLocales: engineCanonicalLocales } = engineIntl;

/** A list of locales that was read. */
export interface LocaleList {
  /** What the engine's functions are called with. */
  locales: string | readonly unknown[] | undefined;
  /** The same for equal lists of valid tags; null for an argument that is left to the engine. */
  key: string | null;
}

const NO_LOCALES: LocaleList = { locales: undefined, key: "" };
const tags = new BoundedCache<LocaleList>(CACHED_MAX);
const lists = new BoundedCache<LocaleList>(CACHED_MAX);

/** Reads a list of locales. Throws a RangeError for an invalid tag. */
export function readLocales(locales: unknown): LocaleList {
  if (locales === undefined) return NO_LOCALES;
  if (typeof locales === "string") return tags.get(locales) ?? store(tags, locales, locales);
  return safe.isArray(locales) ? readArray(locales) : { locales: locales as string, key: null };
}

function readArray(array: readonly unknown[]): LocaleList {
  const locales: unknown[] = [];
  const { length } = array;
  let key = SEPARATOR;
  let areStrings = true;
  for (let index = 0; index < length; index++) {
    if (!(index in array)) continue;
    const tag = array[index];
    append(locales, tag);
    if (typeof tag === "string" && !safe.includes(tag, SEPARATOR)) key += tag + SEPARATOR;
    else areStrings = false;
  }
  return areStrings ? (lists.get(key) ?? store(lists, key, locales)) : { locales, key: null };
}

// Invalid tags throw here, before options are read.
function store(cache: BoundedCache<LocaleList>, key: string, locales: string | readonly unknown[]): LocaleList {
  engineCanonicalLocales(locales as string);
  const list = { locales, key };
  cache.set(key, list);
  return list;
}

/** A function of a list of locales that returns an array of tags, with its cached results. */
export class CachedTags {
  #tags = new BoundedCache<string[]>(CACHED_MAX);
  #compute: (locales: string | readonly string[] | undefined) => string[];

  constructor(compute: (locales: string | readonly string[] | undefined) => string[]) {
    this.#compute = compute;
  }

  /** A new array of the tags for this argument. */
  of(argument: unknown): string[] {
    const { key, locales } = readLocales(argument);
    if (key === null) return this.#compute(locales as string);
    let tags = this.#tags.get(key);
    if (tags === undefined) {
      tags = this.#compute(locales as string);
      this.#tags.set(key, tags);
    }
    return copyOf(tags);
  }
}
