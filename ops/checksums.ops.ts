// native:checksums. Fast, non-cryptographic hashes, as `Bun.hash` names them. Implemented by host/checksums.
import type { Bytes, BytesMut, u8 } from "./types.ts";

/**
 * Hashes bytes. `algorithm`: 0 wyhash, 1 adler32, 2 crc32, 3 cityHash32, 4 cityHash64, 5 xxHash32, 6 xxHash64, 7
 * xxHash3, 8 murmur32v2, 9 murmur32v3, 10 murmur64v2, 11 rapidhash. `number`: eight bytes, little endian, with the
 * seed, which the result replaces.
 */
export declare function checksum(algorithm: u8, bytes: Bytes, number: BytesMut): void;
