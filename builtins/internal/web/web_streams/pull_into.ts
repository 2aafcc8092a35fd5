// Pull-into descriptors of byte streams: buffers of BYOB readers (or allocated for default readers) that the source
// fills (https://streams.spec.whatwg.org/#readablebytestreamcontroller-pendingpullintos).
import defer * as errors from "internal:core/errors";
import {
  type ByteController,
  callBytePullIfNeeded,
  errorByte,
  invalidateByobRequest,
  pushBytes,
} from "internal:web/web_streams/byte_controller";
import { fulfillRead, pendingReadIntos, type ReadableState } from "internal:web/web_streams/readable";

export type ViewConstructor = new (buffer: ArrayBuffer, byteOffset: number, length: number) => ArrayBufferView;

export interface PullInto {
  buffer: ArrayBuffer;
  bufferByteLength: number;
  byteOffset: number;
  byteLength: number;
  bytesFilled: number;
  minimumFill: number;
  elementSize: number;
  viewConstructor: ViewConstructor;
  readerType: "default" | "byob" | "none";
}

/** TransferArrayBuffer. Throws a TypeError for detached, shared and WebAssembly buffers. */
export function transferBuffer(buffer: ArrayBuffer): ArrayBuffer {
  return buffer.transfer();
}

/**
 * ReadableByteStreamControllerConvertPullIntoDescriptor. The buffer is not transferred again, which no program can see: only the first
 * descriptor is shown to one, by a BYOB request, and what ends that request has transferred its buffer.
 */
export function convertPullInto(descriptor: PullInto): ArrayBufferView {
  const { buffer, byteOffset, bytesFilled, elementSize } = descriptor;
  return new descriptor.viewConstructor(buffer, byteOffset, bytesFilled / elementSize);
}

/** ReadableByteStreamControllerCommitPullIntoDescriptor. */
function commitPullInto(stream: ReadableState, descriptor: PullInto): void {
  const done = stream.state === "closed";
  const view = convertPullInto(descriptor);
  fulfillRead(stream, view, done);
}

/** ReadableByteStreamControllerFillPullIntoDescriptorFromQueue: whether the descriptor is ready. */
export function fillFromQueue(controller: ByteController, descriptor: PullInto): boolean {
  const unfilled = descriptor.byteLength - descriptor.bytesFilled;
  const copied = Math.min(controller.totalSize, unfilled);
  const filledAfter = descriptor.bytesFilled + copied;
  let remaining = copied;
  let ready = false;
  const aligned = filledAfter - (filledAfter % descriptor.elementSize);
  if (aligned >= descriptor.minimumFill) {
    remaining = aligned - descriptor.bytesFilled;
    ready = true;
  }
  const { queue } = controller;
  while (remaining > 0) {
    const head = queue.peek()!;
    const count = Math.min(remaining, head.byteLength);
    const target = descriptor.byteOffset + descriptor.bytesFilled;
    new Uint8Array(descriptor.buffer, target, count).set(new Uint8Array(head.buffer, head.byteOffset, count));
    if (head.byteLength === count) {
      queue.shift();
    } else {
      head.byteOffset += count;
      head.byteLength -= count;
    }
    controller.totalSize -= count;
    descriptor.bytesFilled += count;
    remaining -= count;
  }
  return ready;
}

/** ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue, then the commits. */
export function processPullIntos(controller: ByteController): void {
  const filled: PullInto[] = [];
  while (controller.pendingPullIntos.length > 0 && controller.totalSize > 0) {
    const descriptor = controller.pendingPullIntos[0]!;
    if (!fillFromQueue(controller, descriptor)) break;
    shiftPullInto(controller);
    filled.push(descriptor);
  }
  for (const descriptor of filled) commitPullInto(controller.stream, descriptor);
}

function shiftPullInto(controller: ByteController): PullInto {
  return controller.pendingPullIntos.shift()!;
}

/** ReadableByteStreamControllerEnqueueClonedChunkToQueue. */
function enqueueClonedChunk(
  controller: ByteController,
  buffer: ArrayBuffer,
  byteOffset: number,
  byteLength: number,
): void {
  let copy: ArrayBuffer;
  try {
    copy = buffer.slice(byteOffset, byteOffset + byteLength);
  } catch (error) {
    errorByte(controller, error);
    throw error;
  }
  pushBytes(controller, copy, 0, byteLength);
}

