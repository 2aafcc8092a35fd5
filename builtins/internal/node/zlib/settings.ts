// The options of node:zlib's classes and functions, checked in Node's order, and the native stream for them.
// https://nodejs.org/api/zlib.html#class-options
import {
  ERR_BROTLI_INVALID_PARAM,
  ERR_INVALID_ARG_TYPE,
  ERR_OUT_OF_RANGE,
  ERR_ZLIB_INITIALIZATION_FAILED,
  ERR_ZSTD_INVALID_PARAM,
} from "internal:core/errors";
import { checkRangesOrGetDefault, validateBoolean, validateFiniteNumber } from "internal:core/validators";
import { isAnyArrayBuffer, isArrayBufferView } from "internal:core/util/types";
import { constants } from "internal:node/zlib/constants";
import buffer from "internal:node/buffer";
import * as native from "native:zlib";

// Read once, from the public module: programs test the limit by lowering it there before zlib is loaded.
const kMaxLength: number = buffer.kMaxLength;

const { INFLATE, GZIP, GUNZIP, DEFLATERAW, UNZIP, BROTLI_DECODE, BROTLI_ENCODE, ZSTD_COMPRESS, ZSTD_DECOMPRESS } =
  constants;

/** The checked options, for streams and one-shot functions. */
export interface Settings {
  format: number;
  chunkSize: number;
  flush: number;
  finishFlush: number;
  fullFlush: number;
  /** The largest number of a kind of flush. */
  largestFlush: number;
  maxOutputLength: number;
  info: boolean;
  rejectGarbageAfterEnd: boolean;
  level: number;
  strategy: number;
  /** Whether `open` may reject options that were checked here: parameters and dictionaries are checked natively. */
  mayBeRejected: boolean;
  /** Opens the native stream; 0 when it was rejected. */
  open(): number;
}

/** Checks `options` for `format` (one of the constants DEFLATE … ZSTD_DECOMPRESS). */
export function readSettings(format: number, options?: ZlibOptions): Settings {
  if (format === BROTLI_ENCODE || format === BROTLI_DECODE) return readBrotli(format, options);
  if (format === ZSTD_COMPRESS || format === ZSTD_DECOMPRESS) return readZstd(format, options);
  return readZlib(format, options);
}

/** The options of all formats as programs pass them, before they are checked. */
export interface ZlibOptions {
  chunkSize?: number;
  flush?: number;
  finishFlush?: number;
  maxOutputLength?: number;
  info?: boolean;
  rejectGarbageAfterEnd?: boolean;
  windowBits?: number;
  level?: number;
  memLevel?: number;
  strategy?: number;
  dictionary?: ArrayBufferView | ArrayBuffer;
  /** Of brotli and zstd, by the constants' numbers. */
  params?: Record<string, unknown>;
  pledgedSrcSize?: number;
}

function readZlib(format: number, options: ZlibOptions | undefined): Settings {
  let windowBits: number = constants.Z_DEFAULT_WINDOWBITS;
  let level: number = constants.Z_DEFAULT_COMPRESSION;
  let memLevel: number = constants.Z_DEFAULT_MEMLEVEL;
  let strategy: number = constants.Z_DEFAULT_STRATEGY;
  let dictionary: Uint8Array | null = null;
  if (options) {
    if (format === DEFLATERAW && options.windowBits === 8) options = { ...options, windowBits: 9 };
    // For decompression 0 means the size in the data's header.
    const mayBeZero = format === INFLATE || format === GUNZIP || format === UNZIP;
    if (mayBeZero && (options.windowBits == null || options.windowBits === 0)) windowBits = 0;
    else {
      // zlib writes no gzip header for the smallest window.
      const smallest = constants.Z_MIN_WINDOWBITS + (format === GZIP ? 1 : 0);
      windowBits = checkRangesOrGetDefault(
        options.windowBits,
        "options.windowBits",
        smallest,
        constants.Z_MAX_WINDOWBITS,
        windowBits,
      );
    }
    level = checkRangesOrGetDefault(
      options.level,
      "options.level",
      constants.Z_MIN_LEVEL,
      constants.Z_MAX_LEVEL,
      level,
    );
    memLevel = checkRangesOrGetDefault(
      options.memLevel,
      "options.memLevel",
      constants.Z_MIN_MEMLEVEL,
      constants.Z_MAX_MEMLEVEL,
      memLevel,
    );
    strategy = checkRangesOrGetDefault(
      options.strategy,
      "options.strategy",
      constants.Z_DEFAULT_STRATEGY,
      constants.Z_FIXED,
      strategy,
    );
    dictionary = readDictionary(options.dictionary);
  }
  const settings = readCommon(
    format,
    options,
    constants.Z_BLOCK,
    constants.Z_NO_FLUSH,
    constants.Z_FINISH,
    constants.Z_FULL_FLUSH,
    () =>
      native.openZlib(
        format,
        windowBits | 0,
        level | 0,
        memLevel | 0,
        strategy | 0,
        dictionary,
        options?.rejectGarbageAfterEnd === true,
      ),
  );
  settings.level = level;
  settings.strategy = strategy;
  return settings;
}

function readDictionary(dictionary: unknown): Uint8Array | null {
  if (dictionary === undefined) return null;
  if (isArrayBufferView(dictionary))
    return new Uint8Array(dictionary.buffer, dictionary.byteOffset, dictionary.byteLength);
  if (isAnyArrayBuffer(dictionary)) return new Uint8Array(dictionary);
  throw new ERR_INVALID_ARG_TYPE("options.dictionary", ["Buffer", "TypedArray", "DataView", "ArrayBuffer"], dictionary);
}

