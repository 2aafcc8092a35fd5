// native:buffer. Conversion between strings and bytes, and searching bytes: the loops of node:buffer that are only fast
// in Rust. All are direct calls. Implemented by host/buffer.
//
// A string crosses as the engine's own (`Any`), so that an 8-bit string is read without a copy. Ranges (`start`, `end`,
// `offset`) are in bytes, are integers, and were clamped to the bytes by the caller.
import type { u32, Any, Bytes, BytesMut, Enum, EnumOf, f64, i32 } from "./types.ts";

/** Why a string is not base64. */
export declare const Base64Error: Enum<i32, { INVALID_CHARACTER: 1; IMPOSSIBLE_LENGTH: 2 }>;
export type Base64Error = EnumOf<typeof Base64Error>;

/** The length of `text` in UTF-8; a lone surrogate counts 3 (U+FFFD). */
export declare function utf8ByteLength(text: Any<string>): f64;

/** Encodes `text` as UTF-8 into a new Uint8Array; a lone surrogate becomes U+FFFD. */
export declare function encodeUtf8(text: Any<string>): Bytes;

/**
 * Writes `text` as UTF-8 at `offset`, at most `maxBytes` bytes and only complete characters. Returns the count of
 * bytes written.
 */
export declare function writeUtf8(text: Any<string>, target: BytesMut, offset: f64, maxBytes: f64): f64;

/**
 * `TextEncoder.encodeInto`: writes a string as UTF-8 to a Uint8Array of less than 2 GiB, only complete characters. Returns
 * the count of bytes written; -1, without writing, for other values.
 */
export declare function encodeUtf8Into(text: Any<unknown>, target: Any<unknown>): i32;

/** Writes the low 8 bits of each UTF-16 unit. Returns the count of bytes written. */
export declare function writeLatin1(text: Any<string>, target: BytesMut, offset: f64, maxBytes: f64): f64;

/** Writes complete UTF-16 units, little endian. Returns the count of bytes written. */
export declare function writeUtf16(text: Any<string>, target: BytesMut, offset: f64, maxBytes: f64): f64;

/**
 * Decodes pairs of hexadecimal digits into bytes; stops at the first invalid pair. Returns the count of bytes
 * written.
 */
export declare function writeHex(text: Any<string>, target: BytesMut, offset: f64, maxBytes: f64): f64;

/**
 * Decodes base64 in either alphabet into bytes. Characters of neither are skipped, "=" ends the input, missing
 * padding is not an error. Returns the count of bytes written.
 */
export declare function writeBase64(text: Any<string>, target: BytesMut, offset: f64, maxBytes: f64): f64;

/**
 * The common case of `buffer.toString(encoding, start, end)`: bytes, an encoding by a name in lower case or UTF-8 by
 * default, and a range of two numbers or none. Returns undefined for all other arguments, which the caller handles.
 */
export declare function fastToString(
  bytes: Any<Uint8Array>,
  encoding: Any<unknown>,
  start: Any<unknown>,
  end: Any<unknown>,
): Any<string | undefined>;

/**
 * The common case of `buffer.write(text, offset, length, encoding)`: a string, UTF-8 by default or by one of its
 * common names, and numbers within the buffer, which has less than 2 GiB. Returns the count of bytes written; -1,
 * without writing, for all other arguments.
 */
export declare function fastWrite(
  bytes: Any<Uint8Array>,
  text: Any<unknown>,
  offset: Any<unknown>,
  length: Any<unknown>,
  encoding: Any<unknown>,
): i32;

/**
 * `Buffer.byteLength(text, encoding)` of a string in UTF-8 by one of its common names; -1 for all other arguments,
 * and from 2 GiB on.
 */
export declare function fastByteLength(text: Any<unknown>, encoding: Any<unknown>): i32;

/** Decodes UTF-8; each maximal invalid part becomes one U+FFFD (Encoding Standard, "UTF-8 decode without BOM"). */
export declare function utf8ToString(bytes: Bytes, start: f64, end: f64): Any<string>;

/** One character per byte. */
export declare function latin1ToString(bytes: Bytes, start: f64, end: f64): Any<string>;

/** One character per byte, with the highest bit cleared. */
export declare function asciiToString(bytes: Bytes, start: f64, end: f64): Any<string>;

/** Decodes little-endian UTF-16, retaining lone surrogates; an odd last byte is ignored. */
export declare function utf16ToString(bytes: Bytes, start: f64, end: f64): Any<string>;

/** Two lower-case hexadecimal digits per byte. */
export declare function hexToString(bytes: Bytes, start: f64, end: f64): Any<string>;

/** Base64 with padding (RFC 4648 §4). */
export declare function base64ToString(bytes: Bytes, start: f64, end: f64): Any<string>;

/** Base64 with the URL-safe alphabet, without padding (RFC 4648 §5). */
export declare function base64UrlToString(bytes: Bytes, start: f64, end: f64): Any<string>;

