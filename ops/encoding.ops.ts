// native:encoding. The legacy encodings of the Encoding Standard, for TextDecoder. Short and UTF-8 input uses
// `native:buffer` instead. Implemented by host/encoding.
import type { Any, Bytes, u32 } from "./types.ts";

/** The lower-case name of the encoding with this label; null for an unknown one and for "replacement". */
export declare function encodingName(label: string): string | null;

/**
 * One-shot decoding: returns a string, or null for malformed input when `fatal` is set. `encoding` is a name from
 * `encodingName`. A byte order mark is removed unless `ignoreBom` is set.
 */
export declare function decodeAll(
  encoding: string,
  bytes: Bytes,
  fatal: boolean,
  ignoreBom: boolean,
): Any<string | null>;

/** Starts decoding a stream. Returns the number of the decoder, which lives until `closeDecoder` or its last chunk. */
export declare function openDecoder(encoding: string, fatal: boolean, ignoreBom: boolean): u32;

/**
 * Decodes the next bytes: returns a string, or null for malformed input when the decoder is fatal. With `isLast`
 * (and after malformed input) the decoder is closed.
 */
export declare function decodeChunk(decoder: u32, bytes: Bytes, isLast: boolean): Any<string | null>;

/** Closes a decoder before the end of its stream. Closing twice does nothing. */
export declare function closeDecoder(decoder: u32): void;
