// stream.Transform and stream.PassThrough: `_transform` turns what is written into what is read.
// Back-pressure: the callback of a write is delayed while the readable side is full.
// https://nodejs.org/api/stream.html#class-streamtransform
import { safe } from "internal:core/bootstrap";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { Duplex, type DuplexOptions } from "internal:node/streams/duplex";
import type { Callback, Chunk } from "internal:node/streams/kinds";
import type { StreamClass } from "internal:node/streams/legacy";
import { highWaterMarkOf } from "internal:node/streams/high_water_mark";

const kCallback = Symbol("kCallback");
type ResultCallback = (error?: any, data?: unknown) => void;

/** The options of Transform. */
export interface TransformOptions extends DuplexOptions {
  transform?: unknown;
  flush?: unknown;
}

/** What a Transform has. */
export interface Transform extends Duplex {
  /** The callback of a write that waits for capacity on the readable side. */
  [kCallback]: Callback | null;
  _transform(chunk: Chunk, encoding: string, callback: ResultCallback): void;
  _flush?(callback: ResultCallback): void;
}

/** `stream.Transform`. */
export const Transform = function Transform(this: Transform, options?: TransformOptions): Transform | undefined {
  if (!((this as unknown) instanceof Transform)) return new (Transform as unknown as StreamClass<Transform>)(options);
  if (options && highWaterMarkOf(false, options, "readableHighWaterMark", true) === 0) {
    // With a readable mark of 0 the writable side would buffer instead; by default it must not buffer either.
    options = {
      ...options,
      highWaterMark: null,
      readableHighWaterMark: 0,
      writableHighWaterMark: options.writableHighWaterMark || 0,
    };
  }
  Duplex.call(this, options);
  // _read() below only releases a write; what it pushes may be emitted at once.
  this._readableState.sync = false;
  this[kCallback] = null;
  if (options) {
    if (typeof options.transform === "function") this._transform = options.transform as Transform["_transform"];
    if (typeof options.flush === "function") this._flush = options.flush as Transform["_flush"];
  }
  this.on("prefinish", prefinish);
  return undefined;
} as unknown as StreamClass<Transform>;
safe.setPrototypeOf(Transform.prototype, Duplex.prototype);
safe.setPrototypeOf(Transform, Duplex);
const prototype = Transform.prototype;

function final(this: Transform, callback?: Callback): void {
  if (typeof this._flush !== "function" || this.destroyed) {
    this.push(null);
    callback?.();
    return;
  }
  this._flush((error, data) => {
    if (error) {
      if (callback) callback(error);
      else this.destroy(error);
      return;
    }
    if (data != null) this.push(data);
    this.push(null);
    callback?.();
  });
}

// Calls `_flush` also for a subclass that replaced `_final`.
function prefinish(this: Transform): void {
  if (this._final !== final) final.call(this);
}

prototype._final = final;
prototype._transform = function (_chunk: Chunk, _encoding: string, _callback: Callback): void {
  throw new ERR_METHOD_NOT_IMPLEMENTED("_transform()");
};
prototype._write = function (this: Transform, chunk: Chunk, encoding: string, callback: Callback): void {
  const readable = this._readableState;
  const writable = this._writableState;
  const lengthBefore = readable.length;
  this._transform(chunk, encoding, (error, result) => {
    if (error) {
      callback(error);
      return;
    }
    if (result != null) this.push(result);
    if (readable.ended) {
      // push(null) was called within _transform.
      nextTick(callback);
    } else if (writable.ended || lengthBefore === readable.length || readable.length < readable.highWaterMark) {
      callback();
    } else {
      this[kCallback] = callback;
    }
  });
};
prototype._read = function (this: Transform): void {
  const callback = this[kCallback];
  if (!callback) return;
  this[kCallback] = null;
  callback();
};

/** `stream.PassThrough`: a Transform that changes nothing. */
export const PassThrough = function PassThrough(this: Transform, options?: TransformOptions): Transform | undefined {
  if (!((this as unknown) instanceof PassThrough))
    return new (PassThrough as unknown as StreamClass<Transform>)(options);
  Transform.call(this, options);
  return undefined;
} as unknown as StreamClass<Transform>;
safe.setPrototypeOf(PassThrough.prototype, Transform.prototype);
safe.setPrototypeOf(PassThrough, Transform);
PassThrough.prototype._transform = function (chunk: Chunk, _encoding: string, callback: ResultCallback): void {
  callback(null, chunk);
};
