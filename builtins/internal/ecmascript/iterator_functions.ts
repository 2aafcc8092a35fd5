// The functions of `Iterator` that the engine lacks, and `take` and `drop`, whose limits it does not check, for the realm of the
// program and for contexts of node:vm. One function makes all of them, and their modules are evaluated on first use, because every
// program pays for this one.
import { load, safe } from "internal:core/bootstrap";
import { nativeNames } from "internal:core/stack/install";
import type { IteratorRealm } from "internal:ecmascript/iterator_records";

const { MAX_SAFE_INTEGER } = Number;

/** The intrinsics of a realm, as they are before its programs run. */
interface Intrinsics {
  Array: ArrayConstructor;
  Iterator: { prototype: object };
  RangeError: RangeErrorConstructor;
  TypeError: TypeErrorConstructor;
}

/** Defines the functions in a realm. */
export function installIteratorFunctions({ Array, Iterator, RangeError, TypeError }: Intrinsics): void {
  const { map, take, drop } = Iterator.prototype as Record<"map" | "take" | "drop", Function>;
  const realm: IteratorRealm = { RangeError, TypeError, map, slice: Array.prototype.slice };
  // Parameters with defaults do not count in `length`.
  const functions: Record<string, Function> = {
    zip(iterables: unknown, options: unknown = undefined) {
      return load("internal:ecmascript/joint_iteration").zip(iterables, options, realm);
    },
    zipKeyed(iterables: unknown, options: unknown = undefined) {
      return load("internal:ecmascript/joint_iteration").zipKeyed(iterables, options, realm);
    },
    chunks(this: unknown, chunkSize: unknown) {
      return load("internal:ecmascript/iterator_chunking").chunks(this, chunkSize, realm);
    },
    windows(this: unknown, windowSize: unknown, undersized: unknown = undefined) {
      return load("internal:ecmascript/iterator_chunking").windows(this, windowSize, undersized, realm);
    },
    includes(this: unknown, searchElement: unknown, skippedElements: unknown = undefined) {
      return load("internal:ecmascript/iterator_methods").includes(this, searchElement, skippedElements, realm);
    },
    join(this: unknown, separator: unknown) {
      return load("internal:ecmascript/iterator_methods").join(this, separator, realm);
    },
    take(this: unknown, limit: unknown) {
      const isUsual = typeof limit === "number" && limit <= MAX_SAFE_INTEGER;
      return safe.apply(take, this, [isUsual ? limit : checkLimit("take", this, limit, realm)]);
    },
    drop(this: unknown, limit: unknown) {
      const isUsual = typeof limit === "number" && limit <= MAX_SAFE_INTEGER;
      return safe.apply(drop, this, [isUsual ? limit : checkLimit("drop", this, limit, realm)]);
    },
  };
  const names = safe.keys(functions);
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!;
    const value = functions[name];
    // `zip` and `zipKeyed` are the static ones.
    const holder = index < 2 ? Iterator : Iterator.prototype;
    safe.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
    nativeNames.set(value!, name);
  }
}

function checkLimit(name: string, iterator: unknown, limit: unknown, realm: IteratorRealm): unknown {
  return load("internal:ecmascript/iterator_methods").checkLimit(name, iterator, limit, realm);
}