const BROTLI_PARAMETER_MAX = constants.BROTLI_PARAM_NDIRECT;

function readBrotli(format: number, options: ZlibOptions | undefined): Settings {
  const words = readParameters(options?.params, BROTLI_PARAMETER_MAX, ERR_BROTLI_INVALID_PARAM);
  const dictionary = readDictionary(options?.dictionary);
  return readCommon(
    format,
    options,
    constants.BROTLI_OPERATION_EMIT_METADATA,
    constants.BROTLI_OPERATION_PROCESS,
    constants.BROTLI_OPERATION_FINISH,
    constants.BROTLI_OPERATION_FLUSH,
    () => openBrotli(format, words, dictionary),
  );
}

// A rejected parameter has no message of its own, unlike with zstd.
function openBrotli(format: number, words: Uint8Array, dictionary: Uint8Array | null): number {
  const stream = native.openBrotli(format, words, dictionary);
  if (stream === 0 && native.failure(0).code === "ERR_ZLIB_INITIALIZATION_FAILED")
    throw new ERR_ZLIB_INITIALIZATION_FAILED();
  return stream;
}

function readZstd(format: number, options: ZlibOptions | undefined): Settings {
  const largest = format === ZSTD_COMPRESS ? constants.ZSTD_c_overlapLog : constants.ZSTD_d_windowLogMax;
  const words = readParameters(options?.params, largest, ERR_ZSTD_INVALID_PARAM);
  let pledged = -1;
  if (format === ZSTD_COMPRESS && options?.pledgedSrcSize !== undefined) {
    pledged = options.pledgedSrcSize;
    checkPledgedSize(pledged);
  }
  const dictionary = readDictionary(options?.dictionary);
  return readCommon(
    format,
    options,
    constants.ZSTD_e_end,
    constants.ZSTD_e_continue,
    constants.ZSTD_e_end,
    constants.ZSTD_e_flush,
    () => native.openZstd(format, words, pledged, dictionary),
  );
}

// Node checks it natively, with its own message.
function checkPledgedSize(size: unknown): void {
  if (typeof size !== "number")
    throw Object.assign(new TypeError("pledgedSrcSize must be a number"), { code: "ERR_INVALID_ARG_TYPE" });
  if (size < 0)
    throw Object.assign(new RangeError("pledgedSrcSize must be non-negative"), { code: "ERR_OUT_OF_RANGE" });
  if (!Number.isSafeInteger(size))
    throw Object.assign(new RangeError("pledgedSrcSize must be a safe integer"), { code: "ERR_OUT_OF_RANGE" });
}

/** Pairs of number and value as 32-bit words. Two spellings of one number, such as "0" and "00", are an error. */
function readParameters(
  params: Record<string, unknown> | undefined,
  largest: number,
  Invalid: new (name: string) => Error,
): Uint8Array {
  if (!params) return new Uint8Array(0);
  const words: number[] = [];
  const seen = new Set<number>();
  for (const name of Object.keys(params)) {
    const number = +name;
    if (Number.isNaN(number) || number < 0 || number > largest || !Number.isInteger(number) || seen.has(number))
      throw new Invalid(name);
    const value = params[name];
    if (typeof value !== "number" && typeof value !== "boolean")
      throw new ERR_INVALID_ARG_TYPE("options.params[key]", "number", value);
    seen.add(number);
    words.push(number, Number(value));
  }
  return new Uint8Array(new Int32Array(words).buffer);
}

function readCommon(
  format: number,
  options: ZlibOptions | undefined,
  largestFlush: number,
  flush: number,
  finishFlush: number,
  fullFlush: number,
  open: () => number,
): Settings {
  let chunkSize: number = constants.Z_DEFAULT_CHUNK;
  let maxOutputLength = kMaxLength;
  if (options) {
    if (validateFiniteNumber(options.chunkSize, "options.chunkSize")) {
      chunkSize = options.chunkSize;
      if (chunkSize < constants.Z_MIN_CHUNK)
        throw new ERR_OUT_OF_RANGE("options.chunkSize", `>= ${constants.Z_MIN_CHUNK}`, chunkSize);
    }
    flush = checkRangesOrGetDefault(options.flush, "options.flush", 0, largestFlush, flush);
    finishFlush = checkRangesOrGetDefault(options.finishFlush, "options.finishFlush", 0, largestFlush, finishFlush);
    maxOutputLength = checkRangesOrGetDefault(
      options.maxOutputLength,
      "options.maxOutputLength",
      1,
      kMaxLength,
      kMaxLength,
    );
    if (options.rejectGarbageAfterEnd !== undefined)
      validateBoolean(options.rejectGarbageAfterEnd, "options.rejectGarbageAfterEnd");
  }
  return {
    format,
    mayBeRejected: Boolean(options?.params || options?.dictionary || options?.pledgedSrcSize !== undefined),
    chunkSize,
    flush,
    finishFlush,
    fullFlush,
    largestFlush,
    maxOutputLength,
    open,
    info: options?.info as boolean,
    rejectGarbageAfterEnd: options?.rejectGarbageAfterEnd === true,
    level: constants.Z_DEFAULT_COMPRESSION,
    strategy: constants.Z_DEFAULT_STRATEGY,
  };
}
