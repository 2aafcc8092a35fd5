// Header objects from header lines: which duplicates are dropped, joined or collected, as Node documents it:
// https://nodejs.org/api/http.html#messageheaders
import { pinned, safe } from "internal:core/bootstrap";

/** The headers of a message, by lower-case name; set-cookie is an array. `any`, as in Node's own types: programs replace the object. */
export type IncomingHeaders = Record<string, any>;

/** For these the first value is used, unless `joinDuplicateHeaders` is set. */
const singleValued = pinned(
  new Set([
    "age",
    "authorization",
    "content-length",
    "content-type",
    "etag",
    "expires",
    "from",
    "host",
    "if-modified-since",
    "if-unmodified-since",
    "last-modified",
    "location",
    "max-forwards",
    "proxy-authorization",
    "referer",
    "retry-after",
    "server",
    "user-agent",
  ]),
);

/** A cache of lower-case names by the name as received: every request looks its names up. Its size is limited. */
const lowerCaseNames = pinned(new Map<string, string>());
const LOWER_CASE_NAMES_MAX = 512;

function toLowerCase(name: string): string {
  const cached = lowerCaseNames.get(name);
  if (cached !== undefined) return cached;
  const lowerCase = name.toLowerCase();
  if (lowerCaseNames.size >= LOWER_CASE_NAMES_MAX) lowerCaseNames.clear();
  lowerCaseNames.set(name, lowerCase);
  return lowerCase;
}

/** `message.headers` of `lines` (alternating names and values). */
export function joinedHeaders(lines: string[], joinsAll: boolean | undefined): IncomingHeaders {
  const headers: IncomingHeaders = {};
  for (let index = 0; index < lines.length; index += 2)
    addFieldLine(headers, toLowerCase(lines[index]!), lines[index + 1]!, joinsAll === true);
  return headers;
}

/** `message.headersDistinct` of `lines`: every value in an array. */
export function distinctHeaders(lines: string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = { __proto__: null as never };
  for (let index = 0; index < lines.length; index += 2)
    addFieldLineDistinct(headers, toLowerCase(lines[index]!), lines[index + 1]!);
  return headers;
}

/** Adds one header. `name` is in lower case. */
export function addFieldLine(headers: IncomingHeaders, name: string, value: string, joinsAll: boolean): void {
  const present = headers[name];
  if (name === "set-cookie") {
    if (present !== undefined) present.push(value);
    else headers[name] = [value];
  } else if (present === undefined) {
    headers[name] = value;
  } else if (!safe.hasOwn(headers, name)) {
    // Every object inherits "constructor" and other names from Object.prototype. "__proto__" is dropped, as in Node.
    if (name !== "__proto__")
      safe.defineProperty(headers, name, { value, writable: true, enumerable: true, configurable: true });
  } else if (name === "cookie") {
    headers[name] = `${present}; ${value}`;
  } else if (joinsAll || !singleValued.has(name)) {
    headers[name] = `${present}, ${value}`;
  }
}

/** Adds one header to an object of arrays. */
export function addFieldLineDistinct(headers: Record<string, string[]>, name: string, value: string): void {
  if (headers[name] === undefined) headers[name] = [value];
  else headers[name].push(value);
}
