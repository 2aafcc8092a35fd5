// The cache of headers that are passed as an object. A server passes the same ones with nearly every response: the properties
// are read each time, as the standard prescribes, but checked and copied only when they differ from a cached list.
import { HeaderList } from "internal:web/fetch/header_list";

/** A converted record: its keys and string values, and their list. */
interface Entry {
  keys: readonly string[];
  values: readonly string[];
  list: HeaderList;
}

/** One entry for each count of properties, so that the routes of a server seldom evict each other. */
const SLOTS = 16;
const cache: (Entry | undefined)[] = new Array(SLOTS).fill(undefined);

/**
 * Reads the values of `keys` from `record` and returns the cached list of an equal record, which must not be changed; without
 * one, the values that were read so far.
 */
export function findRecord(record: Record<string, unknown>, keys: readonly string[]): HeaderList | unknown[] {
  const count = keys.length;
  const found = cache[count & (SLOTS - 1)];
  if (found === undefined || found.keys.length !== count) return [];
  const known = found.keys;
  const { values } = found;
  for (let index = 0; index < count; index++) {
    const key = keys[index]!;
    const value = record[key];
    if (key !== known[index] || value !== values[index]) return [...values.slice(0, index), value];
  }
  return found.list;
}

/** Caches the list of a record whose values are all strings. */
export function storeRecord(keys: readonly string[], values: readonly unknown[], list: HeaderList): void {
  for (let index = 0; index < values.length; index++) if (typeof values[index] !== "string") return;
  list.isShared = true;
  cache[keys.length & (SLOTS - 1)] = { keys, values: values as string[], list };
}
