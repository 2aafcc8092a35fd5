// stream.Readable: making one, push(), unshift(), read() and the properties. When events come is in
// `readable_flow.ts`, pipes are in `readable_pipe.ts`, iteration in `readable_iterator.ts`.
// https://nodejs.org/api/stream.html#readable-streams
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
import { Stream } from "internal:node/streams/legacy";
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
import { type ReadableIterator } from "internal:node/streams/readable_iterator";
import { defineOperators } from "internal:node/streams/operator_methods";
import { pipe, unpipe } from "internal:node/streams/readable_pipe";
import { defineReadableProperties } from "internal:node/streams/readable_properties";
import { ReadableState, kDecoderValue, takeFromBuffer } from "internal:node/streams/readable_state";
import defer * as composing from "internal:node/streams/compose";
import defer * as decoding from "internal:core/string_decoder";
import defer * as iterators from "internal:node/streams/readable_iterator";
import defer * as origins from "internal:node/streams/readable_from";
import defer * as wrapping from "internal:node/streams/readable_wrap";
import defer * as web from "internal:node/streams/web_adapters";

const asyncDispose: symbol = (Symbol as any).asyncDispose;
/** read(size) raises the high-water mark at most to this. */
const HIGH_WATER_MARK_MAX = 0x40000000;
const CHUNK_TYPES = ["string", "Buffer", "TypedArray", "DataView"];

/** `stream.Readable`. Callable without `new`, also on a prepared object: `Readable.call(this, options)`. */
export const Readable = function Readable(this: any, options?: any): any {
  if (!((this as unknown) instanceof Readable)) return new (Readable as any)(options);
  // Presetting the names that every stream has keeps one shape for all of them.
  this._events ??= { close: undefined, error: undefined, data: undefined, end: undefined, readable: undefined };
  this._readableState = new ReadableState(options, this, false);
  if (options) {
    if (typeof options.read === "function") this._read = options.read;
    if (typeof options.destroy === "function") this._destroy = options.destroy;
    if (typeof options.construct === "function") this._construct = options.construct;
    if (options.signal) addAbortSignal(options.signal, this);
  }
  Stream.call(this, options);
  if (this._construct != null) construct(this, () => this._readableState[kOnConstructed](this));
} as any;
Object.setPrototypeOf(Readable.prototype, Stream.prototype);
Object.setPrototypeOf(Readable, Stream);
const prototype = Readable.prototype;

(ReadableState.prototype as any)[kOnConstructed] = function (this: any, stream: any): void {
  if ((this[kState] & R_NEED_READABLE) !== 0) maybeReadMore(stream, this);
};

prototype.destroy = destroy;
prototype._undestroy = undestroy;
prototype._destroy = function (error: any, callback: (error?: any) => void): void {
  callback(error);
};
prototype[kRejection] = function (this: any, error: any): void {
  this.destroy(error);
};
prototype[asyncDispose] = async function (this: any): Promise<void> {
  let error: any;
  if (!this.destroyed) {
    error = this.readableEnded ? null : new AbortError();
    this.destroy(error);
  }
  await new Promise<void>((resolve, reject) => {
    eos(this, (failure: any) => (failure && failure !== error ? reject(failure) : resolve()));
  });
};

/** Adds a chunk from the source; null ends it. Returns whether the source should go on. */
prototype.push = function push(this: any, chunk: any, encoding?: string): boolean {
  const state = this._readableState;
  if (chunk === null) return endOfSource(this, state);
  if ((state[kState] & OBJECT_MODE) !== 0) {
    return isAccepted(this, state) && pushAccepted(this, state, chunk, encoding);
  }
  if (typeof chunk === "string") {
    encoding ||= state.defaultEncoding;
    if (state.encoding !== encoding) {
      chunk = Buffer.from(chunk, encoding as any);
      encoding = "";
    }
  } else if (chunk instanceof Buffer) {
    encoding = "";
  } else if (ArrayBuffer.isView(chunk)) {
    chunk = toBuffer(chunk);
    encoding = "";
  } else if (chunk !== undefined) {
    errorOrDestroy(this, new ERR_INVALID_ARG_TYPE("chunk", CHUNK_TYPES, chunk));
    return false;
  }
  if (!chunk || chunk.length <= 0) {
    // Nothing, but an answer to _read(): the next one may come.
    state[kState] &= ~R_READING;
    maybeReadMore(this, state);
    return canPushMore(state);
  }
  return isAccepted(this, state) && pushAccepted(this, state, chunk, encoding);
};

