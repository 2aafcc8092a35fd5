// The material of KeyObject and CryptoKey, for functions that accept both. The classes register themselves, so that neither
// loads the other.
import { setKeyChecks } from "internal:core/util/types";
import type { KeyData } from "internal:web/crypto/key_data";
import type { CryptoKey } from "web:crypto_key";

type Reader = (value: object) => KeyData | undefined;
type ClassName = "KeyObject" | "CryptoKey";

const readers = new Map<ClassName, Reader>();

/** Adds a class: `reader` returns the material of its instances, undefined for other objects. */
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

// A CryptoKey has properties besides its material.
function hasSameProperties(first: unknown, second: unknown): boolean {
  if (read("CryptoKey", first) === undefined) return true;
  const propertiesOf = (key: unknown): string => {
    const { extractable, usages, algorithm } = key as CryptoKey;
    return JSON.stringify([extractable, usages, algorithm]);
  };
  return read("CryptoKey", second) !== undefined && propertiesOf(first) === propertiesOf(second);
}

function read(name: ClassName, value: unknown): KeyData | undefined {
  return typeof value === "object" && value !== null ? readers.get(name)?.(value) : undefined;
}

/** The material of a KeyObject or CryptoKey; undefined for other values. */
export function dataOf(value: unknown): KeyData | undefined {
  return read("KeyObject", value) ?? read("CryptoKey", value);
}
