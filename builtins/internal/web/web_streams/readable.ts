// The state of a readable stream and of its readers, and the abstract operations on them
// (https://streams.spec.whatwg.org/#rs-abstract-ops). Public objects are thin wrappers: see readable_class.ts.
import defer * as errors from "internal:core/errors";
import { LazyPromise, transform } from "internal:web/web_streams/promises";
import { Fifo } from "internal:web/web_streams/queue";

/** How a read ends: exactly one of the three is called. */
export interface ReadRequest {
  chunkSteps(chunk: any): void;
  closeSteps(chunk?: any): void;
  errorSteps(reason: any): void;
}

/** What a stream asks of its controller; DefaultController and ByteController implement it. */
export interface ReadableController {
  readonly isByte: boolean;
  stream: ReadableState;
  cancelSteps(reason: any): Promise<any>;
  pullSteps(request: ReadRequest): void;
  releaseSteps(): void;
}

export class ReadableState {
  state: "readable" | "closed" | "errored" = "readable";
  disturbed = false;
  reader: ReaderState | null = null;
  storedError: any = undefined;
  controller!: ReadableController;
  /** The ReadableStream object, made when a program can see it. */
  wrapper: any = null;
  /** The only chunk of a stream made from ready bytes, until it is taken; lets a body be read without the stream. */
  readyChunk: Uint8Array | null = null;
  /** Settles when it closes or fails, for `stream.finished`; made when somebody asks. */
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
export function cancelReadable(stream: ReadableState, reason: any): Promise<any> {
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
export function errorReadable(stream: ReadableState, reason: any): void {
  stream.state = "errored";
  stream.storedError = reason;
  stream.ended?.reject(reason);
  const { reader } = stream;
  if (reader === null) return;
  reader.closed.reject(reason);
  failRequests(reader, reason);
}

/** ReadableStream(Default|BYOB)ReaderErrorRead(Into)Requests. */
export function failRequests(reader: ReaderState, reason: any): void {
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

/** Number of reads that wait for the default reader. */
export function pendingReads(stream: ReadableState): number {
  const { reader } = stream;
  return reader === null || reader.byob ? 0 : reader.requests.length;
}

/** Number of reads that wait for the BYOB reader. */
export function pendingReadIntos(stream: ReadableState): number {
  const { reader } = stream;
  return reader !== null && reader.byob ? reader.requests.length : 0;
}

/** ReadableStreamFulfillRead(Into)Request. */
export function fulfillRead(stream: ReadableState, chunk: any, done: boolean): void {
  const request = stream.reader!.requests.shift()!;
  if (done) request.closeSteps(chunk);
  else request.chunkSteps(chunk);
}

/** A read request that settles a promise with `{ value, done }`. */
export class PromiseRead implements ReadRequest {
  #resolve!: (result: any) => void;
  #reject!: (reason: any) => void;
  readonly promise: Promise<any>;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  chunkSteps(value: any): void {
    this.#resolve({ value, done: false });
  }

  closeSteps(value?: any): void {
    this.#resolve({ value, done: true });
  }

  errorSteps(reason: any): void {
    this.#reject(reason);
  }
}
