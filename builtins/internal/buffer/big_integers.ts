// Reading and writing 64-bit integers as BigInt, in two halves of 32 bits.
import { checkOffset, valueError } from "internal:buffer/bounds";
import { readingIntegers } from "internal:buffer/read_integers";

type Bytes = Uint8Array;
const { readInt32BE, readInt32LE, readUInt32BE, readUInt32LE } = readingIntegers;

function write(bytes: Bytes, value: any, offset: any, min: bigint, max: bigint, littleEndian: boolean): number {
  if (value > max || value < min) valueError(value, min, max, 8);
  checkOffset(bytes, offset, 8);
  let low = Number(value & 0xffffffffn);
  let high = Number((value >> 32n) & 0xffffffffn);
  for (let index = 0; index < 4; index++) {
    bytes[littleEndian ? offset + index : offset + 7 - index] = low;
    bytes[littleEndian ? offset + 4 + index : offset + 3 - index] = high;
    low >>>= 8;
    high >>>= 8;
  }
  return offset + 8;
}

const UNSIGNED_MAX = 0xffffffffffffffffn;
const SIGNED_MIN = -0x8000000000000000n;
const SIGNED_MAX = 0x7fffffffffffffffn;

export const bigIntegers = {
  readBigUInt64LE(this: Bytes, offset: any = 0): bigint {
    checkOffset(this, offset, 8);
    return BigInt(readUInt32LE.call(this, offset)) + (BigInt(readUInt32LE.call(this, offset + 4)) << 32n);
  },
  readBigUInt64BE(this: Bytes, offset: any = 0): bigint {
    checkOffset(this, offset, 8);
    return (BigInt(readUInt32BE.call(this, offset)) << 32n) + BigInt(readUInt32BE.call(this, offset + 4));
  },
  readBigInt64LE(this: Bytes, offset: any = 0): bigint {
    checkOffset(this, offset, 8);
    return BigInt(readUInt32LE.call(this, offset)) + (BigInt(readInt32LE.call(this, offset + 4)) << 32n);
  },
  readBigInt64BE(this: Bytes, offset: any = 0): bigint {
    checkOffset(this, offset, 8);
    return (BigInt(readInt32BE.call(this, offset)) << 32n) + BigInt(readUInt32BE.call(this, offset + 4));
  },
  writeBigUInt64LE(this: Bytes, value: any, offset: any = 0): number {
    return write(this, value, offset, 0n, UNSIGNED_MAX, true);
  },
  writeBigUInt64BE(this: Bytes, value: any, offset: any = 0): number {
    return write(this, value, offset, 0n, UNSIGNED_MAX, false);
  },
  writeBigInt64LE(this: Bytes, value: any, offset: any = 0): number {
    return write(this, value, offset, SIGNED_MIN, SIGNED_MAX, true);
  },
  writeBigInt64BE(this: Bytes, value: any, offset: any = 0): number {
    return write(this, value, offset, SIGNED_MIN, SIGNED_MAX, false);
  },
};
