// `file:` URLs as path arguments.
import type { URL } from "web:url";
import { load } from "internal:core/bootstrap";

/** The path of a `file:` URL. Throws Node's errors for another URL. */
export function fileURLToPath(url: string | URL): string {
  return load("internal:node/url").default.fileURLToPath(url);
}
