// The headers of an OutgoingMessage before they are sent: set, get, remove, and trailers.
// https://nodejs.org/api/http.html#outgoingmessagesetheadername-value
import { safe } from "internal:core/bootstrap";
import {
  ERR_HTTP_HEADERS_SENT,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_CHAR,
} from "internal:core/errors";
import { validateString } from "internal:core/validators";
import {
  fieldLine,
  fieldName,
  hasForbiddenCharacter,
  checkContent,
  validateHeaderName,
  validateHeaderValue,
} from "internal:node/http/fields";
import type { OutgoingHeaders, OutgoingMessage } from "internal:node/http/outgoing";
import { kOutHeaders, kUniqueHeaders } from "internal:node/http/symbols";

// Cheaper than `{ __proto__: null }`: `internal:core/events/emitter` says why.
const { create } = Object;

/** A Headers object, or a Map. */
interface HeaderMap extends Iterable<[name: string, value: unknown]> {
  keys?: unknown;
  get?: unknown;
}

/** Defines the methods on `prototype`. */
export function defineHeaderMethods(prototype: OutgoingMessage): void {
  safe.assign(prototype, {
    setHeader,
    setHeaders,
    appendHeader,
    getHeader,
    getHeaderNames,
    getRawHeaderNames,
    getHeaders,
    hasHeader,
    removeHeader,
    addTrailers,
    _renderHeaders,
  });
}

function checkValues(name: string, value: unknown): void {
  if (safe.isArray(value)) for (const each of value) checkContent(name, each);
  else validateHeaderValue(name, value);
}

function setHeader(this: OutgoingMessage, name: string, value: unknown): OutgoingMessage {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT("set");
  const field = fieldName(name);
  // Making the line checks the value and caches the result: programs send the same strings over and over.
  if (typeof value === "string") fieldLine(field, name, value);
  else checkValues(name, value);
  (this[kOutHeaders] ??= create(null) as OutgoingHeaders)[field.lowerCase] = [name, value];
  return this;
}

function setHeaders(this: OutgoingMessage, headers: HeaderMap): OutgoingMessage {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT("set");
  if (!headers || safe.isArray(headers) || typeof headers.keys !== "function" || typeof headers.get !== "function") {
    throw new ERR_INVALID_ARG_TYPE("headers", ["Headers", "Map"], headers);
  }
  // Headers lists set-cookie once per cookie.
  const cookies: string[] = [];
  for (const [name, value] of headers) {
    if (name !== "set-cookie") this.setHeader(name, value);
    else if (safe.isArray(value)) cookies.push(...value);
    else cookies.push(value as string);
  }
  if (cookies.length > 0) this.setHeader("set-cookie", cookies);
  return this;
}

function appendHeader(this: OutgoingMessage, name: string, value: unknown): OutgoingMessage {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT("append");
  validateHeaderName(name);
  checkValues(name, value);
  const headers = (this[kOutHeaders] ??= create(null) as OutgoingHeaders);
  const key = name.toLowerCase();
  const existing = headers[key];
  if (existing === undefined) {
    headers[key] = [name, value];
    return this;
  }
  existing[1] = (safe.isArray(existing[1]) ? existing[1] : [existing[1]]).concat(value);
  return this;
}

function getHeader(this: OutgoingMessage, name: string): unknown {
  validateString(name, "name");
  return this[kOutHeaders]?.[name.toLowerCase()]?.[1];
}

function getHeaderNames(this: OutgoingMessage): string[] {
  return this[kOutHeaders] === null ? [] : safe.keys(this[kOutHeaders]);
}

function getRawHeaderNames(this: OutgoingMessage): string[] {
  return this[kOutHeaders] === null ? [] : safe.values(this[kOutHeaders]).map((entry) => entry[0]);
}

function getHeaders(this: OutgoingMessage): Record<string, unknown> {
  const result: Record<string, unknown> = create(null);
  const headers = this[kOutHeaders];
  if (headers !== null) for (const key in headers) result[key] = headers[key]![1];
  return result;
}

function hasHeader(this: OutgoingMessage, name: string): boolean {
  validateString(name, "name");
  return this[kOutHeaders] !== null && this[kOutHeaders][name.toLowerCase()] !== undefined;
}

function removeHeader(this: OutgoingMessage, name: string): void {
  validateString(name, "name");
  if (this._header) throw new ERR_HTTP_HEADERS_SENT("remove");
  const key = name.toLowerCase();
  if (key === "connection") this._removedConnection = true;
  else if (key === "content-length") this._removedContLen = true;
  else if (key === "transfer-encoding") this._removedTE = true;
  else if (key === "date") this.sendDate = false;
  if (this[kOutHeaders] !== null) delete this[kOutHeaders][key];
}

function _renderHeaders(this: OutgoingMessage): Record<string, unknown> {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT("render");
  const result: Record<string, unknown> = {};
  const headers = this[kOutHeaders];
  if (headers !== null) for (const key in headers) result[headers[key]![0]] = headers[key]![1];
  return result;
}

/** Adds header lines that follow a chunked body. `headers`: an object, or an array of pairs. */
function addTrailers(this: OutgoingMessage, headers: Record<string, any>): void {
  this._trailer = "";
  const isArray = safe.isArray(headers);
  for (const key of safe.keys(headers)) {
    const [name, value] = isArray ? headers[Number(key)] : [key, headers[key]];
    validateHeaderName(name, "Trailer name");
    if (safe.isArray(value) && value.length > 1 && !this[kUniqueHeaders]?.has(name.toLowerCase())) {
      for (const each of value) appendTrailer(this, name, each);
    } else {
      appendTrailer(this, name, safe.isArray(value) ? value.join("; ") : value);
    }
  }
}

function appendTrailer(message: OutgoingMessage, name: string, value: unknown): void {
  if (hasForbiddenCharacter(value as string)) throw new ERR_INVALID_CHAR("trailer content", name);
  message._trailer += `${name}: ${value}\r\n`;
}

/** The lower-case names of the option `uniqueHeaders` of a server or a request; null without the option. */
export function parseUniqueHeaders(headers: unknown): Set<string> | null {
  if (!safe.isArray(headers)) return null;
  const unique = new Set<string>();
  for (const header of headers) {
    if (safe.isArray(header)) for (const name of header) unique.add(String(name).toLowerCase());
    else unique.add(String(header).toLowerCase());
  }
  return unique;
}

/** The error for an array of headers with a name that has no value. */
export function oddHeaders(headers: unknown): Error {
  return new ERR_INVALID_ARG_VALUE("headers", headers);
}
