// The iterator helpers of Readable: map, filter, forEach, … . The helpers with a function can run it on several chunks
// concurrently (`concurrency`) and still return the results in order. `operator_methods.ts` turns the generators into streams.
// https://nodejs.org/api/stream.html#readablemapfn-options
import { safe } from "internal:core/bootstrap";
import { AbortError, ERR_MISSING_ARGS, ERR_OUT_OF_RANGE } from "internal:core/errors";
import { validateAbortSignal, validateFunction, validateInteger, validateObject } from "internal:core/validators";
import { kResistStopPropagation, kWeakHandler } from "internal:core/events/symbols";
import { finished } from "internal:node/streams/end_of_stream";
import type { Readable } from "internal:node/streams/readable";
import type { AbortSignal } from "web:abort";
import defer * as aborting from "web:abort";

interface Options {
  signal?: AbortSignal;
  concurrency?: number;
  highWaterMark?: number;
}
type Mapper = (value: unknown, options: { signal: AbortSignal }) => any;

// A result that is left out, and the end of the results.
const kSkipped = Symbol("skipped");
const kEnd = Symbol("end");

/** The results of `fn` for each chunk. */
function map(this: Readable, fn: Mapper, options?: Options): AsyncGenerator<unknown> {
  validateFunction(fn, "fn");
  validateOptions(options);
  const concurrency = options?.concurrency != null ? safe.floor(options.concurrency) : 1;
  const ahead = options?.highWaterMark != null ? safe.floor(options.highWaterMark) : concurrency - 1;
  validateInteger(concurrency, "options.concurrency", 1);
  validateInteger(ahead, "options.highWaterMark", 0);
  return new Mapping(this, fn, options?.signal, concurrency, ahead + concurrency).results();
}

class Mapping {
  #stream: Readable;
  #fn: Mapper;
  #signal: AbortSignal;
  #concurrency: number;
  #queueMax: number;
  #queue: unknown[] = [];
  #running = 0;
  #done = false;
  #wakeReader: (() => void) | null = null;
  #wakePump: (() => void) | null = null;

  constructor(stream: Readable, fn: Mapper, signal: AbortSignal | undefined, concurrency: number, queueMax: number) {
    this.#stream = stream;
    this.#fn = fn;
    this.#signal = aborting.AbortSignal.any(signal ? [signal] : []);
    this.#concurrency = concurrency;
    this.#queueMax = queueMax;
  }

  async *results(): AsyncGenerator<unknown> {
    void this.#pump();
    try {
      for (;;) {
        while (this.#queue.length > 0) {
          const value = await this.#queue[0];
          if (value === kEnd) return;
          if (this.#signal.aborted) throw new AbortError();
          if (value !== kSkipped) yield value;
          // Only now: a result counts as queued until the consumer requests the next one.
          this.#queue.shift();
          this.#resumePump();
        }
        await new Promise<void>((resolve) => {
          this.#wakeReader = resolve;
        });
      }
    } finally {
      this.#done = true;
      this.#wakeWaitingPump();
    }
  }

  async #pump(): Promise<void> {
    const options = { signal: this.#signal };
    try {
      for await (const chunk of this.#stream) {
        if (this.#done) return;
        if (this.#signal.aborted) throw new AbortError();
        let result: unknown;
        try {
          result = this.#fn(chunk, options);
          if (result === kSkipped) continue;
          result = Promise.resolve(result);
        } catch (error) {
          result = Promise.reject(error);
        }
        this.#running++;
        this.#add(result as Promise<unknown>);
        this.#wakeWaitingReader();
        if (!this.#done && (this.#queue.length >= this.#queueMax || this.#running >= this.#concurrency)) {
          await new Promise<void>((resolve) => {
            this.#wakePump = resolve;
          });
        }
      }
      this.#queue.push(kEnd);
    } catch (error) {
      this.#add(Promise.reject(error));
    } finally {
      this.#done = true;
      this.#wakeWaitingReader();
    }
  }

  #add(result: Promise<unknown>): void {
    result.then(
      () => this.#onSettled(),
      () => {
        this.#done = true;
        this.#onSettled();
      },
    );
    this.#queue.push(result);
  }

  #onSettled(): void {
    this.#running--;
    this.#resumePump();
  }

  #resumePump(): void {
    if (!this.#done && this.#running < this.#concurrency && this.#queue.length < this.#queueMax)
      this.#wakeWaitingPump();
  }

  #wakeWaitingPump(): void {
    const wake = this.#wakePump;
    this.#wakePump = null;
    wake?.();
  }

  #wakeWaitingReader(): void {
    const wake = this.#wakeReader;
    this.#wakeReader = null;
    wake?.();
  }
}

/** The chunks for which `fn` returns a truthy value. */
function filter(this: Readable, fn: Mapper, options?: Options): AsyncGenerator<unknown> {
  validateFunction(fn, "fn");
  return map.call(this, async (value, mapOptions) => ((await fn(value, mapOptions)) ? value : kSkipped), options);
}

