// Direct functions that move bytes: open, close, read, write, whole files. Names and directories are in `sync_tree.ts`.
import { checkBuffers, isView, toDescriptor } from "internal:node/fs/arguments";
import {
  checkTransferOptions,
  gather,
  newGathered,
  scatter,
  toBytesWrite,
  toContents,
  toRead,
  toTextWrite,
} from "internal:node/fs/io_arguments";
import { copyOptions, getOptions, isUtf8, toFlags, toMode, type Options } from "internal:node/fs/options";
import { toPath } from "internal:node/fs/path";
import { validateBoolean, validateBuffer } from "internal:core/validators";
import { workerStart } from "internal:core/worker_state";
import * as native from "native:fs";
import defer * as descriptors from "internal:node/worker/descriptors";
import { flush } from "native:stdio";
import defer * as userBuffer from "internal:node/fs/read_into_buffer";
import defer * as adopting from "internal:core/buffer/adopt";
import defer * as fs from "internal:node/fs";

const STDOUT = 1;
const STDERR = 2;
const NO_OPTIONS = Object.freeze({ flag: "r" });
const WRITE_DEFAULTS = Object.freeze({ encoding: "utf8", mode: 0o666, flag: "w", flush: false });
const APPEND_DEFAULTS = Object.freeze({ encoding: "utf8", mode: 0o666, flag: "a" });

/** Opens a file and returns its descriptor. `flags` default to "r", `mode` to 0o666. Throws the system's errors. */
export function openSync(path: any, flags?: any, mode?: any): number {
  const fd = native.openSync(toPath(path), toFlags(flags), toMode(mode, "mode", 0o666));
  if (workerStart() !== null && descriptors.isTracking) descriptors.opened(fd);
  return fd;
}

/** Closes a descriptor. Throws EBADF when it is not open. */
export function closeSync(fd: any): void {
  native.closeSync(toDescriptor(fd));
  if (workerStart() !== null && descriptors.isTracking) descriptors.closed(fd);
}

/** Reads into `buffer` and returns how many bytes came; 0 at the end of the file. */
export function readSync(fd: any, buffer: any, offsetOrOptions?: any, length?: any, position?: any): number {
  validateBuffer(buffer);
  let offset = offsetOrOptions;
  if (arguments.length <= 3 || typeof offsetOrOptions === "object") {
    ({ offset = 0, length = buffer.byteLength - offset, position = null } = checkTransferOptions(offsetOrOptions));
  }
  const transfer = toRead(buffer, offset, length, position);
  if (transfer.length === 0) return 0;
  return native.readSync(toDescriptor(fd), transfer.buffer, transfer.offset, transfer.length, transfer.position);
}

/** Reads into several buffers in turn and returns the number of bytes. */
export function readvSync(fd: any, views: any, position?: any): number {
  checkBuffers(views);
  const all = newGathered(views);
  const count = native.readSync(toDescriptor(fd), all, 0, all.byteLength, typeof position === "number" ? position : -1);
  scatter(all, count, views);
  return count;
}

/** Writes bytes or text and returns how many bytes the system took. */
export function writeSync(fd: any, data: any, offsetOrOptions?: any, length?: any, position?: any): number {
  const transfer = isView(data)
    ? toBytesWrite(data, offsetOrOptions, length, position)
    : toTextWrite(data, offsetOrOptions, length);
  // What the console has gathered for standard output comes first.
  if (fd === STDOUT || fd === STDERR) flush();
  return native.writeSync(toDescriptor(fd), transfer.buffer, transfer.offset, transfer.length, transfer.position);
}

/** Writes several buffers as one and returns the number of bytes. */
export function writevSync(fd: any, views: any, position?: any): number {
  checkBuffers(views);
  fd = toDescriptor(fd);
  if (views.length === 0) return 0;
  const all = gather(views);
  return native.writeSync(fd, all, 0, all.byteLength, typeof position === "number" ? position : -1);
}

/** Flushes a file to the disk. */
export function fsyncSync(fd: any): void {
  native.fsyncSync(toDescriptor(fd));
}

/** Flushes a file's data to the disk. */
export function fdatasyncSync(fd: any): void {
  native.fdatasyncSync(toDescriptor(fd));
}

/** Reads a whole file: a string if an encoding is given, else a Buffer. One native call for paths. */
export function readFileSync(path: any, options?: any): any {
  options = getOptions(options, NO_OPTIONS);
  if (options.buffer !== undefined) return userBuffer.readIntoBufferSync(path, options);
  const { encoding } = options;
  if (isDescriptor(path)) return decode(native.readAllSync(toDescriptor(path)), encoding);
  const flags = toFlags(options.flag);
  if (isUtf8(encoding)) return native.readFileTextSync(toPath(path), flags);
  return decode(native.readFileSync(toPath(path), flags), encoding);
}

/** Replaces (or with flag "a" extends) a file's contents. */
export function writeFileSync(path: any, data: any, options?: any): void {
  options = getOptions(options, WRITE_DEFAULTS);
  const flush = options.flush ?? false;
  validateBoolean(flush, "options.flush");
  const mode = toMode(options.mode, "mode", 0o666);
  const flag = options.flag || "w";
  if (flush) return writeAndFlush(path, toContents(data, options.encoding), flag, options.mode);
  if (isDescriptor(path)) return native.writeAllSync(toDescriptor(path), toContents(data, options.encoding));
  if (typeof data === "string" && isUtf8(options.encoding))
    return native.writeFileTextSync(toPath(path), data, toFlags(flag), mode);
  const contents = toContents(data, options.encoding);
  native.writeFileSync(toPath(path), contents, toFlags(flag), mode);
}

/** Adds to the end of a file, which is created if need be. */
export function appendFileSync(path: any, data: any, options?: any): void {
  writeFileSync(path, data, toAppendOptions(path, options));
}

/** The options of `appendFile`: those of `writeFile` with the flag "a" unless given. A descriptor is always appended to. */
export function toAppendOptions(path: any, options: any): Options {
  options = getOptions(options, APPEND_DEFAULTS);
  toMode(options.mode, "mode", 0o666);
  const copy = copyOptions(options);
  if (!copy.flag || isDescriptor(path)) copy.flag = "a";
  return copy;
}

// Through the public functions, which programs replace to observe or to fail a flush.
function writeAndFlush(path: any, contents: Uint8Array, flag: any, mode: any): void {
  const isUsers = isDescriptor(path);
  const fd = isUsers ? path : fs.default.openSync(path, flag, mode);
  try {
    native.writeAllSync(toDescriptor(fd), contents);
    fs.default.fsyncSync(fd);
  } finally {
    if (!isUsers) fs.default.closeSync(fd);
  }
}

/** Whether a `path` argument is a descriptor: any integer that fits 32 bits. */
export function isDescriptor(path: any): path is number {
  return typeof path === "number" && (path | 0) === path;
}

/** A Buffer over native bytes, or their text in `encoding`. */
export function decode(bytes: Uint8Array, encoding: any): any {
  const buffer = adopting.asBuffer(bytes);
  return encoding && encoding !== "buffer" ? buffer.toString(encoding) : buffer;
}
