// WritableStream, its writer and its controller (https://streams.spec.whatwg.org/#ws) over writable.ts, with Node's errors.
import {
  ERR_ILLEGAL_CONSTRUCTOR,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_STATE,
  ERR_INVALID_THIS,
} from "internal:core/errors";
import { describeAs, exposeMembers } from "internal:web/web_streams/exposing";
import type { InspectOptions } from "internal:web/web_interface";
import { extractHighWaterMark, readStrategy, sizeAlgorithm } from "internal:web/web_streams/strategies";
import {
  abortWritable,
  closeQueuedOrInFlight,
  closeWritable,
  desiredSizeOfWriter,
  releaseWriter,
  WritableState,
  writeTo,
  WriterState,
} from "internal:web/web_streams/writable";
import {
  errorController,
  startWritableController,
  WritableController,
} from "internal:web/web_streams/writable_controller";
import { kTransfer } from "internal:web/clone/protocol";
import type { AbortSignal } from "web:abort";
import type { TransferredStream } from "internal:web/web_streams/transfer";
import defer * as transferring from "internal:web/web_streams/transfer";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const kWrap = Symbol("wrap");
const kCreate = Symbol("create");

/** The members that `node:stream` reads, in `finished`, `addAbortSignal`, `isWritable` and `isErrored`. */
const kIsClosedPromise: unique symbol = Symbol.for("nodejs.webstream.isClosedPromise");
const kControllerErrorFunction: unique symbol = Symbol.for("nodejs.webstream.controllerErrorFunction");
const kIsWritable: unique symbol = Symbol.for("nodejs.stream.writable");
const kIsErrored: unique symbol = Symbol.for("nodejs.stream.errored");

/** The state of a WritableStream. The caller has checked `isWritableStream`. */
export let writableStateOf: (stream: WritableStream) => WritableState;
/** Whether `value` is a WritableStream of ours. */
export let isWritableStream: (value: unknown) => value is WritableStream;

interface UnderlyingSink {
  abort?: Function;
  close?: Function;
  start?: Function;
  type?: unknown;
  write?: Function;
}

export class WritableStream {
  #state: WritableState;

