// Encodes strings to bytes: `write…(string, target, offset, maxBytes)` for each encoding, and the byte lengths.
import { safe } from "internal:core/bootstrap";
import * as native from "native:buffer";

type Write = (string: string, target: Uint8Array, offset: number, maxBytes: number) => number;

/** The count of bytes of `string` in UTF-8. */
export const utf8ByteLength: (string: string) => number = native.utf8ByteLength;

/** The count of bytes that a base64 string decodes to, by its length and its padding alone, as Node computes it. */
export function base64ByteLength(string: string): number {
  let length = string.length;
  if (length > 0 && string.charCodeAt(length - 1) === 0x3d) length--;
  if (length > 1 && string.charCodeAt(length - 1) === 0x3d) length--;
  return safe.floor((length * 3) / 4);
}

/** Writes whole characters as UTF-8. Returns the count of bytes written. */
export const writeUtf8: Write = native.writeUtf8;

/** Writes the low 8 bits of each unit. Returns the count of bytes written. */
export const writeLatin1: Write = native.writeLatin1;

/** Writes whole UTF-16 units, little endian. Returns the count of bytes written. */
export const writeUtf16: Write = native.writeUtf16;

/** Writes pairs of hexadecimal digits, up to the first invalid pair. Returns the count of bytes written. */
export const writeHex: Write = native.writeHex;

/** Writes base64 of either alphabet. Returns the count of bytes written. */
export function writeBase64(string: string, target: Uint8Array, offset: number, maxBytes: number): number {
  return maxBytes === 0 || string.length === 0 ? 0 : native.writeBase64(string, target, offset, maxBytes);
}
