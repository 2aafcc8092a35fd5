// stream.Readable: the class, push(), unshift() and read(). Scheduling events is in `readable_flow.ts`, the properties in
// `readable_properties.ts`, pipes in `readable_pipe.ts`, iteration in `readable_iterator.ts`.
// https://nodejs.org/api/stream.html#readable-streams
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { Buffer } from "internal:node/buffer";
import {
  AbortError,
  ERR_INVALID_ARG_TYPE,
  ERR_METHOD_NOT_IMPLEMENTED,
  ERR_OUT_OF_RANGE,
  ERR_STREAM_PUSH_AFTER_EOF,
  ERR_STREAM_UNSHIFT_AFTER_END_EVENT,
} from "internal:core/errors";
import { validateAbortSignal, validateObject } from "internal:core/validators";
import { kRejection } from "internal:core/events/symbols";
import { addAbortSignal, attachAbortSignal } from "internal:node/streams/add_abort_signal";
import {
  CLOSE_EMITTED,
  CONSTRUCTED,
  DESTROYED,
  ERRORED,
  ERROR_EMITTED,
  OBJECT_MODE,
  R_DATA_EMITTED,
  R_DATA_LISTENING,
  R_DECODER,
  R_EMITTED_READABLE,
  R_ENDED,
  R_END_EMITTED,
  R_EOF_READABLE_PENDING,
  R_FLOWING,
  R_MULTI_AWAIT_DRAIN,
  R_NEED_READABLE,
  R_READING,
  R_SYNC,
  kOnConstructed,
  kState,
} from "internal:node/streams/state_flags";
import { construct, destroy, errorOrDestroy, undestroy } from "internal:node/streams/destroy";
import { eos } from "internal:node/streams/end_of_stream";
import type { Duplex } from "internal:node/streams/duplex";
import type { Callback, Chunk, NodeStream } from "internal:node/streams/kinds";
import { Stream, type StreamClass } from "internal:node/streams/legacy";
import {
  emitReadable,
  endReadable,
  isPaused,
  maybeReadMore,
  on,
  onEndOfSource,
  pause,
  removeAllListeners,
  removeListener,
  resume,
} from "internal:node/streams/readable_flow";
import { type IteratorOptions, type ReadableIterator } from "internal:node/streams/readable_iterator";
import { defineOperators } from "internal:node/streams/operator_methods";
import { pipe, unpipe } from "internal:node/streams/readable_pipe";
import { defineReadableProperties } from "internal:node/streams/readable_properties";
import {
  ReadableState,
  kDecoderValue,
  takeFromBuffer,
  type ReadableOptions,
} from "internal:node/streams/readable_state";
import type { LegacySource } from "internal:node/streams/readable_wrap";
import type { Writable } from "internal:node/streams/writable";
import type { WritableState } from "internal:node/streams/writable_state";
import type { AbortSignal } from "web:abort";
import type { ReadableStream } from "web:streams";
import defer * as composing from "internal:node/streams/compose";
import defer * as decoding from "internal:core/string_decoder";
import defer * as iterators from "internal:node/streams/readable_iterator";
import defer * as origins from "internal:node/streams/readable_from";
import defer * as wrapping from "internal:node/streams/readable_wrap";
import defer * as web from "internal:node/streams/web_adapters";

const { asyncDispose } = Symbol;
/** read(size) raises the high-water mark at most to this. */
const HIGH_WATER_MARK_MAX = 0x40000000;
const CHUNK_TYPES = ["string", "Buffer", "TypedArray", "DataView"];

/** What a Readable has. The underscored members are Node's; streams and programs implement or call them. */
export interface Readable extends Stream {
  _readableState: ReadableState;
  /** Of a Duplex. */
  _writableState?: WritableState;
  allowHalfOpen?: boolean;
  writable?: boolean;
  writableEnded?: boolean;
  readable: boolean;
  readonly readableDidRead: boolean;
  readonly readableAborted: boolean;
  readonly readableEnded: boolean;
  readonly readableHighWaterMark: number;
  readonly readableLength: number;
  readonly readableObjectMode: boolean;
  readonly readableEncoding: string | null;
  readableFlowing: boolean | null;
  readonly errored: unknown;
  readonly closed: boolean;
  destroyed: boolean;
  _read(size: number): void;
  _construct?(callback: Callback): void;
  _destroy(error: unknown, callback: Callback): void;
  destroy(error?: unknown, callback?: Callback): this;
  push(chunk: unknown, encoding?: string): boolean;
  unshift(chunk: unknown, encoding?: string): boolean;
  read(size?: number): any;
  setEncoding(encoding: unknown): this;
  pause(): this;
  resume(): this;
  isPaused(): boolean;
  unpipe(destination?: Writable): this;
  [Symbol.asyncIterator](): ReadableIterator;
}

