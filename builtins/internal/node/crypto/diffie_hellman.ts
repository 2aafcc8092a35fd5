// DiffieHellman and DiffieHellmanGroup, and diffieHellman() of two keys.
import { getEncoding } from "internal:core/buffer/encodings";
import {
  ERR_CRYPTO_INCOMPATIBLE_KEY,
  ERR_CRYPTO_INVALID_KEYLEN,
  ERR_CRYPTO_UNKNOWN_DH_GROUP,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
} from "internal:core/errors";
import { validateFunction, validateInt32, validateObject } from "internal:core/validators";
import {
  argumentBytes,
  asBuffer,
  bytesBigInt,
  copiedBytes,
  isBytes,
  output,
  textBytes,
  withoutLeadingZeros,
} from "internal:web/crypto/bytes";
import { asymmetricKey } from "internal:web/crypto/key_input";
import { dataOf } from "internal:web/crypto/key_object_slots";
import { runLater } from "internal:node/crypto/run_later";
import { generatePrime } from "native:ciphers";
import { agree, agreeLater, groupAgree, groupCheck, groupGenerate, groupPrime, groupPublic } from "native:keys";

const kState = Symbol("kState");
const GENERATOR = 2;
const AGREEING = ["dh", "ec", "x25519", "x448"];

interface State {
  prime: Uint8Array;
  generator: Uint8Array;
  publicKey: Uint8Array | undefined;
  privateKey: Uint8Array | undefined;
}

function opensslError(code: string, message: string, library: string, reason: string): Error {
  return Object.assign(new Error(message), { opensslErrorStack: [message], library, reason, code });
}

// The residue for which the generator generates the subgroup of squares (OpenSSL's choice).
const RESIDUES: Record<number, [number, number]> = { 2: [24, 23], 5: [60, 59] };

function makePrime(bits: number, generator: number): Uint8Array {
  if (bits < 2)
    throw opensslError(
      "ERR_OSSL_DH_MODULUS_TOO_SMALL",
      "error:0280007E:Diffie-Hellman routines::modulus too small",
      "Diffie-Hellman routines",
      "modulus too small",
    );
  if (generator <= 1) throw badGenerator();
  const [add, rem] = RESIDUES[generator] ?? [12, 11];
  return generatePrime(bits, true, new Uint8Array([add]), new Uint8Array([rem]));
}

function badGenerator(): Error {
  return opensslError(
    "ERR_OSSL_DH_BAD_GENERATOR",
    "error:02800065:Diffie-Hellman routines::bad generator",
    "Diffie-Hellman routines",
    "bad generator",
  );
}

/** A DiffieHellman or DiffieHellmanGroup. */
interface GroupObject {
  [kState]: State;
}

function generatorBytes(generator: unknown, encoding: unknown): Uint8Array {
  if (!generator) return new Uint8Array([GENERATOR]);
  if (typeof generator === "number") {
    validateInt32(generator, "generator");
    if (generator <= 1) throw badGenerator();
    return withoutLeadingZeros(new Uint8Array([generator >>> 24, generator >>> 16, generator >>> 8, generator]));
  }
  if (typeof generator !== "string" && !isBytes(generator)) {
    throw new ERR_INVALID_ARG_TYPE(
      "generator",
      ["number", "string", "ArrayBuffer", "Buffer", "TypedArray", "DataView"],
      generator,
    );
  }
  const bytes = typeof generator === "string" ? textBytes(generator, encoding) : copiedBytes(generator);
  if (bytesBigInt(bytes) <= 1n) throw badGenerator();
  return bytes;
}

function isEncoding(value: unknown): boolean {
  return typeof value !== "symbol" && (value === "buffer" || getEncoding(`${value}`) !== undefined);
}

/** `crypto.DiffieHellman`: a prime or its size in bits, and a generator. */
export const DiffieHellman: any = function DiffieHellman(
  this: unknown,
  sizeOrKey: unknown,
  keyEncoding?: unknown,
  generator?: unknown,
  genEncoding?: unknown,
): unknown {
  if (!(this instanceof DiffieHellman))
    return new (DiffieHellman as any)(sizeOrKey, keyEncoding, generator, genEncoding);
  if (typeof sizeOrKey !== "number" && typeof sizeOrKey !== "string" && !isBytes(sizeOrKey)) {
    throw new ERR_INVALID_ARG_TYPE(
      "sizeOrKey",
      ["number", "string", "ArrayBuffer", "Buffer", "TypedArray", "DataView"],
      sizeOrKey,
    );
  }
  if (typeof sizeOrKey === "number") validateInt32(sizeOrKey, "sizeOrKey");
  if (keyEncoding && !isEncoding(keyEncoding)) {
    genEncoding = generator;
    generator = keyEncoding;
    keyEncoding = undefined;
  }
  const base = generatorBytes(generator, genEncoding);
  let prime: Uint8Array;
  if (typeof sizeOrKey === "number") prime = makePrime(sizeOrKey, Number(bytesBigInt(base)));
  else prime = typeof sizeOrKey === "string" ? textBytes(sizeOrKey, keyEncoding || undefined) : copiedBytes(sizeOrKey);
  initialize(this, prime, base);
};

function initialize(target: unknown, prime: Uint8Array, generator: Uint8Array): void {
  const state: State = { prime, generator, publicKey: undefined, privateKey: undefined };
  Object.defineProperty(target, kState, { value: state });
  let problems: number | undefined;
  // Checking a long prime takes a second, so it is checked on first use.
  Object.defineProperty(target, "verifyError", {
    get: () => (problems ??= groupCheck(prime, generator)),
    enumerable: true,
    configurable: false,
  });
}

