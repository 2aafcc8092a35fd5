// native:ciphers. Symmetric ciphers, MACs, key derivation and prime numbers, by the system's OpenSSL. Implemented by
// host/ciphers.
import type { Bytes, Enum, EnumOf, Options, f64, i32, u32, u8 } from "./types.ts";

/** The variants of Argon2 (RFC 9106 §3.1). */
export declare const Argon2Variant: Enum<u8, { ARGON2D: 0; ARGON2I: 1; ARGON2ID: 2 }>;
export type Argon2Variant = EnumOf<typeof Argon2Variant>;

/** What an Argon2 tag costs, and its length. */
export interface Argon2Cost extends Options {
  lanes: u32;
  memoryKib: u32;
  passes: u32;
  /** Of the tag, in bytes. */
  bytes: u32;
}

/** What a key of scrypt costs (RFC 7914 §2). */
export interface ScryptCost extends Options {
  /** N. */
  cost: f64;
  /** r. */
  blockSize: f64;
  /** p. */
  lanes: f64;
  memoryBytesMax: f64;
}

/** The settings of a message authentication code. Empty strings and null leave one alone. */
export interface MacSettings extends Options {
  digest: string;
  cipher: string;
  iv: Bytes | null;
  customization: Bytes | null;
  salt: Bytes | null;
  /** Null leaves it alone. */
  outputBytes: u32 | null;
}

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
export declare function scrypt(password: Bytes, salt: Bytes, cost: ScryptCost, bytes: u32): Bytes;

/** As `scrypt`, off the thread. */
export declare function scryptLater(password: Bytes, salt: Bytes, cost: ScryptCost, bytes: u32): Promise<Bytes>;

/** HKDF, extract and expand. */
export declare function hkdf(digest: string, key: Bytes, salt: Bytes, info: Bytes, bytes: u32): Bytes;

/** As `hkdf`, off the thread. */
export declare function hkdfLater(digest: string, key: Bytes, salt: Bytes, info: Bytes, bytes: u32): Promise<Bytes>;

/** The tag of a message by Argon2 (RFC 9106), version 1.3. */
export declare function argon2(
  variant: Argon2Variant,
  message: Bytes,
  nonce: Bytes,
  secret: Bytes,
  associatedData: Bytes,
  cost: Argon2Cost,
): Bytes;

/** As `argon2`, off the thread. */
export declare function argon2Later(
  variant: Argon2Variant,
  message: Bytes,
  nonce: Bytes,
  secret: Bytes,
  associatedData: Bytes,
  cost: Argon2Cost,
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
 * Throws ERR_CRYPTO_INVALID_MAC for an unknown algorithm.
 */
export declare function macStart(algorithm: string, key: Bytes, settings: MacSettings): u32;

/** Adds a chunk. */
export declare function macUpdate(mac: u32, bytes: Bytes): void;

/** Returns the code and drops the state. */
export declare function macFinish(mac: u32): Bytes;

/** Drops a state. */
export declare function macDrop(mac: u32): void;
