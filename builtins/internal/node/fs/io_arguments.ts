// Reduces the argument forms of read and write to one: buffer, offset, length, position. Shared by the direct,
// the callback and the FileHandle functions.
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, uvException } from "internal:core/errors";
import {
  checkReadRange,
  checkWriteRange,
  isView,
  toOffset,
  toReadPosition,
  toWritePosition,
} from "internal:node/fs/arguments";
import { validateBuffer, validateEncoding, validateObject } from "internal:core/validators";
import defer * as buffers from "internal:node/buffer";

/** One read or write, ready for the native function. */
export interface Transfer {
  buffer: Uint8Array;
  offset: number;
  length: number;
  /** In bytes; -1 is the file's own position. */
  position: number;
}

const EINVAL = 22;

/** How much `read` reads when it is called without a buffer. */
const DEFAULT_READ_BYTES = 16384;

/** A zeroed Buffer for a read that is called without one. */
export function newReadBuffer(): Uint8Array {
  return buffers.Buffer.alloc(DEFAULT_READ_BYTES);
}

/** The members of an options object of read and write, unchecked; `offset` is used in arithmetic before its check. */
export interface TransferOptions {
  buffer?: unknown;
  offset?: number | null;
  length?: unknown;
  position?: unknown;
}

/** Checks an options object of read and write; null and undefined are empty. */
export function checkTransferOptions(options: unknown): TransferOptions {
  if (options === undefined || options === null) return {};
  // Null is allowed, arrays and functions are not.
  validateObject(options, "options");
  return options;
}

/** Checks a read; a length of 0 reads nothing and is left to the caller. */
export function toRead(buffer: unknown, offset: unknown, length: unknown, position: unknown): Transfer {
  validateBuffer(buffer);
  const start = toOffset(offset);
  const size = (length as number) | 0;
  const filePosition = toReadPosition(position, size);
  if (size !== 0) {
    if (buffer.byteLength === 0) throw new ERR_INVALID_ARG_VALUE("buffer", buffer, "is empty and cannot be written");
    checkReadRange(start, size, buffer.byteLength);
  }
  return { buffer: buffer as Uint8Array, offset: start, length: size, position: filePosition };
}

/** Checks a write of bytes, with the range either as arguments or as one options object. */
export function toBytesWrite(buffer: Uint8Array, offset: unknown, length: unknown, position: unknown): Transfer {
  if (typeof offset === "object")
    ({
      offset = 0,
      length = buffer.byteLength - (offset as unknown as number),
      position = null,
    } = (offset ?? {}) as TransferOptions);
  const start = toOffset(offset);
  const size = typeof length === "number" ? length : buffer.byteLength - start;
  checkWriteRange(start, size, buffer.byteLength);
  return { buffer, offset: start, length: size, position: toWritePosition(position) };
}

/** Checks a write of a string and encodes it. */
export function toTextWrite(text: unknown, position: unknown, encoding: unknown): Transfer {
  checkText(text, "buffer");
  validateEncoding(text, encoding);
  const buffer = encodeText(text, encoding);
  return { buffer, offset: 0, length: buffer.byteLength, position: toWritePosition(position) };
}

/** The bytes of `text`; UTF-8 without an encoding and for an unknown one. */
export function encodeText(text: string, encoding: unknown): Uint8Array {
  return buffers.Buffer.from(text, buffers.Buffer.isEncoding(encoding) ? encoding : "utf8");
}

/** Throws ERR_INVALID_ARG_TYPE unless `value` is a string. The caller has handled views. */
export function checkText(value: unknown, name: string): asserts value is string {
  if (typeof value !== "string")
    throw new ERR_INVALID_ARG_TYPE(name, ["string", "Buffer", "TypedArray", "DataView"], value);
}

/** The bytes of a file's new contents: a view as it is, a string in `encoding`. */
export function toContents(data: unknown, encoding: unknown): Uint8Array {
  if (isView(data)) return bytesOf(data);
  checkText(data, "data");
  return encodeText(data, encoding);
}

/** The bytes that a view covers, as a Uint8Array over the same memory. */
export function bytesOf(view: ArrayBufferView): Uint8Array {
  return view instanceof Uint8Array
    ? view
    : new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
}

/** Makes the memory that a read into `views` fills first. Throws EINVAL, as the system call does, when `views` is empty. */
export function newGathered(views: readonly ArrayBufferView[]): Uint8Array {
  if (views.length === 0) throw uvException({ errno: -EINVAL, syscall: "read" });
  return new Uint8Array(totalBytes(views));
}

/** The sum of the views' sizes, in bytes. */
function totalBytes(views: readonly ArrayBufferView[]): number {
  let total = 0;
  for (const view of views) total += view.byteLength;
  return total;
}

/** All bytes of `views` in one array, so that writing several buffers is one system call. */
export function gather(views: readonly ArrayBufferView[]): Uint8Array {
  if (views.length === 1) return bytesOf(views[0] as ArrayBufferView);
  const all = new Uint8Array(totalBytes(views));
  let offset = 0;
  for (const view of views) {
    all.set(bytesOf(view), offset);
    offset += view.byteLength;
  }
  return all;
}

/** Spreads the first `count` bytes of `all` over `views`, in order. */
export function scatter(all: Uint8Array, count: number, views: readonly ArrayBufferView[]): void {
  let offset = 0;
  for (const view of views) {
    if (offset >= count) return;
    const part = all.subarray(offset, safe.min(count, offset + view.byteLength));
    bytesOf(view).set(part);
    offset += view.byteLength;
  }
}
