// What ReadStream and WriteStream share: which file they are on (path, descriptor or FileHandle), through which functions
// they reach it, opening it before and closing it after.
import {
  ERR_INCOMPATIBLE_OPTION_PAIR,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_THIS,
  ERR_METHOD_NOT_IMPLEMENTED,
} from "internal:core/errors";
import { toDescriptor } from "internal:node/fs/arguments";
import { FileHandle, kRef, kUnref } from "internal:node/fs/file_handle";
import { pathOfUrl, toPath } from "internal:node/fs/path";
import { validateFunction } from "internal:core/validators";
import defer * as fs from "internal:node/fs";

/** The functions a stream calls: those of `fs`, of the option `fs`, or of a FileHandle. */
export const kFs = Symbol("kFs");
/** True while a read or write is under way; closing waits for it. */
export const kBusy = Symbol("kIsPerformingIO");
/** The event that ends the waiting. */
export const kIdle = Symbol("kIoDone");
const kHandle = Symbol("kHandle");

/** Sets `fd`, `path`, `flags`, `mode` and the functions of a new stream from its arguments. */
export function attach(stream: any, path: any, options: any, defaultFlags: string): void {
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
}

function attachToOpenFile(stream: any, options: any): number {
  const { fd } = options;
  if (typeof fd === "number") {
    stream[kFs] = options.fs || fs.default;
    return fd;
  }
  if (!FileHandle.isFileHandle(fd)) throw new ERR_INVALID_ARG_TYPE("options.fd", ["number", "FileHandle"], fd);
  if (options.fs) throw new ERR_METHOD_NOT_IMPLEMENTED("FileHandle with fs");
  stream[kHandle] = fd;
  stream[kFs] = functionsOf(fd);
  (fd as any)[kRef]();
  (fd as any).on("close", () => stream.close());
  return fd.fd;
}

// The callback functions that streams use, on a handle.
function functionsOf(handle: any): any {
  return {
    open() {
      throw new ERR_METHOD_NOT_IMPLEMENTED("open()");
    },
    close(fd: number, callback: any) {
      handle[kUnref]();
      handle.close().then(() => callback(), callback);
    },
    fsync(fd: number, callback: any) {
      handle.sync().then(() => callback(), callback);
    },
    read(fd: number, buffer: any, offset: number, length: number, position: any, callback: any) {
      handle.read(buffer, offset, length, position).then(
        (result: any) => callback(null, result.bytesRead, result.buffer),
        (error: any) => callback(error, 0, buffer),
      );
    },
    write(fd: number, buffer: any, offset: number, length: number, position: any, callback: any) {
      handle.write(buffer, offset, length, position).then(
        (result: any) => callback(null, result.bytesWritten, result.buffer),
        (error: any) => callback(error, 0, buffer),
      );
    },
    writev(fd: number, buffers: any, position: any, callback: any) {
      handle.writev(buffers, position).then(
        (result: any) => callback(null, result.bytesWritten, result.buffers),
        (error: any) => callback(error, 0, buffers),
      );
    },
  };
}

/** The stream's `_construct`: opens the file, or lets an `open` method that a program put on the stream do so. */
export function construct(this: any, callback: (error?: any) => void): void {
  if (typeof this.fd === "number") return callback();
  if (typeof this.open === "function") return constructWithOpenMethod(this, callback);
  this[kFs].open(this.path, this.flags, this.mode, (error: any, fd: number) => {
    if (error) return callback(error);
    this.fd = fd;
    callback();
    this.emit("open", fd);
    this.emit("ready");
  });
}

// Programs that replaced `open` (before Node 15) report through the stream's events, so the first of them is caught.
function constructWithOpenMethod(stream: any, callback: (error?: any) => void): void {
  const { emit } = stream;
  stream.emit = function (this: any, event: any, ...values: any[]) {
    if (event === "open") {
      this.emit = emit;
      callback();
      Reflect.apply(emit, this, [event, ...values]);
    } else if (event === "error") {
      this.emit = emit;
      callback(values[0]);
    } else {
      Reflect.apply(emit, this, [event, ...values]);
    }
  };
  stream.open();
}

/** The stream's `_destroy`: closes the file once nothing is under way. A descriptor is never closed under a read or write. */
export function destroy(this: any, error: any, callback: (error?: any) => void): void {
  if (this[kBusy]) this.once(kIdle, (failure: any) => flushAndClose(this, error || failure, callback));
  else flushAndClose(this, error, callback);
}

function flushAndClose(stream: any, error: any, callback: (error?: any) => void): void {
  // 0 counts as "nothing to close", as in Node: standard input stays open.
  if (!stream.fd) return callback(error);
  if (!stream.flush) return closeFile(stream, error, callback);
  stream[kFs].fsync(stream.fd, (failure: any) => closeFile(stream, error || failure, callback));
}

function closeFile(stream: any, error: any, callback: (error?: any) => void): void {
  stream[kFs].close(stream.fd, (failure: any) => callback(failure || error));
  stream.fd = null;
}

/** Defines the accessors `autoClose` and `pending` on a stream class. */
export function defineAccessors(
  prototype: any,
  stateName: "_readableState" | "_writableState",
  className: string,
): void {
  const stateOf = (stream: any) => {
    if (stream?.[kFs] === undefined) throw new ERR_INVALID_THIS(className);
    return stream[stateName];
  };
  Object.defineProperty(prototype, "autoClose", {
    get(this: any) {
      return stateOf(this).autoDestroy;
    },
    set(this: any, value: boolean) {
      stateOf(this).autoDestroy = value;
    },
    configurable: false,
  });
  Object.defineProperty(prototype, "pending", {
    get(this: any) {
      return this.fd === null;
    },
    configurable: true,
  });
}
