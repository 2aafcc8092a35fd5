// Text to bytes: `write…(text, target, offset, maxBytes)` for each encoding, and the lengths. Short text is written by
// a loop here, because a native call costs as much as a few dozen characters.
import * as native from "native:buffer";

const SHORT_TEXT_LENGTH = 32;

/** The count of bytes of `text` in UTF-8. */
export function utf8ByteLength(text: string): number {
  const length = text.length;
  if (length > SHORT_TEXT_LENGTH) return native.utf8ByteLength(text);
  for (let index = 0; index < length; index++) {
    if (text.charCodeAt(index) > 127) return native.utf8ByteLength(text);
  }
  return length;
}

/** The count of bytes that base64 text decodes to, judged by its length and its padding alone, as Node does. */
export function base64ByteLength(text: string): number {
  let length = text.length;
  if (length > 0 && text.charCodeAt(length - 1) === 0x3d) length--;
  if (length > 1 && text.charCodeAt(length - 1) === 0x3d) length--;
  return Math.floor((length * 3) / 4);
}

/** Writes whole characters of `text` as UTF-8. Returns the count of bytes written. */
export function writeUtf8(text: string, target: Uint8Array, offset: number, maxBytes: number): number {
  const length = text.length;
  if (length > SHORT_TEXT_LENGTH || length > maxBytes) return native.writeUtf8(text, target, offset, maxBytes);
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 127) return native.writeUtf8(text, target, offset, maxBytes);
    target[offset + index] = unit;
  }
  return length;
}

/** Writes the low 8 bits of each unit. Returns the count of bytes written. */
export function writeLatin1(text: string, target: Uint8Array, offset: number, maxBytes: number): number {
  const length = text.length < maxBytes ? text.length : maxBytes;
  if (length > SHORT_TEXT_LENGTH) return native.writeLatin1(text, target, offset, maxBytes);
  for (let index = 0; index < length; index++) target[offset + index] = text.charCodeAt(index);
  return length;
}

/** Writes whole UTF-16 units, little endian. Returns the count of bytes written. */
export function writeUtf16(text: string, target: Uint8Array, offset: number, maxBytes: number): number {
  const length = Math.min(text.length, maxBytes >>> 1);
  if (length > SHORT_TEXT_LENGTH) return native.writeUtf16(text, target, offset, maxBytes);
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    target[offset + index * 2] = unit;
    target[offset + index * 2 + 1] = unit >>> 8;
  }
  return length * 2;
}

/** Writes pairs of hexadecimal digits, up to the first that is none. Returns the count of bytes written. */
export function writeHex(text: string, target: Uint8Array, offset: number, maxBytes: number): number {
  const count = Math.min(text.length >>> 1, maxBytes);
  if (count > SHORT_TEXT_LENGTH) return native.writeHex(text, target, offset, maxBytes);
  for (let index = 0; index < count; index++) {
    const high = hexDigit(text.charCodeAt(index * 2));
    const low = hexDigit(text.charCodeAt(index * 2 + 1));
    if (high < 0 || low < 0) return index;
    target[offset + index] = (high << 4) | low;
  }
  return count;
}

function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return unit < 128 && letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Writes base64 of either alphabet. Returns the count of bytes written. */
export function writeBase64(text: string, target: Uint8Array, offset: number, maxBytes: number): number {
  return maxBytes === 0 || text.length === 0 ? 0 : native.writeBase64(text, target, offset, maxBytes);
}
