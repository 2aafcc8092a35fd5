// node:zlib: compression with deflate, gzip, brotli and zstd. The parts are in `internal:node/zlib/*`; archives (ZipFile and
// related classes) are not implemented yet. https://nodejs.org/api/zlib.html
import { option } from "internal:core/launch";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { missingMember } from "internal:core/missing_members";
import { isArrayBufferView } from "internal:core/util/types";
import { validateUint32 } from "internal:core/validators";
import { classes, makeCreator } from "internal:node/zlib/classes";
import { codes, constants } from "internal:node/zlib/constants";
import { makeAsync, makeSync } from "internal:node/zlib/one_shot";
import defer * as syncTracing from "internal:node/process/trace_sync_io";
import * as native from "native:zlib";

/** The CRC-32 of `data` as an unsigned 32-bit number; `value` is the CRC-32 of the data before. */
function crc32(data: string | ArrayBufferView, value = 0): number {
  if (typeof data !== "string" && !isArrayBufferView(data))
    throw new ERR_INVALID_ARG_TYPE("data", ["Buffer", "TypedArray", "DataView", "string"], data);
  validateUint32(value, "value");
  return typeof data === "string" ? native.crc32Text(data, value) : native.crc32(data as any, value);
}

const FORMATS: [functionName: string, className: string, format: number][] = [
  ["deflate", "Deflate", constants.DEFLATE],
  ["gzip", "Gzip", constants.GZIP],
  ["deflateRaw", "DeflateRaw", constants.DEFLATERAW],
  ["unzip", "Unzip", constants.UNZIP],
  ["inflate", "Inflate", constants.INFLATE],
  ["gunzip", "Gunzip", constants.GUNZIP],
  ["inflateRaw", "InflateRaw", constants.INFLATERAW],
  ["brotliCompress", "BrotliCompress", constants.BROTLI_ENCODE],
  ["brotliDecompress", "BrotliDecompress", constants.BROTLI_DECODE],
  ["zstdCompress", "ZstdCompress", constants.ZSTD_COMPRESS],
  ["zstdDecompress", "ZstdDecompress", constants.ZSTD_DECOMPRESS],
];

const CREATED = [
  "Deflate",
  "Inflate",
  "DeflateRaw",
  "InflateRaw",
  "Gzip",
  "Gunzip",
  "Unzip",
  "BrotliCompress",
  "BrotliDecompress",
  "ZstdCompress",
  "ZstdDecompress",
];

const zlib: Record<string, unknown> = { crc32, ...classes };
for (const [functionName, className, format] of FORMATS) {
  zlib[functionName] = makeAsync(className, format);
  zlib[`${functionName}Sync`] = makeSync(className, format, `${functionName}Sync`);
}
for (const name of CREATED)
  Object.defineProperty(zlib, `create${name}`, { value: makeCreator(name), enumerable: true, configurable: true });
Object.defineProperties(zlib, {
  constants: { value: constants, enumerable: true },
  codes: { value: codes, enumerable: true },
});
for (const name of [
  "ZipEntry",
  "ZipFile",
  "ZipBuffer",
  "createZipArchive",
  "createZipArchiveSync",
  "zipFiles",
  "getMaxZipContentSize",
  "setMaxZipContentSize",
]) {
  zlib[name] = missingMember("zlib", name);
}
// Before `constants` existed the numbers were members of the module; Node retains all but those of brotli there, hidden.
for (const name of Object.keys(constants)) {
  if (name.startsWith("BROTLI")) continue;
  Object.defineProperty(zlib, name, { value: (constants as any)[name] });
}

if (option("--trace-sync-io") !== undefined) syncTracing.install("node:zlib", zlib);

export default zlib;
