// Reads and writes 64-bit integers as BigInt. The eight bytes go through typed arrays over the same memory, since BigInt
// arithmetic allocates a new value in each step. Values and offsets have the types that Node documents and are checked.
import { checkOffset, valueError } from "internal:core/buffer/bounds";

type Bytes = Uint8Array;

const scratch = new Uint8Array(8);
const signed = new BigInt64Array(scratch.buffer);
const unsigned = new BigUint64Array(scratch.buffer);
/** Whether this machine stores the lowest byte of a number first. */
const isLittleEndianHere = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function load(bytes: Bytes, offset: number, littleEndian: boolean): void {
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
  value: bigint,
  offset: number,
  view: BigInt64Array | BigUint64Array,
  littleEndian: boolean,
): number {
  if (typeof value !== "bigint") value = asBigInt(bytes, value, offset, view);
  view[0] = value;
  // The view stores the low 64 bits of any value.
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

// Converts a value that is not a BigInt: an object that wraps one is accepted, any other value fails after the checks of range and
// offset, with V8's message.
function asBigInt(bytes: Bytes, value: unknown, offset: number, view: object): bigint {
  const [min, max] = rangeOf(view);
  if ((value as bigint) > max || (value as bigint) < min) valueError(value, min, max, 8);
  checkOffset(bytes, offset, 8);
  const primitive: unknown = typeof value === "object" && value !== null ? value.valueOf() : value;
  if (typeof primitive !== "bigint") throw new TypeError("Cannot mix BigInt and other types, use explicit conversions");
  return primitive;
}

export const bigIntegerMethods = {
  readBigUInt64LE(this: Bytes, offset = 0): bigint {
    load(this, offset, true);
    return unsigned[0]!;
  },
  readBigUInt64BE(this: Bytes, offset = 0): bigint {
    load(this, offset, false);
    return unsigned[0]!;
  },
  readBigInt64LE(this: Bytes, offset = 0): bigint {
    load(this, offset, true);
    return signed[0]!;
  },
  readBigInt64BE(this: Bytes, offset = 0): bigint {
    load(this, offset, false);
    return signed[0]!;
  },
  writeBigUInt64LE(this: Bytes, value: bigint, offset = 0): number {
    return write(this, value, offset, unsigned, true);
  },
  writeBigUInt64BE(this: Bytes, value: bigint, offset = 0): number {
    return write(this, value, offset, unsigned, false);
  },
  writeBigInt64LE(this: Bytes, value: bigint, offset = 0): number {
    return write(this, value, offset, signed, true);
  },
  writeBigInt64BE(this: Bytes, value: bigint, offset = 0): number {
    return write(this, value, offset, signed, false);
  },
};
