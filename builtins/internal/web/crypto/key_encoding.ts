// The encodings of asymmetric keys: PEM and DER of each type, raw bytes.
import { ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { validateOneOf } from "internal:core/validators";
import { asBuffer, padStart } from "internal:web/crypto/bytes";
import { element, readSequence, sequence, toPem } from "internal:web/crypto/der";
import { findCurve } from "internal:web/crypto/curves";
import {
  type KeyData,
  curveOf,
  pointOf,
  privateNumberOf,
  rawPrivateOf,
  rawPublicOf,
} from "internal:web/crypto/key_data";
import { type Jwk, toJwk } from "internal:web/crypto/jwk";
import type { KeyEncoding } from "internal:web/crypto/key_options";
import { PointForm, curveConvert, encryptPrivateKey, encryptPrivateKeyTraditionally } from "native:keys";

const ONE = new Uint8Array([2, 1, 1]);

/** An encoded key: a PEM string, a Buffer or a JSON Web Key. */
export type EncodedKey = string | Uint8Array | Jwk;

/** Encodes a public or private key. */
export function encodeKey(key: KeyData, encoding: KeyEncoding): EncodedKey {
  if (encoding.format === "jwk") return toJwk(key);
  if (encoding.format.startsWith("raw-")) return asBuffer(rawKey(key, encoding.format, encoding.type));
  return key.kind === "public" ? encodePublic(key, encoding) : encodePrivate(key, encoding);
}

function encodePublic(key: KeyData, { format, type }: KeyEncoding): EncodedKey {
  const der = type === "pkcs1" ? key.parts.key : key.bytes;
  return format === "pem" ? toPem(type === "pkcs1" ? "RSA PUBLIC KEY" : "PUBLIC KEY", der) : asBuffer(der.slice());
}

function encodePrivate(key: KeyData, { format, type, cipher, passphrase }: KeyEncoding): EncodedKey {
  if (cipher !== undefined) {
    if (type === "pkcs8") {
      const der = encryptPrivateKey(key.bytes, cipher, passphrase!);
      return format === "pem" ? toPem("ENCRYPTED PRIVATE KEY", der) : asBuffer(der);
    }
    return asBuffer(encryptPrivateKeyTraditionally(key.bytes, cipher, passphrase!)).toString("latin1");
  }
  if (type === "pkcs1")
    return format === "pem" ? toPem("RSA PRIVATE KEY", key.parts.key) : asBuffer(key.parts.key.slice());
  if (type === "sec1") {
    const der = toSec1(key);
    return format === "pem" ? toPem("EC PRIVATE KEY", der) : asBuffer(der);
  }
  return format === "pem" ? toPem("PRIVATE KEY", key.bytes) : asBuffer(key.bytes.slice());
}

/** ECPrivateKey (RFC 5915 §3) with the curve, which PKCS#8 stores outside. */
function toSec1(key: KeyData): Uint8Array {
  const [version, number, ...rest] = readSequence(key.parts.key);
  const withoutCurve = rest.filter(({ tag }) => tag !== 0xa0).map(({ whole }) => whole);
  return sequence(version?.whole ?? ONE, number!.whole, element(0xa0, key.parts.parameters!.whole), ...withoutCurve);
}

function incompatible(): Error {
  const error = new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS("", "");
  error.message = "The selected key encoding is incompatible with the key type";
  return error;
}

/** The bytes of a key without any structure. */
export function rawKey(key: KeyData, format: string, type: unknown): Uint8Array {
  const isPublic = key.kind === "public";
  if (format === "raw-public" ? !isPublic : isPublic) throw new ERR_INVALID_ARG_VALUE("options.format", format);
  if (key.type === "ec" && format !== "raw-seed") return isPublic ? rawPoint(key, type) : paddedNumber(key);
  if (format === "raw-seed" || !isOctetKey(key)) throw incompatible();
  return (isPublic ? rawPublicOf(key) : rawPrivateOf(key)).slice();
}

function rawPoint(key: KeyData, type: unknown = "uncompressed"): Uint8Array {
  validateOneOf(type, "options.type", ["compressed", "uncompressed"]);
  const curve = curveOf(key);
  if (curve === undefined) throw incompatible();
  return curveConvert(curve, pointOf(key), type === "compressed" ? PointForm.COMPRESSED : PointForm.UNCOMPRESSED);
}

/** The private number of an EC key, as long as the order of its curve. */
export function paddedNumber(key: KeyData): Uint8Array {
  const number = privateNumberOf(key);
  const bytes = findCurve(curveOf(key))?.bytes;
  return bytes === undefined ? number.slice() : padStart(number, bytes).slice();
}

/** Whether a key is of an algorithm of RFC 8410. */
export function isOctetKey(key: KeyData): boolean {
  const { type } = key;
  return type === "ed25519" || type === "ed448" || type === "x25519" || type === "x448";
}
