// The memory that small buffers share, so that most of them need no allocation of their own.
import { safe } from "internal:core/bootstrap";
import defer * as launching from "internal:core/launch";
import { Buffer, FastBuffer, viewOf } from "internal:core/buffer/class";
import * as native from "native:buffer";
import { markAsUntransferable } from "internal:core/untransferable";

/** The size of the memory that is used again; a program may set another one. */
const RECYCLED_BYTES = 64 * 1024;

let poolBytes: Uint8Array<ArrayBuffer> | undefined;
/** The memory of `poolBytes`: reading it from the typed array costs a call. */
let poolBuffer: ArrayBuffer | undefined;
let poolSize = 0;
let poolOffset = 0;

/** A buffer of `length` bytes: from the pool, or with its own memory when there are too many. Not filled. */
export function allocate(length: number): FastBuffer {
  if (length <= 0) return new FastBuffer();
  if (length >= Buffer.poolSize >>> 1) return new FastBuffer(length);
  reserve(length);
  return take(length);
}

/** The pool, with at least `length` bytes free at `freeOffset()`; `take` must follow before anything else. */
export function reserve(length: number): Uint8Array<ArrayBuffer> {
  if (poolBytes === undefined || length > poolSize - poolOffset) {
    const isFirst = poolBytes === undefined;
    poolSize = Buffer.poolSize;
    const isRecycled = !isFirst && poolSize === RECYCLED_BYTES && canHoldOldData();
    const bytes = isRecycled ? (native.poolMemory() as Uint8Array<ArrayBuffer>) : new Uint8Array(poolSize);
    poolBytes = bytes;
    poolBuffer = bytes.buffer;
    poolOffset = 0;
    protect(poolBuffer);
  }
  return poolBytes!;
}

let isZeroFilled: boolean | undefined;

/** Whether unsafe buffers may hold old data, which `--zero-fill-buffers` forbids. */
function canHoldOldData(): boolean {
  isZeroFilled ??= launching.option("--zero-fill-buffers") !== undefined;
  return !isZeroFilled;
}

/** Where the free part of the pool begins. */
export function freeOffset(): number {
  return poolOffset;
}

/** A buffer of the next `length` reserved bytes. */
export function take(length: number): FastBuffer {
  const start = poolOffset;
  // Buffers start at multiples of 8, so that any typed array can be laid over them.
  poolOffset = (start + length + 7) & ~7;
  return viewOf(poolBuffer!, start, length);
}

function refuseTransfer(): never {
  throw new TypeError("Cannot perform ArrayBuffer.prototype.transfer on a pool of buffers");
}

// Transferring the pool would empty all buffers in it.
const refusal = { value: refuseTransfer, writable: true, enumerable: false, configurable: true };

function protect(buffer: ArrayBuffer): void {
  markAsUntransferable(buffer);
  safe.defineProperty(buffer, "transfer", refusal);
  safe.defineProperty(buffer, "transferToFixedLength", refusal);
}
