// Random bytes and integers of node:crypto.
import { Buffer } from "internal:core/buffer";
import { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE } from "internal:core/errors";
import { callbackOf } from "internal:core/ops";
import { nextTick } from "internal:core/ticks";
import { validateFunction, validateNumber } from "internal:core/validators";
import { randomFill as fillNow, randomFillLater } from "native:crypto";

const SIZE_MAX = 2 ** 31 - 1;
const INTEGER_RANGE_MAX = 2 ** 48 - 1;

type Done = (error: Error | null, value?: unknown) => void;

function isAnyArrayBuffer(value: unknown): boolean {
  const tag = Object.prototype.toString.call(value);
  return tag === "[object ArrayBuffer]" || tag === "[object SharedArrayBuffer]";
}

function checkOffset(offset: unknown, elementBytes: number, length: number): number {
  validateNumber(offset, "offset");
  const bytes = offset * elementBytes;
  const max = Math.min(length, SIZE_MAX);
  if (Number.isNaN(bytes) || bytes > max || bytes < 0) throw new ERR_OUT_OF_RANGE("offset", `>= 0 && <= ${max}`, bytes);
  return bytes >>> 0;
}

function checkSize(size: unknown, elementBytes: number, offset: number, length: number): number {
  validateNumber(size, "size");
  const bytes = size * elementBytes;
  if (Number.isNaN(bytes) || bytes > SIZE_MAX || bytes < 0)
    throw new ERR_OUT_OF_RANGE("size", `>= 0 && <= ${SIZE_MAX}`, bytes);
  if (bytes + offset > length) throw new ERR_OUT_OF_RANGE("size + offset", `<= ${length}`, bytes + offset);
  return bytes >>> 0;
}

function bytesOf(view: ArrayBufferView | ArrayBuffer): Uint8Array {
  return ArrayBuffer.isView(view)
    ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    : new Uint8Array(view);
}

/** `size` random bytes; with a callback they are generated off the thread. Throws for a size outside 0…2³¹−1. */
export function randomBytes(size: unknown, callback?: Done): unknown {
  const bytes = checkSize(size, 1, 0, Infinity);
  if (callback !== undefined) validateFunction(callback, "callback");
  const buffer = Buffer.alloc(bytes);
  if (callback === undefined) {
    if (bytes > 0) fillNow(buffer);
    return buffer;
  }
  callbackOf(
    "RANDOMBYTESREQUEST",
    randomFillLater,
    (error) => callback(error, error === null ? buffer : undefined),
    buffer,
    0,
    bytes,
  );
}

/** Fills a view or buffer from `offset`, `size` elements, with random bytes and returns it. */
export function randomFillSync(buf: any, offset: unknown = 0, size?: unknown): unknown {
  if (!isAnyArrayBuffer(buf) && !ArrayBuffer.isView(buf))
    throw new ERR_INVALID_ARG_TYPE("buf", ["ArrayBuffer", "ArrayBufferView"], buf);
  const elementBytes = buf.BYTES_PER_ELEMENT ?? 1;
  const start = checkOffset(offset, elementBytes, buf.byteLength);
  const length = size === undefined ? buf.byteLength - start : checkSize(size, elementBytes, start, buf.byteLength);
  if (length > 0) fillNow(bytesOf(buf).subarray(start, start + length));
  return buf;
}

/** As `randomFillSync`, off the thread, with a callback. */
export function randomFill(buf: any, offset: unknown, size?: unknown, callback?: any): void {
  if (!isAnyArrayBuffer(buf) && !ArrayBuffer.isView(buf))
    throw new ERR_INVALID_ARG_TYPE("buf", ["ArrayBuffer", "ArrayBufferView"], buf);
  const elementBytes = buf.BYTES_PER_ELEMENT ?? 1;
  if (typeof offset === "function") {
    callback = offset;
    offset = 0;
    size = undefined;
  } else if (typeof size === "function") {
    callback = size;
    size = undefined;
  } else validateFunction(callback, "callback");
  const start = checkOffset(offset, elementBytes, buf.byteLength);
  const length = size === undefined ? buf.byteLength - start : checkSize(size, elementBytes, start, buf.byteLength);
  if (length === 0) return callback(null, buf);
  callbackOf(
    "RANDOMBYTESREQUEST",
    randomFillLater,
    (error) => callback(error, error === null ? buf : undefined),
    bytesOf(buf),
    start,
    start + length,
  );
}

const pool = new Uint8Array(6 * 1024);
let poolUsed = pool.length;

/** A uniform random integer under 2⁴⁸. */
function random48(): number {
  if (poolUsed === pool.length) {
    fillNow(pool);
    poolUsed = 0;
  }
  let value = 0;
  for (const end = poolUsed + 6; poolUsed < end; poolUsed++) {
    value = value * 256 + pool[poolUsed]!;
    // Used numbers are erased from the pool.
    pool[poolUsed] = 0;
  }
  return value;
}

/** `value % divisor` of integers under 2⁴⁸. The engine's own takes 45 ns; here the rounded quotient never reaches the next integer. */
function remainder(value: number, divisor: number): number {
  return value - Math.floor(value / divisor) * divisor;
}

/** A uniform random integer from `min` (default 0) up to but not including `max`; at most 2⁴⁸−1 apart. */
export function randomInt(min: any, max?: any, callback?: unknown): unknown {
  const hasNoMin = max === undefined || typeof max === "function";
  if (hasNoMin) {
    callback = max;
    max = min;
    min = 0;
  }
  if (callback !== undefined) validateFunction(callback, "callback");
  if (!Number.isSafeInteger(min)) throw new ERR_INVALID_ARG_TYPE("min", "a safe integer", min);
  if (!Number.isSafeInteger(max)) throw new ERR_INVALID_ARG_TYPE("max", "a safe integer", max);
  if (max <= min) throw new ERR_OUT_OF_RANGE("max", `greater than the value of "min" (${min})`, max);
  const range = max - min;
  if (range > INTEGER_RANGE_MAX) {
    throw new ERR_OUT_OF_RANGE(hasNoMin ? "max" : "max - min", `<= ${INTEGER_RANGE_MAX}`, hasNoMin ? max : range);
  }
  // Values above the last multiple of the range are rejected, which makes the others equally likely.
  const limit = INTEGER_RANGE_MAX - remainder(INTEGER_RANGE_MAX, range);
  let drawn = random48();
  while (drawn >= limit) drawn = random48();
  const value = remainder(drawn, range) + min;
  if (callback === undefined) return value;
  nextTick(callback, undefined, value);
}
