// Callback functions that move bytes. The native call runs off the thread and the callback is a macrotask of its own.
import { safe } from "internal:core/bootstrap";
import { AbortError } from "internal:core/errors";
import {
  checkBuffers,
  isView,
  toCallback,
  toDescriptor,
  voidCallback,
  type Callback,
  type SystemError,
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
import { getOptions, isUtf8, toFlags, toMode, type Options } from "internal:node/fs/options";
import { toPath } from "internal:node/fs/path";
import { checkBufferOption } from "internal:node/fs/read_into_buffer";
import { checkedText, decode, isDescriptor, toAppendOptions } from "internal:node/fs/sync_io";
import { whenDone } from "internal:node/fs/when_done";
import { fsCallback as start } from "internal:core/ops";
import { nextTick } from "internal:core/ticks";
import { validateBoolean, validateBuffer, validateFunction, validateObject } from "internal:core/validators";
import { workerStart } from "internal:core/worker_state";
import type { AbortSignal } from "web:abort";
import * as native from "native:fs";
import defer * as descriptors from "internal:node/worker/descriptors";
import defer * as userBuffer from "internal:node/fs/read_into_buffer";
import defer * as fs from "internal:node/fs";

const READ_DEFAULTS: Options = safe.freeze({ flag: "r" });
const WRITE_DEFAULTS: Options = safe.freeze({ encoding: "utf8", mode: 0o666, flag: "w", flush: false });

/** Opens a file; the callback receives its descriptor. */
export function open(path: unknown, flags: unknown, mode?: unknown, callback?: unknown): void {
  const target = toPath(path);
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
  start(native.open, workerStart() !== null ? descriptors.recording(done) : done, target, flagBits, mode as number);
}

/** Closes a descriptor. Without a callback an error is thrown as an uncaught one. */
export function close(fd: unknown, callback: unknown = throwIfFailed): void {
  const descriptor = toDescriptor(fd);
  const done = callback === throwIfFailed ? throwIfFailed : voidCallback(callback);
  if (workerStart() !== null) descriptors.closed(descriptor);
  start(native.close, done, descriptor);
}

function throwIfFailed(error: unknown): void {
  if (error) throw error;
}

/** Reads into a buffer; the callback receives the count and the buffer. Forms: `(fd, [buffer,] [options | offset, length, position,] callback)`. */
export function read(
  fd: unknown,
  buffer: unknown,
  offsetOrOptions?: unknown,
  length?: unknown,
  position?: unknown,
  callback?: unknown,
): void {
  const descriptor = toDescriptor(fd);
  let offset = offsetOrOptions as number | null | undefined;
  if (arguments.length <= 4) {
    let options: unknown;
    if (arguments.length === 4) {
      if (offsetOrOptions !== null) validateObject(offsetOrOptions, "options");
      options = offsetOrOptions;
      callback = length;
    } else if (arguments.length === 3) {
      if (!isView(buffer)) {
        const parsed = checkTransferOptions(buffer);
        options = parsed;
        buffer = parsed.buffer === undefined ? newReadBuffer() : parsed.buffer;
      }
      callback = offsetOrOptions;
    } else {
      callback = buffer;
      buffer = newReadBuffer();
    }
    ({
      offset = 0,
      length = (buffer as Uint8Array)?.byteLength - offset!,
      position = null,
    } = checkTransferOptions(options));
  }
  validateBuffer(buffer);
  validateFunction(callback, "cb");
  const transfer = toRead(buffer, offset, length, position);
  if (transfer.length === 0) return nextTick(callback, null, 0, buffer);
  start(
    native.read,
    (error: unknown, count: number) => callback(error, count || 0, buffer),
    descriptor,
    transfer.buffer,
    transfer.offset,
    transfer.length,
    transfer.position,
  );
}

/** Reads into several buffers; the callback receives the count and the buffers. */
export function readv(fd: unknown, views: unknown, position: unknown, callback?: unknown): void {
  const descriptor = toDescriptor(fd);
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
    (error: unknown, count: number) => {
      if (!error) scatter(all, count, views);
      callback(error, count || 0, views);
    },
    descriptor,
    all,
    0,
    all.byteLength,
    typeof position === "number" ? position : -1,
  );
}

/** Writes bytes (`offset, length, position` or options) or a string (`position, encoding`); the callback receives the count and the data. */
export function write(
  fd: unknown,
  data: unknown,
  offsetOrOptions?: unknown,
  length?: unknown,
  position?: unknown,
  callback?: unknown,
): void {
  const descriptor = toDescriptor(fd);
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
  const done = callback as Callback;
  start(
    native.write,
    (error: unknown, count: number) => done(error, count || 0, data),
    descriptor,
    transfer.buffer,
    transfer.offset,
    transfer.length,
    transfer.position,
  );
}

/** Writes several buffers as one; the callback receives the count and the buffers. */
export function writev(fd: unknown, views: unknown, position: unknown, callback?: unknown): void {
  const descriptor = toDescriptor(fd);
  checkBuffers(views);
  callback ||= position;
  validateFunction(callback, "cb");
  if (views.length === 0) return nextTick(callback, null, 0, views);
  const all = gather(views);
  start(
    native.write,
    (error: unknown, count: number) => callback(error, count || 0, views),
    descriptor,
    all,
    0,
    all.byteLength,
    typeof position === "number" ? position : -1,
  );
}

