// Callback functions that move bytes. The native call is off the thread and the callback is its own macrotask.
import { AbortError } from "internal:core/errors";
import {
  checkBuffers,
  isView,
  toCallback,
  toDescriptor,
  voidCallback,
  type Callback,
} from "internal:node/fs/arguments";
import {
  checkTransferOptions,
  gather,
  newGathered,
  newReadBuffer,
  scatter,
  toBytesWrite,
  toContents,
  toRead,
  toTextWrite,
} from "internal:node/fs/io_arguments";
import { getOptions, isUtf8, toFlags, toMode } from "internal:node/fs/options";
import { toPath } from "internal:node/fs/path";
import { checkBufferOption } from "internal:node/fs/read_into_buffer";
import { decode, isDescriptor, toAppendOptions } from "internal:node/fs/sync_io";
import { whenDone } from "internal:node/fs/when_done";
import { fsCallback as start } from "internal:core/ops";
import { nextTick } from "internal:core/ticks";
import { validateBoolean, validateBuffer, validateFunction, validateObject } from "internal:core/validators";
import { workerStart } from "internal:core/worker_state";
import * as native from "native:fs";
import defer * as descriptors from "internal:node/worker/descriptors";
import defer * as userBuffer from "internal:node/fs/read_into_buffer";
import defer * as fs from "internal:node/fs";

const READ_DEFAULTS = Object.freeze({ flag: "r" });
const WRITE_DEFAULTS = Object.freeze({ encoding: "utf8", mode: 0o666, flag: "w", flush: false });

/** Opens a file; the callback gets its descriptor. */
export function open(path: any, flags: any, mode?: any, callback?: any): void {
  path = toPath(path);
  if (arguments.length < 3) {
    callback = flags;
    flags = "r";
    mode = 0o666;
  } else if (typeof mode === "function") {
    callback = mode;
    mode = 0o666;
  } else {
    mode = toMode(mode, "mode", 0o666);
  }
  const flagBits = toFlags(flags);
  const done = toCallback(callback);
  start(
    native.open,
    workerStart() !== null && descriptors.isTracking ? descriptors.recording(done as any) : done,
    path,
    flagBits,
    mode,
  );
}

/** Closes a descriptor. Without a callback an error is thrown as an uncaught one. */
export function close(fd: any, callback: any = throwIfFailed): void {
  fd = toDescriptor(fd);
  const done = callback === throwIfFailed ? callback : voidCallback(callback);
  if (workerStart() !== null && descriptors.isTracking) descriptors.closed(fd);
  start(native.close, done, fd);
}

function throwIfFailed(error: any): void {
  if (error) throw error;
}

/** Reads into a buffer; the callback gets the count and the buffer. Forms: `(fd, [buffer,] [options | offset, length, position,] callback)`. */
export function read(fd: any, buffer: any, offsetOrOptions?: any, length?: any, position?: any, callback?: any): void {
  fd = toDescriptor(fd);
  let offset = offsetOrOptions;
  if (arguments.length <= 4) {
    let options: any;
    if (arguments.length === 4) {
      if (offsetOrOptions !== null) validateObject(offsetOrOptions, "options");
      options = offsetOrOptions;
      callback = length;
    } else if (arguments.length === 3) {
      if (!isView(buffer)) {
        options = checkTransferOptions(buffer);
        buffer = options.buffer === undefined ? newReadBuffer() : options.buffer;
      }
      callback = offsetOrOptions;
    } else {
      callback = buffer;
      buffer = newReadBuffer();
    }
    ({ offset = 0, length = buffer?.byteLength - offset, position = null } = checkTransferOptions(options));
  }
  validateBuffer(buffer);
  validateFunction(callback, "cb");
  const transfer = toRead(buffer, offset, length, position);
  if (transfer.length === 0) return nextTick(callback, null, 0, buffer);
  start(
    native.read,
    (error: any, count: number) => callback(error, count || 0, buffer),
    fd,
    transfer.buffer,
    transfer.offset,
    transfer.length,
    transfer.position,
  );
}

/** Reads into several buffers; the callback gets the count and the buffers. */
export function readv(fd: any, views: any, position: any, callback?: any): void {
  fd = toDescriptor(fd);
  checkBuffers(views);
  callback ||= position;
  validateFunction(callback, "cb");
  let all: Uint8Array;
  try {
    all = newGathered(views);
  } catch (error) {
    return nextTick(callback, error, 0, views);
  }
  start(
    native.read,
    (error: any, count: number) => {
      if (!error) scatter(all, count, views);
      callback(error, count || 0, views);
    },
    fd,
    all,
    0,
    all.byteLength,
    typeof position === "number" ? position : -1,
  );
}

/** Writes bytes (`offset, length, position` or options) or text (`position, encoding`); the callback gets the count and the data. */
export function write(fd: any, data: any, offsetOrOptions?: any, length?: any, position?: any, callback?: any): void {
  fd = toDescriptor(fd);
  const isBytes = isView(data);
  let transfer;
  if (isBytes) {
    callback ||= position || length || offsetOrOptions;
    validateFunction(callback, "cb");
    transfer = toBytesWrite(data, typeof offsetOrOptions === "function" ? 0 : offsetOrOptions, length, position);
  } else {
    if (typeof position !== "function") {
      position = typeof offsetOrOptions === "function" ? offsetOrOptions : length;
      if (typeof offsetOrOptions === "function") offsetOrOptions = null;
      length = "utf8";
    }
    transfer = toTextWrite(data, offsetOrOptions, length);
    callback = toCallback(position);
  }
  start(
    native.write,
    (error: any, count: number) => callback(error, count || 0, data),
    fd,
    transfer.buffer,
    transfer.offset,
    transfer.length,
    transfer.position,
  );
}

