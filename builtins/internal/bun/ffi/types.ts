// The types of `bun:ffi`: their numbers and names, and how values are written and read. https://bun.com/docs/runtime/ffi
import { codedTypeError } from "internal:bun/ffi/errors";
import { type Reader, type Writer, addressOfBytes, readAddress, writeAddress } from "internal:core/ffi/calls";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { isAnyArrayBuffer, isArrayBufferView } from "internal:core/util/types";
import { decodeUtf8 } from "internal:core/utf8";
import { FfiType, stringLengthAt, viewOf } from "native:ffi";

/** Bun's `FFIType`: names and numbers to numbers. */
export const FFIType: Record<string, number> = {
  0: 0,
  1: 1,
  2: 2,
  3: 3,
  4: 4,
  5: 5,
  6: 6,
  7: 7,
  8: 8,
  9: 9,
  10: 10,
  11: 11,
  12: 12,
  13: 13,
  14: 14,
  15: 15,
  16: 16,
  17: 17,
  bool: 11,
  c_int: 5,
  c_uint: 6,
  char: 0,
  "char*": 12,
  double: 9,
  f32: 10,
  f64: 9,
  float: 10,
  i16: 3,
  i32: 5,
  i64: 7,
  i8: 1,
  int: 5,
  int16_t: 3,
  int32_t: 5,
  int64_t: 7,
  int8_t: 1,
  isize: 7,
  u16: 4,
  u32: 6,
  u64: 8,
  u8: 2,
  uint16_t: 4,
  uint32_t: 6,
  uint64_t: 8,
  uint8_t: 2,
  usize: 8,
  "void*": 12,
  ptr: 12,
  pointer: 12,
  void: 13,
  cstring: 14,
  i64_fast: 15,
  u64_fast: 16,
  function: 17,
  callback: 17,
  fn: 17,
  napi_env: 18,
  napi_value: 19,
  buffer: 20,
  buffer_length: 21,
  buffer_bytelength: 21,
};

/** A type that was looked up. */
export interface TypeRules {
  number: number;
  code: FfiType;
  byteLength: number;
  write: Writer;
  read: Reader;
}

/** What a pointer argument may be: an address, a view, a callback. */
export function addressIn(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (isArrayBufferView(value) || isAnyArrayBuffer(value)) return addressOfBytes(value) ?? 0;
  if (typeof value === "string") throw new TypeError("To convert a string to a pointer, encode it as a buffer");
  const address = (value as { ptr?: unknown }).ptr;
  if (typeof address === "number") return address;
  throw new TypeError(`Unable to convert ${String(value)} to a pointer`);
}

/** The string before the next NUL. */
export function stringAt(address: number): string {
  const length = stringLengthAt(address);
  return length === 0 ? "" : decodeUtf8(viewOf(address, length));
}

const writePointer: Writer = (view, offset, value) => writeAddress(view, offset, addressIn(value));
const readPointer: Reader = (view, offset) => readAddress(view, offset) || null;
const readString: Reader = (view, offset) => {
  const address = readAddress(view, offset);
  return address === 0 ? null : stringAt(address);
};

/** A number as C converts it; undefined is 0. */
function numberOf(value: unknown, type: string): number {
  if (value === undefined) return 0;
  if (typeof value === "number") return value;
  if (typeof value === "boolean" || typeof value === "bigint" || value === null) return Number(value);
  throw new TypeError(`bun:ffi cannot convert argument to '${type}'`);
}

function bigIntOf(value: unknown, type: string): bigint {
  return typeof value === "bigint" ? value : BigInt(Math.trunc(numberOf(value, type)) || 0);
}

function small(type: string, set: (view: DataView, offset: number, value: number) => void): Writer {
  return (view, offset, value) => set(view, offset, Math.trunc(numberOf(value, type)));
}

const writeWide =
  (type: string): Writer =>
  (view, offset, value) =>
    view.setBigInt64(offset, BigInt.asIntN(64, bigIntOf(value, type)), true);

