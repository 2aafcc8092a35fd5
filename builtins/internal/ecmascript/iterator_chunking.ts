// `Iterator.prototype.chunks` and `windows` (https://tc39.es/proposal-iterator-chunking).
import { safe } from "internal:core/bootstrap";
import {
  DONE,
  type HelperSource,
  type IteratorRealm,
  type IteratorRecord,
  arrayOf,
  close,
  closeQuietly,
  directIterator,
  helperOf,
  isObject,
  newList,
  step,
} from "internal:ecmascript/iterator_records";

const SIZE_MAX = 2 ** 32 - 1;

/** `Iterator.prototype.chunks.call(iterator, size)`. */
export function chunks(iterator: unknown, size: unknown, realm: IteratorRealm): object {
  checkReceiver("chunks", iterator, realm);
  checkSize("chunks", iterator, size, realm);
  return helperOf(new Chunks(directIterator(iterator), size, realm), realm);
}

/** `Iterator.prototype.windows.call(iterator, size, undersized)`. */
export function windows(iterator: unknown, size: unknown, undersized: unknown, realm: IteratorRealm): object {
  checkReceiver("windows", iterator, realm);
  checkSize("windows", iterator, size, realm);
  if (undersized !== undefined && undersized !== "only-full" && undersized !== "allow-partial") {
    closeQuietly(iterator, realm);
    throw new realm.TypeError(
      'Iterator.prototype.windows requires that second argument be "only-full" or "allow-partial".',
    );
  }
  return helperOf(new Windows(directIterator(iterator), size, undersized === "allow-partial", realm), realm);
}

function checkReceiver(name: string, iterator: unknown, realm: IteratorRealm): asserts iterator is object {
  if (!isObject(iterator)) throw new realm.TypeError(`Iterator.prototype.${name} requires that |this| be an Object.`);
}

function checkSize(name: string, iterator: object, size: unknown, realm: IteratorRealm): asserts size is number {
  const isIntegral = safe.isInteger(size);
  if (isIntegral && (size as number) >= 1 && (size as number) <= SIZE_MAX) return;
  closeQuietly(iterator, realm);
  const start = `Iterator.prototype.${name} requires that first argument be`;
  if (!isIntegral) throw new realm.TypeError(`${start} an integral Number.`);
  throw new realm.RangeError(`${start} between 1 and 2**32 - 1.`);
}

const end = (): { done: true; value: undefined } => ({ done: true, value: undefined });

class Chunks implements HelperSource {
  readonly #record: IteratorRecord;
  readonly #size: number;
  readonly #realm: IteratorRealm;
  constructor(record: IteratorRecord, size: number, realm: IteratorRealm) {
    this.#record = record;
    this.#size = size;
    this.#realm = realm;
  }

  next(): { done: boolean; value: unknown } {
    const record = this.#record;
    const list = newList<unknown>();
    // Not open any more: the last chunk was not full.
    while (record.isOpen) {
      const value = step(record, this.#realm);
      if (value === DONE) break;
      list[list.length] = value;
      if (list.length === this.#size) break;
    }
    return list.length === 0 ? end() : { done: false, value: arrayOf(list, this.#realm) };
  }

  return(): object {
    if (this.#record.isOpen) close(this.#record.iterator, this.#realm);
    return {};
  }
}

class Windows implements HelperSource {
  readonly #record: IteratorRecord;
  readonly #size: number;
  readonly #allowsPartial: boolean;
  readonly #realm: IteratorRealm;
  /** The last values, at most as many as a window has; the oldest one is at `#oldest`. */
  readonly #ring = newList<unknown>();
  #oldest = 0;
  constructor(record: IteratorRecord, size: number, allowsPartial: boolean, realm: IteratorRealm) {
    this.#record = record;
    this.#size = size;
    this.#allowsPartial = allowsPartial;
    this.#realm = realm;
  }

  next(): { done: boolean; value: unknown } {
    const ring = this.#ring;
    while (this.#record.isOpen) {
      const value = step(this.#record, this.#realm);
      if (value === DONE) {
        const isPartial = this.#allowsPartial && ring.length > 0 && ring.length < this.#size;
        return isPartial ? { done: false, value: arrayOf(ring, this.#realm) } : end();
      }
      if (ring.length < this.#size) {
        ring[ring.length] = value;
      } else {
        ring[this.#oldest] = value;
        this.#oldest = (this.#oldest + 1) % this.#size;
      }
      if (ring.length === this.#size) return { done: false, value: arrayOf(this.#window(), this.#realm) };
    }
    return end();
  }

  #window(): unknown[] {
    const list = newList<unknown>();
    for (let index = 0; index < this.#size; index++) list[index] = this.#ring[(this.#oldest + index) % this.#size];
    return list;
  }

  return(): object {
    if (this.#record.isOpen) close(this.#record.iterator, this.#realm);
    return {};
  }
}
