// The state of a readable stream and of its readers, and the abstract operations on them
// (https://streams.spec.whatwg.org/#rs-abstract-ops). Public objects are thin wrappers: see readable_class.ts.
import defer * as errors from "internal:core/errors";
import { LazyPromise, transform } from "internal:web/web_streams/promises";
import { Fifo } from "internal:web/web_streams/queue";
import type { ReadableStream } from "internal:web/web_streams/readable_class";

/** How a read ends: exactly one of the three is called. */
export interface ReadRequest {
  chunkSteps(chunk: unknown): void;
  closeSteps(chunk?: unknown): void;
  errorSteps(reason: unknown): void;
}

/** The result of a read of a public reader. */
export interface ReadResult {
  value: any;
  done: boolean;
}

/** What a stream calls on its controller; DefaultController and ByteController implement it. */
export interface ReadableController {
  readonly isByte: boolean;
  stream: ReadableState;
  cancelSteps(reason: unknown): Promise<unknown>;
  pullSteps(request: ReadRequest): void;
  releaseSteps(): void;
}

export class ReadableState {
  state: "readable" | "closed" | "errored" = "readable";
  disturbed = false;
  reader: ReaderState | null = null;
  storedError: unknown = undefined;
  controller!: ReadableController;
  /** The ReadableStream object, created when a program can see it. */
  wrapper: ReadableStream | null = null;
  /** The only chunk of a stream over bytes in memory, until it is read; lets a body be read without the stream. */
  readyChunk: Uint8Array | null = null;
  /** The descriptor that a stream of an open file reads, from its own position on; -1 for other streams. */
  descriptor = -1;
  /** Settles when the stream closes or fails, for `stream.finished`; created by the first `whenEnded`. */
  ended: LazyPromise | null = null;

  /** The promise of `ended`. */
  whenEnded(): Promise<void> {
    this.ended ??=
      this.state === "readable"
        ? new LazyPromise()
        : this.state === "closed"
          ? LazyPromise.fulfilled()
          : LazyPromise.rejected(this.storedError);
    return this.ended.get();
  }

  get locked(): boolean {
    return this.reader !== null;
  }
}

export class ReaderState {
  stream: ReadableState | null;
  closed: LazyPromise;
  readonly byob: boolean;
  requests = new Fifo<ReadRequest>();

  /** ReadableStreamReaderGenericInitialize. The caller has checked the lock. */
  constructor(stream: ReadableState, byob: boolean) {
    this.stream = stream;
    this.byob = byob;
    stream.reader = this;
    if (stream.state === "readable") this.closed = new LazyPromise();
    else if (stream.state === "closed") this.closed = LazyPromise.fulfilled();
    else this.closed = LazyPromise.rejected(stream.storedError);
  }
}

const undefinedResult = (): void => {};

/** AcquireReadableStreamDefaultReader. Throws errors.ERR_INVALID_STATE for a locked stream. */
export function acquireDefaultReader(stream: ReadableState): ReaderState {
  if (stream.reader !== null) throw new errors.ERR_INVALID_STATE.TypeError("ReadableStream is locked");
  return new ReaderState(stream, false);
}

/** ReadableStreamDefaultReaderRead. */
export function read(reader: ReaderState, request: ReadRequest): void {
  const stream = reader.stream!;
  stream.disturbed = true;
  if (stream.state === "closed") request.closeSteps();
  else if (stream.state === "errored") request.errorSteps(stream.storedError);
  else stream.controller.pullSteps(request);
}

/** ReadableStreamCancel. */
export function cancelReadable(stream: ReadableState, reason: unknown): Promise<void> {
  stream.disturbed = true;
  if (stream.state === "closed") return Promise.resolve();
  if (stream.state === "errored") return Promise.reject(stream.storedError);
  closeReadable(stream);
  const { reader } = stream;
  if (reader !== null && reader.byob) {
    for (const request of reader.requests.takeAll()) request.closeSteps(undefined);
  }
  return transform(stream.controller.cancelSteps(reason), undefinedResult);
}

/** ReadableStreamClose. */
export function closeReadable(stream: ReadableState): void {
  stream.state = "closed";
  stream.ended?.resolve();
  const { reader } = stream;
  if (reader === null) return;
  reader.closed.resolve();
  if (!reader.byob && reader.requests.length > 0) {
    for (const request of reader.requests.takeAll()) request.closeSteps();
  }
}

/** ReadableStreamError. */
export function errorReadable(stream: ReadableState, reason: unknown): void {
  stream.state = "errored";
  stream.storedError = reason;
  stream.ended?.reject(reason);
  const { reader } = stream;
  if (reader === null) return;
  reader.closed.reject(reason);
  failRequests(reader, reason);
}

/** ReadableStream(Default|BYOB)ReaderErrorRead(Into)Requests. */
export function failRequests(reader: ReaderState, reason: unknown): void {
  if (reader.requests.length === 0) return;
  for (const request of reader.requests.takeAll()) request.errorSteps(reason);
}

/** ReadableStreamReaderGenericRelease, without failing the pending reads. */
function detachReader(reader: ReaderState): void {
  const stream = reader.stream!;
  const released = new errors.ERR_INVALID_STATE.TypeError("Reader released");
  if (stream.state === "readable") reader.closed.reject(released);
  else reader.closed = LazyPromise.rejected(released);
  stream.controller.releaseSteps();
  stream.reader = null;
  reader.stream = null;
}

/** ReadableStream(Default|BYOB)ReaderRelease: pending reads fail. */
export function releaseReader(reader: ReaderState): void {
  detachReader(reader);
  if (reader.requests.length > 0) failRequests(reader, new errors.ERR_INVALID_STATE.TypeError("Releasing reader"));
}

/** Number of pending reads of the default reader. */
export function pendingReads(stream: ReadableState): number {
  const { reader } = stream;
  return reader === null || reader.byob ? 0 : reader.requests.length;
}

/** Number of pending reads of the BYOB reader. */
export function pendingReadIntos(stream: ReadableState): number {
  const { reader } = stream;
  return reader !== null && reader.byob ? reader.requests.length : 0;
}

/** ReadableStreamFulfillRead(Into)Request. */
export function fulfillRead(stream: ReadableState, chunk: unknown, done: boolean): void {
  const request = stream.reader!.requests.shift()!;
  if (done) request.closeSteps(chunk);
  else request.chunkSteps(chunk);
}

/** A read request that settles a promise with `{ value, done }`. */
export class PromiseRead implements ReadRequest {
  #resolve!: (result: ReadResult) => void;
  #reject!: (reason: unknown) => void;
  readonly promise: Promise<ReadResult>;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  chunkSteps(value: unknown): void {
    this.#resolve({ value, done: false });
  }

  closeSteps(value?: unknown): void {
    this.#resolve({ value, done: true });
  }

  errorSteps(reason: unknown): void {
    this.#reject(reason);
  }
}
