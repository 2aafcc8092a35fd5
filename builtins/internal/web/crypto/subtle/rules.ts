// What the algorithms of SubtleCrypto have in common: usages, JSON Web Keys' fields, errors.
import { DOMException } from "web:dom_exception";
import { type CryptoKey, type Slots, makeCryptoKey } from "web:crypto_key";
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

/** A DataError, with what went wrong inside. */
export function dataError(message: string, cause?: unknown): DOMException {
  return new DOMException(message, cause === undefined ? "DataError" : ({ name: "DataError", cause } as any));
}

/** An OperationError of a native function that failed. */
export function operationError(cause: unknown): DOMException {
  return new DOMException("The operation failed for an operation-specific reason", {
    name: "OperationError",
    cause,
  } as any);
}

/** Runs work whose failures are OperationErrors. */
export async function operation<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DOMException ? error : operationError(error);
  }
}

/** Runs work on key data, whose failures are DataErrors. */
export function readingKey<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof DOMException ? error : dataError("Invalid keyData", error);
  }
}

/** Throws a SyntaxError for a usage that is not among those allowed. */
export function checkUsages(usages: readonly string[], allowed: readonly string[], name: string, article = ""): void {
  if (usages.some((usage) => !allowed.includes(usage)))
    throw new DOMException(`Unsupported key usage for ${article}${name} key`, "SyntaxError");
}

/** Throws a SyntaxError for a new secret or private key that would have no use. */
export function checkNotEmpty(usages: readonly string[], what: string): void {
  if (usages.length === 0) throw new DOMException(`Usages cannot be empty when ${what}`, "SyntaxError");
}

/** The usages without repetitions, in their order. */
export function ordered(usages: readonly string[]): string[] {
  return USAGES.filter((usage) => usages.includes(usage));
}

/** Makes a key. */
export function makeKey(data: KeyData, algorithm: object, extractable: boolean, usages: readonly string[]): CryptoKey {
  return makeCryptoKey({ data, algorithm, extractable, usages: ordered(usages) });
}

/** That a format is not there. */
export function cannotImport(name: string, format: string): DOMException {
  return new DOMException(`Unable to import ${name} using ${format} format`, "NotSupportedError");
}

/** That a format is not there for a key. */
export function cannotExport(key: Slots, format: string): DOMException {
  return new DOMException(
    `Unable to export ${key.algorithm.name} ${key.data.kind} key using ${format} format`,
    "NotSupportedError",
  );
}

/** Checks the fields that every JSON Web Key may have (RFC 7517 §4). `use`: what its field of that name may say. */
export function checkJwk(jwk: any, kty: string, use: string, extractable: boolean, usages: readonly string[]): void {
  if (typeof jwk !== "object" || jwk === null || jwk.kty === undefined) throw dataError("Invalid keyData");
  if (jwk.kty !== kty) throw dataError('Invalid JWK "kty" Parameter');
  if (usages.length > 0 && jwk.use !== undefined && jwk.use !== use) throw dataError('Invalid JWK "use" Parameter');
  checkKeyOperations(jwk.key_ops, usages);
  if (jwk.ext !== undefined && jwk.ext === false && extractable)
    throw dataError('JWK "ext" Parameter and extractable mismatch');
}

function checkKeyOperations(operations: any, usages: readonly string[]): void {
  if (operations === undefined) return;
  if (!Array.isArray(operations)) throw dataError('Invalid JWK "key_ops" Parameter');
  if (new Set(operations).size !== operations.length) throw dataError("Duplicate key operation");
  if (usages.some((usage) => !operations.includes(usage))) throw dataError("Key operations and usage mismatch");
}

/** Checks the field `alg` of a JSON Web Key. */
export function checkJwkAlgorithm(jwk: any, expected: string | undefined): void {
  if (jwk.alg !== undefined && expected !== undefined && jwk.alg !== expected)
    throw dataError('JWK "alg" does not match the requested algorithm');
}
