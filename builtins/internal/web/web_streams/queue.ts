// Queues of the streams standard: a plain first-in first-out list, and the queue with sizes
// (https://streams.spec.whatwg.org/#queue-with-sizes).
import defer * as errors from "internal:core/errors";

/** First in, first out; `shift` does not move the remaining items. */
export class Fifo<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items[this.#items.length] = item;
  }

  peek(): T | undefined {
    return this.#items[this.#head];
  }

  shift(): T | undefined {
    const items = this.#items;
    const head = this.#head;
    const item = items[head];
    if (head + 1 >= items.length) {
      // The usual case, a list of one item: `pop` is compiled code, setting a length is a call of the engine.
      if (head === 0) {
        items.pop();
      } else {
        items.length = 0;
        this.#head = 0;
      }
      return item;
    }
    items[head] = undefined;
    this.#head = head + 1;
    if (head > 64 && head * 2 > items.length) {
      items.splice(0, this.#head);
      this.#head = 0;
    }
    return item;
  }

  /** Empties the list and returns its items. */
  takeAll(): T[] {
    const all = this.#items.slice(this.#head) as T[];
    this.#items = [];
    this.#head = 0;
    return all;
  }
}

/** Chunks and the sum of their sizes. */
export class SizedQueue {
  #chunks = new Fifo<unknown>();
  /** null while each chunk has the size 1. */
  #sizes: Fifo<number> | null = null;
  totalSize = 0;

  get length(): number {
    return this.#chunks.length;
  }

  /** EnqueueValueWithSize. Throws a RangeError for a size that is not a finite number of at least 0. */
  enqueue(chunk: unknown, size: unknown): void {
    const amount = Number(size);
    if (!(amount >= 0) || amount === Infinity) throw new errors.ERR_INVALID_ARG_VALUE.RangeError("size", size);
    if (amount !== 1 && this.#sizes === null) this.#recordSizes();
    this.#chunks.push(chunk);
    if (this.#sizes !== null) this.#sizes.push(amount);
    this.totalSize += amount;
  }

  peek(): unknown {
    return this.#chunks.peek();
  }

  dequeue(): unknown {
    this.totalSize -= this.#sizes === null ? 1 : this.#sizes.shift()!;
    // Rounding of fractions must not leave a negative sum.
    if (this.totalSize < 0) this.totalSize = 0;
    return this.#chunks.shift();
  }

  reset(): void {
    if (this.#chunks.length > 0) {
      this.#chunks = new Fifo();
      this.#sizes = null;
    }
    this.totalSize = 0;
  }

  #recordSizes(): void {
    const sizes = new Fifo<number>();
    for (let count = this.#chunks.length; count > 0; count--) sizes.push(1);
    this.#sizes = sizes;
  }
}
