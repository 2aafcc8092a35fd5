// Methods between text and bytes: `toString`, `write`, `utf8Slice`, `hexWrite` and their kin.
import * as native from "native:buffer";
import * as encodings from "internal:core/buffer/encodings";
import type { Encoding } from "internal:core/buffer/encodings";
import defer * as errors from "internal:core/errors";
import { isAnyArrayBuffer } from "internal:core/util/types";
import defer * as validators from "internal:core/validators";

type Bytes = Uint8Array;

/** `Buffer.byteLength(text, encoding)`: the bytes that text takes; the size of a buffer. */
export function byteLength(text: any, encodingName?: any): number {
  const length = native.usualByteLength(text, encodingName);
  return length === -1 ? byteLengthIn(text, encodingName) : length;
}

function byteLengthIn(text: any, encodingName: any): number {
  if (typeof text !== "string") {
    if (ArrayBuffer.isView(text) || isAnyArrayBuffer(text)) return (text as ArrayBuffer).byteLength;
    throw new errors.ERR_INVALID_ARG_TYPE("string", ["string", "Buffer", "ArrayBuffer"], text);
  }
  const encoding = encodingName ? (encodings.getEncoding(encodingName) ?? encodings.utf8) : encodings.utf8;
  return encoding.byteLength(text);
}

/** An index of `toString`: cut to an integer; negative ones and what is no number count as 0. */
function indexOf(value: any): number {
  return value <= 0 ? 0 : Math.trunc(value) || 0;
}

/** `toString` with a range of anything, in any encoding. */
function textOfRange(bytes: Bytes, encodingName: any, start: any, end: any): string {
  const length = bytes.length;
  let from = 0;
  let to = length;
  if (start !== undefined) {
    if (start >= length) return "";
    from = indexOf(start);
  }
  if (end !== undefined && !(end > length)) to = Math.trunc(end) || 0;
  if (to <= from) return "";
  const encoding = encodingName === undefined ? encodings.utf8 : encodings.getEncoding(`${encodingName}`);
  if (encoding === undefined) throw new errors.ERR_UNKNOWN_ENCODING(encodingName);
  checkBytes(bytes);
  return encoding.slice(bytes, from, to);
}

/** An error that has Node's code on a message of its own. */
function coded(error: Error, code: string): Error {
  return Object.assign(error, { code });
}

/** An index of the raw `…Slice` and `…Write` methods: what is no number counts as 0. */
function rawIndex(value: any, fallback: number, takesBigInt = false): number {
  if (value === undefined) return fallback;
  const number = takesBigInt ? Number(value) : +value;
  return Number.isNaN(number) ? 0 : Math.trunc(number);
}

function slice(bytes: Bytes, encoding: Encoding, start: any, end: any): string {
  checkBytes(bytes);
  const length = bytes.length;
  if (length === 0) return "";
  const from = rawIndex(start, 0);
  const last = rawIndex(end, length);
  const to = last < from ? from : last;
  if (from < 0 || last < 0 || to > length) {
    if (from > length && to === from && end === undefined) return "";
    throw coded(new RangeError("Index out of range"), "ERR_OUT_OF_RANGE");
  }
  return encoding.slice(bytes, from, to);
}

function checkBytes(bytes: unknown): void {
  if (!ArrayBuffer.isView(bytes)) throw coded(new TypeError("argument must be a buffer"), "ERR_INVALID_ARG_TYPE");
}

function checkText(text: unknown): void {
  if (typeof text !== "string") throw coded(new TypeError("argument must be a string"), "ERR_INVALID_ARG_TYPE");
}

