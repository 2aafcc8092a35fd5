// native:crypto. Random bytes and hashes. Implemented by host/crypto.
import type { Any, Bytes, BytesMut, f64, u32 } from "./types.ts";

/** Fills `target` with random bytes of a generator that the system seeds (`host/crypto/src/random_pool.rs`). */
export declare function randomFill(target: BytesMut): void;

/**
 * As `randomFill` for a Uint8Array of 1 to 65536 bytes. False, without a change, for another value.
 */
export declare function randomFillArray(target: Any<unknown>): boolean;

/** 32 random UUIDs of version 4 (RFC 9562 §5.4), 36 characters each, one after the other. */
export declare function randomUuids(): string;

/** Fills at most the bytes from `start` to `end` with random bytes of the system, off the thread. */
export declare function randomFillLater(target: BytesMut, start: f64, end: f64): Promise<void>;

/**
 * The hash functions, four strings each: name, bytes of output, bytes of a block, and whether the output length is
 * variable.
 */
export declare function hashFunctions(): string[];

/**
 * The one-shot hash of `bytes`. `outputBytes` is used by functions with variable output length. Throws for an
 * unknown function.
 */
export declare function digest(name: string, bytes: Bytes, outputBytes: u32): Bytes;

/** As `digest`, of bytes or of a string as UTF-8. `hashFunction` is its index in `hashFunctions()`. */
export declare function digestOf(hashFunction: u32, input: Any<Uint8Array | string>, outputBytes: u32): Bytes;

/** As `digestOf`, in hexadecimal. */
export declare function digestHex(hashFunction: u32, input: Any<Uint8Array | string>, outputBytes: u32): Any<string>;

/** HMAC (RFC 2104) of bytes, or of a string as UTF-8, with the hash function at an index of `hashFunctions()`. */
export declare function hmacOf(hashFunction: u32, key: Bytes, input: Any<Uint8Array | string>): Bytes;

/** Starts an incremental hash; returns the number of its state, which lives until `hashFinish` or `hashDrop`. */
export declare function hashStart(name: string): u32;

/** Adds a chunk. */
export declare function hashUpdate(hasher: u32, bytes: Bytes): void;

/** Starts another hash with a copy of the state. */
export declare function hashCopy(hasher: u32): u32;

/** Returns the hash and drops the state. */
export declare function hashFinish(hasher: u32, outputBytes: u32): Bytes;

/** Drops a state. */
export declare function hashDrop(hasher: u32): void;

/** Whether two views of equal length hold the same bytes, in constant time. */
export declare function equalInConstantTime(left: Bytes, right: Bytes): boolean;

/** KMAC (SP 800-185) of 128 or 256 bits. */
export declare function kmac(bits: u32, key: Bytes, data: Bytes, customization: Bytes, outputBits: u32): Bytes;

/** cSHAKE (SP 800-185) of 128 or 256 bits. */
export declare function cshake(
  bits: u32,
  functionName: Bytes,
  customization: Bytes,
  data: Bytes,
  outputBytes: u32,
): Bytes;
