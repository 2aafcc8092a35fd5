// Arguments of node:crypto that are strings or bytes.
import defer * as utf8 from "internal:core/utf8";
import { Buffer } from "internal:core/buffer";
import { bufferOver } from "internal:core/buffer/adopt";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { bytesOfSource } from "internal:core/util/buffer_source";
import { isAnyArrayBuffer } from "internal:core/util/types";
import { encodeUtf8 } from "native:buffer";

/** The bytes of a view or buffer, not copied. */
export function viewBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array && value.byteLength > 0 ? value : bytesOfSource(value as ArrayBufferView);
}

/** A copy of the bytes of a view or buffer, as a plain Uint8Array: `slice` of a Buffer would share its memory. */
export function copiedBytes(value: unknown): Uint8Array {
  return new Uint8Array(viewBytes(value));
}

/** Whether the value is a view or a buffer. */
export function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) || isAnyArrayBuffer(value);
}

/** The bytes of a string in an encoding; "buffer" means UTF-8. */
export function textBytes(text: string, encoding?: unknown): Uint8Array {
  if (encoding === undefined || encoding === null || encoding === "buffer" || encoding === "utf8")
    return encodeUtf8(text);
  return Buffer.from(text, encoding);
}

/** The bytes of an argument. Throws ERR_INVALID_ARG_TYPE for other values than strings and bytes. */
export function argumentBytes(value: unknown, name: string, encoding?: unknown): Uint8Array {
  if (typeof value === "string") return textBytes(value, encoding);
  if (isBytes(value)) return viewBytes(value);
  throw new ERR_INVALID_ARG_TYPE(name, ["string", "ArrayBuffer", "Buffer", "TypedArray", "DataView"], value);
}

/** A copy of the bytes of an argument, for work in another thread. */
export function ownBytes(value: unknown, name: string, encoding?: unknown): Uint8Array {
  const bytes = argumentBytes(value, name, encoding);
  return typeof value === "string" ? bytes : copiedBytes(bytes);
}

/** A string with one character for each byte. */
export function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

export { bufferOver as asBuffer };

/** The bytes as Buffer, or as a string in an encoding other than "buffer". */
export function output(bytes: Uint8Array, encoding: unknown): any {
  const buffer = bufferOver(bytes);
  return encoding && encoding !== "buffer" ? buffer.toString(encoding as string) : buffer;
}

/** `options[key]`, an unsigned 32-bit integer; -1 when it is missing. */
export function unsignedOption(options: object | null | undefined, key: string): number {
  const value = (options as Record<string, number | null> | null | undefined)?.[key];
  if (value === undefined || value === null) return -1;
  if (value >>> 0 !== value) throw new ERR_INVALID_ARG_VALUE(`options.${key}`, value);
  return value;
}

/** The big-endian bytes of a number that is not negative. */
export function bigIntBytes(value: bigint): Uint8Array {
  let hex = value.toString(16);
  if (hex.length % 2 === 1) hex = `0${hex}`;
  return Uint8Array.fromHex(hex);
}

/** The number of big-endian bytes. */
export function bytesBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toHex()}`);
}

/** The view without its leading zeros. */
export function withoutLeadingZeros(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  return start === 0 ? bytes : bytes.subarray(start);
}

/** The bytes with leading zeros, up to `length` bytes. */
export function padStart(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length >= length) return bytes;
  const padded = new Uint8Array(length);
  padded.set(bytes, length - bytes.length);
  return padded;
}

/** The concatenation of the parts. */
export function concat(...parts: Uint8Array[]): Uint8Array {
  return utf8.joinBytes(parts);
}
