// The types of `Deno.dlopen` and its relatives: how their values are checked, written and read.
// https://docs.deno.com/runtime/fundamentals/ffi/#supported-types
import * as lists from "internal:core/lists";
import { type Reader, type Writer, addressOfBytes, readAddress, writeAddress } from "internal:core/ffi/calls";
import { addressOfPointer, pointerTo } from "internal:deno/ffi/pointer_object";
import { isArrayBufferView, isAnyArrayBuffer } from "internal:core/util/types";
import { FfiType } from "native:ffi";

/** The name of a type, or a structure. */
export type NativeType = string | { struct: NativeType[] };

/** A type that was looked up. */
export interface TypeRules {
  /** Its bytes in a signature. */
  codes: number[];
  write: Writer;
  read: Reader;
  byteLength: number;
  isStruct: boolean;
}

const NAMES = [
  "void",
  "bool",
  "u8",
  "i8",
  "u16",
  "i16",
  "u32",
  "i32",
  "u64",
  "i64",
  "usize",
  "isize",
  "f32",
  "f64",
  "pointer",
  "buffer",
  "function",
  "struct",
];

function invalid(type: string, expected: string): TypeError {
  return new TypeError(`Invalid FFI ${type} type, expected ${expected}`);
}

/** A value that V8 stores as a small integer: a number without a fraction in the range. */
function isInteger(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && Math.trunc(value) === value && value >= min && value <= max;
}

function signed(name: string, set: (view: DataView, offset: number, value: number) => void): Writer {
  return (view, offset, value) => {
    if (!isInteger(value, -(2 ** 31), 2 ** 31 - 1)) throw invalid(name, "integer");
    set(view, offset, value);
  };
}

function unsigned(name: string, set: (view: DataView, offset: number, value: number) => void): Writer {
  return (view, offset, value) => {
    if (!isInteger(value, 0, 2 ** 32 - 1)) throw invalid(name, "unsigned integer");
    set(view, offset, value);
  };
}

function wide(name: string, expected: string): Writer {
  return (view, offset, value) => {
    if (typeof value !== "bigint" && typeof value !== "number") throw invalid(name, expected);
    if (typeof value === "number" && !Number.isInteger(value)) throw invalid(name, expected);
    view.setBigInt64(offset, BigInt.asIntN(64, BigInt(value)), true);
  };
}

function floating(name: string, set: (view: DataView, offset: number, value: number) => void): Writer {
  return (view, offset, value) => {
    if (typeof value !== "number") throw invalid(name, "number");
    set(view, offset, value);
  };
}

function writePointer(name: string): Writer {
  return (view, offset, value) => {
    const address = value === null ? 0 : addressOfPointer(value);
    if (address === undefined) throw invalid(name, "null, or External");
    writeAddress(view, offset, address);
  };
}

const readPointer: Reader = (view, offset) => pointerTo(readAddress(view, offset));

const writeBuffer: Writer = (view, offset, value) => {
  if (value !== null && !isArrayBufferView(value) && !isAnyArrayBuffer(value))
    throw invalid("buffer", "null, ArrayBuffer, or ArrayBufferView");
  const isEmpty = value === null || (value as ArrayBuffer).byteLength === 0;
  writeAddress(view, offset, isEmpty ? 0 : addressOfBytes(value)!);
};

const writeBool: Writer = (view, offset, value) => {
  if (typeof value !== "boolean") throw invalid("bool", "boolean");
  view.setUint8(offset, value ? 1 : 0);
};

type Row = [code: FfiType, byteLength: number, write: Writer, read: Reader];

const u64 = (name: string): Row => [
  FfiType.U64,
  8,
  wide(name, "unsigned integer"),
  (view, offset) => view.getBigUint64(offset, true),
];
const i64 = (name: string): Row => [
  FfiType.I64,
  8,
  wide(name, "integer"),
  (view, offset) => view.getBigInt64(offset, true),
];
const nothing = (): undefined => undefined;

