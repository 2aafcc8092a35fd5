// Reads integers of 1 to 6 bytes. Each method is written out, because these are the inner loops of parsers. An element
// beyond the end is undefined, which is the bounds check; sums of shifted bytes stay below 2 ** 53.
// Offsets and sizes have the types that Node documents and are checked.
import { byteLengthError, checkOffset, offsetTypeError } from "internal:core/buffer/bounds";

type Bytes = Uint8Array;

/** The unsigned value of `size` bytes (1 to 6). */
function readUnsigned(bytes: Bytes, offset: number, size: number, littleEndian: boolean): number {
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

function readSigned(bytes: Bytes, offset: number, size: number, littleEndian: boolean): number {
  const value = readUnsigned(bytes, offset, size, littleEndian);
  const limit = 2 ** (size * 8 - 1);
  return value >= limit ? value - limit * 2 : value;
}

export const readIntegerMethods = {
  /** The byte at `offset`. */
  readUInt8(this: Bytes, offset = 0): number {
    if (typeof offset !== "number") checkOffset(this, offset, 1);
    const value = this[offset];
    if (value === undefined) checkOffset(this, offset, 1);
    return value!;
  },
  readUInt16LE(this: Bytes, offset = 0): number {
    if (typeof offset !== "number") checkOffset(this, offset, 2);
    const first = this[offset];
    const last = this[offset + 1];
    if (first === undefined || last === undefined) checkOffset(this, offset, 2);
    return first! | (last! << 8);
  },
  readUInt16BE(this: Bytes, offset = 0): number {
    if (typeof offset !== "number") checkOffset(this, offset, 2);
    const first = this[offset];
    const last = this[offset + 1];
    if (first === undefined || last === undefined) checkOffset(this, offset, 2);
    return (first! << 8) | last!;
  },
  readUInt32LE(this: Bytes, offset = 0): number {
    if (typeof offset !== "number") checkOffset(this, offset, 4);
    const first = this[offset];
    const last = this[offset + 3];
    if (first === undefined || last === undefined) checkOffset(this, offset, 4);
    return (first! | (this[offset + 1]! << 8) | (this[offset + 2]! << 16) | (last! << 24)) >>> 0;
  },
  readUInt32BE(this: Bytes, offset = 0): number {
    if (typeof offset !== "number") checkOffset(this, offset, 4);
    const first = this[offset];
    const last = this[offset + 3];
    if (first === undefined || last === undefined) checkOffset(this, offset, 4);
    return ((first! << 24) | (this[offset + 1]! << 16) | (this[offset + 2]! << 8) | last!) >>> 0;
  },
  readInt8(this: Bytes, offset = 0): number {
    if (typeof offset !== "number") checkOffset(this, offset, 1);
    const value = this[offset];
    if (value === undefined) checkOffset(this, offset, 1);
    return (value! << 24) >> 24;
  },
  readInt16LE(this: Bytes, offset = 0): number {
    if (typeof offset !== "number") checkOffset(this, offset, 2);
    const first = this[offset];
    const last = this[offset + 1];
    if (first === undefined || last === undefined) checkOffset(this, offset, 2);
    return ((first! | (last! << 8)) << 16) >> 16;
  },
  readInt16BE(this: Bytes, offset = 0): number {
    if (typeof offset !== "number") checkOffset(this, offset, 2);
    const first = this[offset];
    const last = this[offset + 1];
    if (first === undefined || last === undefined) checkOffset(this, offset, 2);
    return (((first! << 8) | last!) << 16) >> 16;
  },
  readInt32LE(this: Bytes, offset = 0): number {
    if (typeof offset !== "number") checkOffset(this, offset, 4);
    const first = this[offset];
    const last = this[offset + 3];
    if (first === undefined || last === undefined) checkOffset(this, offset, 4);
    return first! | (this[offset + 1]! << 8) | (this[offset + 2]! << 16) | (last! << 24);
  },
  readInt32BE(this: Bytes, offset = 0): number {
    if (typeof offset !== "number") checkOffset(this, offset, 4);
    const first = this[offset];
    const last = this[offset + 3];
    if (first === undefined || last === undefined) checkOffset(this, offset, 4);
    return (first! << 24) | (this[offset + 1]! << 16) | (this[offset + 2]! << 8) | last!;
  },
  /** The unsigned value of `byteLength` bytes (1 to 6), little endian. */
  readUIntLE(this: Bytes, offset: number, byteLength: number): number {
    return readUnsigned(this, offset, byteLength, true);
  },
  readUIntBE(this: Bytes, offset: number, byteLength: number): number {
    return readUnsigned(this, offset, byteLength, false);
  },
  readIntLE(this: Bytes, offset: number, byteLength: number): number {
    return readSigned(this, offset, byteLength, true);
  },
  readIntBE(this: Bytes, offset: number, byteLength: number): number {
    return readSigned(this, offset, byteLength, false);
  },
};
