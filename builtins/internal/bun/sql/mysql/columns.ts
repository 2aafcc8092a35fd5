// The columns of a result, and the values in them as Bun gives them to programs.
// https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_binary_resultset.html#sect_protocol_binary_resultset_row_value
import { Buffer } from "internal:node/buffer";
import { dateMs, integerOf } from "internal:bun/sql/ascii";
import type { ResultColumn } from "internal:bun/sql/result";
import type { Bytes, Reader } from "internal:bun/sql/mysql/packets";

export const Type = {
  DECIMAL: 0,
  TINY: 1,
  SHORT: 2,
  LONG: 3,
  FLOAT: 4,
  DOUBLE: 5,
  NULL: 6,
  TIMESTAMP: 7,
  LONGLONG: 8,
  INT24: 9,
  DATE: 10,
  TIME: 11,
  DATETIME: 12,
  YEAR: 13,
  BIT: 16,
  JSON: 245,
  NEWDECIMAL: 246,
  BLOB: 252,
  STRING: 254,
  GEOMETRY: 255,
} as const;

const BINARY_CHARSET = 63;
const UNSIGNED = 32;
const FRACTION_MAX = 6;

export interface Column extends ResultColumn {
  length: number;
  flags: number;
}

/** What of a column programs do not see. */
export interface Format {
  column: Column;
  isBinary: boolean;
  /** Digits of the fraction of a second. */
  decimals: number;
}

/** Kinds of the metadata of MariaDB. */
const FORMAT_NAME = 1;

/** The format that the metadata of MariaDB names. */
function readMetadata(message: Reader): "json" | null {
  const end = message.length() + message.at;
  let found: "json" | null = null;
  while (message.at < end) {
    const kind = message.uint8();
    if (message.value() === "json" && kind === FORMAT_NAME) found = "json";
  }
  return found;
}

/** Reads a column definition. */
export function readColumn(message: Reader, hasMetadata: boolean): Format {
  // The catalog and the schema.
  message.skip(message.length());
  message.skip(message.length());
  const table = message.value();
  message.skip(message.length());
  const name = message.value();
  message.skip(message.length());
  const named = hasMetadata ? readMetadata(message) : null;
  // The length of what follows.
  message.integer();
  const charset = message.uint16();
  const length = message.uint32();
  const stored = message.uint8();
  const type = named === "json" ? Type.JSON : stored;
  const flags = message.uint16();
  const decimals = message.uint8();
  return { column: { name, type, table, length, flags }, isBinary: charset === BINARY_CHARSET, decimals };
}

/** Decodes the value in `bytes` from `at` to `end`. */
export type Decoder = (bytes: Bytes, at: number, end: number) => unknown;

const bufferOf: Decoder = (bytes, at, end) => Buffer.from(bytes.subarray(at, end));
const textOf: Decoder = (bytes, at, end) => bytes.toString("utf8", at, end);
const numberOf: Decoder = (bytes, at, end) => Number(bytes.toString("latin1", at, end));
const jsonOf: Decoder = (bytes, at, end) => JSON.parse(bytes.toString("utf8", at, end));
const bitOf: Decoder = (bytes, at, end) => end > at && bytes[end - 1] !== 0;

const INT4_MIN = -(2 ** 31);
const INT4_MAX = 2 ** 31 - 1;
const UINT4_MAX = 2 ** 32 - 1;

/** A 64-bit integer is a number if it fits into 32 bits, and otherwise text or, with the option, a BigInt. */
function textBigint(isUnsigned: boolean, bigint: boolean): Decoder {
  const [low, high] = isUnsigned ? [0, UINT4_MAX] : [INT4_MIN, INT4_MAX];
  return (bytes, at, end) => {
    const value = integerOf(bytes, at, end);
    if (value >= low && value <= high) return value;
    const text = bytes.toString("latin1", at, end);
    return bigint ? BigInt(text) : text;
  };
}

function binaryBigint(isUnsigned: boolean, bigint: boolean): Decoder {
  return (bytes, at) => {
    const high = isUnsigned ? bytes.readUInt32LE(at + 4) : bytes.readInt32LE(at + 4);
    const low = bytes.readUInt32LE(at);
    if (high === 0 && (isUnsigned || low <= INT4_MAX)) return low;
    if (high === -1 && low > INT4_MAX) return low | 0;
    const value = isUnsigned ? bytes.readBigUInt64LE(at) : bytes.readBigInt64LE(at);
    return bigint ? value : value.toString();
  };
}

/** Dates are UTC, as the time zone of the session is. Dates with zeros in them are invalid. */
function dateOf(year: number, month: number, day: number, ms: number): Date {
  if (month === 0 || day === 0) return new Date(NaN);
  const date = new Date(Date.UTC(year, month - 1, day) + ms);
  if (year < 100) date.setUTCFullYear(year, month - 1, day);
  return date;
}