/** ReadableByteStreamControllerEnqueueDetachedPullIntoToQueue: the bytes of a released reader go to the queue. */
export function enqueueDetachedPullInto(controller: ByteController, descriptor: PullInto): void {
  if (descriptor.bytesFilled > 0) {
    enqueueClonedChunk(controller, descriptor.buffer, descriptor.byteOffset, descriptor.bytesFilled);
  }
  shiftPullInto(controller);
}

/** ReadableByteStreamControllerRespond. Throws for an invalid `bytesWritten`. */
export function respond(controller: ByteController, bytesWritten: number): void {
  const first = controller.pendingPullIntos[0]!;
  if (controller.stream.state === "closed") {
    if (bytesWritten !== 0)
      throw new errors.ERR_INVALID_STATE.TypeError("Controller is closed but view is not zero-length");
  } else {
    if (bytesWritten === 0) throw new errors.ERR_INVALID_STATE.TypeError("bytesWritten must be greater than 0");
    if (first.bytesFilled + bytesWritten > first.byteLength) throw new RangeError("bytesWritten out of range");
  }
  first.buffer = transferBuffer(first.buffer);
  respondInternal(controller, bytesWritten);
}

/** ReadableByteStreamControllerRespondWithNewView. Throws when `view` does not continue the request. */
export function respondWithNewView(controller: ByteController, view: ArrayBufferView): void {
  const first = controller.pendingPullIntos[0]!;
  const { byteLength, byteOffset } = view;
  if (controller.stream.state === "closed") {
    if (byteLength !== 0)
      throw new errors.ERR_INVALID_STATE.TypeError("Controller is closed but view is not zero-length");
  } else if (byteLength === 0) {
    throw new errors.ERR_INVALID_STATE.TypeError("View is zero-length");
  }
  if (first.byteOffset + first.bytesFilled !== byteOffset)
    throw new errors.ERR_INVALID_ARG_VALUE.RangeError(
      "view",
      view,
      "must start at the first unfilled byte of the request",
    );
  if (first.bufferByteLength !== view.buffer.byteLength)
    throw new errors.ERR_INVALID_ARG_VALUE.RangeError("view", view, "must have a buffer of the size of the request's");
  if (first.bytesFilled + byteLength > first.byteLength)
    throw new errors.ERR_INVALID_ARG_VALUE.RangeError("view", view, "must not be larger than the request");
  first.buffer = transferBuffer(view.buffer as ArrayBuffer);
  respondInternal(controller, byteLength);
}

function respondInternal(controller: ByteController, bytesWritten: number): void {
  const first = controller.pendingPullIntos[0]!;
  invalidateByobRequest(controller);
  if (controller.stream.state === "closed") respondWhenClosed(controller, first);
  else respondWhenReadable(controller, bytesWritten, first);
  callBytePullIfNeeded(controller);
}

function respondWhenClosed(controller: ByteController, first: PullInto): void {
  if (first.readerType === "none") shiftPullInto(controller);
  const { stream } = controller;
  const filled: PullInto[] = [];
  if (stream.reader !== null && stream.reader.byob) {
    const pending = pendingReadIntos(stream);
    while (filled.length < pending) filled.push(shiftPullInto(controller));
  }
  for (const descriptor of filled) commitPullInto(stream, descriptor);
}

function respondWhenReadable(controller: ByteController, bytesWritten: number, first: PullInto): void {
  first.bytesFilled += bytesWritten;
  if (first.readerType === "none") {
    enqueueDetachedPullInto(controller, first);
    processPullIntos(controller);
    return;
  }
  if (first.bytesFilled < first.minimumFill) return;
  shiftPullInto(controller);
  const remainder = first.bytesFilled % first.elementSize;
  if (remainder > 0) {
    const end = first.byteOffset + first.bytesFilled;
    enqueueClonedChunk(controller, first.buffer, end - remainder, remainder);
  }
  first.bytesFilled -= remainder;
  commitAfterFill(controller, first);
}

// The spec fills the following descriptors before it commits the first: a reader's reaction must see both.
function commitAfterFill(controller: ByteController, first: PullInto): void {
  const filled: PullInto[] = [];
  while (controller.pendingPullIntos.length > 0 && controller.totalSize > 0) {
    const descriptor = controller.pendingPullIntos[0]!;
    if (!fillFromQueue(controller, descriptor)) break;
    filled.push(shiftPullInto(controller));
  }
  commitPullInto(controller.stream, first);
  for (const descriptor of filled) commitPullInto(controller.stream, descriptor);
}
