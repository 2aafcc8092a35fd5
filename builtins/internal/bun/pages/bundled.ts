// A page of a bundled server: the build has made its files, and the program's import of the page is a manifest of them
// (https://bun.com/docs/bundler/fullstack). They are read when they are first requested.
import { invalid } from "internal:bun/errors";
import { staticResponse } from "internal:bun/static_routes";
import { currentFolder, type Page } from "internal:bun/pages";
import type { Manifest, ManifestFile } from "internal:bun/pages/manifest";
import type { ServerRequest } from "internal:http_server/server_request";
import { mainUrl } from "internal:core/program";
import nodePath from "internal:core/path";
import fs from "internal:node/fs";
import { pathOfFileUrl } from "internal:core/file_url";
import { typeOfPath } from "internal:web/mime_types";
import { Response } from "web:response";

/** A file that is not read yet, or the response with it. */
interface BundledFile {
  path: string;
  headers: Record<string, string>;
  response: Response | null;
}

/** A page that has been built with its server. */
export class BundledPage implements Page {
  #document: BundledFile;
  #files = new Map<string, BundledFile>();

  /** Throws a TypeError when a file of the manifest does not exist. */
  constructor(manifest: Manifest) {
    const folders = [nodePath.dirname(pathOfFileUrl(mainUrl()) ?? ""), currentFolder()];
    let document: BundledFile | undefined;
    for (const file of manifest.files) {
      const bundled = bundledFile(file, folders);
      if (nodePath.normalize(file.path) === nodePath.normalize(manifest.index)) document = bundled;
      else this.#files.set(`/${nodePath.normalize(file.path)}`, bundled);
    }
    if (document === undefined) throw notFound(manifest.index);
    this.#document = document;
  }

  answer(request: ServerRequest): Response {
    return staticResponse(responseOf(this.#document), request);
  }

  file(address: string): Response | null {
    const file = this.#files.get(address);
    return file === undefined ? null : responseOf(file);
  }

  close(): void {}
}

function bundledFile({ path, headers }: ManifestFile, folders: string[]): BundledFile {
  const found = folders.map((folder) => nodePath.resolve(folder, path)).find((one) => fs.existsSync(one));
  if (found === undefined) throw notFound(path);
  return { path: found, headers: { "content-type": typeOfPath(path), ...headers }, response: null };
}

function notFound(path: string): TypeError {
  return invalid(
    `Bundled file "${path}" not found. You may want to configure --asset-naming or \`naming\` when bundling.`,
  );
}

/** A stored response is sent many times: its body is bytes. */
function responseOf(file: BundledFile): Response {
  return (file.response ??= new Response(fs.readFileSync(file.path) as never, { headers: file.headers }));
}
