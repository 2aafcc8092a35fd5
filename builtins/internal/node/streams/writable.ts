// stream.Writable: making one, the checks of write() and end(), corking, and the properties. What happens afterwards is in
// `writable_work.ts`. https://nodejs.org/api/stream.html#writable-streams
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
import { Stream } from "internal:node/streams/legacy";
import { defineWritableProperties } from "internal:node/streams/writable_properties";
import { kErroredValue, kOnFinished, noop } from "internal:node/streams/writable_slots";
import { WritableState } from "internal:node/streams/writable_state";
import { clearBuffer, errorBuffered, finishMaybe, writeOrBuffer } from "internal:node/streams/write_queue";
import defer * as web from "internal:node/streams/web_adapters";

type Callback = (error?: any) => void;
const asyncDispose: symbol = (Symbol as any).asyncDispose;

/** `stream.Writable`. Callable without `new`, also on a prepared object: `Writable.call(this, options)`. */
export const Writable = function Writable(this: any, options?: any): any {
  if (!((this as unknown) instanceof Writable)) return new (Writable as any)(options);
  // Presetting the names that every stream has keeps one shape for all of them.
  this._events ??= { close: undefined, error: undefined, prefinish: undefined, finish: undefined, drain: undefined };
  this._writableState = new WritableState(options, this, false);
  if (options) {
    readWritableMethods(this, options);
    if (typeof options.destroy === "function") this._destroy = options.destroy;
    if (typeof options.construct === "function") this._construct = options.construct;
    if (options.signal) addAbortSignal(options.signal, this);
  }
  Stream.call(this, options);
  if (this._construct != null) construct(this, () => this._writableState[kOnConstructed](this));
} as any;
Object.setPrototypeOf(Writable.prototype, Stream.prototype);
Object.setPrototypeOf(Writable, Stream);
const prototype = Writable.prototype;

/** The methods of the writable side that `options` of a constructor bring. */
export function readWritableMethods(stream: any, options: any): void {
  if (typeof options.write === "function") stream._write = options.write;
  if (typeof options.writev === "function") stream._writev = options.writev;
  if (typeof options.final === "function") stream._final = options.final;
}

// A Duplex is a Writable, though it inherits from Readable.
const isInstance = Function.prototype[Symbol.hasInstance];
Object.defineProperty(Writable, Symbol.hasInstance, {
  value: function (this: any, object: any): any {
    if (isInstance.call(this, object)) return true;
    if (this !== Writable) return false;
    return object && object._writableState instanceof WritableState;
  },
});

(WritableState.prototype as any)[kOnConstructed] = function (this: any, stream: any): void {
  if ((this[kState] & W_WRITING) === 0) clearBuffer(stream, this);
  if ((this[kState] & W_ENDING) !== 0) finishMaybe(stream, this);
};

prototype.pipe = function pipe(this: any): void {
  errorOrDestroy(this, new ERR_STREAM_CANNOT_PIPE());
};

/** Writes a chunk. Returns whether the producer should go on; after false it waits for "drain". */
prototype.write = function write(this: any, chunk: any, encoding?: any, callback?: any): boolean {
  if (typeof encoding === "function") {
    callback = encoding;
    encoding = null;
  }
  return checkAndWrite(this, chunk, encoding, callback) === true;
};

// Returns the error for a stream that takes nothing any more; throws for a chunk that is none.
function checkAndWrite(stream: any, chunk: any, encoding: any, callback: any): boolean | Error {
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
    } else if (ArrayBuffer.isView(chunk)) {
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

/** Lets chunks wait until uncork(), so that they can be written together. */
prototype.cork = function cork(this: any): void {
  const state = this._writableState;
  state[kState] |= W_CORKED;
  state.corked++;
};

/** Undoes one cork(). */
prototype.uncork = function uncork(this: any): void {
  const state = this._writableState;
  if (!state.corked) return;
  state.corked--;
  if (!state.corked) state[kState] &= ~W_CORKED;
  if ((state[kState] & W_WRITING) === 0) clearBuffer(this, state);
};

/** The encoding of strings that come without one. */
prototype.setDefaultEncoding = function setDefaultEncoding(this: any, encoding: any): any {
  if (typeof encoding === "string") encoding = encoding.toLowerCase();
  if (!Buffer.isEncoding(encoding)) throw new ERR_UNKNOWN_ENCODING(encoding);
  this._writableState.defaultEncoding = encoding;
  return this;
};

prototype._write = function (this: any, chunk: any, encoding: string, callback: Callback): void {
  if (!this._writev) throw new ERR_METHOD_NOT_IMPLEMENTED("_write()");
  this._writev([{ chunk, encoding }], callback);
};

prototype._writev = null;

/** Writes a last chunk, if any, and finishes. `callback` is called at "finish" or with the error. */
prototype.end = function end(this: any, chunk?: any, encoding?: any, callback?: any): any {
  const state = this._writableState;
  if (typeof chunk === "function") {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === "function") {
    callback = encoding;
    encoding = null;
  }
  let error: any;
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
      // Calling end() again is forgiven as long as the stream is busy.
      state[kState] |= W_ENDING;
      finishMaybe(this, state, true);
      state[kState] |= W_ENDED;
    } else if ((state[kState] & W_FINISHED) !== 0) {
      error = new ERR_STREAM_ALREADY_FINISHED("end");
    } else if ((state[kState] & DESTROYED) !== 0) {
      error = new ERR_STREAM_DESTROYED("end");
    }
  }
  if (typeof callback === "function") callWhenFinished(state, error, callback);
  return this;
};

function callWhenFinished(state: any, error: any, callback: Callback): void {
  if (error) {
    nextTick(callback, error);
  } else if ((state[kState] & ERRORED) !== 0) {
    nextTick(callback, state[kErroredValue]);
  } else if ((state[kState] & W_FINISHED) !== 0) {
    nextTick(callback, null);
  } else {
    state[kState] |= W_ON_FINISHED;
    (state[kOnFinished] ??= []).push(callback);
  }
}

prototype.destroy = function (this: any, error?: any, callback?: Callback): any {
  const state = this._writableState;
  if ((state[kState] & (W_BUFFERED | W_ON_FINISHED)) !== 0 && (state[kState] & DESTROYED) === 0)
    nextTick(errorBuffered, state);
  return destroy.call(this, error, callback);
};
prototype._undestroy = undestroy;
prototype._destroy = function (error: any, callback: Callback): void {
  callback(error);
};
prototype[kRejection] = function (this: any, error: any): void {
  this.destroy(error);
};
prototype[asyncDispose] = async function (this: any): Promise<void> {
  if (!this.destroyed) this.destroy(this.writableFinished ? null : new AbortError());
  await new Promise<void>((resolve, reject) => {
    eos(this, (failure: any) => (failure && failure.name !== "AbortError" ? reject(failure) : resolve()));
  });
};
defineWritableProperties(prototype);

Writable.WritableState = WritableState;
Writable.fromWeb = function fromWeb(writableStream: any, options?: any): any {
  return web.writableFromWeb(writableStream, options);
};
Writable.toWeb = function toWeb(streamWritable: any): any {
  return web.writableToWeb(streamWritable);
};
