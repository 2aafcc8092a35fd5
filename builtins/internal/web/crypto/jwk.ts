// JSON Web Keys (RFC 7517, RFC 7518 §6, RFC 8037).
import { Buffer } from "internal:core/buffer";
import {
  ERR_CRYPTO_INVALID_CURVE,
  ERR_CRYPTO_INVALID_JWK,
  ERR_CRYPTO_JWK_UNSUPPORTED_CURVE,
  ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE,
} from "internal:core/errors";
import { bytesBigInt, concat, padStart, withoutLeadingZeros } from "internal:web/crypto/bytes";
import { curveName, findCurve } from "internal:web/crypto/curves";
import {
  NULL,
  OBJECT_IDENTIFIER,
  bitString,
  element,
  hex,
  integer,
  octetString,
  readElements,
  sequence,
  unsigned,
} from "internal:web/crypto/der";
import {
  KeyData,
  bitLength,
  curveOf,
  pointOf,
  privateNumberOf,
  rawPrivateOf,
  rawPublicOf,
  rsaNumbers,
} from "internal:web/crypto/key_data";
import { PointForm, curveConvert, curvePoint, objectIdentifier, readPrivateKey, readPublicKey } from "native:keys";

const RSA_PRIVATE_FIELDS = ["d", "p", "q", "dp", "dq", "qi"];
const RSA_IDENTIFIER = "2a864886f70d010101";
const EC_IDENTIFIER = "2a8648ce3d0201";
const ZERO = integer(new Uint8Array(1));
const ONE = integer(new Uint8Array([1]));
/** Prime, exponent and coefficient of each prime after the second (RFC 7518 §6.3.2.7). */
const OTHER_PRIME_FIELDS = ["r", "d", "t"];

/** Octet key pairs: Node's type, identifier and length. */
export const OCTET_KEYS: Record<string, { type: string; identifier: string; bytes: number }> = {
  Ed25519: { type: "ed25519", identifier: "2b6570", bytes: 32 },
  Ed448: { type: "ed448", identifier: "2b6571", bytes: 57 },
  X25519: { type: "x25519", identifier: "2b656e", bytes: 32 },
  X448: { type: "x448", identifier: "2b656f", bytes: 56 },
};

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** A JSON Web Key; its members are not checked. */
export interface Jwk {
  kty?: unknown;
  use?: unknown;
  key_ops?: unknown;
  alg?: unknown;
  ext?: unknown;
  crv?: unknown;
  k?: unknown;
  x?: unknown;
  y?: unknown;
  n?: unknown;
  e?: unknown;
  d?: unknown;
  oth?: unknown;
}

/** A key as JSON Web Key. Throws for types without one. */
export function toJwk(key: KeyData): Jwk {
  if (key.kind === "secret") return { kty: "oct", k: base64url(key.bytes) };
  switch (key.type) {
    case "rsa":
      return rsaToJwk(key);
    case "ec":
      return ecToJwk(key);
    case "ed25519":
    case "ed448":
    case "x25519":
    case "x448":
      return octetToJwk(key);
    default:
      throw new ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE();
  }
}

function rsaToJwk(key: KeyData): Jwk {
  const [modulus, exponent, ...rest] = rsaNumbers(key);
  const jwk: Record<string, unknown> = { kty: "RSA", n: base64url(modulus!), e: base64url(exponent!) };
  if (key.kind !== "private") return jwk;
  RSA_PRIVATE_FIELDS.forEach((name, index) => (jwk[name] = base64url(rest[index]!)));
  const others = rest[RSA_PRIVATE_FIELDS.length];
  if (others !== undefined)
    jwk.oth = readElements(others).map(({ content }) => otherPrimeToJwk(readElements(content).map(unsigned)));
  return jwk;
}

function otherPrimeToJwk(numbers: Uint8Array[]): Record<string, string> {
  return Object.fromEntries(OTHER_PRIME_FIELDS.map((name, index) => [name, base64url(numbers[index]!)]));
}

function ecToJwk(key: KeyData): Record<string, string> {
  const name = curveOf(key);
  const curve = findCurve(name);
  if (curve === undefined) throw new ERR_CRYPTO_JWK_UNSUPPORTED_CURVE(name ?? "");
  const point = uncompressed(curve.name, pointOf(key));
  const jwk: Record<string, string> = {
    kty: "EC",
    x: base64url(point.subarray(1, 1 + curve.bytes)),
    y: base64url(point.subarray(1 + curve.bytes)),
    crv: curve.jwk,
  };
  if (key.kind === "private") jwk.d = base64url(padStart(privateNumberOf(key), curve.bytes));
  return jwk;
}

