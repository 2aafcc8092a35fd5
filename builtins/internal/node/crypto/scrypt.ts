// crypto.scrypt (RFC 7914).
import { ERR_CRYPTO_INVALID_SCRYPT_PARAMS, ERR_INCOMPATIBLE_OPTION_PAIR } from "internal:core/errors";
import { validateFunction, validateInt32, validateInteger, validateUint32 } from "internal:core/validators";
import { argumentBytes, asBuffer, copiedBytes } from "internal:web/crypto/bytes";
import { runLater } from "internal:node/crypto/run_later";
import { scrypt as scryptNow, scryptLater, type ScryptCost } from "native:ciphers";

const COST = 16384;
const BLOCK_SIZE = 8;
const LANES = 1;
const MEMORY_BYTES_MAX = 32 * 1024 * 1024;

type Arguments = [password: Uint8Array, salt: Uint8Array, cost: ScryptCost, bytes: number];

function option(options: any, short: string, long: string, fallback: number): number {
  let value: any;
  const hasShort = options[short] !== undefined;
  if (hasShort) validateUint32((value = options[short]), short);
  if (options[long] !== undefined) {
    if (hasShort) throw new ERR_INCOMPATIBLE_OPTION_PAIR(short, long);
    validateUint32((value = options[long]), long);
  }
  return value || fallback;
}

function read(password: unknown, salt: unknown, keylen: unknown, options: any): Arguments {
  const passwordBytes = argumentBytes(password, "password");
  const saltBytes = argumentBytes(salt, "salt");
  validateInt32(keylen, "keylen", 0);
  let cost = COST;
  let blockSize = BLOCK_SIZE;
  let lanes = LANES;
  let memory = MEMORY_BYTES_MAX;
  if (options !== undefined && options !== null) {
    cost = option(options, "N", "cost", COST);
    blockSize = option(options, "r", "blockSize", BLOCK_SIZE);
    lanes = option(options, "p", "parallelization", LANES);
    if (options.maxmem !== undefined) {
      validateInteger(options.maxmem, "maxmem", 0);
      memory = options.maxmem || MEMORY_BYTES_MAX;
    }
  }
  check(cost, blockSize, lanes, memory);
  return [passwordBytes, saltBytes, { cost, blockSize, lanes, memoryBytesMax: memory }, keylen + 0];
}

// The limits of OpenSSL, of RFC 7914 §6 and of `maxmem`.
function check(cost: number, blockSize: number, lanes: number, memory: number): void {
  const isPowerOfTwo = cost > 1 && (cost & (cost - 1)) === 0;
  if (!isPowerOfTwo) throw invalid("");
  const isTooLarge = blockSize * lanes > 2 ** 30 - 1 || (16 * blockSize < 64 && Math.log2(cost) >= 16 * blockSize);
  const needed = 128 * blockSize * lanes + 32 * blockSize * (cost + 2) * 4;
  if (isTooLarge || needed > memory) throw invalid(": error:030000AC:digital envelope routines::memory limit exceeded");
}

function invalid(detail: string): Error {
  const error = new ERR_CRYPTO_INVALID_SCRYPT_PARAMS("");
  error.message = `Invalid scrypt params${detail}`;
  return error;
}

/** A key of `keylen` bytes, derived off the thread. */
export function scrypt(password: unknown, salt: unknown, keylen: unknown, options: unknown, callback?: unknown): void {
  if (callback === undefined) {
    callback = options;
    options = undefined;
  }
  const args = read(password, salt, keylen, options);
  validateFunction(callback, "callback");
  args[0] = copiedBytes(args[0]);
  args[1] = copiedBytes(args[1]);
  runLater("SCRYPTREQUEST", scryptLater, args, callback, asBuffer);
}

/** As `scrypt`, on this thread. */
export function scryptSync(password: unknown, salt: unknown, keylen: unknown, options?: unknown): unknown {
  return asBuffer(scryptNow(...read(password, salt, keylen, options)));
}
