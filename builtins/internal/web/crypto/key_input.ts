// Key arguments of node:crypto, in all forms that Node accepts.
import {
  ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS,
  ERR_CRYPTO_INVALID_JWK,
  ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_METHOD_NOT_IMPLEMENTED,
} from "internal:core/errors";
import { validateObject, validateString } from "internal:core/validators";
import { isBytes, latin1, textBytes, viewBytes } from "internal:web/crypto/bytes";
import { fromPem } from "internal:web/crypto/der";
import { OCTET_KEYS, ecPrivate, ecPublic, fromJwk, type Jwk, octetPrivate, octetPublic } from "internal:web/crypto/jwk";
import { KeyData } from "internal:web/crypto/key_data";
import { asVersion1, privateFromDer, publicFromDer, publicOf } from "internal:web/crypto/key_der";
import { dataOf } from "internal:web/crypto/key_object_slots";
import { readEncoding } from "internal:web/crypto/key_options";
import { curvePoint, readPrivateKey } from "native:keys";
import { curveName } from "internal:web/crypto/curves";

/** The use of a key. */
export type KeyUse = "createPublic" | "createPrivate" | "consumePublic" | "consumePrivate";

const BYTES = ["ArrayBuffer", "Buffer", "TypedArray", "DataView"];
const PUBLIC_LABELS = ["PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE"];
const PUBLIC_KINDS: Record<string, string> = {
  "PUBLIC KEY": "spki",
  "RSA PUBLIC KEY": "pkcs1",
  CERTIFICATE: "certificate",
};

/** A key argument with options, whose members are not checked yet. */
interface KeyOptions {
  key?: unknown;
  encoding?: unknown;
  format?: unknown;
  type?: unknown;
  passphrase?: unknown;
  asymmetricKeyType?: unknown;
  namedCurve?: unknown;
}

/** The material of an asymmetric key argument. `name`: its name in messages. */
export function asymmetricKey(key: unknown, use: KeyUse, name = "key"): KeyData {
  const isPrivate = use === "createPrivate" || use === "consumePrivate";
  if (typeof key === "string") return fromText(key, isPrivate);
  if (isBytes(key)) return isPrivate ? privateFromPem(viewBytes(key), null) : publicFromPem(viewBytes(key), null);
  const data = dataOf(key);
  if (data !== undefined && use !== "createPrivate") return keyFor(data, use);
  if (data === undefined && isPrivate && isUrl(key))
    throw new ERR_METHOD_NOT_IMPLEMENTED("crypto keys of an OpenSSL STORE");
  if (typeof key === "object" && data === undefined) return fromOptions(key as KeyOptions, use, name);
  throw wrongType(key, name, use);
}

// Node's distinction of URLs from objects of the legacy url.parse().
function isUrl(value: unknown): boolean {
  const url = value as { href?: unknown; protocol?: unknown; auth?: unknown; path?: unknown } | null | undefined;
  return Boolean(url?.href && url.protocol && url.auth === undefined && url.path === undefined);
}

// Programs pass the same PEM for each signature, and OpenSSL needs a third of a millisecond to parse it.
const CACHED_KEYS_MAX = 16;
const publicKeys = new Map<string, KeyData>();
const privateKeys = new Map<string, KeyData>();

function fromText(text: string, isPrivate: boolean): KeyData {
  const cache = isPrivate ? privateKeys : publicKeys;
  let key = cache.get(text);
  if (key !== undefined) return key;
  key = isPrivate ? privateFromPem(textBytes(text), null) : publicFromPem(textBytes(text), null);
  if (cache.size === CACHED_KEYS_MAX) cache.delete(cache.keys().next().value!);
  cache.set(text, key);
  return key;
}

function wrongType(value: unknown, name: string, use: KeyUse): Error {
  const types = ["string", ...BYTES];
  if (use !== "createPrivate") types.push("KeyObject", "CryptoKey");
  if (use === "createPrivate" || use === "consumePrivate") types.push("URL");
  return new ERR_INVALID_ARG_TYPE(name, types, value);
}

/** The material of a key object for a use: a private key can be used as a public key. */
function keyFor(data: KeyData, use: KeyUse): KeyData {
  if (use === "createPublic") {
    if (data.kind !== "private") throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(data.kind, "private");
    return data.publicHalf;
  }
  if (use === "consumePrivate") {
    if (data.kind !== "private") throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(data.kind, "private");
    return data;
  }
  if (data.kind === "secret") throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(data.kind, "private or public");
  return data.publicHalf;
}

