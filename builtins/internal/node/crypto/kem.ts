// encapsulate() and decapsulate(): RSASVE (SP 800-56B §7.2.1). OpenSSL 3.0 has no other way to encapsulate.
import { ERR_CRYPTO_OPERATION_FAILED } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { validateFunction } from "internal:core/validators";
import { argumentBytes, asBuffer, bytesBigInt, bigIntBytes, padStart } from "internal:web/crypto/bytes";
import { type KeyData, rsaNumbers } from "internal:web/crypto/key_data";
import { asymmetricKey } from "internal:web/crypto/key_input";
import { randomFill } from "native:crypto";
import { RsaOperation, transform } from "native:keys";

const NO_PADDING = ["rsa_padding_mode", "none"];

function requireRsa(key: KeyData): void {
  if (key.type !== "rsa") throw new ERR_CRYPTO_OPERATION_FAILED("Failed to initialize encapsulation");
}

/** A random number greater than 1 and less than the modulus minus 1, as long as the modulus. */
function randomSecret(key: KeyData): Uint8Array {
  const modulus = rsaNumbers(key)[0]!;
  const number = bytesBigInt(modulus);
  const bytes = new Uint8Array(modulus.length + 8);
  randomFill(bytes);
  // Eight extra bytes make the remainder uniform enough (FIPS 186-4 §B.5.1).
  return padStart(bigIntBytes((bytesBigInt(bytes) % (number - 3n)) + 2n), modulus.length);
}

function encapsulateNow(key: KeyData): { sharedKey: unknown; ciphertext: unknown } {
  requireRsa(key);
  const secret = randomSecret(key);
  return {
    sharedKey: asBuffer(secret),
    ciphertext: asBuffer(transform(RsaOperation.ENCRYPT, key.bytes, NO_PADDING, secret)),
  };
}

function decapsulateNow(key: KeyData, ciphertext: Uint8Array): unknown {
  requireRsa(key);
  return asBuffer(transform(RsaOperation.DECRYPT, key.bytes, NO_PADDING, ciphertext));
}

function settle(work: () => unknown, callback: any): unknown {
  if (callback === undefined) return work();
  nextTick(() => {
    let result: unknown;
    try {
      result = work();
    } catch (error) {
      return callback(error);
    }
    callback(null, result);
  });
}

/** A shared key and its ciphertext for the owner of a private key. */
export function encapsulate(key: unknown, callback?: unknown): unknown {
  if (callback !== undefined) validateFunction(callback, "callback");
  const material = asymmetricKey(key, "consumePublic");
  return settle(() => encapsulateNow(material), callback);
}

/** The shared key of a ciphertext. */
export function decapsulate(key: unknown, ciphertext: unknown, callback?: unknown): unknown {
  if (callback !== undefined) validateFunction(callback, "callback");
  const material = asymmetricKey(key, "consumePrivate");
  const bytes = argumentBytes(ciphertext, "ciphertext");
  return settle(() => decapsulateNow(material, bytes), callback);
}
