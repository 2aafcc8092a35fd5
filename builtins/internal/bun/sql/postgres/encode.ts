// Parameters of PostgreSQL: the type that is declared for a value, and its bytes once the server has named the type.
// https://bun.com/docs/runtime/sql#parameter-types
import { invalid } from "internal:bun/errors";
import { Buffer } from "internal:node/buffer";
import { SQLJSONParameter, arrayLiteral, jsonText } from "internal:bun/sql/parameters";
import { Type, isArrayType } from "internal:bun/sql/postgres/decode";

const INFERRED = 0;
const INT4_MIN = -(2 ** 31);
const INT4_MAX = 2 ** 31 - 1;
const INT8_MIN = -(2n ** 63n);
const INT8_MAX = 2n ** 63n - 1n;

function bytesOf(value: unknown): Uint8Array | null {
  if (value instanceof Int32Array) return null;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) return new Uint8Array(value);
  return null;
}

/** The type of a parameter, or 0 where the server decides. */
export function typeOf(value: unknown): number {
  switch (typeof value) {
    case "number":
      if (!Number.isSafeInteger(value) || Object.is(value, -0)) return Type.FLOAT8;
      return value >= INT4_MIN && value <= INT4_MAX ? Type.INT4 : Type.INT8;
    case "bigint":
      return value >= INT8_MIN && value <= INT8_MAX ? Type.INT8 : Type.NUMERIC;
    case "boolean":
      return Type.BOOL;
    case "object":
      return value !== null && bytesOf(value) !== null ? Type.BYTEA : INFERRED;
    default:
      return INFERRED;
  }
}

/** ISO 8601 with years as PostgreSQL reads them. */
function dateText(date: Date): string {
  if (Number.isNaN(+date)) return "Invalid Date";
  const text = date.toISOString();
  const year = date.getUTCFullYear();
  if (year >= 1 && year <= 9999) return text;
  const rest = text.slice(text.indexOf("-", 1));
  return year > 9999 ? `${year}${rest}` : `${`${1 - year}`.padStart(4, "0")}${rest} BC`;
}

/** `timetz`. */
const TIMETZ = 1266;

function objectText(value: object, type: number): string {
  if (type === Type.JSON || type === Type.JSONB) return jsonText(value);
  if (value instanceof Date) {
    const text = dateText(value);
    return type === Type.TIME || type === TIMETZ ? text.slice(text.indexOf("T") + 1) : text;
  }
  if (value instanceof Int32Array) return isArrayType(type) ? arrayLiteral(value) : `${value}`;
  if (Array.isArray(value)) return isArrayType(type) ? arrayLiteral(value, type === 199 || type === 3807) : `${value}`;
  if (value instanceof SQLJSONParameter) return jsonText(value.value);
  return value.toString === Object.prototype.toString || typeof value.toString !== "function"
    ? jsonText(value)
    : `${value}`;
}

/** A value for a parameter of `type`: text, or bytes for bytea, or null. */
export function encode(value: unknown, type: number): string | Uint8Array | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "symbol") throw invalid("Unknown object is not a valid PostgreSQL type");
  if (typeof value === "object") {
    const bytes = bytesOf(value);
    if (bytes === null) return objectText(value, type);
    return type === Type.BYTEA || type === INFERRED ? bytes : `\\x${Buffer.from(bytes).toString("hex")}`;
  }
  if (Object.is(value, -0)) return "-0";
  return typeof value === "string" && (type === Type.JSON || type === Type.JSONB) ? JSON.stringify(value) : `${value}`;
}