/** `stream.Readable`. */
export const Readable = function Readable(this: Readable, options?: ReadableOptions): Readable | undefined {
  if (!((this as unknown) instanceof Readable)) return new (Readable as unknown as StreamClass<Readable>)(options);
  // Presetting the names that every stream has keeps one shape for all of them.
  this._events ??= { close: undefined, error: undefined, data: undefined, end: undefined, readable: undefined };
  this._readableState = new ReadableState(options, this, false);
  if (options) {
    if (typeof options.read === "function") this._read = options.read as Readable["_read"];
    if (typeof options.destroy === "function") this._destroy = options.destroy as Readable["_destroy"];
    if (typeof options.construct === "function") this._construct = options.construct as Readable["_construct"];
    if (options.signal) addAbortSignal(options.signal, this);
  }
  Stream.call(this, options);
  if (this._construct != null) construct(this, () => this._readableState[kOnConstructed](this));
  return undefined;
} as unknown as StreamClass<Readable>;
safe.setPrototypeOf(Readable.prototype, Stream.prototype);
safe.setPrototypeOf(Readable, Stream);
const prototype = Readable.prototype;

ReadableState.prototype[kOnConstructed] = function (this: ReadableState, stream: Readable): void {
  if ((this[kState] & R_NEED_READABLE) !== 0) maybeReadMore(stream, this);
};

prototype.destroy = destroy;
prototype._undestroy = undestroy;
prototype._destroy = function (error: unknown, callback: Callback): void {
  callback(error);
};
prototype[kRejection] = function (this: Readable, error: unknown): void {
  this.destroy(error);
};
prototype[asyncDispose] = async function (this: Readable): Promise<void> {
  let error: unknown;
  if (!this.destroyed) {
    error = this.readableEnded ? null : new AbortError();
    this.destroy(error);
  }
  await new Promise<void>((resolve, reject) => {
    eos(this, (failure: unknown) => (failure && failure !== error ? reject(failure) : resolve()));
  });
};

/** Adds a chunk from the source; null is the end. Returns whether the source should continue. */
prototype.push = function push(this: Readable, chunk: any, encoding?: string): boolean {
  const state = this._readableState;
  if (chunk === null) return endOfSource(this, state);
  if ((state[kState] & OBJECT_MODE) !== 0) {
    return isAccepted(this, state) && pushAccepted(this, state, chunk, encoding);
  }
  if (typeof chunk === "string") {
    encoding ||= state.defaultEncoding;
    if (state.encoding !== encoding) {
      chunk = Buffer.from(chunk, encoding);
      encoding = "";
    }
  } else if (chunk instanceof Buffer) {
    encoding = "";
  } else if (safe.isView(chunk)) {
    chunk = toBuffer(chunk);
    encoding = "";
  } else if (chunk !== undefined) {
    errorOrDestroy(this, new ERR_INVALID_ARG_TYPE("chunk", CHUNK_TYPES, chunk));
    return false;
  }
  if (!chunk || chunk.length <= 0) {
    // An empty chunk still completes the _read(): the next one may start.
    state[kState] &= ~R_READING;
    maybeReadMore(this, state);
    return canPushMore(state);
  }
  return isAccepted(this, state) && pushAccepted(this, state, chunk, encoding);
};

/** Puts a chunk that was read back at the front. */
prototype.unshift = function unshift(this: Readable, chunk: any, encoding?: string): boolean {
  const state = this._readableState;
  if (chunk === null) return endOfSource(this, state);
  if ((state[kState] & OBJECT_MODE) === 0) {
    if (typeof chunk === "string") {
      encoding ||= state.defaultEncoding;
      if (state.encoding !== encoding) {
        const bytes = Buffer.from(chunk, encoding);
        chunk = state.encoding ? bytes.toString(state.encoding) : bytes;
      }
    } else if (safe.isView(chunk)) {
      chunk = toBuffer(chunk);
    } else if (chunk !== undefined) {
      errorOrDestroy(this, new ERR_INVALID_ARG_TYPE("chunk", CHUNK_TYPES, chunk));
      return false;
    }
    if (!chunk || chunk.length <= 0) return canPushMore(state);
  }
  if ((state[kState] & R_END_EMITTED) !== 0) errorOrDestroy(this, new ERR_STREAM_UNSHIFT_AFTER_END_EVENT());
  else if ((state[kState] & (DESTROYED | ERRORED)) !== 0) return false;
  else addChunk(this, state, chunk, true);
  return canPushMore(state);
};

/**
 * Removes and returns `size` bytes, or everything that is buffered when `size` is absent (one object in object mode), or
 * null when there is not as much. `read(0)` removes nothing but makes the source continue.
 */
