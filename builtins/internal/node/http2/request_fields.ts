// The header fields of a request: what is missing is added, and CONNECT has its own rules (RFC 9113 §8.3.1, §8.5).
import {
  ERR_HTTP2_CONNECT_AUTHORITY,
  ERR_HTTP2_CONNECT_PATH,
  ERR_HTTP2_CONNECT_SCHEME,
  ERR_INVALID_ARG_TYPE,
} from "internal:core/errors";
import { type FieldList, OF_REQUEST, authorityOf, listOf } from "internal:node/http2/fields";
import { kAuthority, kProtocol, kSensitiveHeaders, kStrictSingleValueFields } from "internal:node/http2/symbols";

export interface RequestFields {
  list: FieldList;
  /** What the program gave, completed; undefined when it gave an array. */
  headers: any;
  /** The array, completed. */
  rawHeaders: any[] | undefined;
  method: any;
  scheme: any;
  authority: any;
}

/** Prepares `headers`: an object, an array of names and values in turn, or undefined. Throws what `listOf` throws, and for CONNECT. */
export function prepareRequest(headers: any, session: any): RequestFields {
  if (Array.isArray(headers)) return prepareArray(headers, session);
  if (headers !== undefined && (headers === null || typeof headers !== "object")) {
    throw new ERR_INVALID_ARG_TYPE("headers", ["Object", "Array"], headers);
  }
  return prepareObject(headers ?? {}, session);
}

function prepareObject(given: any, session: any): RequestFields {
  const headers: any = Object.assign(Object.create(null), given);
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

function prepareArray(given: any[], session: any): RequestFields {
  const pseudo: any = Object.create(null);
  for (let index = 0; index < given.length; index += 2) {
    if (given[index][0] === ":") pseudo[given[index].toLowerCase()] = given[index + 1];
  }
  const added: any[] = [];
  const complete = (name: string, value: any): void => {
    if (pseudo[name] !== undefined) return;
    pseudo[name] = value;
    added.push(name, value);
  };
  complete(":method", "GET");
  if (pseudo[":method"] !== "CONNECT" || pseudo[":protocol"] !== undefined) {
    if ((given as any)["host"] === undefined) complete(":authority", session[kAuthority]);
    complete(":scheme", session[kProtocol].slice(0, -1));
    complete(":path", "/");
  } else {
    checkConnect(pseudo[":authority"], pseudo[":scheme"], pseudo[":path"]);
  }
  const rawHeaders: any = added.length > 0 ? added.concat(given) : given;
  if ((given as any)[kSensitiveHeaders] !== undefined)
    rawHeaders[kSensitiveHeaders] = (given as any)[kSensitiveHeaders];
  return {
    list: listOf(rawHeaders, OF_REQUEST, session[kStrictSingleValueFields]),
    headers: undefined,
    rawHeaders,
    method: pseudo[":method"],
    scheme: pseudo[":scheme"],
    authority: pseudo[":authority"] ?? (given as any)["host"],
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

/** The object for fields that were given as an array. */
export function objectOfRaw(rawHeaders: any): any {
  const headers: any = Object.create(null);
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