const ROWS: Record<string, Row> = {
  __proto__: null as never,
  void: [FfiType.VOID, 0, nothing, nothing],
  bool: [FfiType.U8, 1, writeBool, (view, offset) => view.getUint8(offset) !== 0],
  u8: [
    FfiType.U8,
    1,
    unsigned("u8", (view, offset, value) => view.setUint8(offset, value)),
    (view, offset) => view.getUint8(offset),
  ],
  i8: [
    FfiType.I8,
    1,
    signed("i8", (view, offset, value) => view.setInt8(offset, value)),
    (view, offset) => view.getInt8(offset),
  ],
  u16: [
    FfiType.U16,
    2,
    unsigned("u16", (view, offset, value) => view.setUint16(offset, value, true)),
    (view, offset) => view.getUint16(offset, true),
  ],
  i16: [
    FfiType.I16,
    2,
    signed("i16", (view, offset, value) => view.setInt16(offset, value, true)),
    (view, offset) => view.getInt16(offset, true),
  ],
  u32: [
    FfiType.U32,
    4,
    unsigned("u32", (view, offset, value) => view.setUint32(offset, value, true)),
    (view, offset) => view.getUint32(offset, true),
  ],
  i32: [
    FfiType.I32,
    4,
    signed("i32", (view, offset, value) => view.setInt32(offset, value, true)),
    (view, offset) => view.getInt32(offset, true),
  ],
  u64: u64("u64"),
  i64: i64("i64"),
  usize: u64("usize"),
  isize: i64("isize"),
  f32: [
    FfiType.F32,
    4,
    floating("f32", (view, offset, value) => view.setFloat32(offset, value, true)),
    (view, offset) => view.getFloat32(offset, true),
  ],
  f64: [
    FfiType.F64,
    8,
    floating("f64", (view, offset, value) => view.setFloat64(offset, value, true)),
    (view, offset) => view.getFloat64(offset, true),
  ],
  pointer: [FfiType.POINTER, 8, writePointer("pointer"), readPointer],
  buffer: [FfiType.POINTER, 8, writeBuffer, readPointer],
  function: [FfiType.POINTER, 8, writePointer("function"), readPointer],
};

/** Looks a type up. Throws for an unknown one. */
export function rulesOf(type: NativeType): TypeRules {
  if (typeof type === "object" && type !== null && safeIsArray(type.struct)) return structRules(type.struct);
  const row = ROWS[type as string];
  if (row === undefined)
    throw new TypeError(
      `unknown variant \`${String(type)}\`, expected one of ${NAMES.map((name) => `\`${name}\``).join(", ")}`,
    );
  const [code, byteLength, write, read] = row;
  return { codes: [code], write, read, byteLength, isStruct: false };
}

function safeIsArray(value: unknown): value is NativeType[] {
  return Array.isArray(value);
}

function structRules(fields: NativeType[]): TypeRules {
  const rules = fields.map(rulesOf);
  if (rules.length === 0 || rules.some(({ codes }) => codes[0] === FfiType.VOID))
    throw new TypeError("Invalid FFI struct type, expected fields with a size");
  const { byteLength } = layoutOf(rules);
  return {
    codes: [FfiType.STRUCT, rules.length, ...rules.flatMap(({ codes }) => codes)],
    byteLength,
    isStruct: true,
    write(view, offset, value) {
      if (!isArrayBufferView(value) && !isAnyArrayBuffer(value))
        throw invalid("struct", "ArrayBuffer, or ArrayBufferView");
      const bytes = bytesOf(value);
      if (bytes.byteLength !== byteLength) throw new TypeError(`Invalid FFI struct type, expected ${byteLength} bytes`);
      new Uint8Array(view.buffer, view.byteOffset + offset, byteLength).set(bytes);
    },
    read: (view, offset) => new Uint8Array(view.buffer, view.byteOffset + offset, byteLength).slice(),
  };
}

/** The bytes of a buffer or view. */
export function bytesOf(value: ArrayBufferView | ArrayBufferLike): Uint8Array {
  if (isArrayBufferView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return new Uint8Array(value as ArrayBuffer);
}

/** C's layout of a structure. */
function layoutOf(rules: TypeRules[]): { byteLength: number; alignment: number } {
  let offset = 0;
  let alignment = 1;
  for (const rule of rules) {
    const own = alignmentOf(rule.codes);
    alignment = Math.max(alignment, own);
    offset = Math.ceil(offset / own) * own + rule.byteLength;
  }
  return { byteLength: Math.ceil(offset / alignment) * alignment, alignment };
}

const SIZES: number[] = [1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 8];

// The strictest of all fields, also of those of inner structures.
function alignmentOf(codes: number[]): number {
  let strictest = 1;
  for (let index = 0; index < codes.length; index++) {
    if (codes[index] === FfiType.STRUCT) index++;
    else strictest = Math.max(strictest, SIZES[codes[index]!]!);
  }
  return strictest;
}

/** The bytes of a signature. */
export function codesOf(result: TypeRules, parameters: TypeRules[]): number[] {
  const codes: number[] = [...result.codes];
  for (const { codes: own } of parameters) for (const code of own) lists.push(codes, code);
  return codes;
}
