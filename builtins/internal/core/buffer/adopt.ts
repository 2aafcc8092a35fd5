// Turns byte arrays that natives return into Buffers. Reading the `buffer` of a small Uint8Array costs 300 ns, since its
// bytes must move out of the engine's heap first; copying them costs a tenth of that.
import { safe } from "internal:core/bootstrap";
import { Buffer, FastBuffer } from "internal:core/buffer";
import { copyBytes } from "native:buffer";

/** Up to this size the engine allocates the bytes of an array inside its own heap. */
const COPIED_BYTES_MAX = 512;

/**
 * Makes a Buffer of a Uint8Array that a native just returned and that has no other reference. A large one becomes the Buffer
 * itself: a sixth of the cost of `Buffer.from(array.buffer, …)`, which makes a second view.
 */
export function asBuffer(bytes: Uint8Array): FastBuffer {
  return copyOfShort(bytes) ?? safe.setPrototypeOf(bytes, Buffer.prototype);
}

/** Returns a Buffer with the bytes of an array, which is unchanged. They may share memory. */
export function bufferOver(bytes: Uint8Array): FastBuffer {
  return copyOfShort(bytes) ?? new FastBuffer(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function copyOfShort(bytes: Uint8Array): FastBuffer | undefined {
  const { length } = bytes;
  if (length > COPIED_BYTES_MAX) return undefined;
  const buffer = new FastBuffer(length);
  return length === 0 || copyBytes(bytes, 0, buffer, 0, length) ? buffer : undefined;
}
