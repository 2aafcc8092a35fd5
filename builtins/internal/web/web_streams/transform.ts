// The state of a transform stream and its operations (https://streams.spec.whatwg.org/#ts-abstract-ops).
import defer * as errors from "internal:core/errors";
import {
  callWithOne,
  callWithTwo,
  reportsLater,
  resolvedPromise,
  settleWith,
  upon,
} from "internal:web/web_streams/promises";
import {
  canCloseOrEnqueue,
  closeDefault,
  DefaultController,
  desiredSizeOfDefault,
  enqueueDefault,
  errorDefault,
  pullDone,
  startDefaultController,
} from "internal:web/web_streams/default_controller";
import { ReadableState } from "internal:web/web_streams/readable";
import { Deferred, WritableState } from "internal:web/web_streams/writable";
import {
  errorController,
  startWritableController,
  WritableController,
  writeDone,
  writeFailed,
} from "internal:web/web_streams/writable_controller";
import type { TransformStream } from "internal:web/web_streams/transform_classes";

/** The algorithms of a transformer as methods of `self`. */
export interface TransformAlgorithms {
  self: unknown;
  transform: Function | undefined;
  flush: Function | undefined;
  cancel: Function | undefined;
}

const noAlgorithms: TransformAlgorithms = {
  self: undefined,
  transform: passThrough,
  flush: undefined,
  cancel: undefined,
};
function passThrough(): void {}

export class TransformState {
  readable = new ReadableState();
  writable = new WritableState();
  readableController: DefaultController;
  writableController: WritableController;
  backpressure = false;
  /** The readable side was pulled, which ends with the next backpressure. */
  isPullPending = false;
  /** A write waits for the end of backpressure, with `waitingChunk`. */
  isWriteWaiting = false;
  waitingChunk: unknown = undefined;
  #isResuming = false;
  #resumed: (() => void) | null = null;
  #transformed: (() => void) | null = null;
  #transformFailed: ((reason: unknown) => void) | null = null;
  algorithms: TransformAlgorithms;
  finish: Deferred | null = null;
  /** The argument of transform and flush: the public controller, or this object for streams of builtins. */
  argument: unknown = this;
  wrapper: TransformStream | null = null;

  constructor(
    algorithms: TransformAlgorithms,
    writableMark: number,
    writableSize: Function | undefined,
    readableMark: number,
    readableSize: Function | undefined,
  ) {
    this.algorithms = algorithms;
    this.writableController = new WritableController(
      this.writable,
      { self: this, write: sinkWrite, close: sinkClose, abort: sinkAbort },
      writableMark,
      writableSize,
    );
    this.readableController = new DefaultController(
      this.readable,
      { self: this, pull: sourcePull, cancel: sourceCancel },
      readableMark,
      readableSize,
    );
    this.setBackpressure(true);
  }

  /** Starts both sides after the start algorithm returned `startResult`. */
  start(startResult: unknown): void {
    // Both sides wait for a promise that follows the one of the start algorithm, as in the standard: an abort or cancel
    // right after the construction is seen before the start.
    const started = new Promise<unknown>((resolve) => resolve(settleWith(startResult)));
    startWritableController(this.writableController, started);
    startDefaultController(this.readableController, started);
  }

