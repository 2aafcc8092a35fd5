// ReadableByteStreamController's state and operations (https://streams.spec.whatwg.org/#rbs-controller-abstract-ops).
// pull_into.ts fills the buffers of BYOB reads.
import defer * as errors from "internal:core/errors";
import { callWithOne, resolvedPromise, settleWith, upon } from "internal:web/web_streams/promises";
import { Fifo } from "internal:web/web_streams/queue";
import {
  acquireDefaultReader,
  closeReadable,
  errorReadable,
  fulfillRead,
  pendingReadIntos,
  pendingReads,
  type ReadRequest,
  type ReadableController,
  ReadableState,
} from "internal:web/web_streams/readable";
import { noAlgorithms, type SourceAlgorithms } from "internal:web/web_streams/default_controller";
import type {
  ReadableByteStreamController,
  ReadableStreamBYOBRequest,
} from "internal:web/web_streams/controller_classes";
import {
  convertPullInto,
  enqueueDetachedPullInto,
  fillFromQueue,
  type PullInto,
  type ViewConstructor,
  processPullIntos,
  respond,
  transferBuffer,
} from "internal:web/web_streams/pull_into";

/** A segment of bytes in the queue. */
export interface ByteEntry {
  buffer: ArrayBuffer;
  byteOffset: number;
  byteLength: number;
}

/** The state of a ReadableStreamBYOBRequest, as its controller needs it. */
export interface ByobRequestState {
  readonly wrapper: ReadableStreamBYOBRequest;
  invalidate(): void;
}

export class ByteController implements ReadableController {
  readonly isByte = true;
  stream: ReadableState;
  queue = new Fifo<ByteEntry>();
  totalSize = 0;
  highWaterMark: number;
  autoAllocateChunkSize: number | undefined;
  source: SourceAlgorithms;
  started = false;
  closeRequested = false;
  pulling = false;
  pullAgain = false;
  pendingPullIntos: PullInto[] = [];
  /** The current ReadableStreamBYOBRequest, while it is valid. */
  byobRequest: ByobRequestState | null = null;
  argument: unknown = this;
  /** The public controller, created when a program can see it. */
  wrapper: ReadableByteStreamController | null = null;

  constructor(
    stream: ReadableState,
    source: SourceAlgorithms,
    highWaterMark: number,
    autoAllocateChunkSize: number | undefined,
  ) {
    this.stream = stream;
    this.source = source;
    this.highWaterMark = highWaterMark;
    this.autoAllocateChunkSize = autoAllocateChunkSize;
    stream.controller = this;
  }

  cancelSteps(reason: unknown): Promise<unknown> {
    clearPendingPullIntos(this);
    resetByteQueue(this);
    const { self, cancel } = this.source;
    const result = cancel === undefined ? resolvedPromise : callWithOne(cancel, self, reason);
    clearByteAlgorithms(this);
    return result;
  }

  pullSteps(request: ReadRequest): void {
    const { stream } = this;
    if (this.totalSize > 0) {
      fillReadFromQueue(this, request);
      return;
    }
    const size = this.autoAllocateChunkSize;
    if (size !== undefined) {
      let buffer: ArrayBuffer;
      try {
        buffer = new ArrayBuffer(size);
      } catch (error) {
        request.errorSteps(error);
        return;
      }
      this.pendingPullIntos.push({
        buffer,
        bufferByteLength: size,
        byteOffset: 0,
        byteLength: size,
        bytesFilled: 0,
        minimumFill: 1,
        elementSize: 1,
        viewConstructor: Uint8Array,
        readerType: "default",
      });
    }
    stream.reader!.requests.push(request);
    callBytePullIfNeeded(this);
  }

  releaseSteps(): void {
    const first = this.pendingPullIntos[0];
    if (first === undefined) return;
    first.readerType = "none";
    this.pendingPullIntos = [first];
  }
}

/** SetUpReadableByteStreamController after the start algorithm returned `startResult`. */
export function startByteController(controller: ByteController, startResult: unknown): void {
  upon(
    settleWith(startResult),
    () => {
      controller.started = true;
      callBytePullIfNeeded(controller);
    },
    (reason) => errorByte(controller, reason),
  );
}

/** CreateReadableByteStream for builtins. */
export function createByteStream(source: SourceAlgorithms, highWaterMark = 0): ByteController {
  const controller = new ByteController(new ReadableState(), source, highWaterMark, undefined);
  startByteController(controller, undefined);
  return controller;
}

/**
 * A stream with one chunk in memory; `readyChunk` lets a body reader take the bytes without the stream. The reader of the
 * stream may transfer its buffer, so it receives a copy, unless `owned` says that nothing else uses the buffer.
 */
