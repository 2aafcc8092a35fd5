// Conversions between URLs and paths: `fileURLToPath`, `pathToFileURL`, `urlToHttpOptions`. Other builtins import them from here.
import {
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_FILE_URL_HOST,
  ERR_INVALID_FILE_URL_PATH,
  ERR_INVALID_URL_SCHEME,
  ERR_MISSING_ARGS,
} from "internal:core/errors";
import { validateObject, validateString } from "internal:core/validators";
import { URL, isURL as isOwnURL } from "web:url";
import defer * as buffers from "internal:core/buffer";
import defer * as path from "internal:core/path";
import { parsePlain } from "internal:web/serialized_url";
import * as native from "native:url";
import { UrlPart, UrlScheme } from "native:url";

/** Whether a value is a URL of this or of another realm or library: it has `href` and `protocol`, and is not a legacy Url. */
export function isURL(value: unknown): value is URL {
  if (isOwnURL(value)) return true;
  const url = value as { href?: unknown; protocol?: unknown; auth?: unknown; path?: unknown } | null | undefined;
  return Boolean(url?.href && url.protocol && url.auth === undefined && url.path === undefined);
}

interface FileUrlOptions {
  /** Whether the path is a Windows path; the default is that of the system. */
  windows?: boolean;
}

function fileUrl(value: unknown): URL {
  const url = typeof value === "string" ? new URL(value) : value;
  if (!isURL(url)) throw new ERR_INVALID_ARG_TYPE("path", ["string", "URL"], value);
  if (url.protocol !== "file:") throw new ERR_INVALID_URL_SCHEME("file");
  return url;
}

/**
 * The path of a `file:` URL. Throws ERR_INVALID_URL_SCHEME for another scheme, ERR_INVALID_FILE_URL_HOST for a host,
 * ERR_INVALID_FILE_URL_PATH for an encoded separator.
 */
export function fileURLToPath(value: unknown, options?: FileUrlOptions): string {
  const windows = options?.windows;
  if (!windows && typeof value === "string" && isPlainFile(value)) {
    const pathname = pathOfParts(value);
    if (!pathname.includes("%")) return pathname;
    if (!hasEncodedSlash(pathname)) return decodeURIComponent(pathname);
  }
  const url = fileUrl(value);
  if (windows) return windowsPath(url, decodeURIComponent);
  const { pathname } = url;
  checkPosixUrl(url, pathname);
  return decoded(pathname);
}

const parts = new Uint32Array(9);

/** Whether `text` is the serialization of a `file:` URL, whose parts are in `parts` then. */
function isPlainFile(text: string): boolean {
  return parsePlain(text, parts) && parts[UrlPart.SCHEME] === UrlScheme.FILE;
}

function pathOfParts(text: string): string {
  return text.slice(parts[UrlPart.PATHNAME_START], Math.min(parts[UrlPart.SEARCH_START]!, parts[UrlPart.HASH_START]!));
}

function decoded(pathname: string): string {
  return pathname.includes("%") ? decodeURIComponent(pathname) : pathname;
}

function hasEncodedSlash(text: string): boolean {
  return text.includes("%2f") || text.includes("%2F");
}

/** The same as bytes, for paths that are not UTF-8. */
export function fileURLToPathBuffer(value: unknown, options?: FileUrlOptions): Uint8Array {
  const windows = options?.windows;
  const url = fileUrl(value);
  if (windows) return buffers.Buffer.from(windowsPath(url, latin1Bytes), "latin1");
  const { pathname } = url;
  checkPosixUrl(url, pathname);
  return buffers.Buffer.from(latin1Bytes(pathname), "latin1");
}

/** Percent-decodes to one character per byte. */
function latin1Bytes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function checkPosixUrl(url: URL, pathname: string): void {
  if (url.hostname !== "") throw new ERR_INVALID_FILE_URL_HOST("linux");
  if (hasEncodedSlash(pathname)) throw new ERR_INVALID_FILE_URL_PATH("must not include encoded / characters", url);
}

