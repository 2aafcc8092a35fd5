// stream.Writable: the class, the checks of write() and end(), and corking. The queue of writes is in `write_queue.ts`, the
// properties are in `writable_properties.ts`. https://nodejs.org/api/stream.html#writable-streams
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { Buffer } from "internal:node/buffer";
import {
  AbortError,
  ERR_INVALID_ARG_TYPE,
  ERR_METHOD_NOT_IMPLEMENTED,
  ERR_STREAM_ALREADY_FINISHED,
  ERR_STREAM_CANNOT_PIPE,
  ERR_STREAM_DESTROYED,
  ERR_STREAM_NULL_VALUES,
  ERR_STREAM_WRITE_AFTER_END,
  ERR_UNKNOWN_ENCODING,
} from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { kRejection } from "internal:core/events/symbols";
import { addAbortSignal } from "internal:node/streams/add_abort_signal";
import {
  DESTROYED,
  ERRORED,
  OBJECT_MODE,
  W_BUFFERED,
  W_CORKED,
  W_DECODE_STRINGS,
  W_DEFAULT_UTF8,
  W_ENDED,
  W_ENDING,
  W_FINISHED,
  W_ON_FINISHED,
  W_WRITING,
  kOnConstructed,
  kState,
} from "internal:node/streams/state_flags";
import { construct, destroy, errorOrDestroy, undestroy } from "internal:node/streams/destroy";
import { eos } from "internal:node/streams/end_of_stream";
import type { Callback, Chunk } from "internal:node/streams/kinds";
import { Stream, type StreamClass } from "internal:node/streams/legacy";
import type { ReadableState } from "internal:node/streams/readable_state";
import { defineWritableProperties } from "internal:node/streams/writable_properties";
import { kErroredValue, kOnFinished, noop } from "internal:node/streams/writable_slots";
import { WritableState, type PendingWrite, type WritableOptions } from "internal:node/streams/writable_state";
import { clearBuffer, errorBuffered, finishMaybe, writeOrBuffer } from "internal:node/streams/write_queue";
import type { WritableStream } from "web:streams";
import defer * as web from "internal:node/streams/web_adapters";

const { asyncDispose } = Symbol;

/** What a Writable has. The underscored members are Node's; streams and programs implement or call them. */
export interface Writable extends Stream {
  _writableState: WritableState;
  /** Of a Duplex. */
  _readableState?: ReadableState;
  writable: boolean;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  readonly writableAborted: boolean;
  readonly writableNeedDrain: boolean;
  readonly writableObjectMode: boolean;
  readonly writableHighWaterMark: number;
  readonly writableLength: number;
  readonly writableCorked: number;
  readonly errored: unknown;
  readonly closed: boolean;
  destroyed: boolean;
  _write(chunk: Chunk, encoding: string, callback: Callback): void;
  /** Null without one. */
  _writev?(chunks: PendingWrite[], callback: Callback): void;
  _final?(callback: Callback): void;
  _construct?(callback: Callback): void;
  _destroy(error: unknown, callback: Callback): void;
  write(chunk: unknown, encoding?: unknown, callback?: unknown): boolean;
  end(chunk?: unknown, encoding?: unknown, callback?: unknown): this;
  cork(): void;
  uncork(): void;
  setDefaultEncoding(encoding: string): this;
  destroy(error?: unknown, callback?: Callback): this;
}

/** `stream.Writable`. */
export const Writable = function Writable(this: Writable, options?: WritableOptions): Writable | undefined {
  if (!((this as unknown) instanceof Writable)) return new (Writable as unknown as StreamClass<Writable>)(options);
  // Presetting the names that every stream has keeps one shape for all of them.
  this._events ??= { close: undefined, error: undefined, prefinish: undefined, finish: undefined, drain: undefined };
  this._writableState = new WritableState(options, this, false);
  if (options) {
    readWritableMethods(this, options);
    if (typeof options.destroy === "function") this._destroy = options.destroy as Writable["_destroy"];
    if (typeof options.construct === "function") this._construct = options.construct as Writable["_construct"];
    if (options.signal) addAbortSignal(options.signal, this);
  }
  Stream.call(this, options);
  if (this._construct != null) construct(this, () => this._writableState[kOnConstructed](this));
  return undefined;
} as unknown as StreamClass<Writable>;
safe.setPrototypeOf(Writable.prototype, Stream.prototype);
safe.setPrototypeOf(Writable, Stream);
const prototype = Writable.prototype;

