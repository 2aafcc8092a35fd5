// Writes integers of 1 to 6 bytes. The value is converted to a number and must be in the type's range; fractions are
// truncated. Each method returns the offset after the last byte written.
// Values, offsets and sizes have the types that Node documents and are checked.
import { safe } from "internal:core/bootstrap";
import { byteLengthError, checkOffset, offsetTypeError, valueError } from "internal:core/buffer/bounds";

type Bytes = Uint8Array;

function write8(bytes: Bytes, value: number, offset: number, min: number, max: number): number {
  value = +value;
  if (typeof offset !== "number") checkOffset(bytes, offset, 1);
  if (value > max || value < min) valueError(value, min, max, 1);
  if (bytes[offset] === undefined) checkOffset(bytes, offset, 1);
  bytes[offset] = value;
  return offset + 1;
}

function write16(bytes: Bytes, value: number, offset: number, min: number, max: number, littleEndian: boolean): number {
  value = +value;
  if (typeof offset !== "number") checkOffset(bytes, offset, 2);
  if (value > max || value < min) valueError(value, min, max, 2);
  if (bytes[offset] === undefined || bytes[offset + 1] === undefined) checkOffset(bytes, offset, 2);
  bytes[littleEndian ? offset : offset + 1] = value;
  bytes[littleEndian ? offset + 1 : offset] = value >>> 8;
  return offset + 2;
}

function write32LE(bytes: Bytes, value: number, offset: number, min: number, max: number): number {
  value = +value;
  if (typeof offset !== "number") checkOffset(bytes, offset, 4);
  if (value > max || value < min) valueError(value, min, max, 4);
  if (bytes[offset] === undefined || bytes[offset + 3] === undefined) checkOffset(bytes, offset, 4);
  bytes[offset] = value;
  bytes[offset + 1] = value >>> 8;
  bytes[offset + 2] = value >>> 16;
  bytes[offset + 3] = value >>> 24;
  return offset + 4;
}

function write32BE(bytes: Bytes, value: number, offset: number, min: number, max: number): number {
  value = +value;
  if (typeof offset !== "number") checkOffset(bytes, offset, 4);
  if (value > max || value < min) valueError(value, min, max, 4);
  if (bytes[offset] === undefined || bytes[offset + 3] === undefined) checkOffset(bytes, offset, 4);
  bytes[offset] = value >>> 24;
  bytes[offset + 1] = value >>> 16;
  bytes[offset + 2] = value >>> 8;
  bytes[offset + 3] = value;
  return offset + 4;
}

function writeSized(
  bytes: Bytes,
  value: number,
  offset: number,
  size: number,
  signed: boolean,
  littleEndian: boolean,
): number {
  if (size !== 1 && size !== 2 && size !== 3 && size !== 4 && size !== 5 && size !== 6) byteLengthError(size);
  value = +value;
  if (offset === undefined) offsetTypeError(offset);
  const limit = 2 ** (size * 8 - (signed ? 1 : 0));
  const min = signed ? -limit : 0;
  if (typeof offset !== "number") checkOffset(bytes, offset, size);
  if (value > limit - 1 || value < min) valueError(value, min, limit - 1, size);
  checkOffset(bytes, offset, size);
  // Two's complement: below 2 ** 48 the sum is exact.
  let rest = safe.trunc(value) || 0;
  if (rest < 0) rest += limit * 2;
  for (let index = 0; index < size; index++) {
    bytes[littleEndian ? offset + index : offset + size - 1 - index] = rest % 0x100;
    rest = safe.floor(rest / 0x100);
  }
  return offset + size;
}

export const writeIntegerMethods = {
  writeUInt8(this: Bytes, value: number, offset = 0): number {
    return write8(this, value, offset, 0, 0xff);
  },
  writeUInt16LE(this: Bytes, value: number, offset = 0): number {
    return write16(this, value, offset, 0, 0xffff, true);
  },
  writeUInt16BE(this: Bytes, value: number, offset = 0): number {
    return write16(this, value, offset, 0, 0xffff, false);
  },
  writeUInt32LE(this: Bytes, value: number, offset = 0): number {
    return write32LE(this, value, offset, 0, 0xffffffff);
  },
  writeUInt32BE(this: Bytes, value: number, offset = 0): number {
    return write32BE(this, value, offset, 0, 0xffffffff);
  },
  writeInt8(this: Bytes, value: number, offset = 0): number {
    return write8(this, value, offset, -0x80, 0x7f);
  },
  writeInt16LE(this: Bytes, value: number, offset = 0): number {
    return write16(this, value, offset, -0x8000, 0x7fff, true);
  },
  writeInt16BE(this: Bytes, value: number, offset = 0): number {
    return write16(this, value, offset, -0x8000, 0x7fff, false);
  },
  writeInt32LE(this: Bytes, value: number, offset = 0): number {
    return write32LE(this, value, offset, -0x80000000, 0x7fffffff);
  },
  writeInt32BE(this: Bytes, value: number, offset = 0): number {
    return write32BE(this, value, offset, -0x80000000, 0x7fffffff);
  },
  /** Writes an unsigned value in `byteLength` bytes (1 to 6), little endian. */
  writeUIntLE(this: Bytes, value: number, offset: number, byteLength: number): number {
    return writeSized(this, value, offset, byteLength, false, true);
  },
  writeUIntBE(this: Bytes, value: number, offset: number, byteLength: number): number {
    return writeSized(this, value, offset, byteLength, false, false);
  },
  writeIntLE(this: Bytes, value: number, offset: number, byteLength: number): number {
    return writeSized(this, value, offset, byteLength, true, true);
  },
  writeIntBE(this: Bytes, value: number, offset: number, byteLength: number): number {
    return writeSized(this, value, offset, byteLength, true, false);
  },
};