function windowsPath(url: URL, decode: (text: string) => string): string {
  if (/%2f|%5c/i.test(url.pathname))
    throw new ERR_INVALID_FILE_URL_PATH("must not include encoded \\ or / characters", url);
  const pathname = decode(url.pathname.replaceAll("/", "\\"));
  if (url.hostname !== "") return `\\\\${native.domainToUnicode(url.hostname)}${pathname}`;
  if (!/^\\[A-Za-z]:/.test(pathname)) throw new ERR_INVALID_FILE_URL_PATH("must be absolute", url);
  return pathname.slice(1);
}

// Characters that the parser would interpret or strip.
const pathEscapes: Record<string, string> = {
  "%": "%25",
  "\\": "%5C",
  "\n": "%0A",
  "\r": "%0D",
  "\t": "%09",
  " ": "%20",
  "?": "%3F",
  "#": "%23",
  "~": "%7E",
  "[": "%5B",
  "]": "%5D",
  "^": "%5E",
  "|": "%7C",
};

/** The `file:` URL of a path, which is resolved first; a trailing separator is preserved. */
export function pathToFileURL(filepath: unknown, options?: FileUrlOptions): URL {
  validateString(filepath, "path");
  if (options?.windows) return windowsUrl(filepath);
  let resolved: string = path.default.posix.resolve(filepath);
  if (filepath.endsWith("/") && !resolved.endsWith("/")) resolved += "/";
  return new URL(`file://${resolved.replace(/[%\\\n\r\t ?#~[\]^|]/g, (found) => pathEscapes[found]!)}`);
}

function windowsUrl(filepath: string): URL {
  const escape = (text: string) =>
    text.replace(/[%\n\r\t ?#~[\]^|]/g, (found) => pathEscapes[found]!).replaceAll("\\", "/");
  if (filepath.startsWith("\\\\")) {
    const isLong = filepath.startsWith("\\\\?\\UNC\\");
    const share = isLong ? filepath.slice(8) : filepath.slice(2);
    const end = share.indexOf("\\");
    if (end === -1) throw new ERR_INVALID_ARG_VALUE("path", filepath, "Missing UNC resource path");
    if (end === 0) throw new ERR_INVALID_ARG_VALUE("path", filepath, "Empty UNC servername");
    return new URL(`file://${native.domainToAscii(share.slice(0, end))}${escape(share.slice(end))}`);
  }
  let resolved: string = path.default.win32.resolve(filepath);
  if (/[/\\]$/.test(filepath) && !resolved.endsWith("\\")) resolved += "\\";
  const escaped = escape(resolved);
  return new URL(escaped.startsWith("/") ? `file://${escaped}` : `file:///${escaped}`);
}

/** The path of a `file:` URL; other values unchanged. */
export function toPathIfFileURL(value: any): any {
  return isURL(value) ? fileURLToPath(value) : value;
}

/** The options of `http.request` for a URL, with the properties that the program added to it. */
export function urlToHttpOptions(url: any): any {
  validateObject(url, "url", 6);
  const { hostname, pathname, port, username, password, search } = url;
  const options: any = {
    __proto__: null,
    ...url,
    protocol: url.protocol,
    hostname: hostname && hostname[0] === "[" ? hostname.slice(1, -1) : hostname,
    hash: url.hash,
    search,
    pathname,
    path: `${pathname || ""}${search || ""}`,
    href: url.href,
  };
  if (port !== "") options.port = Number(port);
  if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
}

/** The ASCII form of a domain; empty for an invalid one. */
export function domainToASCII(domain: unknown): string {
  if (arguments.length < 1) throw new ERR_MISSING_ARGS("domain");
  return native.domainToAscii(`${domain}`);
}

/** The Unicode form of a domain; empty for an invalid one. */
export function domainToUnicode(domain: unknown): string {
  if (arguments.length < 1) throw new ERR_MISSING_ARGS("domain");
  return native.domainToUnicode(`${domain}`);
}
