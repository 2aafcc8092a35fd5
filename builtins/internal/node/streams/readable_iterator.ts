// `for await` over a Readable. Buffered chunks are returned at once; otherwise a request waits for "readable" or for the
// end of the stream. Later requests are queued and served in order.
import { safe } from "internal:core/bootstrap";
import { aggregateTwoErrors } from "internal:core/errors";
import { Queue } from "internal:core/events/queue";
import { destroyer } from "internal:node/streams/destroy";
import { eos } from "internal:node/streams/end_of_stream";
import type { Readable } from "internal:node/streams/readable";

const AsyncIteratorPrototype = safe.getPrototypeOf(safe.getPrototypeOf(async function* () {}.prototype));
const resolved = Promise.resolve();

/** The options of `readable.iterator()`. */
export interface IteratorOptions {
  destroyOnReturn?: boolean;
}

type Result = IteratorResult<unknown>;
interface Request {
  kind: "next" | "return" | "throw";
  value: unknown;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export class ReadableIterator {
  /** The stream that is read. Programs access it as `iterator.stream`. */
  stream: Readable;
  #destroyOnReturn: boolean;
  // undefined: the stream is alive; null: it ended without an error.
  #error: unknown = undefined;
  #started = false;
  #completed = false;
  // The request that waits for the stream or for a promise among the chunks.
  #current: Request | null = null;
  #busy = false;
  #queue: Queue<Request> | null = null;
  #serving = false;
  #stopWatchingEnd: () => void = () => {};
  #onReadable = (): void => this.#wake();

  constructor(stream: Readable, options?: IteratorOptions) {
    this.stream = stream;
    this.#destroyOnReturn = options?.destroyOnReturn !== false;
  }

  next(): Promise<Result> {
    if (this.#busy || this.#completed) {
      return this.#completed && !this.#busy
        ? Promise.resolve({ done: true, value: undefined })
        : this.#enqueue("next", undefined);
    }
    if (!this.#started) this.#start();
    const chunk = this.stream.destroyed ? null : this.stream.read();
    // Read once: it may be a getter.
    const then = chunk?.then;
    if (chunk !== null && typeof then !== "function") return Promise.resolve({ done: false, value: chunk });
    return new Promise((resolve, reject) => {
      const request: Request = { kind: "next", value: undefined, resolve, reject };
      this.#busy = true;
      if (chunk !== null) this.#deliverPromise(chunk, then, request);
      else this.#settleOrWait(request);
    });
  }

  return(value?: unknown): Promise<Result> {
    return this.#enqueue("return", value);
  }

  throw(error?: unknown): Promise<Result> {
    return this.#enqueue("throw", error);
  }

  #enqueue(kind: Request["kind"], value: unknown): Promise<Result> {
    return new Promise((resolve, reject) => {
      (this.#queue ??= new Queue()).push({ kind, value, resolve, reject });
      this.#serve();
    });
  }

  // Requests that settle synchronously call this again: the loop that is running serves the next one.
  #serve(): void {
    if (this.#serving || this.#queue === null) return;
    this.#serving = true;
    while (!this.#busy && !this.#queue.isEmpty()) {
      const request = this.#queue.shift()!;
      if (request.kind === "next") this.#serveNext(request);
      else if (request.kind === "return") this.#serveReturn(request);
      else this.#serveThrow(request);
    }
    this.#serving = false;
  }

  #serveNext(request: Request): void {
    if (this.#completed) {
      request.resolve({ done: true, value: undefined });
      return;
    }
    if (!this.#started) this.#start();
    this.#busy = true;
    this.#read(request);
  }

  #serveReturn(request: Request): void {
    if (!this.#completed) {
      // Never started: the stream is left as it is.
      if (this.#started) this.#finalize();
      else this.#completed = true;
    }
    request.resolve({ done: true, value: request.value });
  }

  #serveThrow(request: Request): void {
    if (this.#completed || !this.#started) {
      this.#completed = true;
      request.reject(request.value);
    } else {
      this.#fail(request.value, request);
    }
  }

  #start(): void {
    this.#started = true;
    this.stream.on("readable", this.#onReadable);
    this.#stopWatchingEnd = eos(this.stream, { writable: false }, (error: unknown) => {
      this.#error = error ? aggregateTwoErrors(this.#error, error) : null;
      this.#wake();
    });
  }

  #wake(): void {
    const request = this.#current;
    if (request === null) return;
    this.#current = null;
    // After the event, when its emitter has updated the state of the stream.
    resolved.then(() => this.#read(request));
  }

  #read(request: Request): void {
    const chunk = this.stream.destroyed ? null : this.stream.read();
    const then = chunk?.then;
    if (chunk === null) this.#settleOrWait(request);
    else if (typeof then === "function") this.#deliverPromise(chunk, then, request);
    else this.#finish(() => request.resolve({ done: false, value: chunk }));
  }

  #settleOrWait(request: Request): void {
    if (this.#error) {
      this.#finish(() => this.#fail(undefined, request));
    } else if (this.#error === null) {
      this.#finish(() => {
        this.#finalize();
        request.resolve({ done: true, value: undefined });
      });
    } else {
      this.#current = request;
    }
  }

  #deliverPromise(chunk: PromiseLike<unknown>, then: PromiseLike<unknown>["then"], request: Request): void {
    then.call(
      chunk,
      (value: unknown) => this.#finish(() => request.resolve({ done: false, value })),
      (error: unknown) => this.#finish(() => this.#fail(error, request)),
    );
  }

  #finish(settle: () => void): void {
    this.#busy = false;
    settle();
    this.#serve();
  }

  #fail(error: unknown, request: Request): void {
    if (error !== undefined) this.#error = aggregateTwoErrors(this.#error, error);
    this.#finalize();
    request.reject(this.#error);
  }

  #finalize(): void {
    this.#completed = true;
    const wantsDestroy = this.#error || this.#destroyOnReturn;
    if (wantsDestroy && (this.#error === undefined || this.stream._readableState.autoDestroy)) {
      destroyer(this.stream, null);
    } else {
      this.stream.off("readable", this.#onReadable);
      this.#stopWatchingEnd();
    }
  }
}
safe.setPrototypeOf(ReadableIterator.prototype, AsyncIteratorPrototype);
