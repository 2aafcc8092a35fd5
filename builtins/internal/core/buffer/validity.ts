// `isUtf8` and `isAscii`.
import { safe } from "internal:core/bootstrap";
import defer * as errors from "internal:core/errors";
import { isAnyArrayBuffer } from "internal:core/util/types";
import * as native from "native:buffer";

function bytesOf(input: unknown): Uint8Array {
  if (!safe.isView(input) && !isAnyArrayBuffer(input)) {
    throw new errors.ERR_INVALID_ARG_TYPE("input", ["ArrayBuffer", "Buffer", "TypedArray"], input);
  }
  const buffer = (safe.isView(input) ? input.buffer : input) as ArrayBuffer;
  if (buffer.detached) throw new errors.ERR_INVALID_STATE("Cannot validate on a detached buffer");
  return safe.isView(input) ? new Uint8Array(buffer, input.byteOffset, input.byteLength) : new Uint8Array(buffer);
}

/** Whether the bytes are valid UTF-8. */
export function isUtf8(input: unknown): boolean {
  return native.isUtf8(bytesOf(input));
}

/** Whether every byte is below 128. */
export function isAscii(input: unknown): boolean {
  return native.isAscii(bytesOf(input));
}