function uncompressed(curve: string, point: Uint8Array): Uint8Array {
  return point[0] === PointForm.UNCOMPRESSED ? point : curveConvert(curve, point, PointForm.UNCOMPRESSED);
}

function octetToJwk(key: KeyData): Record<string, string> {
  const crv = Object.keys(OCTET_KEYS).find((name) => OCTET_KEYS[name]!.type === key.type)!;
  const jwk: Record<string, string> = { kty: "OKP", crv, x: base64url(rawPublicOf(key)) };
  if (key.kind === "private") jwk.d = base64url(rawPrivateOf(key));
  return jwk;
}

/** The error for an invalid JSON Web Key. */
export function invalidJwk(message: string): Error {
  const error = new ERR_CRYPTO_INVALID_JWK();
  error.message = message;
  return error;
}

function field(jwk: object, name: string, kind: string): Uint8Array {
  const value = (jwk as Record<string, unknown>)[name];
  if (typeof value !== "string") throw invalidJwk(`Invalid JWK ${kind} key`);
  return Buffer.from(value, "base64url");
}

/** The asymmetric key of a JSON Web Key: private when it has the private numbers. Throws ERR_CRYPTO_INVALID_JWK. */
export function fromJwk(jwk: Jwk): KeyData {
  switch (jwk.kty) {
    case "RSA":
      return rsaFromJwk(jwk);
    case "EC":
      return ecFromJwk(jwk);
    case "OKP":
      return octetFromJwk(jwk);
    default:
      if (typeof jwk.kty !== "string") throw invalidJwk("Invalid JWK format");
      throw invalidJwk(`${jwk.kty} is not a supported JWK key type`);
  }
}

function algorithm(identifier: string, ...parameters: Uint8Array[]): Uint8Array {
  return sequence(element(OBJECT_IDENTIFIER, hex(identifier)), ...parameters);
}

function parse(work: () => KeyData, kind: string): KeyData {
  try {
    return work();
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === "ERR_CRYPTO_INVALID_JWK") throw error;
    throw invalidJwk(`Invalid JWK ${kind} key`);
  }
}

function rsaFromJwk(jwk: Jwk): KeyData {
  const modulus = field(jwk, "n", "RSA");
  const exponent = field(jwk, "e", "RSA");
  const others = jwk.oth === undefined ? [] : otherPrimes(jwk.oth);
  if (jwk.d === undefined) {
    const numbers = sequence(integer(modulus), integer(exponent));
    return parse(
      () =>
        new KeyData(
          "public",
          readPublicKey(sequence(algorithm(RSA_IDENTIFIER, element(NULL)), bitString(numbers)), "spki"),
        ),
      "RSA",
    );
  }
  const numbers = RSA_PRIVATE_FIELDS.map((name) => field(jwk, name, "RSA"));
  checkRsa(modulus, numbers, others);
  const der = [modulus, exponent, ...numbers].map(integer);
  // Multi-prime keys have another version and a field for the other primes (RFC 8017 §A.1.2).
  const fields =
    others.length === 0
      ? [ZERO, ...der]
      : [ONE, ...der, sequence(...others.map((other) => sequence(...other.map(integer))))];
  return parse(() => new KeyData("private", readPrivateKey(sequence(...fields), false, "pkcs1", null)), "RSA");
}

/** Prime, exponent and coefficient of each further prime. Throws for an invalid or empty list. */
function otherPrimes(oth: unknown): Uint8Array[][] {
  if (!Array.isArray(oth) || oth.length === 0) throw invalidJwk("Invalid JWK RSA key");
  return oth.map((other) => {
    if (typeof other !== "object" || other === null) throw invalidJwk("Invalid JWK RSA key");
    return OTHER_PRIME_FIELDS.map((name) => field(other, name, "RSA"));
  });
}

