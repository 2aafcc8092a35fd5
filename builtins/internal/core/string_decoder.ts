// node:string_decoder: decodes bytes that arrive in chunks without splitting a character. For UTF-8, UTF-16 and base64 an
// incomplete character (at most 3 bytes) is buffered for the next chunk; the other encodings buffer nothing.
import { safe } from "internal:core/bootstrap";
import defer * as buffers from "internal:core/buffer";
import * as encodings from "internal:core/buffer/encodings";
import type { Encoding } from "internal:core/buffer/encodings";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_UNKNOWN_ENCODING } from "internal:core/errors";

// The state is one small array, which Node shows when it prints a decoder: 4 bytes of the incomplete character, the count of
// bytes that it lacks, the count of bytes that are buffered, the number of the encoding.
const kState = Symbol("kNativeDecoder");
const MISSING = 4;
const BUFFERED = 5;
const ENCODING = 6;
const STATE_BYTES = 7;
// Node's numbers of the encodings, by name.
const numbers: Record<string, number> = {
  ascii: 0,
  utf8: 1,
  base64: 2,
  utf16le: 3,
  latin1: 4,
  hex: 5,
  buffer: 6,
  base64url: 7,
};
const byNumber: (Encoding | undefined)[] = [
  encodings.ascii,
  encodings.utf8,
  encodings.base64,
  encodings.utf16le,
  encodings.latin1,
  encodings.hex,
  undefined,
  encodings.base64url,
];

/** A decoder, as `new StringDecoder` returns it. */
interface Decoder {
  encoding: string;
  [kState]: Uint8Array;
  write(bytes: unknown): string;
  end(bytes?: unknown): string;
  text(bytes: Uint8Array, offset: number): string;
}

/** The class: a function, which a program may call on its own object. */
interface DecoderClass {
  new (encoding?: unknown): Decoder;
  (this: object, encoding?: unknown): void;
  readonly prototype: Decoder;
}

/** A decoder for one stream of bytes. Throws ERR_UNKNOWN_ENCODING for a name that Buffer does not know. */
export const StringDecoder = function StringDecoder(this: Decoder, encoding?: unknown) {
  const kind =
    encoding === undefined || encoding === null || encoding === ""
      ? encodings.utf8
      : encodings.getEncoding(String(encoding));
  if (kind === undefined || typeof encoding === "symbol") throw new ERR_UNKNOWN_ENCODING(encoding);
  this.encoding = kind.name;
  const state: Uint8Array = new buffers.FastBuffer(STATE_BYTES);
  state[ENCODING] = numbers[kind.name]!;
  this[kState] = state;
} as unknown as DecoderClass;

/** The string of the buffered bytes and `bytes`, without an incomplete character at the end. A string is returned unchanged. */
StringDecoder.prototype.write = function write(bytes: unknown): string {
  if (typeof bytes === "string") return bytes;
  if (!safe.isView(bytes)) throw new ERR_INVALID_ARG_TYPE("buf", ["Buffer", "TypedArray", "DataView"], bytes);
  const state: Uint8Array | undefined = this[kState];
  if (!state) throw new ERR_INVALID_THIS("StringDecoder");
  return decode(state, asBytes(bytes));
};

/** As `write`, with an incomplete character at the end (as U+FFFD in UTF-8). The decoder can be used again. */
StringDecoder.prototype.end = function end(bytes?: unknown): string {
  const decoded = bytes === undefined ? "" : this.write(bytes);
  return decoded + flush(this[kState]);
};

/** The string of `bytes` from `offset`; the buffered bytes are discarded. */
StringDecoder.prototype.text = function text(bytes: Uint8Array, offset: number): string {
  this[kState][MISSING] = 0;
  this[kState][BUFFERED] = 0;
  return this.write(bytes.slice(offset));
};

Object.defineProperties(StringDecoder.prototype, {
  lastChar: {
    configurable: true,
    enumerable: true,
    get(this: Decoder) {
      return this[kState].subarray(0, MISSING);
    },
  },
  lastNeed: {
    configurable: true,
    enumerable: true,
    get(this: Decoder) {
      return this[kState][MISSING];
    },
  },
  lastTotal: {
    configurable: true,
    enumerable: true,
    get(this: Decoder) {
      return this[kState][BUFFERED] + this[kState][MISSING];
    },
  },
});