function fast(value: bigint): number | bigint {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

const nothing = (): undefined => undefined;
type Row = [code: FfiType, byteLength: number, write: Writer, read: Reader];

/** By the numbers of `FFIType`. */
const ROWS: (Row | undefined)[] = [
  [
    FfiType.I8,
    1,
    small("char", (view, offset, value) => view.setInt8(offset, value)),
    (view, offset) => view.getInt8(offset),
  ],
  [
    FfiType.I8,
    1,
    small("i8", (view, offset, value) => view.setInt8(offset, value)),
    (view, offset) => view.getInt8(offset),
  ],
  [
    FfiType.U8,
    1,
    small("u8", (view, offset, value) => view.setUint8(offset, value)),
    (view, offset) => view.getUint8(offset),
  ],
  [
    FfiType.I16,
    2,
    small("i16", (view, offset, value) => view.setInt16(offset, value, true)),
    (view, offset) => view.getInt16(offset, true),
  ],
  [
    FfiType.U16,
    2,
    small("u16", (view, offset, value) => view.setUint16(offset, value, true)),
    (view, offset) => view.getUint16(offset, true),
  ],
  [
    FfiType.I32,
    4,
    small("i32", (view, offset, value) => view.setInt32(offset, value, true)),
    (view, offset) => view.getInt32(offset, true),
  ],
  [
    FfiType.U32,
    4,
    small("u32", (view, offset, value) => view.setUint32(offset, value, true)),
    (view, offset) => view.getUint32(offset, true),
  ],
  [FfiType.I64, 8, writeWide("i64"), (view, offset) => view.getBigInt64(offset, true)],
  [FfiType.U64, 8, writeWide("u64"), (view, offset) => view.getBigUint64(offset, true)],
  [
    FfiType.F64,
    8,
    (view, offset, value) => view.setFloat64(offset, numberOf(value, "f64"), true),
    (view, offset) => view.getFloat64(offset, true),
  ],
  [
    FfiType.F32,
    4,
    (view, offset, value) => view.setFloat32(offset, numberOf(value, "f32"), true),
    (view, offset) => view.getFloat32(offset, true),
  ],
  [
    FfiType.U8,
    1,
    (view, offset, value) => view.setUint8(offset, value ? 1 : 0),
    (view, offset) => view.getUint8(offset) !== 0,
  ],
  [FfiType.POINTER, 8, writePointer, readPointer],
  [FfiType.VOID, 0, nothing, nothing],
  [FfiType.POINTER, 8, writePointer, readString],
  [FfiType.I64, 8, writeWide("i64"), (view, offset) => fast(view.getBigInt64(offset, true))],
  [FfiType.U64, 8, writeWide("u64"), (view, offset) => fast(view.getBigUint64(offset, true))],
  [FfiType.POINTER, 8, writePointer, readPointer],
  undefined,
  undefined,
  [FfiType.POINTER, 8, writePointer, readPointer],
];

/** Looks a type up. Throws for an unknown one, and for those of Node-API, which are missing. */
export function rulesOf(type: unknown): TypeRules {
  const number = typeof type === "number" ? type : FFIType[String(type)];
  if (number === FFIType.napi_env || number === FFIType.napi_value)
    throw new ERR_METHOD_NOT_IMPLEMENTED(`bun:ffi.FFIType.${number === FFIType.napi_env ? "napi_env" : "napi_value"}`);
  if (number === FFIType.buffer_length) throw new ERR_METHOD_NOT_IMPLEMENTED("bun:ffi.FFIType.buffer_length");
  const row = number === undefined ? undefined : ROWS[number];
  if (row === undefined) throw codedTypeError("ERR_INVALID_ARG_VALUE", `Unknown type ${String(type)}`);
  const [code, byteLength, write, read] = row;
  return { number: number!, code, byteLength, write, read };
}