/** Writes several buffers as one; the callback gets the count and the buffers. */
export function writev(fd: any, views: any, position: any, callback?: any): void {
  fd = toDescriptor(fd);
  checkBuffers(views);
  callback ||= position;
  validateFunction(callback, "cb");
  if (views.length === 0) return nextTick(callback, null, 0, views);
  const all = gather(views);
  start(
    native.write,
    (error: any, count: number) => callback(error, count || 0, views),
    fd,
    all,
    0,
    all.byteLength,
    typeof position === "number" ? position : -1,
  );
}

/** Flushes a file to the disk. */
export function fsync(fd: any, callback: any): void {
  const done = voidCallback(callback);
  start(native.fsync, done, toDescriptor(fd));
}

/** Flushes a file's data to the disk. */
export function fdatasync(fd: any, callback: any): void {
  const done = voidCallback(callback);
  start(native.fdatasync, done, toDescriptor(fd));
}

/** Reads a whole file; the callback gets a string if an encoding is given, else a Buffer. */
export function readFile(path: any, options: any, callback?: any): void {
  callback ||= options;
  validateFunction(callback, "cb");
  options = getOptions(options, READ_DEFAULTS);
  checkBufferOption(options);
  const { encoding, signal } = options;
  const isUsers = isDescriptor(path);
  if (!isUsers && failIfAborted(signal, callback)) return;
  const done = signal
    ? (error: any, value: any) => (failIfAborted(signal, callback) ? undefined : callback(error, value))
    : callback;
  if (options.buffer !== undefined) return whenDone(userBuffer.readIntoBuffer(path, options), done);
  if (isUsers) return start(native.readAll, decoding(done, encoding), toDescriptor(path));
  const flags = toFlags(options.flag, "options.flag");
  const target = toPath(path);
  const withPath = (error: any, value: any) => (error ? done(addPath(error, target)) : done(null, value));
  if (isUtf8(encoding)) start(native.readFileText, withPath, target, flags);
  else start(native.readFile, decoding(withPath, encoding), target, flags);
}

function decoding(callback: Callback, encoding: any): Callback {
  return (error: any, bytes: Uint8Array) => {
    if (error) return callback(error);
    let value;
    try {
      value = decode(bytes, encoding);
    } catch (failure) {
      return callback(failure);
    }
    callback(null, value);
  };
}

// The callback form names the file also when a call after `open` failed.
function addPath(error: any, path: string): any {
  if (error.path === undefined && error.syscall === "read") {
    error.message += ` '${path}'`;
    error.path = path;
  }
  return error;
}

function failIfAborted(signal: any, callback: Callback): boolean {
  if (!signal?.aborted) return false;
  callback(new AbortError(undefined, { cause: signal.reason }));
  return true;
}

/** Replaces a file's contents. */
export function writeFile(path: any, data: any, options: any, callback?: any): void {
  callback ||= options;
  validateFunction(callback, "cb");
  options = getOptions(options, WRITE_DEFAULTS);
  const flush = options.flush ?? false;
  validateBoolean(flush, "options.flush");
  const mode = toMode(options.mode, "mode", 0o666);
  const flag = options.flag || "w";
  const { signal } = options;
  const contents = toContents(data, options.encoding);
  const isUsers = isDescriptor(path);
  if (!isUsers && failIfAborted(signal, callback)) return;
  if (flush || isUsers) return writeStepwise(path, contents, flag, options.mode, flush, signal, callback);
  const done = signal
    ? (error: any) => (!error && failIfAborted(signal, callback) ? undefined : callback(error ?? null))
    : voidCallback(callback);
  start(native.writeFile, done, toPath(path), contents, toFlags(flag, "options.flag"), mode);
}

// Through the public functions, which programs replace to observe or to fail a step.
function writeStepwise(
  path: any,
  contents: Uint8Array,
  flag: any,
  mode: any,
  flush: boolean,
  signal: any,
  callback: Callback,
): void {
  if (!isDescriptor(path)) {
    fs.default.open(path, flag, mode, (error: any, fd: number) =>
      error ? callback(error) : writeRest(fd, contents, 0, flush, signal, closing(fd, callback)),
    );
    return;
  }
  writeRest(path, contents, 0, flush, signal, callback);
}

function closing(fd: number, callback: Callback): Callback {
  return (error: any) => fs.default.close(fd, (closeError: any) => callback(error ?? closeError ?? null));
}

function writeRest(
  fd: number,
  contents: Uint8Array,
  offset: number,
  flush: boolean,
  signal: any,
  done: Callback,
): void {
  if (failIfAborted(signal, done)) return;
  fs.default.write(fd, contents, offset, contents.byteLength - offset, null, (error: any, count: number) => {
    if (error) return done(error);
    if (offset + count < contents.byteLength) return writeRest(fd, contents, offset + count, flush, signal, done);
    if (!flush) return done(null);
    fs.default.fsync(fd, done);
  });
}

/** Adds to the end of a file, which is created if need be. */
export function appendFile(path: any, data: any, options: any, callback?: any): void {
  callback ||= options;
  validateFunction(callback, "cb");
  const appendOptions = toAppendOptions(path, options);
  fs.default.writeFile(path, data, appendOptions, callback);
}
