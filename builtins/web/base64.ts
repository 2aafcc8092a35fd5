// The globals `atob` and `btoa` (HTML Standard, "Base64 utility methods").
import { ERR_MISSING_ARGS } from "internal:core/errors";
import { toText } from "internal:core/util/text";
import defer * as dom from "web:dom_exception";
import { Base64Error } from "native:buffer";
import * as native from "native:buffer";

// ECMA-262 2026 "Uint8Array to and from base64 and hex", which TypeScript's library does not declare yet.
declare global {
  interface Uint8Array {
    toBase64(options?: { alphabet?: "base64" | "base64url"; omitPadding?: boolean }): string;
    toHex(): string;
  }
  interface Uint8ArrayConstructor {
    fromBase64(text: string, options?: { alphabet?: "base64" | "base64url"; lastChunkHandling?: string }): Uint8Array;
    fromHex(text: string): Uint8Array;
  }
}

/** Base64 of a string whose characters are bytes. Throws InvalidCharacterError for a character above U+00FF. */
export function btoa(input: unknown): string {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS("input");
  const text = native.encodeBase64Text(toText(input));
  if (text === null) throw new dom.DOMException("Invalid character", "InvalidCharacterError");
  return text;
}

/** The bytes of a base64 string, one character each. Throws InvalidCharacterError for invalid base64. */
export function atob(input: unknown): string {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS("input");
  const result = native.decodeBase64Text(toText(input));
  if (typeof result === "string") return result;
  throw new dom.DOMException(
    result === Base64Error.INVALID_CHARACTER
      ? "Invalid character"
      : "The string to be decoded is not correctly encoded.",
    "InvalidCharacterError",
  );
}
