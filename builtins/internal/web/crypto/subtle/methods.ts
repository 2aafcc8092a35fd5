// The methods of SubtleCrypto (https://w3c.github.io/webcrypto/#SubtleCrypto-interface). Each receives its arguments as an
// array, to check their count; the operations are in the modules of the algorithms.
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { DOMException } from "web:dom_exception";
import { type CryptoKey, type Slots, makeCryptoKey } from "web:crypto_key";
import { isBytes, textBytes } from "internal:web/crypto/bytes";
import type { Jwk } from "internal:web/crypto/jwk";
import { Buffer } from "internal:core/buffer";
import { type Algorithm, HASHES, OPERATIONS, normalize } from "internal:web/crypto/subtle/algorithms";
import {
  refuseSymbol,
  requireCount,
  toBytes,
  toFormat,
  toKey,
  toLength,
  toUsages,
} from "internal:web/crypto/subtle/arguments";
import { derivationModule, familyOf, type ImportData, type KeyPair } from "internal:web/crypto/subtle/families";
import { checkNotEmpty, dataError, ordered } from "internal:web/crypto/subtle/rules";
import { cshake, digest as digestNow } from "native:crypto";

const EMPTY = new Uint8Array(0);
const HASH_BYTES: Record<string, number> = {
  sha1: 20,
  sha256: 32,
  sha384: 48,
  sha512: 64,
  "sha3-256": 32,
  "sha3-384": 48,
  "sha3-512": 64,
};

function prefixOf(method: string): string {
  return `Failed to execute '${method}' on 'SubtleCrypto':`;
}

/** Up to this size reading the buffer of an array moves its bytes, which takes longer than copying them. */
const COPIED_BYTES_MAX = 512;

function arrayBuffer(bytes: Uint8Array): ArrayBuffer {
  const { byteLength } = bytes;
  if (byteLength <= COPIED_BYTES_MAX) {
    const buffer = new ArrayBuffer(byteLength);
    new Uint8Array(buffer).set(bytes);
    return buffer;
  }
  return (bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer) as ArrayBuffer;
}

function accessError(message: string): DOMException {
  return new DOMException(message, "InvalidAccessError");
}

function checkUse(key: Slots, algorithm: Algorithm, usage: string, action = usage): void {
  if (key.algorithm.name !== algorithm.name) throw accessError("Key algorithm mismatch");
  if (!key.usages.includes(usage)) throw accessError(`Unable to use this key to ${action}`);
}

export async function digest(args: unknown[]): Promise<ArrayBuffer> {
  const prefix = prefixOf("digest");
  requireCount(args.length, 2, prefix);
  refuseSymbol(args[0], prefix, "1st argument");
  const data = toBytes(args[1], prefix, "2nd argument");
  const algorithm = normalize(args[0], "digest");
  if (algorithm.name.startsWith("cSHAKE")) return arrayBuffer(shake(algorithm, data));
  const name = HASHES[algorithm.name]!;
  return arrayBuffer(digestNow(name, data, HASH_BYTES[name]!));
}

function shake(
  { name, outputLength, functionName = EMPTY, customization = EMPTY }: Algorithm,
  data: Uint8Array,
): Uint8Array {
  if (outputLength % 8 !== 0) throw new DOMException("Unsupported CShakeParams outputLength", "NotSupportedError");
  return cshake(Number(name.slice(6)), functionName, customization, data, outputLength / 8);
}

async function crypt(method: "encrypt" | "decrypt" | "sign", args: unknown[]): Promise<ArrayBuffer> {
  const prefix = prefixOf(method);
  requireCount(args.length, 3, prefix);
  refuseSymbol(args[0], prefix, "1st argument");
  const key = toKey(args[1], prefix, "2nd argument");
  const data = toBytes(args[2], prefix, "3rd argument");
  const algorithm = normalize(args[0], method);
  checkUse(key, algorithm, method);
  return arrayBuffer(await familyOf(algorithm.name)[method]!(algorithm, key, data));
}

export function encrypt(args: unknown[]): Promise<ArrayBuffer> {
  return crypt("encrypt", args);
}

export function decrypt(args: unknown[]): Promise<ArrayBuffer> {
  return crypt("decrypt", args);
}

export function sign(args: unknown[]): Promise<ArrayBuffer> {
  return crypt("sign", args);
}

