// The classes Cipheriv and Decipheriv of node:crypto.
import { getEncoding } from "internal:core/buffer/encodings";
import {
  ERR_CRYPTO_INVALID_AUTH_TAG,
  ERR_CRYPTO_INVALID_IV,
  ERR_CRYPTO_INVALID_KEYLEN,
  ERR_CRYPTO_INVALID_MESSAGELEN,
  ERR_CRYPTO_INVALID_STATE,
  ERR_CRYPTO_UNKNOWN_CIPHER,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_MISSING_ARGS,
  ERR_UNKNOWN_ENCODING,
} from "internal:core/errors";
import { LazyTransform } from "internal:node/streams/lazy_transform";
import { validateEncoding, validateString } from "internal:core/validators";
import { asBuffer, bufferOver } from "internal:core/buffer/adopt";
import { argumentBytes, copiedBytes, textBytes, unsignedOption, viewBytes } from "internal:web/crypto/bytes";
import { type CipherInfo, findCipher, isAuthenticated } from "internal:node/crypto/cipher_info";
import { secretBytes } from "internal:web/crypto/key_input";
import { StringDecoder } from "internal:core/string_decoder";
import {
  cipherAddData,
  cipherDrop,
  cipherFinish,
  cipherSetPadding,
  cipherSetTag,
  cipherSetTextLength,
  cipherStart,
  cipherTag,
  cipherUpdate,
} from "native:ciphers";

const kState = Symbol("kState");
const TAG_BYTES = 16;
const CHACHA_IV_BYTES_MAX = 12;
const MESSAGE_BYTES_MAX = 2 ** 31 - 1;
const CANNOT_ADD = "Trying to add data in unsupported state";
const CANNOT_AUTHENTICATE = "Unsupported state or unable to authenticate data";
// IEEE 1619, RFC 3394 and 5649, RFC 5297.
const WHOLE_MODES = ["xts", "wrap", "siv"];
// SP 800-38D §5.2.1.2.
const GCM_TAGS = [4, 8, 12, 13, 14, 15, 16];

/** Drops the native states of ciphers that never end. */
let abandoned: FinalizationRegistry<number> | undefined;
/** At most so many ciphers are not registered yet: registering takes longer than encrypting a short message. */
const UNREGISTERED_MAX = 16;
/** The last ciphers that were started and are not registered; those that ended are removed. */
let unregistered: CipherObject[] = [];

function track(cipher: CipherObject): void {
  if (unregistered.length === UNREGISTERED_MAX) {
    abandoned ??= new FinalizationRegistry((native) => cipherDrop(native));
    for (let index = 0; index < UNREGISTERED_MAX; index++) {
      const state: State = unregistered[index]![kState];
      state.isRegistered = true;
      abandoned.register(unregistered[index]!, state.native, state);
    }
    unregistered = [];
  }
  unregistered[unregistered.length] = cipher;
}

function untrack(state: State): void {
  if (state.isRegistered) {
    abandoned!.unregister(state);
    return;
  }
  // Most end before the next one is started.
  for (let index = unregistered.length - 1; index >= 0; index--) {
    if (unregistered[index]![kState] !== state) continue;
    const last = unregistered.pop()!;
    if (index < unregistered.length) unregistered[index] = last;
    return;
  }
}

/** The state of a cipher. */
interface State {
  /** Number of the native state; -1 after the end. */
  native: number;
  /** Whether the collector drops the native state. */
  isRegistered: boolean;
  info: CipherInfo;
  isEncryption: boolean;
  isAuthenticated: boolean;
  /** -1 while it is unknown. */
  tagBytes: number;
  tag: Uint8Array | undefined;
  isTagSet: boolean;
  /** CCM and SIV report only in `final()` that the data was not authentic. */
  hasFailed: boolean;
  messageBytesMax: number;
  /** Whether the mode accepts only one update with the whole data: each update would start again. */
  isWhole: boolean;
  hasUpdated: boolean;
  /** Whether data was added, after which some modes accept no more additional data. */
  hasText: boolean;
  decoder: Decoder | undefined;
}

/** A StringDecoder. */
interface Decoder {
  readonly encoding: string;
  write(bytes: Uint8Array): string;
  end(bytes: Uint8Array): string;
}
/** A Cipheriv or Decipheriv: a Transform with a state. */
interface CipherObject {
  [kState]: State;
  push(chunk: unknown): boolean;
  update(data: unknown, inputEncoding?: unknown, outputEncoding?: unknown): unknown;
  final(outputEncoding?: unknown): unknown;
  setAutoPadding(isPadded?: unknown): this;
  setAAD(aadbuf: unknown, options?: CipherOptions): this;
}
interface CipherOptions {
  /** Of a string that is passed with the options. */
  encoding?: unknown;
  authTagLength?: unknown;
  plaintextLength?: unknown;
}

