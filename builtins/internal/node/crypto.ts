// node:crypto: the members of `internal:node/crypto/*`, each loaded on first use.
import {
  ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED,
  ERR_CRYPTO_FIPS_UNAVAILABLE,
  ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH,
  ERR_INVALID_ARG_TYPE,
} from "internal:core/errors";
import { missingMember } from "internal:core/missing_members";
import { option } from "internal:core/launch";
import { deprecate } from "internal:core/util/deprecate";
import { addLazy } from "internal:node/process/define";
import { kCustomPromisifyArgs } from "internal:core/util/promisify";
import { validateNumber, validateString } from "internal:core/validators";
import { constants } from "internal:node/crypto/constants";
import defer * as argon2 from "internal:node/crypto/argon2";
import defer * as certificates from "internal:node/crypto/spkac";
import defer * as cipherInfo from "internal:node/crypto/cipher_info";
import defer * as ciphers from "internal:node/crypto/cipher";
import defer * as curves from "internal:web/crypto/curves";
import defer * as diffieHellman from "internal:node/crypto/diffie_hellman";
import defer * as ecdh from "internal:node/crypto/ecdh";
import defer * as encryption from "internal:web/crypto/public_encrypt";
import defer * as generation from "internal:node/crypto/generate_keys";
import defer * as hashNames from "internal:web/crypto/hash_names";
import defer * as macs from "internal:node/crypto/mac";
import defer * as hashes from "internal:node/crypto/hash";
import defer * as hkdf from "internal:node/crypto/hkdf";
import defer * as kem from "internal:node/crypto/kem";
import defer * as keyObjects from "internal:node/crypto/key_object";
import defer * as pbkdf2 from "internal:node/crypto/pbkdf2";
import defer * as primes from "internal:node/crypto/primes";
import defer * as random from "internal:node/crypto/random";
import defer * as scrypt from "internal:node/crypto/scrypt";
import defer * as signing from "internal:node/crypto/sign";
import defer * as uuids from "internal:web/crypto/random_uuid";
import defer * as x509 from "internal:node/crypto/x509";
import defer * as web from "web:crypto";
import { equalInConstantTime } from "native:crypto";

/** Compares two views of bytes in a time that does not depend on their contents. Throws unless they have the same length. */
function timingSafeEqual(buf1: any, buf2: any): boolean {
  checkBytes(buf1, "buf1");
  checkBytes(buf2, "buf2");
  if (buf1.byteLength !== buf2.byteLength) throw new ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH();
  return equalInConstantTime(buf1, buf2);
}

function checkBytes(value: unknown, name: string): void {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return;
  // The value may be a secret: Node's message does not show it.
  const error = new ERR_INVALID_ARG_TYPE(name, ["ArrayBuffer", "Buffer", "TypedArray", "DataView"], value);
  error.message = error.message.replace(/ Received .*$/s, "");
  throw error;
}

function getFips(): number {
  return 0;
}

function setFips(val: unknown): void {
  if (val) throw new ERR_CRYPTO_FIPS_UNAVAILABLE();
}

// OpenSSL 3 replaced engines with providers.
function setEngine(id: unknown, flags?: unknown): never {
  validateString(id, "id");
  if (flags) validateNumber(flags, "flags");
  throw new ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
}

function secureHeapUsed(): object {
  return { total: 0, used: 0, utilization: 0, min: 0 };
}

function getCurves(): string[] {
  return curves.CURVES.slice();
}

function named(fn: unknown, names: string[]): unknown {
  Object.defineProperty(fn, kCustomPromisifyArgs, { value: names, configurable: true });
  return fn;
}

