// stream.Transform and stream.PassThrough: what is written comes out, changed by `_transform`.
// A write's callback is held back while the readable side is full: that is the whole backpressure.
// https://nodejs.org/api/stream.html#class-streamtransform
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { Duplex } from "internal:node/streams/duplex";
import { highWaterMarkOf } from "internal:node/streams/high_water_mark";

const kCallback = Symbol("kCallback");
type Callback = (error?: any) => void;

/** `stream.Transform`. Callable without `new`, also on a prepared object: `Transform.call(this, options)`. */
export const Transform = function Transform(this: any, options?: any): any {
  if (!((this as unknown) instanceof Transform)) return new (Transform as any)(options);
  if (options && highWaterMarkOf(false, options, "readableHighWaterMark", true) === 0) {
    // With a readable mark of 0 the writable side would buffer for it; unless asked for, it must not buffer either.
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
    if (typeof options.transform === "function") this._transform = options.transform;
    if (typeof options.flush === "function") this._flush = options.flush;
  }
  this.on("prefinish", prefinish);
} as any;
Object.setPrototypeOf(Transform.prototype, Duplex.prototype);
Object.setPrototypeOf(Transform, Duplex);
const prototype = Transform.prototype;

function final(this: any, callback?: Callback): void {
  if (typeof this._flush !== "function" || this.destroyed) {
    this.push(null);
    callback?.();
    return;
  }
  this._flush((error: any, data: any) => {
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

// A subclass that replaced `_final` still has its `_flush` called.
function prefinish(this: any): void {
  if (this._final !== final) final.call(this);
}

prototype._final = final;
prototype._transform = function (_chunk: any, _encoding: string, _callback: Callback): void {
  throw new ERR_METHOD_NOT_IMPLEMENTED("_transform()");
};
prototype._write = function (this: any, chunk: any, encoding: string, callback: Callback): void {
  const readable = this._readableState;
  const writable = this._writableState;
  const lengthBefore = readable.length;
  this._transform(chunk, encoding, (error: any, result: any) => {
    if (error) {
      callback(error);
      return;
    }
    if (result != null) this.push(result);
    if (readable.ended) {
      // push(null) came within _transform.
      nextTick(callback);
    } else if (writable.ended || lengthBefore === readable.length || readable.length < readable.highWaterMark) {
      callback();
    } else {
      this[kCallback] = callback;
    }
  });
};
prototype._read = function (this: any): void {
  const callback = this[kCallback];
  if (!callback) return;
  this[kCallback] = null;
  callback();
};

/** `stream.PassThrough`: a Transform that changes nothing. */
export const PassThrough = function PassThrough(this: any, options?: any): any {
  if (!((this as unknown) instanceof PassThrough)) return new (PassThrough as any)(options);
  Transform.call(this, options);
} as any;
Object.setPrototypeOf(PassThrough.prototype, Transform.prototype);
Object.setPrototypeOf(PassThrough, Transform);
PassThrough.prototype._transform = function (
  chunk: any,
  _encoding: string,
  callback: (error: any, data: any) => void,
): void {
  callback(null, chunk);
};
