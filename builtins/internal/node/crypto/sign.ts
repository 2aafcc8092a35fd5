// Sign and Verify, and the one-step functions sign() and verify().
import { getEncoding } from "internal:core/buffer/encodings";
import {
  ERR_CRYPTO_INVALID_DIGEST,
  ERR_CRYPTO_SIGN_KEY_REQUIRED,
  ERR_CRYPTO_UNSUPPORTED_OPERATION,
  ERR_INVALID_ARG_TYPE,
} from "internal:core/errors";
import { validateEncoding, validateFunction, validateString } from "internal:core/validators";
import { argumentBytes, asBuffer, copiedBytes, output, textBytes, viewBytes } from "internal:web/crypto/bytes";
import { findHash } from "internal:web/crypto/hash_names";
import { HashState } from "internal:node/crypto/hash_state";
import type { KeyData } from "internal:web/crypto/key_data";
import { asymmetricKey } from "internal:web/crypto/key_input";
import { runLater } from "internal:node/crypto/run_later";
import { setImmediate } from "internal:core/timers";
import {
  type SignatureOptions,
  fromP1363,
  hasTwoNumbers,
  providerError,
  readSignatureOptions,
  signatureControls,
  toP1363,
} from "internal:web/crypto/signature_options";
import { Writable } from "internal:node/stream";
import {
  signDigest,
  signMessage,
  signMessageLater,
  verifyDigest,
  verifyMessage,
  verifyMessageLater,
} from "native:keys";

const kState = Symbol("kState");

function hashNamed(algorithm: string): HashState {
  const found = findHash(algorithm);
  if (found === undefined || found.isExtendable) {
    const error = new ERR_CRYPTO_INVALID_DIGEST(algorithm);
    // Node's message does not name the argument here.
    error.message = "Invalid digest";
    throw error;
  }
  return new HashState(found, found.outputBytes);
}

/** A Sign or Verify: a Writable with the state of the message's hash, undefined after the end. */
interface SignObject {
  [kState]: HashState | undefined;
  update(data: unknown, encoding?: unknown): this;
}

function initialize(target: unknown, algorithm: unknown, options: unknown): void {
  validateString(algorithm, "algorithm");
  Object.defineProperty(target, kState, { value: hashNamed(algorithm), writable: true });
  Writable.call(target, options);
}

function finish(target: SignObject): { name: string; digest: Uint8Array } {
  const state = target[kState];
  if (state === undefined) throw notInitialised();
  target[kState] = undefined;
  return { name: state.hashFunction.name, digest: state.finish() };
}

function update(this: SignObject, data: unknown, encoding?: unknown): SignObject {
  if (typeof data === "string") validateEncoding(data, encoding);
  else if (!ArrayBuffer.isView(data))
    throw new ERR_INVALID_ARG_TYPE("data", ["string", "Buffer", "TypedArray", "DataView"], data);
  if (this[kState] === undefined) throw notInitialised();
  if (typeof data === "string") this[kState].add(textBytes(data, getEncoding(`${encoding}`)?.name), true);
  else this[kState].add(viewBytes(data), false);
  return this;
}

const methods = {
  _write(this: SignObject, chunk: unknown, encoding: unknown, callback: () => void): void {
    this.update(chunk, encoding);
    callback();
  },
  update,
};

// Keys whose algorithm includes the hash need the whole message.
function requireDigestKey(key: KeyData): void {
  if (key.type === "ed25519" || key.type === "ed448" || key.type === "x25519" || key.type === "x448")
    throw new ERR_CRYPTO_UNSUPPORTED_OPERATION();
}

function define(
  constructor: Function,
  name: string,
  more: object,
): new (algorithm: unknown, options?: unknown) => SignObject {
  Object.defineProperty(constructor, "name", { value: name });
  Object.setPrototypeOf(constructor.prototype, Writable.prototype);
  Object.setPrototypeOf(constructor, Writable);
  Object.assign(constructor.prototype, methods, more);
  return constructor as never;
}

/** `crypto.Sign`. */
export const Sign: new (algorithm: unknown, options?: unknown) => SignObject = define(
  function (this: unknown, algorithm: unknown, options?: unknown): unknown {
    if (!(this instanceof Sign)) return new Sign(algorithm, options);
    initialize(this, algorithm, options);
  },
  "Sign",
  {
    sign(this: SignObject, privateKey: unknown, encoding?: unknown): unknown {
      if (!privateKey) throw new ERR_CRYPTO_SIGN_KEY_REQUIRED();
      const key = asymmetricKey(privateKey, "consumePrivate", "privateKey");
      const options = readSignatureOptions(privateKey);
      const { name, digest } = finish(this);
      requireDigestKey(key);
      const signature = signDigest(key.bytes, ["digest", name, ...signatureControls(key, options)], digest);
      return output(options.isP1363 && hasTwoNumbers(key) ? toP1363(key, signature) : signature, encoding);
    },
  },
);

