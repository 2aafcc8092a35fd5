// `fs.WriteStream`: a Writable over a file.
import { ERR_INVALID_ARG_TYPE, ERR_STREAM_DESTROYED, ERR_SYSTEM_ERROR } from "internal:core/errors";
import { copyOptions, getOptions } from "internal:node/fs/options";
import { attach, construct, defineAccessors, destroy, kBusy, kFs, kIdle } from "internal:node/fs/stream_source";
import { nextTick } from "internal:core/ticks";
import { validateBoolean, validateFunction, validateInteger } from "internal:core/validators";
import { Buffer } from "internal:node/buffer";
import stream from "internal:node/stream";

const { Writable } = stream as any;

/** How often in a row the system may take nothing before the stream fails. */
const EMPTY_WRITES_MAX = 5;

/** Writes `path`, or the open file `options.fd`, from byte `start` on. Can be called without `new`, as ReadStream. */
export function WriteStream(this: any, path: any, options?: any): any {
  if (!(this instanceof (WriteStream as any))) return new (WriteStream as any)(path, options);
  options = copyOptions(getOptions(options, {}));
  options.decodeStrings = true;
  attach(this, path, options, "w");
  options.autoDestroy = options.autoClose === undefined ? true : options.autoClose;
  checkFunctions(this, options);
  this.start = options.start;
  this.pos = undefined;
  this.bytesWritten = 0;
  this[kBusy] = false;
  if (this.start !== undefined) {
    validateInteger(this.start, "start", 0);
    this.pos = this.start;
  }
  Reflect.apply(Writable, this, [options]);
  if (options.encoding) this.setDefaultEncoding(options.encoding);
}
Object.setPrototypeOf(WriteStream.prototype, Writable.prototype);
Object.setPrototypeOf(WriteStream, Writable);
defineAccessors(WriteStream.prototype, "_writableState", "WriteStream");

// Programs may supply only one of `write` and `writev`; the stream then uses only that.
function checkFunctions(stream: any, options: any): void {
  const functions = stream[kFs];
  if (!functions.write && !functions.writev)
    throw new ERR_INVALID_ARG_TYPE("options.fs.write", "function", functions.write);
  if (functions.write) validateFunction(functions.write, "options.fs.write");
  else stream._write = null;
  if (functions.writev) validateFunction(functions.writev, "options.fs.writev");
  else stream._writev = null;
  if (options.autoDestroy) validateFunction(functions.close, "options.fs.close");
  stream.flush = options.flush ?? false;
  if (options.flush != null) {
    validateBoolean(options.flush, "options.flush");
    validateFunction(functions.fsync, "options.fs.fsync");
  }
}

WriteStream.prototype._construct = construct;
WriteStream.prototype._destroy = destroy;

WriteStream.prototype._write = function _write(this: any, data: any, encoding: any, callback: any): void {
  const position = advance(this, data.length);
  this[kBusy] = true;
  writeRest(this, data, position, 0, idling(this, callback));
};

WriteStream.prototype._writev = function _writev(this: any, items: any[], callback: any): void {
  const chunks = items.map((item) => item.chunk);
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const position = advance(this, size);
  this[kBusy] = true;
  writevRest(this, chunks, size, position, 0, idling(this, callback));
};

/** Moves the stream's position over `size` bytes and returns where they go. */
function advance(stream: any, size: number): number | undefined {
  const position = stream.pos;
  if (position !== undefined) stream.pos += size;
  return position;
}

function idling(stream: any, callback: any): (error?: any) => void {
  return (error) => {
    stream[kBusy] = false;
    callback(error);
    if (stream.destroyed) stream.emit(kIdle, error);
  };
}

function writeRest(
  stream: any,
  data: any,
  position: number | undefined,
  emptyWrites: number,
  done: (error?: any) => void,
): void {
  stream[kFs].write(stream.fd, data, 0, data.length, position, (error: any, count: number) => {
    const failure = account(stream, error, count, emptyWrites, "write");
    if (failure) return done(failure);
    const written = taken(error, count);
    if (written === data.length) return done();
    writeRest(stream, data.subarray(written), shift(position, written), written > 0 ? 0 : emptyWrites + 1, done);
  });
}

function writevRest(
  stream: any,
  chunks: any[],
  size: number,
  position: number | undefined,
  emptyWrites: number,
  done: (error?: any) => void,
): void {
  stream[kFs].writev(stream.fd, chunks, position, (error: any, count: number) => {
    const failure = account(stream, error, count, emptyWrites, "writev");
    if (failure) return done(failure);
    const written = taken(error, count);
    if (written === size) return done();
    const rest = [Buffer.concat(chunks).subarray(written)];
    writevRest(stream, rest, size - written, shift(position, written), written > 0 ? 0 : emptyWrites + 1, done);
  });
}

// EAGAIN means that nothing was taken and the same is to be tried again.
function taken(error: any, count: number): number {
  return error?.code === "EAGAIN" ? 0 : count;
}

function account(stream: any, error: any, count: number, emptyWrites: number, name: string): any {
  const failure = error?.code === "EAGAIN" ? null : error;
  if (failure || stream.destroyed) return failure || new ERR_STREAM_DESTROYED(name);
  const written = taken(error, count);
  stream.bytesWritten += written;
  if (written === 0 && emptyWrites + 1 > EMPTY_WRITES_MAX) return new (ERR_SYSTEM_ERROR as any)(`${name} failed`);
  return null;
}

function shift(position: number | undefined, count: number): number | undefined {
  return position === undefined ? undefined : position + count;
}

WriteStream.prototype.close = function close(this: any, callback?: any): void {
  if (callback) {
    if (this.closed) {
      nextTick(callback);
      return;
    }
    this.on("close", callback);
  }
  if (!this.autoClose) this.on("finish", this.destroy);
  // Not `destroy`: what was written before must reach the file.
  this.end();
};

// Files cannot be shut down for writing only.
WriteStream.prototype.destroySoon = Writable.prototype.end;
