// The normalization of algorithms (https://w3c.github.io/webcrypto/#algorithm-normalization): the algorithms of each
// operation, and the dictionaries of their parameters.
import { DOMException } from "web:dom_exception";
import { readSlots } from "web:crypto_key";
import { isBytes, viewBytes } from "internal:web/crypto/bytes";

/** A normalized algorithm: its canonical name and its converted parameters. */
export type Algorithm = { name: string } & Record<string, any>;

type Kind = "bytes" | "hash" | "text" | "octet" | "short" | "long" | "exponent" | "key";
// Parameters in the order in which they are read; an exclamation mark marks required ones.
type Dictionary = Record<string, `${Kind}${"" | "!"}`>;

const DICTIONARIES: Record<string, Dictionary> = {
  AesKeyGenParams: { length: "short!" },
  AesDerivedKeyParams: { length: "short!" },
  AesCbcParams: { iv: "bytes!" },
  AesCtrParams: { counter: "bytes!", length: "octet!" },
  AeadParams: { additionalData: "bytes", iv: "bytes!", tagLength: "octet" },
  HmacImportParams: { hash: "hash!", length: "long" },
  KmacImportParams: { length: "long" },
  KmacKeyGenParams: { length: "long" },
  KmacParams: { customization: "bytes", outputLength: "long!" },
  CShakeParams: { customization: "bytes", functionName: "bytes", outputLength: "long!" },
  HmacKeyGenParams: { hash: "hash!", length: "long" },
  RsaHashedKeyGenParams: { hash: "hash!", modulusLength: "long!", publicExponent: "exponent!" },
  RsaHashedImportParams: { hash: "hash!" },
  RsaPssParams: { saltLength: "long!" },
  RsaOaepParams: { label: "bytes" },
  EcKeyGenParams: { namedCurve: "text!" },
  EcKeyImportParams: { namedCurve: "text!" },
  EcdsaParams: { hash: "hash!" },
  EcdhKeyDeriveParams: { public: "key!" },
  ContextParams: { context: "bytes" },
  HkdfParams: { hash: "hash!", info: "bytes!", salt: "bytes!" },
  Pbkdf2Params: { hash: "hash!", iterations: "long!", salt: "bytes!" },
  Argon2Params: {
    associatedData: "bytes",
    memory: "long!",
    nonce: "bytes!",
    parallelism: "long!",
    passes: "long!",
    secretValue: "bytes",
    version: "octet",
  },
};

const AES = ["AES-CBC", "AES-CTR", "AES-GCM", "AES-KW", "AES-OCB"];
const RSA = ["RSASSA-PKCS1-v1_5", "RSA-PSS", "RSA-OAEP"];
const ARGON2 = ["Argon2d", "Argon2i", "Argon2id"];
const KMAC = ["KMAC128", "KMAC256"];
const OCTET = ["Ed25519", "Ed448", "X25519", "X448"];
/** The hashes, with OpenSSL's names. */
export const HASHES: Record<string, string> = {
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512",
  "SHA3-256": "sha3-256",
  "SHA3-384": "sha3-384",
  "SHA3-512": "sha3-512",
};

type Table = Record<string, string | null>;

function same(names: readonly string[], dictionary: string | null): Table {
  return Object.fromEntries(names.map((name) => [name, dictionary]));
}

const ALL_KEYS: Table = {
  ...same([...AES, "ChaCha20-Poly1305"], null),
  HMAC: null,
  ...same(KMAC, null),
  ...same(RSA, null),
  ECDSA: null,
  ECDH: null,
  ...same(OCTET, null),
};
const ENCRYPTION: Table = {
  "AES-CBC": "AesCbcParams",
  "AES-CTR": "AesCtrParams",
  "AES-GCM": "AeadParams",
  "AES-OCB": "AeadParams",
  "ChaCha20-Poly1305": "AeadParams",
  "RSA-OAEP": "RsaOaepParams",
};
const SIGNATURES: Table = {
  HMAC: null,
  ...same(KMAC, "KmacParams"),
  "RSASSA-PKCS1-v1_5": null,
  "RSA-PSS": "RsaPssParams",
  ECDSA: "EcdsaParams",
  Ed25519: null,
  Ed448: "ContextParams",
};
const DERIVATION: Table = {
  ECDH: "EcdhKeyDeriveParams",
  X25519: "EcdhKeyDeriveParams",
  X448: "EcdhKeyDeriveParams",
  HKDF: "HkdfParams",
  PBKDF2: "Pbkdf2Params",
  ...same(ARGON2, "Argon2Params"),
};

