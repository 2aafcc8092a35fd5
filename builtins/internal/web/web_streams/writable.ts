// The state of a writable stream and the abstract operations on it (https://streams.spec.whatwg.org/#ws-abstract-ops).
// Its controller is in writable_controller.ts.
import defer * as errors from "internal:core/errors";
import { LazyPromise, upon } from "internal:web/web_streams/promises";
import { Fifo } from "internal:web/web_streams/queue";
import { controllerErrorSteps, type WritableController } from "internal:web/web_streams/writable_controller";
import type { WritableStream } from "internal:web/web_streams/writable_classes";

/** A promise with its functions. */
export class Deferred {
  resolve!: (value?: void | PromiseLike<void>) => void;
  reject!: (reason: unknown) => void;
  readonly promise: Promise<void>;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

/** A write that has not ended. Its promise is created by the first `get`: `pipeTo` needs only that of its last write. */
export class WriteRequest {
  #isPending = true;
  #isRejected = false;
  #reason: unknown = undefined;
  #deferred: Deferred | null = null;

  static rejected(reason: unknown): WriteRequest {
    const request = new WriteRequest();
    request.reject(reason);
    return request;
  }

  get(): Promise<void> {
    if (this.#deferred !== null) return this.#deferred.promise;
    if (this.#isRejected) return Promise.reject(this.#reason);
    if (!this.#isPending) return Promise.resolve();
    return (this.#deferred = new Deferred()).promise;
  }

  resolve(): void {
    this.#isPending = false;
    this.#deferred?.resolve();
  }

  reject(reason: unknown): void {
    this.#isPending = false;
    this.#isRejected = true;
    this.#reason = reason;
    this.#deferred?.reject(reason);
  }
}

interface PendingAbort {
  deferred: Deferred;
  reason: unknown;
  wasErroring: boolean;
}

export class WritableState {
  state: "writable" | "erroring" | "errored" | "closed" = "writable";
  storedError: unknown = undefined;
  writer: WriterState | null = null;
  controller!: WritableController;
  inFlightWrite: WriteRequest | null = null;
  closeRequest: Deferred | null = null;
  inFlightClose: Deferred | null = null;
  pendingAbort: PendingAbort | null = null;
  writeRequests = new Fifo<WriteRequest>();
  backpressure = false;
  /** The WritableStream object, created when a program can see it. */
  wrapper: WritableStream | null = null;
  /** Settles when the stream closes or fails, for `stream.finished`; created by the first `whenEnded`. */
  ended: LazyPromise | null = null;

  /** The promise of `ended`. */
  whenEnded(): Promise<void> {
    if (this.ended === null) {
      const { state } = this;
      this.ended =
        state === "closed"
          ? LazyPromise.fulfilled()
          : state === "errored"
            ? LazyPromise.rejected(this.storedError)
            : new LazyPromise();
    }
    return this.ended.get();
  }
}

export class WriterState {
  stream: WritableState | null;
  closed: LazyPromise;
  ready: LazyPromise;
  /** Called as `ready` becomes fulfilled; a pipe has one, because a reaction to the promise would cost a job a chunk. */
  onReady: (() => void) | null = null;

  /** SetUpWritableStreamDefaultWriter. Throws errors.ERR_INVALID_STATE for a locked stream. */
  constructor(stream: WritableState) {
    if (stream.writer !== null) throw new errors.ERR_INVALID_STATE.TypeError("WritableStream is locked");
    this.stream = stream;
    stream.writer = this;
    switch (stream.state) {
      case "writable":
        this.ready =
          !closeQueuedOrInFlight(stream) && stream.backpressure ? new LazyPromise() : LazyPromise.fulfilled();
        this.closed = new LazyPromise();
        return;
      case "erroring":
        this.ready = LazyPromise.rejected(stream.storedError);
        this.closed = new LazyPromise();
        return;
      case "closed":
        this.ready = LazyPromise.fulfilled();
        this.closed = LazyPromise.fulfilled();
        return;
      default:
        this.ready = LazyPromise.rejected(stream.storedError);
        this.closed = LazyPromise.rejected(stream.storedError);
    }
  }
}

/** WritableStreamCloseQueuedOrInFlight. */
export function closeQueuedOrInFlight(stream: WritableState): boolean {
  return stream.closeRequest !== null || stream.inFlightClose !== null;
}

/** WritableStreamAbort. */
export function abortWritable(stream: WritableState, reason: unknown): Promise<void> {
  if (stream.state === "closed" || stream.state === "errored") return Promise.resolve();
  stream.controller.signalAbort(reason);
  // Listeners of the signal may have changed the state.
  const state = stream.state as string;
  if (state === "closed" || state === "errored") return Promise.resolve();
  if (stream.pendingAbort !== null) return stream.pendingAbort.deferred.promise;
  const wasErroring = state === "erroring";
  const deferred = new Deferred();
  stream.pendingAbort = { deferred, reason: wasErroring ? undefined : reason, wasErroring };
  if (!wasErroring) startErroring(stream, reason);
  return deferred.promise;
}

/** WritableStreamClose. */
export function closeWritable(stream: WritableState): Promise<void> {
  const { state } = stream;
  if (state === "closed" || state === "errored") {
    return Promise.reject(new errors.ERR_INVALID_STATE.TypeError("WritableStream is closed"));
  }
  const deferred = new Deferred();
  stream.closeRequest = deferred;
  const { writer } = stream;
  if (writer !== null && stream.backpressure && state === "writable") writer.ready.resolve();
  stream.controller.close();
  return deferred.promise;
}

/** WritableStreamDealWithRejection. */
export function dealWithRejection(stream: WritableState, error: unknown): void {
  if (stream.state === "writable") startErroring(stream, error);
  else finishErroring(stream);
}

/** WritableStreamStartErroring. */
export function startErroring(stream: WritableState, reason: unknown): void {
  stream.state = "erroring";
  stream.storedError = reason;
  const { writer } = stream;
  if (writer !== null) ensureRejected(writer, "ready", reason);
  if (!hasOperationInFlight(stream) && stream.controller.started) finishErroring(stream);
}

/** WritableStreamFinishErroring. */
export function finishErroring(stream: WritableState): void {
  stream.state = "errored";
  controllerErrorSteps(stream.controller);
  const { storedError } = stream;
  for (const request of stream.writeRequests.takeAll()) request.reject(storedError);
  const pending = stream.pendingAbort;
  if (pending === null) {
    rejectCloseAndClosed(stream);
    return;
  }
  stream.pendingAbort = null;
  if (pending.wasErroring) {
    pending.deferred.reject(storedError);
    rejectCloseAndClosed(stream);
    return;
  }
  upon(
    stream.controller.abortSteps(pending.reason),
    () => {
      pending.deferred.resolve();
      rejectCloseAndClosed(stream);
    },
    (reason) => {
      pending.deferred.reject(reason);
      rejectCloseAndClosed(stream);
    },
  );
}

function hasOperationInFlight(stream: WritableState): boolean {
  return stream.inFlightWrite !== null || stream.inFlightClose !== null;
}

/** WritableStreamFinishInFlightWrite and …WithError. */
export function finishWrite(stream: WritableState): void {
  const request = stream.inFlightWrite!;
  stream.inFlightWrite = null;
  request.resolve();
}

export function failWrite(stream: WritableState, error: unknown): void {
  const request = stream.inFlightWrite!;
  stream.inFlightWrite = null;
  request.reject(error);
  dealWithRejection(stream, error);
}

/** WritableStreamFinishInFlightClose. */
export function finishClose(stream: WritableState): void {
  stream.inFlightClose!.resolve();
  stream.inFlightClose = null;
  if (stream.state === "erroring") {
    stream.storedError = undefined;
    if (stream.pendingAbort !== null) {
      stream.pendingAbort.deferred.resolve();
      stream.pendingAbort = null;
    }
  }
  stream.state = "closed";
  stream.ended?.resolve();
  stream.writer?.closed.resolve();
}

/** WritableStreamFinishInFlightCloseWithError. */
export function failClose(stream: WritableState, error: unknown): void {
  stream.inFlightClose!.reject(error);
  stream.inFlightClose = null;
  if (stream.pendingAbort !== null) {
    stream.pendingAbort.deferred.reject(error);
    stream.pendingAbort = null;
  }
  dealWithRejection(stream, error);
}

function rejectCloseAndClosed(stream: WritableState): void {
  stream.ended?.reject(stream.storedError);
  if (stream.closeRequest !== null) {
    stream.closeRequest.reject(stream.storedError);
    stream.closeRequest = null;
  }
  stream.writer?.closed.reject(stream.storedError);
}

/** WritableStreamUpdateBackpressure. */
export function updateBackpressure(stream: WritableState, backpressure: boolean): void {
  const { writer } = stream;
  if (writer !== null && backpressure !== stream.backpressure) {
    stream.backpressure = backpressure;
    if (backpressure) {
      writer.ready = new LazyPromise();
    } else {
      writer.ready.resolve();
      writer.onReady?.();
    }
    return;
  }
  stream.backpressure = backpressure;
}

/** Makes one of a writer's promises a rejected one, replacing it when it is settled. */
export function ensureRejected(writer: WriterState, which: "ready" | "closed", reason: unknown): void {
  if (writer[which].state === "pending") writer[which].reject(reason);
  else writer[which] = LazyPromise.rejected(reason);
}

/** WritableStreamDefaultWriterCloseWithErrorPropagation. */
export function closeWithErrorPropagation(writer: WriterState): Promise<void> {
  const stream = writer.stream!;
  if (closeQueuedOrInFlight(stream) || stream.state === "closed") return Promise.resolve();
  if (stream.state === "errored") return Promise.reject(stream.storedError);
  return closeWritable(stream);
}

/** WritableStreamDefaultWriterGetDesiredSize. */
export function desiredSizeOfWriter(writer: WriterState): number | null {
  const { state, controller } = writer.stream!;
  if (state === "errored" || state === "erroring") return null;
  return state === "closed" ? 0 : controller.desiredSize;
}

/** WritableStreamDefaultWriterRelease. */
export function releaseWriter(writer: WriterState): void {
  const released = new errors.ERR_INVALID_STATE.TypeError("Writer has been released");
  ensureRejected(writer, "ready", released);
  ensureRejected(writer, "closed", released);
  writer.stream!.writer = null;
  writer.stream = null;
}

/** WritableStreamDefaultWriterWrite. */
export function writeTo(writer: WriterState, chunk: unknown): WriteRequest {
  const stream = writer.stream!;
  const { controller } = stream;
  const size = controller.chunkSize(chunk);
  if (stream !== writer.stream) {
    return WriteRequest.rejected(new errors.ERR_INVALID_STATE.TypeError("Mismatched WritableStreams"));
  }
  const { state } = stream;
  if (state === "errored") return WriteRequest.rejected(stream.storedError);
  if (closeQueuedOrInFlight(stream) || state === "closed") {
    return WriteRequest.rejected(new errors.ERR_INVALID_STATE.TypeError("WritableStream is closed"));
  }
  if (state === "erroring") return WriteRequest.rejected(stream.storedError);
  const request = new WriteRequest();
  stream.writeRequests.push(request);
  controller.write(chunk, size);
  return request;
}