function invalidTag(message: string): Error {
  return new ERR_CRYPTO_INVALID_AUTH_TAG(message);
}

function start(
  target: object,
  name: unknown,
  key: unknown,
  iv: unknown,
  options: CipherOptions | undefined,
  isEncryption: boolean,
): void {
  validateString(name, "cipher");
  const keyBytes = secretBytes(key, options?.encoding);
  const ivBytes = iv === null ? null : argumentBytes(iv, "iv");
  const authTagLength = unsignedOption(options, "authTagLength");
  const info = findCipher(name as string);
  if (info === undefined) throw new ERR_CRYPTO_UNKNOWN_CIPHER();
  const authenticates = isAuthenticated(info);
  checkIv(info, ivBytes, authenticates);
  const tagBytes = authenticates ? tagLength(info, authTagLength) : -1;
  if (keyBytes.length !== info.keyBytes && !name.startsWith("rc") && !name.startsWith("bf") && !name.startsWith("cast"))
    throw new ERR_CRYPTO_INVALID_KEYLEN();
  // GCM sets the length of its tag at the end, SIV has one length.
  const initialTagBytes = authenticates && info.mode !== "gcm" && info.mode !== "siv" ? tagBytes : -1;
  const state: State = {
    native: begin(info, keyBytes, info.mode === "siv" ? null : ivBytes, isEncryption, authenticates, initialTagBytes),
    isRegistered: false,
    info,
    isEncryption,
    isAuthenticated: authenticates,
    tagBytes,
    tag: undefined,
    isTagSet: false,
    hasFailed: false,
    messageBytesMax: messageLimit(info, ivBytes),
    isWhole: WHOLE_MODES.includes(info.mode) || (info.mode === "ccm" && !isEncryption),
    hasUpdated: false,
    hasText: false,
    decoder: undefined,
  };
  (target as CipherObject)[kState] = state;
  track(target as CipherObject);
  LazyTransform.call(target, options);
}

function begin(
  info: CipherInfo,
  key: Uint8Array,
  iv: Uint8Array | null,
  isEncryption: boolean,
  authenticates: boolean,
  tagBytes: number,
): number {
  try {
    return cipherStart(info.name, key, iv, isEncryption, authenticates, tagBytes);
  } catch (error: any) {
    if (tagBytes >= 0 && error.code?.startsWith("ERR_OSSL"))
      throw invalidTag(`Invalid authentication tag length: ${tagBytes}`);
    if (tagBytes >= 0 && error.code === "ERR_CRYPTO_OPERATION_FAILED")
      throw invalidTag(`Invalid authentication tag length: ${tagBytes}`);
    throw error;
  }
}

function checkIv(info: CipherInfo, iv: Uint8Array | null, authenticates: boolean): void {
  const isRight =
    iv === null
      ? info.ivBytes === 0
      : authenticates && info.mode !== "siv"
        ? iv.length > 0
        : iv.length === info.ivBytes;
  if (!isRight || (info.name === "chacha20-poly1305" && iv!.length > CHACHA_IV_BYTES_MAX))
    throw new ERR_CRYPTO_INVALID_IV();
  if (info.mode === "ccm" && (iv!.length < 7 || iv!.length > 13)) throw new ERR_CRYPTO_INVALID_IV();
  if (info.mode === "ocb" && iv!.length > 15) throw new ERR_CRYPTO_INVALID_IV();
}

function tagLength(info: CipherInfo, wanted: number): number {
  if (info.mode === "gcm") {
    if (wanted !== -1 && !GCM_TAGS.includes(wanted)) throw invalidTag(`Invalid authentication tag length: ${wanted}`);
    return wanted;
  }
  if (wanted === -1) {
    if (info.name === "chacha20-poly1305" || info.mode === "siv") return TAG_BYTES;
    throw invalidTag(`authTagLength required for ${info.name.replace(/^id-aes(\d+)/, "aes-$1")}`);
  }
  const isRight =
    wanted <= TAG_BYTES &&
    (info.mode !== "ccm" || (wanted >= 4 && wanted % 2 === 0)) &&
    (wanted > 0 || info.mode === "ocb") &&
    (info.mode !== "siv" || wanted === TAG_BYTES);
  if (!isRight) throw invalidTag(`Invalid authentication tag length: ${wanted}`);
  return wanted;
}

// SP 800-38C §A.1: the longer the nonce, the shorter the message.
function messageLimit(info: CipherInfo, iv: Uint8Array | null): number {
  if (info.mode !== "ccm" || iv === null) return MESSAGE_BYTES_MAX;
  const lengthBytes = 15 - iv.length;
  return lengthBytes >= 4 ? MESSAGE_BYTES_MAX : 2 ** (8 * lengthBytes) - 1;
}

