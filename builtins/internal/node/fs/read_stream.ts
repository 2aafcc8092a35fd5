// `fs.ReadStream`: a Readable over a file or a part of one.
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import { copyOptions, getOptions } from "internal:node/fs/options";
import { attach, construct, defineAccessors, destroy, kBusy, kFs, kIdle } from "internal:node/fs/stream_source";
import { errorOrDestroy } from "internal:node/streams/destroy";
import { handOver } from "internal:node/streams/sendfile";
import { validateFunction, validateInteger } from "internal:core/validators";
import { Buffer } from "internal:node/buffer";
import defer * as fs from "internal:node/fs";
import stream from "internal:node/stream";

const { Readable, finished } = stream as any;
const HIGH_WATER_MARK_BYTES = 64 * 1024;

/**
 * Reads `path`, or the open file `options.fd`, from byte `start` to `end` (inclusive).
 * A plain function so that it can be called without `new` and inherited from with `call`, as programs do.
 */
export function ReadStream(this: any, path: any, options?: any): any {
  if (!(this instanceof (ReadStream as any))) return new (ReadStream as any)(path, options);
  options = copyOptions(getOptions(options, {}));
  options.highWaterMark ??= HIGH_WATER_MARK_BYTES;
  attach(this, path, options, "r");
  options.autoDestroy = options.autoClose === undefined ? true : options.autoClose;
  validateFunction(this[kFs].read, "options.fs.read");
  if (options.autoDestroy) validateFunction(this[kFs].close, "options.fs.close");
  this.start = options.start;
  this.end = options.end;
  this.pos = undefined;
  this.bytesRead = 0;
  this[kBusy] = false;
  if (this.start !== undefined) {
    validateInteger(this.start, "start", 0);
    this.pos = this.start;
  }
  if (this.end === undefined) this.end = Infinity;
  else if (this.end !== Infinity) {
    validateInteger(this.end, "end", 0);
    if (this.start !== undefined && this.start > this.end) {
      throw new ERR_OUT_OF_RANGE("start", `<= "end" (here: ${this.end})`, this.start);
    }
  }
  Reflect.apply(Readable, this, [options]);
}
Object.setPrototypeOf(ReadStream.prototype, Readable.prototype);
Object.setPrototypeOf(ReadStream, Readable);
defineAccessors(ReadStream.prototype, "_readableState", "ReadStream");

ReadStream.prototype._construct = construct;
ReadStream.prototype._destroy = destroy;

ReadStream.prototype._read = function _read(this: any, size: number): void {
  const left = this.end - (this.pos ?? this.bytesRead) + 1;
  const length = Math.min(left, size);
  if (length <= 0) {
    this.push(null);
    return;
  }
  // A descriptor that the program gave has a position of its own, which only reading knows.
  if (
    (this.pos !== undefined || this.path !== undefined) &&
    this[kFs] === fs.default &&
    handOver(this, this.pos ?? this.bytesRead)
  )
    return;
  this[kBusy] = true;
  this[kFs].read(
    this.fd,
    Buffer.allocUnsafeSlow(length),
    0,
    length,
    this.pos,
    (error: any, count: number, buffer: any) => {
      this[kBusy] = false;
      if (this.destroyed) this.emit(kIdle, error);
      else if (error) errorOrDestroy(this, error);
      else take(this, count, buffer);
    },
  );
};

function take(stream: any, count: number, buffer: any): void {
  if (count <= 0) {
    stream.push(null);
    return;
  }
  if (stream.pos !== undefined) stream.pos += count;
  stream.bytesRead += count;
  // A short read is copied, so that a few bytes do not keep a large buffer alive.
  stream.push(count === buffer.length ? buffer : Buffer.from(buffer.subarray(0, count)));
}

ReadStream.prototype.close = function close(this: any, callback: any): void {
  if (typeof callback === "function") finished(this, callback);
  this.destroy();
};
