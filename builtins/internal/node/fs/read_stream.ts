// `fs.ReadStream`: a Readable over a file or a part of a file.
import { safe } from "internal:core/bootstrap";
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import { copyOptions, getOptions } from "internal:node/fs/options";
import {
  attach,
  construct,
  defineAccessors,
  destroy,
  kBusy,
  kFs,
  kIdle,
  type FileStream,
  type FileStreamOptions,
} from "internal:node/fs/stream_source";
import { errorOrDestroy } from "internal:node/streams/destroy";
import { sendToPipe } from "internal:node/streams/sendfile";
import type { Readable as ReadableBase } from "internal:node/streams/readable";
import type { ReadableState } from "internal:node/streams/readable_state";
import type { WritableState } from "internal:node/streams/writable_state";
import { validateFunction, validateInteger } from "internal:core/validators";
import { Buffer } from "internal:node/buffer";
import defer * as fs from "internal:node/fs";
import stream from "internal:node/stream";
import { copyBytes } from "native:buffer";

const { Readable, finished } = stream;
const HIGH_WATER_MARK_BYTES = 64 * 1024;

type StreamClass = new (path: unknown, options: unknown) => ReadStream;

export interface ReadStream extends FileStream, ReadableBase {
  _readableState: ReadableState;
  _writableState?: WritableState;
  /** The last byte to read; Infinity: up to the end of the file. */
  end: number;
  bytesRead: number;
}

/**
 * Reads `path`, or the open file `options.fd`, from byte `start` to `end` (inclusive).
 * A plain function, so that programs can call it without `new` and on an existing object, as subclasses do.
 */
export function ReadStream(this: ReadStream, path: unknown, options?: unknown): ReadStream | undefined {
  if (!((this as unknown) instanceof ReadStream)) return new (ReadStream as unknown as StreamClass)(path, options);
  const copy = copyOptions<FileStreamOptions>(getOptions(options, {}));
  copy.highWaterMark ??= HIGH_WATER_MARK_BYTES;
  attach(this, path, copy, "r");
  copy.autoDestroy = copy.autoClose === undefined ? true : copy.autoClose;
  validateFunction(this[kFs].read, "options.fs.read");
  if (copy.autoDestroy) validateFunction(this[kFs].close, "options.fs.close");
  this.start = copy.start as number | undefined;
  this.end = copy.end as number;
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
  safe.apply(Readable, this, [copy]);
  return undefined;
}
safe.setPrototypeOf(ReadStream.prototype, Readable.prototype);
safe.setPrototypeOf(ReadStream, Readable);
defineAccessors(ReadStream.prototype, "_readableState", "ReadStream");

ReadStream.prototype._construct = construct;
ReadStream.prototype._destroy = destroy;

ReadStream.prototype._read = function _read(this: ReadStream, size: number): void {
  const left = this.end - (this.pos ?? this.bytesRead) + 1;
  const length = safe.min(left, size);
  if (length <= 0) {
    this.push(null);
    return;
  }
  // The position of a descriptor that the program passed is not known, so only `read` can be used.
  if (
    (this.pos !== undefined || this.path !== undefined) &&
    this[kFs] === fs.default &&
    sendToPipe(this, this.pos ?? this.bytesRead)
  )
    return;
  this[kBusy] = true;
  this[kFs].read!(this.fd as number, Buffer.allocUnsafeSlow(length), 0, length, this.pos, (error, count, buffer) => {
    this[kBusy] = false;
    if (this.destroyed) this.emit(kIdle, error);
    else if (error) errorOrDestroy(this, error);
    else pushChunk(this, count, buffer);
  });
};

function pushChunk(stream: ReadStream, count: number, buffer: Uint8Array): void {
  if (count <= 0) {
    stream.push(null);
    return;
  }
  if (stream.pos !== undefined) stream.pos += count;
  stream.bytesRead += count;
  stream.push(count === buffer.length ? buffer : firstBytes(buffer, count));
}

/** A copy, so that a few bytes do not keep a large buffer alive. `subarray` would make a buffer object for the large one. */
function firstBytes(buffer: Uint8Array, count: number): Uint8Array {
  const part = Buffer.allocUnsafe(count);
  if (!copyBytes(buffer, 0, part, 0, count)) part.set(buffer.subarray(0, count));
  return part;
}

ReadStream.prototype.close = function close(this: ReadStream, callback: unknown): void {
  if (typeof callback === "function") finished(this, callback);
  this.destroy();
};
