// The asynchronous iterator of ReadableStream (https://streams.spec.whatwg.org/#rs-asynciterator) with the queueing of
// calls that Web IDL prescribes (https://webidl.spec.whatwg.org/#es-asynchronous-iterator-prototype-object).
import { transform, upon } from "internal:web/web_streams/promises";
import {
  cancelReadable,
  read,
  type ReaderState,
  type ReadRequest,
  type ReadResult,
  releaseReader,
} from "internal:web/web_streams/readable";

const AsyncIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);

const nothing = (): void => {};
const passOn = (result: ReadResult): ReadResult => result;

class IteratorState {
  reader: ReaderState;
  preventCancel: boolean;
  finished = false;
  /** The call that has not ended, after which the next one begins; null when there is none. */
  ongoing: Promise<ReadResult> | null = null;

  constructor(reader: ReaderState, preventCancel: boolean) {
    this.reader = reader;
    this.preventCancel = preventCancel;
  }

  next(): Promise<ReadResult> {
    if (this.ongoing !== null) return this.#enqueue(() => this.#nextSteps());
    return this.#nextSteps();
  }

  return(value: unknown): Promise<ReadResult> {
    return this.#enqueue(() => this.#returnSteps(value));
  }

  /** Runs `steps` after the earlier calls. */
  #enqueue(steps: () => Promise<ReadResult>): Promise<ReadResult> {
    let result: Promise<ReadResult>;
    if (this.ongoing === null) {
      result = steps();
    } else {
      // The additional promise corresponds to the one that turns a chunk into an iterator result in Web IDL.
      const before = transform(this.ongoing, nothing, nothing);
      result = transform(before, steps, steps);
    }
    this.ongoing = result;
    const settled = (): void => {
      if (this.ongoing === result) this.ongoing = null;
    };
    upon(result, settled, settled);
    return result;
  }

  #nextSteps(): Promise<ReadResult> {
    if (this.finished) return Promise.resolve({ value: undefined, done: true });
    const request = new IteratorRead(this);
    read(this.reader, request);
    return request.promise();
  }

  #returnSteps(value: unknown): Promise<ReadResult> {
    if (this.finished) return Promise.resolve({ value, done: true });
    this.finished = true;
    const { reader } = this;
    if (this.preventCancel) {
      releaseReader(reader);
      return Promise.resolve({ value, done: true });
    }
    const cancelled = cancelReadable(reader.stream!, value);
    releaseReader(reader);
    return transform(cancelled, () => ({ value, done: true }));
  }
}

/** A read for `next`, whose promise has functions only when the chunk is not there yet. */
class IteratorRead implements ReadRequest {
  #iterator: IteratorState;
  #promise: Promise<ReadResult> | null = null;
  #resolve: ((result: ReadResult) => void) | null = null;
  #reject: ((reason: unknown) => void) | null = null;

  constructor(iterator: IteratorState) {
    this.#iterator = iterator;
  }

  promise(): Promise<ReadResult> {
    if (this.#promise !== null) return this.#promise;
    const read = new Promise<ReadResult>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The reaction that turns a chunk into a result in Web IDL: the source, which is in its `pull`, is called again before
    // the program's code that follows the `await`.
    const promise = transform(read, passOn);
    this.#promise = promise;
    if (this.#iterator.ongoing === null) this.#iterator.ongoing = promise;
    return promise;
  }

  chunkSteps(value: unknown): void {
    this.#settle({ value, done: false });
  }

  closeSteps(): void {
    this.#end();
    this.#settle({ value: undefined, done: true });
  }

  errorSteps(reason: unknown): void {
    this.#end();
    if (this.#reject === null) {
      this.#promise = Promise.reject(reason);
      return;
    }
    this.#leave();
    this.#reject(reason);
  }

  #settle(result: ReadResult): void {
    if (this.#resolve === null) {
      this.#promise = Promise.resolve(result);
      return;
    }
    this.#leave();
    this.#resolve(result);
  }

  // Clears the pending call, unless others wait for it.
  #leave(): void {
    if (this.#iterator.ongoing === this.#promise) this.#iterator.ongoing = null;
  }

  #end(): void {
    this.#iterator.finished = true;
    releaseReader(this.#iterator.reader);
  }
}

const states = new WeakMap<object, IteratorState>();

const iteratorMethods = {
  next(this: object): Promise<ReadResult> {
    const state = states.get(this);
    if (state === undefined)
      return Promise.reject(new TypeError("next method called on an object that is not a ReadableStream iterator"));
    return state.next();
  },
  return(this: object, value: unknown): Promise<ReadResult> {
    const state = states.get(this);
    if (state === undefined)
      return Promise.reject(new TypeError("return method called on an object that is not a ReadableStream iterator"));
    return state.return(value);
  },
};

const iteratorPrototype = Object.create(AsyncIteratorPrototype, {
  next: { value: iteratorMethods.next, enumerable: true, writable: true, configurable: true },
  return: { value: iteratorMethods.return, enumerable: true, writable: true, configurable: true },
  [Symbol.toStringTag]: { value: "ReadableStream AsyncIterator", configurable: true },
});

/** An iterator over the chunks that `reader` reads. */
export function createStreamIterator(reader: ReaderState, preventCancel: boolean): AsyncIterableIterator<any> {
  const iterator = Object.create(iteratorPrototype);
  states.set(iterator, new IteratorState(reader, preventCancel));
  return iterator;
}
