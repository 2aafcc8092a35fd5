// `Bun.password`: argon2 and bcrypt with Bun's defaults, checks and messages. The hashing is native, off the thread for
// the functions without "Sync".
import { encodeUtf8 } from "native:buffer";
import {
  PasswordAlgorithm,
  PasswordVerdict,
  hash as hashLater,
  hashSync as hashNow,
  verify as verifyLater,
  verifySync as verifyNow,
} from "native:password";
import defer * as bunErrors from "internal:bun/errors";

const ALGORITHMS: Record<string, PasswordAlgorithm> = {
  __proto__: null as never,
  argon2id: PasswordAlgorithm.ARGON2ID,
  argon2i: PasswordAlgorithm.ARGON2I,
  argon2d: PasswordAlgorithm.ARGON2D,
  bcrypt: PasswordAlgorithm.BCRYPT,
};
const BCRYPT_COST = 10;
const BCRYPT_COST_MIN = 4;
const BCRYPT_COST_MAX = 31;
const MEMORY_KIB = 65536;
const MEMORY_KIB_MIN = 8;
const PASSES = 2;

// Code and reason by `PasswordVerdict`.
const FAILURES: Record<number, readonly [string, string]> = {
  [PasswordVerdict.UNKNOWN_ALGORITHM]: ["PASSWORD_UNSUPPORTED_ALGORITHM", "UnsupportedAlgorithm"],
  [PasswordVerdict.INVALID_ENCODING]: ["PASSWORD_INVALID_ENCODING", "InvalidEncoding"],
  [PasswordVerdict.WEAK_PARAMETERS]: ["PASSWORD_WEAK_PARAMETERS", "WeakParameters"],
};

interface Settings {
  algorithm: PasswordAlgorithm;
  cost: number;
  passes: number;
}

/** The options of `hash` as programs pass them, unchecked. */
interface HashOptions {
  algorithm?: unknown;
  /** Of bcrypt. */
  cost?: unknown;
  /** Of argon2, in KiB. */
  memoryCost?: unknown;
  /** Of argon2. */
  timeCost?: unknown;
}

function algorithmOf(name: string, where: string): PasswordAlgorithm {
  const algorithm = ALGORITHMS[name];
  if (algorithm === undefined) {
    throw bunErrors.invalid(
      `Expected algorithm to be a unknown algorithm, expected one of: "bcrypt", "argon2id", "argon2d", "argon2i" (default is "argon2id") for '${where}'.`,
    );
  }
  return algorithm;
}

function numberOption(options: HashOptions, name: keyof HashOptions): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (typeof value !== "number") throw bunErrors.invalid(`Expected ${name} to be a number for 'hash'.`);
  return value;
}

function readSettings(options: string | HashOptions | null | undefined): Settings {
  if (options === undefined || options === null)
    return { algorithm: PasswordAlgorithm.ARGON2ID, cost: MEMORY_KIB, passes: PASSES };
  if (typeof options === "string") {
    const algorithm = algorithmOf(options, "hash");
    return { algorithm, cost: algorithm === PasswordAlgorithm.BCRYPT ? BCRYPT_COST : MEMORY_KIB, passes: PASSES };
  }
  if (typeof options !== "object") throw bunErrors.invalid("PasswordHashOptions must be an object");
  if (typeof options.algorithm !== "string") throw bunErrors.invalid("PasswordHashOptions.algorithm must be a string");
  const algorithm = algorithmOf(options.algorithm, "hash");
  if (algorithm === PasswordAlgorithm.BCRYPT) {
    const cost = numberOption(options, "cost") ?? BCRYPT_COST;
    if (!Number.isInteger(cost) || cost < BCRYPT_COST_MIN || cost > BCRYPT_COST_MAX)
      throw bunErrors.invalid("Rounds must be an integer between 4 and 31");
    return { algorithm, cost, passes: 0 };
  }
  const passes = numberOption(options, "timeCost") ?? PASSES;
  if (!(passes >= 1)) throw bunErrors.invalid("Time cost must be greater than 0");
  const cost = numberOption(options, "memoryCost") ?? MEMORY_KIB;
  if (!(cost >= MEMORY_KIB_MIN)) throw bunErrors.invalid("Memory cost must be at least 8");
  return {
    algorithm,
    cost: Math.trunc(Math.min(cost, 2 ** 32 - 1)),
    passes: Math.trunc(Math.min(passes, 2 ** 32 - 1)),
  };
}