/** The items of the iterables that `fn` returns. */
function flatMap(this: Readable, fn: Mapper, options?: Options): AsyncGenerator<unknown> {
  const values = map.call(this, fn, options);
  return (async function* () {
    for await (const value of values) yield* value as Iterable<unknown>;
  })();
}

/** All chunks but the first `number`. */
function drop(this: Readable, number: number, options: Options | undefined = undefined): AsyncGenerator<unknown> {
  validateOptions(options);
  return dropping(this, toCount(number), options?.signal);
}

async function* dropping(stream: Readable, count: number, signal: AbortSignal | undefined): AsyncGenerator<unknown> {
  if (signal?.aborted) throw new AbortError();
  for await (const value of stream) {
    if (signal?.aborted) throw new AbortError();
    if (count-- <= 0) yield value;
  }
}

/** The first `number` chunks. */
function take(this: Readable, number: number, options: Options | undefined = undefined): AsyncGenerator<unknown> {
  validateOptions(options);
  return taking(this, toCount(number), options?.signal);
}

async function* taking(stream: Readable, count: number, signal: AbortSignal | undefined): AsyncGenerator<unknown> {
  if (signal?.aborted) throw new AbortError();
  for await (const value of stream) {
    if (signal?.aborted) throw new AbortError();
    if (count-- > 0) yield value;
    // Before the next chunk is read.
    if (count <= 0) return;
  }
}

/** Whether `fn` returns a truthy value for one of the chunks. */
async function some(this: Readable, fn: Mapper, options: Options | undefined = undefined): Promise<boolean> {
  for await (const _value of filter.call(this, fn, options)) return true;
  return false;
}

/** Whether `fn` returns a truthy value for all chunks. */
async function every(this: Readable, fn: Mapper, options: Options | undefined = undefined): Promise<boolean> {
  validateFunction(fn, "fn");
  return !(await some.call(this, async (value, mapOptions) => !(await fn(value, mapOptions)), options));
}

/** The first chunk for which `fn` returns a truthy value. */
async function find(this: Readable, fn: Mapper, options?: Options): Promise<unknown> {
  for await (const value of filter.call(this, fn, options)) return value;
  return undefined;
}

/** Calls `fn` with each chunk. */
async function forEach(this: Readable, fn: Mapper, options?: Options): Promise<void> {
  validateFunction(fn, "fn");
  const calls = map.call(
    this,
    async (value, mapOptions) => {
      await fn(value, mapOptions);
      return kSkipped;
    },
    options,
  );
  for await (const _value of calls);
}

/** All chunks in an array. */
async function toArray(this: Readable, options?: Options): Promise<unknown[]> {
  validateOptions(options);
  const values: unknown[] = [];
  for await (const value of this) {
    if (options?.signal?.aborted) throw new AbortError(undefined, { cause: options.signal.reason });
    values.push(value);
  }
  return values;
}

type Reducer = (accumulated: unknown, value: unknown, options: { signal: AbortSignal }) => unknown;

/** Folds the chunks with `reducer(accumulated, chunk, { signal })`. */
async function reduce(this: Readable, reducer: Reducer, initialValue: unknown, options?: Options): Promise<unknown> {
  validateFunction(reducer, "reducer");
  validateOptions(options);
  const outer = options?.signal;
  let hasValue = arguments.length > 1;
  if (outer?.aborted) {
    const error = new AbortError(undefined, { cause: outer.reason });
    // The caller receives the error from the promise.
    this.once("error", () => {});
    await finished(this.destroy(error));
    throw error;
  }
  const controller = new aborting.AbortController();
  const { signal } = controller;
  outer?.addEventListener("abort", () => controller.abort(), {
    once: true,
    [kWeakHandler]: this,
    [kResistStopPropagation]: true,
  });
  let accumulated = initialValue;
  try {
    for await (const value of this) {
      if (outer?.aborted) throw new AbortError();
      accumulated = hasValue ? await reducer(accumulated, value, { signal }) : value;
      hasValue = true;
    }
    if (!hasValue) throw emptyReduceError();
  } finally {
    controller.abort();
  }
  return accumulated;
}

function emptyReduceError(): Error {
  const error = new ERR_MISSING_ARGS("reduce");
  error.message = "Reduce of an empty stream requires an initial value";
  return error;
}

function validateOptions(options: Options | null | undefined): void {
  if (options === undefined || options === null) return;
  validateObject(options, "options");
  if (options.signal != null) validateAbortSignal(options.signal, "options.signal");
}

// ECMAScript's ToIntegerOrInfinity, except that fractions stay: a count is compared, never used as an index.
function toCount(value: unknown): number {
  const count = Number(value);
  if (safe.isNaN(count)) return 0;
  if (count < 0) throw new ERR_OUT_OF_RANGE("number", ">= 0", count);
  return count;
}

/** Helpers whose result becomes a stream. */
export const streamOperators: Record<string, (...args: any[]) => any> = { drop, filter, flatMap, map, take };
/** Helpers whose result is a promise. */
export const promiseOperators: Record<string, (...args: any[]) => any> = {
  every,
  forEach,
  reduce,
  toArray,
  some,
  find,
};
