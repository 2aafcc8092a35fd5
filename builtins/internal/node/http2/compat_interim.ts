// Interim responses (RFC 9110 §15.2) of the compatibility API: their checks.
import { ERR_HTTP2_STATUS_INVALID, ERR_INVALID_HTTP_TOKEN } from "internal:core/errors";
import { validateLinkHeaderValue, validateObject } from "internal:core/validators";
import type { HeaderFields } from "internal:node/http2/fields";

// RFC 9110 §5.6.2
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Throws for a status that is not an interim one of HTTP/2, which has no 101 (RFC 9113 §8.6), and for fields that are not an object. */
export function checkInformation(status: unknown, headers: unknown): void {
  if (!Number.isInteger(status) || (status as number) < 100 || (status as number) > 199 || status === 101)
    throw new ERR_HTTP2_STATUS_INVALID(status);
  if (headers !== undefined && headers !== null) validateObject(headers, "headers");
}

/** The head of a 103 with the `hints` of a program (RFC 8297); null without links. */
export function earlyHints(hints: HeaderFields): HeaderFields | null {
  validateObject(hints, "hints");
  const headers: HeaderFields = Object.create(null);
  const link = validateLinkHeaderValue(hints.link);
  for (const name of Object.keys(hints)) {
    if (name === "link") continue;
    if (!TOKEN.test(name)) throw new ERR_INVALID_HTTP_TOKEN("Header name", name);
    headers[name] = hints[name];
  }
  if (link.length === 0) return null;
  headers["link"] = link;
  headers[":status"] = 103;
  return headers;
}
