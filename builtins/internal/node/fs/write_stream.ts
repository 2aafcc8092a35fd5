// `fs.WriteStream`: a Writable over a file.
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_TYPE, ERR_STREAM_DESTROYED, ERR_SYSTEM_ERROR } from "internal:core/errors";
import { copyOptions, getOptions } from "internal:node/fs/options";
import type { SystemError } from "internal:node/fs/arguments";
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
import type { ReadableState } from "internal:node/streams/readable_state";
import type { Writable as WritableBase } from "internal:node/streams/writable";
import type { WritableState } from "internal:node/streams/writable_state";
import { nextTick } from "internal:core/ticks";
import { validateBoolean, validateFunction, validateInteger } from "internal:core/validators";
import { Buffer } from "internal:node/buffer";
import stream from "internal:node/stream";

const { Writable } = stream;

/** The number of consecutive writes of 0 bytes after which the stream fails. */
const EMPTY_WRITES_MAX = 5;

type Done = (error?: unknown) => void;
type StreamClass = new (path: unknown, options: unknown) => WriteStream;

export interface WriteStream extends FileStream, WritableBase {
  _readableState?: ReadableState;
  _writableState: WritableState;
  bytesWritten: number;
}

/** Writes `path`, or the open file `options.fd`, from byte `start` on. Can be called without `new`, as ReadStream. */
export function WriteStream(this: WriteStream, path: unknown, options?: unknown): WriteStream | undefined {
  if (!((this as unknown) instanceof WriteStream)) return new (WriteStream as unknown as StreamClass)(path, options);
  const copy = copyOptions<FileStreamOptions>(getOptions(options, {}));
  copy.decodeStrings = true;
  attach(this, path, copy, "w");
  copy.autoDestroy = copy.autoClose === undefined ? true : copy.autoClose;
  checkFunctions(this, copy);
  this.start = copy.start as number | undefined;
  this.pos = undefined;
  this.bytesWritten = 0;
  this[kBusy] = false;
  if (this.start !== undefined) {
    validateInteger(this.start, "start", 0);
    this.pos = this.start;
  }
  safe.apply(Writable, this, [copy]);
  if (copy.encoding) this.setDefaultEncoding(copy.encoding);
  return undefined;
}
safe.setPrototypeOf(WriteStream.prototype, Writable.prototype);
safe.setPrototypeOf(WriteStream, Writable);
defineAccessors(WriteStream.prototype, "_writableState", "WriteStream");

// When a program supplies only one of `write` and `writev`, the stream uses only that one.
function checkFunctions(stream: WriteStream, options: FileStreamOptions): void {
  const functions = stream[kFs];
  if (!functions.write && !functions.writev)
    throw new ERR_INVALID_ARG_TYPE("options.fs.write", "function", functions.write);
  if (functions.write) validateFunction(functions.write, "options.fs.write");
  else stream._write = null!;
  if (functions.writev) validateFunction(functions.writev, "options.fs.writev");
  else stream._writev = null!;
  if (options.autoDestroy) validateFunction(functions.close, "options.fs.close");
  stream.flush = (options.flush ?? false) as boolean;
  if (options.flush != null) {
    validateBoolean(options.flush, "options.flush");
    validateFunction(functions.fsync, "options.fs.fsync");
  }
}

WriteStream.prototype._construct = construct;
WriteStream.prototype._destroy = destroy;

WriteStream.prototype._write = function _write(
  this: WriteStream,
  data: Uint8Array,
  _encoding: unknown,
  callback: Done,
): void {
  const position = advance(this, data.length);
  this[kBusy] = true;
  writeRest(this, data, position, 0, idling(this, callback));
};

WriteStream.prototype._writev = function _writev(
  this: WriteStream,
  items: { chunk: Uint8Array }[],
  callback: Done,
): void {
  const chunks = items.map((item) => item.chunk);
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const position = advance(this, size);
  this[kBusy] = true;
  writevRest(this, chunks, size, position, 0, idling(this, callback));
};

/** Advances the stream's position by `size` bytes and returns the previous one. */
function advance(stream: WriteStream, size: number): number | undefined {
  const position = stream.pos;
  if (position !== undefined) stream.pos = position + size;
  return position;
}

function idling(stream: WriteStream, callback: Done): Done {
  return (error) => {
    stream[kBusy] = false;
    callback(error);
    if (stream.destroyed) stream.emit(kIdle, error);
  };
}

function writeRest(
  stream: WriteStream,
  data: Uint8Array,
  position: number | undefined,
  emptyWrites: number,
  done: Done,
): void {
  stream[kFs].write!(stream.fd as number, data, 0, data.length, position, (error, count) => {
    const failure = account(stream, error, count, emptyWrites, "write");
    if (failure) return done(failure);
    const written = writtenCount(error, count);
    if (written === data.length) return done();
    writeRest(stream, data.subarray(written), shift(position, written), written > 0 ? 0 : emptyWrites + 1, done);
  });
}

function writevRest(
  stream: WriteStream,
  chunks: Uint8Array[],
  size: number,
  position: number | undefined,
  emptyWrites: number,
  done: Done,
): void {
  stream[kFs].writev!(stream.fd as number, chunks, position, (error, count) => {
    const failure = account(stream, error, count, emptyWrites, "writev");
    if (failure) return done(failure);
    const written = writtenCount(error, count);
    if (written === size) return done();
    const rest = [Buffer.concat(chunks).subarray(written)];
    writevRest(stream, rest, size - written, shift(position, written), written > 0 ? 0 : emptyWrites + 1, done);
  });
}

// EAGAIN means that no bytes were written; the write is repeated.
function writtenCount(error: unknown, count: number): number {
  return (error as SystemError)?.code === "EAGAIN" ? 0 : count;
}

function account(stream: WriteStream, error: unknown, count: number, emptyWrites: number, name: string): unknown {
  const failure = (error as SystemError)?.code === "EAGAIN" ? null : error;
  if (failure || stream.destroyed) return failure || new ERR_STREAM_DESTROYED(name);
  const written = writtenCount(error, count);
  stream.bytesWritten += written;
  if (written === 0 && emptyWrites + 1 > EMPTY_WRITES_MAX) return new ERR_SYSTEM_ERROR(`${name} failed`);
  return null;
}

function shift(position: number | undefined, count: number): number | undefined {
  return position === undefined ? undefined : position + count;
}

WriteStream.prototype.close = function close(this: WriteStream, callback?: Done): void {
  if (callback) {
    if (this.closed) {
      nextTick(callback);
      return;
    }
    this.on("close", callback);
  }
  if (!this.autoClose) this.on("finish", this.destroy);
  // Not `destroy`: buffered data must be written first.
  this.end();
};

// Files cannot be shut down for writing only.
WriteStream.prototype.destroySoon = Writable.prototype.end;
