// native:checksums. Fast, non-cryptographic hashes, as `Bun.hash` names them. Implemented by host/checksums.
import type { Any, BytesMut, Enum, EnumOf, u8 } from "./types.ts";

/** The hash functions. */
export declare const ChecksumAlgorithm: Enum<
  u8,
  {
    WYHASH: 0;
    ADLER32: 1;
    CRC32: 2;
    CITY_HASH32: 3;
    CITY_HASH64: 4;
    XX_HASH32: 5;
    XX_HASH64: 6;
    XX_HASH3: 7;
    MURMUR32_V2: 8;
    MURMUR32_V3: 9;
    MURMUR64_V2: 10;
    RAPIDHASH: 11;
  }
>;
export type ChecksumAlgorithm = EnumOf<typeof ChecksumAlgorithm>;

/**
 * Hashes bytes, or a string as UTF-8. `number`: eight bytes, little endian, with the seed, which the result replaces.
 * False, without a change, for another input.
 */
export declare function checksum(algorithm: ChecksumAlgorithm, input: Any<unknown>, number: BytesMut): boolean;
