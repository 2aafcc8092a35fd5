// `Readable.from`: a stream over an iterable, an async iterable, a string or a Buffer.
import { Buffer } from "internal:node/buffer";
import { ERR_INVALID_ARG_TYPE, ERR_STREAM_NULL_VALUES, aggregateTwoErrors } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import type { Callback } from "internal:node/streams/kinds";
import type { StreamClass } from "internal:node/streams/legacy";
import type { Readable } from "internal:node/streams/readable";

/** Makes a `Class` (Readable or a subclass) over `iterable`; in object mode unless `options` say otherwise. */
export function readableFrom<T extends Readable>(Class: StreamClass<T>, iterable: any, options?: object): T {
  if (typeof iterable === "string" || iterable instanceof Buffer) {
    return new Class({
      objectMode: true,
      ...options,
      read(this: Readable) {
        this.push(iterable);
        this.push(null);
      },
    });
  }
  let iterator: AnyIterator;
  let isAsync: boolean;
  if (iterable?.[Symbol.asyncIterator]) {
    isAsync = true;
    iterator = iterable[Symbol.asyncIterator]();
  } else if (iterable?.[Symbol.iterator]) {
    isAsync = false;
    iterator = iterable[Symbol.iterator]();
  } else {
    throw new ERR_INVALID_ARG_TYPE("iterable", ["Iterable"], iterable);
  }
  const stream = new Class({ objectMode: true, highWaterMark: 1, ...options });
  const source = new IteratorSource(stream, iterator, isAsync);
  const inheritedDestroy = stream._destroy;
  stream._read = () => source.read();
  stream._destroy = function (this: Readable, error: unknown, callback: Callback): void {
    inheritedDestroy.call(this, error, (destroyError: unknown) => {
      const reason = destroyError || error;
      source.close(reason).then(
        () => nextTick(callback, reason),
        (closeError) => nextTick(callback, aggregateTwoErrors(reason, closeError)),
      );
    });
  };
  return stream;
}

/** A synchronous or asynchronous iterator of a program. */
type AnyIterator = Iterator<any> & AsyncIterator<any>;

class IteratorSource {
  #stream: Readable;
  #iterator: AnyIterator;
  // Of a synchronous iterator: turns true at the first promise among its values.
  #awaits: boolean;
  #isAsync: boolean;
  #reading = false;

  constructor(stream: Readable, iterator: AnyIterator, isAsync: boolean) {
    this.#stream = stream;
    this.#iterator = iterator;
    this.#isAsync = isAsync;
    this.#awaits = isAsync;
  }

  read(): void {
    if (this.#reading) return;
    this.#reading = true;
    if (this.#awaits) void this.#pullAwaiting();
    else this.#pullPlain();
  }

  /** Closes the iterator before its end. */
  async close(error: unknown): Promise<void> {
    const iterator = this.#iterator;
    if (error !== undefined && error !== null && typeof iterator.throw === "function") {
      const { value, done } = await iterator.throw(error);
      await value;
      if (done) return;
    }
    if (typeof iterator.return === "function") {
      const { value } = await iterator.return();
      await value;
    }
  }

  #pullPlain(): void {
    try {
      for (;;) {
        const { value, done } = this.#iterator.next();
        if (done) {
          this.#stream.push(null);
          return;
        }
        if (value && typeof value.then === "function") {
          this.#awaits = true;
          void this.#pullAwaiting(value);
          return;
        }
        if (!this.#push(value)) return;
      }
    } catch (error) {
      this.#stream.destroy(error);
    }
  }

  async #pullAwaiting(pending?: PromiseLike<unknown>): Promise<void> {
    try {
      if (pending !== undefined && !this.#push(await pending)) return;
      for (;;) {
        const step = this.#iterator.next();
        const { value, done } = this.#isAsync ? await step : step;
        if (done) {
          this.#stream.push(null);
          return;
        }
        const isPromise = !this.#isAsync && value && typeof value.then === "function";
        if (!this.#push(isPromise ? await value : value)) return;
      }
    } catch (error) {
      this.#stream.destroy(error);
    }
  }

  #push(value: unknown): boolean {
    if (value === null) {
      this.#reading = false;
      throw new ERR_STREAM_NULL_VALUES();
    }
    if (this.#stream.push(value)) return true;
    this.#reading = false;
    return false;
  }
}