/** `crypto.DiffieHellmanGroup`: a group of RFC 2409 or RFC 3526 by name. */
export const DiffieHellmanGroup: any = function DiffieHellmanGroup(this: unknown, name: unknown): unknown {
  if (!(this instanceof DiffieHellmanGroup)) return new (DiffieHellmanGroup as any)(name);
  if (typeof name !== "string")
    throw Object.assign(new TypeError("Group name must be a string"), { code: "ERR_INVALID_ARG_TYPE" });
  const prime = groupPrime(name.toLowerCase());
  if (prime === null) throw new ERR_CRYPTO_UNKNOWN_DH_GROUP();
  initialize(this, prime, new Uint8Array([GENERATOR]));
};

function missing(what: string): Error {
  return Object.assign(new Error(`No ${what} key - did you forget to generate one?`), {
    code: "ERR_CRYPTO_INVALID_STATE",
  });
}

const shared = {
  generateKeys(this: GroupObject, encoding?: unknown): unknown {
    const state: State = this[kState];
    if (state.privateKey === undefined) {
      const pair = groupGenerate(state.prime, state.generator);
      state.privateKey = pair.privateKey;
      state.publicKey = pair.publicKey;
    } else state.publicKey = groupPublic(state.prime, state.generator, state.privateKey);
    return output(state.publicKey, encoding);
  },
  computeSecret(this: GroupObject, key: unknown, inputEncoding?: unknown, outputEncoding?: unknown): unknown {
    const other = argumentBytes(key, "key", inputEncoding);
    const state: State = this[kState];
    const number = bytesBigInt(other);
    if (number <= 1n) throw keyLength("Supplied key is too small");
    if (number >= bytesBigInt(state.prime) - 1n) throw keyLength("Supplied key is too large");
    if (state.privateKey === undefined)
      throw Object.assign(new Error("Failed to compute shared secret"), { code: "ERR_CRYPTO_OPERATION_FAILED" });
    return output(groupAgree(state.prime, state.privateKey, other), outputEncoding);
  },
  getPrime(this: GroupObject, encoding?: unknown): unknown {
    return output(withoutLeadingZeros(this[kState].prime).slice(), encoding);
  },
  getGenerator(this: GroupObject, encoding?: unknown): unknown {
    return output(withoutLeadingZeros(this[kState].generator).slice(), encoding);
  },
  getPublicKey(this: GroupObject, encoding?: unknown): unknown {
    const { publicKey } = this[kState] as State;
    if (publicKey === undefined) throw missing("public");
    return output(publicKey.slice(), encoding);
  },
  getPrivateKey(this: GroupObject, encoding?: unknown): unknown {
    const { privateKey } = this[kState] as State;
    if (privateKey === undefined) throw missing("private");
    return output(privateKey.slice(), encoding);
  },
};

function keyLength(message: string): Error {
  const error = new ERR_CRYPTO_INVALID_KEYLEN();
  error.message = message;
  return error;
}

Object.assign(DiffieHellmanGroup.prototype, shared);
Object.assign(DiffieHellman.prototype, shared, {
  setPublicKey(this: GroupObject, key: unknown, encoding?: unknown): unknown {
    this[kState].publicKey = withoutLeadingZeros(copiedBytes(argumentBytes(key, "key", encoding)));
    return this;
  },
  setPrivateKey(this: GroupObject, key: unknown, encoding?: unknown): unknown {
    this[kState].privateKey = withoutLeadingZeros(copiedBytes(argumentBytes(key, "key", encoding)));
    return this;
  },
});

/** Makes a DiffieHellman. */
export function createDiffieHellman(
  sizeOrKey: unknown,
  keyEncoding?: unknown,
  generator?: unknown,
  genEncoding?: unknown,
): unknown {
  return new DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding);
}

/** Makes a DiffieHellmanGroup. */
export function getDiffieHellman(name: unknown): unknown {
  return new DiffieHellmanGroup(name);
}

/** The secret that two keys share: `{ privateKey, publicKey }`; with a callback off the thread. */
export function diffieHellman(options: unknown, callback?: unknown): unknown {
  validateObject(options, "options");
  if (callback !== undefined) validateFunction(callback, "callback");
  const { privateKey, publicKey } = options;
  if (privateKey === undefined || privateKey === null)
    throw new ERR_INVALID_ARG_VALUE("options.privateKey", privateKey);
  if (publicKey === undefined || publicKey === null) throw new ERR_INVALID_ARG_VALUE("options.publicKey", publicKey);
  const own = dataOf(privateKey);
  const other = dataOf(publicKey);
  if (
    own?.kind === "private" &&
    other !== undefined &&
    other.kind !== "secret" &&
    (own.type !== other.type || !AGREEING.includes(own.type!))
  ) {
    throw new ERR_CRYPTO_INCOMPATIBLE_KEY("key types for Diffie-Hellman", `${own.type} and ${other.type}`);
  }
  const ownKey = asymmetricKey(privateKey, "consumePrivate", "options.privateKey");
  const otherKey = asymmetricKey(publicKey, "consumePublic", "options.publicKey");
  if (callback === undefined) return asBuffer(agree(ownKey.bytes, otherKey.bytes));
  runLater("DERIVEBITSREQUEST", agreeLater, [ownKey.bytes, otherKey.bytes], callback, asBuffer);
}
