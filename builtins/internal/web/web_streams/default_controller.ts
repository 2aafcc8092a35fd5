// ReadableStreamDefaultController's state and operations (https://streams.spec.whatwg.org/#rs-default-controller-abstract-ops).
import defer * as errors from "internal:core/errors";
import { callWithOne, reportsLater, resolvedPromise, settleWith, upon } from "internal:web/web_streams/promises";
import { SizedQueue } from "internal:web/web_streams/queue";
import {
  closeReadable,
  errorReadable,
  fulfillRead,
  pendingReads,
  type ReadRequest,
  type ReadableController,
  ReadableState,
} from "internal:web/web_streams/readable";

/** The algorithms of a stream as methods of `self`; start and pull receive the controller's `argument`. */
export interface SourceAlgorithms {
  self: unknown;
  pull: Function | undefined;
  cancel: Function | undefined;
}

/** Algorithms that do nothing. */
export const noAlgorithms: SourceAlgorithms = { self: undefined, pull: undefined, cancel: undefined };

export class DefaultController implements ReadableController {
  readonly isByte = false;
  stream: ReadableState;
  queue = new SizedQueue();
  highWaterMark: number;
  /** undefined: each chunk counts 1. */
  size: Function | undefined;
  source: SourceAlgorithms;
  started = false;
  closeRequested = false;
  pulling = false;
  pullAgain = false;
  /** The argument of the algorithms: the public controller, or this object for streams of builtins. */
  argument: unknown = this;
  /** The reactions to a pull, created by the first one. */
  #pulled: (() => void) | null = null;
  #pullFailed: ((reason: unknown) => void) | null = null;

  constructor(stream: ReadableState, source: SourceAlgorithms, highWaterMark: number, size: Function | undefined) {
    this.stream = stream;
    this.source = source;
    this.highWaterMark = highWaterMark;
    this.size = size;
    stream.controller = this;
  }

  cancelSteps(reason: unknown): Promise<unknown> {
    this.queue.reset();
    const { self, cancel } = this.source;
    const result = cancel === undefined ? resolvedPromise : callWithOne(cancel, self, reason);
    clearAlgorithms(this);
    return result;
  }

  pullSteps(request: ReadRequest): void {
    if (this.queue.length > 0) {
      request.chunkSteps(takeChunk(this));
      return;
    }
    this.stream.reader!.requests.push(request);
    callPullIfNeeded(this);
  }

  releaseSteps(): void {}

  /** Calls `pullDone` or `errorDefault` when `pulling` settles. */
  whenPulled(pulling: Promise<unknown>): void {
    this.#pulled ??= () => pullDone(this);
    this.#pullFailed ??= (reason) => errorDefault(this, reason);
    upon(pulling, this.#pulled, this.#pullFailed);
  }
}

/** SetUpReadableStreamDefaultController after the start algorithm returned `startResult`. */
export function startDefaultController(controller: DefaultController, startResult: unknown): void {
  upon(
    settleWith(startResult),
    () => {
      controller.started = true;
      callPullIfNeeded(controller);
    },
    (reason) => errorDefault(controller, reason),
  );
}

/** CreateReadableStream for builtins: pull and cancel are methods of `self`; no start algorithm. */
export function createDefaultStream(source: SourceAlgorithms, highWaterMark = 1, size?: Function): DefaultController {
  const controller = new DefaultController(new ReadableState(), source, highWaterMark, size);
  startDefaultController(controller, undefined);
  return controller;
}

/** The first steps of [[PullSteps]] when a chunk is queued. */
export function takeChunk(controller: DefaultController): unknown {
  const chunk = controller.queue.dequeue();
  if (controller.closeRequested && controller.queue.length === 0) {
    clearAlgorithms(controller);
    closeReadable(controller.stream);
  } else {
    callPullIfNeeded(controller);
  }
  return chunk;
}

function clearAlgorithms(controller: DefaultController): void {
  controller.source = noAlgorithms;
  controller.size = undefined;
}

export function canCloseOrEnqueue(controller: DefaultController): boolean {
  return !controller.closeRequested && controller.stream.state === "readable";
}

/** ReadableStreamDefaultControllerGetDesiredSize. */
export function desiredSizeOfDefault(controller: DefaultController): number | null {
  const { state } = controller.stream;
  if (state === "errored") return null;
  return state === "closed" ? 0 : controller.highWaterMark - controller.queue.totalSize;
}

function shouldCallPull(controller: DefaultController): boolean {
  if (!canCloseOrEnqueue(controller) || !controller.started) return false;
  return pendingReads(controller.stream) > 0 || controller.highWaterMark - controller.queue.totalSize > 0;
}

function callPullIfNeeded(controller: DefaultController): void {
  if (!shouldCallPull(controller)) return;
  if (controller.pulling) {
    controller.pullAgain = true;
    return;
  }
  const { self, pull } = controller.source;
  if (pull === undefined) return;
  controller.pulling = true;
  const done = callWithOne(pull, self, controller.argument);
  if (done !== reportsLater) controller.whenPulled(done);
}

/** The reaction to the end of the pull algorithm. */
export function pullDone(controller: DefaultController): void {
  controller.pulling = false;
  if (!controller.pullAgain) return;
  controller.pullAgain = false;
  callPullIfNeeded(controller);
}

/** ReadableStreamDefaultControllerClose. */
export function closeDefault(controller: DefaultController): void {
  if (!canCloseOrEnqueue(controller)) return;
  controller.closeRequested = true;
  if (controller.queue.length === 0) {
    clearAlgorithms(controller);
    closeReadable(controller.stream);
  }
}

/** ReadableStreamDefaultControllerEnqueue. Fails the stream and rethrows when the size algorithm throws. */
export function enqueueDefault(controller: DefaultController, chunk: unknown): void {
  if (!canCloseOrEnqueue(controller)) return;
  const { stream } = controller;
  if (pendingReads(stream) > 0) {
    fulfillRead(stream, chunk, false);
  } else {
    try {
      const { size } = controller;
      controller.queue.enqueue(chunk, size === undefined ? 1 : size(chunk));
    } catch (error) {
      errorDefault(controller, error);
      throw error;
    }
  }
  callPullIfNeeded(controller);
}

/** ReadableStreamDefaultControllerError. */
export function errorDefault(controller: DefaultController, reason: unknown): void {
  if (controller.stream.state !== "readable") return;
  controller.queue.reset();
  clearAlgorithms(controller);
  errorReadable(controller.stream, reason);
}

/** Throws unless the public controller may close or enqueue. */
export function requireOpen(controller: DefaultController): void {
  if (!canCloseOrEnqueue(controller)) throw new errors.ERR_INVALID_STATE.TypeError("Controller is already closed");
}