function fromOptions(options: KeyOptions, use: KeyUse, name: string): KeyData {
  // As in Node, null fails here with the engine's TypeError.
  const { key, encoding, format } = options;
  const isPrivate = use === "createPrivate" || use === "consumePrivate";
  const data = dataOf(key);
  if (data !== undefined) {
    if (use === "createPrivate") throw wrongType(key, name, use);
    return keyFor(data, use);
  }
  if (format === "jwk") {
    validateObject(key, `${name}.key`);
    return fromJwkFor(key, isPrivate);
  }
  if (typeof format === "string" && format.startsWith("raw-")) return fromRaw(options, isPrivate, name);
  if (isPrivate && isUrl(key)) throw new ERR_METHOD_NOT_IMPLEMENTED("crypto keys of an OpenSSL STORE");
  if (typeof key !== "string" && !isBytes(key)) throw wrongType(key, `${name}.key`, use);
  const isPlainText = typeof key === "string" && (format === undefined || format === "pem") && encoding === undefined;
  if (isPlainText && options.passphrase === undefined && options.type === undefined) return fromText(key, isPrivate);
  const bytes = typeof key === "string" ? textBytes(key, encoding) : viewBytes(key);
  const read = readEncoding(options, {
    prefix: name,
    isInput: true,
    isPublic: isPrivate ? false : undefined,
    keyType: undefined,
  });
  const passphrase = read.passphrase ?? null;
  if (read.format === "pem") return isPrivate ? privateFromPem(bytes, passphrase) : publicFromPem(bytes, passphrase);
  return isPrivate ? privateFromDer(bytes, read.type!, passphrase) : publicFromDer(bytes, read.type!, passphrase);
}

function fromJwkFor(jwk: Jwk, isPrivate: boolean): KeyData {
  const key = fromJwk(jwk);
  if (!isPrivate) return key.publicHalf;
  if (key.kind === "private") return key;
  const error = new ERR_CRYPTO_INVALID_JWK();
  error.message = "JWK does not contain private key material";
  throw error;
}

function privateFromPem(bytes: Uint8Array, passphrase: Uint8Array | null): KeyData {
  const found = fromPem(latin1(bytes), ["PRIVATE KEY"]);
  const der = found === undefined ? undefined : asVersion1(found.der);
  if (der !== undefined && der !== found!.der)
    return new KeyData("private", readPrivateKey(der, false, "pkcs8", passphrase));
  return new KeyData("private", readPrivateKey(bytes, true, "", passphrase));
}

// A public key, a certificate, or the public half of a private key.
function publicFromPem(bytes: Uint8Array, passphrase: Uint8Array | null): KeyData {
  const found = fromPem(latin1(bytes), PUBLIC_LABELS);
  if (found === undefined) return privateFromPem(bytes, passphrase).publicHalf;
  return publicOf(found.der, PUBLIC_KINDS[found.label]!);
}

function incompatible(): Error {
  const error = new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS("", "");
  error.message = "The selected key encoding is incompatible with the key type";
  return error;
}

function fromRaw(options: KeyOptions, isPrivate: boolean, name: string): KeyData {
  const { key, format, asymmetricKeyType, namedCurve } = options;
  if (!isBytes(key)) throw new ERR_INVALID_ARG_TYPE(`${name}.key`, BYTES, key);
  validateString(asymmetricKeyType, `${name}.asymmetricKeyType`);
  const isPublicFormat = format === "raw-public";
  if (isPrivate && isPublicFormat) throw new ERR_INVALID_ARG_VALUE(`${name}.format`, format);
  const bytes = viewBytes(key);
  const data =
    asymmetricKeyType === "ec"
      ? ecFromRaw(bytes, namedCurve, isPublicFormat, name)
      : octetFromRaw(bytes, asymmetricKeyType, isPublicFormat);
  return isPrivate ? data : data.publicHalf;
}

function invalidKeyData(): Error {
  const error = new ERR_INVALID_ARG_VALUE("key", undefined);
  error.message = "Invalid key data";
  return error;
}

function ecFromRaw(bytes: Uint8Array, namedCurve: unknown, isPublic: boolean, name: string): KeyData {
  validateString(namedCurve, `${name}.namedCurve`);
  try {
    return isPublic
      ? ecPublic(namedCurve, bytes)
      : ecPrivate(namedCurve, bytes, curvePoint(curveName(namedCurve), bytes));
  } catch (error) {
    throw (error as { code?: unknown } | null)?.code === "ERR_CRYPTO_INVALID_CURVE" ? error : invalidKeyData();
  }
}

function octetFromRaw(bytes: Uint8Array, type: string, isPublic: boolean): KeyData {
  const kind = Object.values(OCTET_KEYS).find((candidate) => candidate.type === type);
  if (kind === undefined) throw incompatible();
  if (bytes.length !== kind.bytes) throw invalidKeyData();
  return isPublic ? octetPublic(kind.identifier, bytes) : octetPrivate(kind.identifier, bytes);
}

/** The bytes of a secret KeyObject or CryptoKey; undefined for other values. Throws for a key that is not secret. */
export function secretOf(key: unknown): Uint8Array | undefined {
  const data = dataOf(key);
  if (data === undefined) return undefined;
  if (data.kind !== "secret") throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(data.kind, "secret");
  return data.bytes;
}

/** The bytes of a secret key argument: a key object, a string or bytes. */
export function secretBytes(key: unknown, encoding?: unknown): Uint8Array {
  const secret = secretOf(key);
  if (secret !== undefined) return secret;
  if (typeof key === "string") return textBytes(key, encoding);
  if (isBytes(key)) return viewBytes(key);
  throw new ERR_INVALID_ARG_TYPE("key", ["string", ...BYTES, "KeyObject", "CryptoKey"], key);
}
