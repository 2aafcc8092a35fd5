// `Bun.hash`: fast hashes that are not cryptographic. Those of 64 bits return a bigint, those of 32 bits a number.
import { isBytes, viewBytes } from "internal:web/crypto/bytes";
import { encodeUtf8 } from "native:buffer";
import { ChecksumAlgorithm, checksum } from "native:checksums";
import defer * as blobs from "web:blob";

const ALGORITHMS: readonly [name: string, algorithm: ChecksumAlgorithm][] = [
  ["adler32", ChecksumAlgorithm.ADLER32],
  ["crc32", ChecksumAlgorithm.CRC32],
  ["cityHash32", ChecksumAlgorithm.CITY_HASH32],
  ["cityHash64", ChecksumAlgorithm.CITY_HASH64],
  ["xxHash32", ChecksumAlgorithm.XX_HASH32],
  ["xxHash64", ChecksumAlgorithm.XX_HASH64],
  ["xxHash3", ChecksumAlgorithm.XX_HASH3],
  ["murmur32v2", ChecksumAlgorithm.MURMUR32_V2],
  ["murmur32v3", ChecksumAlgorithm.MURMUR32_V3],
  ["murmur64v2", ChecksumAlgorithm.MURMUR64_V2],
  ["rapidhash", ChecksumAlgorithm.RAPIDHASH],
];
const SHORT = new Set(["adler32", "crc32", "cityHash32", "xxHash32", "murmur32v2", "murmur32v3"]);

type HashFunction = (data: unknown, seed?: unknown) => bigint | number;

const number = new BigUint64Array(1);
/** The two halves of the number: of the seed before a call, of the hash behind it. */
const halves = new Uint32Array(number.buffer);
const numberBytes = new Uint8Array(number.buffer);

/** The bytes of an input that is neither a string nor bytes, or is bytes that threads share. */
function inputBytes(data: unknown): Uint8Array {
  if (isBytes(data)) return viewBytes(data);
  if (data instanceof blobs.Blob) {
    const bytes = blobs.bytesInMemory(data);
    if (bytes !== null) return bytes;
  }
  if (typeof data === "number" || typeof data === "boolean" || typeof data === "bigint") return encodeUtf8(`${data}`);
  throw Object.assign(new TypeError("data must be a string, ArrayBuffer, ArrayBufferView or Blob"), {
    code: "ERR_INVALID_ARG_TYPE",
  });
}

function seedOf(seed: unknown): bigint {
  if (typeof seed === "bigint") return BigInt.asUintN(64, seed);
  return typeof seed === "number" && Number.isFinite(seed) ? BigInt.asUintN(64, BigInt(Math.trunc(seed))) : 0n;
}

/** Hashes `data` into `number`. */
function run(algorithm: ChecksumAlgorithm, data: unknown, seed: unknown): void {
  if (seed === undefined) {
    halves[0] = 0;
    halves[1] = 0;
  } else number[0] = seedOf(seed);
  if (!checksum(algorithm, data, numberBytes)) checksum(algorithm, inputBytes(data), numberBytes);
}

function wyhash(data: unknown, seed?: unknown): bigint {
  run(ChecksumAlgorithm.WYHASH, data, seed);
  return number[0]!;
}

/** `Bun.hash(data, seed)` is wyhash; its properties are the others. */
export const hash: HashFunction & Record<string, HashFunction> = Object.assign(
  (data: unknown, seed?: unknown) => wyhash(data, seed),
  { wyhash },
) as never;
Object.defineProperty(hash, "name", { value: "hash" });
for (const [name, algorithm] of ALGORITHMS) {
  hash[name] = {
    [name]: SHORT.has(name)
      ? (data: unknown, seed?: unknown) => {
          run(algorithm, data, seed);
          return halves[0]!;
        }
      : (data: unknown, seed?: unknown) => {
          run(algorithm, data, seed);
          return number[0]!;
        },
  }[name]!;
}
