// `crypto.createMac` and `crypto.getMacs` of Node 26: OpenSSL's message authentication codes over chunks.
import type { FastBuffer } from "internal:core/buffer/class";
import { type Encoding, getEncoding } from "internal:core/buffer/encodings";
import { Buffer } from "internal:core/buffer";
import { ERR_CRYPTO_MAC_FINALIZED, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { LazyTransform } from "internal:node/streams/lazy_transform";
import { isAnyArrayBuffer } from "internal:core/util/types";
import { validateEncoding, validateObject, validateString, validateUint32 } from "internal:core/validators";
import { KeyObject } from "internal:node/crypto/key_object";
import * as keyInput from "internal:web/crypto/key_input";
import { macDrop, macFinish, macNames, macStart, macUpdate } from "native:ciphers";

const kMac = Symbol("kMac");
const BYTES = ["ArrayBuffer", "Buffer", "TypedArray", "DataView"];

let abandoned: FinalizationRegistry<number> | undefined;

function readName(value: unknown, name: string): string {
  validateString(value, name);
  if (value.length === 0 || value.includes("\0"))
    throw new ERR_INVALID_ARG_VALUE(name, value, "must be non-empty and contain no NUL bytes");
  return value;
}

function readBytes(value: unknown, name: string): Uint8Array | null {
  if (value === undefined) return null;
  if (isAnyArrayBuffer(value)) return new Uint8Array(value as ArrayBuffer);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw new ERR_INVALID_ARG_TYPE(name, BYTES, value);
}

function readKey(key: unknown): Uint8Array {
  if (key instanceof KeyObject && key.type === "secret") return keyInput.secretOf(key)!;
  if (key instanceof KeyObject || key === undefined || (!isAnyArrayBuffer(key) && !ArrayBuffer.isView(key)))
    throw new ERR_INVALID_ARG_TYPE("key", [...BYTES, "KeyObject"], key);
  return readBytes(key, "key")!;
}

function start(algorithm: unknown, key: unknown, options: unknown): number {
  const name = readName(algorithm, "algorithm");
  if (options !== undefined) validateObject(options, "options");
  const { digest, cipher, iv, customization, salt, outputLength } = options ?? {};
  const settings = {
    digest: digest === undefined ? "" : readName(digest, "options.digest"),
    cipher: cipher === undefined ? "" : readName(cipher, "options.cipher"),
    iv: readBytes(iv, "options.iv"),
    customization: readBytes(customization, "options.customization"),
    salt: readBytes(salt, "options.salt"),
    outputBytes: outputLength ?? null,
  };
  if (outputLength !== undefined) validateUint32(outputLength, "options.outputLength");
  return macStart(name, readKey(key), settings);
}

/** A Mac: a Transform with the number of its native state, null after the end. */
interface MacObject {
  [kMac]: number | null;
  push(chunk: unknown): boolean;
  update(data: unknown, inputEncoding?: unknown): this;
  final(outputEncoding?: unknown): unknown;
}

function Mac(this: MacObject, algorithm: unknown, key: unknown, options?: unknown): unknown {
  if (!new.target) return createMac(algorithm, key, options);
  this[kMac] = start(algorithm, key, options);
  abandoned ??= new FinalizationRegistry(macDrop);
  abandoned.register(this, this[kMac], this);
  LazyTransform.call(this, options);
}
Object.setPrototypeOf(Mac.prototype, LazyTransform.prototype);
Object.setPrototypeOf(Mac, LazyTransform);

/** The number of the native state of an unfinished MAC. */
function unfinished(mac: MacObject): number {
  if (mac[kMac] === null) throw new ERR_CRYPTO_MAC_FINALIZED();
  return mac[kMac];
}

function finish(mac: MacObject): FastBuffer {
  const number = unfinished(mac);
  mac[kMac] = null;
  abandoned!.unregister(mac);
  const bytes = macFinish(number);
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}

function encodingOf(name: unknown, argument: string): Encoding {
  validateString(name, argument);
  const encoding = getEncoding(name);
  if (encoding === undefined) throw new ERR_INVALID_ARG_VALUE(argument, name);
  return encoding;
}

function textBytes(text: string, encoding: unknown): Uint8Array {
  if (encoding === undefined) return Buffer.from(text);
  encodingOf(encoding, "inputEncoding");
  validateEncoding(text, encoding);
  return Buffer.from(text, encoding);
}

Object.assign(Mac.prototype, {
  /** Adds a string or bytes. Throws ERR_CRYPTO_MAC_FINALIZED after `final`. */
  update(this: MacObject, data: unknown, inputEncoding?: unknown): unknown {
    const number = unfinished(this);
    if (typeof data !== "string" && !ArrayBuffer.isView(data))
      throw new ERR_INVALID_ARG_TYPE("data", ["string", "Buffer", "TypedArray", "DataView"], data);
    macUpdate(number, typeof data === "string" ? textBytes(data, inputEncoding) : readBytes(data, "data")!);
    return this;
  },
  /** The code as a Buffer, or as a string in an encoding. Throws ERR_CRYPTO_MAC_FINALIZED on a second call. */
  final(this: MacObject, outputEncoding?: unknown): unknown {
    unfinished(this);
    if (outputEncoding === undefined) return finish(this);
    validateString(outputEncoding, "outputEncoding");
    if (outputEncoding.toLowerCase() === "buffer") return finish(this);
    const encoding = encodingOf(outputEncoding, "outputEncoding");
    const code = finish(this);
    return encoding.slice(code, 0, code.length);
  },
  _transform(this: MacObject, chunk: unknown, encoding: string, callback: (error?: unknown) => void): void {
    try {
      this.update(chunk, typeof chunk === "string" ? encoding : undefined);
    } catch (error) {
      callback(error);
      return;
    }
    callback();
  },
  _flush(this: MacObject, callback: (error?: unknown) => void): void {
    try {
      const code = finish(this);
      if (code.length > 0) this.push(code);
    } catch (error) {
      callback(error);
      return;
    }
    callback();
  },
});
for (const name of ["update", "final", "_transform", "_flush"])
  Object.defineProperty(Mac.prototype, name, { enumerable: true });

/**
 * A message authentication code over chunks. Options: `digest` (HMAC), `cipher` (CMAC, GMAC), `iv` (GMAC), `customization` (KMAC, BLAKE2),
 * `salt` (BLAKE2), `outputLength`. Throws for an unknown algorithm and OpenSSL's errors.
 */
export function createMac(algorithm: unknown, key: unknown, options?: unknown): MacObject {
  return new (Mac as any)(algorithm, key, options);
}

/** The names of the algorithms. */
export function getMacs(): string[] {
  return macNames();
}
