// The asynchronous iterator of ReadableStream (https://streams.spec.whatwg.org/#rs-asynciterator) with the queueing of
// calls that Web IDL prescribes (https://webidl.spec.whatwg.org/#es-asynchronous-iterator-prototype-object).
import { transform } from "internal:web/web_streams/promises";
import { cancelReadable, read, type ReaderState, type ReadRequest, releaseReader } from "internal:web/web_streams/readable";

const AsyncIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);

const nothing = (): void => {};

class IteratorState {
  reader: ReaderState;
  preventCancel: boolean;
  finished = false;
  ongoing: Promise<any> | null = null;

  constructor(reader: ReaderState, preventCancel: boolean) {
    this.reader = reader;
    this.preventCancel = preventCancel;
  }

  /** Runs `steps` after the calls before it. */
  enqueue(steps: () => Promise<any>): Promise<any> {
    if (this.ongoing === null) return (this.ongoing = steps());
    // The additional promise stands for the one with which Web IDL turns a chunk into an iterator result.
    const before = transform(this.ongoing, nothing, nothing);
    return (this.ongoing = transform(before, steps, steps));
  }

  nextSteps(): Promise<any> {
    if (this.finished) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve, reject) => read(this.reader, new IteratorRead(this, resolve, reject)));
  }

  returnSteps(value: any): Promise<any> {
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
  #resolve: (result: any) => void;
  #reject: (reason: any) => void;

  constructor(iterator: IteratorState, resolve: (result: any) => void, reject: (reason: any) => void) {
    this.#iterator = iterator;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  chunkSteps(value: any): void {
    this.#resolve({ value, done: false });
  }

  closeSteps(): void {
    this.#end();
    this.#resolve({ value: undefined, done: true });
  }

  errorSteps(reason: any): void {
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
  next(this: any): Promise<any> {
    const state = states.get(this);
    if (state === undefined)
      return Promise.reject(new TypeError("next method called on an object that is not a ReadableStream iterator"));
    return state.enqueue(() => state.nextSteps());
  },
  return(this: any, value: any): Promise<any> {
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
export function createStreamIterator(reader: ReaderState, preventCancel: boolean): any {
  const iterator = Object.create(iteratorPrototype);
  states.set(iterator, new IteratorState(reader, preventCancel));
  return iterator;
}
