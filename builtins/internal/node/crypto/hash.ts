// The classes Hash and Hmac and the function `hash` of node:crypto.
import { Buffer } from "internal:core/buffer";
import { getEncoding } from "internal:core/buffer/encodings";
import {
  ERR_CRYPTO_HASH_FINALIZED,
  ERR_CRYPTO_HASH_UPDATE_FAILED,
  ERR_CRYPTO_INVALID_DIGEST,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
} from "internal:core/errors";
import { emitWarning } from "internal:core/process/warn";
import { LazyTransform } from "internal:node/streams/lazy_transform";
import { deprecate } from "internal:core/util/deprecate";
import { validateEncoding, validateString, validateUint32 } from "internal:core/validators";
import { asBuffer, copiedBytes, isBytes } from "internal:web/crypto/bytes";
import { type HashFunction, findHash } from "internal:web/crypto/hash_names";
import defer * as keyInput from "internal:web/crypto/key_input";
import { HashState } from "internal:node/crypto/hash_state";
import { encodeUtf8 } from "native:buffer";
import { digestHex, digestOf } from "native:crypto";

const kState = Symbol("kState");

/** An object of Hash or Hmac: a Transform with a state. */
interface HashObject {
  [kState]: HashState;
  push(chunk: unknown): boolean;
  update(data: unknown, encoding?: unknown): this;
  digest(outputEncoding?: unknown): unknown;
}
/** A Hash, which can be copied. */
interface CopyableHash extends HashObject {
  copy(options?: object): CopyableHash;
}
interface HashOptions {
  outputLength?: unknown;
  /** Of a key that is a string. */
  encoding?: unknown;
}

let hasWarnedOfShake = false;

