// node:crypto: hashes and random values. Keys, ciphers, signatures and key derivation throw, naming themselves.
import { ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH, ERR_INVALID_ARG_TYPE } from "internal:errors";
import { missingMember } from "internal:missing_members";
import { constants } from "internal:crypto/constants";
import { getHashes } from "internal:crypto/hash_names";
import { createHash, createHmac, hash, Hash, Hmac } from "internal:crypto/hash";
import { randomBytes, randomFill, randomFillSync, randomInt } from "internal:crypto/random";
import { randomUUID, randomUUIDv7 } from "internal:crypto/random_uuid";
import defer * as web from "web:crypto";
import { equalInConstantTime } from "native:crypto";

/** Compares two views of bytes in a time that does not depend on their contents. Throws unless they are equally long. */
function timingSafeEqual(buf1: any, buf2: any): boolean {
  const left = bytesOf(buf1, "buf1");
  const right = bytesOf(buf2, "buf2");
  if (left.byteLength !== right.byteLength) throw new ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH();
  return equalInConstantTime(left, right);
}

function bytesOf(value: any, name: string): Uint8Array {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  // The value may be a secret: Node's message does not show it.
  const error = new ERR_INVALID_ARG_TYPE(name, ["ArrayBuffer", "Buffer", "TypedArray", "DataView"], value);
  error.message = error.message.replace(/ Received .*$/s, "");
  throw error;
}

const crypto: Record<string, any> = {};
// In the order of Node's keys; a name without a value here is missing.
const MEMBERS: Record<string, unknown> = {
  createHash, createHmac, getHashes, randomBytes, randomFill, randomFillSync, randomInt, randomUUID, randomUUIDv7, timingSafeEqual, hash, Hash, Hmac, constants,
  getFips: () => 0,
  secureHeapUsed: () => ({ total: 0, used: 0, utilization: 0, min: 0 }),
};
const NAMES = [
  "argon2", "argon2Sync", "checkPrime", "checkPrimeSync", "createCipheriv", "createDecipheriv", "createDiffieHellman", "createDiffieHellmanGroup",
  "createECDH", "createHash", "createHmac", "createMac", "createPrivateKey", "createPublicKey", "createSecretKey", "createSign", "createVerify",
  "diffieHellman", "generatePrime", "generatePrimeSync", "getCiphers", "getCipherInfo", "getCurves", "getDiffieHellman", "getHashes", "getMacs", "hkdf",
  "hkdfSync", "parsePKCS12", "pbkdf2", "pbkdf2Sync", "generateKeyPair", "generateKeyPairSync", "generateKey", "generateKeySync", "privateDecrypt",
  "privateEncrypt", "publicDecrypt", "publicEncrypt", "randomBytes", "randomFill", "randomFillSync", "randomInt", "randomUUID", "randomUUIDv7", "scrypt",
  "scryptSync", "sign", "setEngine", "timingSafeEqual", "getFips", "setFips", "verify", "hash", "encapsulate", "decapsulate", "Certificate", "Cipheriv",
  "Decipheriv", "DiffieHellman", "DiffieHellmanGroup", "ECDH", "Hash", "Hmac", "KeyObject", "Sign", "Verify", "X509Certificate", "secureHeapUsed", "constants",
];
for (const name of NAMES) crypto[name] = MEMBERS[name] ?? missingMember("crypto", name);
Object.defineProperty(crypto, "constants", { value: constants, enumerable: true, writable: false, configurable: false });
Object.defineProperty(crypto, "webcrypto", { get: () => web.crypto, set: undefined, enumerable: true, configurable: false });
Object.defineProperty(crypto, "subtle", { get: () => web.crypto.subtle, set: undefined, enumerable: true, configurable: false });
Object.defineProperty(crypto, "getRandomValues", {
  get: () => (array: ArrayBufferView) => web.fillRandomValues(array),
  set: undefined,
  enumerable: true,
  configurable: false,
});
for (const name of ["prng", "pseudoRandomBytes", "rng"]) {
  Object.defineProperty(crypto, name, { value: randomBytes, enumerable: false, writable: true, configurable: true });
}

export default crypto;
