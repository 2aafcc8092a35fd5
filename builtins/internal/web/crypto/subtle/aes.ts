// AES and ChaCha20-Poly1305 for SubtleCrypto.
import { Buffer } from "internal:core/buffer";
import { DOMException } from "web:dom_exception";
import type { CryptoKey, KeyAlgorithm, Slots } from "web:crypto_key";
import { bytesBigInt, concat } from "internal:web/crypto/bytes";
import { KeyData } from "internal:web/crypto/key_data";
import { type Jwk, toJwk } from "internal:web/crypto/jwk";
import type { Algorithm } from "internal:web/crypto/subtle/algorithms";
import type { ImportData } from "internal:web/crypto/subtle/families";
import {
  cannotExport,
  cannotImport,
  checkJwk,
  checkJwkAlgorithm,
  checkNotEmpty,
  checkUsages,
  dataError,
  makeKey,
  operation,
} from "internal:web/crypto/subtle/rules";
import { open, openLater, seal, sealLater } from "native:ciphers";
import { randomFill } from "native:crypto";

const CHACHA = "ChaCha20-Poly1305";
const BLOCK_BYTES = 16;
const EMPTY = new Uint8Array(0);
const TAG_BITS = 128;
// SP 800-38D §5.2.1.2.
const GCM_TAG_BITS = [32, 64, 96, 104, 112, 120, 128];
const OCB_TAG_BITS = [64, 96, 128];
// RFC 3394 §2.2.3.1.
const KEY_WRAP_IV = new Uint8Array(8).fill(0xa6);
// Longer inputs are processed in another thread.
const INLINE_BYTES_MAX = 128 * 1024;

function usagesOf(name: string): string[] {
  return name === "AES-KW" ? ["wrapKey", "unwrapKey"] : ["encrypt", "decrypt", "wrapKey", "unwrapKey"];
}

function jwkAlgorithm(name: string, bits: number): string {
  return name === CHACHA ? "C20P" : `A${bits}${name.slice(4)}`;
}

function algorithmOf(name: string, bits: number): KeyAlgorithm {
  return name === CHACHA ? { name } : { name, length: bits };
}

/** A new key. */
export async function generateKey(algorithm: Algorithm, extractable: boolean, usages: string[]): Promise<CryptoKey> {
  const { name } = algorithm;
  const bits = keyLength(algorithm);
  checkUsages(usages, usagesOf(name), name);
  checkNotEmpty(usages, "creating a key.");
  const bytes = new Uint8Array(bits / 8);
  randomFill(bytes);
  return makeKey(new KeyData("secret", bytes), algorithmOf(name, bits), extractable, usages);
}

/** The length of a derived key in bits. Throws an OperationError for an invalid length. */
export function keyLength(algorithm: Algorithm): number {
  if (algorithm.name === CHACHA) return 256;
  const { length } = algorithm;
  if (length !== 128 && length !== 192 && length !== 256)
    throw new DOMException("AES key length must be 128, 192, or 256 bits", "OperationError");
  return length;
}

/** Imports "raw", "raw-secret" or "jwk". */
export function importKey(
  format: string,
  keyData: ImportData,
  { name }: Algorithm,
  extractable: boolean,
  usages: string[],
): CryptoKey {
  checkUsages(usages, usagesOf(name), name);
  checkNotEmpty(usages, "importing a secret key.");
  let bytes: Uint8Array;
  if (format === "jwk") {
    checkJwk(keyData, "oct", "enc", extractable, usages);
    if (typeof keyData.k !== "string") throw dataError("Invalid keyData");
    bytes = Buffer.from(keyData.k, "base64url");
    checkLength(name, bytes.length);
    checkJwkAlgorithm(keyData, jwkAlgorithm(name, bytes.length * 8));
  } else if (format === "raw-secret" || (format === "raw" && name !== CHACHA && name !== "AES-OCB")) {
    bytes = keyData;
    checkLength(name, bytes.length);
  } else throw cannotImport(name, format);
  return makeKey(
    new KeyData("secret", new Uint8Array(bytes)),
    algorithmOf(name, bytes.length * 8),
    extractable,
    usages,
  );
}

function checkLength(name: string, bytes: number): void {
  const isValid = name === CHACHA ? bytes === 32 : bytes === 16 || bytes === 24 || bytes === 32;
  if (!isValid) throw dataError("Invalid key length");
}

/** Exports "raw", "raw-secret" or "jwk". */
export function exportKey(key: Slots, format: string): Uint8Array | Jwk {
  const { name } = key.algorithm;
  if (format === "jwk") return { alg: jwkAlgorithm(name, key.data.bytes.length * 8), ...toJwk(key.data) };
  if (format === "raw-secret" || (format === "raw" && name !== CHACHA && name !== "AES-OCB"))
    return key.data.bytes.slice();
  throw cannotExport(key, format);
}

