// Values that PostgreSQL sends, as text or binary, as Bun gives them to programs.
// https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-FORMAT-CODES
import { Buffer } from "internal:node/buffer";
import { dateMs, integerOf } from "internal:bun/sql/ascii";
import { clientError } from "internal:bun/sql/errors";

type Bytes = InstanceType<typeof Buffer>;
/** Decodes the value in `bytes` from `at` to `end`. */
export type Decoder = (bytes: Bytes, at: number, end: number) => unknown;

export const Type = {
  BOOL: 16,
  BYTEA: 17,
  INT8: 20,
  INT2: 21,
  INT4: 23,
  TEXT: 25,
  OID: 26,
  XID: 28,
  JSON: 114,
  FLOAT4: 700,
  FLOAT8: 701,
  INT4_ARRAY: 1007,
  FLOAT4_ARRAY: 1021,
  DATE: 1082,
  TIME: 1083,
  TIMESTAMP: 1114,
  TIMESTAMPTZ: 1184,
  NUMERIC: 1700,
  JSONB: 3802,
} as const;

/** The types of the elements, by the types of arrays. Elements of other types are text. */
const ELEMENTS: Record<number, number> = {
  199: Type.JSON,
  1000: Type.BOOL,
  1001: Type.BYTEA,
  1005: Type.INT2,
  1007: Type.INT4,
  1011: Type.XID,
  1016: Type.INT8,
  1021: Type.FLOAT4,
  1022: Type.FLOAT8,
  1028: Type.OID,
  1115: Type.TIMESTAMP,
  1182: Type.DATE,
  1185: Type.TIMESTAMPTZ,
  3807: Type.JSONB,
};
for (const type of [
  143, 651, 719, 1002, 1003, 1006, 1008, 1009, 1010, 1012, 1013, 1014, 1015, 1017, 1018, 1019, 1034, 1040, 1041, 1183,
  1187, 1231, 1270, 1561, 1563, 629, 775, 791, 2951, 4073,
])
  ELEMENTS[type] = Type.TEXT;
/** Its elements are separated by semicolons. */
const BOX_ARRAY = 1020;
ELEMENTS[BOX_ARRAY] = Type.TEXT;

/** Whether a type is an array of a type of PostgreSQL itself. */
export const isArrayType = (type: number): boolean => ELEMENTS[type] !== undefined;

const EPOCH_2000_MS = 946_684_800_000;
const DEPTH_MAX = 6;

const textOf: Decoder = (bytes, at, end) => bytes.toString("utf8", at, end);
const numberOf = (text: string): number => Number(text);

function byteaOf(text: string): Bytes {
  if (!text.startsWith("\\x"))
    throw clientError("postgres", "UNSUPPORTED_BYTEA_FORMAT", "Only the hex format of bytea is supported");
  return Buffer.from(text.slice(2), "hex");
}

/** A date or time stamp: without an offset it is UTC. */
function dateOf(text: string): Date | number {
  if (text === "infinity") return Infinity;
  if (text === "-infinity") return -Infinity;
  const match =
    /^(\d+)-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?(?:([+-])(\d\d)(?::?(\d\d))?(?::?(\d\d))?)?( BC)?$/.exec(
      text,
    );
  if (match === null) return new Date(text);
  const [
    ,
    year,
    month,
    day,
    hour = "0",
    minute = "0",
    second = "0",
    fraction = "",
    sign,
    h = "0",
    m = "0",
    s = "0",
    era,
  ] = match;
  const date = new Date(0);
  date.setUTCFullYear(era === undefined ? +year! : 1 - +year!, +month! - 1, +day!);
  date.setUTCHours(+hour, +minute, +second, +fraction.slice(0, 3).padEnd(3, "0"));
  if (sign === undefined) return date;
  const offset = (+h * 3600 + +m * 60 + +s) * 1000;
  return new Date(+date + (sign === "-" ? offset : -offset));
}

type FromText = (text: string) => unknown;

const SCALARS: Record<number, FromText> = {
  [Type.BOOL]: (text) => text === "t",
  [Type.BYTEA]: byteaOf,
  [Type.INT2]: numberOf,
  [Type.INT4]: numberOf,
  [Type.OID]: numberOf,
  [Type.XID]: numberOf,
  [Type.FLOAT4]: numberOf,
  [Type.FLOAT8]: numberOf,
  [Type.JSON]: (text) => JSON.parse(text),
  [Type.JSONB]: (text) => JSON.parse(text),
  [Type.DATE]: dateOf,
  [Type.TIMESTAMP]: dateOf,
  [Type.TIMESTAMPTZ]: dateOf,
};

const malformedArray = (): Error =>
  clientError("postgres", "UNSUPPORTED_ARRAY_FORMAT", "The text of an array is malformed");

/** `{1,NULL,"a b"}`, nested, and with bounds before it: `[0:1]={1,2}`. */
function arrayOf(text: string, element: FromText, comma: string): unknown[] {
  let at = text.startsWith("[") ? text.indexOf("=") + 1 : 0;
  const read = (depth: number): unknown[] => {
    if (text[at] !== "{" || depth > DEPTH_MAX) throw malformedArray();
    at++;
    const items: unknown[] = [];
    if (text[at] === "}") {
      at++;
      return items;
    }
    for (;;) {
      if (text[at] === "{") items.push(read(depth + 1));
      else if (text[at] === '"') items.push(element(quoted()));
      else {
        const start = at;
        while (at < text.length && text[at] !== comma && text[at] !== "}") at++;
        const word = text.slice(start, at);
        items.push(word === "NULL" ? null : element(word));
      }
      const next = text[at++];
      if (next === "}") return items;
      if (next !== comma) throw malformedArray();
    }
  };
  const quoted = (): string => {
    let value = "";
    for (at++; text[at] !== '"'; at++) {
      if (text[at] === "\\") at++;
      if (at >= text.length) throw malformedArray();
      value += text[at];
    }
    at++;
    return value;
  };
  return read(1);
}

