// native:zlib. Compressed streams and the CRC-32. Implemented by host/zlib over base/compression. A stream is a number
// from `open…`; it lives until `close`. `format` and `flush` have node:zlib's numbers. Options were checked by the
// caller. A result reports a failure, and `failure` returns its details, so that no error object is created here.
import type { Bytes, BytesMut, Flags, FlagsOf, Options, f64, i32, u32, u8 } from "./types.ts";

/** What a stream does; node:zlib's numbers. An unknown one is an ERR_INVALID_ARG_VALUE. */
export declare const StreamFormat: Flags<
  u8,
  {
    DEFLATE: 1;
    INFLATE: 2;
    GZIP: 3;
    GUNZIP: 4;
    DEFLATE_RAW: 5;
    INFLATE_RAW: 6;
    /** Decompresses gzip or zlib, depending on the first bytes. */
    UNZIP: 7;
    BROTLI_DECODE: 8;
    BROTLI_ENCODE: 9;
    ZSTD_COMPRESS: 10;
    ZSTD_DECOMPRESS: 11;
  }
>;
export type StreamFormat = FlagsOf<typeof StreamFormat>;

/** How the end of the input is handled, by the family of the stream; node:zlib's numbers. */
export declare const StreamFlush: Flags<
  u8,
  {
    /** The deflate family. */
    FINISH: 4;
    BROTLI_FINISH: 2;
    ZSTD_END: 2;
  }
>;

/** What one step may read and write, in bytes. */
export interface StepRanges extends Options {
  inputOffset: f64;
  inputLength: f64;
  outputOffset: f64;
  outputLength: f64;
}

/** Why the last call with a stream failed. */
export interface StreamFailure {
  message: string;
  code: string;
  errno: i32;
}

/**
 * Opens a stream of the deflate family. `isSingle`: a gzip stream ends after its first member. 0: failed, see
 * `failure(0)`.
 */
export declare function openZlib(
  format: StreamFormat,
  windowBits: i32,
  level: i32,
  memoryLevel: i32,
  strategy: i32,
  dictionary: Bytes | null,
  isSingle: boolean,
): u32;
/** Opens a brotli stream. `parameters`: pairs of parameter and value, as 32-bit words. 0: failed. */
export declare function openBrotli(format: StreamFormat, parameters: Bytes, dictionary: Bytes | null): u32;
/** Opens a zstd stream. `pledgedBytes` -1: unknown. 0: failed. */
export declare function openZstd(
  format: StreamFormat,
  parameters: Bytes,
  pledgedBytes: f64,
  dictionary: Bytes | null,
): u32;

/**
 * One step: reads from its range of `input`, writes into its range of `output`, and stores in `left` (two 32-bit
 * words) how much of the output and how much of the input is left. False: failed.
 */
export declare function writeSync(
  stream: u32,
  flush: u8,
  input: Bytes,
  output: BytesMut,
  ranges: StepRanges,
  left: BytesMut,
): boolean;
/** `writeSync`, off the thread. One call at a time per stream. @atOnce */
export declare function write(
  stream: u32,
  flush: u8,
  input: Bytes,
  output: BytesMut,
  ranges: StepRanges,
  left: BytesMut,
): Promise<boolean>;

/**
 * What a stream of `format` with these settings makes of the complete `input`, without a stream that is left open.
 * Throws an error with the stream's message.
 */
export declare function zlibOnce(
  format: u8,
  windowBits: i32,
  level: i32,
  memoryLevel: i32,
  strategy: i32,
  input: Bytes,
): Bytes;

/** One-shot run over `input`. Null: failed, or more than `limit` bytes (then `failure` has the code "TOO_LARGE"). */
export declare function runSync(stream: u32, flush: u8, input: Bytes, limit: f64): Bytes | null;
/** `runSync`, off the thread. */
export declare function run(stream: u32, flush: u8, input: Bytes, limit: f64): Promise<Bytes | null>;
/** How many bytes of input the last `run` consumed. */
export declare function consumed(stream: u32): f64;

/** Whether the last step or run reached the end of the stream. */
export declare function isEnded(stream: u32): boolean;

/** Changes level and strategy from here on. False: failed. */
export declare function setParameters(stream: u32, level: i32, strategy: i32): boolean;
/** Resets the stream, with the same settings. False: failed. */
export declare function reset(stream: u32): boolean;
/** Closes the stream. A write in progress finishes first. */
export declare function close(stream: u32): void;
/** The last failure of a stream; of opening, for 0. */
export declare function failure(stream: u32): StreamFailure;

/** The CRC-32 of gzip over `bytes`, continued from `start`. */
export declare function crc32(bytes: Bytes, start: u32): u32;
/** The same over the UTF-8 bytes of `text`. */
export declare function crc32Text(text: string, start: u32): u32;
