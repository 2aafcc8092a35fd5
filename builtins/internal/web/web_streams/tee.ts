// ReadableStreamDefaultTee (https://streams.spec.whatwg.org/#abstract-opdef-readablestreamdefaulttee).
import { upon } from "internal:web/web_streams/promises";
import {
  closeDefault,
  createDefaultStream,
  type DefaultController,
  enqueueDefault,
  errorDefault,
} from "internal:web/web_streams/default_controller";
import {
  acquireDefaultReader,
  cancelReadable,
  type ReaderState,
  read,
  type ReadableState,
  type ReadRequest,
} from "internal:web/web_streams/readable";
import { Deferred } from "internal:web/web_streams/writable";

const resolved = Promise.resolve();
const promiseThen = Promise.prototype.then;

/** Copies a chunk for the second branch. */
export type CloneChunk = (chunk: unknown) => unknown;

/** Two branches that both produce every chunk of `stream`; `cloneChunk`, if there is one, copies the second branch's (bodies). */
export function teeDefault(stream: ReadableState, cloneChunk: CloneChunk | null): [ReadableState, ReadableState] {
  return new DefaultTee(stream, cloneChunk).branches();
}

class DefaultTee implements ReadRequest {
  #reader: ReaderState;
  #stream: ReadableState;
  #clone: CloneChunk | null;
  #reading = false;
  #readAgain = false;
  #canceled1 = false;
  #canceled2 = false;
  #reason1: unknown = undefined;
  #reason2: unknown = undefined;
  #cancel = new Deferred();
  #branch1: DefaultController;
  #branch2: DefaultController;

  constructor(stream: ReadableState, cloneChunk: CloneChunk | null) {
    this.#stream = stream;
    this.#reader = acquireDefaultReader(stream);
    this.#clone = cloneChunk;
    const pull = (): Promise<void> => this.#pull();
    this.#branch1 = createDefaultStream({
      self: undefined,
      pull,
      cancel: (reason: unknown) => this.#cancelBranch(1, reason),
    });
    this.#branch2 = createDefaultStream({
      self: undefined,
      pull,
      cancel: (reason: unknown) => this.#cancelBranch(2, reason),
    });
    upon(this.#reader.closed.get(), undefined, (reason) => {
      errorDefault(this.#branch1, reason);
      errorDefault(this.#branch2, reason);
      if (!this.#canceled1 || !this.#canceled2) this.#cancel.resolve();
    });
  }

  branches(): [ReadableState, ReadableState] {
    return [this.#branch1.stream, this.#branch2.stream];
  }

  #pull(): Promise<void> {
    if (this.#reading) {
      this.#readAgain = true;
      return resolved;
    }
    this.#reading = true;
    read(this.#reader, this);
    return resolved;
  }

  chunkSteps(chunk: unknown): void {
    // In its own job, so that a reader of a branch sees a failure of the stream at the same time as the chunk.
    promiseThen.call(resolved, () => this.#deliver(chunk));
  }

  #deliver(chunk: unknown): void {
    this.#readAgain = false;
    let second = chunk;
    if (!this.#canceled2 && this.#clone !== null) {
      try {
        second = this.#clone(chunk);
      } catch (error) {
        errorDefault(this.#branch1, error);
        errorDefault(this.#branch2, error);
        this.#cancel.resolve(cancelReadable(this.#stream, error));
        return;
      }
    }
    if (!this.#canceled1) enqueueDefault(this.#branch1, chunk);
    if (!this.#canceled2) enqueueDefault(this.#branch2, second);
    this.#reading = false;
    if (this.#readAgain) this.#pull();
  }

  closeSteps(): void {
    this.#reading = false;
    if (!this.#canceled1) closeDefault(this.#branch1);
    if (!this.#canceled2) closeDefault(this.#branch2);
    if (!this.#canceled1 || !this.#canceled2) this.#cancel.resolve();
  }

  errorSteps(): void {
    this.#reading = false;
  }

  #cancelBranch(branch: 1 | 2, reason: unknown): Promise<unknown> {
    if (branch === 1) {
      this.#canceled1 = true;
      this.#reason1 = reason;
    } else {
      this.#canceled2 = true;
      this.#reason2 = reason;
    }
    if (this.#canceled1 && this.#canceled2) {
      this.#cancel.resolve(cancelReadable(this.#stream, [this.#reason1, this.#reason2]));
    }
    return this.#cancel.promise;
  }
}