function bytesOfView(view: ArrayBufferView): Uint8Array {
  return view instanceof Uint8Array ? view : new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function bytesOfText(text: string, encoding: unknown): Uint8Array {
  if (encoding === undefined || encoding === null || encoding === "utf8" || encoding === "buffer")
    return encodeUtf8(text);
  validateEncoding(text, encoding);
  return Buffer.from(text, getEncoding(`${encoding}`) === undefined ? "utf8" : encoding);
}

function encoded(bytes: Uint8Array, encoding: unknown): unknown {
  const known =
    encoding === undefined || encoding === null || encoding === "buffer"
      ? undefined
      : getEncoding(`${encoding as string}`);
  // Without a known encoding, the bytes themselves.
  return known === undefined ? asBuffer(bytes) : known.slice(bytes, 0, bytes.byteLength);
}

function warnOfShake(hashFunction: HashFunction): void {
  if (!hashFunction.isExtendable || hasWarnedOfShake) return;
  hasWarnedOfShake = true;
  emitWarning(
    "Creating SHAKE128/256 digests without an explicit options.outputLength is deprecated.",
    "DeprecationWarning",
    "DEP0198",
  );
}

function outputBytesOf(hashFunction: HashFunction, outputLength: number | undefined): number {
  if (outputLength === undefined) {
    warnOfShake(hashFunction);
    return hashFunction.outputBytes;
  }
  if (!hashFunction.isExtendable && outputLength !== hashFunction.outputBytes) {
    throw Object.assign(new Error("error:030000B2:digital envelope routines::not XOF or invalid length"), {
      library: "digital envelope routines",
      reason: "not XOF or invalid length",
      code: "ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH",
    });
  }
  return outputLength;
}

function required(algorithm: string): HashFunction {
  const found = findHash(algorithm);
  if (found === undefined) throw new Error("Digest method not supported");
  return found;
}

function makeHash(this: CopyableHash, algorithm: unknown, options?: HashOptions): CopyableHash {
  const isCopy = algorithm instanceof HashConstructor;
  if (!isCopy) validateString(algorithm, "algorithm");
  const outputLength = typeof options === "object" && options !== null ? options.outputLength : undefined;
  if (outputLength !== undefined) validateUint32(outputLength, "options.outputLength");
  LazyTransform.call(this, options);
  if (isCopy) {
    const source = (algorithm as unknown as HashObject)[kState];
    this[kState] = source.copy(
      outputLength === undefined ? source.hashFunction.outputBytes : outputBytesOf(source.hashFunction, outputLength),
    );
  } else {
    const hashFunction = required(algorithm as string);
    this[kState] = new HashState(hashFunction, outputBytesOf(hashFunction, outputLength));
  }
  return this;
}

function HashConstructor(this: unknown, algorithm: unknown, options?: HashOptions): CopyableHash {
  return makeHash.call(new.target ? this : Object.create(HashConstructor.prototype), algorithm, options);
}
Object.defineProperty(HashConstructor, "name", { value: "Hash" });
inherit(HashConstructor);

function inherit(constructor: Function): void {
  Object.setPrototypeOf(constructor.prototype, LazyTransform.prototype);
  Object.setPrototypeOf(constructor, LazyTransform);
}

function update(this: HashObject, data: unknown, encoding?: unknown): HashObject {
  const state: HashState = this[kState];
  if (state.isTaken) throw new ERR_CRYPTO_HASH_FINALIZED();
  if (state.isFinished) throw new ERR_CRYPTO_HASH_UPDATE_FAILED();
  if (typeof data === "string") {
    if (encoding === undefined || encoding === "utf8" || encoding === null) state.addText(data);
    else state.add(bytesOfText(data, encoding), true);
  } else if (ArrayBuffer.isView(data)) state.add(bytesOfView(data), false);
  else throw new ERR_INVALID_ARG_TYPE("data", ["string", "Buffer", "TypedArray", "DataView"], data);
  return this;
}

Object.assign(HashConstructor.prototype, {
  copy(this: CopyableHash, options?: HashOptions): CopyableHash {
    if (this[kState].isTaken) throw new ERR_CRYPTO_HASH_FINALIZED();
    return makeHash.call(Object.create(HashConstructor.prototype), this, options);
  },
  _transform(this: HashObject, chunk: unknown, encoding: string, callback: (error?: Error) => void): void {
    const state: HashState = this[kState];
    // As a stream it reports no other error for data after the digest.
    if (state.isTaken || state.isFinished) {
      callback(new ERR_CRYPTO_HASH_UPDATE_FAILED());
      return;
    }
    update.call(this, chunk, encoding);
    callback();
  },
  _flush(this: HashObject, callback: (error?: Error) => void): void {
    // As in Node, the program may call `digest` after the stream has emitted it.
    this.push(encoded(this[kState].finish().slice(), undefined));
    callback();
  },
  update,
  digest(this: HashObject, outputEncoding?: unknown): unknown {
    if (this[kState].isTaken) throw new ERR_CRYPTO_HASH_FINALIZED();
    // Node converts the encoding to a string before it hashes, and marks the digest as taken.
    const encoding =
      outputEncoding === undefined || outputEncoding === null ? undefined : `${outputEncoding as string}`;
    if (encoding !== "hex") return encoded(takeState(this).finish(), encoding);
    return takeState(this).finishHex();
  },
});

function takeState(hash: HashObject): HashState {
  const state: HashState = hash[kState];
  if (state.isTaken) throw new ERR_CRYPTO_HASH_FINALIZED();
  state.isTaken = true;
  return state;
}

function makeHmac(this: HashObject, algorithm: unknown, key: unknown, options?: HashOptions): HashObject {
  validateString(algorithm, "hmac");
  const bytes = keyInput.secretBytes(key, options?.encoding);
  const hashFunction = findHash(algorithm);
  if (hashFunction === undefined || hashFunction.isExtendable) throw new ERR_CRYPTO_INVALID_DIGEST(algorithm);
  LazyTransform.call(this, options);
  // The program may change the bytes of its key afterwards.
  this[kState] = new HashState(hashFunction, hashFunction.outputBytes, isBytes(key) ? copiedBytes(bytes) : bytes);
  return this;
}

function HmacConstructor(this: unknown, algorithm: unknown, key: unknown, options?: HashOptions): HashObject {
  return makeHmac.call(new.target ? this : Object.create(HmacConstructor.prototype), algorithm, key, options);
}
Object.defineProperty(HmacConstructor, "name", { value: "Hmac" });
inherit(HmacConstructor);

Object.assign(HmacConstructor.prototype, {
  update,
  digest(this: HashObject, outputEncoding?: unknown): unknown {
    const inner: HashState = this[kState];
    // Unlike with Hash, a second digest is empty and not an error.
    if (inner.isTaken) return encoded(new Uint8Array(0), outputEncoding);
    inner.isTaken = true;
    return encoded(inner.finish(), outputEncoding);
  },
  _transform: HashConstructor.prototype._transform,
  _flush(this: HashObject, callback: (error?: Error) => void): void {
    this.push(this.digest());
    callback();
  },
});

/** Node's constructors, which emit a deprecation warning. */
export const Hash = deprecate(HashConstructor, "crypto.Hash constructor is deprecated.", "DEP0179");
export const Hmac = deprecate(HmacConstructor, "crypto.Hmac constructor is deprecated.", "DEP0181");

/** A hash over chunks. Throws for an unknown algorithm. */
export function createHash(algorithm: unknown, options?: HashOptions): CopyableHash {
  return makeHash.call(Object.create(HashConstructor.prototype), algorithm, options);
}

/** A keyed hash (RFC 2104) over chunks. Throws ERR_CRYPTO_INVALID_DIGEST for an unknown algorithm. */
export function createHmac(hmac: unknown, key: unknown, options?: HashOptions): HashObject {
  return makeHmac.call(Object.create(HmacConstructor.prototype), hmac, key, options);
}

/** The hash of `input` in one step. `options`: the output encoding ("hex"), or `{ outputEncoding, outputLength }`. */
export function hash(algorithm: unknown, input: unknown, options?: any): unknown {
  validateString(algorithm, "algorithm");
  if (typeof input !== "string" && !ArrayBuffer.isView(input))
    throw new ERR_INVALID_ARG_TYPE("input", ["string", "Buffer", "TypedArray", "DataView"], input);
  let outputEncoding: any = "hex";
  let outputLength: any;
  if (typeof options === "string") outputEncoding = options;
  else if (options !== undefined) {
    if (typeof options !== "object" || options === null || Array.isArray(options))
      throw new ERR_INVALID_ARG_TYPE("options", "object", options);
    outputEncoding = options.outputEncoding ?? "hex";
    outputLength = options.outputLength;
    if (outputLength !== undefined) validateUint32(outputLength, "options.outputLength");
  }
  validateString(outputEncoding, "outputEncoding");
  if (outputEncoding === "") outputEncoding = "utf8";
  if (outputEncoding !== "hex" && outputEncoding !== "buffer" && getEncoding(outputEncoding) === undefined)
    throw new ERR_INVALID_ARG_VALUE("outputEncoding", outputEncoding);
  const found = findHash(algorithm);
  if (found === undefined) throw new Error(`Digest method ${algorithm} is not supported`);
  if (outputLength !== undefined && !found.isExtendable && outputLength !== found.outputBytes) {
    throw new Error(`Output length ${outputLength} is invalid for ${algorithm}, which does not support XOF`);
  }
  if (outputLength === undefined) warnOfShake(found);
  const outputBytes = outputLength ?? found.outputBytes;
  const given = typeof input === "string" ? input : bytesOfView(input);
  if (outputEncoding === "hex") return digestHex(found.index, given, outputBytes);
  return encoded(digestOf(found.index, given, outputBytes), outputEncoding);
}
