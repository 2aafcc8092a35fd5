// native:ciphers. Symmetric ciphers, key derivation and prime numbers, of the system's OpenSSL. Implemented by host/ciphers.
import type { Bytes, f64, i32, u32, u8 } from "./types.ts";

/** What a cipher is like. */
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

/** Describes the cipher of a name, in any case; null when there is none. */
export declare function describeCipher(name: string): CipherDescription | null;

/** Describes the cipher of OpenSSL's number. */
export declare function describeCipherNumber(nid: i32): CipherDescription | null;

/** Starts a cipher; the number of its state. `tagBytes`: below 0 to leave it. */
export declare function cipherStart(
  name: string,
  key: Bytes,
  iv: Bytes | null,
  isEncryption: boolean,
  isAuthenticated: boolean,
  tagBytes: i32,
): u32;

/** Tells the tag that a decryption must meet. */
export declare function cipherSetTag(cipher: u32, tag: Bytes): void;

/** Tells the length of the text, which CCM needs first. */
export declare function cipherSetTextLength(cipher: u32, bytes: u32): void;

/** Adds data that is authenticated only. */
export declare function cipherAddData(cipher: u32, bytes: Bytes): void;

/** Whether the last block is padded. */
export declare function cipherSetPadding(cipher: u32, isPadded: boolean): void;

/** Adds text; what comes out of it so far. */
export declare function cipherUpdate(cipher: u32, bytes: Bytes): Bytes;

/** Ends the text; the rest of what comes out. The state stays for its tag. */
export declare function cipherFinish(cipher: u32): Bytes;

/** The tag after an encryption. */
export declare function cipherTag(cipher: u32, bytes: u32): Bytes;

/** Ends a state. */
export declare function cipherDrop(cipher: u32): void;

/** Encrypts in one step. With `tagBytes` above 0 the tag follows the text. */
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

/** Decrypts in one step what `seal` made. */
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

/** HMAC in one step. */
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

/** Whether a number is prime, by `checks` rounds; 0 leaves their number to OpenSSL. */
export declare function checkPrime(candidate: Bytes, checks: u32): boolean;

/** As `checkPrime`, off the thread. */
export declare function checkPrimeLater(candidate: Bytes, checks: u32): Promise<boolean>;

/** The names of the message authentication codes that there are. */
export declare function macNames(): string[];

/**
 * Starts a message authentication code; the number of its state, which lives until `macFinish` or `macDrop`. Empty texts and null
 * leave a setting alone; `outputBytes`: below 0 to leave it. Throws ERR_CRYPTO_INVALID_MAC for an unknown algorithm.
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

/** Adds a piece. */
export declare function macUpdate(mac: u32, bytes: Bytes): void;

/** The code; ends the state. */
export declare function macFinish(mac: u32): Bytes;

/** Ends a state. */
export declare function macDrop(mac: u32): void;
