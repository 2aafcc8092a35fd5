// Which module does an algorithm of SubtleCrypto.
import defer * as aes from "internal:web/crypto/subtle/aes";
import defer * as derivation from "internal:web/crypto/subtle/derivation";
import defer * as ec from "internal:web/crypto/subtle/ec";
import defer * as hmac from "internal:web/crypto/subtle/hmac";
import defer * as kmac from "internal:web/crypto/subtle/kmac";
import defer * as octet from "internal:web/crypto/subtle/octet";
import defer * as rsa from "internal:web/crypto/subtle/rsa";

/** The module of an algorithm's canonical name. Its members are the operations that it has. */
export function familyOf(name: string): any {
  if (name.startsWith("AES-") || name.startsWith("ChaCha")) return aes;
  if (name === "HMAC") return hmac;
  if (name.startsWith("KMAC")) return kmac;
  if (name.startsWith("RSA")) return rsa;
  if (name.startsWith("EC")) return ec;
  if (name.startsWith("Ed") || name.startsWith("X")) return octet;
  return derivation;
}

/** The module that derives bits. */
export function derivationModule(): any {
  return derivation;
}
