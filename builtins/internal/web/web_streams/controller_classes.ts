// The controllers that an underlying source receives, and ReadableStreamBYOBRequest: checks around default_controller.ts
// and byte_controller.ts.
import defer * as errors from "internal:core/errors";
import {
  type ByobRequestState,
  type ByteController,
  closeByte,
  desiredSizeOfByte,
  enqueueByte,
  errorByte,
} from "internal:web/web_streams/byte_controller";
import {
  closeDefault,
  type DefaultController,
  desiredSizeOfDefault,
  enqueueDefault,
  errorDefault,
  requireOpen,
} from "internal:web/web_streams/default_controller";
import { describeAs, exposeMembers } from "internal:web/web_streams/exposing";
import type { InspectOptions } from "internal:web/web_interface";
import { respond, respondWithNewView } from "internal:web/web_streams/pull_into";

const kCreate = Symbol("create");
const kInspect = Symbol.for("nodejs.util.inspect.custom");

export class ReadableStreamDefaultController {
  #state: DefaultController;

  constructor(key: unknown = undefined, state: DefaultController | undefined = undefined) {
    if (key !== kCreate) throw new errors.ERR_ILLEGAL_CONSTRUCTOR();
    this.#state = state!;
  }

  get desiredSize(): number | null {
    if (!(#state in this)) throw new errors.ERR_INVALID_THIS("ReadableStreamDefaultController");
    return desiredSizeOfDefault(this.#state);
  }

  close(): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new errors.ERR_INVALID_THIS("ReadableStreamDefaultController");
    requireOpen(this.#state);
    closeDefault(this.#state);
  }

  enqueue(chunk: unknown = undefined): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new errors.ERR_INVALID_THIS("ReadableStreamDefaultController");
    requireOpen(this.#state);
    enqueueDefault(this.#state, chunk);
  }

  error(reason: unknown = undefined): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new errors.ERR_INVALID_THIS("ReadableStreamDefaultController");
    errorDefault(this.#state, reason);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    return describeAs(this, {}, depth, options);
  }
}
exposeMembers(ReadableStreamDefaultController, "ReadableStreamDefaultController", [
  "desiredSize",
  "close",
  "enqueue",
  "error",
]);

export class ReadableByteStreamController {
  #state: ByteController;

  constructor(key: unknown = undefined, state: ByteController | undefined = undefined) {
    if (key !== kCreate) throw new errors.ERR_ILLEGAL_CONSTRUCTOR();
    this.#state = state!;
  }

  get byobRequest(): ReadableStreamBYOBRequest | null {
    if (!(#state in this)) throw new errors.ERR_INVALID_THIS("ReadableByteStreamController");
    const state = this.#state;
    const first = state.pendingPullIntos[0];
    if (state.byobRequest === null && first !== undefined) {
      const view = new Uint8Array(
        first.buffer,
        first.byteOffset + first.bytesFilled,
        first.byteLength - first.bytesFilled,
      );
      state.byobRequest = new RequestState(state, view);
    }
    return state.byobRequest?.wrapper ?? null;
  }

  get desiredSize(): number | null {
    if (!(#state in this)) throw new errors.ERR_INVALID_THIS("ReadableByteStreamController");
    return desiredSizeOfByte(this.#state);
  }

  close(): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new errors.ERR_INVALID_THIS("ReadableByteStreamController");
    requireOpenBytes(this.#state);
    closeByte(this.#state);
  }

  enqueue(chunk: ArrayBufferView): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new errors.ERR_INVALID_THIS("ReadableByteStreamController");
    if (!ArrayBuffer.isView(chunk))
      throw new errors.ERR_INVALID_ARG_TYPE("buffer", ["Buffer", "TypedArray", "DataView"], chunk);
    if (chunk.byteLength === 0 || chunk.buffer.byteLength === 0) {
      throw new errors.ERR_INVALID_STATE.TypeError("chunk ArrayBuffer is zero-length or detached");
    }
    requireOpenBytes(this.#state);
    enqueueByte(this.#state, chunk);
  }

  error(reason: unknown = undefined): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new errors.ERR_INVALID_THIS("ReadableByteStreamController");
    errorByte(this.#state, reason);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    return describeAs(this, {}, depth, options);
  }
}
exposeMembers(ReadableByteStreamController, "ReadableByteStreamController", [
  "byobRequest",
  "desiredSize",
  "close",
  "enqueue",
  "error",
]);

function requireOpenBytes(state: ByteController): void {
  if (state.closeRequested || state.stream.state !== "readable") {
    throw new errors.ERR_INVALID_STATE.TypeError("ReadableStream is already closed");
  }
}

/** What a byte controller shares with the ReadableStreamBYOBRequest that it created. */
class RequestState implements ByobRequestState {
  controller: ByteController | null;
  view: Uint8Array | null;
  wrapper: ReadableStreamBYOBRequest;

  constructor(controller: ByteController, view: Uint8Array) {
    this.controller = controller;
    this.view = view;
    this.wrapper = new ReadableStreamBYOBRequest(kCreate, this);
  }

  invalidate(): void {
    this.controller = null;
    this.view = null;
  }
}

export class ReadableStreamBYOBRequest {
  #state: RequestState;

  constructor(key: unknown = undefined, state: RequestState | undefined = undefined) {
    if (key !== kCreate) throw new errors.ERR_ILLEGAL_CONSTRUCTOR();
    this.#state = state!;
  }

  get view(): Uint8Array | null {
    if (!(#state in this)) throw new errors.ERR_INVALID_THIS("ReadableStreamBYOBRequest");
    return this.#state.view;
  }

  /** Reports that `bytesWritten` bytes of `view` are filled. */
  respond(bytesWritten: number): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new errors.ERR_INVALID_THIS("ReadableStreamBYOBRequest");
    const count = toByteCount(bytesWritten);
    const { controller, view } = this.#state;
    if (controller === null) throw new errors.ERR_INVALID_STATE.TypeError("This BYOB request has been invalidated");
    if ((view!.buffer as ArrayBuffer).detached)
      throw new errors.ERR_INVALID_STATE.TypeError("Viewed ArrayBuffer is detached");
    respond(controller, count);
  }

  /** Responds with `view`, which must cover the same memory as the requested view. */
  respondWithNewView(view: ArrayBufferView): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new errors.ERR_INVALID_THIS("ReadableStreamBYOBRequest");
    if (!ArrayBuffer.isView(view))
      throw new errors.ERR_INVALID_ARG_TYPE("view", ["Buffer", "TypedArray", "DataView"], view);
    const { controller } = this.#state;
    if (controller === null) throw new errors.ERR_INVALID_STATE.TypeError("This BYOB request has been invalidated");
    if ((view.buffer as ArrayBuffer).detached)
      throw new errors.ERR_INVALID_STATE.TypeError("Viewed ArrayBuffer is detached");
    respondWithNewView(controller, view);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    return describeAs(this, { view: this.#state.view, controller: this.#state.controller?.argument }, depth, options);
  }
}
exposeMembers(ReadableStreamBYOBRequest, "ReadableStreamBYOBRequest", ["view", "respond", "respondWithNewView"]);

function toByteCount(value: unknown): number {
  const count = Math.trunc(+(value as number));
  if (!(count >= 0 && count <= Number.MAX_SAFE_INTEGER)) {
    throw new errors.ERR_INVALID_ARG_TYPE("bytesWritten", "an integer of at least 0", value);
  }
  return count;
}

/** The public controller of a default stream. */
export function publicDefaultController(state: DefaultController): ReadableStreamDefaultController {
  return new ReadableStreamDefaultController(kCreate, state);
}

/** The public controller of a byte stream. */
export function publicByteController(state: ByteController): ReadableByteStreamController {
  return (state.wrapper ??= new ReadableByteStreamController(kCreate, state));
}