/** The algorithms of each operation, with their dictionaries. */
export const OPERATIONS: Record<string, Table> = {
  digest: { ...same(Object.keys(HASHES), null), ...same(["cSHAKE128", "cSHAKE256"], "CShakeParams") },
  encrypt: ENCRYPTION,
  decrypt: ENCRYPTION,
  sign: SIGNATURES,
  verify: SIGNATURES,
  deriveBits: DERIVATION,
  wrapKey: { "AES-KW": null },
  unwrapKey: { "AES-KW": null },
  generateKey: {
    ...same([...AES], "AesKeyGenParams"),
    "ChaCha20-Poly1305": null,
    HMAC: "HmacKeyGenParams",
    ...same(KMAC, "KmacKeyGenParams"),
    ...same(RSA, "RsaHashedKeyGenParams"),
    ECDSA: "EcKeyGenParams",
    ECDH: "EcKeyGenParams",
    ...same(OCTET, null),
  },
  importKey: {
    ...ALL_KEYS,
    HMAC: "HmacImportParams",
    ...same(KMAC, "KmacImportParams"),
    ...same(RSA, "RsaHashedImportParams"),
    ECDSA: "EcKeyImportParams",
    ECDH: "EcKeyImportParams",
    HKDF: null,
    PBKDF2: null,
    ...same(ARGON2, null),
  },
  exportKey: ALL_KEYS,
  getKeyLength: {
    ...same([...AES], "AesDerivedKeyParams"),
    "ChaCha20-Poly1305": null,
    HMAC: "HmacImportParams",
    ...same(KMAC, "KmacImportParams"),
    HKDF: null,
    PBKDF2: null,
    ...same(ARGON2, null),
  },
};

const FAILED = "Failed to normalize algorithm:";
const LIMITS: Record<string, number> = { octet: 255, short: 65535, long: 4294967295 };

function typeError(message: string, code: string): TypeError {
  return Object.assign(new TypeError(`${FAILED} ${message}`), { code });
}

/** Converts the algorithm of an operation. Throws NotSupportedError for an unknown algorithm, TypeErrors for invalid parameters. */
export function normalize(given: unknown, operation: string): Algorithm {
  const isObject = (typeof given === "object" && given !== null) || typeof given === "function";
  let name: string;
  if (isObject) {
    const named = given as { name?: unknown };
    if (named.name === undefined) throw missing("Algorithm", "name");
    name = `${named.name}`;
  } else name = `${given}`;
  const table = OPERATIONS[operation]!;
  const upper = name.toUpperCase();
  const known = Object.keys(table).find((candidate) => candidate.toUpperCase() === upper);
  if (known === undefined) throw new DOMException("Unrecognized algorithm name", "NotSupportedError");
  const algorithm: Algorithm = { name: known };
  const dictionaryName = table[known]!;
  if (dictionaryName !== null) convertMembers(algorithm, isObject ? given : {}, dictionaryName);
  return algorithm;
}

function missing(dictionary: string, member: string): TypeError {
  return typeError(
    `passed algorithm cannot be converted to '${dictionary}' because '${member}' is required in '${dictionary}'.`,
    "ERR_MISSING_OPTION",
  );
}

function convertMembers(algorithm: Algorithm, given: object, dictionaryName: string): void {
  const dictionary = DICTIONARIES[dictionaryName]!;
  for (const member of Object.keys(dictionary)) {
    const kind = dictionary[member]!;
    const value = (given as Record<string, unknown>)[member];
    if (value !== undefined) algorithm[member] = convert(value, kind.replace("!", "") as Kind, member, dictionaryName);
    else if (kind.endsWith("!")) throw missing(dictionaryName, member);
  }
}

function convert(value: unknown, kind: Kind, member: string, dictionary: string): unknown {
  switch (kind) {
    case "text":
      return `${value}`;
    case "bytes":
      if (!isBytes(value))
        throw typeError(
          `${member} in passed algorithm is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.`,
          "ERR_INVALID_ARG_TYPE",
        );
      return Uint8Array.prototype.slice.call(viewBytes(value));
    case "exponent":
      if (Object.prototype.toString.call(value) !== "[object Uint8Array]")
        throw typeError(`${member} in passed algorithm is not an Uint8Array object.`, "ERR_INVALID_ARG_TYPE");
      return Uint8Array.prototype.slice.call(value as Uint8Array);
    case "key":
      if (readSlots(value) === undefined)
        throw typeError(`${member} in passed algorithm is not of type CryptoKey.`, "ERR_INVALID_ARG_TYPE");
      return value;
    case "hash":
      return convertHash(value, dictionary);
    default:
      return convertNumber(value, kind, member);
  }
}

function convertHash(value: unknown, dictionary: string): Algorithm {
  // Derivation supports all hashes; keys are bound to SHA hashes.
  if (dictionary === "HkdfParams" || dictionary === "Pbkdf2Params") return normalize(value, "digest");
  try {
    return normalize(value, "digest");
  } catch (error) {
    if ((error as Error | null)?.name !== "NotSupportedError") throw error;
    throw new DOMException(`Only SHA hashes are supported in ${dictionary}`, "NotSupportedError");
  }
}

// https://webidl.spec.whatwg.org/#EnforceRange
function convertNumber(value: unknown, kind: string, member: string): number {
  const number = Number(value);
  if (!Number.isFinite(number))
    throw typeError(`${member} in passed algorithm is not a finite number.`, "ERR_INVALID_ARG_TYPE");
  const integer = Math.trunc(number);
  if (integer < 0 || integer > LIMITS[kind]!)
    throw typeError(
      `${member} in passed algorithm is outside the expected range of 0 to ${LIMITS[kind]}.`,
      "ERR_OUT_OF_RANGE",
    );
  return integer + 0;
}
