// `Bun.CryptoHasher`, and the classes of one hash function each: `Bun.MD5`, `Bun.SHA256`, …
import { Buffer } from "internal:core/buffer";
import { getEncoding } from "internal:core/buffer/encodings";
import { asBuffer, copiedBytes, isBytes, viewBytes } from "internal:web/crypto/bytes";
import { type HashFunction, findAnyHash } from "internal:web/crypto/hash_names";
import { HashState } from "internal:node/crypto/hash_state";
import { encodeUtf8 } from "native:buffer";
import { digestHex, digestOf } from "native:crypto";
import defer * as blobs from "web:blob";

const ALGORITHMS = [
  "blake2b256",
  "blake2b512",
  "blake2s256",
  "md4",
  "md5",
  "ripemd160",
  "sha1",
  "sha224",
  "sha256",
  "sha384",
  "sha512",
  "sha512-224",
  "sha512-256",
  "sha3-224",
  "sha3-256",
  "sha3-384",
  "sha3-512",
  "shake128",
  "shake256",
];
// Bun requires space for its largest hash.
const TARGET_BYTES_MIN = 64;
const CONSUMED = "HMAC has been consumed and is no longer usable";

function argumentError(message: string, code = "ERR_INVALID_ARG_TYPE"): TypeError {
  return Object.assign(new TypeError(message), { code });
}

function inputBytes(input: unknown, encoding?: unknown): Uint8Array {
  if (typeof input === "string") return encoding === undefined ? encodeUtf8(input) : Buffer.from(input, encoding);
  if (isBytes(input)) return viewBytes(input);
  if (input instanceof blobs.Blob) {
    const bytes = blobs.bytesInMemory(input);
    if (bytes !== null) return bytes;
  }
  throw argumentError("input must be a string, ArrayBuffer, ArrayBufferView or Blob");
}

type Make = (bytes: Uint8Array) => Uint8Array;

function unchanged(bytes: Uint8Array): Uint8Array {
  return bytes;
}

/** Returns a digest in the form that `target` names: written to that view, as a string in that encoding, or as `make` makes it. */
function deliver(digest: Uint8Array, target: unknown, bytesMin: number, make: Make): unknown {
  if (target === undefined || target === null || target === "buffer") return make(digest);
  if (isBytes(target)) {
    const view = viewBytes(target);
    if (view.length < bytesMin) throw argumentError(`TypedArray must be at least ${bytesMin} bytes`);
    view.set(digest);
    return target;
  }
  if (getEncoding(`${target}`) === undefined)
    throw argumentError(`Unknown encoding: ${target}`, "ERR_INVALID_ARG_VALUE");
  return asBuffer(digest).toString(target as string);
}

/** By the name that a program gave. */
const known = new Map<string, HashFunction>();

function find(algorithm: string): HashFunction | undefined {
  const before = known.get(algorithm);
  if (before !== undefined) return before;
  const found = findAnyHash(algorithm);
  if (found === undefined || !ALGORITHMS.includes(found.name)) return undefined;
  known.set(algorithm, found);
  return found;
}

/** The hash of a complete input. */
function hashOnce(found: HashFunction, bytes: number, input: unknown, target: unknown, make: Make): unknown {
  const whole = typeof input === "string" ? input : inputBytes(input);
  if (target === "hex") return digestHex(found.index, whole, bytes);
  return deliver(digestOf(found.index, whole, bytes), target, bytes, make);
}

// Bun returns twice as many bytes of SHAKE as Node.
function outputBytes(found: HashFunction): number {
  return found.name === "shake128" ? 16 : found.name === "shake256" ? 32 : found.outputBytes;
}

function keyBytes(key: unknown): Uint8Array {
  if (typeof key === "string") return encodeUtf8(key);
  if (isBytes(key)) return copiedBytes(key);
  throw argumentError("hmacKey must be a string, ArrayBuffer or ArrayBufferView");
}

/** A hash, or with a key an HMAC, over chunks. */
export class CryptoHasher {
  #function: HashFunction;
  #state: HashState | null;
  #isKeyed: boolean;

  constructor(algorithm: unknown, hmacKey?: unknown) {
    if (typeof algorithm !== "string") throw argumentError("algorithm must be a string");
    const found = find(algorithm);
    if (found === undefined) throw argumentError(`Unsupported algorithm ${algorithm}`);
    this.#function = found;
    const key = hmacKey === undefined || hmacKey === null ? undefined : keyBytes(hmacKey);
    if (key !== undefined && (found.isExtendable || found.name === "md4")) {
      throw Object.assign(new Error("HMAC is not supported for this algorithm yet"), { name: "TODOError" });
    }
    this.#isKeyed = key !== undefined;
    this.#state = new HashState(found, outputBytes(found), key);
  }

