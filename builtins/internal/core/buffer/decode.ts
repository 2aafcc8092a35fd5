// Decodes bytes to strings, one function per encoding: `…Slice(bytes, start, end)` with a range that is already clamped.
// The natives decode short ranges as well: a loop here is as fast, but compiling it costs the engine more than all else.
import * as native from "native:buffer";
import { kStringMaxLength } from "internal:core/buffer/limits";
import defer * as errors from "internal:core/errors";

export function utf8Slice(bytes: Uint8Array, start: number, end: number): string {
  return checked(native.utf8ToString, bytes, start, end, end - start);
}

export function latin1Slice(bytes: Uint8Array, start: number, end: number): string {
  return checked(native.latin1ToString, bytes, start, end, end - start);
}

export function asciiSlice(bytes: Uint8Array, start: number, end: number): string {
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

/** `length` is that of the string: exact, except that for UTF-8 it is the length of as many ASCII bytes. */
function checked(decode: Decoder, bytes: Uint8Array, start: number, end: number, length: number): string {
  if (length > kStringMaxLength) throw new errors.ERR_STRING_TOO_LONG();
  return decode(bytes, start, end);
}
