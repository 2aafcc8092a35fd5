// Bun's functions for compressed buffers: gzipSync, gunzipSync, deflateSync, inflateSync and zstd.
// https://bun.com/docs/runtime/utils#bun-gzipsync. As in Bun, deflate and inflate are raw unless `windowBits` requests a header.
import { isAnyArrayBuffer, isArrayBufferView } from "internal:core/util/types";
import { asBuffer } from "internal:core/buffer/adopt";
import { Buffer } from "internal:node/buffer";
import * as native from "native:zlib";
import { StreamFlush, StreamFormat } from "native:zlib";

const ZSTD_LEVEL_PARAMETER = 100;
/** The native message for settings that are out of their ranges. */
const INVALID_SETTINGS = "Init error";

interface CompressOptions {
  level?: number;
  memLevel?: number;
  windowBits?: number;
  strategy?: number;
  /** Has no effect here. */
  library?: "zlib" | "libdeflate";
}
interface ZstdOptions {
  level?: number;
}

function coded(Base: new (message: string) => Error, code: string, message: string): Error {
  return Object.assign(new Base(message), { code });
}

function bytesOf(data: unknown): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  if (isArrayBufferView(data)) return new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
  if (isAnyArrayBuffer(data)) return new Uint8Array(data as ArrayBuffer);
  throw coded(TypeError, "ERR_INVALID_ARG_TYPE", "data must be a string, ArrayBuffer or ArrayBufferView");
}

function checkLibrary(options: CompressOptions | undefined): void {
  const library = options?.library;
  if (library === undefined || library === "zlib" || library === "libdeflate") return;
  throw coded(TypeError, "ERR_INVALID_ARG_TYPE", "Expected library to be one of 'zlib' or 'libdeflate'");
}

function run(stream: number, flush: number, bytes: Uint8Array): Uint8Array {
  if (stream === 0) throw new Error("Zlib error: Invalid argument");
  try {
    const output = native.runSync(stream, flush, bytes, Number.MAX_SAFE_INTEGER);
    if (output === null) throw new Error(native.failure(stream).message);
    return output;
  } finally {
    native.close(stream);
  }
}

/** A complete run of the deflate family, in one call. */
function zlibOnce(
  format: number,
  windowBits: number,
  level: number,
  memLevel: number,
  strategy: number,
  bytes: Uint8Array,
): Uint8Array {
  try {
    return native.zlibOnce(format, windowBits, level, memLevel, strategy, bytes);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(message === INVALID_SETTINGS ? "Zlib error: Invalid argument" : message);
  }
}

function compress(data: unknown, options: CompressOptions | undefined, format: number): Uint8Array {
  const bytes = bytesOf(data);
  checkLibrary(options);
  const { level = -1, memLevel = 8, windowBits = 15, strategy = 0 } = options ?? {};
  // Bun also accepts libdeflate's levels 10 to 12; here they mean level 9.
  const zlibLevel = Math.min(Number(level) | 0, 9);
  if (!(level >= -1 && level <= 12)) throw new Error("Zlib error: Invalid argument");
  return zlibOnce(format, Math.abs(windowBits) & 15, zlibLevel, memLevel, strategy, bytes);
}

function decompress(data: unknown, options: CompressOptions | undefined, format: number): Uint8Array {
  const bytes = bytesOf(data);
  checkLibrary(options);
  return zlibOnce(format, 15, -1, 8, 0, bytes);
}

// zlib's convention for windowBits, which Bun follows: negative is raw, 8 to 15 zlib, plus 16 gzip.
function containerOf(windowBits: unknown, raw: number, zlib: number, gzip: number): number {
  if (typeof windowBits !== "number" || windowBits < 8) return raw;
  return windowBits > 15 ? gzip : zlib;
}

/** Compresses `data` to the gzip format. */
export function gzipSync(data: unknown, options?: CompressOptions): Uint8Array {
  return compress(data, options, StreamFormat.GZIP);
}

/** Compresses `data` to raw deflate data, without a header. */
export function deflateSync(data: unknown, options?: CompressOptions): Uint8Array {
  return compress(data, options, StreamFormat.DEFLATE_RAW);
}

/** Decompresses the gzip format. Throws an Error for invalid data. */
export function gunzipSync(data: unknown, options?: CompressOptions): Uint8Array {
  return decompress(data, options, StreamFormat.GUNZIP);
}

/** Decompresses deflate data; `windowBits` from 8 to 15 expects zlib's header. Throws an Error for invalid data. */
export function inflateSync(data: unknown, options?: CompressOptions): Uint8Array {
  return decompress(
    data,
    options,
    containerOf(options?.windowBits, StreamFormat.INFLATE_RAW, StreamFormat.INFLATE, StreamFormat.GUNZIP),
  );
}

function openZstd(options: ZstdOptions | undefined): number {
  const level = options?.level;
  if (level === undefined) return native.openZstd(StreamFormat.ZSTD_COMPRESS, new Uint8Array(0), -1, null);
  if (typeof level !== "number" || !(level >= 1 && level <= 22)) {
    throw coded(TypeError, "ERR_INVALID_ARG_TYPE", "Compression level must be between 1 and 22");
  }
  return native.openZstd(
    StreamFormat.ZSTD_COMPRESS,
    new Uint8Array(new Int32Array([ZSTD_LEVEL_PARAMETER, level]).buffer),
    -1,
    null,
  );
}

const invalidZstd = (): Error => coded(Error, "ERR_ZSTD", "Decompression failed: InvalidZstdData");

/** Compresses `data` to a zstd frame. `level`: 1 to 22, by default 3. */
export function zstdCompressSync(data: unknown, options?: ZstdOptions): Uint8Array {
  const bytes = bytesOf(data);
  return asBuffer(run(openZstd(options), StreamFlush.ZSTD_END, bytes));
}

/** Decompresses zstd frames. Throws an Error with the code ERR_ZSTD for invalid data. */
export function zstdDecompressSync(data: unknown): Uint8Array {
  const bytes = bytesOf(data);
  const stream = native.openZstd(StreamFormat.ZSTD_DECOMPRESS, new Uint8Array(0), -1, null);
  try {
    const output = native.runSync(stream, StreamFlush.ZSTD_END, bytes, Number.MAX_SAFE_INTEGER);
    if (output === null) throw invalidZstd();
    return asBuffer(output);
  } finally {
    native.close(stream);
  }
}

async function runLater(stream: number, bytes: Uint8Array): Promise<Uint8Array> {
  try {
    const output = await native.run(stream, StreamFlush.ZSTD_END, bytes, Number.MAX_SAFE_INTEGER);
    if (output === null) throw invalidZstd();
    return asBuffer(output);
  } finally {
    native.close(stream);
  }
}

/** As `zstdCompressSync`, off the thread. Wrong arguments throw synchronously. */
export function zstdCompress(data: unknown, options?: ZstdOptions): Promise<Uint8Array> {
  const bytes = bytesOf(data);
  return runLater(openZstd(options), bytes);
}

/** As `zstdDecompressSync`, off the thread. */
export function zstdDecompress(data: unknown): Promise<Uint8Array> {
  const bytes = bytesOf(data);
  return runLater(native.openZstd(StreamFormat.ZSTD_DECOMPRESS, new Uint8Array(0), -1, null), bytes);
}
