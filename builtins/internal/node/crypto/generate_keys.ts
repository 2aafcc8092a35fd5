// generateKeyPair and generateKey.
import {
  ERR_CRYPTO_INVALID_CURVE,
  ERR_CRYPTO_INVALID_DIGEST,
  ERR_CRYPTO_UNKNOWN_DH_GROUP,
  ERR_INCOMPATIBLE_OPTION_PAIR,
  ERR_INVALID_ARG_VALUE,
  ERR_MISSING_OPTION,
} from "internal:core/errors";
import { callbackOf } from "internal:core/ops";
import { nextTick } from "internal:core/ticks";
import {
  validateBuffer,
  validateFunction,
  validateInt32,
  validateInteger,
  validateObject,
  validateOneOf,
  validateString,
  validateUint32,
} from "internal:core/validators";
import { viewBytes } from "internal:web/crypto/bytes";
import { curveNameInAnyCase } from "internal:web/crypto/curves";
import { integer, sequence } from "internal:web/crypto/der";
import { findHash } from "internal:web/crypto/hash_names";
import { KeyData } from "internal:web/crypto/key_data";
import { encodeKey } from "internal:web/crypto/key_encoding";
import { keyObjectOf } from "internal:node/crypto/key_object";
import { type KeyEncoding, readEncoding } from "internal:web/crypto/key_options";
import { emitWarning } from "internal:core/process/warn";
import { randomFill } from "native:crypto";
import { generateKeyPair as generateNow, generateKeyPairLater, groupPrime, isCurve } from "native:keys";

type Generation = [kind: string, controls: string[], parameters: Uint8Array | null];

const OCTET_KINDS = ["ed25519", "ed448", "x25519", "x448"];
const EXPONENT = 0x10001;
const GENERATOR = 2;

function unsupported(type: unknown): Error {
  return new ERR_INVALID_ARG_VALUE("type", type, "must be a supported key type");
}

function readGeneration(type: unknown, options: unknown): Generation {
  validateString(type, "type");
  if (OCTET_KINDS.includes(type)) return [type, [], null];
  switch (type) {
    case "rsa":
      return ["rsa", rsaControls(options), null];
    case "rsa-pss":
      return ["rsa-pss", [...rsaControls(options), ...pssControls(options)], null];
    case "dsa":
      return ["dsa", dsaControls(options), null];
    case "ec":
      return ["ec", ecControls(options), null];
    case "dh":
      return dhGeneration(options);
    default:
      throw unsupported(type);
  }
}

function rsaControls(options: unknown): string[] {
  validateObject(options, "options");
  const { modulusLength } = options;
  const publicExponent = options.publicExponent ?? EXPONENT;
  validateUint32(modulusLength, "options.modulusLength");
  validateUint32(publicExponent, "options.publicExponent");
  return ["rsa_keygen_bits", `${modulusLength}`, "rsa_keygen_pubexp", `${publicExponent}`];
}

function renamed(options: any, old: string, name: string): string | undefined {
  const value = options[name];
  const oldValue = options[old];
  if (value !== undefined) validateString(value, `options.${name}`);
  if (oldValue !== undefined) {
    emitWarning(`"options.${old}" is deprecated, use "options.${name}" instead`, "DeprecationWarning", "DEP0154");
    validateString(oldValue, `options.${old}`);
    if (value !== undefined && oldValue !== value) throw new ERR_INVALID_ARG_VALUE(`options.${old}`, oldValue);
  }
  return value ?? oldValue;
}

function pssControls(options: any): string[] {
  const controls: string[] = [];
  const { saltLength } = options;
  if (saltLength !== undefined) validateInt32(saltLength, "options.saltLength", 0);
  const hash = renamed(options, "hash", "hashAlgorithm");
  const mgf1Hash = renamed(options, "mgf1Hash", "mgf1HashAlgorithm");
  if (hash !== undefined) {
    const found = findHash(hash);
    if (found === undefined) throw new ERR_CRYPTO_INVALID_DIGEST(hash);
    controls.push("rsa_pss_keygen_md", found.name);
  }
  if (mgf1Hash !== undefined || hash !== undefined) {
    const found = findHash((mgf1Hash ?? hash)!);
    if (found === undefined) {
      const error = new ERR_CRYPTO_INVALID_DIGEST(mgf1Hash);
      error.message = `Invalid MGF1 digest: ${mgf1Hash}`;
      throw error;
    }
    controls.push("rsa_pss_keygen_mgf1_md", found.name);
  }
  const salt = saltLength ?? (hash === undefined ? undefined : findHash(hash)!.outputBytes);
  if (salt !== undefined) controls.push("rsa_pss_keygen_saltlen", `${salt}`);
  return controls;
}

function dsaControls(options: unknown): string[] {
  validateObject(options, "options");
  const { modulusLength, divisorLength } = options;
  validateUint32(modulusLength, "options.modulusLength");
  const controls = ["dsa_paramgen_bits", `${modulusLength}`];
  if (divisorLength !== undefined && divisorLength !== null) {
    validateInt32(divisorLength, "options.divisorLength", 0);
    controls.push("dsa_paramgen_q_bits", `${divisorLength}`);
  }
  return controls;
}