/** Sets the methods of the writable side that the `options` of a constructor have. */
export function readWritableMethods(stream: Writable, options: WritableOptions): void {
  if (typeof options.write === "function") stream._write = options.write as Writable["_write"];
  if (typeof options.writev === "function") stream._writev = options.writev as Writable["_writev"];
  if (typeof options.final === "function") stream._final = options.final as Writable["_final"];
}

// A Duplex is a Writable, though it inherits from Readable.
const isInstance = Function.prototype[Symbol.hasInstance];
safe.defineProperty(Writable, Symbol.hasInstance, {
  value: function (this: unknown, object: Partial<Writable> | null | undefined): unknown {
    if (isInstance.call(this as Function, object)) return true;
    if (this !== Writable) return false;
    return object && object._writableState instanceof WritableState;
  },
});

WritableState.prototype[kOnConstructed] = function (this: WritableState, stream: Writable): void {
  if ((this[kState] & W_WRITING) === 0) clearBuffer(stream, this);
  if ((this[kState] & W_ENDING) !== 0) finishMaybe(stream, this);
};

prototype.pipe = function pipe(this: Writable): void {
  errorOrDestroy(this, new ERR_STREAM_CANNOT_PIPE());
};

/** Writes a chunk. Returns whether the producer should continue; after false it should wait for "drain". */
prototype.write = function write(this: Writable, chunk: unknown, encoding?: unknown, callback?: unknown): boolean {
  if (typeof encoding === "function") {
    callback = encoding;
    encoding = null;
  }
  return checkAndWrite(this, chunk, encoding, callback) === true;
};

// Returns the error for a stream that is ended or destroyed; throws for an invalid chunk.
function checkAndWrite(stream: Writable, chunk: any, encoding: any, callback: any): boolean | Error {
  const state = stream._writableState;
  if (typeof callback !== "function") callback = noop;
  if (chunk === null) throw new ERR_STREAM_NULL_VALUES();
  if ((state[kState] & OBJECT_MODE) === 0) {
    if (!encoding) encoding = (state[kState] & W_DEFAULT_UTF8) !== 0 ? "utf8" : state.defaultEncoding;
    else if (encoding !== "buffer" && !Buffer.isEncoding(encoding)) throw new ERR_UNKNOWN_ENCODING(encoding);
    if (typeof chunk === "string") {
      if (encoding === "buffer") throw new ERR_UNKNOWN_ENCODING(encoding);
      if ((state[kState] & W_DECODE_STRINGS) !== 0) {
        chunk = Buffer.from(chunk, encoding);
        encoding = "buffer";
      }
    } else if (chunk instanceof Buffer) {
      encoding = "buffer";
    } else if (safe.isView(chunk)) {
      chunk = Buffer.from(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength);
      encoding = "buffer";
    } else {
      throw new ERR_INVALID_ARG_TYPE("chunk", ["string", "Buffer", "TypedArray", "DataView"], chunk);
    }
  }
  if ((state[kState] & (W_ENDING | DESTROYED)) !== 0) {
    const error =
      (state[kState] & W_ENDING) !== 0 ? new ERR_STREAM_WRITE_AFTER_END() : new ERR_STREAM_DESTROYED("write");
    nextTick(callback, error);
    errorOrDestroy(stream, error, true);
    return error;
  }
  state.pendingcb++;
  return writeOrBuffer(stream, state, chunk, encoding, callback);
}

/** Buffers chunks until uncork(), so that they can be written together. */
prototype.cork = function cork(this: Writable): void {
  const state = this._writableState;
  state[kState] |= W_CORKED;
  state.corked++;
};