// Node's checks: the product of the primes is the modulus, and no number is longer than it. The exponents are not checked.
function checkRsa(modulus: Uint8Array, numbers: Uint8Array[], others: Uint8Array[][]): void {
  let product = bytesBigInt(numbers[1]!) * bytesBigInt(numbers[2]!);
  for (const [prime] of others) product *= bytesBigInt(prime!);
  if (product !== bytesBigInt(modulus)) throw invalidJwk("Invalid JWK RSA key");
  const bits = bitsOf(modulus);
  if (numbers.some((value) => bitsOf(value) > bits)) {
    throw Object.assign(new Error("Unable to create key pointer"), { code: "ERR_CRYPTO_OPERATION_FAILED" });
  }
}

function bitsOf(bytes: Uint8Array): number {
  return bytes.length === 0 ? 0 : bitLength(withoutLeadingZeros(bytes));
}

function ecFromJwk(jwk: Jwk): KeyData {
  if (typeof jwk.crv !== "string") throw invalidJwk("Invalid JWK EC key");
  const curve = findCurve(jwk.crv);
  if (curve === undefined) throw new ERR_CRYPTO_INVALID_CURVE();
  const x = field(jwk, "x", "EC");
  const y = field(jwk, "y", "EC");
  const number = jwk.d === undefined ? undefined : field(jwk, "d", "EC");
  return parse(() => {
    if (x.length > curve.bytes || y.length > curve.bytes) throw invalidJwk("Invalid JWK EC key");
    const point = concat(new Uint8Array([4]), padStart(x, curve.bytes), padStart(y, curve.bytes));
    if (number === undefined) return ecPublic(curve.name, point);
    const own = curvePoint(curve.name, number);
    if (own.length !== point.length || own.some((byte, index) => byte !== point[index]))
      throw invalidJwk("Invalid JWK EC key");
    return ecPrivate(curve.name, padStart(withoutLeadingZeros(number), curve.bytes), point);
  }, "EC");
}

function octetFromJwk(jwk: Jwk): KeyData {
  const kind = OCTET_KEYS[jwk.crv as string];
  if (kind === undefined) throw invalidJwk("Invalid JWK OKP key");
  const isPrivate = jwk.d !== undefined;
  const bytes = field(jwk, isPrivate ? "d" : "x", "OKP");
  const publicBytes = field(jwk, "x", "OKP");
  if (bytes.length !== kind.bytes) throw invalidJwk("Invalid JWK OKP key");
  return parse(() => {
    if (!isPrivate) return octetPublic(kind.identifier, bytes);
    const key = octetPrivate(kind.identifier, bytes);
    // The public half is not needed, but must match.
    if (!key.publicHalf.equals(octetPublic(kind.identifier, publicBytes))) throw invalidJwk("Invalid JWK OKP key");
    return key;
  }, "OKP");
}

/** The algorithm of EC keys of a named curve. */
function ecAlgorithm(curve: string): Uint8Array {
  const known = findCurve(curve)?.identifier;
  const identifier = known === undefined ? objectIdentifier(curveName(curve)) : hex(known);
  if (identifier === null) throw new ERR_CRYPTO_INVALID_CURVE();
  return algorithm(EC_IDENTIFIER, element(OBJECT_IDENTIFIER, identifier));
}

/** A public key of a named curve and a point. Throws OpenSSL's error for an invalid point. */
export function ecPublic(curve: string, point: Uint8Array): KeyData {
  return new KeyData("public", readPublicKey(sequence(ecAlgorithm(curve), bitString(point)), "spki"));
}

/** A private key of a named curve, its number and its point. */
export function ecPrivate(curve: string, number: Uint8Array, point: Uint8Array): KeyData {
  const ecKey = sequence(ONE, octetString(number), element(0xa1, bitString(point)));
  const der = sequence(ZERO, ecAlgorithm(curve), octetString(ecKey));
  return new KeyData("private", readPrivateKey(der, false, "pkcs8", null));
}

/** A public key of RFC 8410. */
export function octetPublic(identifier: string, bytes: Uint8Array): KeyData {
  return new KeyData("public", readPublicKey(sequence(algorithm(identifier), bitString(bytes)), "spki"));
}

/** A private key of RFC 8410. */
export function octetPrivate(identifier: string, bytes: Uint8Array): KeyData {
  const der = sequence(ZERO, algorithm(identifier), octetString(octetString(bytes)));
  return new KeyData("private", readPrivateKey(der, false, "pkcs8", null));
}
