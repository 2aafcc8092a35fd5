// Reading and writing 64-bit integers as BigInt: by way of eight bytes that lie under arrays of both kinds, since calculating with
// BigInts makes a new one in each step.
import { checkOffset, valueError } from "internal:core/buffer/bounds";

type Bytes = Uint8Array;

const scratch = new Uint8Array(8);
const signed = new BigInt64Array(scratch.buffer);
const unsigned = new BigUint64Array(scratch.buffer);
/** The byte of a number in memory that is its lowest: the first or the last. */
const isLittleEndianHere = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function load(bytes: Bytes, offset: any, littleEndian: boolean): void {
  if (typeof offset !== "number" || bytes[offset] === undefined || bytes[offset + 7] === undefined)
    checkOffset(bytes, offset, 8);
  if (littleEndian === isLittleEndianHere) {
    for (let index = 0; index < 8; index++) scratch[index] = bytes[offset + index]!;
  } else {
    for (let index = 0; index < 8; index++) scratch[index] = bytes[offset + 7 - index]!;
  }
}

function write(
  bytes: Bytes,
  value: any,
  offset: any,
  view: BigInt64Array | BigUint64Array,
  littleEndian: boolean,
): number {
  if (typeof value !== "bigint") value = asBigInt(bytes, value, offset, view);
  view[0] = value;
  // It takes the low 64 bits of any value.
  if (view[0] !== value) valueError(value, ...rangeOf(view), 8);
  if (typeof offset !== "number" || bytes[offset] === undefined || bytes[offset + 7] === undefined)
    checkOffset(bytes, offset, 8);
  if (littleEndian === isLittleEndianHere) {
    for (let index = 0; index < 8; index++) bytes[offset + index] = scratch[index]!;
  } else {
    for (let index = 0; index < 8; index++) bytes[offset + index] = scratch[7 - index]!;
  }
  return offset + 8;
}

function rangeOf(view: object): [bigint, bigint] {
  return view === unsigned ? [0n, 0xffffffffffffffffn] : [-0x8000000000000000n, 0x7fffffffffffffffn];
}

// What is no BigInt: an object that stands for one is taken, all else fails behind the checks of range and offset, in V8's words.
function asBigInt(bytes: Bytes, value: any, offset: any, view: object): bigint {
  const [min, max] = rangeOf(view);
  if (value > max || value < min) valueError(value, min, max, 8);
  checkOffset(bytes, offset, 8);
  const primitive = typeof value === "object" && value !== null ? value.valueOf() : value;
  if (typeof primitive !== "bigint") throw new TypeError("Cannot mix BigInt and other types, use explicit conversions");
  return primitive;
}

export const bigIntegers = {
  readBigUInt64LE(this: Bytes, offset: any = 0): bigint {
    load(this, offset, true);
    return unsigned[0]!;
  },
  readBigUInt64BE(this: Bytes, offset: any = 0): bigint {
    load(this, offset, false);
    return unsigned[0]!;
  },
  readBigInt64LE(this: Bytes, offset: any = 0): bigint {
    load(this, offset, true);
    return signed[0]!;
  },
  readBigInt64BE(this: Bytes, offset: any = 0): bigint {
    load(this, offset, false);
    return signed[0]!;
  },
  writeBigUInt64LE(this: Bytes, value: any, offset: any = 0): number {
    return write(this, value, offset, unsigned, true);
  },
  writeBigUInt64BE(this: Bytes, value: any, offset: any = 0): number {
    return write(this, value, offset, unsigned, false);
  },
  writeBigInt64LE(this: Bytes, value: any, offset: any = 0): number {
    return write(this, value, offset, signed, true);
  },
  writeBigInt64BE(this: Bytes, value: any, offset: any = 0): number {
    return write(this, value, offset, signed, false);
  },
};
