// KMAC for SubtleCrypto (SP 800-185 §4).
import { Buffer } from "internal:core/buffer";
import { DOMException } from "web:dom_exception";
import type { CryptoKey, Slots } from "web:crypto_key";
import { type Jwk, toJwk } from "internal:web/crypto/jwk";
import { KeyData } from "internal:web/crypto/key_data";
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
import { equalInConstantTime, kmac, randomFill } from "native:crypto";

const ALLOWED = ["sign", "verify"];
const EMPTY = new Uint8Array(0);

function strength(name: string): number {
  return name === "KMAC128" ? 128 : 256;
}

function jwkAlgorithm(name: string): string {
  return `K${strength(name)}`;
}

// The bits after the length are not part of the value.
function clearUnused(bytes: Uint8Array, bits: number): Uint8Array {
  if (bits % 8 !== 0) bytes[bytes.length - 1]! &= 0xff << (8 - (bits % 8));
  return bytes;
}

/** The length of a key in bits: the requested length, or the strength. */
export function keyLength({ name, length }: Algorithm): number {
  if (length === 0) throw new DOMException("KmacImportParams.length cannot be 0", "OperationError");
  return length ?? strength(name);
}

/** A new key. */
export async function generateKey(algorithm: Algorithm, extractable: boolean, usages: string[]): Promise<CryptoKey> {
  const { name } = algorithm;
  checkUsages(usages, ALLOWED, name);
  if (algorithm.length === 0) throw new DOMException("KmacKeyGenParams.length cannot be 0", "OperationError");
  checkNotEmpty(usages, "creating a key.");
  const length = keyLength(algorithm);
  const bytes = new Uint8Array(Math.ceil(length / 8));
  randomFill(bytes);
  return makeKey(new KeyData("secret", clearUnused(bytes, length)), { name, length }, extractable, usages);
}

/** Imports "raw-secret" or "jwk". */
export function importKey(
  format: string,
  keyData: ImportData,
  algorithm: Algorithm,
  extractable: boolean,
  usages: string[],
): CryptoKey {
  const { name } = algorithm;
  checkUsages(usages, ALLOWED, name);
  checkNotEmpty(usages, "importing a secret key.");
  let bytes: Uint8Array;
  if (format === "jwk") {
    checkJwk(keyData, "oct", "sig", extractable, usages);
    if (typeof keyData.k !== "string") throw dataError("Invalid keyData");
    bytes = new Uint8Array(Buffer.from(keyData.k, "base64url"));
    checkJwkAlgorithm(keyData, jwkAlgorithm(name));
  } else if (format === "raw-secret") bytes = new Uint8Array(keyData);
  else throw cannotImport(name, format);
  const length = algorithm.length ?? bytes.length * 8;
  if (bytes.length === 0 || length === 0) throw dataError("Zero-length key is not supported");
  if (length > bytes.length * 8 || length <= bytes.length * 8 - 8) throw dataError("Invalid key length");
  return makeKey(new KeyData("secret", clearUnused(bytes, length)), { name, length }, extractable, usages);
}

/** Exports "raw-secret" or "jwk". */
export function exportKey(key: Slots, format: string): Uint8Array | Jwk {
  if (format === "raw-secret") return key.data.bytes.slice();
  if (format !== "jwk") throw cannotExport(key, format);
  return { alg: jwkAlgorithm(key.algorithm.name), ...toJwk(key.data) };
}

/** The authentication code of data, of `outputLength` bits. */
export function sign(
  { name, outputLength, customization = EMPTY }: Algorithm,
  key: Slots,
  data: Uint8Array,
): Promise<Uint8Array> {
  return operation(() =>
    clearUnused(kmac(strength(name), key.data.bytes, data, customization, outputLength), outputLength),
  );
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
