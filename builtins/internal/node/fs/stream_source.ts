// The common part of ReadStream and WriteStream: their file (path, descriptor or FileHandle), the functions they access
// it with, opening and closing it.
import { safe } from "internal:core/bootstrap";
import {
  ERR_INCOMPATIBLE_OPTION_PAIR,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_THIS,
  ERR_METHOD_NOT_IMPLEMENTED,
} from "internal:core/errors";
import { openingPlace, openLater } from "internal:core/opened_files";
import { toDescriptor } from "internal:node/fs/arguments";
import { FileHandle, kRef, kUnref } from "internal:node/fs/file_handle";
import { pathOfUrl, toPath } from "internal:node/fs/path";
import { validateFunction } from "internal:core/validators";
import type { EventName } from "internal:core/events/emitter";
import type { Stream } from "internal:node/streams/legacy";
import type { ReadableState } from "internal:node/streams/readable_state";
import type { WritableState } from "internal:node/streams/writable_state";
import type { Options } from "internal:node/fs/options";
import defer * as fs from "internal:node/fs";

/** The functions a stream calls: those of `fs`, of the option `fs`, or of a FileHandle. */
export const kFs = Symbol("kFs");
/** True while a read or write is in flight; closing waits for it. */
export const kBusy = Symbol("kIsPerformingIO");
/** The event that is emitted when the read or write is complete. */
export const kIdle = Symbol("kIoDone");
const kHandle = Symbol("kHandle");
const kPlace = Symbol("kPlace");

type Done = (error?: unknown) => void;

/** The options of both classes. Members typed `unknown` are checked where they are read. */
export interface FileStreamOptions extends Options {
  fs?: FileFunctions;
  fd?: unknown;
  flags?: unknown;
  start?: unknown;
  end?: unknown;
  autoClose?: boolean;
  autoDestroy?: boolean;
  decodeStrings?: boolean;
  highWaterMark?: number;
  windowsHandle?: unknown;
}

/** The members of `fs` that streams call. The option `fs` may have only some of them. */
export interface FileFunctions {
  open?(path: unknown, flags: unknown, mode: unknown, callback: (error: unknown, fd: number) => void): void;
  close?(fd: number, callback: Done): void;
  fsync?(fd: number, callback: Done): void;
  read?(
    fd: number,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: unknown,
    callback: (error: unknown, count: number, buffer: Uint8Array) => void,
  ): void;
  write?(
    fd: number,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: unknown,
    callback: (error: unknown, count: number, buffer: unknown) => void,
  ): void;
  writev?(
    fd: number,
    buffers: Uint8Array[],
    position: unknown,
    callback: (error: unknown, count: number, buffers: unknown) => void,
  ): void;
}

/** The members that both classes have in common. */
export interface FileStream extends Stream {
  fd: number | null;
  path: unknown;
  flags: unknown;
  mode: unknown;
  start: number | undefined;
  /** The position of the next read or write; undefined: the file's own. */
  pos: number | undefined;
  /** WriteStream: whether closing flushes the file first. */
  flush?: boolean;
  autoClose: boolean;
  _readableState?: ReadableState;
  _writableState?: WritableState;
  [kFs]: FileFunctions;
  [kBusy]: boolean;
  [kHandle]?: FileHandle;
  /** Where the stream was made, while open files are watched. */
  [kPlace]?: unknown;
  open?(): void;
  close(callback?: Done): void;
}

/** Sets `fd`, `path`, `flags`, `mode` and the functions of a new stream from its arguments. */
export function attach(stream: FileStream, path: unknown, options: FileStreamOptions, defaultFlags: string): void {
  if (options.windowsHandle != null) {
    if (options.fd != null) throw new ERR_INCOMPATIBLE_OPTION_PAIR("windowsHandle", "fd");
    throw new ERR_METHOD_NOT_IMPLEMENTED("windowsHandle");
  }
  if (options.fd != null) {
    stream.fd = toDescriptor(attachToOpenFile(stream, options));
    return;
  }
  stream.fd = null;
  stream[kFs] = options.fs || fs.default;
  validateFunction(stream[kFs].open, "options.fs.open");
  stream.path = pathOfUrl(path);
  stream.flags = options.flags === undefined ? defaultFlags : options.flags;
  stream.mode = options.mode === undefined ? 0o666 : options.mode;
  toPath(stream.path);
  const place = openingPlace();
  if (place !== undefined) stream[kPlace] = place;
}