prototype.read = function read(this: Readable, size?: number): any {
  const wanted =
    size === undefined ? NaN : safe.isInteger(size) ? size : Number.parseInt(size as unknown as string, 10);
  const state = this._readableState;
  if (wanted > state.highWaterMark) state.highWaterMark = raisedHighWaterMark(wanted);
  if (wanted !== 0) {
    state[kState] &= ~(R_EMITTED_READABLE | R_EOF_READABLE_PENDING);
  } else if (needsReadableEvent(state)) {
    if (state.length === 0 && (state[kState] & R_ENDED) !== 0) endReadable(this);
    else emitReadable(this);
    return null;
  }
  let count = amountToRead(wanted, state);
  if (count === 0 && (state[kState] & R_ENDED) !== 0) {
    if (state.length === 0) endReadable(this);
    return null;
  }
  // `_read` is called before the chunk is removed: it may push within the call.
  if (
    (state[kState] & (R_READING | R_ENDED | DESTROYED | ERRORED | CONSTRUCTED)) === CONSTRUCTED &&
    ((state[kState] & R_NEED_READABLE) !== 0 || state.length === 0 || state.length - count < state.highWaterMark)
  ) {
    callRead(this, state);
    if ((state[kState] & R_READING) === 0) count = amountToRead(wanted, state);
  }
  const chunk = count > 0 ? takeFromBuffer(count, state) : null;
  if (chunk === null) {
    if (state.length <= state.highWaterMark) state[kState] |= R_NEED_READABLE;
    count = 0;
  } else {
    state.length -= count;
    clearAwaitDrain(state);
  }
  if (state.length === 0) {
    if ((state[kState] & R_ENDED) === 0) state[kState] |= R_NEED_READABLE;
    else if (wanted !== count) endReadable(this);
  }
  if (chunk !== null && (state[kState] & (ERROR_EMITTED | CLOSE_EMITTED)) === 0) {
    state[kState] |= R_DATA_EMITTED;
    this.emit("data", chunk);
  }
  return chunk;
};

prototype._read = function (_size: number): void {
  throw new ERR_METHOD_NOT_IMPLEMENTED("_read()");
};

/** Decodes chunks to strings from now on, also the buffered ones. */
prototype.setEncoding = function setEncoding(this: Readable, encoding: unknown): Readable {
  const state = this._readableState;
  const decoder = new decoding.StringDecoder(encoding);
  state.decoder = decoder;
  // The decoder has the canonical name; for null it is utf8.
  state.encoding = decoder.encoding;
  let text = "";
  for (let index = state.bufferIndex; index < state.buffer.length; index++) text += decoder.write(state.buffer[index]);
  if ((state[kState] & R_ENDED) !== 0) text += decoder.end();
  state.buffer.length = 0;
  state.bufferIndex = 0;
  if (text !== "") lists.push(state.buffer, text);
  state.length = text.length;
  return this;
};

prototype.pipe = pipe;
prototype.unpipe = unpipe;
prototype.on = on;
prototype.addListener = on;
prototype.removeListener = removeListener;
prototype.off = removeListener;
prototype.removeAllListeners = removeAllListeners;
prototype.resume = resume;
prototype.pause = pause;
prototype.isPaused = isPaused;
prototype.wrap = function wrap(this: Readable, source: LegacySource): Readable {
  return wrapping.wrapInto(this, source);
};
prototype[Symbol.asyncIterator] = function (this: Readable): ReadableIterator {
  return iterate(this, undefined);
};
prototype.iterator = function iterator(this: Readable, options?: IteratorOptions): ReadableIterator {
  if (options !== undefined) validateObject(options, "options");
  return iterate(this, options);
};
prototype.compose = function compose(this: Readable, stream: unknown, options?: { signal?: AbortSignal }): Duplex {
  if (options != null) validateObject(options, "options");
  if (options?.signal != null) validateAbortSignal(options.signal, "options.signal");
  const composed = composing.compose(this, stream);
  if (options?.signal) attachAbortSignal(options.signal, composed);
  return composed;
};
defineReadableProperties(prototype);
defineOperators(Readable);

Readable.ReadableState = ReadableState;
Readable._fromList = takeFromBuffer;
Readable.from = function from(iterable: unknown, options?: ReadableOptions): Readable {
  return origins.readableFrom(Readable, iterable, options);
};
Readable.fromWeb = function fromWeb(readableStream: unknown, options?: ReadableOptions): Readable {
  return web.readableFromWeb(readableStream, options);
};
Readable.toWeb = function toWeb(streamReadable: unknown, options?: object): ReadableStream {
  return web.readableToWeb(streamReadable, options);
};
Readable.wrap = function wrap(source: LegacySource, options?: ReadableOptions): Readable {
  return wrapping.wrapLegacy(Readable, source, options);
};

