// Reading integers of 1 to 6 bytes. Each method stands alone, because these are the inner loops of parsers. `at + n` is
// undefined beyond the end, which is the bounds check; sums of shifted bytes stay below 2 ** 53.
import { byteLengthError, checkOffset, offsetTypeError } from "internal:buffer/bounds";

type Bytes = Uint8Array;

function read32LE(b: Bytes, at: number): number {
  return (b[at]! | (b[at + 1]! << 8) | (b[at + 2]! << 16) | (b[at + 3]! << 24)) >>> 0;
}
function read32BE(b: Bytes, at: number): number {
  return ((b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!) >>> 0;
}

/** The unsigned value of `size` bytes (1 to 6). */
function readUnsigned(bytes: Bytes, offset: any, size: any, littleEndian: boolean): number {
  if (offset === undefined) offsetTypeError(offset);
  if (size !== 1 && size !== 2 && size !== 3 && size !== 4 && size !== 5 && size !== 6) byteLengthError(size);
  checkOffset(bytes, offset, size);
  let value = 0;
  if (littleEndian) {
    for (let index = size - 1; index >= 0; index--) value = value * 0x100 + bytes[offset + index]!;
  } else {
    for (let index = 0; index < size; index++) value = value * 0x100 + bytes[offset + index]!;
  }
  return value;
}

function readSigned(bytes: Bytes, offset: any, size: any, littleEndian: boolean): number {
  const value = readUnsigned(bytes, offset, size, littleEndian);
  const limit = 2 ** (size * 8 - 1);
  return value >= limit ? value - limit * 2 : value;
}

export const readingIntegers = {
  /** The byte at `offset`. */
  readUInt8(this: Bytes, offset: any = 0): number {
    if (typeof offset !== "number" || this[offset] === undefined) checkOffset(this, offset, 1);
    return this[offset]!;
  },
  readUInt16LE(this: Bytes, offset: any = 0): number {
    if (typeof offset !== "number" || this[offset] === undefined || this[offset + 1] === undefined) checkOffset(this, offset, 2);
    return this[offset]! | (this[offset + 1]! << 8);
  },
  readUInt16BE(this: Bytes, offset: any = 0): number {
    if (typeof offset !== "number" || this[offset] === undefined || this[offset + 1] === undefined) checkOffset(this, offset, 2);
    return (this[offset]! << 8) | this[offset + 1]!;
  },
  readUInt32LE(this: Bytes, offset: any = 0): number {
    if (typeof offset !== "number" || this[offset] === undefined || this[offset + 3] === undefined) checkOffset(this, offset, 4);
    return read32LE(this, offset);
  },
  readUInt32BE(this: Bytes, offset: any = 0): number {
    if (typeof offset !== "number" || this[offset] === undefined || this[offset + 3] === undefined) checkOffset(this, offset, 4);
    return read32BE(this, offset);
  },
  readInt8(this: Bytes, offset: any = 0): number {
    if (typeof offset !== "number" || this[offset] === undefined) checkOffset(this, offset, 1);
    return (this[offset]! << 24) >> 24;
  },
  readInt16LE(this: Bytes, offset: any = 0): number {
    if (typeof offset !== "number" || this[offset] === undefined || this[offset + 1] === undefined) checkOffset(this, offset, 2);
    return ((this[offset]! | (this[offset + 1]! << 8)) << 16) >> 16;
  },
  readInt16BE(this: Bytes, offset: any = 0): number {
    if (typeof offset !== "number" || this[offset] === undefined || this[offset + 1] === undefined) checkOffset(this, offset, 2);
    return (((this[offset]! << 8) | this[offset + 1]!) << 16) >> 16;
  },
  readInt32LE(this: Bytes, offset: any = 0): number {
    if (typeof offset !== "number" || this[offset] === undefined || this[offset + 3] === undefined) checkOffset(this, offset, 4);
    return read32LE(this, offset) | 0;
  },
  readInt32BE(this: Bytes, offset: any = 0): number {
    if (typeof offset !== "number" || this[offset] === undefined || this[offset + 3] === undefined) checkOffset(this, offset, 4);
    return read32BE(this, offset) | 0;
  },
  /** The unsigned value of `byteLength` bytes (1 to 6), little endian. */
  readUIntLE(this: Bytes, offset: any, byteLength: any): number {
    return readUnsigned(this, offset, byteLength, true);
  },
  readUIntBE(this: Bytes, offset: any, byteLength: any): number {
    return readUnsigned(this, offset, byteLength, false);
  },
  readIntLE(this: Bytes, offset: any, byteLength: any): number {
    return readSigned(this, offset, byteLength, true);
  },
  readIntBE(this: Bytes, offset: any, byteLength: any): number {
    return readSigned(this, offset, byteLength, false);
  },
};
