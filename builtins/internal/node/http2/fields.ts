// Header fields of HTTP/2: encodes those of programs for `native:http2`, and makes an object of received ones.
// https://nodejs.org/api/http2.html#headers-object
import {
  ERR_HTTP2_HEADER_SINGLE_VALUE,
  ERR_HTTP2_INVALID_CONNECTION_HEADERS,
  ERR_HTTP2_INVALID_PSEUDOHEADER,
  ERR_INVALID_HTTP_TOKEN,
} from "internal:core/errors";
import { isToken } from "internal:node/http/fields";
import { kSensitiveHeaders } from "internal:node/http2/symbols";

/** Header fields as programs pass or receive them. `any`, as in Node's own types: a value is a string, a number or an array. */
export type HeaderFields = Record<string, any> & { [kSensitiveHeaders]?: string[] | undefined };
/** An array of alternating names and values. */
export type RawHeaders = any[] & { [kSensitiveHeaders]?: string[] | undefined };

/** Fields encoded for `native:http2`. */
export interface FieldList {
  text: string;
  count: number;
}

/** Which pseudo-header fields a list may have. */
export const OF_REQUEST = 0;
export const OF_RESPONSE = 1;
export const OF_TRAILERS = 2;

const REQUEST_PSEUDO_FIELDS = [":status", ":method", ":authority", ":scheme", ":path", ":protocol"];
/** Fields that may occur only once in a message. */
const SINGLE_FIELDS = [
  ...REQUEST_PSEUDO_FIELDS,
  "access-control-allow-credentials",
  "access-control-max-age",
  "access-control-request-method",
  "age",
  "authorization",
  "content-encoding",
  "content-language",
  "content-length",
  "content-location",
  "content-md5",
  "content-range",
  "content-type",
  "date",
  "dnt",
  "etag",
  "expires",
  "from",
  "host",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "if-unmodified-since",
  "last-modified",
  "location",
  "max-forwards",
  "proxy-authorization",
  "range",
  "referer",
  "retry-after",
  "tk",
  "upgrade-insecure-requests",
  "user-agent",
  "x-content-type-options",
];
const singles = new Map(SINGLE_FIELDS.map((name, index) => [name, index]));
/** RFC 9113 §8.2.2. */
const connectionFields = new Set([
  "connection",
  "upgrade",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
]);

const VALID = 0;
const PSEUDO = 1;
const CONNECTION = 2;
const TE = 3;
const INVALID = 4;

/** A checked name. */
interface Name {
  lowerCase: string;
  kind: number;
  /** Its index in `SINGLE_FIELDS`; -1 for others. */
  single: number;
}

/** The limit of the cache: a program may take names from its clients. */
const NAMES_MAX = 512;
const names = new Map<string, Name>();

function describe(given: string): Name {
  const cached = names.get(given);
  if (cached !== undefined) return cached;
  const lowerCase = given.toLowerCase();
  const single = singles.get(lowerCase) ?? -1;
  const name = { lowerCase, kind: kindOf(lowerCase, single), single };
  if (names.size >= NAMES_MAX) names.clear();
  names.set(given, name);
  return name;
}

function kindOf(name: string, single: number): number {
  if (name.charCodeAt(0) === 58) return PSEUDO;
  if (single !== -1) return VALID;
  if (!isToken(name)) return INVALID;
  if (connectionFields.has(name)) return CONNECTION;
  return name === "te" ? TE : VALID;
}

/** Builds a list. Two bit sets record which of the single fields were added. */
class ListBuilder {
  pseudo = "";
  text = "";
  count = 0;
  #kind: number;
  #isStrict: boolean;
  #sensitive: string[] | undefined;
  #seenLow = 0;
  #seenHigh = 0;

  constructor(kind: number, isStrict: boolean, sensitive: string[] | undefined) {
    this.#kind = kind;
    this.#isStrict = isStrict;
    this.#sensitive =
      sensitive === undefined || sensitive.length === 0 ? undefined : sensitive.map((name) => name.toLowerCase());
  }

