// WritableStreamDefaultController's state and operations (https://streams.spec.whatwg.org/#ws-default-controller-abstract-ops).
import {
  callWithNothing,
  callWithOne,
  callWithTwo,
  reportsLater,
  resolvedPromise,
  settleWith,
  upon,
} from "internal:web/web_streams/promises";
import { SizedQueue } from "internal:web/web_streams/queue";
import {
  closeQueuedOrInFlight,
  dealWithRejection,
  failClose,
  failWrite,
  finishClose,
  finishErroring,
  finishWrite,
  startErroring,
  updateBackpressure,
  WritableState,
} from "internal:web/web_streams/writable";
import type { AbortController, AbortSignal } from "web:abort";
import defer * as aborting from "web:abort";

/** The algorithms of a sink as methods of `self`. */
export interface SinkAlgorithms {
  self: unknown;
  write: Function | undefined;
  close: Function | undefined;
  abort: Function | undefined;
}

const noSink: SinkAlgorithms = { self: undefined, write: undefined, close: undefined, abort: undefined };

export class WritableController {
  stream: WritableState;
  queue = new SizedQueue();
  sink: SinkAlgorithms;
  highWaterMark: number;
  size: Function | undefined;
  started = false;
  /** The argument of the algorithms: the public controller, or this object for streams of builtins. */
  argument: unknown = this;
  /** The reactions to a write, created by the first one. */
  #written: (() => void) | null = null;
  #writeFailed: ((reason: unknown) => void) | null = null;
  #aborter: AbortController | null = null;

  constructor(stream: WritableState, sink: SinkAlgorithms, highWaterMark: number, size: Function | undefined) {
    this.stream = stream;
    this.sink = sink;
    this.highWaterMark = highWaterMark;
    this.size = size;
    stream.controller = this;
    updateBackpressure(stream, this.desiredSize <= 0);
  }

  /** The signal that aborts with the stream, created by the first read. */
  get signal(): AbortSignal {
    return (this.#aborter ??= new aborting.AbortController()).signal;
  }

  signalAbort(reason: unknown): void {
    if (this.#aborter === null && this.argument === this) return;
    (this.#aborter ??= new aborting.AbortController()).abort(reason);
  }

  /** WritableStreamDefaultControllerGetDesiredSize. */
  get desiredSize(): number {
    return this.highWaterMark - this.queue.totalSize;
  }

  /** [[AbortSteps]]. */
  abortSteps(reason: unknown): Promise<unknown> {
    const { self, abort } = this.sink;
    const result = abort === undefined ? resolvedPromise : callWithOne(abort, self, reason);
    this.sink = noSink;
    this.size = undefined;
    return result;
  }

  /** WritableStreamDefaultControllerClose. The stream's close request is what the standard queues as a sentinel. */
  close(): void {
    advanceQueue(this);
  }

  /** Calls `writeDone` or `writeFailed` when `writing` settles. */
  whenWritten(writing: Promise<unknown>): void {
    this.#written ??= () => writeDone(this);
    this.#writeFailed ??= (reason) => writeFailed(this, reason);
    upon(writing, this.#written, this.#writeFailed);
  }

  /** WritableStreamDefaultControllerGetChunkSize. A throwing size algorithm fails the stream and counts 1. */
  chunkSize(chunk: unknown): unknown {
    const { size } = this;
    if (size === undefined) return 1;
    try {
      return size(chunk);
    } catch (error) {
      errorIfNeeded(this, error);
      return 1;
    }
  }

  /** WritableStreamDefaultControllerWrite. */
  write(chunk: unknown, size: unknown): void {
    const { stream } = this;
    try {
      this.queue.enqueue(chunk, size);
    } catch (error) {
      errorIfNeeded(this, error);
      return;
    }
    if (!closeQueuedOrInFlight(stream) && stream.state === "writable")
      updateBackpressure(stream, this.desiredSize <= 0);
    advanceQueue(this);
  }
}

/** SetUpWritableStreamDefaultController after the start algorithm returned `startResult`. */
export function startWritableController(controller: WritableController, startResult: unknown): void {
  upon(
    settleWith(startResult),
    () => {
      controller.started = true;
      advanceQueue(controller);
    },
    (reason) => {
      controller.started = true;
      dealWithRejection(controller.stream, reason);
    },
  );
}

/** CreateWritableStream for builtins: no start algorithm. */
export function createWritable(sink: SinkAlgorithms, highWaterMark = 1, size?: Function): WritableController {
  const controller = new WritableController(new WritableState(), sink, highWaterMark, size);
  startWritableController(controller, undefined);
  return controller;
}

/** [[ErrorSteps]]. */
export function controllerErrorSteps(controller: WritableController): void {
  controller.queue.reset();
}

function advanceQueue(controller: WritableController): void {
  const { stream } = controller;
  if (!controller.started || stream.inFlightWrite !== null) return;
  if (stream.state === "erroring") {
    finishErroring(stream);
    return;
  }
  if (controller.queue.length > 0) processWrite(controller, controller.queue.peek());
  else if (stream.closeRequest !== null) processClose(controller);
}

function errorIfNeeded(controller: WritableController, error: unknown): void {
  if (controller.stream.state === "writable") errorController(controller, error);
}

/** WritableStreamDefaultControllerError. */
export function errorController(controller: WritableController, error: unknown): void {
  clearSink(controller);
  startErroring(controller.stream, error);
}

function clearSink(controller: WritableController): void {
  controller.sink = noSink;
  controller.size = undefined;
}

function processClose(controller: WritableController): void {
  const { stream } = controller;
  stream.inFlightClose = stream.closeRequest;
  stream.closeRequest = null;
  const { self, close } = controller.sink;
  const done = close === undefined ? resolvedPromise : callWithNothing(close, self);
  clearSink(controller);
  upon(
    done,
    () => finishClose(stream),
    (reason) => failClose(stream, reason),
  );
}

function processWrite(controller: WritableController, chunk: unknown): void {
  const { stream } = controller;
  stream.inFlightWrite = stream.writeRequests.shift()!;
  const { self, write } = controller.sink;
  const done = write === undefined ? resolvedPromise : callWithTwo(write, self, chunk, controller.argument);
  if (done !== reportsLater) controller.whenWritten(done);
}

/** The reaction to the end of the write algorithm. Runs in a job of its own. */
export function writeDone(controller: WritableController): void {
  const { stream } = controller;
  finishWrite(stream);
  const { state } = stream;
  controller.queue.dequeue();
  if (!closeQueuedOrInFlight(stream) && state === "writable") updateBackpressure(stream, controller.desiredSize <= 0);
  advanceQueue(controller);
}

/** The reaction to a rejection of the write algorithm. Runs in a job of its own. */
export function writeFailed(controller: WritableController, reason: unknown): void {
  const { stream } = controller;
  if (stream.state === "writable") clearSink(controller);
  failWrite(stream, reason);
}