/** `crypto.Verify`. */
export const Verify: new (algorithm: unknown, options?: unknown) => SignObject = define(
  function (this: unknown, algorithm: unknown, options?: unknown): unknown {
    if (!(this instanceof Verify)) return new Verify(algorithm, options);
    initialize(this, algorithm, options);
  },
  "Verify",
  {
    verify(this: SignObject, publicKey: unknown, signature: unknown, encoding?: unknown): boolean {
      const key = asymmetricKey(publicKey, "consumePublic", "key");
      const options = readSignatureOptions(publicKey);
      const bytes = argumentBytes(signature, "signature", encoding);
      const { name, digest } = finish(this);
      requireDigestKey(key);
      const der = signatureBytes(key, options, bytes);
      return (
        der !== undefined && verifyDigest(key.bytes, ["digest", name, ...signatureControls(key, options)], digest, der)
      );
    },
  },
);

function signatureBytes(key: KeyData, options: SignatureOptions, signature: Uint8Array): Uint8Array | undefined {
  return options.isP1363 && hasTwoNumbers(key) ? fromP1363(key, signature) : signature;
}

/** Makes a Sign for the name of a hash. */
export function createSign(algorithm: unknown, options?: unknown): SignObject {
  return new Sign(algorithm, options);
}

/** Makes a Verify for the name of a hash. */
export function createVerify(algorithm: unknown, options?: unknown): SignObject {
  return new Verify(algorithm, options);
}

function includesHash(key: KeyData): boolean {
  return key.type === "ed25519" || key.type === "ed448";
}

function messageDigest(algorithm: unknown, key: KeyData): string | null {
  if (algorithm === undefined || algorithm === null) return null;
  const found = findHash(algorithm as string);
  if (found === undefined) throw new ERR_CRYPTO_INVALID_DIGEST(algorithm);
  if (includesHash(key)) throw providerError("1C80007A", "invalid digest");
  return found.name;
}

function checkContext(context: unknown, key: KeyData): void {
  if (context === undefined) return;
  if (!ArrayBuffer.isView(context))
    throw new ERR_INVALID_ARG_TYPE("options.context", ["Buffer", "TypedArray", "DataView"], context);
  if (context.byteLength === 0) return;
  if (!includesHash(key))
    throw Object.assign(new Error("Context parameter is unsupported"), { code: "ERR_CRYPTO_OPERATION_FAILED" });
  // OpenSSL 3.0 has no context parameter for these algorithms.
  throw new ERR_CRYPTO_UNSUPPORTED_OPERATION();
}

/** The native arguments besides key and message; undefined when they are invalid and the callback received the error. */
function nativeArguments(
  algorithm: unknown,
  key: KeyData,
  options: SignatureOptions,
  callback: ((error: unknown) => void) | undefined,
): { digest: string | null; controls: string[] } | undefined {
  try {
    checkContext(options.context, key);
    return { digest: messageDigest(algorithm, key), controls: signatureControls(key, options) };
  } catch (error: any) {
    const isOfWork = error.code?.startsWith("ERR_OSSL") || error.code === "ERR_CRYPTO_OPERATION_FAILED";
    if (callback === undefined || !isOfWork) throw error;
    setImmediate(callback, error);
    return undefined;
  }
}

function prepare(algorithm: unknown, data: unknown, callback: unknown): Uint8Array {
  if (algorithm !== undefined && algorithm !== null) validateString(algorithm, "algorithm");
  if (callback !== undefined) validateFunction(callback, "callback");
  return argumentBytes(data, "data");
}

/** Signs data in one step; with a callback off the thread. `algorithm` is null for keys whose algorithm includes the hash. */
export function sign(algorithm: unknown, data: unknown, key: unknown, callback?: any): unknown {
  const message = prepare(algorithm, data, callback);
  if (!key) throw new ERR_CRYPTO_SIGN_KEY_REQUIRED();
  const options = readSignatureOptions(key);
  const material = asymmetricKey(key, "consumePrivate");
  const convert = (signature: Uint8Array): unknown =>
    asBuffer(options.isP1363 && hasTwoNumbers(material) ? toP1363(material, signature) : signature);
  const native = nativeArguments(algorithm, material, options, callback);
  if (native === undefined) return undefined;
  if (callback === undefined) return convert(signMessage(material.bytes, native.digest, native.controls, message));
  runLater(
    "SIGNREQUEST",
    signMessageLater,
    [material.bytes, native.digest, native.controls, copiedBytes(message)],
    callback,
    convert,
  );
}

/** Whether a signature is valid, in one step; with a callback off the thread. */
export function verify(algorithm: unknown, data: unknown, key: unknown, signature: unknown, callback?: any): unknown {
  const message = prepare(algorithm, data, callback);
  const options = readSignatureOptions(key);
  const bytes = argumentBytes(signature, "signature");
  const material = asymmetricKey(key, "consumePublic");
  const native = nativeArguments(algorithm, material, options, callback);
  if (native === undefined) return undefined;
  const { digest, controls } = native;
  // A signature of another length is invalid, and so is this empty one.
  const der = signatureBytes(material, options, bytes) ?? new Uint8Array(0);
  if (callback === undefined) return verifyMessage(material.bytes, digest, controls, message, der);
  runLater(
    "SIGNREQUEST",
    verifyMessageLater,
    [material.bytes, digest, controls, copiedBytes(message), copiedBytes(der)],
    callback,
    (isRight) => isRight,
  );
}

function notInitialised(): Error {
  return Object.assign(new Error("Not initialised"), { code: "ERR_CRYPTO_INVALID_STATE" });
}
