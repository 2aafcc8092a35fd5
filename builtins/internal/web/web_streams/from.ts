// ReadableStream.from (https://streams.spec.whatwg.org/#rs-from): a stream over a sync or async iterable.
import defer * as errors from "internal:core/errors";
import { transform } from "internal:web/web_streams/promises";
import {
  closeDefault,
  createDefaultStream,
  type DefaultController,
  enqueueDefault,
} from "internal:web/web_streams/default_controller";
import type { ReadableState } from "internal:web/web_streams/readable";

/** An iterator of a program: its methods are looked up once or per use, as ECMA-262 prescribes. */
interface ForeignIterator {
  next: Function;
  return?: Function | null;
}

/** An iterator result that has been checked to be an object. */
interface ForeignResult {
  done: unknown;
  value: unknown;
}

const isObject = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

/** ReadableStreamFromIterable. Throws errors.ERR_ARG_NOT_ITERABLE. */
export function streamFromIterable(iterable: unknown): ReadableState {
  const methods = iterable as Record<symbol, Function | null | undefined>;
  let method = methods[Symbol.asyncIterator];
  const isAsync = method !== undefined && method !== null;
  if (!isAsync) method = methods[Symbol.iterator];
  if (typeof method !== "function") throw new errors.ERR_ARG_NOT_ITERABLE(iterable);
  const iterator: unknown = method.call(iterable);
  if (!isObject(iterator)) throw new errors.ERR_INVALID_STATE.TypeError("The iterator method must return an object");
  const source = new IteratorSource(iterator as ForeignIterator, isAsync);
  source.controller = createDefaultStream({ self: source, pull: source.pull, cancel: source.cancel }, 0);
  return source.controller.stream;
}

class IteratorSource {
  controller!: DefaultController;
  #iterator: ForeignIterator;
  #next: Function;
  #isAsync: boolean;

  constructor(iterator: ForeignIterator, isAsync: boolean) {
    this.#iterator = iterator;
    this.#next = iterator.next;
    this.#isAsync = isAsync;
  }

  pull(): Promise<unknown> {
    let result: unknown;
    try {
      result = this.#next.call(this.#iterator);
    } catch (error) {
      return Promise.reject(error);
    }
    if (!this.#isAsync) return this.#takeSync(result);
    return transform(Promise.resolve(result), (settled) => this.#take(settled));
  }

  #take(result: unknown): void {
    if (!isObject(result))
      throw new errors.ERR_INVALID_STATE.TypeError(
        "The promise returned by the iterator.next() method must fulfill with an object",
      );
    if ((result as ForeignResult).done) closeDefault(this.controller);
    else enqueueDefault(this.controller, (result as ForeignResult).value);
  }

  // %AsyncFromSyncIteratorPrototype%.next: the value is awaited; its rejection closes the iterator.
  #takeSync(result: unknown): Promise<unknown> {
    if (!isObject(result)) return Promise.reject(new TypeError(`Iterator result ${String(result)} is not an object`));
    let done: boolean;
    let value: Promise<unknown>;
    try {
      done = Boolean((result as ForeignResult).done);
      value = Promise.resolve((result as ForeignResult).value);
    } catch (error) {
      return Promise.reject(error);
    }
    return transform(
      value,
      (settled) => {
        if (done) closeDefault(this.controller);
        else enqueueDefault(this.controller, settled);
      },
      done
        ? undefined
        : (reason) => {
            this.#iterator.return?.();
            throw reason;
          },
    );
  }

  cancel(reason: unknown): Promise<unknown> {
    let result: unknown;
    try {
      const method = this.#iterator.return;
      if (method === undefined || method === null) return Promise.resolve();
      result = method.call(this.#iterator, reason);
    } catch (error) {
      return Promise.reject(error);
    }
    return transform(Promise.resolve(result), (settled) => {
      if (!isObject(settled)) {
        throw new errors.ERR_INVALID_STATE.TypeError(
          "The promise returned by the iterator.return() method must fulfill with an object",
        );
      }
    });
  }
}
