// The parser of `url.parse`, older than the URL Standard: it accepts relative references, escapes what browsers
// escaped, and rejects ambiguous hosts.
import { ERR_INVALID_ARG_VALUE, ERR_INVALID_URL } from "internal:core/errors";
import { validateString } from "internal:core/validators";
import defer * as querystring from "internal:node/querystring";
import * as native from "native:url";

/** Schemes without a host: nothing of them is escaped or cut off. */
export const hostlessProtocols = new Set(["javascript", "javascript:"]);
/** Schemes that always have "//". */
export const slashedProtocols = new Set(
  ["http", "https", "ftp", "gopher", "file", "ws", "wss"].flatMap((name) => [name, `${name}:`]),
);

// Cut off at the end of the host: these can never be in one (RFC 2396 §2.4.3).
const NEVER_IN_HOST = " \"%';<>\\^`{|}";
const forbiddenInHost = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
const forbiddenInIpv6 = /[\0\t\n\r #%/<>?@\\^|]/;
const HOSTNAME_LENGTH_MAX = 255;

/** A legacy `Url`. */
export interface LegacyUrl {
  protocol: string | null;
  slashes: boolean | null;
  auth: string | null;
  host: string | null;
  port: string | null;
  hostname: string | null;
  hash: string | null;
  search: string | null;
  /** An object when the query was parsed. */
  query: string | object | null;
  pathname: string | null;
  path: string | null;
  href: string | null;
  parse(url: unknown, parseQueryString?: unknown, slashesDenoteHost?: unknown): LegacyUrl;
  format(): string;
  resolve(relative: unknown): string;
  resolveObject(relative: unknown): LegacyUrl;
  parseHost(): void;
}

/** Fills the fields of a legacy `Url` from a string. */
export function parseInto(target: LegacyUrl, url: unknown, parseQuery: boolean, slashesDenoteHost: boolean): LegacyUrl {
  validateString(url, "url");
  const { text, hasHash, hasAt } = prepare(url);
  if (!slashesDenoteHost && !hasHash && !hasAt && parseSimplePath(target, text, parseQuery)) return target;

  let rest = text;
  const scheme = /^[a-z0-9.+-]+:/i.exec(rest)?.[0] ?? "";
  const protocol = scheme.toLowerCase();
  if (scheme !== "") {
    target.protocol = protocol;
    rest = rest.slice(scheme.length);
  }
  let hasSlashes = false;
  if (slashesDenoteHost || scheme !== "" || /^\/\/[^@/]+@[^@/]+/.test(rest)) {
    hasSlashes = rest.startsWith("//");
    if (hasSlashes && !(scheme !== "" && hostlessProtocols.has(protocol))) {
      rest = rest.slice(2);
      target.slashes = true;
    }
  }
  if (!hostlessProtocols.has(protocol) && (hasSlashes || (scheme !== "" && !slashedProtocols.has(scheme)))) {
    rest = parseAuthority(target, rest, url);
  }
  if (!hostlessProtocols.has(protocol)) rest = escapeRest(rest);
  parsePathAndQuery(target, rest, parseQuery);
  if (slashedProtocols.has(protocol) && target.hostname && !target.pathname) target.pathname = "/";
  if (target.pathname || target.search) target.path = (target.pathname || "") + (target.search || "");
  target.href = target.format();
  return target;
}

/** Trims white space and control characters and turns backslashes into slashes, up to the query or the fragment, as browsers do. */
function prepare(url: string): { text: string; hasHash: boolean; hasAt: boolean } {
  const trimmed =
    isTrimmed(url.charCodeAt(0)) && isTrimmed(url.charCodeAt(url.length - 1))
      ? url
      : url.replace(/^[\0-\x20\xa0\ufeff]+|[\0-\x20\xa0\ufeff]+$/g, "");
  return {
    text: trimmed.includes("\\") ? withSlashes(trimmed) : trimmed,
    hasHash: trimmed.includes("#"),
    hasAt: trimmed.includes("@"),
  };
}

function isTrimmed(unit: number): boolean {
  return unit > 0x20 && unit !== 0xa0 && unit !== 0xfeff;
}

function withSlashes(trimmed: string): string {
  const end = trimmed.search(/[?#]/);
  return end === -1 ? trimmed.replaceAll("\\", "/") : trimmed.slice(0, end).replaceAll("\\", "/") + trimmed.slice(end);
}

/** The common case of a server: only a path and a query. */
function parseSimplePath(target: LegacyUrl, text: string, parseQuery: boolean): boolean {
  const match = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/.exec(text);
  if (match === null) return false;
  target.path = target.href = text;
  target.pathname = match[1];
  setQuery(target, match[2], parseQuery);
  return true;
}

function setQuery(target: LegacyUrl, search: string | undefined, parseQuery: boolean): void {
  if (search !== undefined) {
    target.search = search;
    target.query = parseQuery ? querystring.default.parse(search.slice(1)) : search.slice(1);
  } else if (parseQuery) {
    target.search = null;
    target.query = Object.create(null);
  }
}

/** Reads credentials, host and port. Returns the rest. */
function parseAuthority(target: LegacyUrl, text: string, url: string): string {
  let rest = text;
  let at = -1;
  let hostEnd = -1;
  for (let index = 0; index < rest.length; index++) {
    const character = rest[index]!;
    if (isUsualInHost(rest.charCodeAt(index))) continue;
    if (character === "\t" || character === "\n" || character === "\r") {
      // The URL Standard removes these, so a host must not contain them.
      rest = rest.slice(0, index) + rest.slice(index + 1);
      index--;
    } else if (character === "@") {
      at = index;
      hostEnd = -1;
    } else if (character === "/" || character === "?" || character === "#") {
      if (hostEnd === -1) hostEnd = index;
      break;
    } else if (hostEnd === -1 && NEVER_IN_HOST.includes(character)) {
      hostEnd = index;
    }
  }
  if (at !== -1) target.auth = decodeURIComponent(rest.slice(0, at));
  target.host = hostEnd === -1 ? rest.slice(at + 1) : rest.slice(at + 1, hostEnd);
  rest = hostEnd === -1 ? "" : rest.slice(hostEnd);
  target.parseHost();
  if (typeof target.hostname !== "string") target.hostname = "";

  const hostname: string = target.hostname;
  const isIpv6 = hostname.startsWith("[") && hostname.endsWith("]");
  if (!isIpv6) {
    const cut = hostname.search(/[/\\#?:]/);
    if (cut !== -1) {
      if (hostname[cut] === ":") throw new ERR_INVALID_ARG_VALUE("url", "Invalid port in url", url);
      target.hostname = hostname.slice(0, cut);
      rest = `/${hostname.slice(cut)}${rest}`;
    }
  }
  target.hostname = checkedHostname(target.hostname, isIpv6, url);
  target.host = target.hostname + (target.port ? `:${target.port}` : "");
  if (isIpv6) {
    target.hostname = target.hostname.slice(1, -1);
    if (!rest.startsWith("/")) rest = `/${rest}`;
  }
  return rest;
}

/** Letters, digits, ".", "-" and ":". */
function isUsualInHost(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x2d && unit <= 0x3a && unit !== 0x2f) || (unit >= 0x41 && unit <= 0x5a)
  );
}

function checkedHostname(name: string, isIpv6: boolean, url: string): string {
  if (name.length > HOSTNAME_LENGTH_MAX) return "";
  const hostname = name.toLowerCase();
  if (hostname === "") return "";
  if (isIpv6) {
    if (forbiddenInIpv6.test(hostname)) throw new ERR_INVALID_URL(url);
    return hostname;
  }
  if (/^[a-z0-9.-]+$/.test(hostname)) return hostname;
  const ascii = /[^\0-\x7f]/.test(hostname) ? native.domainToAscii(hostname) : hostname;
  // A host that becomes empty, or contains a separator after the mapping, could be mistaken for another.
  if (ascii === "" || forbiddenInHost.test(ascii)) throw new ERR_INVALID_URL(url);
  return ascii;
}

/** Escapes RFC 2396's "unwise" characters and delimiters, and the apostrophe. */
function escapeRest(rest: string): string {
  return rest.replace(
    /[\t\n\r "'<>\\^`{|}]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

function parsePathAndQuery(target: LegacyUrl, rest: string, parseQuery: boolean): void {
  const hash = rest.indexOf("#");
  const beforeHash = hash === -1 ? rest : rest.slice(0, hash);
  if (hash !== -1) target.hash = rest.slice(hash);
  const question = beforeHash.indexOf("?");
  setQuery(target, question === -1 ? undefined : beforeHash.slice(question), parseQuery);
  const pathname = question === -1 ? beforeHash : beforeHash.slice(0, question);
  if (pathname.length > 0) target.pathname = pathname;
}