function iterate(stream: Readable, options: IteratorOptions | undefined): ReadableIterator {
  return new iterators.ReadableIterator(
    typeof stream.read === "function" ? stream : wrapping.wrapLegacy(Readable, stream, { objectMode: true }),
    options,
  );
}

function toBuffer(view: ArrayBufferView): Uint8Array {
  return Buffer.from(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
}

function endOfSource(stream: Readable, state: ReadableState): false {
  state[kState] &= ~R_READING;
  onEndOfSource(stream, state);
  return false;
}

function isAccepted(stream: Readable, state: ReadableState): boolean {
  if ((state[kState] & R_ENDED) !== 0) {
    errorOrDestroy(stream, new ERR_STREAM_PUSH_AFTER_EOF());
    return false;
  }
  return (state[kState] & (DESTROYED | ERRORED)) === 0;
}

function pushAccepted(stream: Readable, state: ReadableState, chunk: Chunk, encoding: string | undefined): boolean {
  state[kState] &= ~R_READING;
  if ((state[kState] & R_DECODER) !== 0 && !encoding) {
    chunk = state[kDecoderValue].write(chunk);
    if (chunk.length === 0 && (state[kState] & OBJECT_MODE) === 0) {
      maybeReadMore(stream, state);
      return canPushMore(state);
    }
  }
  addChunk(stream, state, chunk, false);
  return canPushMore(state);
}

// Below the mark, or empty: with a mark of 0 one chunk is still accepted.
function canPushMore(state: ReadableState): boolean {
  return (state[kState] & R_ENDED) === 0 && (state.length < state.highWaterMark || state.length === 0);
}

function addChunk(stream: Readable, state: ReadableState, chunk: Chunk, inFront: boolean): void {
  if (
    (state[kState] & (R_FLOWING | R_SYNC | R_DATA_LISTENING)) === (R_FLOWING | R_DATA_LISTENING) &&
    state.length === 0
  ) {
    clearAwaitDrain(state);
    state[kState] |= R_DATA_EMITTED;
    stream.emit("data", chunk);
  } else {
    state.length += (state[kState] & OBJECT_MODE) !== 0 ? 1 : chunk.length;
    if (!inFront) lists.push(state.buffer, chunk);
    else if (state.bufferIndex > 0) state.buffer[--state.bufferIndex] = chunk;
    else lists.unshift(state.buffer, chunk);
    if ((state[kState] & R_NEED_READABLE) !== 0) emitReadable(stream);
  }
  maybeReadMore(stream, state);
}

function clearAwaitDrain(state: ReadableState): void {
  if ((state[kState] & R_MULTI_AWAIT_DRAIN) !== 0) (state.awaitDrainWriters as Set<Writable>).clear();
  else state.awaitDrainWriters = null;
}

// read(0) of a stream with enough data: only the "readable" event is missing.
function needsReadableEvent(state: ReadableState): boolean {
  if ((state[kState] & R_NEED_READABLE) === 0) return false;
  if ((state[kState] & R_ENDED) !== 0) return true;
  return state.highWaterMark !== 0 ? state.length >= state.highWaterMark : state.length > 0;
}

function callRead(stream: Readable, state: ReadableState): void {
  state[kState] |= state.length === 0 ? R_READING | R_SYNC | R_NEED_READABLE : R_READING | R_SYNC;
  try {
    stream._read(state.highWaterMark);
  } catch (error) {
    errorOrDestroy(stream, error);
  }
  state[kState] &= ~R_SYNC;
}

function amountToRead(wanted: number, state: ReadableState): number {
  if (wanted <= 0 || (state.length === 0 && (state[kState] & R_ENDED) !== 0)) return 0;
  if ((state[kState] & OBJECT_MODE) !== 0) return 1;
  if (safe.isNaN(wanted)) {
    // Bytes are returned chunk by chunk; strings only while they flow.
    const byChunk = (state[kState] & R_DECODER) === 0 || (state[kState] & R_FLOWING) !== 0;
    return byChunk && state.length ? state.buffer[state.bufferIndex]!.length : state.length;
  }
  if (wanted <= state.length) return wanted;
  return (state[kState] & R_ENDED) !== 0 ? state.length : 0;
}

// The next power of two, so that growing sizes do not raise the mark each time.
function raisedHighWaterMark(size: number): number {
  if (size > HIGH_WATER_MARK_MAX) throw new ERR_OUT_OF_RANGE("size", "<= 1GiB", size);
  return size <= 1 ? size : 2 ** (32 - Math.clz32(size - 1));
}
