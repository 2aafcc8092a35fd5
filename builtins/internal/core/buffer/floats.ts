// Reads and writes 32- and 64-bit floating-point numbers, through typed arrays over the same memory. The supported machines
// are little endian. Values and offsets have the types that Node documents and are checked.
import { checkOffset } from "internal:core/buffer/bounds";

type Bytes = Uint8Array;
const float32 = new Float32Array(1);
const words = new Int32Array(float32.buffer);
const float64 = new Float64Array(1);
const doubleWords = new Int32Array(float64.buffer);

/** Copies four bytes into `float32`. */
function load4(bytes: Bytes, offset: number, littleEndian: boolean): void {
  if (typeof offset !== "number") checkOffset(bytes, offset, 4);
  const first = bytes[offset];
  const last = bytes[offset + 3];
  if (first === undefined || last === undefined) checkOffset(bytes, offset, 4);
  const second = bytes[offset + 1]!;
  const third = bytes[offset + 2]!;
  words[0] = littleEndian
    ? first! | (second << 8) | (third << 16) | (last! << 24)
    : (first! << 24) | (second << 16) | (third << 8) | last!;
}

/** Copies eight bytes into `float64`. */
function load8(bytes: Bytes, offset: number, littleEndian: boolean): void {
  if (typeof offset !== "number") checkOffset(bytes, offset, 8);
  const first = bytes[offset];
  const last = bytes[offset + 7];
  if (first === undefined || last === undefined) checkOffset(bytes, offset, 8);
  const second = bytes[offset + 1]!;
  const third = bytes[offset + 2]!;
  const fourth = bytes[offset + 3]!;
  const fifth = bytes[offset + 4]!;
  const sixth = bytes[offset + 5]!;
  const seventh = bytes[offset + 6]!;
  if (littleEndian) {
    doubleWords[0] = first! | (second << 8) | (third << 16) | (fourth << 24);
    doubleWords[1] = fifth | (sixth << 8) | (seventh << 16) | (last! << 24);
  } else {
    doubleWords[1] = (first! << 24) | (second << 16) | (third << 8) | fourth;
    doubleWords[0] = (fifth << 24) | (sixth << 16) | (seventh << 8) | last!;
  }
}

/** Writes the four bytes of a word. */
function store4(bytes: Bytes, offset: number, word: number, littleEndian: boolean): void {
  if (littleEndian) {
    bytes[offset] = word;
    bytes[offset + 1] = word >>> 8;
    bytes[offset + 2] = word >>> 16;
    bytes[offset + 3] = word >>> 24;
  } else {
    bytes[offset] = word >>> 24;
    bytes[offset + 1] = word >>> 16;
    bytes[offset + 2] = word >>> 8;
    bytes[offset + 3] = word;
  }
}

function write4(bytes: Bytes, value: number, offset: number, littleEndian: boolean): number {
  float32[0] = +value;
  if (typeof offset !== "number" || bytes[offset] === undefined || bytes[offset + 3] === undefined)
    checkOffset(bytes, offset, 4);
  store4(bytes, offset, words[0]!, littleEndian);
  return offset + 4;
}

function write8(bytes: Bytes, value: number, offset: number, littleEndian: boolean): number {
  float64[0] = +value;
  if (typeof offset !== "number" || bytes[offset] === undefined || bytes[offset + 7] === undefined)
    checkOffset(bytes, offset, 8);
  store4(bytes, offset, doubleWords[littleEndian ? 0 : 1]!, littleEndian);
  store4(bytes, offset + 4, doubleWords[littleEndian ? 1 : 0]!, littleEndian);
  return offset + 8;
}

export const floatMethods = {
  readFloatLE(this: Bytes, offset = 0): number {
    load4(this, offset, true);
    return float32[0]!;
  },
  readFloatBE(this: Bytes, offset = 0): number {
    load4(this, offset, false);
    return float32[0]!;
  },
  readDoubleLE(this: Bytes, offset = 0): number {
    load8(this, offset, true);
    return float64[0]!;
  },
  readDoubleBE(this: Bytes, offset = 0): number {
    load8(this, offset, false);
    return float64[0]!;
  },
  writeFloatLE(this: Bytes, value: number, offset = 0): number {
    return write4(this, value, offset, true);
  },
  writeFloatBE(this: Bytes, value: number, offset = 0): number {
    return write4(this, value, offset, false);
  },
  writeDoubleLE(this: Bytes, value: number, offset = 0): number {
    return write8(this, value, offset, true);
  },
  writeDoubleBE(this: Bytes, value: number, offset = 0): number {
    return write8(this, value, offset, false);
  },
};
