// Compares and copies bytes, and swaps them in place.
import { safe } from "internal:core/bootstrap";
import { kMaxLength } from "internal:core/buffer/limits";
import defer * as errors from "internal:core/errors";
import { isUint8Array } from "internal:core/util/types";
import defer * as validators from "internal:core/validators";
import * as native from "native:buffer";

type Bytes = Uint8Array;
const BYTES = ["Buffer", "Uint8Array"];
/** Up to this length a loop is faster than a native call. */
const SHORT_BYTES = 64;
/** The result of `compareArrays` for other values than arrays of bytes. */
const NOT_ARRAYS = 2;

/** `Buffer.compare(a, b)`: -1, 0 or 1. */
export function compare(left: unknown, right: unknown): number {
  const order = native.compareArrays(left, right);
  if (order !== NOT_ARRAYS) return order;
  if (!isUint8Array(left)) throw new errors.ERR_INVALID_ARG_TYPE("buf1", BYTES, left);
  if (!isUint8Array(right)) throw new errors.ERR_INVALID_ARG_TYPE("buf2", BYTES, right);
  return left === right ? 0 : compareRanges(left, 0, left.length, right, 0, right.length);
}

function compareRanges(
  left: Bytes,
  leftStart: number,
  leftEnd: number,
  right: Bytes,
  rightStart: number,
  rightEnd: number,
): number {
  const leftLength = leftEnd - leftStart;
  const rightLength = rightEnd - rightStart;
  const length = leftLength < rightLength ? leftLength : rightLength;
  if (length > SHORT_BYTES) return native.compareBytes(left, leftStart, leftEnd, right, rightStart, rightEnd);
  for (let index = 0; index < length; index++) {
    const difference = left[leftStart + index]! - right[rightStart + index]!;
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return leftLength === rightLength ? 0 : leftLength < rightLength ? -1 : 1;
}

function limit(value: unknown, name: string, fallback: number, max: number): number {
  if (value === undefined) return fallback;
  validators.validateInteger(value, name, 0, max);
  return value;
}

/** An offset as `copy` reads it: truncated to an integer, 0 for a value that is not a finite number. */
function toInteger(value: unknown): number {
  const number = safe.trunc(+(value as number));
  return Number.isFinite(number) ? number : 0;
}

function swap(bytes: Bytes, size: number): Bytes {
  const length = bytes.length;
  if (length % size !== 0) throw new errors.ERR_INVALID_BUFFER_SIZE(`${size * 8}-bits`);
  if (native.swapBytes(bytes, size)) return bytes;
  for (let start = 0; start < length; start += size) {
    for (let low = start, high = start + size - 1; low < high; low++, high--) {
      const byte = bytes[low]!;
      bytes[low] = bytes[high]!;
      bytes[high] = byte;
    }
  }
  return bytes;
}

export const compareMethods = {
  /** Whether both hold the same bytes. */
  equals(this: Bytes, other: unknown): boolean {
    const isEqual = native.equalArrays(this, other);
    if (isEqual !== -1) return isEqual === 1;
    if (!isUint8Array(other)) throw new errors.ERR_INVALID_ARG_TYPE("otherBuffer", BYTES, other);
    if (this === other) return true;
    return (
      this.byteLength === other.byteLength && compareRanges(this, 0, this.byteLength, other, 0, other.byteLength) === 0
    );
  },
  /** Orders a range of this buffer and a range of `target`: -1, 0 or 1. */
  compare(
    this: Bytes,
    target: unknown,
    targetStart?: unknown,
    targetEnd?: unknown,
    sourceStart?: unknown,
    sourceEnd?: unknown,
  ): number {
    if (!isUint8Array(target)) throw new errors.ERR_INVALID_ARG_TYPE("target", BYTES, target);
    const targetFrom = limit(targetStart, "targetStart", 0, kMaxLength);
    const targetTo = limit(targetEnd, "targetEnd", target.length, target.length);
    const sourceFrom = limit(sourceStart, "sourceStart", 0, kMaxLength);
    const sourceTo = limit(sourceEnd, "sourceEnd", this.length, this.length);
    if (sourceFrom >= sourceTo) return targetFrom >= targetTo ? 0 : -1;
    if (targetFrom >= targetTo) return 1;
    return compareRanges(this, sourceFrom, sourceTo, target, targetFrom, targetTo);
  },
  /** Copies a range into `target`, as much as fits. Returns the count of bytes copied. */
  copy(this: Bytes, target: unknown, targetStart?: unknown, sourceStart?: unknown, sourceEnd?: unknown): number {
    if (!safe.isView(this)) throw new errors.ERR_INVALID_ARG_TYPE("source", BYTES, this);
    if (!safe.isView(target)) throw new errors.ERR_INVALID_ARG_TYPE("target", BYTES, target);
    const to = toInteger(targetStart);
    if (to < 0) throw new errors.ERR_OUT_OF_RANGE("targetStart", ">= 0", targetStart);
    const from = toInteger(sourceStart);
    const length = this.byteLength;
    if (from < 0 || from > length)
      throw new errors.ERR_OUT_OF_RANGE("sourceStart", `>= 0 && <= ${length}`, sourceStart);
    const end = sourceEnd === undefined ? length : toInteger(sourceEnd);
    if (end < 0) throw new errors.ERR_OUT_OF_RANGE("sourceEnd", ">= 0", sourceEnd);
    if (to >= target.byteLength || from >= end) return 0;
    return copyBytes(this, target, to, from, safe.min(end, length));
  },
  swap16(this: Bytes): Bytes {
    return swap(this, 2);
  },
  swap32(this: Bytes): Bytes {
    return swap(this, 4);
  },
  swap64(this: Bytes): Bytes {
    return swap(this, 8);
  },
};

function asBytes(view: ArrayBufferView): Bytes {
  return isUint8Array(view) ? view : new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
}

function copyBytes(source: Bytes, target: ArrayBufferView, to: number, from: number, end: number): number {
  const count = safe.min(end - from, target.byteLength - to);
  if (!native.copyBytes(source, from, target, to, count))
    asBytes(target).set(asBytes(source).subarray(from, from + count), to);
  return count;
}
