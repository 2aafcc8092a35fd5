// The file of a `file:` URL as a body.
import { FileSource } from "internal:web/file_source";
import { typeOfPath } from "internal:web/mime_types";
import { pathOfFileUrl } from "internal:core/file_url";
import { services } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import { stat } from "native:fs";

const STAT_BYTES = 144;

/** A readable file. */
export class UrlFile extends FileSource {
  /** The media type of its name. */
  readonly mimeType: string;
  constructor(path: string) {
    super(path);
    this.mimeType = typeOfPath(path);
  }
}

/** The file of a `file:` URL. Rejects with a TypeError when there is none. */
export async function openFileUrl(url: string): Promise<UrlFile> {
  const path = pathOfFileUrl(url);
  if (path === null) throw new TypeError("fetch failed", { cause: new Error("invalid file: URL") });
  try {
    await stat(path, new Uint8Array(STAT_BYTES), false, false);
  } catch (cause) {
    // Deno's refusal of a permission.
    if ((cause as Error).name === "NotCapable") throw cause;
    if (home() === "deno") throw services().denoFetchErrors.missingFile(url, cause);
    throw new TypeError("fetch failed", { cause });
  }
  return new UrlFile(path);
}
