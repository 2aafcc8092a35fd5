// Whole files with promises: `readFile`, `writeFile`, `appendFile` by path and on a FileHandle.
import { isView } from "internal:node/fs/arguments";
import { closingAfter, FileHandle } from "internal:node/fs/file_handle";
import { bytesOf, encodeText, toContents } from "internal:node/fs/io_arguments";
import { checkAborted, getOptions, isUtf8, toFlags, toMode, type Options } from "internal:node/fs/options";
import { toPath } from "internal:node/fs/path";
import { checkBufferOption } from "internal:node/fs/read_into_buffer";
import { decode } from "internal:node/fs/sync_io";
import { uvException } from "internal:core/errors";
import { validateAbortSignal, validateBoolean } from "internal:core/validators";
import * as native from "native:fs";
import defer * as userBuffer from "internal:node/fs/read_into_buffer";

const READ_DEFAULTS = Object.freeze({ flag: "r" });
const WRITE_DEFAULTS = Object.freeze({ encoding: "utf8", mode: 0o666, flag: "w", flush: false });
const APPEND_DEFAULTS = Object.freeze({ encoding: "utf8", mode: 0o666, flag: "a" });

// Reads and writes with a signal go in pieces, so that an abort is noticed between them.
const CHUNK_BYTES = 512 * 1024;

/** Opens a file. */
export async function open(path: any, flags?: any, mode?: any): Promise<FileHandle> {
  const target = toPath(path);
  const flagBits = toFlags(flags);
  return new FileHandle(await native.open(target, flagBits, toMode(mode, "mode", 0o666)));
}

/** Reads a whole file: a string if an encoding is given, else a Buffer. */
export async function readFile(path: any, options?: any): Promise<any> {
  options = getOptions(options, READ_DEFAULTS);
  checkBufferOption(options);
  if (FileHandle.isFileHandle(path)) return path.readFile(options);
  const { encoding, signal } = options;
  checkAborted(signal);
  const flags = toFlags(options.flag || "r");
  if (options.buffer !== undefined) return userBuffer.readIntoBuffer(path, options);
  const target = toPath(path);
  const value = isUtf8(encoding)
    ? await native.readFileText(target, flags).catch((error) => refuse(error, target))
    : decode(await native.readFile(target, flags).catch((error) => refuse(error, target)), encoding);
  // An abort during the read still wins.
  checkAborted(signal);
  return value;
}

/** Throws again, with the path: Node names the file also when it opened and only reading fails. */
function refuse(error: any, path: string): never {
  throw error?.syscall === "read" && error.path === undefined
    ? uvException({ errno: error.errno, syscall: "read", path })
    : error;
}

/** Reads from a handle's position to the end. */
export async function readFromHandle(handle: FileHandle, options?: any): Promise<any> {
  options = getOptions(options, READ_DEFAULTS);
  checkBufferOption(options);
  const { encoding, signal } = options as Options;
  checkAborted(signal);
  if (options.buffer !== undefined) return userBuffer.readIntoBuffer(handle.fd, options);
  if (signal === undefined) return decode(await native.readAll(handle.fd), encoding);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const count = await native.read(handle.fd, chunk, 0, CHUNK_BYTES, -1);
    checkAborted(signal);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    size += count;
  }
  const all = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return decode(all, encoding);
}

/** Replaces a file's contents with text, bytes, or the pieces of an iterable, async iterable or stream. */
export async function writeFile(path: any, data: any, options?: any): Promise<void> {
  options = getOptions(options, WRITE_DEFAULTS);
  const flush = options.flush ?? false;
  validateBoolean(flush, "options.flush");
  const mode = toMode(options.mode, "mode", 0o666);
  const isPieces = isIterable(data);
  const contents = isPieces ? data : toContents(data, options.encoding);
  validateAbortSignal(options.signal, "signal");
  if (FileHandle.isFileHandle(path)) return writeAllTo(path, contents, options);
  checkAborted(options.signal);
  const flag = options.flag || "w";
  if (!flush && !isPieces && (options.signal === undefined || contents.byteLength <= CHUNK_BYTES)) {
    await native.writeFile(toPath(path), contents, toFlags(flag, "options.flag"), mode);
    checkAborted(options.signal);
    return;
  }
  const handle = await open(path, flag, options.mode);
  const writing = writeAllTo(handle, contents, options);
  await closingAfter(handle, flush ? writing.then(() => handle.sync()) : writing);
}

/** Writes all of `data` at a handle's position. */
export async function writeToHandle(handle: FileHandle, data: any, options?: any): Promise<void> {
  await writeFile(handle, data, options);
}

/** Adds to the end of a file, which is created if need be. */
export async function appendFile(path: any, data: any, options?: any): Promise<void> {
  options = getOptions(options, APPEND_DEFAULTS);
  await writeFile(path, data, { ...options, flag: options.flag || "a" });
}

function isIterable(data: any): boolean {
  return (
    data !== null &&
    typeof data === "object" &&
    !isView(data) &&
    (typeof data[Symbol.asyncIterator] === "function" || typeof data[Symbol.iterator] === "function")
  );
}

async function writeAllTo(handle: FileHandle, contents: any, options: Options): Promise<void> {
  const { signal, encoding } = options;
  checkAborted(signal);
  if (!isIterable(contents)) return writeChunks(handle, contents, signal);
  for await (const piece of contents) {
    checkAborted(signal);
    await writeChunks(handle, isView(piece) ? bytesOf(piece) : encodeText(piece, encoding), signal);
  }
}

async function writeChunks(handle: FileHandle, bytes: Uint8Array, signal: any): Promise<void> {
  for (let offset = 0; offset < bytes.byteLength;) {
    const length = Math.min(CHUNK_BYTES, bytes.byteLength - offset);
    const { bytesWritten } = await handle.write(bytes, offset, length);
    offset += bytesWritten;
    checkAborted(signal);
  }
}