  constructor(sink: unknown = undefined, strategy: unknown = undefined) {
    if (sink === kWrap) {
      this.#state = strategy as WritableState;
      this.#state.wrapper = this;
      return;
    }
    const state = (this.#state = new WritableState());
    state.wrapper = this;
    if (sink !== undefined && (sink === null || (typeof sink !== "object" && typeof sink !== "function"))) {
      throw new ERR_INVALID_ARG_TYPE("sink", "object", sink);
    }
    const given = readStrategy(strategy);
    const { abort, close, start, type, write } = (sink ?? {}) as UnderlyingSink;
    requireMethod(abort, "sink.abort");
    requireMethod(close, "sink.close");
    requireMethod(start, "sink.start");
    if (type !== undefined) throw new ERR_INVALID_ARG_VALUE.RangeError("type", type);
    requireMethod(write, "sink.write");
    const mark = extractHighWaterMark(given.highWaterMark, 1);
    const controller = new WritableController(
      state,
      { self: sink, write, close, abort },
      mark,
      sizeAlgorithm(given.size),
    );
    controller.argument = new WritableStreamDefaultController(kCreate, controller);
    startWritableController(
      controller,
      start === undefined ? undefined : Reflect.apply(start, sink, [controller.argument]),
    );
  }

  static {
    isWritableStream = (value): value is WritableStream =>
      typeof value === "object" && value !== null && #state in value;
    writableStateOf = (stream) => stream.#state;
  }

  get [kIsClosedPromise](): { promise: Promise<void> } {
    if (!isWritableStream(this)) throw new ERR_INVALID_THIS("WritableStream");
    return { promise: this.#state.whenEnded() };
  }

  get [kIsWritable](): boolean {
    return this.#state.state === "writable";
  }
  get [kIsErrored](): boolean {
    return this.#state.state === "errored";
  }

  [kControllerErrorFunction](error: unknown): void {
    if (this.#state.state === "writable") errorController(this.#state.controller, error);
  }

  get locked(): boolean {
    if (!isWritableStream(this)) throw new ERR_INVALID_THIS("WritableStream");
    return this.#state.writer !== null;
  }

  abort(reason: unknown = undefined): Promise<void> {
    if (!isWritableStream(this)) return Promise.reject(new ERR_INVALID_THIS("WritableStream"));
    if (this.#state.writer !== null) return Promise.reject(new ERR_INVALID_STATE.TypeError("WritableStream is locked"));
    return abortWritable(this.#state, reason);
  }

  close(): Promise<void> {
    if (!isWritableStream(this)) return Promise.reject(new ERR_INVALID_THIS("WritableStream"));
    const state = this.#state;
    if (state.writer !== null) return Promise.reject(new ERR_INVALID_STATE.TypeError("WritableStream is locked"));
    if (closeQueuedOrInFlight(state))
      return Promise.reject(new ERR_INVALID_STATE.TypeError("Failure closing WritableStream"));
    return closeWritable(state);
  }

  getWriter(): WritableStreamDefaultWriter {
    if (!isWritableStream(this)) throw new ERR_INVALID_THIS("WritableStream");
    return new WritableStreamDefaultWriter(this);
  }

  [kTransfer](): TransferredStream {
    return transferring.transferWritable(this.#state);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    return describeAs(this, { locked: this.locked, state: this.#state.state }, depth, options);
  }
}
exposeMembers(WritableStream, "WritableStream", ["locked", "abort", "close", "getWriter"]);

/** The WritableStream object of a state. */
export function wrapWritable(state: WritableState): WritableStream {
  return state.wrapper ?? new WritableStream(kWrap, state);
}

function requireMethod(value: unknown, name: string): void {
  if (value !== undefined && typeof value !== "function") throw new ERR_INVALID_ARG_TYPE(name, "function", value);
}

export class WritableStreamDefaultWriter {
  #state: WriterState;

  constructor(stream: unknown) {
    if (!isWritableStream(stream)) throw new ERR_INVALID_ARG_TYPE("stream", "WritableStream", stream);
    this.#state = new WriterState(writableStateOf(stream));
  }

  get closed(): Promise<void> {
    if (!(#state in this)) return Promise.reject(new ERR_INVALID_THIS("WritableStreamDefaultWriter"));
    return this.#state.closed.get();
  }

  get desiredSize(): number | null {
    if (!(#state in this)) throw new ERR_INVALID_THIS("WritableStreamDefaultWriter");
    if (this.#state.stream === null) throw notBound();
    return desiredSizeOfWriter(this.#state);
  }

  get ready(): Promise<void> {
    if (!(#state in this)) return Promise.reject(new ERR_INVALID_THIS("WritableStreamDefaultWriter"));
    return this.#state.ready.get();
  }

  abort(reason: unknown = undefined): Promise<void> {
    if (typeof this !== "object" || this === null || !(#state in this))
      return Promise.reject(new ERR_INVALID_THIS("WritableStreamDefaultWriter"));
    const { stream } = this.#state;
    return stream === null ? Promise.reject(notBound()) : abortWritable(stream, reason);
  }

  close(): Promise<void> {
    if (typeof this !== "object" || this === null || !(#state in this))
      return Promise.reject(new ERR_INVALID_THIS("WritableStreamDefaultWriter"));
    const { stream } = this.#state;
    if (stream === null) return Promise.reject(notBound());
    if (closeQueuedOrInFlight(stream))
      return Promise.reject(new ERR_INVALID_STATE.TypeError("Failure to close WritableStream"));
    return closeWritable(stream);
  }

  releaseLock(): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new ERR_INVALID_THIS("WritableStreamDefaultWriter");
    if (this.#state.stream !== null) releaseWriter(this.#state);
  }

  write(chunk: unknown = undefined): Promise<void> {
    if (typeof this !== "object" || this === null || !(#state in this))
      return Promise.reject(new ERR_INVALID_THIS("WritableStreamDefaultWriter"));
    return this.#state.stream === null ? Promise.reject(notBound()) : writeTo(this.#state, chunk).get();
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    const { stream, closed, ready } = this.#state;
    const members = {
      stream: stream === null ? undefined : wrapWritable(stream),
      close: closed.get(),
      ready: ready.get(),
      desiredSize: stream === null ? undefined : desiredSizeOfWriter(this.#state),
    };
    return describeAs(this, members, depth, options);
  }
}
exposeMembers(WritableStreamDefaultWriter, "WritableStreamDefaultWriter", [
  "closed",
  "desiredSize",
  "ready",
  "abort",
  "close",
  "releaseLock",
  "write",
]);

function notBound(): Error {
  return new ERR_INVALID_STATE.TypeError("Writer is not bound to a WritableStream");
}

export class WritableStreamDefaultController {
  #state: WritableController;

  constructor(key: unknown = undefined, state: WritableController | undefined = undefined) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#state = state!;
  }

  /** Aborts together with the stream. */
  get signal(): AbortSignal {
    if (!(#state in this)) throw new ERR_INVALID_THIS("WritableStreamDefaultController");
    return this.#state.signal;
  }

  error(reason: unknown = undefined): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new ERR_INVALID_THIS("WritableStreamDefaultController");
    if (this.#state.stream.state === "writable") errorController(this.#state, reason);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    return describeAs(this, { stream: wrapWritable(this.#state.stream) }, depth, options);
  }
}
exposeMembers(WritableStreamDefaultController, "WritableStreamDefaultController", ["signal", "error"]);
