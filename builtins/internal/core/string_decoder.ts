// node:string_decoder: bytes that arrive in pieces become text without cutting a character. UTF-8, UTF-16 and base64
// keep the start of a character (at most 3 bytes) for the next piece; the other encodings keep nothing.
import defer * as buffers from "internal:core/buffer";
import * as encodings from "internal:core/buffer/encodings";
import type { Encoding } from "internal:core/buffer/encodings";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_UNKNOWN_ENCODING } from "internal:core/errors";

// The kept state is one small array, as Node shows it when it prints a decoder: 4 bytes of the cut character, how many
// bytes it still lacks, how many are kept, the number of the encoding.
const kState = Symbol("kNativeDecoder");
const MISSING = 4;
const KEPT = 5;
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

/** A decoder for one stream of bytes. Throws ERR_UNKNOWN_ENCODING for a name that Buffer does not know. */
export const StringDecoder: any = function StringDecoder(this: any, encoding?: any) {
  const kind =
    encoding === undefined || encoding === null || encoding === ""
      ? encodings.utf8
      : encodings.getEncoding(String(encoding));
  if (kind === undefined || typeof encoding === "symbol") throw new ERR_UNKNOWN_ENCODING(encoding);
  this.encoding = kind.name;
  const state: Uint8Array = new buffers.FastBuffer(STATE_BYTES);
  state[ENCODING] = numbers[kind.name]!;
  this[kState] = state;
};

/** The text of `bytes` after what was kept, without a character that is cut at the end. Text is given back as it is. */
StringDecoder.prototype.write = function write(bytes: any): string {
  if (typeof bytes === "string") return bytes;
  if (!ArrayBuffer.isView(bytes)) throw new ERR_INVALID_ARG_TYPE("buf", ["Buffer", "TypedArray", "DataView"], bytes);
  const state: Uint8Array | undefined = this[kState];
  if (!state) throw new ERR_INVALID_THIS("StringDecoder");
  return decode(state, asBytes(bytes));
};

/** The text of `bytes` and of what was kept, a cut character included (as U+FFFD in UTF-8). The decoder can be used again. */
StringDecoder.prototype.end = function end(bytes?: any): string {
  const text = bytes === undefined ? "" : this.write(bytes);
  return text + flush(this[kState]);
};

/** The text of `bytes` from `offset`, forgetting what was kept. */
StringDecoder.prototype.text = function text(bytes: any, offset: number): string {
  this[kState][MISSING] = 0;
  this[kState][KEPT] = 0;
  return this.write(bytes.slice(offset));
};

Object.defineProperties(StringDecoder.prototype, {
  lastChar: {
    configurable: true,
    enumerable: true,
    get(this: any) {
      return this[kState].subarray(0, MISSING);
    },
  },
  lastNeed: {
    configurable: true,
    enumerable: true,
    get(this: any) {
      return this[kState][MISSING];
    },
  },
  lastTotal: {
    configurable: true,
    enumerable: true,
    get(this: any) {
      return this[kState][KEPT] + this[kState][MISSING];
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
  let text = "";
  if (state[MISSING]! > 0) {
    start = complete(state, bytes, encoding);
    if (state[MISSING]! > 0) return "";
    text = encoding.slice(state, 0, state[KEPT]!);
    state[KEPT] = 0;
    // A high surrogate that was just completed waits for its other half.
    if (encoding === encodings.utf16le && isHighSurrogate(text.charCodeAt(text.length - 1)) && text.length === 1) {
      keep(state, state.slice(0, 2), 0, 2, 2);
      return start < bytes.length ? decode(state, bytes.subarray(start)) : "";
    }
  }
  const end = start + wholeLength(state, bytes, start, encoding);
  return end > start ? text + encoding.slice(bytes, start, end) : text;
}

/** Moves bytes into the kept character until it is whole or turns out to be invalid. Returns how many were used. */
function complete(state: Uint8Array, bytes: Uint8Array, encoding: Encoding): number {
  let used = 0;
  while (state[MISSING]! > 0 && used < bytes.length) {
    if (encoding === encodings.utf8 && (bytes[used]! & 0xc0) !== 0x80) {
      state[MISSING] = 0;
      break;
    }
    state[state[KEPT]!++] = bytes[used++]!;
    state[MISSING]!--;
  }
  return used;
}

/** How many bytes from `start` form whole characters; the rest is kept. */
function wholeLength(state: Uint8Array, bytes: Uint8Array, start: number, encoding: Encoding): number {
  const length = bytes.length - start;
  if (length === 0) return 0;
  let rest = 0;
  let size = 0;
  if (encoding === encodings.utf8) {
    [rest, size] = cutUtf8(bytes, start);
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
  if (rest > 0) keep(state, bytes, bytes.length - rest, rest, size - rest);
  return length - rest;
}

function keep(state: Uint8Array, bytes: Uint8Array, from: number, count: number, missing: number): void {
  for (let index = 0; index < count; index++) state[index] = bytes[from + index]!;
  state[KEPT] = count;
  state[MISSING] = missing;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

const WHOLE: [number, number] = [0, 0];

/**
 * The cut character at the end, if there is one: how many bytes of it are there and how many it has in all. Only the
 * shape of the lead byte counts, as in Node; whether the whole is valid shows when it is decoded.
 */
function cutUtf8(bytes: Uint8Array, start: number): [number, number] {
  const last = bytes.length - 1;
  if (bytes[last]! < 0x80) return WHOLE;
  for (let index = last; index >= start && index > last - 4; index--) {
    const byte = bytes[index]!;
    if ((byte & 0xc0) === 0x80) continue;
    const size = (byte & 0xe0) === 0xc0 ? 2 : (byte & 0xf0) === 0xe0 ? 3 : (byte & 0xf8) === 0xf0 ? 4 : 0;
    const there = last - index + 1;
    return size <= there ? WHOLE : [there, size];
  }
  return WHOLE;
}

/** The text of the kept bytes, which are forgotten. */
function flush(state: Uint8Array): string {
  const encoding = byNumber[state[ENCODING]!]!;
  let kept = state[KEPT]!;
  // Half a UTF-16 unit says nothing.
  if (encoding === encodings.utf16le && kept % 2 === 1) kept--;
  state[MISSING] = 0;
  state[KEPT] = 0;
  return kept === 0 ? "" : encoding.slice(state, 0, kept);
}

export default { StringDecoder };
