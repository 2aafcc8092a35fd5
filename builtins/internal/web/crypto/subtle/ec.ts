// ECDSA and ECDH for SubtleCrypto.
import { DOMException } from "web:dom_exception";
import type { CryptoKey, Slots } from "web:crypto_key";
import { findCurve } from "internal:web/crypto/curves";
import { ecPublic, fromJwk, type Jwk } from "internal:web/crypto/jwk";
import { type KeyData, curveOf } from "internal:web/crypto/key_data";
import { rawKey } from "internal:web/crypto/key_encoding";
import { fromP1363, toP1363 } from "internal:web/crypto/signature_options";
import { type Algorithm, HASHES } from "internal:web/crypto/subtle/algorithms";
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
  checkJwkAlgorithm,
  dataError,
  makeKey,
  operation,
  readingKey,
} from "internal:web/crypto/subtle/rules";
import { signMessageLater, verifyMessageLater } from "native:keys";

const CURVES = ["P-256", "P-384", "P-521"];
const JWK_ALGORITHMS: Record<string, string> = { "P-256": "ES256", "P-384": "ES384", "P-521": "ES512" };

function usagesOf(name: string): PairUsages {
  return name === "ECDSA" ? SIGNING : AGREEING;
}

function checkCurve(namedCurve: string): void {
  if (!CURVES.includes(namedCurve)) throw new DOMException("Unrecognized namedCurve", "NotSupportedError");
}

/** A new pair. */
export function generateKey({ name, namedCurve }: Algorithm, extractable: boolean, usages: string[]): Promise<KeyPair> {
  checkCurve(namedCurve);
  const controls = ["ec_paramgen_curve", findCurve(namedCurve)!.name, "ec_param_enc", "named_curve"];
  return generatePair("ec", controls, { name, namedCurve }, usagesOf(name), extractable, usages);
}

/** Imports "spki", "pkcs8", "jwk", "raw" or "raw-public". */
export function importKey(
  format: string,
  keyData: ImportData,
  { name, namedCurve }: Algorithm,
  extractable: boolean,
  usages: string[],
): CryptoKey {
  checkCurve(namedCurve);
  const allowed = usagesOf(name);
  let data: KeyData;
  switch (format) {
    case "spki":
    case "pkcs8":
      checkImport(format === "pkcs8", usages, allowed, name);
      data = format === "spki" ? readSpki(keyData) : readPkcs8(keyData);
      break;
    case "jwk":
      data = importJwk(keyData, name, namedCurve, allowed, extractable, usages);
      break;
    case "raw":
    case "raw-public":
      checkImport(false, usages, allowed, name);
      data = readingKey(() => ecPublic(namedCurve, keyData));
      break;
    default:
      throw cannotImport(name, format);
  }
  if (data.type !== "ec") throw dataError("Invalid key type");
  if (findCurve(curveOf(data))?.jwk !== namedCurve) throw dataError("Named curve mismatch");
  return makeKey(data, { name, namedCurve }, extractable, usages);
}

function importJwk(
  jwk: Jwk | null,
  name: string,
  namedCurve: string,
  allowed: PairUsages,
  extractable: boolean,
  usages: string[],
): KeyData {
  if (typeof jwk !== "object" || jwk === null || jwk.kty === undefined) throw dataError("Invalid keyData");
  checkImport(jwk.d !== undefined, usages, allowed, name);
  checkJwk(jwk, "EC", name === "ECDH" ? "enc" : "sig", extractable, usages);
  if (jwk.crv !== namedCurve) throw dataError('JWK "crv" does not match the requested algorithm');
  if (name === "ECDSA") checkJwkAlgorithm(jwk, JWK_ALGORITHMS[namedCurve]);
  return readingKey(() => fromJwk(jwk));
}

/** Exports "spki", "pkcs8", "jwk", "raw" or "raw-public". */
export function exportKey(key: Slots, format: string): Uint8Array | Jwk {
  if (format === "raw" || format === "raw-public") {
    if (key.data.kind !== "public") throw cannotExport(key, format);
    return rawKey(key.data, "raw-public", "uncompressed");
  }
  const common = exportCommon(key, format);
  if (common === undefined) throw cannotExport(key, format);
  return common;
}

/** Signs data; the signature is two concatenated numbers. */
export function sign({ hash }: Algorithm, key: Slots, data: Uint8Array): Promise<Uint8Array> {
  return operation(async () => toP1363(key.data, await signMessageLater(key.data.bytes, HASHES[hash.name]!, [], data)));
}

/** Whether a signature is valid. */
export async function verify(
  { hash }: Algorithm,
  key: Slots,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  const der = fromP1363(key.data, signature);
  return der !== undefined && operation(() => verifyMessageLater(key.data.bytes, HASHES[hash.name]!, [], data, der));
}
