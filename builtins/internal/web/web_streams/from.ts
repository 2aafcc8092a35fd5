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

const isObject = (value: any): boolean => (typeof value === "object" && value !== null) || typeof value === "function";

/** ReadableStreamFromIterable. Throws errors.ERR_ARG_NOT_ITERABLE. */
export function streamFromIterable(iterable: any): ReadableState {
  let method = iterable[Symbol.asyncIterator];
  const isAsync = method !== undefined && method !== null;
  if (!isAsync) method = iterable[Symbol.iterator];
  if (typeof method !== "function") throw new errors.ERR_ARG_NOT_ITERABLE(iterable);
  const iterator = method.call(iterable);
  if (!isObject(iterator)) throw new errors.ERR_INVALID_STATE.TypeError("The iterator method must return an object");
  const source = new IteratorSource(iterator, isAsync);
  source.controller = createDefaultStream({ self: source, pull: source.pull, cancel: source.cancel }, 0);
  return source.controller.stream;
}

class IteratorSource {
  controller!: DefaultController;
  #iterator: any;
  #next: Function;
  #isAsync: boolean;

  constructor(iterator: any, isAsync: boolean) {
    this.#iterator = iterator;
    this.#next = iterator.next;
    this.#isAsync = isAsync;
  }

  pull(): Promise<any> {
    let result: any;
    try {
      result = this.#next.call(this.#iterator);
    } catch (error) {
      return Promise.reject(error);
    }
    if (!this.#isAsync) return this.#takeSync(result);
    return transform(Promise.resolve(result), (settled) => this.#take(settled));
  }

  #take(result: any): void {
    if (!isObject(result))
      throw new errors.ERR_INVALID_STATE.TypeError(
        "The promise returned by the iterator.next() method must fulfill with an object",
      );
    if (result.done) closeDefault(this.controller);
    else enqueueDefault(this.controller, result.value);
  }

  // %AsyncFromSyncIteratorPrototype%.next: the value is awaited; its rejection closes the iterator.
  #takeSync(result: any): Promise<any> {
    if (!isObject(result)) return Promise.reject(new TypeError(`Iterator result ${String(result)} is not an object`));
    let done: boolean;
    let value: any;
    try {
      done = Boolean(result.done);
      value = Promise.resolve(result.value);
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

  cancel(reason: any): Promise<any> {
    let result: any;
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
