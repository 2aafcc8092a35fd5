// Bytes to text, for each encoding: `…Slice(bytes, start, end)` with a range that is already clamped. Short ASCII is
// put together here, because a native call costs as much.
import * as native from "native:buffer";
import { kStringMaxLength } from "internal:buffer/limits";
import defer * as errors from "internal:errors";

const SHORT_BYTES = 16;
const fromCharCode = String.fromCharCode;

export function utf8Slice(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= SHORT_BYTES) {
    const text = shortAscii(bytes, start, end);
    if (text !== undefined) return text;
  }
  return checked(native.utf8ToString, bytes, start, end, end - start);
}

export function latin1Slice(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= SHORT_BYTES) {
    const text = shortAscii(bytes, start, end);
    if (text !== undefined) return text;
  }
  return checked(native.latin1ToString, bytes, start, end, end - start);
}

export function asciiSlice(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= SHORT_BYTES) {
    const text = shortAscii(bytes, start, end);
    if (text !== undefined) return text;
  }
  return checked(native.asciiToString, bytes, start, end, end - start);
}

export function ucs2Slice(bytes: Uint8Array, start: number, end: number): string {
  return end - start < 2 ? "" : checked(native.utf16ToString, bytes, start, end, (end - start) >>> 1);
}

export function hexSlice(bytes: Uint8Array, start: number, end: number): string {
  return start >= end ? "" : checked(native.hexToString, bytes, start, end, (end - start) * 2);
}

export function base64Slice(bytes: Uint8Array, start: number, end: number): string {
  return start >= end ? "" : checked(native.base64ToString, bytes, start, end, Math.ceil((end - start) / 3) * 4);
}

export function base64urlSlice(bytes: Uint8Array, start: number, end: number): string {
  return start >= end ? "" : checked(native.base64UrlToString, bytes, start, end, Math.ceil(((end - start) * 4) / 3));
}

type Decoder = (bytes: Uint8Array, start: number, end: number) => string;

/** `length` is that of the text, exact but for UTF-8, where it is what plain ASCII would take. */
function checked(decode: Decoder, bytes: Uint8Array, start: number, end: number, length: number): string {
  if (length > kStringMaxLength) throw new errors.ERR_STRING_TOO_LONG();
  return decode(bytes, start, end);
}

/** The text of at most 16 bytes; undefined when one of them is above 127. Eight characters per call make one flat string. */
function shortAscii(bytes: Uint8Array, start: number, end: number): string | undefined {
  let text = "";
  let index = start;
  for (; index + 8 <= end; index += 8) {
    const a = bytes[index]!, b = bytes[index + 1]!, c = bytes[index + 2]!, d = bytes[index + 3]!;
    const e = bytes[index + 4]!, f = bytes[index + 5]!, g = bytes[index + 6]!, h = bytes[index + 7]!;
    if ((a | b | c | d | e | f | g | h) > 127) return undefined;
    text += fromCharCode(a, b, c, d, e, f, g, h);
  }
  for (; index < end; index++) {
    const byte = bytes[index]!;
    if (byte > 127) return undefined;
    text += fromCharCode(byte);
  }
  return text;
}