/** Flushes a file to the disk. */
export function fsync(fd: unknown, callback: unknown): void {
  const done = voidCallback(callback);
  start(native.fsync, done, toDescriptor(fd));
}

/** Flushes a file's data to the disk. */
export function fdatasync(fd: unknown, callback: unknown): void {
  const done = voidCallback(callback);
  start(native.fdatasync, done, toDescriptor(fd));
}

/** Reads a complete file; the callback receives a string with an encoding, otherwise a Buffer. */
export function readFile(path: unknown, options: unknown, callback?: unknown): void {
  callback ||= options;
  validateFunction(callback, "cb");
  const checked = getOptions(options, READ_DEFAULTS);
  checkBufferOption(checked);
  const { encoding, signal } = checked;
  const isOpen = isDescriptor(path);
  if (!isOpen && failIfAborted(signal, callback)) return;
  const done = signal
    ? (error: unknown, value: unknown) => (failIfAborted(signal, callback) ? undefined : callback(error, value))
    : callback;
  if (checked.buffer !== undefined) return whenDone(userBuffer.readIntoBuffer(path, checked), done);
  if (isOpen) return start(native.readAll, decoding(done, encoding), toDescriptor(path));
  const flags = toFlags(checked.flag, "options.flag");
  const target = toPath(path);
  const withPath = (error: unknown, value?: unknown) =>
    error ? done(addPath(error as SystemError, target)) : done(null, value);
  if (isUtf8(encoding)) start(native.readFileText, checking(withPath), target, flags);
  else start(native.readFile, decoding(withPath, encoding), target, flags);
}

type BytesCallback = (error: unknown, bytes: Uint8Array) => void;

function checking(callback: Callback): (error: unknown, text: string) => void {
  return (error, text) => {
    let failure = error;
    try {
      if (!error) checkedText(text);
    } catch (thrown) {
      failure = thrown;
    }
    if (failure) callback(failure);
    else callback(null, text);
  };
}

function decoding(callback: Callback, encoding: string | null | undefined): BytesCallback {
  return (error: unknown, bytes: Uint8Array) => {
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

// The callback form adds the path also when a call after `open` failed.
function addPath(error: SystemError, path: string): SystemError {
  if (error.path === undefined && error.syscall === "read") {
    error.message += ` '${path}'`;
    error.path = path;
  }
  return error;
}

function failIfAborted(signal: AbortSignal | undefined, callback: Callback): boolean {
  if (!signal?.aborted) return false;
  callback(new AbortError(undefined, { cause: signal.reason }));
  return true;
}

/** Replaces a file's contents. */
export function writeFile(path: unknown, data: unknown, options: unknown, callback?: unknown): void {
  callback ||= options;
  validateFunction(callback, "cb");
  const checked = getOptions(options, WRITE_DEFAULTS);
  const flush = checked.flush ?? false;
  validateBoolean(flush, "options.flush");
  const mode = toMode(checked.mode, "mode", 0o666);
  const flag = checked.flag || "w";
  const { signal } = checked;
  const contents = toContents(data, checked.encoding);
  const isOpen = isDescriptor(path);
  if (!isOpen && failIfAborted(signal, callback)) return;
  if (flush || isOpen) return writeStepwise(path, contents, flag, checked.mode, flush, signal, callback);
  const done = signal
    ? (error: unknown) => (!error && failIfAborted(signal, callback) ? undefined : callback(error ?? null))
    : voidCallback(callback);
  start(native.writeFile, done, toPath(path), contents, toFlags(flag, "options.flag"), mode);
}

// Through the public functions, which programs replace to observe or to fail a step.
function writeStepwise(
  path: unknown,
  contents: Uint8Array,
  flag: unknown,
  mode: unknown,
  flush: boolean,
  signal: AbortSignal | undefined,
  callback: Callback,
): void {
  if (!isDescriptor(path)) {
    fs.default.open(path, flag, mode, (error: unknown, fd: number) =>
      error ? callback(error) : writeRest(fd, contents, 0, flush, signal, closing(fd, callback)),
    );
    return;
  }
  writeRest(path, contents, 0, flush, signal, callback);
}

function closing(fd: number, callback: Callback): Callback {
  return (error: unknown) => fs.default.close(fd, (closeError: unknown) => callback(error ?? closeError ?? null));
}

function writeRest(
  fd: number,
  contents: Uint8Array,
  offset: number,
  flush: boolean,
  signal: AbortSignal | undefined,
  done: Callback,
): void {
  if (failIfAborted(signal, done)) return;
  fs.default.write(fd, contents, offset, contents.byteLength - offset, null, (error: unknown, count: number) => {
    if (error) return done(error);
    if (offset + count < contents.byteLength) return writeRest(fd, contents, offset + count, flush, signal, done);
    if (!flush) return done(null);
    fs.default.fsync(fd, done);
  });
}

/** Adds to the end of a file, which is created if need be. */
export function appendFile(path: unknown, data: unknown, options: unknown, callback?: unknown): void {
  callback ||= options;
  validateFunction(callback, "cb");
  const appendOptions = toAppendOptions(path, options);
  fs.default.writeFile(path, data, appendOptions, callback);
}
