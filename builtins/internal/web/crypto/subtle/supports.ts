// SubtleCrypto.supports (https://wicg.github.io/webcrypto-modern-algos/#SubtleCrypto-method-supports).
import { OPERATIONS, normalize } from "internal:web/crypto/subtle/algorithms";
import { requireCount } from "internal:web/crypto/subtle/arguments";
import { familyOf } from "internal:web/crypto/subtle/families";

const PREFIX = "Failed to execute 'supports' on 'SubtleCrypto':";
const METHODS = [
  "encrypt",
  "decrypt",
  "sign",
  "verify",
  "digest",
  "generateKey",
  "deriveKey",
  "deriveBits",
  "importKey",
  "exportKey",
  "wrapKey",
  "unwrapKey",
  "getPublicKey",
];

/** Whether an operation supports an algorithm. The third argument is a length in bits, or the algorithm of the derived key. */
export function supports(args: unknown[]): boolean {
  requireCount(args.length, 2, PREFIX);
  const operation = `${args[0] as string}`;
  if (!METHODS.includes(operation)) return false;
  try {
    return isSupported(operation, args[1], args[2]);
  } catch {
    return false;
  }
}

function isSupported(operation: string, algorithm: unknown, third: unknown): boolean {
  if (operation === "getPublicKey") return isAsymmetric(normalize(algorithm, "exportKey").name);
  if (operation === "deriveKey") {
    normalize(third, "importKey");
    const measured = normalize(third, "getKeyLength");
    return isDerivable(algorithm, familyOf(measured.name).keyLength!(measured));
  }
  if (operation === "deriveBits") return isDerivable(algorithm, (third ?? null) as number | null);
  if (operation === "wrapKey" || operation === "unwrapKey") return isWrapping(operation, algorithm);
  const normalized = normalize(algorithm, operation);
  if (operation === "generateKey" && normalized.length !== undefined) familyOf(normalized.name).keyLength!(normalized);
  return OPERATIONS[operation]![normalized.name] !== undefined;
}

function isAsymmetric(name: string): boolean {
  return /^(RSA|EC|Ed|X)/.test(name);
}

function isWrapping(operation: string, algorithm: unknown): boolean {
  try {
    normalize(algorithm, operation);
  } catch {
    normalize(algorithm, operation === "wrapKey" ? "encrypt" : "decrypt");
  }
  return true;
}

function isDerivable(algorithm: unknown, length: number | null): boolean {
  const { name } = normalize(algorithm, "deriveBits");
  const isAgreement = name === "ECDH" || name.startsWith("X");
  return isAgreement || (length !== null && length % 8 === 0);
}