function bytesOf(value: unknown, name: string): Uint8Array {
  if (typeof value === "string") return encodeUtf8(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw bunErrors.invalid(`${name} must be a string, ArrayBuffer or ArrayBufferView`);
}

function passwordOf(value: unknown): Uint8Array {
  const bytes = bytesOf(value, "password");
  if (bytes.byteLength === 0) throw bunErrors.invalid("password must not be empty");
  return bytes;
}

function isEqual(verdict: PasswordVerdict): boolean {
  const failure = FAILURES[verdict];
  if (failure === undefined) return verdict === PasswordVerdict.EQUAL;
  const [code, reason] = failure;
  throw Object.assign(new Error(`Password verification failed with error "${reason}"`), { code });
}

interface Comparison {
  password: Uint8Array;
  hash: Uint8Array;
  algorithm: PasswordAlgorithm;
}

/** What is to be compared, or the verdict when no work is needed. */
function readComparison(password: unknown, hash: unknown, algorithm: unknown): Comparison | PasswordVerdict {
  let expected: PasswordAlgorithm | undefined;
  const passwordBytes = bytesOf(password, "password");
  if (algorithm !== undefined && algorithm !== null) {
    if (typeof algorithm !== "string") throw bunErrors.invalid("algorithm must be a string");
    expected = algorithmOf(algorithm, "verify");
  }
  const hashBytes = bytesOf(hash, "hash");
  if (hashBytes.byteLength === 0 || passwordBytes.byteLength === 0) return PasswordVerdict.DIFFERENT;
  expected ??= algorithmOfHash(hashBytes);
  if (expected === undefined) return PasswordVerdict.UNKNOWN_ALGORITHM;
  // The caller may change its buffers while another thread reads them.
  return { password: passwordBytes.slice(), hash: hashBytes.slice(), algorithm: expected };
}

function algorithmOfHash(hash: Uint8Array): PasswordAlgorithm | undefined {
  const start = String.fromCharCode(...hash.subarray(0, 10));
  if (start.startsWith("$argon2id$")) return PasswordAlgorithm.ARGON2ID;
  if (start.startsWith("$argon2i$")) return PasswordAlgorithm.ARGON2I;
  if (start.startsWith("$argon2d$")) return PasswordAlgorithm.ARGON2D;
  return start.startsWith("$2") || start.startsWith("$bcrypt") ? PasswordAlgorithm.BCRYPT : undefined;
}

/** `Bun.password`. */
export const password = {
  /** The hash of a password with a fresh salt. */
  hash(password: unknown, options?: string | HashOptions): Promise<string> {
    const settings = readSettings(options);
    return hashLater(passwordOf(password).slice(), settings.algorithm, settings.cost, settings.passes);
  },
  /** As `hash`, on this thread. */
  hashSync(password: unknown, options?: string | HashOptions): string {
    const settings = readSettings(options);
    return hashNow(passwordOf(password), settings.algorithm, settings.cost, settings.passes);
  },
  /** Whether a password has that hash. Rejects with PASSWORD_… codes for a malformed hash. */
  verify(password: unknown, hash: unknown): Promise<boolean> {
    // Wrong arguments throw synchronously, as in Bun.
    const comparison = readComparison(password, hash, arguments[2]);
    const verdict =
      typeof comparison === "object"
        ? verifyLater(comparison.password, comparison.hash, comparison.algorithm)
        : Promise.resolve(comparison);
    return verdict.then(isEqual);
  },
  /** As `verify`, on this thread. */
  verifySync(password: unknown, hash: unknown): boolean {
    const comparison = readComparison(password, hash, arguments[2]);
    return isEqual(
      typeof comparison === "object"
        ? verifyNow(comparison.password, comparison.hash, comparison.algorithm)
        : comparison,
    );
  },
};