  static get algorithms(): string[] {
    return ALGORITHMS.slice();
  }

  /** The hash of `input` in one step. `encoding`: of the result, or a view that is filled. */
  static hash(algorithm: unknown, input: unknown, encoding?: unknown): unknown {
    if (typeof algorithm !== "string") throw argumentError("algorithm must be a string");
    const found = find(algorithm);
    if (found === undefined) throw argumentError(`Unsupported algorithm "${algorithm}"`);
    return hashOnce(found, outputBytes(found), input, encoding, asBuffer);
  }

  get algorithm(): string {
    return this.#function.name;
  }

  get byteLength(): number {
    return outputBytes(this.#function);
  }

  /** Adds a chunk; strings are UTF-8 unless an encoding is given. */
  update(input: unknown, inputEncoding?: unknown): this {
    if (this.#state === null) throw new Error(CONSUMED);
    this.#state.add(inputBytes(input, inputEncoding), typeof input === "string");
    return this;
  }

  /** The hash of the chunks so far. A hash starts again after it, an HMAC cannot be used any more. */
  digest(encoding?: unknown): unknown {
    if (this.#state === null) throw new Error(CONSUMED);
    if (isBytes(encoding) && viewBytes(encoding).length < TARGET_BYTES_MIN)
      throw argumentError(`TypedArray must be at least ${TARGET_BYTES_MIN} bytes`);
    const state = this.#state;
    this.#state = this.#isKeyed ? null : new HashState(this.#function, outputBytes(this.#function));
    return encoding === "hex" ? state.finishHex() : deliver(state.finish(), encoding, 0, asBuffer);
  }

  /** Another hasher in the same state. */
  copy(): CryptoHasher {
    if (this.#state === null) throw new Error(CONSUMED);
    const copy = new CryptoHasher(this.#function.name);
    copy.#isKeyed = this.#isKeyed;
    copy.#state = this.#state.copy(outputBytes(this.#function));
    return copy;
  }
}

/** The class of one hash function. */
interface HasherClass {
  new (): { readonly byteLength: number; update(input: unknown): unknown; digest(encoding?: unknown): unknown };
  readonly byteLength: number;
  hash(input: unknown, encoding?: unknown): unknown;
}

function makeClass(name: string, algorithm: string, bytes: number): HasherClass {
  const made = class {
    #state: HashState | null = new HashState(find(algorithm)!, bytes);

    static get byteLength(): number {
      return bytes;
    }

    static hash(input: unknown, encoding?: unknown): unknown {
      return hashOnce(find(algorithm)!, bytes, input, encoding, unchanged);
    }

    get byteLength(): number {
      return bytes;
    }

    update(input: unknown): this {
      const added = inputBytes(input);
      if (this.#state === null) throw ended(name, "update");
      this.#state.add(added, false);
      return this;
    }

    digest(encoding?: unknown): unknown {
      if (this.#state === null) throw ended(name, "digest again");
      if (isBytes(encoding) && viewBytes(encoding).length < bytes)
        throw argumentError(`TypedArray must be at least ${bytes} bytes`);
      const digest = this.#state.finish();
      this.#state = null;
      return deliver(digest, encoding, bytes, unchanged);
    }
  };
  Object.defineProperty(made, "name", { value: name });
  return made;
}

function ended(name: string, what: string): Error {
  return Object.assign(new Error(`${name} hasher already digested, create a new instance to ${what}`), {
    code: "ERR_INVALID_STATE",
  });
}

/** `Bun.MD5` and the other classes, by name. */
export const classes = {
  MD4: makeClass("MD4", "md4", 16),
  MD5: makeClass("MD5", "md5", 16),
  SHA1: makeClass("SHA1", "sha1", 20),
  SHA224: makeClass("SHA224", "sha224", 28),
  SHA256: makeClass("SHA256", "sha256", 32),
  SHA384: makeClass("SHA384", "sha384", 48),
  SHA512: makeClass("SHA512", "sha512", 64),
  SHA512_256: makeClass("SHA512_256", "sha512-256", 32),
};

/** `Bun.sha`: SHA-512/256 in one step. */
export function sha(input: unknown, encoding?: unknown): unknown {
  return classes.SHA512_256.hash(input, encoding);
}
