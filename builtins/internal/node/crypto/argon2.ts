// crypto.argon2 (RFC 9106).
import {
  validateFunction,
  validateInteger,
  validateObject,
  validateOneOf,
  validateString,
} from "internal:core/validators";
import { argumentBytes, asBuffer, copiedBytes } from "internal:web/crypto/bytes";
import { runLater } from "internal:node/crypto/run_later";
import { Argon2Variant, argon2 as argon2Now, argon2Later, type Argon2Cost } from "native:ciphers";

const ALGORITHMS = ["argon2d", "argon2i", "argon2id"];
const VARIANTS = [Argon2Variant.ARGON2D, Argon2Variant.ARGON2I, Argon2Variant.ARGON2ID];
const UINT32_MAX = 2 ** 32 - 1;
const LANES_MAX = 2 ** 24 - 1;
const NONCE_BYTES_MIN = 8;
const TAG_BYTES_MIN = 4;
const EMPTY = new Uint8Array(0);

type Arguments = [
  variant: Argon2Variant,
  message: Uint8Array,
  nonce: Uint8Array,
  secret: Uint8Array,
  data: Uint8Array,
  cost: Argon2Cost,
];

function bytes(parameters: any, name: string, min: number): Uint8Array {
  const value = copiedBytes(argumentBytes(parameters[name], `parameters.${name}`));
  validateInteger(value.byteLength, `parameters.${name}.byteLength`, min, UINT32_MAX);
  return value;
}

function read(algorithm: unknown, parameters: unknown): Arguments {
  validateString(algorithm, "algorithm");
  validateOneOf(algorithm, "algorithm", ALGORITHMS);
  validateObject(parameters, "parameters");
  const { parallelism, tagLength, memory, passes } = parameters;
  const message = bytes(parameters, "message", 0);
  const nonce = bytes(parameters, "nonce", NONCE_BYTES_MIN);
  validateInteger(parallelism, "parameters.parallelism", 1, LANES_MAX);
  validateInteger(tagLength, "parameters.tagLength", TAG_BYTES_MIN, UINT32_MAX);
  // RFC 9106 §3.1: at least eight blocks of 1 KiB for each lane.
  validateInteger(memory, "parameters.memory", 8 * parallelism, UINT32_MAX);
  validateInteger(passes, "parameters.passes", 1, UINT32_MAX);
  const secret = parameters.secret === undefined ? EMPTY : bytes(parameters, "secret", 0);
  const data = parameters.associatedData === undefined ? EMPTY : bytes(parameters, "associatedData", 0);
  const cost = { lanes: parallelism, memoryKib: memory, passes, bytes: tagLength };
  return [VARIANTS[ALGORITHMS.indexOf(algorithm)]!, message, nonce, secret, data, cost];
}

/** A tag of `parameters.tagLength` bytes, computed off the thread. */
export function argon2(algorithm: unknown, parameters: unknown, callback: unknown): void {
  const args = read(algorithm, parameters);
  validateFunction(callback, "callback");
  runLater("ARGON2REQUEST", argon2Later, args, callback, asBuffer);
}

/** As `argon2`, on this thread. */
export function argon2Sync(algorithm: unknown, parameters: unknown): unknown {
  return asBuffer(argon2Now(...read(algorithm, parameters)));
}
