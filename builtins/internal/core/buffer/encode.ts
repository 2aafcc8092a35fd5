// Text to bytes: `write…(text, target, offset, maxBytes)` for each encoding, and the lengths.
import * as native from "native:buffer";

type Write = (text: string, target: Uint8Array, offset: number, maxBytes: number) => number;

/** The count of bytes of `text` in UTF-8. */
export const utf8ByteLength: (text: string) => number = native.utf8ByteLength;

/** The count of bytes that base64 text decodes to, judged by its length and its padding alone, as Node does. */
export function base64ByteLength(text: string): number {
  let length = text.length;
  if (length > 0 && text.charCodeAt(length - 1) === 0x3d) length--;
  if (length > 1 && text.charCodeAt(length - 1) === 0x3d) length--;
  return Math.floor((length * 3) / 4);
}

/** Writes whole characters of `text` as UTF-8. Returns the count of bytes written. */
export const writeUtf8: Write = native.writeUtf8;

/** Writes the low 8 bits of each unit. Returns the count of bytes written. */
export const writeLatin1: Write = native.writeLatin1;

/** Writes whole UTF-16 units, little endian. Returns the count of bytes written. */
export const writeUtf16: Write = native.writeUtf16;

/** Writes pairs of hexadecimal digits, up to the first that is none. Returns the count of bytes written. */
export const writeHex: Write = native.writeHex;

/** Writes base64 of either alphabet. Returns the count of bytes written. */
export function writeBase64(text: string, target: Uint8Array, offset: number, maxBytes: number): number {
  return maxBytes === 0 || text.length === 0 ? 0 : native.writeBase64(text, target, offset, maxBytes);
}
