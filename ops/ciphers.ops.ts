// native:ciphers. Symmetric ciphers, MACs, key derivation and prime numbers, by the system's OpenSSL. Implemented by
// host/ciphers.
import type { Bytes, f64, i32, u32, u8 } from "./types.ts";

/** The properties of a cipher. */
export interface CipherDescription {
  /** Its short name, lower case. */
  name: string;
  nid: i32;
  /** 1 for stream ciphers. */
  blockBytes: u32;
  /** 0 for ciphers without one. */
  ivBytes: u32;
  keyBytes: u32;
}

/** Describes the cipher of a name, in any case; null for an unknown name. */
export declare function describeCipher(name: string): CipherDescription | null;

/** Describes the cipher of OpenSSL's number (NID). */
export declare function describeCipherNumber(nid: i32): CipherDescription | null;

/** Starts a cipher; returns the number of its state. `tagBytes`: negative to leave it. */
export declare function cipherStart(
  name: string,
  key: Bytes,
  iv: Bytes | null,
  isEncryption: boolean,
  isAuthenticated: boolean,
  tagBytes: i32,
): u32;

/** Sets the tag that a decryption verifies. */
export declare function cipherSetTag(cipher: u32, tag: Bytes): void;

/** Sets the length of the message, which CCM requires first. */
export declare function cipherSetTextLength(cipher: u32, bytes: u32): void;

/** Adds associated data, which is authenticated only. */
export declare function cipherAddData(cipher: u32, bytes: Bytes): void;

/** Sets whether the last block is padded. */
export declare function cipherSetPadding(cipher: u32, isPadded: boolean): void;

/** Processes input; returns the output so far. */
export declare function cipherUpdate(cipher: u32, bytes: Bytes): Bytes;

/** Ends the message; returns the rest of the output. The state stays for its tag. */
export declare function cipherFinish(cipher: u32): Bytes;

/** The tag after an encryption. */
export declare function cipherTag(cipher: u32, bytes: u32): Bytes;

/** Drops a state. */
export declare function cipherDrop(cipher: u32): void;

/** Encrypts in one step. With `tagBytes` above 0 the tag follows the ciphertext. */
export declare function seal(
  name: string,
  key: Bytes,
  iv: Bytes | null,
  data: Bytes,
  tagBytes: u32,
  text: Bytes,
): Bytes;

/** As `seal`, off the thread. */
export declare function sealLater(
  name: string,
  key: Bytes,
  iv: Bytes | null,
  data: Bytes,
  tagBytes: u32,
  text: Bytes,
): Promise<Bytes>;

/** Decrypts the result of `seal` in one step. */
export declare function open(
  name: string,
  key: Bytes,
  iv: Bytes | null,
  data: Bytes,
  tagBytes: u32,
  text: Bytes,
): Bytes;

/** As `open`, off the thread. */
export declare function openLater(
  name: string,
  key: Bytes,
  iv: Bytes | null,
  data: Bytes,
  tagBytes: u32,
  text: Bytes,
): Promise<Bytes>;

/** PBKDF2 with HMAC. */
export declare function pbkdf2(password: Bytes, salt: Bytes, iterations: u32, bytes: u32, digest: string): Bytes;

/** As `pbkdf2`, off the thread. */
export declare function pbkdf2Later(
  password: Bytes,
  salt: Bytes,
  iterations: u32,
  bytes: u32,
  digest: string,
): Promise<Bytes>;

/** scrypt. */
export declare function scrypt(
  password: Bytes,
  salt: Bytes,
  cost: f64,
  blockSize: f64,
  lanes: f64,
  memoryBytesMax: f64,
  bytes: u32,
): Bytes;

/** As `scrypt`, off the thread. */
export declare function scryptLater(
  password: Bytes,
  salt: Bytes,
  cost: f64,
  blockSize: f64,
  lanes: f64,
  memoryBytesMax: f64,
  bytes: u32,
): Promise<Bytes>;

/** HKDF, extract and expand. */
export declare function hkdf(digest: string, key: Bytes, salt: Bytes, info: Bytes, bytes: u32): Bytes;

/** As `hkdf`, off the thread. */
export declare function hkdfLater(digest: string, key: Bytes, salt: Bytes, info: Bytes, bytes: u32): Promise<Bytes>;

/** Argon2. `algorithm`: 0 argon2d, 1 argon2i, 2 argon2id. */
export declare function argon2(
  algorithm: u8,
  message: Bytes,
  nonce: Bytes,
  lanes: u32,
  memoryKib: u32,
  passes: u32,
  secret: Bytes,
  associatedData: Bytes,
  bytes: u32,
): Bytes;

/** As `argon2`, off the thread. */
export declare function argon2Later(
  algorithm: u8,
  message: Bytes,
  nonce: Bytes,
  lanes: u32,
  memoryKib: u32,
  passes: u32,
  secret: Bytes,
  associatedData: Bytes,
  bytes: u32,
): Promise<Bytes>;

/** One-shot HMAC. */
export declare function hmac(digest: string, key: Bytes, bytes: Bytes): Bytes;

/** A prime of `bits` bits as big-endian bytes; `prime mod add = rem` when those are given. */
export declare function generatePrime(bits: u32, isSafe: boolean, add: Bytes | null, rem: Bytes | null): Bytes;

/** As `generatePrime`, off the thread. */
export declare function generatePrimeLater(
  bits: u32,
  isSafe: boolean,
  add: Bytes | null,
  rem: Bytes | null,
): Promise<Bytes>;

/** Whether a number is prime, by `checks` rounds; 0 leaves the number of rounds to OpenSSL. */
export declare function checkPrime(candidate: Bytes, checks: u32): boolean;

/** As `checkPrime`, off the thread. */
export declare function checkPrimeLater(candidate: Bytes, checks: u32): Promise<boolean>;

/** The names of the available message authentication codes. */
export declare function macNames(): string[];

/**
 * Starts a message authentication code; returns the number of its state, which lives until `macFinish` or `macDrop`.
 * Empty strings and null leave a setting alone; `outputBytes`: negative to leave it. Throws ERR_CRYPTO_INVALID_MAC
 * for an unknown algorithm.
 */
export declare function macStart(
  algorithm: string,
  key: Bytes,
  digest: string,
  cipher: string,
  iv: Bytes | null,
  customization: Bytes | null,
  salt: Bytes | null,
  outputBytes: f64,
): u32;

/** Adds a chunk. */
export declare function macUpdate(mac: u32, bytes: Bytes): void;

/** Returns the code and drops the state. */
export declare function macFinish(mac: u32): Bytes;

/** Drops a state. */
export declare function macDrop(mac: u32): void;
