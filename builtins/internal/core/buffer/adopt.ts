// Bytes of the native part as Buffers. To ask a small Uint8Array for its `buffer` costs 300 ns, since its bytes must move
// out of the engine's heap first; a copy of them a tenth of it.
import { Buffer, FastBuffer } from "internal:core/buffer";
import { copyBytes } from "native:buffer";

/** Up to this size the native part's arrays lie in the engine's heap. */
const COPIED_BYTES_MAX = 512;

/**
 * A fresh Uint8Array of the native part, which nobody else has, as a Buffer. A large one becomes the Buffer itself: a sixth of the
 * cost of `Buffer.from(array.buffer, …)`, which makes a second view.
 */
export function asBuffer(bytes: Uint8Array): any {
  return copyOfShort(bytes) ?? Object.setPrototypeOf(bytes, Buffer.prototype);
}

/** A Buffer with the bytes of an array that stays as it is. They may share memory. */
export function bufferOver(bytes: Uint8Array): any {
  return copyOfShort(bytes) ?? new FastBuffer(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function copyOfShort(bytes: Uint8Array): FastBuffer | undefined {
  const { length } = bytes;
  if (length > COPIED_BYTES_MAX) return undefined;
  const buffer = new FastBuffer(length);
  return length === 0 || copyBytes(bytes, 0, buffer, 0, length) ? buffer : undefined;
}
