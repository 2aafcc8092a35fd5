// ReadableStreamDefaultReader and ReadableStreamBYOBReader (https://streams.spec.whatwg.org/#default-reader-class).
import defer * as errors from "internal:core/errors";
import { type ByteController, pullInto } from "internal:web/web_streams/byte_controller";
import { type DefaultController, takeChunk } from "internal:web/web_streams/default_controller";
import { describeAs, exposeMembers } from "internal:web/web_streams/exposing";
import type { InspectOptions } from "internal:web/web_interface";
import {
  acquireDefaultReader,
  cancelReadable,
  PromiseRead,
  read,
  ReaderState,
  type ReadResult,
  releaseReader,
} from "internal:web/web_streams/readable";
import { isReadableStream, readableStateOf, wrapReadable } from "internal:web/web_streams/readable_class";

const kInspect = Symbol.for("nodejs.util.inspect.custom");

function notAttached(): Error {
  return new errors.ERR_INVALID_STATE.TypeError("The reader is not attached to a stream");
}

export class ReadableStreamDefaultReader {
  #state: ReaderState;

  constructor(stream: unknown) {
    if (!isReadableStream(stream)) throw new errors.ERR_INVALID_ARG_TYPE("stream", "ReadableStream", stream);
    this.#state = acquireDefaultReader(readableStateOf(stream));
  }

  /** The next chunk as `{ value, done }`. */
  read(): Promise<ReadResult> {
    if (typeof this !== "object" || this === null || !(#state in this))
      return Promise.reject(new errors.ERR_INVALID_THIS("ReadableStreamDefaultReader"));
    const { stream } = this.#state;
    if (stream === null) return Promise.reject(notAttached());
    const { controller } = stream;
    if (!controller.isByte && stream.state === "readable" && (controller as DefaultController).queue.length > 0) {
      stream.disturbed = true;
      return Promise.resolve({ value: takeChunk(controller as DefaultController), done: false });
    }
    const request = new PromiseRead();
    read(this.#state, request);
    return request.promise;
  }

  releaseLock(): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new errors.ERR_INVALID_THIS("ReadableStreamDefaultReader");
    if (this.#state.stream !== null) releaseReader(this.#state);
  }

  get closed(): Promise<void> {
    if (!(#state in this)) return Promise.reject(new errors.ERR_INVALID_THIS("ReadableStreamDefaultReader"));
    return this.#state.closed.get();
  }

  cancel(reason: unknown = undefined): Promise<void> {
    if (typeof this !== "object" || this === null || !(#state in this))
      return Promise.reject(new errors.ERR_INVALID_THIS("ReadableStreamDefaultReader"));
    const { stream } = this.#state;
    return stream === null ? Promise.reject(notAttached()) : cancelReadable(stream, reason);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    const { stream, requests, closed } = this.#state;
    const members = {
      stream: stream === null ? undefined : wrapReadable(stream),
      readRequests: requests.length,
      close: closed.get(),
    };
    return describeAs(this, members, depth, options);
  }
}
exposeMembers(ReadableStreamDefaultReader, "ReadableStreamDefaultReader", ["read", "releaseLock", "closed", "cancel"]);

export class ReadableStreamBYOBReader {
  #state: ReaderState;

  constructor(stream: unknown) {
    if (!isReadableStream(stream)) throw new errors.ERR_INVALID_ARG_TYPE("stream", "ReadableStream", stream);
    const state = readableStateOf(stream);
    if (state.reader !== null) throw new errors.ERR_INVALID_STATE.TypeError("ReadableStream is locked");
    if (!state.controller.isByte) throw new errors.ERR_INVALID_ARG_VALUE("stream", stream, "must be a byte stream");
    this.#state = new ReaderState(state, true);
  }

  /** Fills `view`, whose buffer is transferred, with at least `options.min` elements. */
  read(view: ArrayBufferView, options: { min?: number } = {}): Promise<ReadResult> {
    if (typeof this !== "object" || this === null || !(#state in this))
      return Promise.reject(new errors.ERR_INVALID_THIS("ReadableStreamBYOBReader"));
    let minimum: number;
    try {
      minimum = checkView(view, options);
    } catch (error) {
      return Promise.reject(error);
    }
    const { stream } = this.#state;
    if (stream === null) return Promise.reject(notAttached());
    const request = new PromiseRead();
    stream.disturbed = true;
    if (stream.state === "errored") request.errorSteps(stream.storedError);
    else pullInto(stream.controller as ByteController, view, minimum, request);
    return request.promise;
  }

  releaseLock(): void {
    if (typeof this !== "object" || this === null || !(#state in this))
      throw new errors.ERR_INVALID_THIS("ReadableStreamBYOBReader");
    if (this.#state.stream !== null) releaseReader(this.#state);
  }

  get closed(): Promise<void> {
    if (!(#state in this)) return Promise.reject(new errors.ERR_INVALID_THIS("ReadableStreamBYOBReader"));
    return this.#state.closed.get();
  }

  cancel(reason: unknown = undefined): Promise<void> {
    if (typeof this !== "object" || this === null || !(#state in this))
      return Promise.reject(new errors.ERR_INVALID_THIS("ReadableStreamBYOBReader"));
    const { stream } = this.#state;
    return stream === null ? Promise.reject(notAttached()) : cancelReadable(stream, reason);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    const { stream, requests, closed } = this.#state;
    const members = {
      stream: stream === null ? undefined : wrapReadable(stream),
      readIntoRequests: requests.length,
      close: closed.get(),
    };
    return describeAs(this, members, depth, options);
  }
}
exposeMembers(ReadableStreamBYOBReader, "ReadableStreamBYOBReader", ["read", "releaseLock", "closed", "cancel"]);

/** The minimum number of elements to read. Throws for invalid arguments of `read`. */
function checkView(view: unknown, options: { min?: unknown } | null): number {
  if (!ArrayBuffer.isView(view))
    throw new errors.ERR_INVALID_ARG_TYPE("view", ["Buffer", "TypedArray", "DataView"], view);
  if (options !== null && typeof options !== "object" && typeof options !== "function") {
    throw new errors.ERR_INVALID_ARG_TYPE("options", "object", options);
  }
  if (view.byteLength === 0 || view.buffer.byteLength === 0) {
    throw new errors.ERR_INVALID_STATE.TypeError("View or Viewed ArrayBuffer is zero-length or detached");
  }
  const minimum = options?.min ?? 1;
  if (typeof minimum !== "number") throw new errors.ERR_INVALID_ARG_TYPE("options.min", "number", minimum);
  if (!Number.isInteger(minimum)) throw new errors.ERR_INVALID_ARG_VALUE("options.min", minimum, "must be an integer");
  if (minimum <= 0) throw new errors.ERR_INVALID_ARG_VALUE("options.min", minimum, "must be greater than 0");
  const length = view instanceof DataView ? view.byteLength : (view as Uint8Array).length;
  if (minimum > length) {
    throw new errors.ERR_OUT_OF_RANGE(
      "options.min",
      view instanceof DataView ? "<= view.byteLength" : "<= view.length",
      minimum,
    );
  }
  return minimum;
}
