// native:zlib. Compressed streams and the CRC-32. Implemented by host/zlib over base/compression.
// A stream is a number from `open…`; it lives until `close`. `format` and `flush` have node:zlib's numbers. Options were
// checked by the caller. A failure is told by a result and asked for with `failure`, so that no error object is made here.
import type { Bytes, BytesMut, f64, i32, u32, u8 } from "./types.ts";

/** Why the last call with a stream failed. */
export interface StreamFailure {
  message: string;
  code: string;
  errno: i32;
}

/** Opens a stream of the deflate family. `isSingle`: a gzip stream is over after its first member. 0: refused, see `failure(0)`. */
export declare function openZlib(
  format: u8,
  windowBits: i32,
  level: i32,
  memoryLevel: i32,
  strategy: i32,
  dictionary: Bytes | null,
  isSingle: boolean,
): u32;
/** Opens a brotli stream. `parameters`: pairs of parameter and value, as 32-bit words. 0: refused. */
export declare function openBrotli(format: u8, parameters: Bytes, dictionary: Bytes | null): u32;
/** Opens a zstd stream. `pledgedBytes` -1: unknown. 0: refused. */
export declare function openZstd(format: u8, parameters: Bytes, pledgedBytes: f64, dictionary: Bytes | null): u32;

/**
 * One step: reads `inputLength` bytes of `input` from `inputOffset`, writes into the range of `output`, and leaves in `left`
 * (two 32-bit words) how much room of the output and how much of the input is left. False: failed.
 */
export declare function writeSync(
  stream: u32,
  flush: u8,
  input: Bytes,
  inputOffset: f64,
  inputLength: f64,
  output: BytesMut,
  outputOffset: f64,
  outputLength: f64,
  left: BytesMut,
): boolean;
/** `writeSync`, off the thread. One call at a time per stream. */
export declare function write(
  stream: u32,
  flush: u8,
  input: Bytes,
  inputOffset: f64,
  inputLength: f64,
  output: BytesMut,
  outputOffset: f64,
  outputLength: f64,
  left: BytesMut,
): Promise<boolean>;

/** All of `input` at once. Null: failed, or more than `limit` bytes (then `failure` has the code "TOO_LARGE"). */
export declare function runSync(stream: u32, flush: u8, input: Bytes, limit: f64): Bytes | null;
/** `runSync`, off the thread. */
export declare function run(stream: u32, flush: u8, input: Bytes, limit: f64): Promise<Bytes | null>;
/** How many bytes of input the last `run` used. */
export declare function consumed(stream: u32): f64;

/** Whether the last step or run came to the end of the stream. */
export declare function isEnded(stream: u32): boolean;

/** Changes level and strategy from here on. False: refused. */
export declare function setParameters(stream: u32, level: i32, strategy: i32): boolean;
/** Makes the stream as new. False: refused. */
export declare function reset(stream: u32): boolean;
/** Lets the stream go. A write that runs finishes first. */
export declare function close(stream: u32): void;
/** The last failure of a stream; of opening, for 0. */
export declare function failure(stream: u32): StreamFailure;

/** The CRC-32 of gzip over `bytes`, going on from `start`. */
export declare function crc32(bytes: Bytes, start: u32): u32;
/** The same over the UTF-8 bytes of `text`. */
export declare function crc32Text(text: string, start: u32): u32;