function cipherName(key: Slots): string {
  const { name } = key.algorithm;
  return name === CHACHA ? "chacha20-poly1305" : `aes-${key.data.bytes.length * 8}-${name.slice(4).toLowerCase()}`;
}

function run(
  key: Slots,
  isEncryption: boolean,
  name: string,
  iv: Uint8Array,
  data: Uint8Array,
  tagBytes: number,
  text: Uint8Array,
): Promise<Uint8Array> {
  return operation(() => {
    if (text.length > INLINE_BYTES_MAX)
      return (isEncryption ? sealLater : openLater)(name, key.data.bytes, iv, data, tagBytes, text);
    return (isEncryption ? seal : open)(name, key.data.bytes, iv, data, tagBytes, text);
  });
}

function crypt(isEncryption: boolean, algorithm: Algorithm, key: Slots, text: Uint8Array): Promise<Uint8Array> {
  if (algorithm.name === "AES-CTR") return counterMode(isEncryption, algorithm, key, text);
  if (algorithm.name === "AES-CBC") {
    if (algorithm.iv.length !== BLOCK_BYTES)
      throw new DOMException("algorithm.iv must contain exactly 16 bytes", "OperationError");
    return run(key, isEncryption, cipherName(key), algorithm.iv, EMPTY, 0, text);
  }
  const { iv, additionalData = EMPTY, tagLength = TAG_BITS } = algorithm;
  checkTag(algorithm.name, tagLength);
  checkNonce(algorithm.name, iv.length);
  return run(key, isEncryption, cipherName(key), iv, additionalData, tagLength / 8, text);
}

function checkTag(name: string, bits: number): void {
  const allowed = name === "AES-GCM" ? GCM_TAG_BITS : name === "AES-OCB" ? OCB_TAG_BITS : [TAG_BITS];
  if (!allowed.includes(bits)) throw new DOMException(`${bits} is not a valid ${name} tag length`, "OperationError");
}

function checkNonce(name: string, bytes: number): void {
  if (name === "AES-OCB" && (bytes === 0 || bytes > 15))
    throw new DOMException("AES-OCB algorithm.iv must be no more than 15 bytes", "OperationError");
  if (name === CHACHA && bytes !== 12)
    throw new DOMException("ChaCha20-Poly1305 algorithm.iv must contain exactly 12 bytes", "OperationError");
  if (bytes === 0) throw new DOMException("algorithm.iv must contain at least 1 byte", "OperationError");
}

// Only the last `length` bits are the counter (SP 800-38A §B.1). OpenSSL counts with all 128, so the input is split at an overflow.
async function counterMode(
  isEncryption: boolean,
  algorithm: Algorithm,
  key: Slots,
  text: Uint8Array,
): Promise<Uint8Array> {
  const { counter, length } = algorithm;
  if (counter.length !== BLOCK_BYTES)
    throw new DOMException("algorithm.counter must contain exactly 16 bytes", "OperationError");
  if (length === 0 || length > 128)
    throw new DOMException("AES-CTR algorithm.length must be between 1 and 128", "OperationError");
  const name = cipherName(key);
  const size = 1n << BigInt(length);
  const blocks = BigInt(Math.ceil(text.length / BLOCK_BYTES));
  if (blocks > size)
    return operation(() => {
      throw new Error("Cipher job failed");
    });
  const value = bytesBigInt(counter);
  const left = size - (value & (size - 1n));
  if (blocks <= left) return run(key, isEncryption, name, counter, EMPTY, 0, text);
  const split = Number(left) * BLOCK_BYTES;
  const restart = Uint8Array.fromHex((value & ~(size - 1n)).toString(16).padStart(32, "0"));
  return concat(
    await run(key, isEncryption, name, counter, EMPTY, 0, text.subarray(0, split)),
    await run(key, isEncryption, name, restart, EMPTY, 0, text.subarray(split)),
  );
}

/** Encrypts. */
export function encrypt(algorithm: Algorithm, key: Slots, text: Uint8Array): Promise<Uint8Array> {
  return crypt(true, algorithm, key, text);
}

/** Decrypts. */
export function decrypt(algorithm: Algorithm, key: Slots, text: Uint8Array): Promise<Uint8Array> {
  return crypt(false, algorithm, key, text);
}

/** Wraps the bytes of a key (RFC 3394). */
export function wrap(_algorithm: Algorithm, key: Slots, text: Uint8Array): Promise<Uint8Array> {
  return run(key, true, `aes-${key.data.bytes.length * 8}-wrap`, KEY_WRAP_IV, EMPTY, 0, text);
}

/** Unwraps the bytes of a key. */
export function unwrap(_algorithm: Algorithm, key: Slots, text: Uint8Array): Promise<Uint8Array> {
  return run(key, false, `aes-${key.data.bytes.length * 8}-wrap`, KEY_WRAP_IV, EMPTY, 0, text);
}
