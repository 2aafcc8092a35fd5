// `file:` URLs given where a path is wanted.
import type { URL } from "web:url";
import { load } from "internal:bootstrap";

/** The path of a file URL. Throws Node's errors for another URL. */
export function fileURLToPath(url: string | URL): string {
  return load("node:url").default.fileURLToPath(url);
}
