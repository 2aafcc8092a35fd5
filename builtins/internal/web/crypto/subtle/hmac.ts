// HMAC for SubtleCrypto.
import { Buffer } from "internal:core/buffer";
import { DOMException } from "web:dom_exception";
import type { CryptoKey, Slots } from "web:crypto_key";
import { type Jwk, toJwk } from "internal:web/crypto/jwk";
import { KeyData } from "internal:web/crypto/key_data";
import { type Algorithm, HASHES } from "internal:web/crypto/subtle/algorithms";
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
import { hmac } from "native:ciphers";
import { equalInConstantTime, randomFill } from "native:crypto";

const ALLOWED = ["sign", "verify"];
const BLOCK_BITS: Record<string, number> = {
  "SHA-1": 512,
  "SHA-256": 512,
  "SHA-384": 1024,
  "SHA-512": 1024,
  "SHA3-256": 1088,
  "SHA3-384": 832,
  "SHA3-512": 576,
};

function jwkAlgorithm(hash: string): string | undefined {
  return hash.startsWith("SHA-") ? `HS${hash.slice(4)}` : undefined;
}

/** The length of a key in bits: the requested length, or a block of the hash. */
export function keyLength({ hash, length }: Algorithm): number {
  if (length === 0) throw new DOMException("HmacImportParams.length cannot be 0", "OperationError");
  return length ?? BLOCK_BITS[hash.name]!;
}

/** A new key. */
export async function generateKey(algorithm: Algorithm, extractable: boolean, usages: string[]): Promise<CryptoKey> {
  const { name, hash } = algorithm;
  checkUsages(usages, ALLOWED, name);
  if (algorithm.length === 0) throw new DOMException("HmacKeyGenParams.length cannot be 0", "OperationError");
  checkNotEmpty(usages, "creating a key.");
  const length = keyLength(algorithm);
  const bytes = new Uint8Array(Math.ceil(length / 8));
  randomFill(bytes);
  clearUnused(bytes, length);
  return makeKey(new KeyData("secret", bytes), { name, length, hash }, extractable, usages);
}

// The bits after the length are not part of the key.
function clearUnused(bytes: Uint8Array, bits: number): void {
  if (bits % 8 !== 0) bytes[bytes.length - 1]! &= 0xff << (8 - (bits % 8));
}

/** Imports "raw", "raw-secret" or "jwk". */
export function importKey(
  format: string,
  keyData: ImportData,
  algorithm: Algorithm,
  extractable: boolean,
  usages: string[],
): CryptoKey {
  const { name, hash } = algorithm;
  checkUsages(usages, ALLOWED, name);
  checkNotEmpty(usages, "importing a secret key.");
  let bytes: Uint8Array;
  if (format === "jwk") {
    checkJwk(keyData, "oct", "sig", extractable, usages);
    if (typeof keyData.k !== "string") throw dataError("Invalid keyData");
    bytes = new Uint8Array(Buffer.from(keyData.k, "base64url"));
    checkJwkAlgorithm(keyData, jwkAlgorithm(hash.name));
  } else if (format === "raw" || format === "raw-secret") bytes = new Uint8Array(keyData);
  else throw cannotImport(name, format);
  if (bytes.length === 0) throw dataError("Zero-length key is not supported");
  const length = algorithm.length ?? bytes.length * 8;
  // A length may exclude bits of the last byte only.
  if (length > bytes.length * 8 || length <= bytes.length * 8 - 8) throw dataError("Invalid key length");
  clearUnused(bytes, length);
  return makeKey(new KeyData("secret", bytes), { name, length, hash }, extractable, usages);
}

/** Exports "raw", "raw-secret" or "jwk". */
export function exportKey(key: Slots, format: string): Uint8Array | Jwk {
  if (format === "raw" || format === "raw-secret") return key.data.bytes.slice();
  if (format !== "jwk") throw cannotExport(key, format);
  const alg = jwkAlgorithm(key.algorithm.hash.name);
  return alg === undefined ? toJwk(key.data) : { alg, ...toJwk(key.data) };
}

/** The authentication code of data. */
export function sign(_algorithm: Algorithm, key: Slots, data: Uint8Array): Promise<Uint8Array> {
  return operation(() => hmac(HASHES[key.algorithm.hash.name]!, key.data.bytes, data));
}

/** Whether an authentication code is valid. */
export async function verify(
  algorithm: Algorithm,
  key: Slots,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  const expected = await sign(algorithm, key, data);
  return expected.length === signature.length && equalInConstantTime(expected, signature);
}
