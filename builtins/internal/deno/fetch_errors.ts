// The errors of Deno's fetch: the message of its HTTP client is that of the cause, which has no code.
import { systemFailure } from "internal:deno/net_errors";

/** Failures whose message is the error's own, without a cause. */
const OWN: Record<string, string> = {
  "unexpected redirect": "Fetch failed: Encountered redirect while redirect mode is set to 'error'",
  "redirect count exceeded": "Fetch failed: Maximum number of redirects (20) reached",
  "URL scheme must be a HTTP(S) scheme": "Fetch failed: Can not redirect to a non HTTP(s) url",
};

const PARSER: Record<string, string> = {
  HPE_INVALID_CONSTANT: "invalid HTTP version parsed",
  HPE_INVALID_VERSION: "invalid HTTP version parsed",
  HPE_INVALID_STATUS: "invalid HTTP status-code parsed",
  HPE_INVALID_HEADER_TOKEN: "invalid HTTP header parsed",
  HPE_INVALID_CONTENT_LENGTH: "invalid content-length parsed",
};

/** The error of a request for `url` that failed with `cause` before the response. */
export function denoError(cause: any, url: string): Error {
  const own = OWN[cause?.message];
  if (own !== undefined) return new TypeError(own);
  // Of a redirection, with Deno's message already.
  if (cause instanceof TypeError && cause.message.startsWith("Invalid URL: '")) return new TypeError(cause.message);
  const text = textOf(cause?.errors?.[0] ?? cause, url);
  return new TypeError("fetch failed", { cause: text === null ? cause : new Error(text) });
}

/** The error of a body that was aborted by `cause`. */
export function denoBodyError(cause: any): Error {
  if (typeof cause?.code === "string" && cause.code.startsWith("Z_")) return new TypeError(cause.message);
  return isOfNetwork(cause) ? new TypeError("error reading a body from connection") : cause;
}

/** Errors that Deno throws before it uses the network. */
export function refused(url: string, reason: string): Error {
  const scheme = url.slice(0, url.indexOf(":"));
  if (reason === "bad port")
    return new TypeError(
      `Fetch failed: Requests to port ${/:(\d+)(?:[/?#]|$)/.exec(url.slice(scheme.length + 3))?.[1]} are blocked`,
    );
  if (scheme === "data") return new TypeError("NoComma");
  if (scheme === "blob") return new TypeError("Blob for the given URL not found.");
  return new TypeError(`Url scheme '${scheme}' not supported`);
}

/** The error for the file of a `file:` URL that cannot be opened; `cause` is that of the operating system. */
export function missingFile(url: string, cause: unknown): TypeError {
  const { errno } = cause as { errno?: number };
  const text = typeof errno === "number" ? systemFailure(errno).message : String((cause as Error).message);
  return new TypeError(`Error fetching file '${url}': ${text}`);
}

function isOfNetwork(cause: any): boolean {
  return (
    typeof cause?.code === "string" && (/^(?:UND_ERR_|HPE_|ERR_SSL_)/.test(cause.code) || cause.syscall !== undefined)
  );
}

function textOf(cause: any, url: string): string | null {
  const { code, errno, message, syscall } = cause ?? {};
  const sending = `error sending request for url (${url}): client error `;
  if (syscall === "getaddrinfo")
    return `${sending}(Connect): dns error: failed to lookup address information: ${code === "EAI_AGAIN" ? "Temporary failure in name resolution" : "Name or service not known"}`;
  if (syscall === "connect") return `${sending}(Connect): tcp connect error: ${systemFailure(errno).message}`;
  if (syscall !== undefined && typeof errno === "number") return systemFailure(errno).message;
  if (code === "UND_ERR_SOCKET") return `${sending}(SendRequest): connection closed before message completed`;
  if (typeof code === "string" && code.startsWith("HPE_")) return `${sending}(SendRequest): ${PARSER[code] ?? message}`;
  return isOfNetwork(cause) ? `${sending}(Connect): ${message}` : null;
}
