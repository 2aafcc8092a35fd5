// The many argument shapes of read and write, brought to one: buffer, offset, length, position. Shared by the direct,
// the callback and the FileHandle functions.
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

/** How much `read` takes when it is given no buffer. */
const DEFAULT_READ_BYTES = 16384;

/** A zeroed Buffer for reads without one. */
export function newReadBuffer(): Uint8Array {
  return buffers.Buffer.alloc(DEFAULT_READ_BYTES);
}

/** Checks an options bag of read and write; null and undefined are empty. */
export function checkTransferOptions(options: any): any {
  if (options === undefined || options === null) return {};
  // Null is allowed, arrays and functions are not.
  validateObject(options, "options");
  return options;
}

/** Checks a read; a length of 0 reads nothing and is left to the caller. */
export function toRead(buffer: any, offset: any, length: any, position: any): Transfer {
  validateBuffer(buffer);
  offset = toOffset(offset);
  length |= 0;
  position = toReadPosition(position, length);
  if (length !== 0) {
    if (buffer.byteLength === 0) throw new ERR_INVALID_ARG_VALUE("buffer", buffer, "is empty and cannot be written");
    checkReadRange(offset, length, buffer.byteLength);
  }
  return { buffer: buffer as Uint8Array, offset, length, position };
}

/** Checks a write of bytes, with the range either as arguments or as one options object. */
export function toBytesWrite(buffer: Uint8Array, offset: any, length: any, position: any): Transfer {
  if (typeof offset === "object") ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset ?? {});
  offset = toOffset(offset);
  if (typeof length !== "number") length = buffer.byteLength - offset;
  checkWriteRange(offset, length, buffer.byteLength);
  return { buffer, offset, length, position: toWritePosition(position) };
}

/** Checks a write of text and encodes it. */
export function toTextWrite(text: any, position: any, encoding: any): Transfer {
  checkText(text, "buffer");
  validateEncoding(text, encoding);
  const buffer = encodeText(text, encoding);
  return { buffer, offset: 0, length: buffer.byteLength, position: toWritePosition(position) };
}

/** The bytes of `text`; without an encoding, and with one that does not exist, in UTF-8. */
export function encodeText(text: string, encoding: any): Uint8Array {
  return buffers.Buffer.from(text, buffers.Buffer.isEncoding(encoding) ? encoding : "utf8");
}

/** Throws ERR_INVALID_ARG_TYPE unless `value` is a string; views were dealt with before. */
export function checkText(value: unknown, name: string): void {
  if (typeof value !== "string")
    throw new ERR_INVALID_ARG_TYPE(name, ["string", "Buffer", "TypedArray", "DataView"], value);
}

/** The bytes of a file's new contents: a view as it is, a string in `encoding`. */
export function toContents(data: any, encoding: any): Uint8Array {
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

/** Makes the memory that a read into `views` goes through first. EINVAL, as of the system call, when there are none. */
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

/** All bytes of `views` in one array, so that a gathered write is one system call. */
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
    const part = all.subarray(offset, Math.min(count, offset + view.byteLength));
    bytesOf(view).set(part);
    offset += view.byteLength;
  }
}
