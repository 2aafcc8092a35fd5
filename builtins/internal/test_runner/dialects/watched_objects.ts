// Objects as they were when they were first seen, and their restoration. `realm_baseline.ts` says which objects these are.
import { originalsOf, pinned, safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import * as types from "internal:core/util/types";

type Callable = (...args: never[]) => unknown;
export type Holder = object | Callable;

/** An object as it was. */
interface Watched {
  readonly holder: Holder;
  readonly prototype: object | null;
  readonly isExtensible: boolean;
  /** Reads how many entries a map or a set has; null for other objects. */
  readonly sizeGetter: Callable | null;
  readonly size: number;
  keys: PropertyKey[];
  descriptors: PropertyDescriptor[];
  /** How deep the objects among its properties were followed. */
  depth: number;
}

/** Whose prototypes, and which statics, the engine defines: nothing of Brio relies on what programs add to them. */
const ENGINE_CLASSES =
  "Object Function Array String Number Boolean Symbol BigInt RegExp Map Set WeakMap WeakSet WeakRef Promise Proxy Error EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array Math JSON Reflect Atomics Intl Iterator";

const mapPrototype = originalsOf(Map.prototype);
const setPrototype = originalsOf(Set.prototype);
const sizeOfMap = safe.getOwnPropertyDescriptor(mapPrototype, "size")!.get as Callable;
const sizeOfSet = safe.getOwnPropertyDescriptor(setPrototype, "size")!.get as Callable;

export class WatchedObjects {
  readonly #watched: Watched[] = [];
  readonly #seen = pinned(new Map<Holder, Watched>());
  readonly #ofEngine = pinned(new Set<Holder>());
  readonly #isOfFile: (holder: Holder) => boolean;

  /** `isOfFile`: objects that are other ones for each file, and are not watched. */
  constructor(isOfFile: (holder: Holder) => boolean) {
    this.#isOfFile = isOfFile;
    this.#ofEngine.add(globalThis);
    for (const name of ENGINE_CLASSES.split(" ")) {
      const value = safe.getOwnPropertyDescriptor(globalThis, name)?.value as { prototype?: object } | undefined;
      if (value === undefined) continue;
      this.#ofEngine.add(value);
      if (value.prototype !== undefined) this.#ofEngine.add(value.prototype);
    }
  }

  /** Notes an object, its prototypes, the constructors among its properties, and objects to that depth. */
  watch(holder: Holder, depth: number): void {
    const known = this.#seen.get(holder);
    if (known !== undefined) return this.#watchDeeper(known, depth);
    if (this.#isOfFile(holder)) return;
    const keys = safe.ownKeys(holder);
    const descriptors = lists.map(keys, (key) => descriptorOf(holder, key));
    const prototype = safe.getPrototypeOf(holder) as object | null;
    const isExtensible = safe.isExtensible(holder);
    const sizeGetter = sizeGetterOf(holder);
    const size = sizeOf(holder, sizeGetter);
    const watched = { holder, prototype, isExtensible, sizeGetter, size, keys, descriptors, depth: -1 };
    this.#seen.set(holder, watched);
    lists.push(this.#watched, watched);
    if (prototype !== null) this.watch(prototype, 0);
    this.#watchDeeper(watched, depth);
  }

  #watchDeeper(watched: Watched, depth: number): void {
    if (depth <= watched.depth) return;
    watched.depth = depth;
    const { keys, descriptors } = watched;
    for (let index = 0; index < keys.length; index++) {
      const { value } = descriptors[index]!;
      this.#watchValue(value, keys[index] === "prototype" ? safe.max(depth, 1) : depth);
    }
  }

  #watchValue(value: unknown, depth: number): void {
    if (typeof value === "function") {
      if (safe.hasOwn(value, "prototype")) this.watch(value as Callable, 0);
    } else if (typeof value === "object" && value !== null && depth > 0) this.watch(value, depth - 1);
  }

  /** Takes back what programs may have changed; the first key that still differs, null for none. */
  restore(): PropertyKey | null {
    for (let index = 0; index < this.#watched.length; index++) {
      const watched = this.#watched[index]!;
      if (changeOf(watched) === null) continue;
      const key = this.#restoreObject(watched);
      if (key !== null) return key;
    }
    return null;
  }

  /** The members of a holder that were made since it was noted, as paths that begin with `prefix`. */
  madeMembers(holder: Holder, prefix: string): string[] {
    const watched = this.#seen.get(holder);
    if (watched === undefined) return [];
    const { keys, descriptors } = watched;
    const isMade = (name: PropertyKey, index: number): boolean =>
      descriptors[index]!.get !== undefined && safe.getOwnPropertyDescriptor(holder, name)?.get === undefined;
    return keys
      .filter((name, index): name is string => typeof name === "string" && isMade(name, index))
      .map((name) => prefix + name);
  }

  #restoreObject(watched: Watched): PropertyKey | null {
    const { holder, prototype, isExtensible, sizeGetter, size, keys } = watched;
    if (safe.getPrototypeOf(holder) !== prototype) return "__proto__";
    if (safe.isExtensible(holder) !== isExtensible) return "extensible";
    if (sizeOf(holder, sizeGetter) !== size) return "size";
    const now = safe.ownKeys(holder);
    for (let index = 0; index < now.length; index++) {
      const key = now[index]!;
      if (!lists.includes(keys, key) && !(this.#ofEngine.has(holder) && safe.deleteProperty(holder, key))) return key;
    }
    for (let index = 0; index < keys.length; index++) {
      if (!this.#restoreProperty(watched, index)) return keys[index]!;
    }
    // Properties that were deleted and defined again have other places.
    this.#noteOrder(watched);
    return changeOf(watched);
  }

  /** Whether the property is as it was, or could be made so. */
  #restoreProperty({ holder, keys, descriptors }: Watched, index: number): boolean {
    const key = keys[index]!;
    const before = descriptors[index]!;
    const now = safe.getOwnPropertyDescriptor(holder, key);
    if (now !== undefined && isSame(now, before)) return true;
    if (before.get !== undefined && now !== undefined && now.get === undefined && isMade(holder, before, now)) {
      // What is in a value that is not watched could have changed: the next realm makes it first.
      if (!this.#isWatched(now.value)) return false;
      descriptors[index] = descriptorOf(holder, key);
      return true;
    }
    const isMethod = typeof before.value === "function" || before.get !== undefined;
    if (!isMethod && !this.#ofEngine.has(holder)) return false;
    return safe.reflectDefineProperty(holder, key, before);
  }

  /** Whether the parts of a value are watched. */
  #isWatched(value: unknown): boolean {
    if (typeof value === "function") return !safe.hasOwn(value, "prototype") || this.#seen.has(value as Callable);
    return typeof value !== "object" || value === null || this.#seen.has(value);
  }

  #noteOrder(watched: Watched): void {
    const { holder, keys, descriptors } = watched;
    const now = safe.ownKeys(holder);
    const order = lists.map(now, (key) => lists.indexOf(keys, key));
    if (lists.includes(order, -1) || order.length !== keys.length) return;
    watched.keys = now;
    watched.descriptors = lists.map(order, (index) => descriptors[index]!);
  }
}

/** Whether the value of a member that is made when it is first read is the one that was made. */
function isMade(holder: Holder, before: PropertyDescriptor, now: PropertyDescriptor): boolean {
  try {
    return safe.is(safe.apply(before.get!, holder, []), now.value);
  } catch {
    return false;
  }
}

/** The first key that differs; null for none. */
function changeOf(watched: Watched): PropertyKey | null {
  const { holder, prototype, isExtensible, sizeGetter, size, keys, descriptors } = watched;
  if (safe.getPrototypeOf(holder) !== prototype) return "__proto__";
  if (safe.isExtensible(holder) !== isExtensible) return "extensible";
  if (sizeOf(holder, sizeGetter) !== size) return "size";
  const now = safe.ownKeys(holder);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (now[index] !== key) return now[index] ?? key;
    if (!isSame(safe.getOwnPropertyDescriptor(holder, key)!, descriptors[index]!)) return key;
  }
  return now.length > keys.length ? now[keys.length]! : null;
}

/** A descriptor that does not change with `Object.prototype`. */
function descriptorOf(holder: Holder, key: PropertyKey): PropertyDescriptor {
  return safe.setPrototypeOf(safe.getOwnPropertyDescriptor(holder, key)!, null) as PropertyDescriptor;
}

function isSame(now: PropertyDescriptor, before: PropertyDescriptor): boolean {
  return (
    safe.is(now.value, before.value) &&
    now.get === before.get &&
    now.set === before.set &&
    now.writable === before.writable &&
    now.enumerable === before.enumerable &&
    now.configurable === before.configurable
  );
}

/**
 * What reads the size of a map or a set; null for other objects. For objects whose class the engine does not name, the question
 * costs two exceptions.
 */
export function sizeGetterOf(holder: Holder): Callable | null {
  if (types.isMap(holder)) return sizeOfMap;
  return types.isSet(holder) ? sizeOfSet : null;
}

/** How many entries a map or a set has; 0 for other objects. */
function sizeOf(holder: Holder, sizeGetter: Callable | null): number {
  return sizeGetter === null ? 0 : (safe.apply(sizeGetter, holder, []) as number);
}
