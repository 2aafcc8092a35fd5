// The head of a request as it is sent. Names and values were checked when they became a header list.
import { type HeaderList } from "internal:fetch/header_list";
import { type Target } from "internal:fetch/target";
import { home } from "internal:program";
import defer * as failures from "internal:fetch/failures";

/** A body whose length is not known: chunked. */
export const CHUNKED = -1;

/** What the runtimes send unless the program gives the field itself: lower-case names, spelling, values. */
const DEFAULTS: Record<string, [string, string, string][]> = {
  node: [["accept", "accept", "*/*"], ["accept-language", "accept-language", "*"], ["sec-fetch-mode", "sec-fetch-mode", "cors"], ["user-agent", "user-agent", "node"]],
  bun: [["user-agent", "User-Agent", "Bun/1.4.5"], ["accept", "Accept", "*/*"]],
  deno: [["accept", "accept", "*/*"], ["accept-language", "accept-language", "*"], ["user-agent", "user-agent", "Deno/2.9.6"]],
};

/** The head of a GET without headers of its own. */
export function plainHead(target: Target): string {
  return (target.plainHead ??= requestHead("GET", target, null, null));
}

/**
 * The complete head. `bodyLength`: bytes of the body, CHUNKED, or null when there is none.
 * Throws undici's errors for fields that would change the framing.
 */
export function requestHead(method: string, target: Target, headers: HeaderList | null, bodyLength: number | null): string {
  const names = home() === "bun" ? BUN_NAMES : PLAIN_NAMES;
  let head = `${method} ${target.path} HTTP/1.1\r\n`;
  if (headers === null || !headers.has("host")) head += `${names.host}: ${target.host}\r\n`;
  if (headers === null || !headers.has("connection")) head += `${names.connection}: keep-alive\r\n`;
  head += target.proxyFields;
  if (headers !== null) head += givenFields(headers);
  for (const [lower, spelling, value] of DEFAULTS[home()]!) {
    if (headers === null || !headers.has(lower)) head += `${spelling}: ${value}\r\n`;
  }
  if (headers === null || !headers.has("accept-encoding")) head += `${names.acceptEncoding}: ${acceptedCodings(target, headers)}\r\n`;
  if (bodyLength === CHUNKED) head += `${names.transferEncoding}: chunked\r\n`;
  else if (bodyLength !== null) head += `${names.contentLength}: ${bodyLength}\r\n`;
  return `${head}\r\n`;
}

// As the runtimes: Node offers brotli only over TLS; a part of a file is asked for as it is.
function acceptedCodings(target: Target, headers: HeaderList | null): string {
  if (headers !== null && headers.has("range")) return "identity";
  switch (home()) {
    case "bun": return "gzip, deflate, br, zstd";
    case "deno": return "gzip,br";
    default: return target.isSecure ? "br, gzip, deflate" : "gzip, deflate";
  }
}

const PLAIN_NAMES = {
  host: "host", connection: "connection", acceptEncoding: "accept-encoding", transferEncoding: "transfer-encoding", contentLength: "content-length",
};
const BUN_NAMES = {
  host: "Host", connection: "Connection", acceptEncoding: "Accept-Encoding", transferEncoding: "Transfer-Encoding", contentLength: "Content-Length",
};

function givenFields(headers: HeaderList): string {
  const { pairs, spellings } = headers;
  let text = "";
  for (let index = 0; index < pairs.length; index += 2) {
    const name = pairs[index]!;
    // The framing is ours: two ideas of a body's length are how requests are smuggled (RFC 9112 §6.3).
    if (name === "content-length") continue;
    if (name === "transfer-encoding" || name === "keep-alive" || name === "upgrade") throw failures.codedError("UND_ERR_INVALID_ARG", `invalid ${name} header`);
    if (name === "expect") throw failures.codedError("UND_ERR_NOT_SUPPORTED", "expect header not supported");
    if (name === "connection" && !/^(?:close|keep-alive)$/i.test(pairs[index + 1]!)) throw failures.codedError("UND_ERR_INVALID_ARG", "invalid connection header");
    text += `${spellings === null ? name : spellings[index >> 1]!}: ${pairs[index + 1]!}\r\n`;
  }
  return text;
}
