// `indexOf`, `lastIndexOf`, `includes`: search a byte, a string in an encoding, or bytes, from an offset in either direction.
import { safe } from "internal:core/bootstrap";
import { getEncoding, utf16le, utf8, type Encoding } from "internal:core/buffer/encodings";
import defer * as errors from "internal:core/errors";
import { isUint8Array } from "internal:core/util/types";
import defer * as validators from "internal:core/validators";
import * as native from "native:buffer";

const indexOfByte = Uint8Array.prototype.indexOf;
const lastIndexOfByte = Uint8Array.prototype.lastIndexOf;

// Functions, not methods: Node's can be called with `new`, which then fails in the check of the buffer.
export const searchMethods = {
  /** The first index of `value` at or after `byteOffset`; -1 for none. */
  indexOf: function indexOf(this: Uint8Array, value: unknown, byteOffset?: unknown, encoding?: unknown): number {
    return search(this, value, byteOffset, encoding, true);
  },
  /** The last index of `value` at or before `byteOffset`; -1 for none. */
  lastIndexOf: function lastIndexOf(
    this: Uint8Array,
    value: unknown,
    byteOffset?: unknown,
    encoding?: unknown,
  ): number {
    return search(this, value, byteOffset, encoding, false);
  },
  /** Whether `value` is there at or after `byteOffset`. */
  includes: function includes(this: Uint8Array, value: unknown, byteOffset?: unknown, encoding?: unknown): boolean {
    return search(this, value, byteOffset, encoding, true) !== -1;
  },
};

function search(
  buffer: Uint8Array,
  value: unknown,
  byteOffset: unknown,
  encodingName: unknown,
  forward: boolean,
): number {
  validators.validateBuffer(buffer);
  if (typeof byteOffset === "string") {
    encodingName = byteOffset;
    byteOffset = undefined;
  } else if ((byteOffset as number) > 0x7fffffff) {
    byteOffset = 0x7fffffff;
  } else if ((byteOffset as number) < -0x80000000) {
    byteOffset = -0x80000000;
  }
  let offset = +(byteOffset as number);
  if (Number.isNaN(offset)) offset = forward ? 0 : buffer.length || buffer.byteLength;
  offset = safe.trunc(offset);

  if (typeof value === "number") return searchByte(buffer, value & 255, offset, forward);
  let encoding: Encoding | undefined = utf8;
  // Node ignores a number here.
  if (encodingName !== undefined && typeof encodingName !== "number") encoding = getEncoding(`${encodingName}`);
  if (typeof value === "string") {
    if (encoding === undefined) throw new errors.ERR_UNKNOWN_ENCODING(encodingName);
    return searchBytes(buffer, stringBytes(value, encoding), offset, forward, encoding.step);
  }
  if (isUint8Array(value)) return searchBytes(buffer, value, offset, forward, encoding === utf16le ? 2 : 1);
  throw new errors.ERR_INVALID_ARG_TYPE("value", ["number", "string", "Buffer", "Uint8Array"], value);
}

function stringBytes(string: string, encoding: Encoding): Uint8Array {
  const bytes = new Uint8Array(encoding.byteLength(string));
  const written = encoding.write(string, bytes, 0, bytes.length);
  return written === bytes.length ? bytes : bytes.subarray(0, written);
}

/** The index where a search begins; -1 when nothing can match. An empty needle matches at the clamped offset. */
function startIndex(length: number, offset: number, needleLength: number, forward: boolean): number {
  if (offset < 0) {
    if (offset + length >= 0) return length + offset;
    return forward || needleLength === 0 ? 0 : -1;
  }
  if (offset + needleLength <= length) return offset;
  if (needleLength === 0) return length;
  return forward ? -1 : length - 1;
}

function searchByte(buffer: Uint8Array, byte: number, offset: number, forward: boolean): number {
  const start = startIndex(buffer.length, offset, 1, forward);
  if (start === -1 || buffer.length === 0) return -1;
  return forward ? indexOfByte.call(buffer, byte, start) : lastIndexOfByte.call(buffer, byte, start);
}

function searchBytes(buffer: Uint8Array, needle: Uint8Array, offset: number, forward: boolean, step: number): number {
  const length = buffer.length;
  const start = startIndex(length, offset, needle.length, forward);
  if (needle.length === 0) return start;
  if (start === -1 || length === 0 || needle.length > length || (forward && start + needle.length > length)) return -1;
  if (step === 1) {
    if (needle.length === 1) return searchByte(buffer, needle[0]!, start, forward);
    return forward ? native.indexOfBytes(buffer, needle, start, 1) : native.lastIndexOfBytes(buffer, needle, start, 1);
  }
  if (length < 2 || needle.length < 2) return -1;
  const units = needle.length % 2 === 0 ? needle : needle.subarray(0, needle.length - 1);
  const aligned = start - (start % 2);
  return forward ? native.indexOfBytes(buffer, units, aligned, 2) : native.lastIndexOfBytes(buffer, units, aligned, 2);
}
