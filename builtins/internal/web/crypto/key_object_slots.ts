// What is inside KeyObject and CryptoKey, for those that take either. The classes register themselves, so that neither
// is loaded for the other's sake.
import { setKeyChecks } from "internal:core/util/types";
import type { KeyData } from "internal:web/crypto/key_data";

type Reader = (value: object) => KeyData | undefined;
type ClassName = "KeyObject" | "CryptoKey";

const readers = new Map<ClassName, Reader>();

/** Adds a class: `reader` gives the material of its instances, undefined for other objects. */
export function registerKeyClass(name: ClassName, reader: Reader): void {
  readers.set(name, reader);
  setKeyChecks({
    isKeyObject: (value) => read("KeyObject", value) !== undefined,
    isCryptoKey: (value) => read("CryptoKey", value) !== undefined,
    areEqual: (first, second) => {
      const other = dataOf(second);
      return other !== undefined && dataOf(first)!.equals(other) && hasSameProperties(first, second);
    },
  });
}

// A CryptoKey is more than its material.
function hasSameProperties(first: any, second: any): boolean {
  if (read("CryptoKey", first) === undefined) return true;
  const text = (key: any): string => JSON.stringify([key.extractable, key.usages, key.algorithm]);
  return read("CryptoKey", second) !== undefined && text(first) === text(second);
}

function read(name: ClassName, value: any): KeyData | undefined {
  return typeof value === "object" && value !== null ? readers.get(name)?.(value) : undefined;
}

/** The material of a KeyObject or CryptoKey; undefined for anything else. */
export function dataOf(value: any): KeyData | undefined {
  return read("KeyObject", value) ?? read("CryptoKey", value);
}