export async function verify(args: unknown[]): Promise<boolean> {
  const prefix = prefixOf("verify");
  requireCount(args.length, 4, prefix);
  refuseSymbol(args[0], prefix, "1st argument");
  const key = toKey(args[1], prefix, "2nd argument");
  const signature = toBytes(args[2], prefix, "3rd argument");
  const data = toBytes(args[3], prefix, "4th argument");
  const algorithm = normalize(args[0], "verify");
  checkUse(key, algorithm, "verify");
  return familyOf(algorithm.name).verify!(algorithm, key, signature, data);
}

export async function generateKey(args: unknown[]): Promise<CryptoKey | KeyPair> {
  const prefix = prefixOf("generateKey");
  requireCount(args.length, 3, prefix);
  refuseSymbol(args[0], prefix, "1st argument");
  const algorithm = normalize(args[0], "generateKey");
  const usages = toUsages(args[2], prefix, "3rd argument");
  return familyOf(algorithm.name).generateKey!(algorithm, Boolean(args[1]), usages);
}

export async function importKey(args: unknown[]): Promise<CryptoKey> {
  const prefix = prefixOf("importKey");
  requireCount(args.length, 5, prefix);
  const format = toFormat(args[0], prefix);
  const keyData = (format === "jwk" ? toJwk(args[1], prefix) : toBytes(args[1], prefix, "2nd argument")) as ImportData;
  refuseSymbol(args[2], prefix, "3rd argument");
  const usages = toUsages(args[4], prefix, "5th argument");
  const algorithm = normalize(args[2], "importKey");
  return familyOf(algorithm.name).importKey!(format, keyData, algorithm, Boolean(args[3]), usages);
}

function toJwk(value: unknown, prefix: string): Jwk {
  if (isBytes(value)) throw dataError("Invalid keyData");
  if (typeof value !== "object" || value === null) {
    throw Object.assign(new TypeError(`${prefix} 2nd argument cannot be converted to a dictionary.`), {
      code: "ERR_INVALID_ARG_TYPE",
    });
  }
  return value;
}

function exported(key: Slots, format: string): Uint8Array | Jwk {
  if (OPERATIONS.exportKey![key.algorithm.name] === undefined) {
    throw new DOMException(`${key.algorithm.name} key export is not supported`, "NotSupportedError");
  }
  if (!key.extractable) throw accessError("key is not extractable");
  const made = familyOf(key.algorithm.name).exportKey!(key, format);
  return format === "jwk" ? { key_ops: key.usages.slice(), ext: key.extractable, ...made } : made;
}

export async function exportKey(args: unknown[]): Promise<ArrayBuffer | Jwk> {
  const prefix = prefixOf("exportKey");
  requireCount(args.length, 2, prefix);
  const format = toFormat(args[0], prefix);
  const key = toKey(args[1], prefix, "2nd argument");
  const made = exported(key, format);
  return format === "jwk" ? (made as Jwk) : arrayBuffer(made as Uint8Array);
}

export async function deriveBits(args: unknown[]): Promise<ArrayBuffer> {
  const prefix = prefixOf("deriveBits");
  requireCount(args.length, 2, prefix);
  refuseSymbol(args[0], prefix, "1st argument");
  const key = toKey(args[1], prefix, "2nd argument");
  const length = toLength(args[2], prefix, "3rd argument");
  const algorithm = normalize(args[0], "deriveBits");
  if (!key.usages.includes("deriveBits")) throw accessError("baseKey does not have deriveBits usage");
  if (key.algorithm.name !== algorithm.name) throw accessError("Key algorithm mismatch");
  return arrayBuffer(await derivationModule().deriveBits(algorithm, key, length));
}

export async function deriveKey(args: unknown[]): Promise<CryptoKey> {
  const prefix = prefixOf("deriveKey");
  requireCount(args.length, 5, prefix);
  refuseSymbol(args[0], prefix, "1st argument");
  const base = toKey(args[1], prefix, "2nd argument");
  const usages = toUsages(args[4], prefix, "5th argument");
  const algorithm = normalize(args[0], "deriveBits");
  const target = normalize(args[2], "importKey");
  const measured = normalize(args[2], "getKeyLength");
  if (!base.usages.includes("deriveKey")) throw accessError("baseKey does not have deriveKey usage");
  if (base.algorithm.name !== algorithm.name) throw accessError("Key algorithm mismatch");
  const length: number | null = familyOf(measured.name).keyLength!(measured);
  const bits = await derivationModule().deriveBits(algorithm, base, length);
  const key = familyOf(target.name).importKey!("raw-secret", bits as ImportData, target, Boolean(args[3]), usages);
  checkNotEmpty(key.usages, "importing a secret key.");
  return key;
}

