// The location of a database: paths, bytes of paths and file: URLs, converted to SQLite's form.
import { invalidArgType } from "internal:node/sqlite/errors";
import { isUint8Array } from "internal:core/util/types";
import { encodeUtf8 } from "native:buffer";

/** The bytes of a location. Throws ERR_INVALID_ARG_TYPE, and ERR_INVALID_URL_SCHEME for a URL other than file:. */
export function locationBytes(location: any): Uint8Array {
  if (typeof location === "string") {
    if (!location.includes("\0")) return encodeUtf8(location);
  } else if (isUint8Array(location)) {
    if (!location.includes(0)) return location;
  } else if (typeof location === "object" && location !== null) {
    const { href } = location;
    if (typeof href === "string" && !href.includes("\0")) {
      // Node makes this error natively.
      if (!href.startsWith("file:"))
        throw Object.assign(new TypeError("The URL must be of scheme file:"), { code: "ERR_INVALID_URL_SCHEME" });
      return encodeUtf8(href);
    }
  }
  throw invalidArgType('The "path" argument must be a string, Uint8Array, or URL without null bytes.');
}
