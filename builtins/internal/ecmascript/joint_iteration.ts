// `Iterator.zip` and `Iterator.zipKeyed` (https://tc39.es/proposal-joint-iteration).
import { safe } from "internal:core/bootstrap";
import {
  DONE,
  type HelperSource,
  type IteratorRealm,
  type IteratorRecord,
  arrayOf,
  closeAll,
  closeAllQuietly,
  closeQuietly,
  flattenedIterator,
  helperOf,
  isObject,
  iteratorOf,
  close,
  newList,
  nextResult,
  step,
} from "internal:ecmascript/iterator_records";

type Mode = "shortest" | "longest" | "strict";
type Finish = (values: unknown[]) => unknown;

interface Options {
  mode: Mode;
  /** An object, or undefined. */
  padding: object | undefined;
}

/** `Iterator.zip(iterables, options)`. */
export function zip(iterables: unknown, options: unknown, realm: IteratorRealm): object {
  const { mode, padding } = read("zip", iterables, options, realm);
  const inputs = iteratorOf(iterables as object, realm);
  const records = newList<IteratorRecord>();
  try {
    collect(inputs, records, realm);
    const paddings = mode === "longest" ? paddingsOf(padding, records.length, realm) : newList();
    return helperOf(new Zip(records, mode, paddings, (values) => arrayOf(values, realm), realm), realm);
  } catch (error) {
    closeAllQuietly(records, realm);
    throw error;
  }
}

/** `Iterator.zipKeyed(iterables, options)`. */
export function zipKeyed(iterables: unknown, options: unknown, realm: IteratorRealm): object {
  const { mode, padding } = read("zipKeyed", iterables, options, realm);
  const keys = newList<PropertyKey>();
  const records = newList<IteratorRecord>();
  const allKeys = safe.ownKeys(iterables as object);
  try {
    collectKeyed(iterables as object, allKeys, keys, records, realm);
    const paddings = newList();
    if (mode === "longest") {
      for (let index = 0; index < keys.length; index++)
        paddings[index] = padding === undefined ? undefined : (padding as Record<PropertyKey, unknown>)[keys[index]!];
    }
    return helperOf(new Zip(records, mode, paddings, (values) => objectOf(keys, values), realm), realm);
  } catch (error) {
    closeAllQuietly(records, realm);
    throw error;
  }
}

function read(name: string, iterables: unknown, options: unknown, realm: IteratorRealm): Options {
  if (!isObject(iterables)) throw new realm.TypeError(`Iterator.${name} expects its first argument to be an object`);
  if (options === undefined) return { mode: "shortest", padding: undefined };
  if (!isObject(options)) throw new realm.TypeError(`Iterator.${name} expects its options to be an object`);
  const { mode = "shortest" } = options as { mode?: unknown };
  if (mode !== "shortest" && mode !== "longest" && mode !== "strict")
    throw new realm.TypeError('Expected "shortest", "longest" or "strict" for options.mode');
  const padding = mode === "longest" ? (options as { padding?: unknown }).padding : undefined;
  if (padding !== undefined && !isObject(padding))
    throw new realm.TypeError("Expected options.padding to be an object");
  return { mode, padding };
}

// The iterators of the iterables that an iterator yields.
function collect(inputs: IteratorRecord, records: IteratorRecord[], realm: IteratorRealm): void {
  for (let value = step(inputs, realm); value !== DONE; value = step(inputs, realm)) {
    let record: IteratorRecord;
    try {
      record = flattenedIterator(value, realm);
    } catch (error) {
      // The one that yields the iterables is closed last.
      closeAllQuietly(records, realm);
      closeQuietly(inputs.iterator, realm);
      throw error;
    }
    records[records.length] = record;
  }
}

// The iterators of the enumerable own properties that have a value.
function collectKeyed(
  iterables: object,
  allKeys: readonly PropertyKey[],
  keys: PropertyKey[],
  records: IteratorRecord[],
  realm: IteratorRealm,
): void {
  for (let index = 0; index < allKeys.length; index++) {
    const key = allKeys[index]!;
    if (!safe.getOwnPropertyDescriptor(iterables, key)?.enumerable) continue;
    const value = (iterables as Record<PropertyKey, unknown>)[key];
    if (value === undefined) continue;
    keys[keys.length] = key;
    records[records.length] = flattenedIterator(value, realm);
  }
}

function paddingsOf(padding: object | undefined, count: number, realm: IteratorRealm): unknown[] {
  const paddings = newList();
  const record = padding === undefined ? undefined : iteratorOf(padding, realm);
  let hasMore = record !== undefined;
  for (let index = 0; index < count; index++) {
    const value = hasMore ? step(record!, realm) : DONE;
    hasMore = value !== DONE;
    paddings[index] = hasMore ? value : undefined;
  }
  if (hasMore) close(record!.iterator, realm);
  return paddings;
}

function objectOf(keys: PropertyKey[], values: unknown[]): object {
  // Without a prototype, so that an assignment calls no setter.
  const object = { __proto__: null } as unknown as Record<PropertyKey, unknown>;
  for (let index = 0; index < keys.length; index++) object[keys[index]!] = values[index];
  return object;
}

/** IteratorZip: what the helper object of a zip iterates over. */
class Zip implements HelperSource {
  readonly #records: IteratorRecord[];
  readonly #mode: Mode;
  readonly #paddings: unknown[];
  readonly #finish: Finish;
  readonly #realm: IteratorRealm;
  readonly #values = newList<unknown>();
  #openCount: number;

  constructor(records: IteratorRecord[], mode: Mode, paddings: unknown[], finish: Finish, realm: IteratorRealm) {
    this.#records = records;
    this.#mode = mode;
    this.#paddings = paddings;
    this.#finish = finish;
    this.#realm = realm;
    this.#openCount = records.length;
  }

  next(): { done: boolean; value: unknown } {
    const values = this.#values;
    const { length } = this.#records;
    if (length === 0) return { done: true, value: undefined };
    for (let index = 0; index < length; index++) {
      const value = this.#step(index);
      if (value === DONE) return { done: true, value: undefined };
      values[index] = value;
    }
    return { done: false, value: this.#finish(values) };
  }

  return(): object {
    closeAll(this.#records, this.#realm);
    return {};
  }

  // The value of one iterator or its padding; DONE: the zip is done.
  #step(index: number): unknown {
    const record = this.#records[index]!;
    if (!record.isOpen) return this.#paddings[index];
    let value: unknown;
    try {
      value = step(record, this.#realm);
    } catch (error) {
      closeAllQuietly(this.#records, this.#realm);
      throw error;
    }
    if (value !== DONE) return value;
    if (this.#mode === "longest") return --this.#openCount === 0 ? DONE : this.#paddings[index];
    if (this.#mode === "strict") this.#expectAllDone(index);
    else closeAll(this.#records, this.#realm);
    return DONE;
  }

  // The first iterator that is done has to be the first of all, and the others done as well.
  #expectAllDone(index: number): void {
    let areDone = index === 0;
    try {
      for (let other = 1; areDone && other < this.#records.length; other++)
        areDone = nextResult(this.#records[other]!, this.#realm) === DONE;
    } catch (error) {
      closeAllQuietly(this.#records, this.#realm);
      throw error;
    }
    if (areDone) return;
    closeAllQuietly(this.#records, this.#realm);
    throw new this.#realm.TypeError(
      "Iterator.zip strict mode requires all iterables to have the same number of elements",
    );
  }
}
