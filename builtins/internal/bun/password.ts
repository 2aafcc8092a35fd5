// `Bun.password`: argon2 and bcrypt with Bun's defaults, checks and messages. The hashing is native, off the thread for
// the functions without "Sync".
import { encodeUtf8 } from "native:buffer";
import {
  hash as hashLater,
  hashSync as hashNow,
  verify as verifyLater,
  verifySync as verifyNow,
} from "native:password";

const ALGORITHMS = ["argon2id", "argon2i", "argon2d", "bcrypt"];
const BCRYPT = 3;
const BCRYPT_COST = 10;
const BCRYPT_COST_MIN = 4;
const BCRYPT_COST_MAX = 31;
const MEMORY_KIB = 65536;
const MEMORY_KIB_MIN = 8;
const PASSES = 2;

// By the results of `native:password`, from 2 on.
const FAILURES = [
  ["PASSWORD_UNSUPPORTED_ALGORITHM", "UnsupportedAlgorithm"],
  ["PASSWORD_INVALID_ENCODING", "InvalidEncoding"],
  ["PASSWORD_WEAK_PARAMETERS", "WeakParameters"],
] as const;

interface Settings {
  algorithm: number;
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

function invalid(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_TYPE" });
}

function algorithmNumber(name: string, where: string): number {
  const number = ALGORITHMS.indexOf(name);
  if (number === -1) {
    throw invalid(
      `Expected algorithm to be a unknown algorithm, expected one of: "bcrypt", "argon2id", "argon2d", "argon2i" (default is "argon2id") for '${where}'.`,
    );
  }
  return number;
}

function numberOption(options: HashOptions, name: keyof HashOptions): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (typeof value !== "number") throw invalid(`Expected ${name} to be a number for 'hash'.`);
  return value;
}

function readSettings(options: string | HashOptions | null | undefined): Settings {
  if (options === undefined || options === null) return { algorithm: 0, cost: MEMORY_KIB, passes: PASSES };
  if (typeof options === "string") {
    const algorithm = algorithmNumber(options, "hash");
    return { algorithm, cost: algorithm === BCRYPT ? BCRYPT_COST : MEMORY_KIB, passes: PASSES };
  }
  if (typeof options !== "object") throw invalid("PasswordHashOptions must be an object");
  if (typeof options.algorithm !== "string") throw invalid("PasswordHashOptions.algorithm must be a string");
  const algorithm = algorithmNumber(options.algorithm, "hash");
  if (algorithm === BCRYPT) {
    const cost = numberOption(options, "cost") ?? BCRYPT_COST;
    if (!Number.isInteger(cost) || cost < BCRYPT_COST_MIN || cost > BCRYPT_COST_MAX)
      throw invalid("Rounds must be an integer between 4 and 31");
    return { algorithm, cost, passes: 0 };
  }
  const passes = numberOption(options, "timeCost") ?? PASSES;
  if (!(passes >= 1)) throw invalid("Time cost must be greater than 0");
  const cost = numberOption(options, "memoryCost") ?? MEMORY_KIB;
  if (!(cost >= MEMORY_KIB_MIN)) throw invalid("Memory cost must be at least 8");
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
  throw invalid(`${name} must be a string, ArrayBuffer or ArrayBufferView`);
}

function passwordOf(value: unknown): Uint8Array {
  const bytes = bytesOf(value, "password");
  if (bytes.byteLength === 0) throw invalid("password must not be empty");
  return bytes;
}

function isEqual(result: number): boolean {
  if (result < 2) return result === 1;
  const [code, reason] = FAILURES[result - 2]!;
  throw Object.assign(new Error(`Password verification failed with error "${reason}"`), { code });
}

async function settled(result: number): Promise<boolean> {
  return isEqual(result);
}

interface Comparison {
  password: Uint8Array;
  hash: Uint8Array;
  algorithm: number;
}

/** What is to be compared; false when no work is needed; the result 2 for an unknown kind of hash. */
function readComparison(password: unknown, hash: unknown, algorithm: unknown): Comparison | boolean | number {
  let number = -1;
  const passwordBytes = bytesOf(password, "password");
  if (algorithm !== undefined && algorithm !== null) {
    if (typeof algorithm !== "string") throw invalid("algorithm must be a string");
    number = algorithmNumber(algorithm, "verify");
  }
  const hashBytes = bytesOf(hash, "hash");
  if (hashBytes.byteLength === 0 || passwordBytes.byteLength === 0) return false;
  if (number === -1) number = kindOfHash(hashBytes);
  if (number === -1) return 2;
  // The caller may change its buffers while another thread reads them.
  return { password: passwordBytes.slice(), hash: hashBytes.slice(), algorithm: number };
}

function kindOfHash(hash: Uint8Array): number {
  const start = String.fromCharCode(...hash.subarray(0, 10));
  if (start.startsWith("$argon2id$")) return 0;
  if (start.startsWith("$argon2i$")) return 1;
  if (start.startsWith("$argon2d$")) return 2;
  return start.startsWith("$2") || start.startsWith("$bcrypt") ? BCRYPT : -1;
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
    if (comparison === false) return Promise.resolve(false);
    return typeof comparison === "object"
      ? verifyLater(comparison.password, comparison.hash, comparison.algorithm).then(isEqual)
      : settled(Number(comparison));
  },
  /** As `verify`, on this thread. */
  verifySync(password: unknown, hash: unknown): boolean {
    const comparison = readComparison(password, hash, arguments[2]);
    if (comparison === false) return false;
    return isEqual(
      typeof comparison === "object"
        ? verifyNow(comparison.password, comparison.hash, comparison.algorithm)
        : Number(comparison),
    );
  },
};
