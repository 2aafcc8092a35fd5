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

// By the verdicts of `native:password`, from 2 on.
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

function numberOption(options: any, name: string): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (typeof value !== "number") throw invalid(`Expected ${name} to be a number for 'hash'.`);
  return value;
}

function readSettings(options: any): Settings {
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

function bytesOf(value: any, name: string): Uint8Array {
  if (typeof value === "string") return encodeUtf8(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw invalid(`${name} must be a string, ArrayBuffer or ArrayBufferView`);
}

function passwordOf(value: any): Uint8Array {
  const bytes = bytesOf(value, "password");
  if (bytes.byteLength === 0) throw invalid("password must not be empty");
  return bytes;
}

function isEqual(verdict: number): boolean {
  if (verdict < 2) return verdict === 1;
  const [code, reason] = FAILURES[verdict - 2]!;
  throw Object.assign(new Error(`Password verification failed with error "${reason}"`), { code });
}

async function settled(verdict: number): Promise<boolean> {
  return isEqual(verdict);
}

interface Question {
  password: Uint8Array;
  hash: Uint8Array;
  algorithm: number;
}

/** What is to be compared; false when the answer needs no work; the verdict of an unknown kind of hash. */
function readQuestion(password: any, hash: any, algorithm: any): Question | boolean | number {
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
  // The caller may change its buffers while another thread reads.
  return { password: passwordBytes.slice(), hash: hashBytes.slice(), algorithm: number };
}

function kindOfHash(hash: Uint8Array): number {
  const start = String.fromCharCode(...hash.subarray(0, 10));
  if (start.startsWith("$argon2id$")) return 0;
  if (start.startsWith("$argon2i$")) return 1;
  if (start.startsWith("$argon2d$")) return 2;
  return start.startsWith("$2") || start.startsWith("$bcrypt") ? BCRYPT : -1;
}

/** The object. */
export const password = {
  /** The hash of a password with a fresh salt. `options`: an algorithm's name, or `{ algorithm, cost | memoryCost, timeCost }`. */
  hash(password: any, options: any): Promise<string> {
    const settings = readSettings(options);
    return hashLater(passwordOf(password).slice(), settings.algorithm, settings.cost, settings.passes);
  },
  /** As `hash`, on this thread. */
  hashSync(password: any, options: any): string {
    const settings = readSettings(options);
    return hashNow(passwordOf(password), settings.algorithm, settings.cost, settings.passes);
  },
  /** Whether a password has that hash. Rejects with PASSWORD_… codes for a hash that cannot be read. */
  verify(password: any, hash: any): Promise<boolean> {
    // Wrong arguments are thrown at once, as Bun does.
    const question = readQuestion(password, hash, arguments[2]);
    if (question === false) return Promise.resolve(false);
    return typeof question === "object"
      ? verifyLater(question.password, question.hash, question.algorithm).then(isEqual)
      : settled(Number(question));
  },
  /** As `verify`, on this thread. */
  verifySync(password: any, hash: any): boolean {
    const question = readQuestion(password, hash, arguments[2]);
    if (question === false) return false;
    return isEqual(
      typeof question === "object" ? verifyNow(question.password, question.hash, question.algorithm) : Number(question),
    );
  },
};
