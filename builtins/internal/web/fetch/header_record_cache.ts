// Headers given as an object. A server gives the same ones with nearly every response, so the last lists are kept and
// compared: reading the properties is what the standard asks for and is done each time, checking and copying are not.
import { HeaderList } from "internal:web/fetch/header_list";

/** A record that was converted: its keys and the strings they led to, as given, and the list made of them. */
interface Converted {
  keys: readonly string[];
  values: readonly string[];
  list: HeaderList;
}

/** One for each count of properties, so that the routes of a server seldom push each other out. */
const SLOTS = 16;
const kept: (Converted | undefined)[] = new Array(SLOTS).fill(undefined);

/**
 * Reads the values of `keys` from `record` and returns the list of an equal record, which must not be changed; when there is
 * none, the values that were read so far.
 */
export function findEqual(record: any, keys: readonly string[]): HeaderList | unknown[] {
  const count = keys.length;
  const found = kept[count & (SLOTS - 1)];
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

/** Keeps the list of a record whose values are all strings. */
export function keep(keys: readonly string[], values: readonly unknown[], list: HeaderList): void {
  for (let index = 0; index < values.length; index++) if (typeof values[index] !== "string") return;
  list.isShared = true;
  kept[keys.length & (SLOTS - 1)] = { keys, values: values as string[], list };
}