  /**
   * TransformStreamSetBackpressure. What the standard lets wait for backpressureChangePromise is called instead: a
   * waiting write as its own job, because it runs the program's transformer, and a waiting pull directly.
   */
  setBackpressure(backpressure: boolean): void {
    this.backpressure = backpressure;
    if (!backpressure) {
      if (this.isWriteWaiting && !this.#isResuming) this.#resumeWrite();
    } else if (this.isPullPending) {
      this.isPullPending = false;
      pullDone(this.readableController);
    }
  }

  // Without a transformer no code of the program runs, so the chunk passes at once, and the write ends in a job.
  #resumeWrite(): void {
    if (this.algorithms.transform === undefined && this.writable.state === "writable") {
      this.writableController.whenWritten(performTransform(this, this.#takeWaiting()));
      return;
    }
    this.#isResuming = true;
    this.#resumed ??= () => this.#resumeInJob();
    upon(resolvedPromise, this.#resumed);
  }

  // Within a job, a write that was transformed at once ends at once.
  #resumeInJob(): void {
    this.#isResuming = false;
    const chunk = this.#takeWaiting();
    const { writable } = this;
    if (writable.state === "erroring") {
      writeFailed(this.writableController, writable.storedError);
      return;
    }
    const done = performTransform(this, chunk);
    if (done === resolvedPromise) writeDone(this.writableController);
    else if (done !== reportsLater) this.writableController.whenWritten(done);
  }

  #takeWaiting(): unknown {
    const { waitingChunk } = this;
    this.isWriteWaiting = false;
    this.waitingChunk = undefined;
    return waitingChunk;
  }

  /** Ends the write when the promise of the program's `transform` settles; a rejection fails both sides. */
  whenTransformed(transforming: Promise<unknown>): void {
    this.#transformed ??= () => writeDone(this.writableController);
    this.#transformFailed ??= (reason) => {
      errorTransform(this, reason);
      writeFailed(this.writableController, reason);
    };
    upon(transforming, this.#transformed, this.#transformFailed);
  }
}

/** TransformStreamError. */
export function errorTransform(stream: TransformState, error: unknown): void {
  errorDefault(stream.readableController, error);
  errorWritableAndUnblock(stream, error);
}

function errorWritableAndUnblock(stream: TransformState, error: unknown): void {
  clearAlgorithms(stream);
  if (stream.writable.state === "writable") errorController(stream.writableController, error);
  unblockWrite(stream);
}

function unblockWrite(stream: TransformState): void {
  if (stream.backpressure) stream.setBackpressure(false);
}

function clearAlgorithms(stream: TransformState): void {
  stream.algorithms = noAlgorithms;
}

/** TransformStreamDefaultControllerEnqueue. Throws when the readable side cannot enqueue the chunk. */
export function enqueueTransformed(stream: TransformState, chunk: unknown): void {
  const { readableController } = stream;
  if (!canCloseOrEnqueue(readableController)) throw new errors.ERR_INVALID_STATE.TypeError("Unable to enqueue");
  try {
    enqueueDefault(readableController, chunk);
  } catch (error) {
    errorWritableAndUnblock(stream, error);
    throw stream.readable.storedError;
  }
  const backpressure = hasBackpressure(readableController);
  if (backpressure !== stream.backpressure) stream.setBackpressure(true);
}

// ReadableStreamDefaultControllerHasBackpressure is the opposite of ShouldCallPull.
function hasBackpressure(controller: DefaultController): boolean {
  if (!canCloseOrEnqueue(controller) || !controller.started) return true;
  const { reader } = controller.stream;
  if (reader !== null && reader.requests.length > 0) return false;
  return !(desiredSizeOfDefault(controller)! > 0);
}

/** TransformStreamDefaultControllerTerminate. */
export function terminateTransform(stream: TransformState): void {
  closeDefault(stream.readableController);
  errorWritableAndUnblock(stream, new errors.ERR_INVALID_STATE.TypeError("TransformStream has been terminated"));
}

function performTransform(stream: TransformState, chunk: unknown): Promise<unknown> {
  const { self, transform } = stream.algorithms;
  if (transform === undefined) {
    try {
      enqueueTransformed(stream, chunk);
    } catch (error) {
      errorTransform(stream, error);
      return Promise.reject(error);
    }
    return resolvedPromise;
  }
  const transforming = callWithTwo(transform, self, chunk, stream.argument);
  if (transforming === resolvedPromise) return resolvedPromise;
  stream.whenTransformed(transforming);
  return reportsLater;
}

// TransformStreamDefaultSinkWriteAlgorithm
function sinkWrite(this: TransformState, chunk: unknown): Promise<unknown> {
  if (!this.backpressure) return performTransform(this, chunk);
  this.isWriteWaiting = true;
  this.waitingChunk = chunk;
  return reportsLater;
}

// TransformStreamDefaultSinkAbortAlgorithm
function sinkAbort(this: TransformState, reason: unknown): Promise<unknown> {
  if (this.finish !== null) return this.finish.promise;
  const { readable } = this;
  const finish = (this.finish = new Deferred());
  const { self, cancel } = this.algorithms;
  const cancelled = cancel === undefined ? resolvedPromise : converted(callWithOne(cancel, self, reason));
  clearAlgorithms(this);
  upon(
    cancelled,
    () => {
      if (readable.state === "errored") {
        finish.reject(readable.storedError);
      } else {
        errorDefault(this.readableController, reason);
        finish.resolve();
      }
    },
    (error) => {
      errorDefault(this.readableController, error);
      finish.reject(error);
    },
  );
  return finish.promise;
}

// TransformStreamDefaultSinkCloseAlgorithm
function sinkClose(this: TransformState): Promise<unknown> {
  if (this.finish !== null) return this.finish.promise;
  const { readable } = this;
  const finish = (this.finish = new Deferred());
  const { self, flush } = this.algorithms;
  const flushed = flush === undefined ? resolvedPromise : converted(callWithOne(flush, self, this.argument));
  clearAlgorithms(this);
  upon(
    flushed,
    () => {
      if (readable.state === "errored") {
        finish.reject(readable.storedError);
      } else {
        closeDefault(this.readableController);
        finish.resolve();
      }
    },
    (error) => {
      errorDefault(this.readableController, error);
      finish.reject(error);
    },
  );
  return finish.promise;
}

// Web IDL wraps a callback's result in a new promise, which settles two jobs later. Here the difference is observable: a
// side that has not started yet must start before the cancellation ends.
function converted(result: Promise<unknown>): Promise<unknown> {
  return result === resolvedPromise ? result : new Promise((resolve) => resolve(result));
}

// TransformStreamDefaultSourcePullAlgorithm
function sourcePull(this: TransformState): Promise<unknown> {
  this.isPullPending = true;
  this.setBackpressure(false);
  return reportsLater;
}

// TransformStreamDefaultSourceCancelAlgorithm
function sourceCancel(this: TransformState, reason: unknown): Promise<unknown> {
  if (this.finish !== null) return this.finish.promise;
  const { writable } = this;
  const finish = (this.finish = new Deferred());
  const { self, cancel } = this.algorithms;
  const cancelled = cancel === undefined ? resolvedPromise : converted(callWithOne(cancel, self, reason));
  clearAlgorithms(this);
  upon(
    cancelled,
    () => {
      if (writable.state === "errored") {
        finish.reject(writable.storedError);
      } else {
        if (writable.state === "writable") errorController(this.writableController, reason);
        unblockWrite(this);
        finish.resolve();
      }
    },
    (error) => {
      if (writable.state === "writable") errorController(this.writableController, error);
      unblockWrite(this);
      finish.reject(error);
    },
  );
  return finish.promise;
}
