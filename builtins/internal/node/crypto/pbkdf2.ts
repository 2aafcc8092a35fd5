// crypto.pbkdf2 (RFC 8018 §5.2).
import { ERR_CRYPTO_INVALID_DIGEST } from "internal:core/errors";
import { validateFunction, validateInt32, validateString } from "internal:core/validators";
import { argumentBytes, asBuffer, copiedBytes } from "internal:web/crypto/bytes";
import { findHash } from "internal:web/crypto/hash_names";
import { runLater } from "internal:node/crypto/run_later";
import { pbkdf2 as pbkdf2Now, pbkdf2Later } from "native:ciphers";

type Arguments = [password: Uint8Array, salt: Uint8Array, iterations: number, bytes: number, digest: string];

function read(password: unknown, salt: unknown, iterations: unknown, keylen: unknown, digest: unknown): Arguments {
  validateString(digest, "digest");
  const passwordBytes = argumentBytes(password, "password");
  const saltBytes = argumentBytes(salt, "salt");
  validateInt32(iterations, "iterations", 1);
  validateInt32(keylen, "keylen", 0);
  const found = findHash(digest);
  if (found === undefined || found.isExtendable) throw new ERR_CRYPTO_INVALID_DIGEST(digest);
  return [passwordBytes, saltBytes, iterations as number, keylen + 0, found.name];
}

// OpenSSL 3 does not derive empty keys, which WebCrypto allows.
const ofNoBytes = (): Error => new Error("PBKDF2 derivation failed");

/** A key of `keylen` bytes, derived off the thread. */
export function pbkdf2(
  password: unknown,
  salt: unknown,
  iterations: unknown,
  keylen: unknown,
  digest: unknown,
  callback?: unknown,
): void {
  if (typeof digest === "function") {
    callback = digest;
    digest = undefined;
  }
  const args = read(password, salt, iterations, keylen, digest);
  validateFunction(callback, "callback");
  args[0] = copiedBytes(args[0]);
  args[1] = copiedBytes(args[1]);
  runLater("PBKDF2REQUEST", pbkdf2Later, args, args[3] > 0 ? callback : () => callback(ofNoBytes()), asBuffer);
}

/** As `pbkdf2`, on this thread. */
export function pbkdf2Sync(
  password: unknown,
  salt: unknown,
  iterations: unknown,
  keylen: unknown,
  digest: unknown,
): unknown {
  const args = read(password, salt, iterations, keylen, digest);
  if (args[3] === 0) throw ofNoBytes();
  return asBuffer(pbkdf2Now(...args));
}
