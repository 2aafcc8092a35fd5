// A page in production: built once, minified, its files with a hash of their contents in the name.
import { build } from "internal:bun/build";
import type { BuildArtifact } from "internal:bun/build/artifact";
import { staticResponse } from "internal:bun/static_routes";
import { fileResponse, type Page } from "internal:bun/pages";
import { pageConfiguration } from "internal:bun/pages/configuration";
import type { ServerRequest } from "internal:http_server/server_request";
import { Response } from "web:response";
import { writeError } from "native:stdio";

/** The name of a file changes with its contents. */
const FOREVER = "public, max-age=31536000, immutable";
const CHECKED = "no-cache";

/** A page that is built when it is first requested. */
export class BuiltPage implements Page {
  #path: string;
  #document: Promise<Response | null> | null = null;
  #files = new Map<string, Response>();

  constructor(path: string) {
    this.#path = path;
  }

  async answer(request: ServerRequest): Promise<Response> {
    const document = await (this.#document ??= this.#build());
    if (document === null) return new Response("Build failed", { status: 500 });
    return staticResponse(document, request);
  }

  file(address: string): Response | null {
    return this.#files.get(address) ?? null;
  }

  close(): void {}

  async #build(): Promise<Response | null> {
    const { success, outputs, logs } = await build({
      ...(await pageConfiguration()),
      entrypoints: [this.#path],
      target: "browser",
      splitting: true,
      publicPath: "/",
      throw: false,
    } as never);
    if (!success) {
      for (const log of logs) writeError(`${log}\n`);
      return null;
    }
    let document: Response | null = null;
    for (const output of outputs as BuildArtifact[]) {
      const address = output.path.replace(/^\.?\//, "/");
      // A stored response is sent many times: its body is bytes.
      const contents = await output.bytes();
      if (output.kind === "entry-point" && output.loader === "html")
        document = fileResponse(".html", contents, CHECKED);
      else this.#files.set(address, fileResponse(address, contents, FOREVER));
    }
    return document;
  }
}