function ecControls(options: unknown): string[] {
  validateObject(options, "options");
  const { namedCurve, paramEncoding } = options;
  validateString(namedCurve, "options.namedCurve");
  if (
    paramEncoding !== undefined &&
    paramEncoding !== null &&
    paramEncoding !== "named" &&
    paramEncoding !== "explicit"
  ) {
    throw new ERR_INVALID_ARG_VALUE("options.paramEncoding", paramEncoding);
  }
  const curve = curveNameInAnyCase(namedCurve as string);
  if (curve === undefined || !isCurve(curve)) throw new ERR_CRYPTO_INVALID_CURVE();
  return ["ec_paramgen_curve", curve, "ec_param_enc", paramEncoding === "explicit" ? "explicit" : "named_curve"];
}

function dhGeneration(options: unknown): Generation {
  validateObject(options, "options");
  const { group, primeLength, prime, generator } = options;
  if (group !== undefined && group !== null) {
    for (const [name, value] of [
      ["prime", prime],
      ["primeLength", primeLength],
      ["generator", generator],
    ]) {
      if (value !== undefined && value !== null) throw new ERR_INCOMPATIBLE_OPTION_PAIR("group", name);
    }
    validateString(group, "options.group");
    const found = groupPrime(group.toLowerCase());
    if (found === null) throw new ERR_CRYPTO_UNKNOWN_DH_GROUP();
    return ["dh", [], sequence(integer(found), integer(new Uint8Array([GENERATOR])))];
  }
  if (prime !== undefined && prime !== null) {
    if (primeLength !== undefined && primeLength !== null)
      throw new ERR_INCOMPATIBLE_OPTION_PAIR("prime", "primeLength");
    validateBuffer(prime, "options.prime");
  } else if (primeLength !== undefined && primeLength !== null) validateInt32(primeLength, "options.primeLength", 0);
  else throw new ERR_MISSING_OPTION("At least one of the group, prime, or primeLength options");
  if (generator !== undefined && generator !== null) validateInt32(generator, "options.generator", 0);
  const base = generator ?? GENERATOR;
  if (prime === undefined || prime === null)
    return ["dh", ["dh_paramgen_prime_len", `${primeLength}`, "dh_paramgen_generator", `${base}`], null];
  return [
    "dh",
    [],
    sequence(integer(viewBytes(prime)), integer(new Uint8Array([base >>> 24, base >>> 16, base >>> 8, base]))),
  ];
}

function encodingOf(options: any, name: string, isPublic: boolean, type: string): KeyEncoding | undefined {
  const value = options?.[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object") throw new ERR_INVALID_ARG_VALUE(`options.${name}`, value);
  return readEncoding(value, { prefix: `options.${name}`, isInput: false, isPublic, keyType: type });
}

interface Job {
  generation: Generation;
  publicEncoding: KeyEncoding | undefined;
  privateEncoding: KeyEncoding | undefined;
}

function readJob(type: unknown, options: unknown): Job {
  validateString(type, "type");
  if (options !== undefined) validateObject(options, "options");
  const publicEncoding = encodingOf(options, "publicKeyEncoding", true, type as string);
  const privateEncoding = encodingOf(options, "privateKeyEncoding", false, type as string);
  return { generation: readGeneration(type, options), publicEncoding, privateEncoding };
}

function written(key: KeyData, encoding: KeyEncoding | undefined): unknown {
  return encoding === undefined ? keyObjectOf(key) : encodeKey(key, encoding);
}

function result(
  job: Job,
  pair: { privateKey: Uint8Array; publicKey: Uint8Array },
): { publicKey: unknown; privateKey: unknown } {
  return {
    publicKey: written(new KeyData("public", pair.publicKey), job.publicEncoding),
    privateKey: written(new KeyData("private", pair.privateKey), job.privateEncoding),
  };
}

/** Generates a key pair off the thread: `callback(error, publicKey, privateKey)`. */
export function generateKeyPair(type: unknown, options: unknown, callback?: unknown): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, "callback");
  const job = readJob(type, options);
  callbackOf(
    "KEYPAIRGENREQUEST",
    generateKeyPairLater,
    (error: unknown, pair?: any) => {
      if (error !== null) return callback(error);
      let made: { publicKey: unknown; privateKey: unknown };
      try {
        made = result(job, pair);
      } catch (problem) {
        return callback(problem);
      }
      callback(null, made.publicKey, made.privateKey);
    },
    ...job.generation,
  );
}

/** As `generateKeyPair`, on this thread: `{ publicKey, privateKey }`. */
export function generateKeyPairSync(type: unknown, options?: unknown): { publicKey: unknown; privateKey: unknown } {
  const job = readJob(type, options);
  return result(job, generateNow(...job.generation));
}

function secretLength(type: unknown, options: unknown): number {
  validateString(type, "type");
  validateObject(options, "options");
  const { length } = options;
  switch (type) {
    case "hmac":
      validateInteger(length, "options.length", 8, 2 ** 31 - 1);
      break;
    case "aes":
      validateOneOf(length, "options.length", [128, 192, 256]);
      break;
    default:
      throw unsupported(type);
  }
  return length;
}

function secret(bits: number): unknown {
  const bytes = new Uint8Array(Math.floor(bits / 8));
  randomFill(bytes);
  return keyObjectOf(new KeyData("secret", bytes));
}

/** Generates a secret key: `callback(error, key)`. `type`: "hmac" or "aes"; `options.length` in bits. */
export function generateKey(type: unknown, options: unknown, callback?: unknown): void {
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, "callback");
  const bits = secretLength(type, options);
  nextTick(() => callback(null, secret(bits)));
}

/** As `generateKey`, on this thread. */
export function generateKeySync(type: unknown, options: unknown): unknown {
  return secret(secretLength(type, options));
}
