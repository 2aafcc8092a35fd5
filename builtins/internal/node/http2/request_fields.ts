// The header fields of a request: adds missing pseudo-header fields. CONNECT has its own rules (RFC 9113 §8.3.1, §8.5).
import {
  ERR_HTTP2_CONNECT_AUTHORITY,
  ERR_HTTP2_CONNECT_PATH,
  ERR_HTTP2_CONNECT_SCHEME,
  ERR_INVALID_ARG_TYPE,
} from "internal:core/errors";
import {
  type FieldList,
  type HeaderFields,
  OF_REQUEST,
  type RawHeaders,
  authorityOf,
  listOf,
} from "internal:node/http2/fields";
import type { Http2Session } from "internal:node/http2/session";
import { kAuthority, kProtocol, kSensitiveHeaders, kStrictSingleValueFields } from "internal:node/http2/symbols";

export interface RequestFields {
  list: FieldList;
  /** The completed object; undefined when the program passed an array. */
  headers: HeaderFields | undefined;
  /** The completed array; undefined when the program passed an object. */
  rawHeaders: RawHeaders | undefined;
  method: unknown;
  scheme: unknown;
  authority: unknown;
}

/** Prepares `headers`: an object, an array of alternating names and values, or undefined. Throws as `listOf`, and for CONNECT. */
export function prepareRequest(
  headers: HeaderFields | RawHeaders | null | undefined,
  session: Http2Session,
): RequestFields {
  if (Array.isArray(headers)) return prepareArray(headers, session);
  if (headers !== undefined && (headers === null || typeof headers !== "object")) {
    throw new ERR_INVALID_ARG_TYPE("headers", ["Object", "Array"], headers);
  }
  return prepareObject(headers ?? {}, session);
}

function prepareObject(given: HeaderFields, session: Http2Session): RequestFields {
  const headers: HeaderFields = Object.assign(Object.create(null), given);
  if (headers[":method"] === undefined) headers[":method"] = "GET";
  if (headers[":method"] !== "CONNECT" || headers[":protocol"] !== undefined) {
    if (authorityOf(headers) === undefined) headers[":authority"] = session[kAuthority];
    if (headers[":scheme"] === undefined) headers[":scheme"] = session[kProtocol].slice(0, -1);
    if (headers[":path"] === undefined) headers[":path"] = "/";
  } else {
    checkConnect(headers[":authority"], headers[":scheme"], headers[":path"]);
  }
  return {
    list: listOf(headers, OF_REQUEST, session[kStrictSingleValueFields]),
    headers,
    rawHeaders: undefined,
    method: headers[":method"],
    scheme: headers[":scheme"],
    authority: authorityOf(headers),
  };
}

function prepareArray(given: RawHeaders & { host?: string }, session: Http2Session): RequestFields {
  const pseudo: Record<string, string | undefined> = Object.create(null);
  for (let index = 0; index < given.length; index += 2) {
    if (given[index][0] === ":") pseudo[given[index].toLowerCase()] = given[index + 1];
  }
  const added: string[] = [];
  const complete = (name: string, value: string): void => {
    if (pseudo[name] !== undefined) return;
    pseudo[name] = value;
    added.push(name, value);
  };
  complete(":method", "GET");
  if (pseudo[":method"] !== "CONNECT" || pseudo[":protocol"] !== undefined) {
    if (given["host"] === undefined) complete(":authority", session[kAuthority]);
    complete(":scheme", session[kProtocol].slice(0, -1));
    complete(":path", "/");
  } else {
    checkConnect(pseudo[":authority"], pseudo[":scheme"], pseudo[":path"]);
  }
  const rawHeaders: RawHeaders = added.length > 0 ? (added as RawHeaders).concat(given) : given;
  if (given[kSensitiveHeaders] !== undefined) rawHeaders[kSensitiveHeaders] = given[kSensitiveHeaders];
  return {
    list: listOf(rawHeaders, OF_REQUEST, session[kStrictSingleValueFields]),
    headers: undefined,
    rawHeaders,
    method: pseudo[":method"],
    scheme: pseudo[":scheme"],
    authority: pseudo[":authority"] ?? given["host"],
  };
}

function checkConnect(authority: unknown, scheme: unknown, path: unknown): void {
  if (authority === undefined) throw new ERR_HTTP2_CONNECT_AUTHORITY();
  if (scheme !== undefined) throw new ERR_HTTP2_CONNECT_SCHEME();
  if (path !== undefined) throw new ERR_HTTP2_CONNECT_PATH();
}

/** Whether a request of this method usually has no content (RFC 9110 §9.3). */
export function isWithoutContent(method: unknown): boolean {
  return method === "GET" || method === "HEAD" || method === "DELETE";
}

/** The object for fields that were passed as an array. */
export function objectOfRaw(rawHeaders: RawHeaders): HeaderFields {
  const headers: HeaderFields = Object.create(null);
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const key = rawHeaders[index];
    const value = rawHeaders[index + 1];
    const existing = headers[key];
    if (existing === undefined) headers[key] = value;
    else if (Array.isArray(existing)) existing.push(value);
    else headers[key] = [existing, value];
  }
  if (rawHeaders[kSensitiveHeaders] !== undefined) headers[kSensitiveHeaders] = rawHeaders[kSensitiveHeaders];
  return headers;
}
