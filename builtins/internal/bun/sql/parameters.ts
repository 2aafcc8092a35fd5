// Values with a meaning of their own in a template: `sql(object)`, `sql.array()`, `sql.json()`.
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { isUint8Array } from "internal:core/util/types";
import { Buffer } from "internal:node/buffer";

/** `sql(object, ...columns)`: what it becomes depends on the statement around it. */
export class SQLHelper {
  value: unknown[];
  columns: string[];

  constructor(value: unknown, columns: string[]) {
    this.value = Array.isArray(value) ? value : [value];
    this.columns = columns;
  }
}

/** `sql.array(values, type)`. */
export class SQLArrayParameter {
  serializedValues: unknown;
  arrayType: string | undefined;

  constructor(values: unknown, type: string | undefined) {
    const isJson = type === "JSON" || type === "JSONB";
    this.serializedValues =
      Array.isArray(values) || (ArrayBuffer.isView(values) && !(values instanceof DataView))
        ? arrayLiteral(values as ArrayLike<unknown>, isJson)
        : values;
    this.arrayType = type;
  }

  toString(): string {
    return `${this.serializedValues}`;
  }

  toJSON(): unknown {
    return this.serializedValues;
  }
}

/** `sql.json(value)`. */
export class SQLJSONParameter {
  value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  toJSON(): unknown {
    return this.value;
  }
}

/** The text of JSON; `undefined` has none, so it is null. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? part.toString() : part)) ?? "null";

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function elementText(value: unknown, isJson: boolean): string {
  if (value === undefined || (value === null && !isJson)) return "null";
  if (Array.isArray(value)) return arrayLiteral(value, isJson);
  if (isJson) return quoted(jsonText(value));
  if (value instanceof SQLJSONParameter) return quoted(jsonText(value));
  if (value instanceof Date) return quoted(Number.isNaN(+value) ? "Invalid Date" : value.toISOString());
  if (isUint8Array(value)) return quoted(`\\x${Buffer.from(value).toString("hex")}`);
  if (typeof value === "object" && value !== null && value.toString === Object.prototype.toString)
    return quoted(jsonText(value));
  return quoted(String(value));
}

/** An array as PostgreSQL reads it: each element in quotes, nested ones in braces. */
export function arrayLiteral(values: ArrayLike<unknown>, isJson = false): string {
  const parts: string[] = [];
  for (let index = 0; index < values.length; index++) parts.push(elementText(values[index], isJson));
  return `{${parts.join(",")}}`;
}

/** Names of element types by the number of their array type. */
const ELEMENT_NAMES: Record<number, string> = {
  199: "JSON",
  651: "CIDR",
  1000: "BOOLEAN",
  1001: "BYTEA",
  1002: "CHAR",
  1003: "NAME",
  1005: "SMALLINT",
  1007: "INTEGER",
  1009: "TEXT",
  1014: "CHAR",
  1015: "VARCHAR",
  1016: "BIGINT",
  1021: "REAL",
  1022: "DOUBLE PRECISION",
  1028: "OID",
  1041: "INET",
  1115: "TIMESTAMP",
  1182: "DATE",
  1183: "TIME",
  1185: "TIMESTAMPTZ",
  1187: "INTERVAL",
  1231: "NUMERIC",
  2951: "UUID",
  3807: "JSONB",
};

/** Checks the type of `sql.array`, which becomes part of the statement. */
export function arrayType(type: unknown): string | undefined {
  if (type === undefined || type === null) return undefined;
  const name = typeof type === "number" ? ELEMENT_NAMES[type] : type;
  if (typeof name !== "string" || !/^[A-Za-z_][\w$]*(?:[ .][A-Za-z_][\w$]*)*(?:\(\d+(?:, ?\d+)?\))?$/.test(name))
    throw new ERR_INVALID_ARG_VALUE("type", type, "must be a valid PostgreSQL type name");
  return name.toUpperCase();
}