function attachToOpenFile(stream: FileStream, options: FileStreamOptions): number {
  const { fd } = options;
  if (typeof fd === "number") {
    stream[kFs] = options.fs || fs.default;
    return fd;
  }
  if (!FileHandle.isFileHandle(fd)) throw new ERR_INVALID_ARG_TYPE("options.fd", ["number", "FileHandle"], fd);
  if (options.fs) throw new ERR_METHOD_NOT_IMPLEMENTED("FileHandle with fs");
  stream[kHandle] = fd;
  stream[kFs] = functionsOf(fd);
  fd[kRef]();
  fd.on("close", () => stream.close());
  return fd.fd;
}

// The callback functions that streams use, on a handle.
function functionsOf(handle: FileHandle): FileFunctions {
  return {
    open() {
      throw new ERR_METHOD_NOT_IMPLEMENTED("open()");
    },
    close(_fd, callback) {
      handle[kUnref]();
      handle.close().then(() => callback(), callback);
    },
    fsync(_fd, callback) {
      handle.sync().then(() => callback(), callback);
    },
    read(_fd, buffer, offset, length, position, callback) {
      handle.read(buffer, offset, length, position).then(
        (result) => callback(null, result.bytesRead, result.buffer),
        (error: unknown) => callback(error, 0, buffer),
      );
    },
    write(_fd, buffer, offset, length, position, callback) {
      handle.write(buffer, offset, length, position).then(
        (result) => callback(null, result.bytesWritten, result.buffer),
        (error: unknown) => callback(error, 0, buffer),
      );
    },
    writev(_fd, buffers, position, callback) {
      handle.writev(buffers, position).then(
        (result) => callback(null, result.bytesWritten, result.buffers),
        (error: unknown) => callback(error, 0, buffers),
      );
    },
  };
}

/** The stream's `_construct`: opens the file, with the stream's own `open` method when a program has added one. */
export function construct(this: FileStream, callback: Done): void {
  if (typeof this.fd === "number") return callback();
  if (typeof this.open === "function") return constructWithOpenMethod(this, callback);
  const opened = (error: unknown, fd: number): void => {
    if (error) return callback(error);
    this.fd = fd;
    callback();
    this.emit("open", fd);
    this.emit("ready");
  };
  const open = (): void => this[kFs].open!(this.path, this.flags, this.mode, opened);
  if (this[kPlace] === undefined) open();
  else openLater(this[kPlace], open);
}

// A replaced `open` (of programs for Node before 15) reports through the stream's events: the first one is intercepted.
function constructWithOpenMethod(stream: FileStream, callback: Done): void {
  const { emit } = stream;
  stream.emit = function (this: FileStream, event: EventName, ...values: unknown[]): any {
    if (event === "open") {
      this.emit = emit;
      callback();
      safe.apply(emit, this, [event, ...values]);
    } else if (event === "error") {
      this.emit = emit;
      callback(values[0]);
    } else {
      safe.apply(emit, this, [event, ...values]);
    }
  };
  stream.open!();
}

/** The stream's `_destroy`: closes the file after the in-flight read or write. */
export function destroy(this: FileStream, error: unknown, callback: Done): void {
  if (this[kBusy]) this.once(kIdle, (failure: unknown) => flushAndClose(this, error || failure, callback));
  else flushAndClose(this, error, callback);
}

function flushAndClose(stream: FileStream, error: unknown, callback: Done): void {
  // 0 counts as "nothing to close", as in Node: standard input stays open.
  if (!stream.fd) return callback(error);
  if (!stream.flush) return closeFile(stream, error, callback);
  stream[kFs].fsync!(stream.fd, (failure) => closeFile(stream, error || failure, callback));
}

function closeFile(stream: FileStream, error: unknown, callback: Done): void {
  stream[kFs].close!(stream.fd as number, (failure) => callback(failure || error));
  stream.fd = null;
}

/** Defines the accessors `autoClose` and `pending` on a stream class. */
export function defineAccessors(
  prototype: object,
  stateName: "_readableState" | "_writableState",
  className: string,
): void {
  const stateOf = (stream: FileStream) => {
    if (stream?.[kFs] === undefined) throw new ERR_INVALID_THIS(className);
    return stream[stateName]!;
  };
  safe.defineProperty(prototype, "autoClose", {
    get(this: FileStream) {
      return stateOf(this).autoDestroy;
    },
    set(this: FileStream, value: boolean) {
      stateOf(this).autoDestroy = value;
    },
    configurable: false,
  });
  safe.defineProperty(prototype, "pending", {
    get(this: FileStream) {
      return this.fd === null;
    },
    configurable: true,
  });
}
