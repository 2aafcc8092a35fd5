// The state of a transform stream and its operations (https://streams.spec.whatwg.org/#ts-abstract-ops).
import defer * as errors from "internal:core/errors";
import {
  callWithOne,
  callWithTwo,
  resolvedPromise,
  settleWith,
  transform as transformPromise,
  upon,
} from "internal:web/web_streams/promises";
import {
  canCloseOrEnqueue,
  closeDefault,
  DefaultController,
  desiredSizeOfDefault,
  enqueueDefault,
  errorDefault,
  startDefaultController,
} from "internal:web/web_streams/default_controller";
import { ReadableState } from "internal:web/web_streams/readable";
import { Deferred, WritableState } from "internal:web/web_streams/writable";
import {
  errorController,
  startWritableController,
  WritableController,
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
  #backpressureChange: Deferred | null = null;
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

  /** The promise of the next change, created by the first read. */
  get backpressureChange(): Promise<void> {
    return (this.#backpressureChange ??= new Deferred()).promise;
  }

  /** TransformStreamSetBackpressure. */
  setBackpressure(backpressure: boolean): void {
    this.#backpressureChange?.resolve();
    this.#backpressureChange = null;
    this.backpressure = backpressure;
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
  return transformPromise(callWithTwo(transform, self, chunk, stream.argument), undefined, (reason) => {
    errorTransform(stream, reason);
    throw reason;
  });
}

// TransformStreamDefaultSinkWriteAlgorithm
function sinkWrite(this: TransformState, chunk: unknown): Promise<unknown> {
  if (!this.backpressure) return performTransform(this, chunk);
  return transformPromise(this.backpressureChange, () => {
    const { writable } = this;
    if (writable.state === "erroring") throw writable.storedError;
    return performTransform(this, chunk);
  });
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
  this.setBackpressure(false);
  return this.backpressureChange;
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
