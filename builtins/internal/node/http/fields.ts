// Checks of header names and values, and a cache of checked names: one table look-up per header line.
// RFC 9110 §5.1 (names are tokens), §5.5 (the characters of a value).
import { pinned } from "internal:core/bootstrap";
import { ERR_HTTP_INVALID_HEADER_VALUE, ERR_INVALID_CHAR, ERR_INVALID_HTTP_TOKEN } from "internal:core/errors";
import { flattenString } from "internal:core/flatten_string";

const token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const forbiddenInValue = /[^\t\x20-\x7e\x80-\xff]/;

/** Bits for the headers that change how a message is sent. */
export const CONNECTION = 1;
export const TRANSFER_ENCODING = 2;
export const CONTENT_LENGTH = 4;
export const DATE = 8;
export const EXPECT = 16;
export const TRAILER = 32;
export const KEEP_ALIVE = 64;

const kinds: Record<string, number> = {
  __proto__: null as never,
  connection: CONNECTION,
  "transfer-encoding": TRANSFER_ENCODING,
  "content-length": CONTENT_LENGTH,
  date: DATE,
  expect: EXPECT,
  trailer: TRAILER,
  "keep-alive": KEEP_ALIVE,
};

/** A checked name. */
export class FieldName {
  /** One of the bits above, or 0. */
  kind: number;
  lowerCase: string;
  isCookie: boolean;
  /** The last value that was checked, and its line: programs send the same values over and over. */
  lastValue: string | number | undefined = undefined;
  lastLine = "";
  isLineJoined = false;
  constructor(name: string) {
    this.lowerCase = name.toLowerCase();
    this.kind = kinds[this.lowerCase] ?? 0;
    this.isCookie = this.lowerCase === "cookie";
  }
}

/** The limit of the cache: a program may take names from its clients. */
const NAMES_MAX = 512;
const CACHED_VALUE_CHARACTERS_MAX = 256;
const names = pinned(new Map<string, FieldName>());

/** Checks a name and returns its cached properties. Throws ERR_INVALID_HTTP_TOKEN. */
export function fieldName(name: string): FieldName {
  const cached = names.get(name);
  if (cached !== undefined) return cached;
  validateHeaderName(name);
  const made = new FieldName(name);
  if (names.size >= NAMES_MAX) names.clear();
  names.set(name, made);
  return made;
}

/** The line `name: value` with its line end. Throws for a value that has a forbidden character or is undefined. */
export function fieldLine(field: FieldName, name: string, value: unknown): string {
  if (field.lastValue === value && value !== undefined) {
    if (!field.isLineJoined) {
      field.lastLine = flattenString(field.lastLine);
      field.isLineJoined = true;
    }
    return field.lastLine;
  }
  // A number has no forbidden characters, and is short.
  if (typeof value === "number") {
    field.isLineJoined = false;
    field.lastValue = value;
    return (field.lastLine = `${name}: ${value}\r\n`);
  }
  if (typeof value !== "string") {
    validateHeaderValue(name, value);
    return `${name}: ${stringOf(value)}\r\n`;
  }
  if (forbiddenInValue.test(value)) throw new ERR_INVALID_CHAR("header content", name);
  const line = `${name}: ${value}\r\n`;
  if (value.length <= CACHED_VALUE_CHARACTERS_MAX) {
    field.isLineJoined = false;
    field.lastValue = value;
    field.lastLine = line;
  }
  return line;
}

/** Whether `string` is a token (RFC 9110 §5.6.2). */
export function isToken(string: string): boolean {
  return token.test(string);
}

/** Whether `value` has a character that is not allowed in header values. */
export function hasForbiddenCharacter(value: string): boolean {
  return forbiddenInValue.test(value);
}

/** `http.validateHeaderName`. Throws ERR_INVALID_HTTP_TOKEN; `label` names the argument in its message. */
export function validateHeaderName(name: unknown, label?: string): void {
  if (typeof name !== "string" || !token.test(name)) throw new ERR_INVALID_HTTP_TOKEN(label || "Header name", name);
}

/** `http.validateHeaderValue`. Throws ERR_HTTP_INVALID_HEADER_VALUE for undefined, ERR_INVALID_CHAR for forbidden characters. */
export function validateHeaderValue(name: string, value: unknown): void {
  if (value === undefined) throw new ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  checkContent(name, value);
}

/** The same for a value in an array, in which Node accepts undefined. */
export function checkContent(name: string, value: unknown): void {
  if (forbiddenInValue.test(stringOf(value))) throw new ERR_INVALID_CHAR("header content", name);
}

// The string of a native function has one line in V8, which Node accepts as a value, but several in JavaScriptCore.
function stringOf(value: unknown): string {
  const string = `${value}`;
  return typeof value === "function" ? string.replace(/\{\s+\[native code\]\s+\}$/, "{ [native code] }") : string;
}
