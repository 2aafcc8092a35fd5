// Text and bytes: the loops of node:buffer that are only fast in Rust. All are direct calls.
//
// `text` crosses as the engine's own string (`Any`), so that 8-bit text is read in its 8 bits without a copy.
// Ranges (`start`, `end`, `offset`) are in bytes, are integers, and were clamped to the bytes by the caller.
import type { u32, Any, Bytes, BytesMut, f64, i32 } from "./types.ts";

/** The bytes that `text` takes as UTF-8; a lone surrogate counts 3 (U+FFFD). */
export declare function utf8ByteLength(text: Any): f64;

/** A new Uint8Array with `text` as UTF-8; a lone surrogate becomes U+FFFD. */
export declare function encodeUtf8(text: Any): Bytes;

/**
 * Writes `text` as UTF-8 at `offset`, at most `maxBytes` bytes and only whole characters.
 * Returns the count of bytes written.
 */
export declare function writeUtf8(text: Any, target: BytesMut, offset: f64, maxBytes: f64): f64;

/** Writes the low 8 bits of each UTF-16 unit. Returns the count of bytes written. */
export declare function writeLatin1(text: Any, target: BytesMut, offset: f64, maxBytes: f64): f64;

/** Writes UTF-16 units, little endian, only whole units. Returns the count of bytes written. */
export declare function writeUtf16(text: Any, target: BytesMut, offset: f64, maxBytes: f64): f64;

/** Writes bytes from pairs of hexadecimal digits; stops at the first pair that is none. Returns the count of bytes written. */
export declare function writeHex(text: Any, target: BytesMut, offset: f64, maxBytes: f64): f64;

/**
 * Writes bytes from base64 in either alphabet. Characters of neither are skipped, "=" ends the text, missing padding
 * is no error. Returns the count of bytes written.
 */
export declare function writeBase64(text: Any, target: BytesMut, offset: f64, maxBytes: f64): f64;

/**
 * `buffer.toString(encoding, start, end)` as most programs call it: bytes, UTF-8 by one of its usual names or by default, and a range
 * of two numbers or none. Undefined for all else, for the caller to look at.
 */
export declare function usualToString(bytes: Any, encoding: Any, start: Any, end: Any): Any;

/**
 * `buffer.write(text, offset, length, encoding)` as most programs call it: a string, UTF-8 by one of its usual names or by default,
 * and numbers that lie in the buffer, which has less than 2 GiB. Returns the count of bytes written; -1, and writes nothing, for all else.
 */
export declare function usualWrite(bytes: Any, text: Any, offset: Any, length: Any, encoding: Any): i32;

/** `Buffer.byteLength(text, encoding)` of a string in UTF-8 by one of its usual names or by default; -1 for all else, and from 2 GiB on. */
export declare function usualByteLength(text: Any, encoding: Any): i32;

/** The text of UTF-8 bytes; each maximal invalid part becomes one U+FFFD (Encoding Standard, "UTF-8 decode without BOM"). */
export declare function utf8ToString(bytes: Bytes, start: f64, end: f64): Any;

/** One character per byte. */
export declare function latin1ToString(bytes: Bytes, start: f64, end: f64): Any;

/** One character per byte, with the highest bit cleared. */
export declare function asciiToString(bytes: Bytes, start: f64, end: f64): Any;

/** The text of little-endian UTF-16 units, lone surrogates kept; an odd last byte is ignored. */
export declare function utf16ToString(bytes: Bytes, start: f64, end: f64): Any;

/** Two lower-case hexadecimal digits per byte. */
export declare function hexToString(bytes: Bytes, start: f64, end: f64): Any;

/** Base64 with padding (RFC 4648 §4). */
export declare function base64ToString(bytes: Bytes, start: f64, end: f64): Any;

/** Base64 with the URL-safe alphabet, without padding (RFC 4648 §5). */
export declare function base64UrlToString(bytes: Bytes, start: f64, end: f64): Any;

/** The first index at or after `offset` where `needle` (not empty) stands in `bytes`, at multiples of `step` from 0; -1 for none. */
export declare function indexOfBytes(bytes: Bytes, needle: Bytes, offset: f64, step: f64): f64;

/** The last index at or before `offset` where `needle` (not empty) stands in `bytes`, at multiples of `step` from 0; -1 for none. */
export declare function lastIndexOfBytes(bytes: Bytes, needle: Bytes, offset: f64, step: f64): f64;

/** Orders two byte ranges: -1, 0 or 1. */
export declare function compareBytes(
  left: Bytes,
  leftStart: f64,
  leftEnd: f64,
  right: Bytes,
  rightStart: f64,
  rightEnd: f64,
): i32;

/** Whether the bytes are valid UTF-8. */
export declare function isUtf8(bytes: Bytes): boolean;

/** Whether every byte is below 128. */
export declare function isAscii(bytes: Bytes): boolean;

/** `btoa`: base64 of the characters as bytes; null when one of them is above U+00FF. */
export declare function encodeBase64Text(text: Any): Any;

/**
 * `atob` (Infra Standard, "forgiving-base64 decode"): one character per byte. A failure is a number: 1 for a character
 * that is not allowed, 2 for a count of characters that cannot be.
 */
export declare function decodeBase64Text(text: Any): Any;

/**
 * Reverses the bytes of each group of `size` in place. False, and nothing is changed, for what is no Uint8Array of whole groups.
 */
export declare function swapBytes(bytes: Any, size: u32): boolean;

/**
 * Copies `count` bytes from `start` of one typed array to `offset` of another, which may lie over the same memory.
 * False, and nothing is copied, when a range is not inside.
 */
export declare function copyBytes(source: Any, start: Any, target: Any, offset: Any, count: Any): boolean;
