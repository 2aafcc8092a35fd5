// Parameters of MySQL: the type that is sent for a value, and its bytes.
// https://bun.com/docs/runtime/sql
import { invalid } from "internal:bun/errors";
import {
  isBigIntObject,
  isBooleanObject,
  isNativeError,
  isNumberObject,
  isStringObject,
} from "internal:core/util/types";
import { SQLJSONParameter } from "internal:bun/sql/parameters";
import { Type } from "internal:bun/sql/mysql/columns";
import type { Writer } from "internal:bun/sql/mysql/packets";

const UNSIGNED_TYPE = 0x8000;
const INT4_MIN = -(2 ** 31);
const INT4_MAX = 2 ** 31 - 1;
const UINT4_MAX = 2 ** 32 - 1;
const INT8_MIN = -(2n ** 63n);
const INT8_MAX = 2n ** 63n - 1n;
const UINT8_MAX = 2n ** 64n - 1n;
const YEAR_MAX = 9999;

/** A value that is ready to be sent; null for NULL. */
export interface Encoded {
  /** With the flag of unsigned integers. */
  readonly type: number;
  readonly value: string | Uint8Array | number | bigint | Date | null;
}

const NULL: Encoded = { type: Type.NULL, value: null };

function bytesOf(value: object): Uint8Array | null {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) return new Uint8Array(value);
  return null;
}

function encodeNumber(value: number): Encoded {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return { type: Type.DOUBLE, value };
  if (value >= INT4_MIN && value <= INT4_MAX) return { type: Type.LONG, value };
  if (value > 0 && value <= UINT4_MAX) return { type: Type.LONG | UNSIGNED_TYPE, value };
  return { type: Type.LONGLONG, value };
}

function encodeBigInt(value: bigint): Encoded {
  if (value >= INT8_MIN && value <= INT8_MAX) return { type: Type.LONGLONG, value };
  if (value > 0 && value <= UINT8_MAX) return { type: Type.LONGLONG | UNSIGNED_TYPE, value };
  throw Object.assign(new RangeError(`The value is out of range. It must be >= ${INT8_MIN} and <= ${UINT8_MAX}.`), {
    code: "ERR_OUT_OF_RANGE",
  });
}

function encodeDate(value: Date): Encoded {
  if (Number.isNaN(+value))
    throw Object.assign(new TypeError("Cannot bind an Invalid Date to query parameter"), {
      code: "ERR_INVALID_ARG_VALUE",
    });
  const year = value.getUTCFullYear();
  if (year < 0 || year > YEAR_MAX)
    throw Object.assign(new RangeError("MySQL DATETIME value must be between 0000-01-01 and 9999-12-31"), {
      code: "ERR_OUT_OF_RANGE",
    });
  return { type: Type.DATETIME, value };
}

function encodeJson(value: unknown): Encoded {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? NULL : { type: Type.STRING, value: text };
}

function encodeObject(value: object): Encoded {
  if (value instanceof Date) return encodeDate(value);
  const bytes = bytesOf(value);
  if (bytes !== null) return { type: Type.BLOB, value: bytes };
  if (value instanceof SQLJSONParameter) return encodeJson(value.value);
  if (isStringObject(value)) return { type: Type.STRING, value: `${value as unknown as string}` };
  for (const [isBoxed, name] of [
    [isNumberObject, "Number"],
    [isBooleanObject, "Boolean"],
  ] as const)
    if (isBoxed(value))
      throw invalid(`Cannot bind ${name}Object to query parameter. Use a primitive ${name.toLowerCase()} instead.`);
  const isPlain =
    Array.isArray(value) ||
    isNativeError(value) ||
    isBigIntObject(value) ||
    Object.prototype.toString.call(value) === "[object Object]";
  if (!isPlain) throw invalid("Cannot bind this type to query parameter");
  return encodeJson(value);
}

/** The type and the value of a parameter. Throws for a value that has no form in SQL. */
export function encode(value: unknown): Encoded {
  if (value === undefined || value === null) return NULL;
  switch (typeof value) {
    case "number":
      return encodeNumber(value);
    case "bigint":
      return encodeBigInt(value);
    case "boolean":
      return { type: Type.TINY, value: value ? 1 : 0 };
    case "string":
      return { type: Type.STRING, value };
    case "function":
      throw invalid("Cannot bind a function to query parameter");
    case "symbol":
      throw invalid("Cannot bind this type to query parameter");
    default:
      return encodeObject(value);
  }
}

const DATE_BYTES = 4;
const SECONDS_BYTES = 3;
const MICROS_BYTES = 4;

function writeDate(writer: Writer, date: Date): void {
  const ms = date.getUTCMilliseconds();
  writer.uint8(DATE_BYTES + SECONDS_BYTES + (ms === 0 ? 0 : MICROS_BYTES));
  writer.uint16(date.getUTCFullYear());
  writer.uint8(date.getUTCMonth() + 1).uint8(date.getUTCDate());
  writer.uint8(date.getUTCHours()).uint8(date.getUTCMinutes()).uint8(date.getUTCSeconds());
  if (ms !== 0) writer.uint32(ms * 1000);
}

function writeValue(writer: Writer, { type, value }: Encoded): void {
  if (value === null) return;
  if (typeof value === "string" || value instanceof Uint8Array) writer.value(value);
  else if (value instanceof Date) writeDate(writer, value);
  else if (type === Type.TINY) writer.uint8(value as number);
  else if (type === Type.DOUBLE) writer.double(value as number);
  else if ((type & ~UNSIGNED_TYPE) === Type.LONG) writer.uint32(value as number);
  else writer.int64(value);
}

/** Writes which parameters are NULL, the types, and the values. */
export function writeParameters(writer: Writer, encoded: Encoded[]): void {
  const nulls = new Uint8Array((encoded.length + 7) >> 3);
  encoded.forEach(({ value }, index) => {
    if (value === null) nulls[index >> 3]! |= 1 << (index & 7);
  });
  // 1: the types are sent again, as values of another type can come for the same statement.
  writer.bytes(nulls).uint8(1);
  for (const { type } of encoded) writer.uint16(type);
  for (const value of encoded) writeValue(writer, value);
}
