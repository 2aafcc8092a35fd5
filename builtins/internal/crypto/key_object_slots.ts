// What is inside KeyObject and CryptoKey, for those that take either. The classes register themselves, so that neither
// is loaded for the other's sake.
import type { KeyData } from "internal:crypto/key_data";

type Reader = (value: object) => KeyData | undefined;

const readers: Reader[] = [];

/** Adds a class: `reader` gives the material of its instances, undefined for other objects. */
export function registerKeyClass(reader: Reader): void {
  readers.push(reader);
}

/** The material of a KeyObject or CryptoKey; undefined for anything else. */
export function dataOf(value: any): KeyData | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const reader of readers) {
    const data = reader(value);
    if (data !== undefined) return data;
  }
  return undefined;
}
