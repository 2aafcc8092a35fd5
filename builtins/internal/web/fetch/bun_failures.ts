// The errors of Bun's fetch: the failure itself is the error, with a code, where Node and Deno put it into `cause`.

const MORE = "For more information, pass `verbose: true` in the second argument to fetch()";
const CONNECT_CODES = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOENT", "ETIMEDOUT"]);
/** Bun's names of what a server sent wrong. */
const NAMED: Record<string, string> = {
  HPE_INVALID_HEADER_TOKEN: "Malformed_HTTP_Response",
  HPE_INVALID_CHUNK_SIZE: "InvalidHTTPResponse",
  HPE_INVALID_CONTENT_LENGTH: "InvalidContentLength",
  Z_DATA_ERROR: "ZlibError",
  Z_BUF_ERROR: "ZlibError",
};

/** The error that Bun gives for the failure `cause` of a request for `url`. */
export function bunError(cause: any, url: string): Error {
  const { code, message } = cause ?? {};
  if (code === "ERR_HTTP_CONTENT_LENGTH_MISMATCH") return cause;
  if (cause?.syscall === "getaddrinfo")
    return Object.assign(new TypeError(message), {
      code,
      path: url,
      syscall: "getaddrinfo",
      hostname: cause.hostname,
      errno: 4,
    });
  if (cause?.syscall === "connect" || CONNECT_CODES.has(code))
    return made("ECONNREFUSED", "ECONNREFUSED: Unable to connect. Is the computer able to access the url?", url);
  if (message === "unexpected redirect") return fetching("UnexpectedRedirect", url);
  if (message === "redirect count exceeded")
    return made("TooManyRedirects", `TooManyRedirects: The response redirected too many times. ${MORE}`, url);
  if (message === "URL scheme must be a HTTP(S) scheme") return fetching("UnsupportedRedirectProtocol", url);
  if (code === "ERR_INVALID_URL")
    return made("RedirectURLInvalid", "RedirectURLInvalid: Redirect URL in Location header is invalid.", url);
  if (message === "bad upgrade") return fetching("UnrequestedUpgrade", url);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return fetching(code, url);
  const named = NAMED[code];
  if (named !== undefined) return fetching(named, url);
  if (
    code === "UND_ERR_SOCKET" ||
    code === "ECONNRESET" ||
    code === "EPIPE" ||
    (typeof code === "string" && code.startsWith("HPE_"))
  ) {
    return made("ECONNRESET", `ECONNRESET: The socket connection was closed unexpectedly. ${MORE}`, url);
  }
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT")
    return made("TimeoutError", "The operation timed out.", url);
  // What the program's own stream failed of.
  return typeof code === "string" ? made(code, message, url) : cause;
}

/** The error for a proxy of a protocol that Bun does not speak. */
export function unsupportedProxy(url: string): Error {
  return fetching("UnsupportedProxyProtocol", url);
}

function fetching(code: string, url: string): Error {
  return made(code, `${code} fetching "${url}". ${MORE}`, url);
}

function made(code: string, message: string, url: string): Error {
  return Object.assign(new TypeError(message), { code, path: url, errno: 0 });
}
