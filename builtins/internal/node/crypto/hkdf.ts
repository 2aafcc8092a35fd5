// crypto.hkdf (RFC 5869).
import {
  ERR_CRYPTO_INVALID_DIGEST,
  ERR_CRYPTO_INVALID_KEYLEN,
  ERR_INVALID_ARG_TYPE,
  ERR_OUT_OF_RANGE,
} from "internal:core/errors";
import { validateFunction, validateInteger, validateString } from "internal:core/validators";
import { copiedBytes, isBytes, textBytes } from "internal:web/crypto/bytes";
import { findHash } from "internal:web/crypto/hash_names";
import { secretOf } from "internal:web/crypto/key_input";
import { runLater } from "internal:node/crypto/run_later";
import { setImmediate } from "internal:core/timers";
import { hkdf as hkdfNow, hkdfLater } from "native:ciphers";

const INFO_BYTES_MAX = 1024;
const BLOCKS_MAX = 255;

type Arguments = [digest: string, key: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number];

function bytesOf(value: unknown, name: string): Uint8Array {
  if (typeof value === "string") return textBytes(value);
  if (isBytes(value)) return copiedBytes(value);
  throw new ERR_INVALID_ARG_TYPE(name, ["string", "ArrayBuffer", "TypedArray", "DataView", "Buffer"], value);
}

function keyOf(key: unknown): Uint8Array {
  const secret = secretOf(key);
  if (secret !== undefined) return secret;
  if (typeof key === "string") return textBytes(key);
  if (isBytes(key)) return copiedBytes(key);
  throw new ERR_INVALID_ARG_TYPE(
    "ikm",
    ["string", "SecretKeyObject", "ArrayBuffer", "TypedArray", "DataView", "Buffer"],
    key,
  );
}

function read(digest: unknown, key: unknown, salt: unknown, info: unknown, length: unknown): Arguments {
  validateString(digest, "digest");
  const keyBytes = keyOf(key);
  const saltBytes = bytesOf(salt, "salt");
  const infoBytes = bytesOf(info, "info");
  validateInteger(length, "length", 0, Number.MAX_SAFE_INTEGER);
  if (infoBytes.byteLength > INFO_BYTES_MAX) {
    throw new ERR_OUT_OF_RANGE("info", `must not contain more than ${INFO_BYTES_MAX} bytes`, infoBytes.byteLength);
  }
  const found = findHash(digest);
  if (found === undefined || found.isExtendable) throw new ERR_CRYPTO_INVALID_DIGEST(digest);
  // RFC 5869 §2.3.
  if (length > BLOCKS_MAX * found.outputBytes) throw new ERR_CRYPTO_INVALID_KEYLEN();
  return [found.name, keyBytes, saltBytes, infoBytes, length + 0];
}

function emptyKey(): Error {
  return new Error("HKDF derivation failed");
}

function arrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return (bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer) as ArrayBuffer;
}

/** `length` bytes as ArrayBuffer, computed off the thread. */
export function hkdf(
  digest: unknown,
  ikm: unknown,
  salt: unknown,
  info: unknown,
  length: unknown,
  callback: unknown,
): void {
  const args = read(digest, ikm, salt, info, length);
  validateFunction(callback, "callback");
  if (args[4] === 0) {
    setImmediate(callback, emptyKey());
    return;
  }
  runLater("DERIVEBITSREQUEST", hkdfLater, args, callback, arrayBuffer);
}

/** As `hkdf`, on this thread. */
export function hkdfSync(digest: unknown, ikm: unknown, salt: unknown, info: unknown, length: unknown): ArrayBuffer {
  const args = read(digest, ikm, salt, info, length);
  if (args[4] === 0) throw emptyKey();
  return arrayBuffer(hkdfNow(...args));
}