export function createReadyStream(bytes: Uint8Array, owned = false): ReadableState {
  const controller = new ByteController(new ReadableState(), noAlgorithms, 0, undefined);
  controller.started = true;
  if (bytes.byteLength === 0) {
    controller.closeRequested = true;
    closeReadable(controller.stream);
    return controller.stream;
  }
  const { stream } = controller;
  stream.readyChunk = bytes;
  controller.source = { self: controller, pull: owned ? enqueueReadyChunk : enqueueReadyCopy, cancel: dropReadyChunk };
  return stream;
}

function enqueueReadyChunk(this: ByteController): void {
  enqueueOnly(this, this.stream.readyChunk!);
}

function enqueueReadyCopy(this: ByteController): void {
  enqueueOnly(this, this.stream.readyChunk!.slice());
}

function enqueueOnly(controller: ByteController, bytes: Uint8Array): void {
  controller.stream.readyChunk = null;
  enqueueOwned(controller, bytes);
  closeByte(controller);
  // A BYOB read that requested more bytes than there are.
  if (controller.stream.state === "closed" && controller.pendingPullIntos.length > 0) respond(controller, 0);
}

function dropReadyChunk(this: ByteController): void {
  this.stream.readyChunk = null;
}

/**
 * The content of a stream of bytes in memory that was never read, which it ends as a reader of all chunks would; null for
 * another stream. The caller has checked the lock. The bytes may belong to a Blob: they must not be changed nor given away.
 */
export function takeReadyBytes(stream: ReadableState): Uint8Array | null {
  const bytes = stream.readyChunk;
  if (bytes === null) return null;
  const controller = stream.controller as ByteController;
  acquireDefaultReader(stream);
  stream.disturbed = true;
  stream.readyChunk = null;
  clearByteAlgorithms(controller);
  closeReadable(stream);
  return bytes;
}

export function resetByteQueue(controller: ByteController): void {
  if (controller.queue.length > 0) controller.queue = new Fifo();
  controller.totalSize = 0;
}

export function clearByteAlgorithms(controller: ByteController): void {
  controller.source = noAlgorithms;
}

/** ReadableByteStreamControllerClearPendingPullIntos. */
export function clearPendingPullIntos(controller: ByteController): void {
  invalidateByobRequest(controller);
  if (controller.pendingPullIntos.length > 0) controller.pendingPullIntos = [];
}

export function invalidateByobRequest(controller: ByteController): void {
  if (controller.byobRequest === null) return;
  controller.byobRequest.invalidate();
  controller.byobRequest = null;
}

/** ReadableByteStreamControllerGetDesiredSize. */
export function desiredSizeOfByte(controller: ByteController): number | null {
  const { state } = controller.stream;
  if (state === "errored") return null;
  return state === "closed" ? 0 : controller.highWaterMark - controller.totalSize;
}

function shouldCallPull(controller: ByteController): boolean {
  const { stream } = controller;
  if (stream.state !== "readable" || controller.closeRequested || !controller.started) return false;
  if (pendingReads(stream) > 0 || pendingReadIntos(stream) > 0) return true;
  return controller.highWaterMark - controller.totalSize > 0;
}

export function callBytePullIfNeeded(controller: ByteController): void {
  if (!shouldCallPull(controller)) return;
  if (controller.pulling) {
    controller.pullAgain = true;
    return;
  }
  controller.pulling = true;
  const { self, pull } = controller.source;
  const done = pull === undefined ? resolvedPromise : callWithOne(pull, self, controller.argument);
  upon(
    done,
    () => {
      controller.pulling = false;
      if (controller.pullAgain) {
        controller.pullAgain = false;
        callBytePullIfNeeded(controller);
      }
    },
    (reason) => errorByte(controller, reason),
  );
}

/** ReadableByteStreamControllerError. */
export function errorByte(controller: ByteController, reason: unknown): void {
  if (controller.stream.state !== "readable") return;
  clearPendingPullIntos(controller);
  resetByteQueue(controller);
  clearByteAlgorithms(controller);
  errorReadable(controller.stream, reason);
}

/** ReadableByteStreamControllerClose. Throws a TypeError when a view of several bytes per element is filled in part. */
export function closeByte(controller: ByteController): void {
  const { stream } = controller;
  if (controller.closeRequested || stream.state !== "readable") return;
  if (controller.totalSize > 0) {
    controller.closeRequested = true;
    return;
  }
  const first = controller.pendingPullIntos[0];
  if (first !== undefined && first.bytesFilled % first.elementSize !== 0) {
    const error = new errors.ERR_INVALID_STATE.TypeError("Partial read");
    errorByte(controller, error);
    throw error;
  }
  clearByteAlgorithms(controller);
  closeReadable(stream);
}

/** ReadableByteStreamControllerEnqueue. `chunk` loses its buffer. Throws a TypeError for buffers that cannot be moved. */
export function enqueueByte(controller: ByteController, chunk: ArrayBufferView): void {
  const { stream } = controller;
  if (controller.closeRequested || stream.state !== "readable") return;
  const { byteOffset, byteLength } = chunk;
  enqueueBuffer(controller, transferBuffer(chunk.buffer as ArrayBuffer), byteOffset, byteLength);
}

