// Direct functions that move bytes: open, close, read, write, complete files. Names and directories are in `sync_tree.ts`.
import { safe } from "internal:core/bootstrap";
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
import { sharedRecord } from "internal:node/fs/stats";
import { kStringMaxLength } from "internal:core/buffer/limits";
import { home } from "internal:core/program";
import { validateBoolean, validateBuffer } from "internal:core/validators";
import { isTestThread, workerStart } from "internal:core/worker_state";
import { StatField } from "native:fs";
import * as native from "native:fs";
import defer * as descriptors from "internal:node/worker/descriptors";
import { flush, writeBytes } from "native:stdio";
import defer * as userBuffer from "internal:node/fs/read_into_buffer";
import defer * as errors from "internal:core/errors";
import defer * as adopting from "internal:core/buffer/adopt";
import defer * as fs from "internal:node/fs";

/** Node reads no larger files. */
const FILE_BYTES_MAX = 2 ** 31 - 1;
const STDOUT = 1;
const STDERR = 2;
const READ_DEFAULTS: Options = safe.freeze({ flag: "r" });
const WRITE_DEFAULTS: Options = safe.freeze({ encoding: "utf8", mode: 0o666, flag: "w", flush: false });
const APPEND_DEFAULTS: Options = safe.freeze({ encoding: "utf8", mode: 0o666, flag: "a" });

/** Opens a file and returns its descriptor. `flags` default to "r", `mode` to 0o666. Throws the system's errors. */
export function openSync(path: unknown, flags?: unknown, mode?: unknown): number {
  const fd = native.openSync(toPath(path), toFlags(flags), toMode(mode, "mode", 0o666));
  if (workerStart() !== null) descriptors.opened(fd);
  return fd;
}

/** Closes a descriptor. Throws EBADF when it is not open. */
export function closeSync(fd: unknown): void {
  const descriptor = toDescriptor(fd);
  native.closeSync(descriptor);
  if (workerStart() !== null) descriptors.closed(descriptor);
}

/** Reads into `buffer` and returns the number of bytes; 0 at the end of the file. */
export function readSync(
  fd: unknown,
  buffer: unknown,
  offsetOrOptions?: unknown,
  length?: unknown,
  position?: unknown,
): number {
  validateBuffer(buffer);
  let offset = offsetOrOptions as number | null | undefined;
  if (arguments.length <= 3 || typeof offsetOrOptions === "object") {
    ({ offset = 0, length = buffer.byteLength - offset!, position = null } = checkTransferOptions(offsetOrOptions));
  }
  const transfer = toRead(buffer, offset, length, position);
  if (transfer.length === 0) return 0;
  return native.readSync(toDescriptor(fd), transfer.buffer, transfer.offset, transfer.length, transfer.position);
}

/** Reads into several buffers, one after the other, and returns the number of bytes. */
export function readvSync(fd: unknown, views: unknown, position?: unknown): number {
  checkBuffers(views);
  const all = newGathered(views);
  const count = native.readSync(toDescriptor(fd), all, 0, all.byteLength, typeof position === "number" ? position : -1);
  scatter(all, count, views);
  return count;
}

/** Writes bytes or a string and returns how many bytes the system accepted. */
export function writeSync(
  fd: unknown,
  data: unknown,
  offsetOrOptions?: unknown,
  length?: unknown,
  position?: unknown,
): number {
  const transfer = isView(data)
    ? toBytesWrite(data, offsetOrOptions, length, position)
    : toTextWrite(data, offsetOrOptions, length);
  if (fd === STDOUT || fd === STDERR) {
    // What a test file writes belongs to its report: standard output may be a document of the run.
    if (isTestThread()) {
      const { buffer, offset, length: count } = transfer;
      const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset + offset, count);
      writeBytes(fd, bytes);
      return count;
    }
    // Output that the console has buffered is written first.
    flush();
  }
  return native.writeSync(toDescriptor(fd), transfer.buffer, transfer.offset, transfer.length, transfer.position);
}

/** Writes several buffers as one and returns the number of bytes. */
export function writevSync(fd: unknown, views: unknown, position?: unknown): number {
  checkBuffers(views);
  const descriptor = toDescriptor(fd);
  if (views.length === 0) return 0;
  const all = gather(views);
  return native.writeSync(descriptor, all, 0, all.byteLength, typeof position === "number" ? position : -1);
}

