// Checks of header names and values, and what is known about a name: one table look-up per header line.
// RFC 9110 §5.1 (names are tokens), §5.5 (what a value may hold).
import { ERR_HTTP_INVALID_HEADER_VALUE, ERR_INVALID_CHAR, ERR_INVALID_HTTP_TOKEN } from "internal:core/errors";
import { flattenString } from "internal:core/flatten_string";

const token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;
const forbiddenInValue = /[^\t\x20-\x7e\x80-\xff]/;

/** Headers that change how a message is sent; the bits say which of them a head has. */
export const CONNECTION = 1;
export const TRANSFER_ENCODING = 2;
export const CONTENT_LENGTH = 4;
export const DATE = 8;
export const EXPECT = 16;
export const TRAILER = 32;
export const KEEP_ALIVE = 64;

const kinds: Record<string, number> = {
  __proto__: null as any,
  connection: CONNECTION,
  "transfer-encoding": TRANSFER_ENCODING,
  "content-length": CONTENT_LENGTH,
  date: DATE,
  expect: EXPECT,
  trailer: TRAILER,
  "keep-alive": KEEP_ALIVE,
};

/** What is remembered about a checked name. */
export class FieldName {
  kind: number;
  lowerCase: string;
  isCookie: boolean;
  /** The last value that was checked, and its line: programs send the same values again and again. */
  lastValue: string | number | undefined = undefined;
  lastLine = "";
  isLineJoined = false;
  constructor(name: string) {
    this.lowerCase = name.toLowerCase();
    this.kind = kinds[this.lowerCase] ?? 0;
    this.isCookie = this.lowerCase === "cookie";
  }
}

/** Names are chosen by the program, which may take them from its clients: the memory for them has a limit. */
const NAMES_MAX = 512;
const VALUE_KEPT_CHARACTERS_MAX = 256;
const names = new Map<string, FieldName>();

/** Checks a name and returns what is known about it. Throws ERR_INVALID_HTTP_TOKEN. */
export function fieldName(name: string): FieldName {
  const known = names.get(name);
  if (known !== undefined) return known;
  validateHeaderName(name);
  const made = new FieldName(name);
  if (names.size >= NAMES_MAX) names.clear();
  names.set(name, made);
  return made;
}

/** The line `name: value` with its end. Throws for a value that would end the line or is undefined. */
export function fieldLine(field: FieldName, name: string, value: any): string {
  if (field.lastValue === value && value !== undefined) {
    if (!field.isLineJoined) {
      field.lastLine = flattenString(field.lastLine);
      field.isLineJoined = true;
    }
    return field.lastLine;
  }
  // No number has a character that is forbidden, or a long text.
  if (typeof value === "number") {
    field.isLineJoined = false;
    field.lastValue = value;
    return (field.lastLine = `${name}: ${value}\r\n`);
  }
  if (typeof value !== "string") {
    validateHeaderValue(name, value);
    return `${name}: ${textOf(value)}\r\n`;
  }
  if (forbiddenInValue.test(value)) throw new ERR_INVALID_CHAR("header content", name);
  const line = `${name}: ${value}\r\n`;
  if (value.length <= VALUE_KEPT_CHARACTERS_MAX) {
    field.isLineJoined = false;
    field.lastValue = value;
    field.lastLine = line;
  }
  return line;
}

/** Whether `text` is a token (RFC 9110 §5.6.2). */
export function isToken(text: string): boolean {
  return token.test(text);
}

/** Whether `text` has a character that no header value may have. */
export function hasForbiddenCharacter(text: string): boolean {
  return forbiddenInValue.test(text);
}

/** `http.validateHeaderName`. Throws ERR_INVALID_HTTP_TOKEN; `label` names the argument in its message. */
export function validateHeaderName(name: any, label?: string): void {
  if (typeof name !== "string" || !token.test(name)) throw new ERR_INVALID_HTTP_TOKEN(label || "Header name", name);
}

/** `http.validateHeaderValue`. Throws ERR_HTTP_INVALID_HEADER_VALUE for undefined, ERR_INVALID_CHAR for line breaks and the like. */
export function validateHeaderValue(name: string, value: any): void {
  if (value === undefined) throw new ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  checkContent(name, value);
}

/** The same for a value in a list, where Node lets undefined be text. */
export function checkContent(name: string, value: any): void {
  if (forbiddenInValue.test(textOf(value))) throw new ERR_INVALID_CHAR("header content", name);
}

// A function is a mistake that V8's programs get away with: its text is one line there, several here.
function textOf(value: any): string {
  const text = `${value}`;
  return typeof value === "function" ? text.replace(/\{\s+\[native code\]\s+\}$/, "{ [native code] }") : text;
}
