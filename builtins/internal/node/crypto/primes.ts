// crypto.generatePrime and crypto.checkPrime.
import { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE } from "internal:core/errors";
import { validateBoolean, validateFunction, validateInt32, validateObject } from "internal:core/validators";
import { bigIntBytes, bytesBigInt, copiedBytes, isBytes, viewBytes } from "internal:web/crypto/bytes";
import { runLater } from "internal:node/crypto/run_later";
import {
  checkPrime as checkNow,
  checkPrimeLater,
  generatePrime as generateNow,
  generatePrimeLater,
} from "native:ciphers";

const NUMBER_TYPES = ["ArrayBuffer", "TypedArray", "Buffer", "DataView", "bigint"];

// The limit of OpenSSL's numbers.
const NUMBER_BYTES_MAX = 2 ** 26 - 8;

function checkSize(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= NUMBER_BYTES_MAX) return bytes;
  const message = "error:01800072:bignum routines::bignum too long";
  throw Object.assign(new Error(message), {
    opensslErrorStack: [message],
    library: "bignum routines",
    reason: "bignum too long",
    code: "ERR_OSSL_BN_BIGNUM_TOO_LONG",
  });
}

function numberBytes(value: unknown, name: string): Uint8Array {
  if (typeof value === "bigint") {
    if (value < 0n) throw new ERR_OUT_OF_RANGE(name, ">= 0", value);
    return bigIntBytes(value);
  }
  if (isBytes(value)) return checkSize(viewBytes(value));
  throw new ERR_INVALID_ARG_TYPE(name, NUMBER_TYPES, value);
}

interface PrimeOptions {
  args: [bits: number, isSafe: boolean, add: Uint8Array | null, rem: Uint8Array | null];
  isBigInt: boolean;
}

function readOptions(bits: number, options: unknown): PrimeOptions {
  validateObject(options, "options");
  const { safe = false, bigint = false, add, rem } = options;
  validateBoolean(safe, "options.safe");
  validateBoolean(bigint, "options.bigint");
  const addBytes = add === undefined ? null : numberBytes(add, "options.add");
  const remBytes = rem === undefined ? null : numberBytes(rem, "options.rem");
  if (addBytes !== null) checkRange(bits, addBytes, remBytes);
  return { args: [bits, safe, addBytes, addBytes === null ? null : remBytes], isBigInt: bigint };
}

function checkRange(bits: number, add: Uint8Array, rem: Uint8Array | null): void {
  const addNumber = bytesBigInt(add);
  if (addNumber === 0n || addNumber.toString(2).length > bits) throw new ERR_OUT_OF_RANGE_PLAIN("invalid options.add");
  if (rem !== null && addNumber <= bytesBigInt(rem)) throw new ERR_OUT_OF_RANGE_PLAIN("invalid options.rem");
}

class ERR_OUT_OF_RANGE_PLAIN extends RangeError {
  code = "ERR_OUT_OF_RANGE";
}

function result(settings: PrimeOptions, bytes: Uint8Array): ArrayBuffer | bigint {
  return settings.isBigInt ? bytesBigInt(bytes) : (bytes.slice().buffer as ArrayBuffer);
}

// Unlike other callbacks of Node, this one receives undefined and not null on success.
function primeCallback(callback: any): (error: unknown, value?: unknown) => void {
  return (error, value) => (error === null ? callback(undefined, value) : callback(error));
}

/** A prime of `size` bits, generated off the thread: an ArrayBuffer, or a bigint when `options.bigint`. */
export function generatePrime(size: unknown, options: unknown, callback?: unknown): void {
  validateInt32(size, "size", 1);
  if (typeof options === "function") {
    callback = options;
    options = {};
  }
  validateFunction(callback, "callback");
  const settings = readOptions(size, options);
  runLater("RANDOMPRIMEREQUEST", generatePrimeLater, settings.args, primeCallback(callback), (bytes) =>
    result(settings, bytes),
  );
}

/** As `generatePrime`, on this thread. */
export function generatePrimeSync(size: unknown, options: unknown = {}): ArrayBuffer | bigint {
  validateInt32(size, "size", 1);
  const settings = readOptions(size, options);
  return result(settings, generateNow(...settings.args));
}

function readChecks(options: unknown): number {
  validateObject(options, "options");
  const { checks = 0 } = options;
  validateInt32(checks, "options.checks", 0);
  return checks + 0;
}

/** Whether a number is prime, checked off the thread. */
export function checkPrime(candidate: unknown, options: unknown = {}, callback?: unknown): void {
  const bytes = numberBytes(candidate, "candidate");
  if (typeof options === "function") {
    callback = options;
    options = {};
  }
  validateFunction(callback, "callback");
  runLater(
    "CHECKPRIMEREQUEST",
    checkPrimeLater,
    [copiedBytes(bytes), readChecks(options)],
    primeCallback(callback),
    (isPrime) => isPrime,
  );
}

/** As `checkPrime`, on this thread. */
export function checkPrimeSync(candidate: unknown, options: unknown = {}): boolean {
  return checkNow(numberBytes(candidate, "candidate"), readChecks(options));
}