/** Sets the tag of a decryption, once it is known. False when it is missing. */
function setTag(state: State): boolean {
  if (state.isTagSet) return true;
  if (state.tag === undefined) return false;
  cipherSetTag(state.native, state.tag);
  return (state.isTagSet = true);
}

function update(state: State, bytes: Uint8Array): Uint8Array {
  if (state.native === -1 || (state.isWhole && state.hasUpdated)) throw new Error(CANNOT_ADD);
  if (state.info.mode === "ccm" && bytes.length > state.messageBytesMax) throw new ERR_CRYPTO_INVALID_MESSAGELEN();
  if (!state.isEncryption && state.isAuthenticated) setTag(state);
  let output: Uint8Array;
  try {
    output = cipherUpdate(state.native, bytes);
  } catch {
    // The whole data was added and was not authentic: `final()` throws.
    if (!failsInFinal(state)) throw new Error(CANNOT_ADD);
    state.hasFailed = true;
    output = new Uint8Array(0);
  }
  state.hasUpdated = true;
  if (bytes.length > 0) state.hasText = true;
  return output;
}

function failsInFinal({ info, isEncryption }: State): boolean {
  return !isEncryption && (info.mode === "ccm" || info.mode === "siv");
}

/** OpenSSL's error, or one of `message` when there is none. */
function unsupported(error: any, message: string): Error {
  return error.code === "ERR_CRYPTO_OPERATION_FAILED" ? new Error(message) : error;
}

function finish(state: State): Uint8Array {
  if (state.native === -1) {
    const error = new ERR_CRYPTO_INVALID_STATE("");
    error.message = "Invalid state";
    throw error;
  }
  const { native } = state;
  if (!state.isEncryption && state.isAuthenticated && !setTag(state)) throw end(state, new Error(CANNOT_AUTHENTICATE));
  if (failsInFinal(state)) {
    const { hasFailed } = state;
    end(state);
    if (hasFailed) throw new Error(CANNOT_AUTHENTICATE);
    return new Uint8Array(0);
  }
  if (state.isWhole && !state.hasUpdated)
    throw end(state, new Error(state.isAuthenticated ? CANNOT_AUTHENTICATE : "Unsupported state"));
  let rest: Uint8Array;
  try {
    // CCM makes its tag with the data, even when that is empty.
    if (state.info.mode === "ccm" && !state.hasUpdated) cipherUpdate(native, new Uint8Array(0));
    rest = cipherFinish(native);
    if (state.isEncryption && state.isAuthenticated) {
      if (state.tagBytes === -1) state.tagBytes = TAG_BYTES;
      state.tag = cipherTag(native, state.tagBytes);
    }
  } catch (error) {
    throw end(state, unsupported(error, state.isAuthenticated ? CANNOT_AUTHENTICATE : "Unsupported state"));
  }
  end(state);
  return rest;
}

function end<T>(state: State, error?: T): T | undefined {
  untrack(state);
  cipherDrop(state.native);
  state.native = -1;
  return error;
}

function decoderOf(state: State, encoding: unknown): Decoder {
  const name = getEncoding(`${encoding}`)?.name;
  if (name === undefined) throw new ERR_UNKNOWN_ENCODING(encoding);
  state.decoder ??= new StringDecoder(encoding) as Decoder;
  if (state.decoder.encoding !== name) {
    throw new ERR_INVALID_ARG_VALUE("outputEncoding", encoding, `cannot be changed from '${state.decoder.encoding}'`);
  }
  return state.decoder;
}

