// Deriving bits for SubtleCrypto: ECDH, X25519, X448, HKDF, PBKDF2 and Argon2.
import { DOMException } from "web:dom_exception";
import { type CryptoKey, type Slots, readSlots } from "web:crypto_key";
import { KeyData } from "internal:web/crypto/key_data";
import { type Algorithm, HASHES } from "internal:web/crypto/subtle/algorithms";
import type { ImportData } from "internal:web/crypto/subtle/families";
import { cannotImport, checkNotEmpty, makeKey, operation } from "internal:web/crypto/subtle/rules";
import { Argon2Variant, argon2Later, hkdfLater, pbkdf2Later } from "native:ciphers";
import { agreeLater } from "native:keys";

const ARGON2 = ["Argon2d", "Argon2i", "Argon2id"];
const ARGON2_VARIANTS = [Argon2Variant.ARGON2D, Argon2Variant.ARGON2I, Argon2Variant.ARGON2ID];
const ARGON2_VERSION = 0x13;
const EMPTY = new Uint8Array(0);

/** Imports the secret for a derivation: "raw" or "raw-secret". */
export function importKey(
  format: string,
  keyData: ImportData,
  { name }: Algorithm,
  extractable: boolean,
  usages: string[],
): CryptoKey {
  if (extractable) throw new DOMException(`${name} keys are not extractable`, "SyntaxError");
  if (usages.some((usage) => usage !== "deriveKey" && usage !== "deriveBits"))
    throw new DOMException(`Unsupported key usage for a ${name} key`, "SyntaxError");
  const isKnown = format === "raw-secret" || (format === "raw" && !ARGON2.includes(name));
  if (!isKnown) throw cannotImport(name, format);
  checkNotEmpty(usages, "importing a secret key.");
  return makeKey(new KeyData("secret", new Uint8Array(keyData)), { name }, false, usages);
}

/** A derived key of these algorithms has no length. */
export function keyLength(): null {
  return null;
}

function operationFailure(message: string): DOMException {
  return new DOMException(message, "OperationError");
}

function checkedBytes(length: number | null): number {
  if (length === null) throw operationFailure("length cannot be null");
  if (length % 8 !== 0) throw operationFailure("length must be a multiple of 8");
  return length / 8;
}

/** Derives `length` bits. */
export async function deriveBits(algorithm: Algorithm, key: Slots, length: number | null): Promise<Uint8Array> {
  const { name } = algorithm;
  if (name === "HKDF") {
    const bytes = checkedBytes(length);
    return operation(() =>
      hkdfLater(HASHES[algorithm.hash.name]!, key.data.bytes, algorithm.salt, algorithm.info, bytes),
    );
  }
  if (name === "PBKDF2") {
    if (algorithm.iterations === 0) throw operationFailure("iterations cannot be zero");
    const bytes = checkedBytes(length);
    return operation(() =>
      pbkdf2Later(key.data.bytes, algorithm.salt, algorithm.iterations, bytes, HASHES[algorithm.hash.name]!),
    );
  }
  return ARGON2.includes(name) ? argon2(algorithm, key, length) : agree(algorithm, key, length);
}

// RFC 9106 §3.1.
function argon2(algorithm: Algorithm, key: Slots, length: number | null): Promise<Uint8Array> {
  const bytes = checkedBytes(length);
  const {
    nonce,
    parallelism,
    memory,
    passes,
    version = ARGON2_VERSION,
    secretValue = EMPTY,
    associatedData = EMPTY,
  } = algorithm;
  if (bytes < 4) throw operationFailure("length must be >= 32");
  if (nonce.length < 8) throw operationFailure("nonce must be at least 8 bytes");
  if (parallelism === 0 || parallelism > 2 ** 24 - 1) throw operationFailure("parallelism must be > 0 and <= 16777215");
  if (memory < 8 * parallelism) throw operationFailure("memory must be at least 8 times the degree of parallelism");
  if (passes === 0) throw operationFailure("passes must be > 0");
  if (version !== ARGON2_VERSION) throw operationFailure(`${version} is not a valid Argon2 version`);
  return operation(() =>
    argon2Later(ARGON2_VARIANTS[ARGON2.indexOf(algorithm.name)]!, key.data.bytes, nonce, secretValue, associatedData, {
      lanes: parallelism,
      memoryKib: memory,
      passes,
      bytes,
    }),
  );
}

async function agree(algorithm: Algorithm, key: Slots, length: number | null): Promise<Uint8Array> {
  const other = readSlots(algorithm.public)!;
  if (key.data.kind !== "private") throw new DOMException("baseKey must be a private key", "InvalidAccessError");
  if (other.data.kind !== "public")
    throw new DOMException("algorithm.public must be a public key", "InvalidAccessError");
  if (other.algorithm.name !== key.algorithm.name)
    throw new DOMException("key algorithm mismatch", "InvalidAccessError");
  if (other.algorithm.namedCurve !== key.algorithm.namedCurve)
    throw new DOMException("Named curve mismatch", "InvalidAccessError");
  const secret = await operation(() => agreeLater(key.data.bytes, other.data.bytes));
  if (length === null) return secret;
  if (secret.length * 8 < length) throw operationFailure("derived bit length is too small");
  const bits = secret.slice(0, Math.ceil(length / 8));
  // The bits after the length are not part of the result.
  if (length % 8 !== 0) bits[bits.length - 1]! &= 0xff << (8 - (length % 8));
  return bits;
}
