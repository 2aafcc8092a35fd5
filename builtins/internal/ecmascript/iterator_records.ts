// Iterator records (ECMA-262 §7.4): the operations that the functions of `Iterator` share.
import { iterator as iteratorSymbol, safe } from "internal:core/bootstrap";

/** The engine's functions of a realm that the functions of its `Iterator` use. */
export interface IteratorRealm {
  RangeError: RangeErrorConstructor;
  TypeError: TypeErrorConstructor;
  /** `Iterator.prototype.map`. */
  map: Function;
  /** `Array.prototype.slice`. */
  slice: Function;
}

/** An object that is used as an iterator, whose members are not checked. */
export interface UncheckedIterator {
  next?: unknown;
  return?: unknown;
}

/** An iterator, the `next` that was read from it, and whether it still has to be closed. */
export interface IteratorRecord {
  iterator: UncheckedIterator;
  next: unknown;
  isOpen: boolean;
}

/** What `step` returns at the end of an iterator. */
export const DONE = Symbol("done");

/** Whether a value is an object as ECMA-262 defines it. */
export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** GetIteratorDirect. */
export function directIterator(iterator: UncheckedIterator): IteratorRecord {
  return { iterator, next: iterator.next, isOpen: true };
}

/** GetIterator(value, sync). Throws a TypeError for a value that is not iterable. */
export function iteratorOf(value: object, realm: IteratorRealm): IteratorRecord {
  return iteratorFrom(value, methodOf(value), realm);
}

/** GetIteratorFlattenable(value, reject-strings): of an iterable, or an object that is an iterator itself. */
export function flattenedIterator(value: unknown, realm: IteratorRealm): IteratorRecord {
  if (!isObject(value)) throw new realm.TypeError("An iterable or an iterator must be an object");
  const method = methodOf(value);
  return method === undefined || method === null ? directIterator(value) : iteratorFrom(value, method, realm);
}

// A program may have replaced `Symbol`.
function methodOf(value: object): unknown {
  return (value as Record<symbol, unknown>)[iteratorSymbol];
}

function iteratorFrom(value: object, method: unknown, realm: IteratorRealm): IteratorRecord {
  if (typeof method !== "function") throw new realm.TypeError("The value of Symbol.iterator is not a function");
  const iterator: unknown = safe.apply(method, value, []);
  if (!isObject(iterator)) throw new realm.TypeError("Result of the Symbol.iterator method is not an object");
  return directIterator(iterator);
}

/** IteratorStepValue: the next value, or DONE. An iterator that throws or is done is not open any more. */
export function step(record: IteratorRecord, realm: IteratorRealm): unknown {
  const result = nextResult(record, realm);
  if (result === DONE) return DONE;
  record.isOpen = false;
  const { value } = result as IteratorResult<unknown>;
  record.isOpen = true;
  return value;
}

/** IteratorStep: the next result, whose value is not read, or DONE. */
export function nextResult(record: IteratorRecord, realm: IteratorRealm): object | typeof DONE {
  record.isOpen = false;
  const { next } = record;
  if (typeof next !== "function") throw new realm.TypeError("The iterator's next is not a function");
  const result: unknown = safe.apply(next, record.iterator, []);
  if (!isObject(result)) throw new realm.TypeError(`Iterator result ${String(result)} is not an object`);
  if ((result as IteratorResult<unknown>).done) return DONE;
  record.isOpen = true;
  return result;
}

/** IteratorClose after a normal completion. */
export function close(iterator: UncheckedIterator, realm: IteratorRealm): void {
  const method = iterator.return;
  if (method === undefined || method === null) return;
  if (typeof method !== "function") throw new realm.TypeError("The iterator's return is not a function");
  const result: unknown = safe.apply(method, iterator, []);
  if (!isObject(result)) throw new realm.TypeError(`Iterator result ${String(result)} is not an object`);
}

/** IteratorClose after an error, which hides those of closing. */
export function closeQuietly(iterator: UncheckedIterator, realm: IteratorRealm): void {
  try {
    close(iterator, realm);
  } catch {
    // The first error is thrown.
  }
}

/** IteratorCloseAll after a normal completion: closes those that are open, the last one first; throws the first error. */
export function closeAll(records: ArrayLike<IteratorRecord>, realm: IteratorRealm): void {
  for (let index = records.length - 1; index >= 0; index--) {
    const record = records[index]!;
    if (!record.isOpen) continue;
    record.isOpen = false;
    try {
      close(record.iterator, realm);
    } catch (error) {
      closeAllQuietly(records, realm);
      throw error;
    }
  }
}

/** IteratorCloseAll after an error, which hides those of closing. */
export function closeAllQuietly(records: ArrayLike<IteratorRecord>, realm: IteratorRealm): void {
  for (let index = records.length - 1; index >= 0; index--) {
    const record = records[index]!;
    if (!record.isOpen) continue;
    record.isOpen = false;
    closeQuietly(record.iterator, realm);
  }
}

/** The source of an Iterator Helper object. */
export interface HelperSource {
  next(): { done: boolean; value: unknown };
  /** Closes the iterators behind it, and returns an object. */
  return(): object;
}

/**
 * An Iterator Helper object (ECMA-262 §27.1.2), which only the engine can make: `map` of a source. It calls `return` of the source
 * at most once, and never after `next` threw or was done.
 */
export function helperOf(source: HelperSource, realm: IteratorRealm): object {
  return safe.apply(realm.map, source, [identity]) as object;
}

function identity(value: unknown): unknown {
  return value;
}

/** A list whose elements are set whatever a program did to `Array.prototype`; `arrayOf` makes an array of it. */
export function newList<T>(): T[] {
  return safe.setPrototypeOf([], null);
}

/** CreateArrayFromList. */
export function arrayOf(list: unknown[], realm: IteratorRealm): unknown[] {
  return safe.apply(realm.slice, list, []) as unknown[];
}
