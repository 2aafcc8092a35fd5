// The common parts of SubtleCrypto's algorithms: usages, fields of JSON Web Keys, errors.
import { DOMException } from "web:dom_exception";
import { type CryptoKey, type KeyAlgorithm, type Slots, makeCryptoKey } from "web:crypto_key";
import type { Jwk } from "internal:web/crypto/jwk";
import type { KeyData } from "internal:web/crypto/key_data";

/** Usages in the order in which keys list them. */
export const USAGES = [
  "encrypt",
  "decrypt",
  "sign",
  "verify",
  "deriveKey",
  "deriveBits",
  "wrapKey",
  "unwrapKey",
  "encapsulateKey",
  "encapsulateBits",
  "decapsulateKey",
  "decapsulateBits",
];

/** A DataError with its cause. */
export function dataError(message: string, cause?: unknown): DOMException {
  return new DOMException(message, cause === undefined ? "DataError" : { name: "DataError", cause });
}

/** The OperationError of a failed native function. */
export function operationError(cause: unknown): DOMException {
  return new DOMException("The operation failed for an operation-specific reason", {
    name: "OperationError",
    cause,
  });
}

/** Runs `work` and converts its errors to OperationErrors. */
export async function operation<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DOMException ? error : operationError(error);
  }
}

/** Runs `work` on key data and converts its errors to DataErrors. */
export function readingKey<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof DOMException ? error : dataError("Invalid keyData", error);
  }
}

/** Throws a SyntaxError for a usage that is not allowed. */
export function checkUsages(usages: readonly string[], allowed: readonly string[], name: string, article = ""): void {
  if (usages.some((usage) => !allowed.includes(usage)))
    throw new DOMException(`Unsupported key usage for ${article}${name} key`, "SyntaxError");
}

/** Throws a SyntaxError for a new secret or private key without usages. */
export function checkNotEmpty(usages: readonly string[], what: string): void {
  if (usages.length === 0) throw new DOMException(`Usages cannot be empty when ${what}`, "SyntaxError");
}

/** The usages without duplicates, in the standard order. */
export function ordered(usages: readonly string[]): string[] {
  return USAGES.filter((usage) => usages.includes(usage));
}

/** Creates a key. */
export function makeKey(
  data: KeyData,
  algorithm: KeyAlgorithm,
  extractable: boolean,
  usages: readonly string[],
): CryptoKey {
  return makeCryptoKey({ data, algorithm, extractable, usages: ordered(usages) });
}

/** The error for an unsupported import format. */
export function cannotImport(name: string, format: string): DOMException {
  return new DOMException(`Unable to import ${name} using ${format} format`, "NotSupportedError");
}

/** The error for an unsupported export format. */
export function cannotExport(key: Slots, format: string): DOMException {
  return new DOMException(
    `Unable to export ${key.algorithm.name} ${key.data.kind} key using ${format} format`,
    "NotSupportedError",
  );
}

/** Checks the common fields of a JSON Web Key (RFC 7517 §4). `use`: the allowed value of that field. */
export function checkJwk(
  jwk: Jwk | null,
  kty: string,
  use: string,
  extractable: boolean,
  usages: readonly string[],
): void {
  if (typeof jwk !== "object" || jwk === null || jwk.kty === undefined) throw dataError("Invalid keyData");
  if (jwk.kty !== kty) throw dataError('Invalid JWK "kty" Parameter');
  if (usages.length > 0 && jwk.use !== undefined && jwk.use !== use) throw dataError('Invalid JWK "use" Parameter');
  checkKeyOperations(jwk.key_ops, usages);
  if (jwk.ext !== undefined && jwk.ext === false && extractable)
    throw dataError('JWK "ext" Parameter and extractable mismatch');
}

function checkKeyOperations(operations: unknown, usages: readonly string[]): void {
  if (operations === undefined) return;
  if (!Array.isArray(operations)) throw dataError('Invalid JWK "key_ops" Parameter');
  if (new Set(operations).size !== operations.length) throw dataError("Duplicate key operation");
  if (usages.some((usage) => !operations.includes(usage))) throw dataError("Key operations and usage mismatch");
}

/** Checks the field `alg` of a JSON Web Key. */
export function checkJwkAlgorithm(jwk: Jwk, expected: string | undefined): void {
  if (jwk.alg !== undefined && expected !== undefined && jwk.alg !== expected)
    throw dataError('JWK "alg" does not match the requested algorithm');
}