/**
 * The first index at or after `offset` where `needle` (not empty) occurs in `bytes`, at multiples of `step` from 0;
 * -1 for none.
 */
export declare function indexOfBytes(bytes: Bytes, needle: Bytes, offset: f64, step: f64): f64;

/**
 * The last index at or before `offset` where `needle` (not empty) occurs in `bytes`, at multiples of `step` from 0;
 * -1 for none.
 */
export declare function lastIndexOfBytes(bytes: Bytes, needle: Bytes, offset: f64, step: f64): f64;

/** Compares two byte ranges: -1, 0 or 1. */
export declare function compareBytes(
  left: Bytes,
  leftStart: f64,
  leftEnd: f64,
  right: Bytes,
  rightStart: f64,
  rightEnd: f64,
): i32;

/** The length of a Uint8Array of less than 2 GiB; -1 for other values. */
export declare function lengthOfArray(value: Any<unknown>): i32;

/**
 * Copies a Uint8Array to `offset` of another one, which may share its memory, as much as fits. Returns the count of bytes
 * copied; -1, without a copy, for other values, an offset behind the end, and from 2 GiB on.
 */
export declare function copyArray(source: Any<unknown>, target: Any<unknown>, offset: Any<number>): i32;

/** Compares two Uint8Arrays: -1, 0 or 1; 2 when one of the values is something else. */
export declare function compareArrays(left: Any<unknown>, right: Any<unknown>): i32;

/** Whether two Uint8Arrays have the same bytes: 0 or 1; -1 when one of the values is something else. */
export declare function equalArrays(left: Any<unknown>, right: Any<unknown>): i32;

/**
 * Fills a Uint8Array from `start` up to `end` with a repeated pattern: bytes, which may share its memory, or a string
 * as UTF-8. False, without a change, for other values, an empty pattern and a range out of bounds.
 */
export declare function fillArray(target: Any<unknown>, pattern: Any<unknown>, start: f64, end: f64): boolean;

/**
 * `length` bytes from `offset` of a Uint8Array or an ArrayBuffer, as an array of the class of `sample`. Undefined where the
 * engine has no function for it, and for what the class's constructor has to handle: other values, buffers that are
 * detached or can change their size, a range out of bounds, a sample with properties.
 */
export declare function viewLike(
  sample: Any<Uint8Array>,
  source: Any<unknown>,
  offset: Any<number>,
  length: Any<number>,
): Any<Uint8Array | undefined>;

/**
 * A Uint8Array of 64 kB for the pool of buffers, which may hold data of earlier ones: memory that an earlier pool had is
 * neither cleared nor taken from the system again.
 */
export declare function poolMemory(): Any<Uint8Array>;

/**
 * A copy of the bytes that never changes: from 64 kB on its text, or that of a part, shares its memory when it is ASCII.
 * It must not reach a program.
 */
export declare function lastingCopy(bytes: Bytes): Any<Uint8Array>;

/** Whether the bytes are valid UTF-8. */
export declare function isUtf8(bytes: Bytes): boolean;

/** Whether every byte is below 128. */
export declare function isAscii(bytes: Bytes): boolean;

/** How many bytes a text of UTF-8 has in UTF-16; -1 for bytes that are not UTF-8. */
export declare function utf16BytesOfUtf8(bytes: Bytes): f64;

/** Writes a text of UTF-8 as UTF-16, little endian, to a target that has its size. */
export declare function writeUtf8AsUtf16(bytes: Bytes, target: BytesMut): void;

/** How many bytes a text of UTF-16, little endian, has in UTF-8; -1 for an odd number of bytes and lone surrogates. */
export declare function utf8BytesOfUtf16(bytes: Bytes): f64;

/** Writes a text of UTF-16, little endian, as UTF-8 to a target that has its size. */
export declare function writeUtf16AsUtf8(bytes: Bytes, target: BytesMut): void;

/** `btoa`: base64 of the characters as bytes; null when one of them is above U+00FF. */
export declare function encodeBase64Text(text: Any<string>): Any<string | null>;

/**
 * `atob` (Infra Standard, "forgiving-base64 decode"): one character per byte, or a `Base64Error`.
 */
export declare function decodeBase64Text(text: Any<string>): Any<string | Base64Error>;

/**
 * Reverses the bytes of each group of `size` in place. False, without a change, for a value other than a Uint8Array
 * of complete groups.
 */
export declare function swapBytes(bytes: Any<unknown>, size: u32): boolean;

/**
 * Copies `count` bytes from `start` of one typed array to `offset` of another, which may share its memory. False,
 * without a copy, when a range is out of bounds.
 */
export declare function copyBytes(
  source: Any<ArrayBufferView>,
  start: Any<number>,
  target: Any<ArrayBufferView>,
  offset: Any<number>,
  count: Any<number>,
): boolean;
