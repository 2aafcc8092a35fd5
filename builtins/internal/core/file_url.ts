// Converts between paths and file: URLs for the loader, without the URL class, which start-up does not evaluate.
import { safe } from "internal:core/bootstrap";

const PLAIN = /^[\w\-./~@+,=:;!$&'()*]*$/;

/** The file: URL of an absolute path. */
export function fileUrl(path: string): string {
  if (PLAIN.test(path)) return `file://${path}`;
  return `file://${encodeURI(path).replace(/[?#]/g, encodeURIComponent).replace(/%5B/g, "[").replace(/%5D/g, "]")}`;
}

/** The path of a file: URL, without query and fragment; null for another URL. */
export function pathOfFileUrl(url: string): string | null {
  if (!safe.startsWith(url, "file://")) return null;
  const end = url.search(/[?#]/);
  const path = (end === -1 ? url : url.slice(0, end)).slice("file://".length);
  if (!safe.startsWith(path, "/"))
    return safe.startsWith(path, "localhost/") ? decodeURIComponent(path.slice("localhost".length)) : null;
  return safe.includes(path, "%") ? decodeURIComponent(path) : path;
}

/** The directory of an absolute path. */
export function directoryOf(path: string): string {
  const slash = safe.lastIndexOf(path, "/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}
