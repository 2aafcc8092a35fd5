// Keys of Deno.Kv as bytes whose order is the order of keys. The format is Deno's, so that both read the same files: per part a
// tag, then the content; zeros in byte strings are followed by 0xff, and a zero ends them.
import { isArrayBufferView } from "internal:core/util/types";
import { Buffer } from "internal:node/buffer";

/** A part of a key. */
export type KeyPart = Uint8Array | string | number | bigint | boolean;
export type Key = readonly KeyPart[];

const BYTES = 0x01;
const STRING = 0x02;
const BIGINT_ZERO = 0x14;
/** Big integers of more bytes than this have the count of bytes behind the tag. */
const SHORT_BIGINT_BYTES = 8;
const LONG_NEGATIVE = 0x0b;
const LONG_POSITIVE = 0x1d;
const NUMBER = 0x21;
const FALSE = 0x26;
const TRUE = 0x27;
const NUMBER_BYTES = 8;
const SIGN = 0x80;
const ALL = 0xff;
const BIGINT_BYTES_MAX = 255;
const HEXADECIMAL = 16;

const corrupt = (): Error => new TypeError("corrupt key in the database");

/** The bytes of a key. Throws a TypeError for other values. */
export function encodeKey(key: unknown): Uint8Array {
  if (!Array.isArray(key)) {
    const found = key === null ? "null" : typeof key === "number" ? "Number" : typeof key;
    throw new TypeError(`serde_v8 error: invalid type; expected: array, got: ${found}`);
  }
  const bytes: number[] = [];
  for (let index = 0; index < key.length; index++) encodePart(bytes, key[index]);
  return new Uint8Array(bytes);
}

/** The key of bytes. */
export function decodeKey(bytes: Uint8Array): KeyPart[] {
  const key: KeyPart[] = [];
  const position = { index: 0 };
  while (position.index < bytes.length) key.push(decodePart(bytes, position));
  return key;
}

/** `bytes` with one more. */
export function withByte(bytes: Uint8Array, last: number): Uint8Array {
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  longer[bytes.length] = last;
  return longer;
}

function encodePart(bytes: number[], part: unknown): void {
  switch (typeof part) {
    case "string":
      bytes.push(STRING);
      return encodeBytes(bytes, Buffer.from(part) as unknown as Uint8Array);
    case "number":
      return encodeNumber(bytes, part);
    case "bigint":
      return encodeBigInt(bytes, part);
    case "boolean":
      bytes.push(part ? TRUE : FALSE);
      return;
  }
  if (!isArrayBufferView(part)) throw new TypeError("expected string, number, bigint, ArrayBufferView, boolean");
  bytes.push(BYTES);
  encodeBytes(bytes, new Uint8Array(part.buffer as ArrayBuffer, part.byteOffset, part.byteLength));
}

function encodeBytes(bytes: number[], content: Uint8Array): void {
  for (const byte of content) {
    bytes.push(byte);
    if (byte === 0) bytes.push(ALL);
  }
  bytes.push(0);
}

function encodeNumber(bytes: number[], value: number): void {
  const view = new DataView(new ArrayBuffer(NUMBER_BYTES));
  view.setFloat64(0, value);
  const flip = view.getUint8(0) >= SIGN ? ALL : 0;
  bytes.push(NUMBER, view.getUint8(0) ^ (flip || SIGN));
  for (let index = 1; index < NUMBER_BYTES; index++) bytes.push(view.getUint8(index) ^ flip);
}

function encodeBigInt(bytes: number[], value: bigint): void {
  if (value === 0n) return void bytes.push(BIGINT_ZERO);
  const isNegative = value < 0n;
  let digits = (isNegative ? -value : value).toString(HEXADECIMAL);
  if (digits.length % 2 === 1) digits = `0${digits}`;
  const content = Buffer.from(digits, "hex") as unknown as Uint8Array;
  const flip = isNegative ? ALL : 0;
  if (content.length > BIGINT_BYTES_MAX) throw new TypeError("BigInt of a key is too large");
  if (content.length > SHORT_BIGINT_BYTES)
    bytes.push(isNegative ? LONG_NEGATIVE : LONG_POSITIVE, content.length ^ flip);
  else bytes.push(BIGINT_ZERO + (isNegative ? -content.length : content.length));
  for (const byte of content) bytes.push(byte ^ flip);
}

function decodePart(bytes: Uint8Array, position: { index: number }): KeyPart {
  const tag = bytes[position.index++]!;
  if (tag === BYTES) return decodeBytes(bytes, position);
  if (tag === STRING) return Buffer.from(decodeBytes(bytes, position)).toString();
  if (tag === NUMBER) return decodeNumber(take(bytes, position, NUMBER_BYTES));
  if (tag === FALSE || tag === TRUE) return tag === TRUE;
  if (tag === BIGINT_ZERO) return 0n;
  if (tag < LONG_NEGATIVE || tag > LONG_POSITIVE) throw corrupt();
  const isNegative = tag < BIGINT_ZERO;
  const flip = isNegative ? ALL : 0;
  const isLong = tag === LONG_NEGATIVE || tag === LONG_POSITIVE;
  const count = isLong ? take(bytes, position, 1)[0]! ^ flip : Math.abs(tag - BIGINT_ZERO);
  const content = take(bytes, position, count).map((byte) => byte ^ flip);
  const value = BigInt(`0x${Buffer.from(content).toString("hex")}`);
  return isNegative ? -value : value;
}

function take(bytes: Uint8Array, position: { index: number }, count: number): Uint8Array {
  const start = position.index;
  position.index += count;
  if (position.index > bytes.length) throw corrupt();
  return bytes.slice(start, position.index);
}

function decodeBytes(bytes: Uint8Array, position: { index: number }): Uint8Array<ArrayBuffer> {
  const content: number[] = [];
  while (position.index < bytes.length) {
    const byte = bytes[position.index++]!;
    if (byte === 0) {
      if (bytes[position.index] !== ALL) return new Uint8Array(content);
      position.index++;
    }
    content.push(byte);
  }
  throw corrupt();
}

function decodeNumber(content: Uint8Array): number {
  const flip = content[0]! < SIGN ? ALL : 0;
  const restored = content.map((byte, index) => byte ^ (index === 0 ? flip || SIGN : flip));
  return new DataView(restored.buffer).getFloat64(0);
}