const methods = {
  _transform(this: CipherObject, chunk: unknown, encoding: unknown, callback: (error?: unknown) => void): void {
    this.push(
      asBuffer(update(this[kState], typeof chunk === "string" ? textBytes(chunk, encoding) : viewBytes(chunk))),
    );
    callback();
  },
  _flush(this: CipherObject, callback: (error?: unknown) => void): void {
    try {
      this.push(asBuffer(finish(this[kState])));
    } catch (error) {
      callback(error);
      return;
    }
    callback();
  },
  update(this: CipherObject, data: unknown, inputEncoding?: unknown, outputEncoding?: unknown): unknown {
    if (typeof data === "string") validateEncoding(data, inputEncoding);
    else if (!ArrayBuffer.isView(data))
      throw new ERR_INVALID_ARG_TYPE("data", ["string", "Buffer", "TypedArray", "DataView"], data);
    const state: State = this[kState];
    const made = asBuffer(
      update(
        state,
        typeof data === "string" ? textBytes(data, getEncoding(`${inputEncoding}`)?.name) : viewBytes(data),
      ),
    );
    return outputEncoding && outputEncoding !== "buffer" ? decoderOf(state, outputEncoding).write(made) : made;
  },
  final(this: CipherObject, outputEncoding?: unknown): unknown {
    const state: State = this[kState];
    const made = asBuffer(finish(state));
    return outputEncoding && outputEncoding !== "buffer" ? decoderOf(state, outputEncoding).end(made) : made;
  },
  setAutoPadding(this: CipherObject, isPadded?: unknown): CipherObject {
    const state: State = this[kState];
    if (state.native === -1) throw new ERR_CRYPTO_INVALID_STATE("setAutoPadding");
    cipherSetPadding(state.native, Boolean(isPadded));
    return this;
  },
  setAAD(this: CipherObject, aadbuf: unknown, options?: CipherOptions): CipherObject {
    const state: State = this[kState];
    const textLength = unsignedOption(options, "plaintextLength");
    const bytes = argumentBytes(aadbuf, "aadbuf", options?.encoding);
    if (state.native === -1 || !state.isAuthenticated) throw new ERR_CRYPTO_INVALID_STATE("setAAD");
    const isTooLate =
      state.info.mode === "siv"
        ? state.hasUpdated
        : state.hasText && (state.info.mode === "gcm" || state.info.mode === "stream");
    if (isTooLate) throw new ERR_CRYPTO_INVALID_STATE("setAAD");
    if (state.info.mode === "ccm") setTextLength(state, textLength);
    cipherAddData(state.native, bytes);
    return this;
  },
};

function setTextLength(state: State, textLength: number): void {
  if (textLength === -1) {
    const error = new ERR_MISSING_ARGS("options");
    error.message = "options.plaintextLength required for CCM mode with AAD";
    throw error;
  }
  if (textLength > state.messageBytesMax) throw new ERR_CRYPTO_INVALID_MESSAGELEN();
  if (!state.isEncryption) setTag(state);
  cipherSetTextLength(state.native, textLength);
}

function getAuthTag(this: CipherObject): Uint8Array {
  const state: State = this[kState];
  if (state.native !== -1 || state.tag === undefined) throw new ERR_CRYPTO_INVALID_STATE("getAuthTag");
  return state.tag.length > 0 ? bufferOver(state.tag) : asBuffer(new Uint8Array(0));
}

function setAuthTag(this: CipherObject, tagbuf: unknown, encoding?: unknown): CipherObject {
  const bytes = argumentBytes(tagbuf, "buffer", encoding);
  const state: State = this[kState];
  const isTooLate = state.info.mode === "siv" && state.hasUpdated;
  if (state.native === -1 || !state.isAuthenticated || state.tag !== undefined || isTooLate)
    throw new ERR_CRYPTO_INVALID_STATE("setAuthTag");
  const expected = state.tagBytes === -1 ? TAG_BYTES : state.tagBytes;
  if (bytes.length !== expected) throw invalidTag(`Invalid authentication tag length: ${bytes.length}`);
  state.tag = copiedBytes(bytes);
  return this;
}

function define(constructor: Function, name: string, more: object): Function {
  Object.defineProperty(constructor, "name", { value: name });
  Object.setPrototypeOf(constructor.prototype, LazyTransform.prototype);
  Object.setPrototypeOf(constructor, LazyTransform);
  Object.assign(constructor.prototype, methods, more);
  return constructor;
}

/** `crypto.Cipheriv`. */
export const Cipheriv: any = define(
  function (this: object, cipher: unknown, key: unknown, iv: unknown, options?: CipherOptions): unknown {
    if (!(this instanceof Cipheriv)) return new Cipheriv(cipher, key, iv, options);
    start(this, cipher, key, iv, options, true);
  },
  "Cipheriv",
  { getAuthTag },
);

/** `crypto.Decipheriv`. */
export const Decipheriv: any = define(
  function (this: object, cipher: unknown, key: unknown, iv: unknown, options?: CipherOptions): unknown {
    if (!(this instanceof Decipheriv)) return new Decipheriv(cipher, key, iv, options);
    start(this, cipher, key, iv, options, false);
  },
  "Decipheriv",
  { setAuthTag },
);

/** A cipher with a key and an initialization vector. */
export function createCipheriv(cipher: unknown, key: unknown, iv: unknown, options?: CipherOptions): CipherObject {
  return new Cipheriv(cipher, key, iv, options);
}

/** The inverse of `createCipheriv`. */
export function createDecipheriv(cipher: unknown, key: unknown, iv: unknown, options?: CipherOptions): CipherObject {
  return new Decipheriv(cipher, key, iv, options);
}
