// The serialized head of a request, in the order and the spelling of the home. Names and values were checked when they were
// added to the header list.
import { type HeaderList } from "internal:web/fetch/header_list";
import { type RequestSettings } from "internal:web/fetch/request_settings";
import { type Target } from "internal:web/fetch/target_cache";
import { option } from "internal:core/launch";
import { home } from "internal:core/program";
import defer * as failures from "internal:web/fetch/failures";

const CONDITIONS = ["if-modified-since", "if-none-match", "if-unmodified-since", "if-match", "if-range"];

/** The length of a chunked body, which is not known. */
export const CHUNKED = -1;

/** The head of a GET without headers of the program. */
export function plainHead(target: Target): string {
  return (target.plainHead ??= requestHead("GET", target, null, null, false, null));
}

/**
 * The complete head. `bodyLength`: bytes of the body, CHUNKED, or null when there is none. `closes`: the connection is
 * not reused. Throws undici's errors for fields that Node's fetch does not allow.
 */
export function requestHead(
  method: string,
  target: Target,
  headers: HeaderList | null,
  bodyLength: number | null,
  closes: boolean,
  settings: RequestSettings | null,
): string {
  switch (home()) {
    case "bun":
      return bunHead(method, target, headers, bodyLength, closes);
    case "deno":
      return denoHead(method, target, headers, bodyLength);
    default:
      return nodeHead(method, target, headers, bodyLength, closes, settings);
  }
}

function nodeHead(
  method: string,
  target: Target,
  headers: HeaderList | null,
  bodyLength: number | null,
  closes: boolean,
  settings: RequestSettings | null,
): string {
  let head = `${method} ${target.path} HTTP/1.1\r\nhost: ${target.host}\r\nconnection: ${closes ? "close" : "keep-alive"}\r\n${target.proxyFields}`;
  if (headers !== null) {
    checkForNode(headers);
    head += joinedLines(headers, isOwnOfNode, "");
  }
  if (headers === null || !headers.has("accept")) head += "accept: */*\r\n";
  if (headers === null || !headers.has("accept-language")) head += "accept-language: *\r\n";
  // Fetch metadata is sent to trustworthy origins only.
  if (target.isTrustworthy && (headers === null || !headers.has("sec-fetch-mode")))
    head += `sec-fetch-mode: ${settings === null ? "cors" : settings.mode}\r\n`;
  if (headers === null || !headers.has("user-agent")) head += "user-agent: node\r\n";
  head += cacheLines(headers, settings === null ? "default" : settings.cache);
  // Brotli and zstd only over TLS, where no proxy can corrupt them.
  if (headers === null || !headers.has("accept-encoding"))
    head += `accept-encoding: ${codings(headers, target.isSecure ? "br, gzip, deflate, zstd" : "gzip, deflate")}\r\n`;
  return `${head}${lengthLine("content-length", "transfer-encoding", bodyLength)}\r\n`;
}

function bunHead(
  method: string,
  target: Target,
  headers: HeaderList | null,
  bodyLength: number | null,
  closes: boolean,
): string {
  let head = `${method} ${target.path} HTTP/1.1\r\n`;
  if (target.isProxied) head += `Proxy-Connection: Keep-Alive\r\n${target.proxyFields}`;
  if (headers !== null) head += joinedLines(headers, isFraming, "set-cookie");
  if (!closes && (headers === null || !headers.has("connection"))) head += "Connection: keep-alive\r\n";
  if (headers === null || !headers.has("user-agent")) head += bunUserAgent();
  if (headers === null || !headers.has("accept")) head += "Accept: */*\r\n";
  if (headers === null || !headers.has("host")) head += `Host: ${target.host}\r\n`;
  if (headers === null || !headers.has("accept-encoding"))
    head += `Accept-Encoding: ${codings(headers, "gzip, deflate, br, zstd")}\r\n`;
  return `${head}${lengthLine("Content-Length", "Transfer-Encoding", bodyLength)}\r\n`;
}

let userAgentLine = "";

/** The line of `--user-agent`, or of Bun itself. */
function bunUserAgent(): string {
  if (userAgentLine === "") {
    const given = option("--user-agent");
    userAgentLine = `User-Agent: ${typeof given === "string" ? given : "Bun/1.4.5"}\r\n`;
  }
  return userAgentLine;
}

