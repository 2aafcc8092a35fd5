// Header fields of the compatibility API: checks of their names and values, and warnings for what HTTP/2 cannot send.
import {
  ERR_HTTP2_INVALID_HEADER_VALUE,
  ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED,
  ERR_INVALID_HTTP_TOKEN,
} from "internal:core/errors";
import { emitWarning } from "internal:core/process/warn";
import { validateString } from "internal:core/validators";

const PSEUDO_FIELDS = new Set([":status", ":method", ":path", ":authority", ":scheme"]);

/** The name of a field for HTTP/2: in lower case, without surrounding white space. Throws if it is not a string. */
export function fieldName(name: unknown): string {
  validateString(name, "name");
  return name.trim().toLowerCase();
}

/** Throws for an invalid name (see `fieldName`) and for an undefined or null value. */
export function checkField(name: string, value: unknown): void {
  if (name === "" || name.includes(" ")) throw new ERR_INVALID_HTTP_TOKEN("Header name", name);
  if (PSEUDO_FIELDS.has(name)) throw new ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED();
  if (value === undefined || value === null) throw new ERR_HTTP2_INVALID_HEADER_VALUE(value, name);
  if (!isCarried(name, value)) warnOfConnection();
}

/** Whether a field is sent: HTTP/2 has no connection-specific fields (RFC 9113 §8.2.2). */
export function isCarried(name: string, value: unknown): boolean {
  return name !== "connection" || value === "trailers";
}

let hasWarnedOfConnection = false;

function warnOfConnection(): void {
  if (hasWarnedOfConnection) return;
  hasWarnedOfConnection = true;
  emitWarning(
    "The provided connection header is not valid, the value will be dropped from the header and will never be in use.",
    "UnsupportedWarning",
  );
}

let hasWarnedOfMessage = false;

/** Warns, once, that HTTP/2 has no reason phrases. */
export function warnOfStatusMessage(): void {
  if (hasWarnedOfMessage) return;
  hasWarnedOfMessage = true;
  emitWarning("Status message is not supported by HTTP/2 (RFC7540 8.1.2.4)", "UnsupportedWarning");
}