/** Undoes one cork(). */
prototype.uncork = function uncork(this: Writable): void {
  const state = this._writableState;
  if (!state.corked) return;
  state.corked--;
  if (!state.corked) state[kState] &= ~W_CORKED;
  if ((state[kState] & W_WRITING) === 0) clearBuffer(this, state);
};

/** Sets the encoding of strings that are written without one. */
prototype.setDefaultEncoding = function setDefaultEncoding(this: Writable, encoding: any): Writable {
  if (typeof encoding === "string") encoding = encoding.toLowerCase();
  if (!Buffer.isEncoding(encoding)) throw new ERR_UNKNOWN_ENCODING(encoding);
  this._writableState.defaultEncoding = encoding;
  return this;
};

prototype._write = function (this: Writable, chunk: Chunk, encoding: string, callback: Callback): void {
  if (!this._writev) throw new ERR_METHOD_NOT_IMPLEMENTED("_write()");
  this._writev([{ chunk, encoding } as PendingWrite], callback);
};

prototype._writev = null;

/** Writes a last chunk, if any, and finishes. `callback` is called at "finish" or with the error. */
prototype.end = function end(this: Writable, chunk?: unknown, encoding?: unknown, callback?: unknown): Writable {
  const state = this._writableState;
  if (typeof chunk === "function") {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === "function") {
    callback = encoding;
    encoding = null;
  }
  let error: Error | undefined;
  if (chunk !== undefined && chunk !== null) {
    const result = checkAndWrite(this, chunk, encoding, undefined);
    if (typeof result !== "boolean") error = result;
  }
  if ((state[kState] & W_CORKED) !== 0) {
    state.corked = 1;
    this.uncork();
  }
  if (error === undefined) {
    if ((state[kState] & (W_ENDING | ERRORED)) === 0) {
      // Calling end() again is not an error until the stream has finished.
      state[kState] |= W_ENDING;
      finishMaybe(this, state, true);
      state[kState] |= W_ENDED;
    } else if ((state[kState] & W_FINISHED) !== 0) {
      error = new ERR_STREAM_ALREADY_FINISHED("end");
    } else if ((state[kState] & DESTROYED) !== 0) {
      error = new ERR_STREAM_DESTROYED("end");
    }
  }
  if (typeof callback === "function") callWhenFinished(state, error, callback as Callback);
  return this;
};

function callWhenFinished(state: WritableState, error: Error | undefined, callback: Callback): void {
  if (error) {
    nextTick(callback, error);
  } else if ((state[kState] & ERRORED) !== 0) {
    nextTick(callback, state[kErroredValue]);
  } else if ((state[kState] & W_FINISHED) !== 0) {
    nextTick(callback, null);
  } else {
    state[kState] |= W_ON_FINISHED;
    lists.push((state[kOnFinished] ??= []), callback);
  }
}

prototype.destroy = function (this: Writable, error?: unknown, callback?: Callback): unknown {
  const state = this._writableState;
  if ((state[kState] & (W_BUFFERED | W_ON_FINISHED)) !== 0 && (state[kState] & DESTROYED) === 0)
    nextTick(errorBuffered, state);
  return destroy.call(this, error, callback);
};
prototype._undestroy = undestroy;
prototype._destroy = function (error: unknown, callback: Callback): void {
  callback(error);
};
prototype[kRejection] = function (this: Writable, error: unknown): void {
  this.destroy(error);
};
prototype[asyncDispose] = async function (this: Writable): Promise<void> {
  if (!this.destroyed) this.destroy(this.writableFinished ? null : new AbortError());
  await new Promise<void>((resolve, reject) => {
    eos(this, (failure?: Error) => (failure && failure.name !== "AbortError" ? reject(failure) : resolve()));
  });
};
defineWritableProperties(prototype);

Writable.WritableState = WritableState;
Writable.fromWeb = function fromWeb(writableStream: unknown, options?: WritableOptions): Writable {
  return web.writableFromWeb(writableStream, options);
};
Writable.toWeb = function toWeb(streamWritable: unknown): WritableStream {
  return web.writableToWeb(streamWritable);
};
