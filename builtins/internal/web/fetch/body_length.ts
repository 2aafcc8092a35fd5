// How long the body of a request is said to be, when the program gives a Content-Length too. Each runtime has its rule; none
// sends a length that the body does not have.
import { type HeaderList } from "internal:web/fetch/header_list";
import { CHUNKED } from "internal:web/fetch/request_head";
import { home } from "internal:core/program";
import { codedError } from "internal:web/fetch/failures";

/**
 * The length for the head: bytes, CHUNKED, or null for none. `bodyLength` is what is known of the body; null: there is no
 * body. Throws what undici throws for a length that is none or is wrong.
 */
export function announcedLength(method: string, headers: HeaderList | null, bodyLength: number | null): number | null {
  const given = headers === null ? null : headers.get("content-length");
  switch (home()) {
    case "bun":
      return bunLength(given, method, bodyLength);
    // Deno: a coding that the program asks for is used, a length never.
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

// A stream gets the length that is given; other bodies know better.
function bunLength(given: string | null, method: string, bodyLength: number | null): number | null {
  if (bodyLength === null) return given === "0" ? 0 : emptyLength(method);
  return bodyLength === CHUNKED && given !== null && /^\d+$/.test(given) ? Number(given) : bodyLength;
}

// RFC 9110 §8.6: methods that expect a body say that there is none.
function emptyLength(method: string): number | null {
  return method === "POST" || method === "PUT" || method === "PATCH" ? 0 : null;
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
