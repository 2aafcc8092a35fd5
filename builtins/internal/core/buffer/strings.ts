// Methods that convert between strings and bytes: `toString`, `write`, and the `…Slice` and `…Write` of each encoding.
import { safe } from "internal:core/bootstrap";
import * as native from "native:buffer";
import * as encodings from "internal:core/buffer/encodings";
import type { Encoding } from "internal:core/buffer/encodings";
import defer * as errors from "internal:core/errors";
import { isAnyArrayBuffer } from "internal:core/util/types";
import defer * as validators from "internal:core/validators";

type Bytes = Uint8Array;

/** `Buffer.byteLength(value, encoding)`: the count of bytes of an encoded string, or of a buffer. */
export function byteLength(value: unknown, encodingName?: unknown): number {
  const length = native.fastByteLength(value, encodingName);
  return length === -1 ? byteLengthIn(value, encodingName) : length;
}

function byteLengthIn(value: unknown, encodingName: unknown): number {
  if (typeof value !== "string") {
    if (safe.isView(value) || isAnyArrayBuffer(value)) return (value as ArrayBuffer).byteLength;
    throw new errors.ERR_INVALID_ARG_TYPE("string", ["string", "Buffer", "ArrayBuffer"], value);
  }
  const encoding = encodingName ? (encodings.getEncoding(encodingName as string) ?? encodings.utf8) : encodings.utf8;
  return encoding.byteLength(value);
}

/** An index of `toString`: truncated to an integer; negative values and NaN count as 0. */
function toIndex(value: unknown): number {
  return (value as number) <= 0 ? 0 : safe.trunc(value as number) || 0;
}

/** `toString` with unchecked arguments, in any encoding. */
function decodeRange(bytes: Bytes, encodingName: unknown, start: unknown, end: unknown): string {
  const length = bytes.length;
  let from = 0;
  let to = length;
  if (start !== undefined) {
    if ((start as number) >= length) return "";
    from = toIndex(start);
  }
  if (end !== undefined && !((end as number) > length)) to = safe.trunc(end as number) || 0;
  if (to <= from) return "";
  const encoding = encodingName === undefined ? encodings.utf8 : encodings.getEncoding(`${encodingName}`);
  if (encoding === undefined) throw new errors.ERR_UNKNOWN_ENCODING(encodingName);
  checkBytes(bytes);
  return encoding.slice(bytes, from, to);
}

/** Adds Node's code to an error whose message differs from that code's. */
function coded(error: Error, code: string): Error {
  return safe.assign(error, { code });
}

/** An index of the raw `…Slice` and `…Write` methods: NaN counts as 0. */
function rawIndex(value: unknown, fallback: number, acceptsBigInt = false): number {
  if (value === undefined) return fallback;
  const number = acceptsBigInt ? Number(value) : +(value as number);
  return Number.isNaN(number) ? 0 : safe.trunc(number);
}

function slice(bytes: Bytes, encoding: Encoding, start: unknown, end: unknown): string {
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
  if (!safe.isView(bytes)) throw coded(new TypeError("argument must be a buffer"), "ERR_INVALID_ARG_TYPE");
}

function checkString(value: unknown): asserts value is string {
  if (typeof value !== "string") throw coded(new TypeError("argument must be a string"), "ERR_INVALID_ARG_TYPE");
}

function write(bytes: Bytes, encoding: Encoding, string: unknown, offset: unknown, length: unknown): number {
  checkString(string);
  // Node writes these encodings in another way, which shows in how it treats invalid numbers.
  const isNarrow = encoding === encodings.utf8 || encoding === encodings.latin1 || encoding === encodings.ascii;
  const from = rawIndex(offset, 0, isNarrow);
  if (from < 0 && !isNarrow) throw coded(new RangeError("Index out of range"), "ERR_OUT_OF_RANGE");
  if (from < 0 || from > bytes.length) throw new errors.ERR_BUFFER_OUT_OF_BOUNDS("offset");
  const capacity = bytes.length - from;
  const count = rawIndex(length, capacity, isNarrow);
  if (count < 0 && !isNarrow) throw coded(new RangeError("Index out of range"), "ERR_OUT_OF_RANGE");
  if (count < 0 || count > capacity) throw new errors.ERR_BUFFER_OUT_OF_BOUNDS("length");
  return encoding.write(string, bytes, from, count);
}