function write(bytes: Bytes, encoding: Encoding, text: any, offset: any, length: any): number {
  checkText(text);
  // Node writes these in another way, which shows in what it makes of wrong numbers.
  const isNarrow = encoding === encodings.utf8 || encoding === encodings.latin1 || encoding === encodings.ascii;
  const from = rawIndex(offset, 0, isNarrow);
  if (from < 0 && !isNarrow) throw coded(new RangeError("Index out of range"), "ERR_OUT_OF_RANGE");
  if (from < 0 || from > bytes.length) throw new errors.ERR_BUFFER_OUT_OF_BOUNDS("offset");
  const room = bytes.length - from;
  const count = rawIndex(length, room, isNarrow);
  if (count < 0 && !isNarrow) throw coded(new RangeError("Index out of range"), "ERR_OUT_OF_RANGE");
  if (count < 0 || count > room) throw new errors.ERR_BUFFER_OUT_OF_BOUNDS("length");
  return encoding.write(text, bytes, from, count);
}

/** `write` with arguments of any kind. */
function writeChecked(bytes: Bytes, text: any, offset: any, length: any, encodingName: any): number {
  let from = 0;
  let count = bytes.length;
  if (offset === undefined) {
    encodingName = undefined;
  } else if (length === undefined && typeof offset === "string") {
    encodingName = offset;
  } else {
    validators.validateInteger(offset, "offset", 0, bytes.length);
    from = offset;
    const room = bytes.length - from;
    if (length === undefined) {
      count = room;
    } else if (typeof length === "string") {
      encodingName = length;
      count = room;
    } else {
      validators.validateInteger(length, "length", 0, bytes.length);
      count = length > room ? room : length;
    }
  }
  const encoding = encodingName ? encodings.getEncoding(`${encodingName}`) : encodings.utf8;
  if (encoding === undefined) throw new errors.ERR_UNKNOWN_ENCODING(encodingName);
  checkText(text);
  return encoding.write(text, bytes, from, count);
}

export const texts = {
  /** The text of a range, in UTF-8 by default. Ranges are clamped. */
  toString(this: Bytes, encodingName?: any, start?: any, end?: any): string {
    const text = native.usualToString(this, encodingName, start, end);
    return text === undefined ? textOfRange(this, encodingName, start, end) : text;
  },
  /** `write(text[, offset[, length]][, encoding])`. Returns the count of bytes written. */
  write(this: Bytes, text: any, offset?: any, length?: any, encodingName?: any): number {
    const written = native.usualWrite(this, text, offset, length, encodingName);
    return written === -1 ? writeChecked(this, text, offset, length, encodingName) : written;
  },
  asciiSlice(this: Bytes, start: any, end: any): string {
    return slice(this, encodings.ascii, start, end);
  },
  base64Slice(this: Bytes, start: any, end: any): string {
    return slice(this, encodings.base64, start, end);
  },
  base64urlSlice(this: Bytes, start: any, end: any): string {
    return slice(this, encodings.base64url, start, end);
  },
  latin1Slice(this: Bytes, start: any, end: any): string {
    return slice(this, encodings.latin1, start, end);
  },
  hexSlice(this: Bytes, start: any, end: any): string {
    return slice(this, encodings.hex, start, end);
  },
  ucs2Slice(this: Bytes, start: any, end: any): string {
    return slice(this, encodings.utf16le, start, end);
  },
  utf8Slice(this: Bytes, start: any, end: any): string {
    return slice(this, encodings.utf8, start, end);
  },
  asciiWrite(this: Bytes, text: any, offset: any, length: any): number {
    return write(this, encodings.ascii, text, offset, length);
  },
  base64Write(this: Bytes, text: any, offset: any, length: any): number {
    return write(this, encodings.base64, text, offset, length);
  },
  base64urlWrite(this: Bytes, text: any, offset: any, length: any): number {
    return write(this, encodings.base64url, text, offset, length);
  },
  latin1Write(this: Bytes, text: any, offset: any, length: any): number {
    return write(this, encodings.latin1, text, offset, length);
  },
  hexWrite(this: Bytes, text: any, offset: any, length: any): number {
    return write(this, encodings.hex, text, offset, length);
  },
  ucs2Write(this: Bytes, text: any, offset: any, length: any): number {
    return write(this, encodings.utf16le, text, offset, length);
  },
  utf8Write(this: Bytes, text: any, offset: any, length: any): number {
    return write(this, encodings.utf8, text, offset, length);
  },
};
