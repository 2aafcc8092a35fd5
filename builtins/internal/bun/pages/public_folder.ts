// The folder `public` of a project whose pages `brio index.html` serves: the paths of its files are their addresses,
// as in Vite (https://vite.dev/guide/assets#the-public-directory).
import { fileResponse } from "internal:bun/file_routes";
import { file } from "internal:bun/file";
import nodePath from "internal:core/path";
import type { ServerRequest } from "internal:http_server/server_request";
import fs from "internal:node/fs";
import { Response } from "web:response";

let folders: string[] = [];

/** Serves the folder `public` of a project, and of the folders of its pages; not one that a page is in. */
export function servePublicFolders(project: string, pages: string[]): void {
  const all = new Set(
    [project, ...pages.map((page) => nodePath.dirname(page))].map((one) => nodePath.join(one, "public")),
  );
  folders = [...all].filter((folder) => !pages.some((page) => page.startsWith(`${folder}/`)));
}

/** The response with a file of these folders; null when they have none at this path of an address. */
export function publicFile(path: string, request: ServerRequest): Response | null {
  if (path.endsWith("/")) return null;
  for (const folder of folders) {
    const place = nodePath.join(folder, decoded(path));
    if (!place.startsWith(`${folder}/`) || !fs.statSync(place, { throwIfNoEntry: false })?.isFile()) continue;
    return fileResponse(file(place), new Response(null, { headers: { "cache-control": "no-cache" } }), request);
  }
  return null;
}

/** An address that is not well-formed names no file. */
function decoded(path: string): string {
  try {
    const text = decodeURIComponent(path);
    return text.includes("\0") ? "" : text;
  } catch {
    return "";
  }
}