const textDate: Decoder = (bytes, at, end) => {
  const known = dateMs(bytes, at, end);
  if (!Number.isNaN(known)) return new Date(known);
  const text = bytes.toString("latin1", at, end);
  const part = (from: number, to: number): number => Number(text.slice(from, to));
  const ms =
    ((part(11, 13) * 60 + part(14, 16)) * 60 + part(17, 19)) * 1000 + Number(text.slice(20, 23).padEnd(3, "0"));
  return dateOf(part(0, 4), part(5, 7), part(8, 10), ms);
};

const binaryDate: Decoder = (bytes, at, end) => {
  if (end - at < 4) return new Date(NaN);
  let ms = 0;
  if (end - at >= 7) ms = ((bytes[at + 4]! * 60 + bytes[at + 5]!) * 60 + bytes[at + 6]!) * 1000;
  if (end - at >= 11) ms += Math.floor(bytes.readUInt32LE(at + 7) / 1000);
  return dateOf(bytes.readUInt16LE(at), bytes[at + 2]!, bytes[at + 3]!, ms);
};

const two = (value: number): string => `${value}`.padStart(2, "0");

/** A duration, as the server writes it. */
function binaryTime(decimals: number): Decoder {
  return (bytes, at, end) => {
    const length = end - at;
    const isNegative = length >= 8 && bytes[at] === 1;
    const hours = length >= 8 ? bytes.readUInt32LE(at + 1) * 24 + bytes[at + 5]! : 0;
    const [minutes, seconds] = length >= 8 ? [bytes[at + 6]!, bytes[at + 7]!] : [0, 0];
    const micros = length >= 12 ? bytes.readUInt32LE(at + 8) : 0;
    const digits = decimals <= FRACTION_MAX ? decimals : micros === 0 ? 0 : FRACTION_MAX;
    const fraction = digits === 0 ? "" : `.${`${micros}`.padStart(6, "0").slice(0, digits)}`;
    return `${isNegative ? "-" : ""}${two(hours)}:${two(minutes)}:${two(seconds)}${fraction}`;
  };
}

const isNumeric = new Set<number>([Type.TINY, Type.SHORT, Type.LONG, Type.INT24, Type.YEAR]);

/** What both formats have in common. */
function commonDecoder({ column, isBinary }: Format): Decoder {
  switch (column.type) {
    case Type.DECIMAL:
    case Type.NEWDECIMAL:
      return textOf;
    case Type.BIT:
      return column.length === 1 ? bitOf : bufferOf;
    case Type.JSON:
      return jsonOf;
    case Type.GEOMETRY:
      return bufferOf;
    default:
      return isBinary ? bufferOf : textOf;
  }
}

/** The decoder of the text format. */
export function textDecoder(format: Format, bigint: boolean): Decoder {
  const { type, flags } = format.column;
  if (isNumeric.has(type)) return integerOf;
  switch (type) {
    case Type.LONGLONG:
      return textBigint((flags & UNSIGNED) !== 0, bigint);
    case Type.FLOAT:
    case Type.DOUBLE:
      return numberOf;
    case Type.DATE:
    case Type.DATETIME:
    case Type.TIMESTAMP:
      return textDate;
    case Type.TIME:
      return textOf;
    default:
      return commonDecoder(format);
  }
}

/** How many bytes a binary value has: its type says it, or the value itself (-1). */
export function binaryWidth(type: number): number {
  switch (type) {
    case Type.TINY:
      return 1;
    case Type.SHORT:
    case Type.YEAR:
      return 2;
    case Type.LONG:
    case Type.INT24:
    case Type.FLOAT:
      return 4;
    case Type.LONGLONG:
    case Type.DOUBLE:
      return 8;
    default:
      return -1;
  }
}

/** The decoder of the binary format. */
export function binaryDecoder(format: Format, bigint: boolean): Decoder {
  const { type, flags } = format.column;
  const isUnsigned = (flags & UNSIGNED) !== 0;
  switch (type) {
    case Type.TINY:
      return isUnsigned ? (bytes, at) => bytes[at]! : (bytes, at) => (bytes[at]! << 24) >> 24;
    case Type.SHORT:
    case Type.YEAR:
      return isUnsigned ? (bytes, at) => bytes.readUInt16LE(at) : (bytes, at) => bytes.readInt16LE(at);
    case Type.LONG:
    case Type.INT24:
      return isUnsigned ? (bytes, at) => bytes.readUInt32LE(at) : (bytes, at) => bytes.readInt32LE(at);
    case Type.LONGLONG:
      return binaryBigint(isUnsigned, bigint);
    case Type.FLOAT:
      return (bytes, at) => bytes.readFloatLE(at);
    case Type.DOUBLE:
      return (bytes, at) => bytes.readDoubleLE(at);
    case Type.DATE:
    case Type.DATETIME:
    case Type.TIMESTAMP:
      return binaryDate;
    case Type.TIME:
      return binaryTime(format.decimals);
    default:
      return commonDecoder(format);
  }
}

/** The value of `.raw()`: the bytes. Binary numbers of 24 bits have four. */
export const rawDecoder = (type: number): Decoder =>
  type === Type.INT24 ? (bytes, at, end) => bufferOf(bytes, at, Math.min(end, at + 3)) : bufferOf;