/** Flushes a file to the disk. */
export function fsyncSync(fd: unknown): void {
  native.fsyncSync(toDescriptor(fd));
}

/** Flushes a file's data to the disk. */
export function fdatasyncSync(fd: unknown): void {
  native.fdatasyncSync(toDescriptor(fd));
}

/** What `readFile` returns: a string with an encoding, otherwise a Buffer. */
export type FileContents = string | Uint8Array;

/** Reads a complete file. One native call for paths. */
export function readFileSync(path: unknown, options?: unknown): FileContents {
  const checked = getOptions(options, READ_DEFAULTS);
  if (checked.buffer !== undefined) return userBuffer.readIntoBufferSync(path, checked);
  const { encoding } = checked;
  if (isDescriptor(path)) {
    const descriptor = toDescriptor(path);
    checkSizeOf(descriptor);
    return decode(native.readAllSync(descriptor), encoding);
  }
  const flags = toFlags(checked.flag);
  if (isUtf8(encoding)) return checkedText(native.readFileTextSync(toPath(path), flags));
  return decode(native.readFileSync(toPath(path), flags), encoding);
}

/** Replaces (or with flag "a" extends) a file's contents. */
export function writeFileSync(path: unknown, data: unknown, options?: unknown): void {
  const checked = getOptions(options, WRITE_DEFAULTS);
  const flush = checked.flush ?? false;
  validateBoolean(flush, "options.flush");
  const mode = toMode(checked.mode, "mode", 0o666);
  const flag = checked.flag || "w";
  if (flush) return writeAndFlush(path, toContents(data, checked.encoding), flag, checked.mode);
  if (isDescriptor(path)) return native.writeAllSync(toDescriptor(path), toContents(data, checked.encoding));
  if (typeof data === "string" && isUtf8(checked.encoding))
    return native.writeFileTextSync(toPath(path), data, toFlags(flag), mode);
  const contents = toContents(data, checked.encoding);
  native.writeFileSync(toPath(path), contents, toFlags(flag), mode);
}

/** Adds to the end of a file, which is created if need be. */
export function appendFileSync(path: unknown, data: unknown, options?: unknown): void {
  writeFileSync(path, data, toAppendOptions(path, options));
}

/** The options of `appendFile`: those of `writeFile` with the flag "a" unless given. Writing to a descriptor always appends. */
export function toAppendOptions(path: unknown, options: unknown): Options {
  const checked = getOptions(options, APPEND_DEFAULTS);
  toMode(checked.mode, "mode", 0o666);
  const copy = copyOptions(checked);
  if (!copy.flag || isDescriptor(path)) copy.flag = "a";
  return copy;
}

// Through the public functions, which programs replace to observe or to fail a flush.
function writeAndFlush(path: unknown, contents: Uint8Array, flag: unknown, mode: unknown): void {
  const isOpen = isDescriptor(path);
  const fd = isOpen ? path : fs.default.openSync(path, flag, mode);
  try {
    native.writeAllSync(toDescriptor(fd), contents);
    fs.default.fsyncSync(fd);
  } finally {
    if (!isOpen) fs.default.closeSync(fd);
  }
}

/** Whether a `path` argument is a descriptor: any integer that fits 32 bits. */
export function isDescriptor(path: unknown): path is number {
  return typeof path === "number" && (path | 0) === path;
}

/** A Buffer over native bytes or, with an encoding, the string they encode. */
export function decode(bytes: Uint8Array, encoding: string | null | undefined): FileContents {
  checkFileSize(bytes.byteLength);
  const buffer = adopting.asBuffer(bytes);
  return encoding && encoding !== "buffer" ? buffer.toString(encoding) : buffer;
}

/** Throws for the size of a file that Node does not read. */
export function checkFileSize(bytes: number): void {
  if (bytes > FILE_BYTES_MAX && home() === "node") throw new errors.ERR_FS_FILE_TOO_LARGE(bytes);
}

/** As `checkFileSize`, for the size of an open file. */
export function checkSizeOf(fd: number): void {
  const record = sharedRecord(false);
  native.fstatSync(fd, record.bytes, false);
  checkFileSize((record.numbers as Float64Array)[StatField.SIZE]!);
}

/** The contents of a file as a string. Throws when it is longer than a string of V8 can be. */
export function checkedText(text: string): string {
  if (text.length > kStringMaxLength && home() === "node") throw new errors.ERR_STRING_TOO_LONG();
  return text;
}
