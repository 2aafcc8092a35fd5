// The errors of Bun's fetch: the failure itself is the error, with a code, where Node and Deno set `cause`.
import type { Failure } from "internal:web/fetch/failures";

const MORE = "For more information, pass `verbose: true` in the second argument to fetch()";
const CONNECT_CODES = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOENT", "ETIMEDOUT"]);
/** Bun's codes of invalid responses. */
const RESPONSE_CODES: Record<string, string> = {
  HPE_INVALID_HEADER_TOKEN: "Malformed_HTTP_Response",
  HPE_INVALID_CHUNK_SIZE: "InvalidHTTPResponse",
  HPE_INVALID_CONTENT_LENGTH: "InvalidContentLength",
  Z_DATA_ERROR: "ZlibError",
  Z_BUF_ERROR: "ZlibError",
};

/** Bun's error for the failure `cause` of a request for `url`. */
export function bunError(cause: unknown, url: string): Error {
  const { code, message, syscall, hostname } = (cause ?? {}) as Failure;
  if (code === "ERR_HTTP_CONTENT_LENGTH_MISMATCH") return cause as Error;
  if (syscall === "getaddrinfo")
    return Object.assign(new TypeError(message), {
      code,
      path: url,
      syscall: "getaddrinfo",
      hostname,
      errno: 4,
    });
  if (syscall === "connect" || CONNECT_CODES.has(code!))
    return codedError("ECONNREFUSED", "ECONNREFUSED: Unable to connect. Is the computer able to access the url?", url);
  if (message === "unexpected redirect") return fetchingError("UnexpectedRedirect", url);
  if (message === "redirect count exceeded")
    return codedError("TooManyRedirects", `TooManyRedirects: The response redirected too many times. ${MORE}`, url);
  if (message === "URL scheme must be a HTTP(S) scheme") return fetchingError("UnsupportedRedirectProtocol", url);
  if (code === "ERR_INVALID_URL")
    return codedError("RedirectURLInvalid", "RedirectURLInvalid: Redirect URL in Location header is invalid.", url);
  if (message === "bad upgrade") return fetchingError("UnrequestedUpgrade", url);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return fetchingError(code, url);
  const responseCode = RESPONSE_CODES[code!];
  if (responseCode !== undefined) return fetchingError(responseCode, url);
  if (
    code === "UND_ERR_SOCKET" ||
    code === "ECONNRESET" ||
    code === "EPIPE" ||
    (typeof code === "string" && code.startsWith("HPE_"))
  ) {
    return codedError("ECONNRESET", `ECONNRESET: The socket connection was closed unexpectedly. ${MORE}`, url);
  }
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT")
    return codedError("TimeoutError", "The operation timed out.", url);
  // The error of the program's own stream.
  return typeof code === "string" ? codedError(code, message!, url) : (cause as Error);
}

/** The error for a proxy of a protocol that Bun does not support. */
export function unsupportedProxy(url: string): Error {
  return fetchingError("UnsupportedProxyProtocol", url);
}

function fetchingError(code: string, url: string): Error {
  return codedError(code, `${code} fetching "${url}". ${MORE}`, url);
}

function codedError(code: string, message: string, url: string): Error {
  return Object.assign(new TypeError(message), { code, path: url, errno: 0 });
}
