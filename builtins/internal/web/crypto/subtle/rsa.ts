// RSASSA-PKCS1-v1_5, RSA-PSS and RSA-OAEP for SubtleCrypto (RFC 8017).
import { DOMException } from "web:dom_exception";
import type { CryptoKey, Slots } from "web:crypto_key";
import { bytesBigInt } from "internal:web/crypto/bytes";
import { fromJwk, type Jwk } from "internal:web/crypto/jwk";
import { type KeyData, bitLength, rsaNumbers } from "internal:web/crypto/key_data";
import { oaepControls } from "internal:web/crypto/public_encrypt";
import { type Algorithm, HASHES } from "internal:web/crypto/subtle/algorithms";
import type { ImportData, KeyPair } from "internal:web/crypto/subtle/families";
import {
  ENCRYPTING,
  type PairUsages,
  SIGNING,
  checkImport,
  exportCommon,
  generatePair,
  readPkcs8,
  readSpki,
} from "internal:web/crypto/subtle/asymmetric";
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
  readingKey,
} from "internal:web/crypto/subtle/rules";
import { RsaOperation, signMessageLater, transformLater, verifyMessageLater } from "native:keys";

const BITS_MIN = 512;

function usagesOf(name: string): PairUsages {
  return name === "RSA-OAEP" ? ENCRYPTING : SIGNING;
}

const JWK_PREFIXES: Record<string, string> = { "RSASSA-PKCS1-v1_5": "RS", "RSA-PSS": "PS", "RSA-OAEP": "RSA-OAEP" };

function jwkAlgorithm(name: string, hash: string): string | undefined {
  if (!hash.startsWith("SHA-")) return undefined;
  const bits = hash.slice(4);
  if (name === "RSA-OAEP") return bits === "1" ? "RSA-OAEP" : `RSA-OAEP-${bits}`;
  return `${JWK_PREFIXES[name]}${bits}`;
}

/** A new pair. */
export function generateKey(algorithm: Algorithm, extractable: boolean, usages: string[]): Promise<KeyPair> {
  const { name, hash, modulusLength, publicExponent } = algorithm;
  const allowed = usagesOf(name);
  checkUsages(usages, [...allowed.public, ...allowed.private], name);
  checkNotEmpty(
    usages.filter((usage) => allowed.private.includes(usage)),
    "creating a key.",
  );
  const exponent = bytesBigInt(publicExponent);
  if (exponent % 2n === 0n) throw new DOMException("algorithm.publicExponent must be odd", "OperationError");
  if (exponent < 3n) throw new DOMException("algorithm.publicExponent must be at least 3", "OperationError");
  if (modulusLength < BITS_MIN)
    return operation(() => {
      throw new Error("key size too small");
    });
  const controls = ["rsa_keygen_bits", `${modulusLength}`, "rsa_keygen_pubexp", `${exponent}`];
  return generatePair("rsa", controls, { name, modulusLength, publicExponent, hash }, allowed, extractable, usages);
}

/** Imports "spki", "pkcs8" or "jwk". */
export function importKey(
  format: string,
  keyData: ImportData,
  algorithm: Algorithm,
  extractable: boolean,
  usages: string[],
): CryptoKey {
  const { name, hash } = algorithm;
  const allowed = usagesOf(name);
  let data: KeyData;
  if (format === "jwk") {
    if (typeof keyData !== "object" || keyData === null || keyData.kty === undefined)
      throw dataError("Invalid keyData");
    checkImport(keyData.d !== undefined, usages, allowed, name);
    checkJwk(keyData, "RSA", name === "RSA-OAEP" ? "enc" : "sig", extractable, usages);
    checkJwkAlgorithm(keyData, jwkAlgorithm(name, hash.name));
    data = readingKey(() => fromJwk(keyData));
  } else if (format === "spki" || format === "pkcs8") {
    checkImport(format === "pkcs8", usages, allowed, name);
    data = format === "spki" ? readSpki(keyData) : readPkcs8(keyData);
  } else throw cannotImport(name, format);
  if (data.type !== "rsa") throw dataError("Invalid key type");
  const [modulus, exponent] = rsaNumbers(data);
  const made = { name, modulusLength: bitLength(modulus!), publicExponent: new Uint8Array(exponent!), hash };
  return makeKey(data, made, extractable, usages);
}

/** Exports "spki", "pkcs8" or "jwk". */
export function exportKey(key: Slots, format: string): Uint8Array | Jwk {
  if (format !== "spki" && format !== "pkcs8" && format !== "jwk") throw cannotExport(key, format);
  const common = exportCommon(key, format);
  if (format !== "jwk") return common!;
  const alg = jwkAlgorithm(key.algorithm.name, key.algorithm.hash.name);
  return alg === undefined ? common! : { alg, ...common };
}

function controls(algorithm: Algorithm): string[] {
  return algorithm.name === "RSA-PSS"
    ? ["rsa_padding_mode", "pss", "rsa_pss_saltlen", `${algorithm.saltLength}`]
    : ["rsa_padding_mode", "pkcs1"];
}

/** Signs data. */
export function sign(algorithm: Algorithm, key: Slots, data: Uint8Array): Promise<Uint8Array> {
  return operation(() => signMessageLater(key.data.bytes, HASHES[key.algorithm.hash.name]!, controls(algorithm), data));
}

/** Whether a signature is valid. */
export function verify(algorithm: Algorithm, key: Slots, signature: Uint8Array, data: Uint8Array): Promise<boolean> {
  return operation(() =>
    verifyMessageLater(key.data.bytes, HASHES[key.algorithm.hash.name]!, controls(algorithm), data, signature),
  );
}

function oaep(rsaOperation: RsaOperation, algorithm: Algorithm, key: Slots, text: Uint8Array): Promise<Uint8Array> {
  const hash = HASHES[key.algorithm.hash.name]!;
  return operation(() =>
    transformLater(
      rsaOperation,
      key.data.bytes,
      ["rsa_padding_mode", "oaep", ...oaepControls(hash, hash, algorithm.label)],
      text,
    ),
  );
}

/** Encrypts. */
export function encrypt(algorithm: Algorithm, key: Slots, text: Uint8Array): Promise<Uint8Array> {
  return oaep(RsaOperation.ENCRYPT, algorithm, key, text);
}

/** Decrypts. */
export function decrypt(algorithm: Algorithm, key: Slots, text: Uint8Array): Promise<Uint8Array> {
  return oaep(RsaOperation.DECRYPT, algorithm, key, text);
}
