// Makes buffers: `Buffer.from` with all that it accepts, `alloc…`, `copyBytesFrom`, `of`, `concat`.
import { safe } from "internal:core/bootstrap";
import { Buffer, FastBuffer } from "internal:core/buffer/class";
import { fill } from "internal:core/buffer/fill";
import { getEncoding, utf8, type Encoding } from "internal:core/buffer/encodings";
import { kMaxLength } from "internal:core/buffer/limits";
import * as pool from "internal:core/buffer/pool";
import defer * as errors from "internal:core/errors";
import { isAnyArrayBuffer, isTypedArray, isUint8Array } from "internal:core/util/types";
import defer * as validators from "internal:core/validators";
import * as native from "native:buffer";

const lengthOf: (this: unknown) => number = safe.getOwnPropertyDescriptor(
  safe.getPrototypeOf(Uint8Array.prototype),
  "length",
)!.get as never;
const { valueOf } = Object.prototype;
const subarrayOf = Uint8Array.prototype.subarray;

/**
 * A buffer with the bytes of `value`: a string in an encoding, an ArrayBuffer (shared, not copied), an array of bytes, an
 * array-like object, the JSON form of a buffer, or an object whose `valueOf` or `Symbol.toPrimitive` returns one of these.
 */
export function from(value: unknown, encodingOrOffset?: unknown, length?: unknown): FastBuffer {
  if (typeof value === "string") return fromString(value, encodingOrOffset);
  if (typeof value === "object" && value !== null) {
    // The usual arrays need no native call to be recognized.
    if (safe.isArray(value) && value.valueOf === valueOf) return fromArrayLike(value);
    if (isAnyArrayBuffer(value)) return fromArrayBuffer(value as ArrayBuffer, encodingOrOffset, length);
    const primitive: unknown = value.valueOf?.();
    if (primitive != null && primitive !== value && (typeof primitive === "string" || typeof primitive === "object")) {
      return from(primitive, encodingOrOffset, length);
    }
    const buffer = fromObject(value);
    if (buffer !== undefined) return buffer;
    const convertible = value as { [Symbol.toPrimitive]?(hint: string): unknown };
    if (typeof convertible[Symbol.toPrimitive] === "function") {
      const string = convertible[Symbol.toPrimitive]!("string");
      if (typeof string === "string") return fromString(string, encodingOrOffset);
    }
  }
  throw new errors.ERR_INVALID_ARG_TYPE(
    "first argument",
    ["string", "Buffer", "ArrayBuffer", "Array", "Array-like Object"],
    value,
  );
}

/** A buffer with the string in an encoding; UTF-8 by default. */
export function fromString(string: string, encoding?: unknown): FastBuffer {
  let kind: Encoding | undefined = utf8;
  if (typeof encoding === "string" && encoding.length !== 0) {
    kind = getEncoding(encoding);
    if (kind === undefined) throw new errors.ERR_UNKNOWN_ENCODING(encoding);
  }
  if (string.length === 0) return new FastBuffer();
  // No UTF-16 unit takes more than 3 bytes of UTF-8; an upper bound that fits the pool avoids measuring.
  const bound = kind === utf8 ? string.length * 3 : kind.byteLength(string);
  if (bound < Buffer.poolSize >>> 1) {
    const target = pool.reserve(bound);
    return pool.take(kind.write(string, target, pool.freeOffset(), bound));
  }
  if (kind === utf8) {
    const bytes = native.encodeUtf8(string);
    return new FastBuffer(bytes.buffer, bytes.byteOffset, bytes.length);
  }
  const buffer = new FastBuffer(bound);
  const written = kind.write(string, buffer, 0, bound);
  return written === bound ? buffer : new FastBuffer(buffer.buffer, 0, written);
}

function fromArrayBuffer(source: ArrayBuffer, offset: unknown, length: unknown): FastBuffer {
  let byteOffset = offset === undefined ? 0 : +(offset as number);
  if (Number.isNaN(byteOffset)) byteOffset = 0;
  const maxLength = source.byteLength - byteOffset;
  if (maxLength < 0) throw new errors.ERR_BUFFER_OUT_OF_BOUNDS("offset");
  if (length === undefined) return new FastBuffer(source, byteOffset, undefined);
  const count = +(length as number);
  if (count > maxLength) throw new errors.ERR_BUFFER_OUT_OF_BOUNDS("length");
  return new FastBuffer(source, byteOffset, count > 0 ? count : 0);
}

/** An object with the members that make it a source of bytes: an array-like one, or the JSON form of a buffer. */
interface BytesSource {
  length?: unknown;
  buffer?: unknown;
  type?: unknown;
  data?: unknown;
}