// Algorithms without a wrapping operation wrap by encryption.
function normalizeWrap(given: unknown, wrap: string, encryption: string): Algorithm & { isWrap?: boolean } {
  try {
    return { ...normalize(given, wrap), isWrap: true };
  } catch (error) {
    if ((error as Error | null)?.name !== "NotSupportedError") throw error;
    return normalize(given, encryption);
  }
}

export async function wrapKey(args: unknown[]): Promise<ArrayBuffer> {
  const prefix = prefixOf("wrapKey");
  requireCount(args.length, 4, prefix);
  const format = toFormat(args[0], prefix);
  const key = toKey(args[1], prefix, "2nd argument");
  const wrapping = toKey(args[2], prefix, "3rd argument");
  const algorithm = normalizeWrap(args[3], "wrapKey", "encrypt");
  checkUse(wrapping, algorithm, "wrapKey");
  const made = exported(key, format);
  let bytes: Uint8Array = format === "jwk" ? textBytes(JSON.stringify(made)) : (made as Uint8Array);
  const family = familyOf(algorithm.name);
  // RFC 3394 wraps blocks of eight bytes only; JSON may end with white space.
  if (format === "jwk" && algorithm.isWrap && bytes.length % 8 !== 0)
    bytes = textBytes(JSON.stringify(made) + " ".repeat(8 - (bytes.length % 8)));
  return arrayBuffer(await family[algorithm.isWrap ? "wrap" : "encrypt"]!(algorithm, wrapping, bytes));
}

export async function unwrapKey(args: unknown[]): Promise<CryptoKey> {
  const prefix = prefixOf("unwrapKey");
  requireCount(args.length, 7, prefix);
  const format = toFormat(args[0], prefix);
  const wrapped = toBytes(args[1], prefix, "2nd argument");
  const unwrapping = toKey(args[2], prefix, "3rd argument");
  const usages = toUsages(args[6], prefix, "7th argument");
  const algorithm = normalizeWrap(args[3], "unwrapKey", "decrypt");
  const target = normalize(args[4], "importKey");
  checkUse(unwrapping, algorithm, "unwrapKey");
  const bytes: Uint8Array = await familyOf(algorithm.name)[algorithm.isWrap ? "unwrap" : "decrypt"]!(
    algorithm,
    unwrapping,
    wrapped,
  );
  const keyData = (format === "jwk" ? parseJwk(bytes) : bytes) as ImportData;
  return familyOf(target.name).importKey!(format, keyData, target, Boolean(args[5]), usages);
}

function parseJwk(bytes: Uint8Array): Jwk {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch (error) {
    throw dataError("Invalid wrapped JWK key", error);
  }
}

export async function getPublicKey(args: unknown[]): Promise<CryptoKey> {
  const prefix = prefixOf("getPublicKey");
  requireCount(args.length, 2, prefix);
  const key = toKey(args[0], prefix, "1st argument");
  const usages = toUsages(args[1], prefix, "2nd argument");
  if (key.data.kind === "secret") throw new DOMException("key must be a private key", "NotSupportedError");
  if (key.data.kind !== "private") throw accessError("key must be a private key");
  const { name } = key.algorithm;
  const allowed =
    name === "RSA-OAEP" ? ["encrypt", "wrapKey"] : /^(EC?D?H|X)/.test(name) && name !== "ECDSA" ? [] : ["verify"];
  if (usages.some((usage) => !allowed.includes(usage)))
    throw new DOMException(`Unsupported key usage for ${name} key`, "SyntaxError");
  return makeCryptoKey({
    data: key.data.publicHalf,
    algorithm: key.algorithm,
    extractable: true,
    usages: ordered(usages),
  });
}

// Key encapsulation needs ML-KEM, which OpenSSL supports from version 3.5.
async function encapsulation(method: string, args: unknown[], count: number): Promise<never> {
  requireCount(args.length, count, prefixOf(method));
  throw new ERR_METHOD_NOT_IMPLEMENTED(`crypto.subtle.${method}`);
}

export function encapsulateBits(args: unknown[]): Promise<never> {
  return encapsulation("encapsulateBits", args, 2);
}

export function encapsulateKey(args: unknown[]): Promise<never> {
  return encapsulation("encapsulateKey", args, 5);
}

export function decapsulateBits(args: unknown[]): Promise<never> {
  return encapsulation("decapsulateBits", args, 3);
}

export function decapsulateKey(args: unknown[]): Promise<never> {
  return encapsulation("decapsulateKey", args, 6);
}
