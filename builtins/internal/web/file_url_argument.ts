// `file:` URLs as path arguments.
import type { URL } from "web:url";
import defer * as fileUrls from "internal:web/file_urls";

/** The path of a `file:` URL. Throws Node's errors for another URL. */
export function fileURLToPath(url: string | URL): string {
  return fileUrls.fileURLToPath(url);
}