function asBytes(view: ArrayBufferView): Uint8Array {
  return view instanceof Uint8Array
    ? view
    : new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
}

function decode(state: Uint8Array, bytes: Uint8Array): string {
  const encoding = byNumber[state[ENCODING]!]!;
  if (
    encoding !== encodings.utf8 &&
    encoding !== encodings.utf16le &&
    encoding !== encodings.base64 &&
    encoding !== encodings.base64url
  ) {
    return encoding.slice(bytes, 0, bytes.length);
  }
  let start = 0;
  let decoded = "";
  if (state[MISSING]! > 0) {
    start = complete(state, bytes, encoding);
    if (state[MISSING]! > 0) return "";
    decoded = encoding.slice(state, 0, state[BUFFERED]!);
    state[BUFFERED] = 0;
    // A high surrogate that was just completed needs its low surrogate.
    if (
      encoding === encodings.utf16le &&
      isHighSurrogate(decoded.charCodeAt(decoded.length - 1)) &&
      decoded.length === 1
    ) {
      bufferBytes(state, state.slice(0, 2), 0, 2, 2);
      return start < bytes.length ? decode(state, bytes.subarray(start)) : "";
    }
  }
  const end = start + completeLength(state, bytes, start, encoding);
  return end > start ? decoded + encoding.slice(bytes, start, end) : decoded;
}

/** Appends bytes to the buffered character until it is complete or invalid. Returns how many were used. */
function complete(state: Uint8Array, bytes: Uint8Array, encoding: Encoding): number {
  let used = 0;
  while (state[MISSING]! > 0 && used < bytes.length) {
    if (encoding === encodings.utf8 && (bytes[used]! & 0xc0) !== 0x80) {
      state[MISSING] = 0;
      break;
    }
    state[state[BUFFERED]!++] = bytes[used++]!;
    state[MISSING]!--;
  }
  return used;
}

/** How many bytes from `start` form complete characters; the rest is buffered. */
function completeLength(state: Uint8Array, bytes: Uint8Array, start: number, encoding: Encoding): number {
  const length = bytes.length - start;
  if (length === 0) return 0;
  let rest = 0;
  let size = 0;
  if (encoding === encodings.utf8) {
    const incomplete = incompleteUtf8(bytes, start);
    rest = incomplete[0];
    size = incomplete[1];
  } else if (encoding === encodings.utf16le) {
    rest = length % 2;
    size = 2;
    if (rest === 0 && isHighSurrogate(bytes[bytes.length - 2]! | (bytes[bytes.length - 1]! << 8))) {
      rest = 2;
      size = 4;
    }
  } else {
    rest = length % 3;
    size = 3;
  }
  if (rest > 0) bufferBytes(state, bytes, bytes.length - rest, rest, size - rest);
  return length - rest;
}

function bufferBytes(state: Uint8Array, bytes: Uint8Array, from: number, count: number, missing: number): void {
  for (let index = 0; index < count; index++) state[index] = bytes[from + index]!;
  state[BUFFERED] = count;
  state[MISSING] = missing;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

const COMPLETE: [number, number] = [0, 0];

/**
 * The incomplete character at the end, if there is one: how many bytes of it are present and how many it has in total. Only
 * the bits of the lead byte count, as in Node; decoding decides whether the character is valid.
 */
function incompleteUtf8(bytes: Uint8Array, start: number): [number, number] {
  const last = bytes.length - 1;
  if (bytes[last]! < 0x80) return COMPLETE;
  for (let index = last; index >= start && index > last - 4; index--) {
    const byte = bytes[index]!;
    if ((byte & 0xc0) === 0x80) continue;
    const size = (byte & 0xe0) === 0xc0 ? 2 : (byte & 0xf0) === 0xe0 ? 3 : (byte & 0xf8) === 0xf0 ? 4 : 0;
    const present = last - index + 1;
    return size <= present ? COMPLETE : [present, size];
  }
  return COMPLETE;
}

/** The string of the buffered bytes, which are discarded. */
function flush(state: Uint8Array): string {
  const encoding = byNumber[state[ENCODING]!]!;
  let count = state[BUFFERED]!;
  // Half a UTF-16 unit is ignored.
  if (encoding === encodings.utf16le && count % 2 === 1) count--;
  state[MISSING] = 0;
  state[BUFFERED] = 0;
  return count === 0 ? "" : encoding.slice(state, 0, count);
}

export default { StringDecoder };
