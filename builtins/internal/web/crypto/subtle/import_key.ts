// KeyObject.toCryptoKey: a CryptoKey of existing key material.
import { DOMException } from "web:dom_exception";
import type { CryptoKey } from "web:crypto_key";
import type { KeyData } from "internal:web/crypto/key_data";
import { normalize } from "internal:web/crypto/subtle/algorithms";
import { toUsages } from "internal:web/crypto/subtle/arguments";
import { familyOf, type ImportData } from "internal:web/crypto/subtle/families";

/** Creates the key. Throws as `importKey` does. */
export function cryptoKeyOf(data: KeyData, algorithm: unknown, extractable: unknown, keyUsages: unknown): CryptoKey {
  const normalized = normalize(algorithm, "importKey");
  const usages = toUsages(keyUsages, "", "Value");
  const format = data.kind === "secret" ? "raw-secret" : data.kind === "public" ? "spki" : "pkcs8";
  const isSymmetric = /^(AES|ChaCha|HMAC|KMAC|HKDF|PBKDF2|Argon2)/.test(normalized.name);
  if (isSymmetric !== (data.kind === "secret"))
    throw new DOMException("Unrecognized algorithm name", "NotSupportedError");
  return familyOf(normalized.name).importKey!(
    format,
    data.bytes as ImportData,
    normalized,
    Boolean(extractable),
    usages,
  );
}
