// The asynchronous iterator of ReadableStream (https://streams.spec.whatwg.org/#rs-asynciterator) with the queueing of
// calls that Web IDL prescribes (https://webidl.spec.whatwg.org/#es-asynchronous-iterator-prototype-object).
import { transform } from "internal:web/web_streams/promises";
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

class IteratorState {
  reader: ReaderState;
  preventCancel: boolean;
  finished = false;
  ongoing: Promise<ReadResult> | null = null;

  constructor(reader: ReaderState, preventCancel: boolean) {
    this.reader = reader;
    this.preventCancel = preventCancel;
  }

  /** Runs `steps` after the earlier calls. */
  enqueue(steps: () => Promise<ReadResult>): Promise<ReadResult> {
    if (this.ongoing === null) return (this.ongoing = steps());
    // The additional promise corresponds to the one that turns a chunk into an iterator result in Web IDL.
    const before = transform(this.ongoing, nothing, nothing);
    return (this.ongoing = transform(before, steps, steps));
  }

  nextSteps(): Promise<ReadResult> {
    if (this.finished) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve, reject) => read(this.reader, new IteratorRead(this, resolve, reject)));
  }

  returnSteps(value: unknown): Promise<ReadResult> {
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

class IteratorRead implements ReadRequest {
  #iterator: IteratorState;
  #resolve: (result: ReadResult) => void;
  #reject: (reason: unknown) => void;

  constructor(iterator: IteratorState, resolve: (result: ReadResult) => void, reject: (reason: unknown) => void) {
    this.#iterator = iterator;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  chunkSteps(value: unknown): void {
    this.#resolve({ value, done: false });
  }

  closeSteps(): void {
    this.#end();
    this.#resolve({ value: undefined, done: true });
  }

  errorSteps(reason: unknown): void {
    this.#end();
    this.#reject(reason);
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
    return state.enqueue(() => state.nextSteps());
  },
  return(this: object, value: unknown): Promise<ReadResult> {
    const state = states.get(this);
    if (state === undefined)
      return Promise.reject(new TypeError("return method called on an object that is not a ReadableStream iterator"));
    return state.enqueue(() => state.returnSteps(value));
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