  add(key: string, value: unknown): void {
    const name = describe(key);
    const isArray = Array.isArray(value);
    if (isArray) {
      if (value.length === 0) return;
      if (value.length > 1 && this.#isStrict && name.single !== -1)
        throw new ERR_HTTP2_HEADER_SINGLE_VALUE(name.lowerCase);
    }
    if (this.#isStrict && name.single !== -1) this.#addSingle(name);
    const end = this.#sensitive !== undefined && this.#sensitive.includes(name.lowerCase) ? "\x001" : "\x000";
    if (name.kind === PSEUDO) {
      this.#checkPseudo(name.lowerCase);
      this.pseudo += `${name.lowerCase}\0${String(value)}${end}`;
      this.count++;
      return;
    }
    if (name.kind !== VALID) check(name, isArray && value.length === 1 ? String(value[0]) : value);
    if (!isArray) {
      this.text += `${name.lowerCase}\0${String(value)}${end}`;
      this.count++;
      return;
    }
    for (const item of value) this.text += `${name.lowerCase}\0${String(item)}${end}`;
    this.count += value.length;
  }

  #addSingle(name: Name): void {
    const isLow = name.single < 32;
    const bit = 1 << (name.single & 31);
    if (((isLow ? this.#seenLow : this.#seenHigh) & bit) !== 0) throw new ERR_HTTP2_HEADER_SINGLE_VALUE(name.lowerCase);
    if (isLow) this.#seenLow |= bit;
    else this.#seenHigh |= bit;
  }

  #checkPseudo(name: string): void {
    const isAllowed =
      this.#kind === OF_REQUEST
        ? REQUEST_PSEUDO_FIELDS.includes(name)
        : this.#kind === OF_RESPONSE && name === ":status";
    if (!isAllowed) throw new ERR_HTTP2_INVALID_PSEUDOHEADER(name);
  }
}

function check(name: Name, value: unknown): void {
  if (name.kind === INVALID) throw new ERR_INVALID_HTTP_TOKEN("Header name", name.lowerCase);
  if (name.kind === CONNECTION || value !== "trailers") throw new ERR_HTTP2_INVALID_CONNECTION_HEADERS(name.lowerCase);
}

/**
 * The list for `headers`: an object, or an array of alternating names and values. `kind` is one of the above; `isStrict` refuses a
 * second value of a single field. Throws ERR_HTTP2_HEADER_SINGLE_VALUE, ERR_HTTP2_INVALID_PSEUDOHEADER,
 * ERR_HTTP2_INVALID_CONNECTION_HEADERS, ERR_INVALID_HTTP_TOKEN.
 */
export function listOf(headers: HeaderFields | RawHeaders, kind: number, isStrict: boolean): FieldList {
  const builder = new ListBuilder(kind, isStrict, headers[kSensitiveHeaders]);
  if (Array.isArray(headers)) {
    for (let index = 0; index < headers.length; index += 2) {
      const key = headers[index];
      const value = headers[index + 1];
      if (value !== undefined && key !== "") builder.add(key, value);
    }
  } else {
    const keys = Object.keys(headers);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      const value = headers[key];
      if (value !== undefined && key !== "") builder.add(key, value);
    }
  }
  // RFC 9113 §8.3: pseudo-header fields come first.
  return { text: builder.pseudo + builder.text, count: builder.count };
}

/** The object of received fields, for programs. `pairs`: alternating names and values. */
export function objectOf(pairs: string[], sensitive: string[]): HeaderFields {
  const headers: HeaderFields = Object.create(null);
  for (let index = 0; index < pairs.length; index += 2) {
    const name = pairs[index]!;
    const value = name === ":status" ? +pairs[index + 1]! | 0 : pairs[index + 1]!;
    const existing = headers[name];
    if (existing === undefined) headers[name] = name === "set-cookie" ? [value] : value;
    else if (name === "set-cookie") existing.push(value);
    else if (name === "cookie") headers[name] = `${existing}; ${value}`; // RFC 9113 §8.2.3
    else if (!singles.has(name)) headers[name] = `${existing}, ${value}`; // RFC 9110 §5.3
  }
  headers[kSensitiveHeaders] = sensitive;
  return headers;
}

/** RFC 9113 §8.3.1: `:authority`, or `host` of a request that was converted from HTTP/1. */
export function authorityOf(headers: HeaderFields): string | undefined {
  return headers[":authority"] ?? headers["host"];
}
