// Complete files with promises: `readFile`, `writeFile`, `appendFile` by path and on a FileHandle.
import { safe } from "internal:core/bootstrap";
import { isView, type SystemError } from "internal:node/fs/arguments";
import { closingAfter, FileHandle } from "internal:node/fs/file_handle";
import { bytesOf, encodeText, toContents } from "internal:node/fs/io_arguments";
import { checkAborted, getOptions, isUtf8, toFlags, toMode, type Options } from "internal:node/fs/options";
import { toPath } from "internal:node/fs/path";
import { checkBufferOption } from "internal:node/fs/read_into_buffer";
import { checkedText, checkSizeOf, decode, type FileContents } from "internal:node/fs/sync_io";
import { uvException } from "internal:core/errors";
import { openingPlace, setOpenedAt } from "internal:core/opened_files";
import { validateAbortSignal, validateBoolean } from "internal:core/validators";
import type { AbortSignal } from "web:abort";
import * as native from "native:fs";
import defer * as userBuffer from "internal:node/fs/read_into_buffer";

const READ_DEFAULTS: Options = safe.freeze({ flag: "r" });
const WRITE_DEFAULTS: Options = safe.freeze({ encoding: "utf8", mode: 0o666, flag: "w", flush: false });
const APPEND_DEFAULTS: Options = safe.freeze({ encoding: "utf8", mode: 0o666, flag: "a" });

// Reads and writes with a signal are split into chunks: the signal is checked between them.
const CHUNK_BYTES = 512 * 1024;

/** Opens a file. */
export async function open(path: unknown, flags?: unknown, mode?: unknown): Promise<FileHandle> {
  const target = toPath(path);
  const flagBits = toFlags(flags);
  const place = openingPlace();
  const handle = new FileHandle(await native.open(target, flagBits, toMode(mode, "mode", 0o666)));
  if (place !== undefined) setOpenedAt(handle, place);
  return handle;
}

/** Reads a complete file: a string with an encoding, otherwise a Buffer. */
export async function readFile(path: unknown, options?: unknown): Promise<FileContents> {
  const checked = getOptions(options, READ_DEFAULTS);
  checkBufferOption(checked);
  if (FileHandle.isFileHandle(path)) return path.readFile(checked);
  const { encoding, signal } = checked;
  checkAborted(signal);
  const flags = toFlags(checked.flag || "r");
  if (checked.buffer !== undefined) return userBuffer.readIntoBuffer(path, checked);
  const target = toPath(path);
  const value = isUtf8(encoding)
    ? checkedText(await native.readFileText(target, flags).catch((error) => rethrowWithPath(error, target)))
    : decode(await native.readFile(target, flags).catch((error) => rethrowWithPath(error, target)), encoding);
  // An abort during the read still wins.
  checkAborted(signal);
  return value;
}

/** Throws again, with the path: Node names the file also when only reading fails. */
function rethrowWithPath(error: SystemError, path: string): never {
  throw error?.syscall === "read" && error.path === undefined
    ? uvException({ errno: error.errno, syscall: "read", path })
    : error;
}

/** Reads from a handle's position to the end. */
export async function readFromHandle(handle: FileHandle, options?: unknown): Promise<FileContents> {
  const checked = getOptions(options, READ_DEFAULTS);
  checkBufferOption(checked);
  const { encoding, signal } = checked;
  checkAborted(signal);
  if (checked.buffer !== undefined) return userBuffer.readIntoBuffer(handle.fd, checked);
  checkSizeOf(handle.fd);
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

/** Replaces a file's contents with a string, bytes, or the chunks of an iterable, async iterable or stream. */
export async function writeFile(path: unknown, data: unknown, options?: unknown): Promise<void> {
  const checked = getOptions(options, WRITE_DEFAULTS);
  const flush = checked.flush ?? false;
  validateBoolean(flush, "options.flush");
  const mode = toMode(checked.mode, "mode", 0o666);
  const isChunked = isIterable(data);
  const contents = isChunked ? data : toContents(data, checked.encoding);
  validateAbortSignal(checked.signal, "signal");
  if (FileHandle.isFileHandle(path)) return writeAllTo(path, contents, checked);
  checkAborted(checked.signal);
  const flag = checked.flag || "w";
  const bytes = contents as Uint8Array;
  if (!flush && !isChunked && (checked.signal === undefined || bytes.byteLength <= CHUNK_BYTES)) {
    await native.writeFile(toPath(path), bytes, toFlags(flag, "options.flag"), mode);
    checkAborted(checked.signal);
    return;
  }
  const handle = await open(path, flag, checked.mode);
  const writing = writeAllTo(handle, contents, checked);
  await closingAfter(handle, flush ? writing.then(() => handle.sync()) : writing);
}

/** Writes all of `data` at a handle's position. */
export async function writeToHandle(handle: FileHandle, data: unknown, options?: unknown): Promise<void> {
  await writeFile(handle, data, options);
}

/** Adds to the end of a file, which is created if need be. */
export async function appendFile(path: unknown, data: unknown, options?: unknown): Promise<void> {
  const checked = getOptions(options, APPEND_DEFAULTS);
  await writeFile(path, data, { ...checked, flag: checked.flag || "a" });
}

type Chunks = AsyncIterable<string | ArrayBufferView> | Iterable<string | ArrayBufferView>;
type MaybeIterable = Partial<AsyncIterable<unknown> & Iterable<unknown>>;

function isIterable(data: unknown): data is Chunks {
  return (
    data !== null &&
    typeof data === "object" &&
    !isView(data) &&
    (typeof (data as MaybeIterable)[Symbol.asyncIterator] === "function" ||
      typeof (data as MaybeIterable)[Symbol.iterator] === "function")
  );
}

async function writeAllTo(handle: FileHandle, contents: Chunks | Uint8Array, options: Options): Promise<void> {
  const { signal, encoding } = options;
  checkAborted(signal);
  if (!isIterable(contents)) return writeChunks(handle, contents, signal);
  for await (const chunk of contents) {
    checkAborted(signal);
    await writeChunks(handle, isView(chunk) ? bytesOf(chunk) : encodeText(chunk as string, encoding), signal);
  }
}

async function writeChunks(handle: FileHandle, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
  for (let offset = 0; offset < bytes.byteLength;) {
    const length = safe.min(CHUNK_BYTES, bytes.byteLength - offset);
    const { bytesWritten } = await handle.write(bytes, offset, length);
    offset += bytesWritten;
    checkAborted(signal);
  }
}
