// Ed25519, Ed448, X25519 and X448 for SubtleCrypto (RFC 8410).
import { DOMException } from "web:dom_exception";
import type { CryptoKey, Slots } from "web:crypto_key";
import { OCTET_KEYS, fromJwk, type Jwk, octetPublic } from "internal:web/crypto/jwk";
import { type KeyData, rawPublicOf } from "internal:web/crypto/key_data";
import type { Algorithm } from "internal:web/crypto/subtle/algorithms";
import type { ImportData, KeyPair } from "internal:web/crypto/subtle/families";
import {
  AGREEING,
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
  dataError,
  makeKey,
  operation,
  readingKey,
} from "internal:web/crypto/subtle/rules";
import { signMessageLater, verifyMessageLater } from "native:keys";

function usagesOf(name: string): PairUsages {
  return name.startsWith("Ed") ? SIGNING : AGREEING;
}

/** A new pair. */
export function generateKey({ name }: Algorithm, extractable: boolean, usages: string[]): Promise<KeyPair> {
  return generatePair(OCTET_KEYS[name]!.type, [], { name }, usagesOf(name), extractable, usages);
}

/** Imports "spki", "pkcs8", "jwk", "raw" or "raw-public". */
export function importKey(
  format: string,
  keyData: ImportData,
  { name }: Algorithm,
  extractable: boolean,
  usages: string[],
): CryptoKey {
  const allowed = usagesOf(name);
  const { type, identifier, bytes } = OCTET_KEYS[name]!;
  let data: KeyData;
  switch (format) {
    case "spki":
    case "pkcs8":
      checkImport(format === "pkcs8", usages, allowed, name);
      data = format === "spki" ? readSpki(keyData) : readPkcs8(keyData);
      break;
    case "jwk":
      data = importJwk(keyData, name, allowed, extractable, usages);
      break;
    case "raw":
    case "raw-public":
      checkImport(false, usages, allowed, name);
      if (keyData.length !== bytes) throw dataError("Invalid keyData", new Error("Invalid key data"));
      data = readingKey(() => octetPublic(identifier, keyData));
      break;
    default:
      throw cannotImport(name, format);
  }
  if (data.type !== type) throw dataError("Invalid key type");
  return makeKey(data, { name }, extractable, usages);
}

function importJwk(
  jwk: Jwk | null,
  name: string,
  allowed: PairUsages,
  extractable: boolean,
  usages: string[],
): KeyData {
  if (typeof jwk !== "object" || jwk === null || jwk.kty === undefined) throw dataError("Invalid keyData");
  checkImport(jwk.d !== undefined, usages, allowed, name);
  checkJwk(jwk, "OKP", name.startsWith("Ed") ? "sig" : "enc", extractable, usages);
  if (jwk.crv !== name) throw dataError('JWK "crv" Parameter and algorithm name mismatch');
  if (jwk.alg !== undefined && name.startsWith("Ed") && jwk.alg !== name && jwk.alg !== "EdDSA")
    throw dataError('JWK "alg" does not match the requested algorithm');
  return readingKey(() => fromJwk(jwk));
}

/** Exports "spki", "pkcs8", "jwk", "raw" or "raw-public". */
export function exportKey(key: Slots, format: string): Uint8Array | Jwk {
  if (format === "raw" || format === "raw-public") {
    if (key.data.kind !== "public") throw cannotExport(key, format);
    return rawPublicOf(key.data).slice();
  }
  const common = exportCommon(key, format);
  if (common === undefined) throw cannotExport(key, format);
  return format === "jwk" && key.algorithm.name.startsWith("Ed") ? { alg: key.algorithm.name, ...common } : common;
}

function checkContext({ context }: Algorithm): void {
  // OpenSSL 3.0 does not support contexts.
  if (context !== undefined && context.length > 0)
    throw new DOMException("Non zero-length algorithm.context is not supported", "NotSupportedError");
}

/** Signs data. */
export function sign(algorithm: Algorithm, key: Slots, data: Uint8Array): Promise<Uint8Array> {
  checkContext(algorithm);
  return operation(() => signMessageLater(key.data.bytes, null, [], data));
}

/** Whether a signature is valid. */
export function verify(algorithm: Algorithm, key: Slots, signature: Uint8Array, data: Uint8Array): Promise<boolean> {
  checkContext(algorithm);
  return operation(() => verifyMessageLater(key.data.bytes, null, [], data, signature));
}
