// `Bun.indexOfLine`, `Bun.concatArrayBuffers`, and the argument of `Bun.allocUnsafe`.
import { validateInteger } from "internal:core/validators";

const LINE_FEED = 10;
const SIZE_MAX = 2 ** 32 - 1;
const { indexOf } = Uint8Array.prototype;

/** The index of the next line feed in UTF-8, from `offset`; -1 without one. */
export function indexOfLine(bytes: unknown, offset = 0): number {
  if (bytes instanceof Uint8Array) return indexOf.call(bytes, LINE_FEED, startOf(offset));
  if (!ArrayBuffer.isView(bytes) && !(bytes instanceof ArrayBuffer))
    throw Object.assign(new TypeError("buffer must be an ArrayBuffer or ArrayBufferView"), {
      code: "ERR_INVALID_ARG_TYPE",
    });
  const view =
    bytes instanceof ArrayBuffer
      ? new Uint8Array(bytes)
      : new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  return view.indexOf(LINE_FEED, startOf(offset));
}

function startOf(offset: number): number {
  return Math.max(0, Math.trunc(offset) || 0);
}

/** Joins several buffers to one of at most `maxLength` bytes; to a Uint8Array with `asUint8Array`. */
export function concatArrayBuffers(
  buffers: Iterable<unknown>,
  maxLength = Infinity,
  asUint8Array = false,
): ArrayBuffer | Uint8Array {
  if (typeof buffers !== "object" || buffers === null || typeof buffers[Symbol.iterator] !== "function")
    throw new TypeError("Argument must be an array");
  const views: Uint8Array[] = [];
  let length = 0;
  for (const one of buffers) {
    if (one instanceof Uint8Array) views.push(one);
    else if (ArrayBuffer.isView(one))
      views.push(new Uint8Array(one.buffer as ArrayBuffer, one.byteOffset, one.byteLength));
    else if (one instanceof ArrayBuffer) views.push(new Uint8Array(one));
    else throw new TypeError("Expected TypedArray");
    length += views[views.length - 1]!.length;
  }
  length = Math.min(maxLength, length);
  // Taking the buffer of an array would move its bytes, and an array that no one takes it of is made in less time.
  const buffer = asUint8Array ? null : new ArrayBuffer(length);
  const all = buffer === null ? new Uint8Array(length) : new Uint8Array(buffer);
  let offset = 0;
  for (let index = 0; index < views.length && offset < length; index++) {
    const view = views[index]!;
    const part = view.length > length - offset ? view.subarray(0, length - offset) : view;
    all.set(part, offset);
    offset += part.length;
  }
  return buffer ?? all;
}

/** The size of an array. Throws for other values than integers from 0 to 2³²−1. */
export function checkedSize(size: unknown): number {
  validateInteger(size, "size", 0, SIZE_MAX);
  return size;
}