/**
 * The same for bytes whose buffer belongs to the builtin that enqueues them: no one could see that they are transferred,
 * which costs a copy with an engine that copies.
 */
export function enqueueOwned(controller: ByteController, chunk: Uint8Array): void {
  if (controller.closeRequested || controller.stream.state !== "readable") return;
  enqueueBuffer(controller, chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength);
}

function enqueueBuffer(controller: ByteController, buffer: ArrayBuffer, byteOffset: number, byteLength: number): void {
  const { stream } = controller;
  const first = controller.pendingPullIntos[0];
  if (first !== undefined) {
    if (first.buffer.detached) throw new errors.ERR_INVALID_STATE.TypeError("Destination ArrayBuffer is detached");
    invalidateByobRequest(controller);
    first.buffer = transferBuffer(first.buffer);
    if (first.readerType === "none") enqueueDetachedPullInto(controller, first);
  }
  if (stream.reader !== null && !stream.reader.byob) {
    while (pendingReads(stream) > 0 && controller.totalSize > 0) {
      fillReadFromQueue(controller, stream.reader.requests.shift()!);
    }
    if (pendingReads(stream) === 0) {
      pushBytes(controller, buffer, byteOffset, byteLength);
    } else {
      if (controller.pendingPullIntos.length > 0) controller.pendingPullIntos.shift();
      fulfillRead(stream, new Uint8Array(buffer, byteOffset, byteLength), false);
    }
  } else if (stream.reader !== null) {
    pushBytes(controller, buffer, byteOffset, byteLength);
    processPullIntos(controller);
  } else {
    pushBytes(controller, buffer, byteOffset, byteLength);
  }
  callBytePullIfNeeded(controller);
}

/** ReadableByteStreamControllerEnqueueChunkToQueue. */
export function pushBytes(
  controller: ByteController,
  buffer: ArrayBuffer,
  byteOffset: number,
  byteLength: number,
): void {
  controller.queue.push({ buffer, byteOffset, byteLength });
  controller.totalSize += byteLength;
}

/** ReadableByteStreamControllerHandleQueueDrain. */
export function handleQueueDrain(controller: ByteController): void {
  if (controller.totalSize === 0 && controller.closeRequested) {
    clearByteAlgorithms(controller);
    closeReadable(controller.stream);
  } else {
    callBytePullIfNeeded(controller);
  }
}

/** ReadableByteStreamControllerFillReadRequestFromQueue. */
export function fillReadFromQueue(controller: ByteController, request: ReadRequest): void {
  const entry = controller.queue.shift()!;
  controller.totalSize -= entry.byteLength;
  handleQueueDrain(controller);
  request.chunkSteps(new Uint8Array(entry.buffer, entry.byteOffset, entry.byteLength));
}

/** ReadableByteStreamControllerPullInto: a read of a BYOB reader into `view`, of at least `minimum` elements. */
export function pullInto(
  controller: ByteController,
  view: ArrayBufferView,
  minimum: number,
  request: ReadRequest,
): void {
  const { stream } = controller;
  const isDataView = view instanceof DataView;
  const elementSize = isDataView ? 1 : (view as Uint8Array).BYTES_PER_ELEMENT;
  const viewConstructor: ViewConstructor = isDataView ? DataView : typedArrayConstructor(view);
  const { byteOffset, byteLength } = view;
  let buffer: ArrayBuffer;
  try {
    buffer = transferBuffer(view.buffer as ArrayBuffer);
  } catch (error) {
    request.errorSteps(error);
    return;
  }
  const descriptor: PullInto = {
    buffer,
    bufferByteLength: buffer.byteLength,
    byteOffset,
    byteLength,
    bytesFilled: 0,
    minimumFill: minimum * elementSize,
    elementSize,
    viewConstructor,
    readerType: "byob",
  };
  const { requests } = stream.reader!;
  if (controller.pendingPullIntos.length > 0) {
    controller.pendingPullIntos.push(descriptor);
    requests.push(request);
    return;
  }
  if (stream.state === "closed") {
    request.closeSteps(new viewConstructor(buffer, byteOffset, 0));
    return;
  }
  if (controller.totalSize > 0) {
    if (fillFromQueue(controller, descriptor)) {
      const filled = convertPullInto(descriptor);
      handleQueueDrain(controller);
      request.chunkSteps(filled);
      return;
    }
    if (controller.closeRequested) {
      const error = new errors.ERR_INVALID_STATE.TypeError("ReadableStream closed");
      errorByte(controller, error);
      request.errorSteps(error);
      return;
    }
  }
  controller.pendingPullIntos.push(descriptor);
  requests.push(request);
  callBytePullIfNeeded(controller);
}

const typedArrayName = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)!.get!;

function typedArrayConstructor(view: ArrayBufferView): ViewConstructor {
  return (globalThis as unknown as Record<string, ViewConstructor>)[typedArrayName.call(view)]!;
}
