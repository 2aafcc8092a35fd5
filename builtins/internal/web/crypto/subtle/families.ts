// The modules of SubtleCrypto's algorithms.
import type { Jwk } from "internal:web/crypto/jwk";
import type { Algorithm } from "internal:web/crypto/subtle/algorithms";
import type { CryptoKey, Slots } from "web:crypto_key";
import defer * as aes from "internal:web/crypto/subtle/aes";
import defer * as derivation from "internal:web/crypto/subtle/derivation";
import defer * as ec from "internal:web/crypto/subtle/ec";
import defer * as hmac from "internal:web/crypto/subtle/hmac";
import defer * as kmac from "internal:web/crypto/subtle/kmac";
import defer * as octet from "internal:web/crypto/subtle/octet";
import defer * as rsa from "internal:web/crypto/subtle/rsa";

/** The key data of `importKey`: bytes, or a JSON Web Key for the format "jwk". */
export type ImportData = Uint8Array & Jwk;

export interface KeyPair {
  publicKey: CryptoKey;
  privateKey: CryptoKey;
}

type Transform = (algorithm: Algorithm, key: Slots, data: Uint8Array) => Promise<Uint8Array>;

/** The operations of a module; each has those of its algorithms. */
export interface Family {
  generateKey?: (algorithm: Algorithm, extractable: boolean, usages: string[]) => Promise<CryptoKey | KeyPair>;
  importKey?: (
    format: string,
    keyData: ImportData,
    algorithm: Algorithm,
    extractable: boolean,
    usages: string[],
  ) => CryptoKey;
  exportKey?: (key: Slots, format: string) => Uint8Array | Jwk;
  keyLength?: (algorithm: Algorithm) => number | null;
  deriveBits?: (algorithm: Algorithm, key: Slots, length: number | null) => Promise<Uint8Array>;
  encrypt?: Transform;
  decrypt?: Transform;
  sign?: Transform;
  verify?: (algorithm: Algorithm, key: Slots, signature: Uint8Array, data: Uint8Array) => Promise<boolean>;
  wrap?: Transform;
  unwrap?: Transform;
}

/** The module of an algorithm's canonical name. */
export function familyOf(name: string): Family {
  if (name.startsWith("AES-") || name.startsWith("ChaCha")) return aes;
  if (name === "HMAC") return hmac;
  if (name.startsWith("KMAC")) return kmac;
  if (name.startsWith("RSA")) return rsa;
  if (name.startsWith("EC")) return ec;
  if (name.startsWith("Ed") || name.startsWith("X")) return octet;
  return derivation;
}

/** The module that derives bits. */
export function derivationModule(): Required<Pick<Family, "deriveBits">> {
  return derivation;
}