const crypto: Record<string, any> = {};
const NOW: Record<string, unknown> = {
  timingSafeEqual,
  getFips,
  setFips,
  setEngine,
  secureHeapUsed,
  getCurves,
  constants,
};
// The module of each member.
const LAZY: Record<string, () => any> = {
  argon2: () => argon2,
  argon2Sync: () => argon2,
  checkPrime: () => primes,
  checkPrimeSync: () => primes,
  createCipheriv: () => ciphers,
  createDecipheriv: () => ciphers,
  createDiffieHellman: () => diffieHellman,
  createDiffieHellmanGroup: () => ({ createDiffieHellmanGroup: diffieHellman.getDiffieHellman }),
  createECDH: () => ecdh,
  createHash: () => hashes,
  createHmac: () => hashes,
  createMac: () => macs,
  createPrivateKey: () => keyObjects,
  createPublicKey: () => keyObjects,
  createSecretKey: () => keyObjects,
  createSign: () => signing,
  createVerify: () => signing,
  diffieHellman: () => diffieHellman,
  generatePrime: () => primes,
  generatePrimeSync: () => primes,
  getCiphers: () => cipherInfo,
  getCipherInfo: () => cipherInfo,
  getDiffieHellman: () => diffieHellman,
  getHashes: () => hashNames,
  getMacs: () => macs,
  hkdf: () => hkdf,
  hkdfSync: () => hkdf,
  parsePKCS12: () => x509,
  pbkdf2: () => pbkdf2,
  pbkdf2Sync: () => pbkdf2,
  generateKeyPair: () => ({ generateKeyPair: named(generation.generateKeyPair, ["publicKey", "privateKey"]) }),
  generateKeyPairSync: () => generation,
  generateKey: () => generation,
  generateKeySync: () => generation,
  privateDecrypt: () => encryption,
  privateEncrypt: () => encryption,
  publicDecrypt: () => encryption,
  publicEncrypt: () => encryption,
  randomBytes: () => random,
  randomFill: () => random,
  randomFillSync: () => random,
  randomInt: () => random,
  randomUUID: () => uuids,
  randomUUIDv7: () => uuids,
  scrypt: () => scrypt,
  scryptSync: () => scrypt,
  sign: () => signing,
  verify: () => signing,
  hash: () => hashes,
  encapsulate: () => kem,
  decapsulate: () => kem,
  Certificate: () => certificates,
  Cipheriv: () => ciphers,
  Decipheriv: () => ciphers,
  DiffieHellman: () => diffieHellman,
  DiffieHellmanGroup: () => diffieHellman,
  ECDH: () => ecdh,
  Hash: () => hashes,
  Hmac: () => hashes,
  KeyObject: () => keyObjects,
  Sign: () => signing,
  Verify: () => signing,
  X509Certificate: () => x509,
};
// In the order of Node's keys; a name that is in neither table throws on use.
const NAMES = [
  "argon2",
  "argon2Sync",
  "checkPrime",
  "checkPrimeSync",
  "createCipheriv",
  "createDecipheriv",
  "createDiffieHellman",
  "createDiffieHellmanGroup",
  "createECDH",
  "createHash",
  "createHmac",
  "createMac",
  "createPrivateKey",
  "createPublicKey",
  "createSecretKey",
  "createSign",
  "createVerify",
  "diffieHellman",
  "generatePrime",
  "generatePrimeSync",
  "getCiphers",
  "getCipherInfo",
  "getCurves",
  "getDiffieHellman",
  "getHashes",
  "getMacs",
  "hkdf",
  "hkdfSync",
  "parsePKCS12",
  "pbkdf2",
  "pbkdf2Sync",
  "generateKeyPair",
  "generateKeyPairSync",
  "generateKey",
  "generateKeySync",
  "privateDecrypt",
  "privateEncrypt",
  "publicDecrypt",
  "publicEncrypt",
  "randomBytes",
  "randomFill",
  "randomFillSync",
  "randomInt",
  "randomUUID",
  "randomUUIDv7",
  "scrypt",
  "scryptSync",
  "sign",
  "setEngine",
  "timingSafeEqual",
  "getFips",
  "setFips",
  "verify",
  "hash",
  "encapsulate",
  "decapsulate",
  "Certificate",
  "Cipheriv",
  "Decipheriv",
  "DiffieHellman",
  "DiffieHellmanGroup",
  "ECDH",
  "Hash",
  "Hmac",
  "KeyObject",
  "Sign",
  "Verify",
  "X509Certificate",
  "secureHeapUsed",
  "constants",
];
for (const name of NAMES) {
  const part = LAZY[name];
  if (part === undefined) crypto[name] = NOW[name] ?? missingMember("crypto", name);
  else addLazy(crypto, name, () => part()[name]);
}
Object.defineProperty(crypto, "constants", {
  value: constants,
  enumerable: true,
  writable: false,
  configurable: false,
});
Object.defineProperty(crypto, "webcrypto", {
  get: () => web.crypto,
  set: undefined,
  enumerable: true,
  configurable: false,
});
Object.defineProperty(crypto, "subtle", {
  get: () => web.crypto.subtle,
  set: undefined,
  enumerable: true,
  configurable: false,
});
Object.defineProperty(crypto, "getRandomValues", {
  get: () => (array: ArrayBufferView) => web.fillRandomValues(array),
  set: undefined,
  enumerable: true,
  configurable: false,
});
for (const name of ["prng", "pseudoRandomBytes", "rng"]) {
  const settle = (value: unknown): void =>
    void Object.defineProperty(crypto, name, { value, writable: true, enumerable: false, configurable: true });
  Object.defineProperty(crypto, name, {
    get() {
      const value =
        option("--pending-deprecation") === undefined
          ? random.randomBytes
          : deprecate(random.randomBytes, `crypto.${name} is deprecated.`, "DEP0115");
      settle(value);
      return value;
    },
    set: settle,
    configurable: true,
  });
}
Object.defineProperty(crypto, "fips", {
  get: deprecate(getFips, "The crypto.fips is deprecated. Please use crypto.getFips()", "DEP0093"),
  set: deprecate(setFips, "The crypto.fips is deprecated. Please use crypto.setFips()", "DEP0093"),
});

export default crypto;
