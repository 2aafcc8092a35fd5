// The globals `atob` and `btoa` (HTML Standard, "Base64 utility methods").
import { ERR_MISSING_ARGS } from "internal:core/errors";
import { toText } from "internal:core/util/text";
import defer * as dom from "web:dom_exception";
import * as native from "native:buffer";

/** Base64 of a string whose characters are bytes. Throws InvalidCharacterError for a character above U+00FF. */
export function btoa(input: any): string {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS("input");
  const text = native.encodeBase64Text(toText(input));
  if (text === null) throw new dom.DOMException("Invalid character", "InvalidCharacterError");
  return text;
}

/** The bytes of base64 text, one character each. Throws InvalidCharacterError for what is not base64. */
export function atob(input: any): string {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS("input");
  const result = native.decodeBase64Text(toText(input));
  if (typeof result === "string") return result;
  throw new dom.DOMException(
    result === 1 ? "Invalid character" : "The string to be decoded is not correctly encoded.",
    "InvalidCharacterError",
  );
}