/** `write` with unchecked arguments. */
function writeChecked(bytes: Bytes, string: unknown, offset: unknown, length: unknown, encodingName: unknown): number {
  let from = 0;
  let count = bytes.length;
  if (offset === undefined) {
    encodingName = undefined;
  } else if (length === undefined && typeof offset === "string") {
    encodingName = offset;
  } else {
    validators.validateInteger(offset, "offset", 0, bytes.length);
    from = offset;
    const capacity = bytes.length - from;
    if (length === undefined) {
      count = capacity;
    } else if (typeof length === "string") {
      encodingName = length;
      count = capacity;
    } else {
      validators.validateInteger(length, "length", 0, bytes.length);
      count = length > capacity ? capacity : length;
    }
  }
  const encoding = encodingName ? encodings.getEncoding(`${encodingName}`) : encodings.utf8;
  if (encoding === undefined) throw new errors.ERR_UNKNOWN_ENCODING(encodingName);
  checkString(string);
  return encoding.write(string, bytes, from, count);
}

export const stringMethods = {
  /** Decodes a range, as UTF-8 by default. Ranges are clamped. */
  toString(this: Bytes, encodingName?: unknown, start?: unknown, end?: unknown): string {
    const string: string | undefined = native.fastToString(this, encodingName, start, end);
    return string === undefined ? decodeRange(this, encodingName, start, end) : string;
  },
  /** `write(string[, offset[, length]][, encoding])`. Returns the count of bytes written. */
  write(this: Bytes, string: unknown, offset?: unknown, length?: unknown, encodingName?: unknown): number {
    const written = native.fastWrite(this, string, offset, length, encodingName);
    return written === -1 ? writeChecked(this, string, offset, length, encodingName) : written;
  },
  asciiSlice(this: Bytes, start: unknown, end: unknown): string {
    return slice(this, encodings.ascii, start, end);
  },
  base64Slice(this: Bytes, start: unknown, end: unknown): string {
    return slice(this, encodings.base64, start, end);
  },
  base64urlSlice(this: Bytes, start: unknown, end: unknown): string {
    return slice(this, encodings.base64url, start, end);
  },
  latin1Slice(this: Bytes, start: unknown, end: unknown): string {
    return slice(this, encodings.latin1, start, end);
  },
  hexSlice(this: Bytes, start: unknown, end: unknown): string {
    return slice(this, encodings.hex, start, end);
  },
  ucs2Slice(this: Bytes, start: unknown, end: unknown): string {
    return slice(this, encodings.utf16le, start, end);
  },
  utf8Slice(this: Bytes, start: unknown, end: unknown): string {
    return slice(this, encodings.utf8, start, end);
  },
  asciiWrite(this: Bytes, string: unknown, offset: unknown, length: unknown): number {
    return write(this, encodings.ascii, string, offset, length);
  },
  base64Write(this: Bytes, string: unknown, offset: unknown, length: unknown): number {
    return write(this, encodings.base64, string, offset, length);
  },
  base64urlWrite(this: Bytes, string: unknown, offset: unknown, length: unknown): number {
    return write(this, encodings.base64url, string, offset, length);
  },
  latin1Write(this: Bytes, string: unknown, offset: unknown, length: unknown): number {
    return write(this, encodings.latin1, string, offset, length);
  },
  hexWrite(this: Bytes, string: unknown, offset: unknown, length: unknown): number {
    return write(this, encodings.hex, string, offset, length);
  },
  ucs2Write(this: Bytes, string: unknown, offset: unknown, length: unknown): number {
    return write(this, encodings.utf16le, string, offset, length);
  },
  utf8Write(this: Bytes, string: unknown, offset: unknown, length: unknown): number {
    return write(this, encodings.utf8, string, offset, length);
  },
};