/** Puts back a chunk that was read. */
prototype.unshift = function unshift(this: any, chunk: any, encoding?: string): boolean {
  const state = this._readableState;
  if (chunk === null) return endOfSource(this, state);
  if ((state[kState] & OBJECT_MODE) === 0) {
    if (typeof chunk === "string") {
      encoding ||= state.defaultEncoding;
      if (state.encoding !== encoding) {
        const bytes = Buffer.from(chunk, encoding as any);
        chunk = state.encoding ? bytes.toString(state.encoding) : bytes;
      }
    } else if (ArrayBuffer.isView(chunk)) {
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
 * Takes `size` bytes, or everything that waits without it (one object in object mode), or null when that is not there.
 * `read(0)` takes nothing but makes the source go on.
 */
prototype.read = function read(this: any, size?: number): any {
  const asked = size === undefined ? NaN : Number.isInteger(size) ? size : Number.parseInt(size as any, 10);
  const state = this._readableState;
  if (asked > state.highWaterMark) state.highWaterMark = raisedHighWaterMark(asked);
  if (asked !== 0) {
    state[kState] &= ~(R_EMITTED_READABLE | R_EOF_READABLE_PENDING);
  } else if (isWorthAnnouncing(state)) {
    if (state.length === 0 && (state[kState] & R_ENDED) !== 0) endReadable(this);
    else emitReadable(this);
    return null;
  }
  let count = amountToRead(asked, state);
  if (count === 0 && (state[kState] & R_ENDED) !== 0) {
    if (state.length === 0) endReadable(this);
    return null;
  }
  // The source is asked before the chunk is taken: it may answer within the call.
  if (
    (state[kState] & (R_READING | R_ENDED | DESTROYED | ERRORED | CONSTRUCTED)) === CONSTRUCTED &&
    ((state[kState] & R_NEED_READABLE) !== 0 || state.length === 0 || state.length - count < state.highWaterMark)
  ) {
    askSource(this, state);
    if ((state[kState] & R_READING) === 0) count = amountToRead(asked, state);
  }
  const chunk = count > 0 ? takeFromBuffer(count, state) : null;
  if (chunk === null) {
    if (state.length <= state.highWaterMark) state[kState] |= R_NEED_READABLE;
    count = 0;
  } else {
    state.length -= count;
    forgetWaitingWriters(state);
  }
  if (state.length === 0) {
    if ((state[kState] & R_ENDED) === 0) state[kState] |= R_NEED_READABLE;
    else if (asked !== count) endReadable(this);
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

/** Decodes chunks to strings from now on, also those that wait. */
prototype.setEncoding = function setEncoding(this: any, encoding: any): any {
  const state = this._readableState;
  const decoder = new decoding.StringDecoder(encoding);
  state.decoder = decoder;
  // The decoder knows the proper name; null means utf8 to it.
  state.encoding = decoder.encoding;
  let text = "";
  for (let index = state.bufferIndex; index < state.buffer.length; index++) text += decoder.write(state.buffer[index]);
  if ((state[kState] & R_ENDED) !== 0) text += decoder.end();
  state.buffer.length = 0;
  state.bufferIndex = 0;
  if (text !== "") state.buffer.push(text);
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
prototype.wrap = function wrap(this: any, source: any): any {
  return wrapping.wrapInto(this, source);
};
prototype[Symbol.asyncIterator] = function (this: any): ReadableIterator {
  return iterate(this, undefined);
};
prototype.iterator = function iterator(this: any, options?: any): ReadableIterator {
  if (options !== undefined) validateObject(options, "options");
  return iterate(this, options);
};
prototype.compose = function compose(this: any, stream: any, options?: any): any {
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
Readable.from = function from(iterable: any, options?: any): any {
  return origins.readableFrom(Readable, iterable, options);
};
Readable.fromWeb = function fromWeb(readableStream: any, options?: any): any {
  return web.readableFromWeb(readableStream, options);
};
Readable.toWeb = function toWeb(streamReadable: any, options?: any): any {
  return web.readableToWeb(streamReadable, options);
};
Readable.wrap = function wrap(source: any, options?: any): any {
  return wrapping.wrapLegacy(Readable, source, options);
};

function iterate(stream: any, options: any): ReadableIterator {
  return new iterators.ReadableIterator(
    typeof stream.read === "function" ? stream : wrapping.wrapLegacy(Readable, stream, { objectMode: true }),
    options,
  );
}

function toBuffer(view: ArrayBufferView): any {
  return Buffer.from(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
}

function endOfSource(stream: any, state: any): false {
  state[kState] &= ~R_READING;
  onEndOfSource(stream, state);
  return false;
}

function isAccepted(stream: any, state: any): boolean {
  if ((state[kState] & R_ENDED) !== 0) {
    errorOrDestroy(stream, new ERR_STREAM_PUSH_AFTER_EOF());
    return false;
  }
  return (state[kState] & (DESTROYED | ERRORED)) === 0;
}

function pushAccepted(stream: any, state: any, chunk: any, encoding: string | undefined): boolean {
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

// Below the mark, or empty: a mark of 0 still takes one chunk.
function canPushMore(state: any): boolean {
  return (state[kState] & R_ENDED) === 0 && (state.length < state.highWaterMark || state.length === 0);
}

function addChunk(stream: any, state: any, chunk: any, inFront: boolean): void {
  if (
    (state[kState] & (R_FLOWING | R_SYNC | R_DATA_LISTENING)) === (R_FLOWING | R_DATA_LISTENING) &&
    state.length === 0
  ) {
    forgetWaitingWriters(state);
    state[kState] |= R_DATA_EMITTED;
    stream.emit("data", chunk);
  } else {
    state.length += (state[kState] & OBJECT_MODE) !== 0 ? 1 : chunk.length;
    if (!inFront) state.buffer.push(chunk);
    else if (state.bufferIndex > 0) state.buffer[--state.bufferIndex] = chunk;
    else state.buffer.unshift(chunk);
    if ((state[kState] & R_NEED_READABLE) !== 0) emitReadable(stream);
  }
  maybeReadMore(stream, state);
}

function forgetWaitingWriters(state: any): void {
  if ((state[kState] & R_MULTI_AWAIT_DRAIN) !== 0) state.awaitDrainWriters.clear();
  else state.awaitDrainWriters = null;
}

// read(0) of a stream that has enough: its reader only missed the announcement.
function isWorthAnnouncing(state: any): boolean {
  if ((state[kState] & R_NEED_READABLE) === 0) return false;
  if ((state[kState] & R_ENDED) !== 0) return true;
  return state.highWaterMark !== 0 ? state.length >= state.highWaterMark : state.length > 0;
}

function askSource(stream: any, state: any): void {
  state[kState] |= state.length === 0 ? R_READING | R_SYNC | R_NEED_READABLE : R_READING | R_SYNC;
  try {
    stream._read(state.highWaterMark);
  } catch (error) {
    errorOrDestroy(stream, error);
  }
  state[kState] &= ~R_SYNC;
}

function amountToRead(asked: number, state: any): number {
  if (asked <= 0 || (state.length === 0 && (state[kState] & R_ENDED) !== 0)) return 0;
  if ((state[kState] & OBJECT_MODE) !== 0) return 1;
  if (Number.isNaN(asked)) {
    // Bytes are handed out chunk by chunk; strings only while they flow.
    const byChunk = (state[kState] & R_DECODER) === 0 || (state[kState] & R_FLOWING) !== 0;
    return byChunk && state.length ? state.buffer[state.bufferIndex].length : state.length;
  }
  if (asked <= state.length) return asked;
  return (state[kState] & R_ENDED) !== 0 ? state.length : 0;
}

// The next power of two, so that growing sizes do not raise the mark each time.
function raisedHighWaterMark(size: number): number {
  if (size > HIGH_WATER_MARK_MAX) throw new ERR_OUT_OF_RANGE("size", "<= 1GiB", size);
  return size <= 1 ? size : 2 ** (32 - Math.clz32(size - 1));
}
