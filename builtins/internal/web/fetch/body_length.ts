// The announced length of a request's body when the program sets Content-Length too. Each runtime has its own rule; none sends
// a length that differs from the body's.
import { type HeaderList } from "internal:web/fetch/header_list";
import { CHUNKED } from "internal:web/fetch/request_head";
import { home } from "internal:core/program";
import { codedError } from "internal:web/fetch/failures";

/**
 * The length for the head: bytes, CHUNKED, or null for none. `bodyLength` is the known length of the body; null: there is no
 * body. Throws undici's error for an invalid or different length.
 */
export function announcedLength(method: string, headers: HeaderList | null, bodyLength: number | null): number | null {
  const given = headers === null ? null : headers.get("content-length");
  switch (home()) {
    case "bun":
      return bunLength(given, method, bodyLength);
    // Deno applies the program's Transfer-Encoding and ignores its Content-Length.
    case "deno":
      return bodyLength !== null && headers?.get("transfer-encoding")?.toLowerCase() === "chunked"
        ? CHUNKED
        : (bodyLength ?? emptyLength(method));
    default:
      return nodeLength(given, method, bodyLength);
  }
}

function nodeLength(given: string | null, method: string, bodyLength: number | null): number | null {
  if (given !== null && !/^\d+$/.test(given)) throw codedError("UND_ERR_INVALID_ARG", "invalid content-length header");
  if (bodyLength === null) return emptyLength(method);
  if (given === null) return bodyLength;
  const length = Number(given);
  if (bodyLength !== CHUNKED && length !== bodyLength) throw lengthMismatch(length, bodyLength);
  return length;
}

// The program's length applies to streams only.
function bunLength(given: string | null, method: string, bodyLength: number | null): number | null {
  if (bodyLength === null) return given === "0" ? 0 : emptyLength(method);
  return bodyLength === CHUNKED && given !== null && /^\d+$/.test(given) ? Number(given) : bodyLength;
}

// RFC 9110 §8.6: methods that expect a body announce an empty one.
function emptyLength(method: string): number | null {
  return method === "POST" || method === "PUT" || method === "PATCH" ? 0 : null;
}

/** The length of a Content-Length field; null for none and an invalid one. */
export function parseLength(field: string | null | undefined): number | null {
  return field !== null && field !== undefined && /^\d{1,15}$/.test(field) ? Number(field) : null;
}

/** The error for a body of `actual` bytes that was announced as `announced`. */
export function lengthMismatch(announced: number, actual: number): Error {
  if (home() !== "bun")
    return codedError(
      "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
      "Request body length does not match content-length header",
    );
  return Object.assign(new Error(`Request body of ${actual} bytes does not match the Content-Length of ${announced}`), {
    code: "ERR_HTTP_CONTENT_LENGTH_MISMATCH",
  });
}
