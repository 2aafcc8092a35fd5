// The bytes that begin each value in V8's serialization, version 15.

export const VERSION_MARK = 0xff;
export const VERSION = 15;
export const PADDING = 0x00;
export const VERIFY_COUNT = 0x3f; // ?
export const HOLE = 0x2d; // -
export const UNDEFINED = 0x5f; // _
export const NULL = 0x30; // 0
export const TRUE = 0x54; // T
export const FALSE = 0x46; // F
export const INT32 = 0x49; // I
export const UINT32 = 0x55; // U
export const DOUBLE = 0x4e; // N
export const BIGINT = 0x5a; // Z
export const UTF8 = 0x53; // S
export const LATIN1 = 0x22; // "
export const UTF16 = 0x63; // c
export const REFERENCE = 0x5e; // ^
export const OBJECT = 0x6f; // o
export const OBJECT_END = 0x7b; // {
export const DENSE_ARRAY = 0x41; // A
export const DENSE_ARRAY_END = 0x24; // $
export const SPARSE_ARRAY = 0x61; // a
export const SPARSE_ARRAY_END = 0x40; // @
export const DATE = 0x44; // D
export const TRUE_OBJECT = 0x79; // y
export const FALSE_OBJECT = 0x78; // x
export const NUMBER_OBJECT = 0x6e; // n
export const BIGINT_OBJECT = 0x7a; // z
export const STRING_OBJECT = 0x73; // s
export const REGEXP = 0x52; // R
export const MAP = 0x3b; // ;
export const MAP_END = 0x3a; // :
export const SET = 0x27; // '
export const SET_END = 0x2c; // ,
export const ARRAY_BUFFER = 0x42; // B
export const RESIZABLE_ARRAY_BUFFER = 0x7e; // ~
export const TRANSFERRED_BUFFER = 0x74; // t
export const VIEW = 0x56; // V
export const HOST_OBJECT = 0x5c; // \
export const ERROR = 0x72; // r

/** Parts of an error. */
export const ERROR_MESSAGE = 0x6d; // m
export const ERROR_CAUSE = 0x63; // c
export const ERROR_STACK = 0x73; // s
export const ERROR_END = 0x2e; // .

/** The classes of errors by their bytes; a plain Error has none. */
export const ERROR_CLASSES: [byte: number, name: string][] = [
  [0x45, "EvalError"], [0x52, "RangeError"], [0x46, "ReferenceError"], [0x53, "SyntaxError"], [0x54, "TypeError"], [0x55, "URIError"],
];

/** Kinds of views by their bytes. */
export const VIEW_CLASSES: [byte: number, name: string][] = [
  [0x62, "Int8Array"], [0x42, "Uint8Array"], [0x43, "Uint8ClampedArray"], [0x77, "Int16Array"], [0x57, "Uint16Array"], [0x64, "Int32Array"],
  [0x44, "Uint32Array"], [0x68, "Float16Array"], [0x66, "Float32Array"], [0x46, "Float64Array"], [0x71, "BigInt64Array"], [0x51, "BigUint64Array"],
  [0x3f, "DataView"],
];

/** Bits of a regular expression's flags, from the lowest. */
export const REGEXP_FLAGS = ["g", "i", "m", "y", "u", "s", "l", "d", "v"];