function denoHead(method: string, target: Target, headers: HeaderList | null, bodyLength: number | null): string {
  const keepsHost = headers !== null && target.keepsHost && headers.has("host");
  let head = `${method} ${target.path} HTTP/1.1\r\n`;
  if (bodyLength !== CHUNKED) head += lengthLine("content-length", "", bodyLength);
  if (headers !== null) head += fieldLines(headers, keepsHost ? isFraming : isFramingOrHost);
  if (headers === null || !headers.has("accept")) head += "accept: */*\r\n";
  if (headers === null || !headers.has("accept-language")) head += "accept-language: *\r\n";
  if (headers === null || !headers.has("user-agent")) head += "user-agent: Deno/2.9.6\r\n";
  head += target.proxyFields;
  if (headers === null || !headers.has("accept-encoding"))
    head += `accept-encoding: ${codings(headers, "gzip,br")}\r\n`;
  if (!keepsHost) head += `host: ${target.host}\r\n`;
  return `${head}${bodyLength === CHUNKED ? "transfer-encoding: chunked\r\n" : ""}\r\n`;
}

function lengthLine(lengthName: string, codingName: string, bodyLength: number | null): string {
  if (bodyLength === null) return "";
  return bodyLength === CHUNKED ? `${codingName}: chunked\r\n` : `${lengthName}: ${bodyLength}\r\n`;
}

// A range is requested without content codings.
function codings(headers: HeaderList | null, all: string): string {
  return headers !== null && headers.has("range") ? "identity" : all;
}

function fieldLines(headers: HeaderList, isOwn: (name: string) => boolean): string {
  const { pairs, spellings } = headers;
  let text = "";
  for (let index = 0; index < pairs.length; index += 2) {
    if (!isOwn(pairs[index]!))
      text += `${spellings === null ? pairs[index]! : spellings[index >> 1]!}: ${pairs[index + 1]!}\r\n`;
  }
  return text;
}

/** Like `fieldLines`, with the values of each name in one line, except those of `separate`. */
function joinedLines(headers: HeaderList, isOwn: (name: string) => boolean, separate: string): string {
  const { pairs, spellings } = headers;
  let text = "";
  for (let index = 0; index < pairs.length; index += 2) {
    const name = pairs[index]!;
    if (isOwn(name) || (name !== separate && isRepeated(pairs, index))) continue;
    let value = pairs[index + 1]!;
    for (let next = index + 2; next < pairs.length && name !== separate; next += 2) {
      if (pairs[next] === name) value += `${name === "cookie" ? "; " : ", "}${pairs[next + 1]!}`;
    }
    text += `${spellings === null ? name : spellings[index >> 1]!}: ${value}\r\n`;
  }
  return text;
}

function isRepeated(pairs: readonly string[], index: number): boolean {
  for (let earlier = 0; earlier < index; earlier += 2) if (pairs[earlier] === pairs[index]) return true;
  return false;
}

// The fields for caches (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch, steps 15 to 17). A program with a
// conditional request does its own caching.
function cacheLines(headers: HeaderList | null, cache: string): string {
  if (cache === "default" && headers !== null && CONDITIONS.some((name) => headers.has(name))) cache = "no-store";
  const given = headers !== null && headers.has("cache-control");
  if (cache === "no-cache") return given ? "" : "cache-control: max-age=0\r\n";
  if (cache !== "no-store" && cache !== "reload") return "";
  return (
    (headers !== null && headers.has("pragma") ? "" : "pragma: no-cache\r\n") +
    (given ? "" : "cache-control: no-cache\r\n")
  );
}

// The framing fields are computed: ambiguous body lengths allow request smuggling (RFC 9112 §6.3).
function isFraming(name: string): boolean {
  return name === "content-length" || name === "transfer-encoding";
}

function isFramingOrHost(name: string): boolean {
  return isFraming(name) || name === "host";
}

function isOwnOfNode(name: string): boolean {
  return isFramingOrHost(name) || name === "connection";
}

function checkForNode(headers: HeaderList): void {
  const { pairs } = headers;
  for (let index = 0; index < pairs.length; index += 2) {
    const name = pairs[index]!;
    if (name === "transfer-encoding" || name === "keep-alive" || name === "upgrade")
      throw failures.codedError("UND_ERR_INVALID_ARG", `invalid ${name} header`);
    if (name === "expect") throw failures.codedError("UND_ERR_NOT_SUPPORTED", "expect header not supported");
  }
}