function fromObject(value: BytesSource): FastBuffer | undefined {
  if (value.length !== undefined || isAnyArrayBuffer(value.buffer)) {
    return typeof value.length === "number" ? fromArrayLike(value as ArrayLike<number>) : new FastBuffer();
  }
  return value.type === "Buffer" && safe.isArray(value.data) ? fromArrayLike(value.data) : undefined;
}

function fromArrayLike(source: ArrayLike<number>): FastBuffer {
  const length = source.length;
  if (length <= 0) return new FastBuffer();
  if (length >= Buffer.poolSize >>> 1) return new FastBuffer(source);
  const buffer = pool.allocate(length);
  // `set` costs the engine several times as much for few bytes. The loop is for a `length` property that the program defined.
  if (!safe.isArray(source) && native.copyArray(source, buffer, 0) === length) return buffer;
  for (let index = 0; index < length; index++) buffer[index] = source[index]!;
  return buffer;
}

/** `size` bytes, zero or filled as `Buffer.prototype.fill` does. */
export function alloc(size: number, value?: unknown, encoding?: unknown): FastBuffer {
  validators.validateNumber(size, "size", 0, kMaxLength);
  const buffer = allocateOwn(size);
  if (value === undefined || value === 0 || size === 0) return buffer;
  fill.call(buffer, value, 0, buffer.length, encoding);
  return buffer;
}

/** `size` bytes that the caller overwrites; small ones come from the pool and may hold old data. */
export function allocUnsafe(size: number): FastBuffer {
  if (typeof size !== "number" || !(size >= 0 && size <= kMaxLength))
    validators.validateNumber(size, "size", 0, kMaxLength);
  return size < Buffer.poolSize >>> 1 ? pool.allocate(safe.trunc(size)) : allocateOwn(size);
}

function allocateOwn(size: number): FastBuffer {
  try {
    return new FastBuffer(size);
  } catch {
    throw new errors.ERR_MEMORY_ALLOCATION_FAILED();
  }
}

/** As `allocUnsafe`, never from the pool. */
export function allocUnsafeSlow(size: number): FastBuffer {
  validators.validateNumber(size, "size", 0, kMaxLength);
  return allocateOwn(size);
}

/** A copy of the bytes under a typed array; `offset` and `length` count its elements. */
export function copyBytesFrom(view: unknown, offset?: unknown, length?: unknown): FastBuffer {
  if (!isTypedArray(view)) throw new errors.ERR_INVALID_ARG_TYPE("view", ["TypedArray"], view);
  const array = view as Uint8Array;
  const count = array.length;
  if (count === 0) return alloc(0);
  let start = 0;
  let end = count;
  if (offset !== undefined) {
    validators.validateInteger(offset, "offset", 0);
    if (offset >= count) return alloc(0);
    start = offset;
  }
  if (length !== undefined) {
    validators.validateInteger(length, "length", 0);
    end = safe.min(start + length, count);
  }
  const part = array.subarray(start, end);
  return fromArrayLike(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
}

/** A buffer of the arguments as bytes. */
export function of(...items: number[]): FastBuffer {
  return fromArrayLike(items);
}

/** Joins the buffers of `list`; `length` truncates the result or fills its end with zeros. */
export function concat(list: unknown, length?: unknown): FastBuffer {
  validators.validateArray(list, "list");
  if (list.length === 0) return new FastBuffer();
  let total = 0;
  if (length === undefined) {
    for (let index = 0; index < list.length; index++) total += lengthOfPart(list[index], index);
  } else {
    validators.validateInteger(length, "length", 0, kMaxLength);
    total = length;
  }
  const result = pool.allocate(total);
  let position = 0;
  for (let index = 0; index < list.length; index++) {
    const part = list[index];
    if (length !== undefined) checkPart(part, index);
    const copied = native.copyArray(part, result, position);
    if (copied !== -1) {
      position += copied;
      continue;
    }
    const capacity = total - position;
    if (capacity <= 0) continue;
    // A `length` property that the program defined must not leave bytes unwritten.
    const size: number = lengthOf.call(part);
    const count = size > capacity ? capacity : size;
    if (!native.copyBytes(part, 0, result, position, count)) result.set(subarrayOf.call(part, 0, count), position);
    position += count;
  }
  if (position < total) result.fill(0, position, total);
  return result;
}

/** The length that the engine knows: a program may have defined a property of that name. */
function lengthOfPart(part: unknown, index: number): number {
  const length = native.lengthOfArray(part);
  if (length !== -1) return length;
  checkPart(part, index);
  return lengthOf.call(part);
}

function checkPart(part: unknown, index: number): void {
  if (!isUint8Array(part)) throw new errors.ERR_INVALID_ARG_TYPE(`list[${index}]`, ["Buffer", "Uint8Array"], part);
}