const dateFromBytes: Decoder = (bytes, at, end) => {
  const ms = dateMs(bytes, at, end);
  return Number.isNaN(ms) ? dateOf(bytes.toString("latin1", at, end)) : new Date(ms);
};

/** Types that are read without a string. */
const FROM_BYTES: Record<number, Decoder> = {
  [Type.INT2]: integerOf,
  [Type.INT4]: integerOf,
  [Type.OID]: integerOf,
  [Type.XID]: integerOf,
  [Type.DATE]: dateFromBytes,
  [Type.TIMESTAMP]: dateFromBytes,
  [Type.TIMESTAMPTZ]: dateFromBytes,
};

/** The decoder of the text format of `type`. */
export function textDecoder(type: number, bigint: boolean): Decoder {
  const scalar = (of: number): FromText | undefined => (of === Type.INT8 && bigint ? BigInt : SCALARS[of]);
  const element = ELEMENTS[type];
  if (element !== undefined) {
    const convert = scalar(element) ?? ((text: string) => text);
    const comma = type === BOX_ARRAY ? ";" : ",";
    return (bytes, at, end) => arrayOf(bytes.toString("utf8", at, end), convert, comma);
  }
  const fromBytes = FROM_BYTES[type];
  if (fromBytes !== undefined) return fromBytes;
  const convert = scalar(type);
  return convert === undefined ? textOf : (bytes, at, end) => convert(bytes.toString("utf8", at, end));
}

function needLength(at: number, end: number, length: number): void {
  if (end - at !== length)
    throw clientError("postgres", "INVALID_BINARY_DATA", "A binary value has an unexpected length");
}

function timestampOf(bytes: Bytes, at: number, end: number): Date | number {
  needLength(at, end, 8);
  const high = bytes.readInt32BE(at);
  const low = bytes.readUInt32BE(at + 4);
  if (high === 0x7fff_ffff && low === 0xffff_ffff) return Infinity;
  if (high === -0x8000_0000 && low === 0) return -Infinity;
  return new Date(Math.floor((high * 2 ** 32 + low) / 1000) + EPOCH_2000_MS);
}

/** An array of numbers: a typed array if it has one dimension and no null. */
function numbersOf(
  bytes: Bytes,
  at: number,
  end: number,
  make: (length: number) => Int32Array | Float32Array,
  read: (at: number) => number,
): unknown {
  const dimensions = bytes.readInt32BE(at);
  if (dimensions === 0) return make(0);
  if (dimensions < 0 || dimensions > DEPTH_MAX || end - at < 12 + dimensions * 8)
    throw clientError("postgres", "INVALID_BINARY_DATA", "A binary array has an unexpected header");
  const lengths: number[] = [];
  let position = at + 12;
  for (let index = 0; index < dimensions; index++, position += 8) lengths.push(bytes.readInt32BE(position));
  // Each element has a length at least; more would never end.
  if (lengths.reduce((product, length) => product * length, 1) > (end - at) / 4 || lengths.some((length) => length < 1))
    throw clientError("postgres", "INVALID_BINARY_DATA", "A binary array has an unexpected length");
  const next = (): number | null => {
    const length = bytes.readInt32BE(position);
    position += 4;
    if (length < 0) return null;
    position += 4;
    return read(position - 4);
  };
  if (dimensions === 1 && bytes.readInt32BE(at + 4) === 0) {
    const values = make(Math.min(lengths[0]!, end - at));
    for (let index = 0; index < values.length; index++) values[index] = next()!;
    return values;
  }
  const nested = (depth: number): unknown[] => {
    const items: unknown[] = [];
    for (let index = 0; index < lengths[depth]!; index++)
      items.push(depth === dimensions - 1 ? next() : nested(depth + 1));
    return items;
  };
  return nested(0);
}

const BINARY: Record<number, Decoder> = {
  [Type.BOOL]: (bytes, at, end) => {
    needLength(at, end, 1);
    return bytes[at] !== 0;
  },
  [Type.BYTEA]: (bytes, at, end) => Buffer.from(bytes.subarray(at, end)),
  [Type.INT4]: (bytes, at, end) => {
    needLength(at, end, 4);
    return bytes.readInt32BE(at);
  },
  [Type.FLOAT4]: (bytes, at, end) => {
    needLength(at, end, 4);
    return bytes.readFloatBE(at);
  },
  [Type.FLOAT8]: (bytes, at, end) => {
    needLength(at, end, 8);
    return bytes.readDoubleBE(at);
  },
  [Type.TIMESTAMP]: timestampOf,
  [Type.TIMESTAMPTZ]: timestampOf,
  [Type.INT4_ARRAY]: (bytes, at, end) =>
    numbersOf(
      bytes,
      at,
      end,
      (length) => new Int32Array(length),
      (position) => bytes.readInt32BE(position),
    ),
  [Type.FLOAT4_ARRAY]: (bytes, at, end) =>
    numbersOf(
      bytes,
      at,
      end,
      (length) => new Float32Array(length),
      (position) => bytes.readFloatBE(position),
    ),
};

/** The decoder of the binary format of `type`, for the types that are asked for in binary. */
export const binaryDecoder = (type: number): Decoder | undefined => BINARY[type];

/** Whether `.raw()` gets the type in binary. */
export const isRawBinary = (type: number): boolean =>
  BINARY[type] !== undefined || type === Type.NUMERIC || type === Type.TIME;

/** The value of `.raw()`: the bytes. */
export const rawDecoder: Decoder = (bytes, at, end) => Buffer.from(bytes.subarray(at, end));
