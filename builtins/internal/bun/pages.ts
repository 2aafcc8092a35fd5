// HTML files as routes of `Bun.serve` (https://bun.com/docs/bundler/fullstack): bundled when they are requested. In
// development a page follows its sources (`internal:bun/pages/development`), in production it is built once. In a bundled
// server they are built already (`internal:bun/pages/bundled`).
import { load } from "internal:core/bootstrap";
import { pathOfHtmlBundle } from "internal:loader/bun_data";
import { isManifest, type Manifest } from "internal:bun/pages/manifest";
import { staticResponse } from "internal:bun/static_routes";
import type { ServerRequest } from "internal:http_server/server_request";
import { typeOfPath } from "internal:web/mime_types";
import { Response } from "web:response";
import defer * as bundled from "internal:bun/pages/bundled";
import defer * as development from "internal:bun/pages/development";
import defer * as production from "internal:bun/pages/production";
import defer * as publicFolder from "internal:bun/pages/public_folder";

/** How a page is served. */
export interface Page {
  /** The response to a request of the page. */
  answer(request: ServerRequest): Response | Promise<Response>;
  /** A file of the page by its address, a path. */
  file(address: string): Response | null;
  /** Ends what the page needs. */
  close(): void;
}

/** `development` of `Bun.serve`, read. */
export interface PageOptions {
  isDevelopment: boolean;
  /** Whether loaded pages follow changes. */
  hot: boolean;
  /** Whether the console of pages is written to the terminal. */
  console: boolean;
  /** Whether files of the project's folder `public` are served: of `brio index.html`. */
  hasPublicFolder: boolean;
}

let hasPublicFolder = false;

/** Lets the servers of this program serve the folder `public` of a project, and of the folders of its pages. */
export function withPublicFolder(project: string, pages: string[]): void {
  publicFolder.servePublicFolders(project, pages);
  hasPublicFolder = true;
}

const ALLOWED = "GET, HEAD";

/** The pages of a server, each opened when it is first requested. */
export class Pages {
  #options: PageOptions;
  #open = new Map<string, Page>();
  /** Those of a bundled server: their files can be requested before they are. */
  #bundled = new Map<unknown, Page>();

  constructor(options: PageOptions, manifests: Manifest[]) {
    this.#options = options;
    for (const manifest of manifests) this.#bundled.set(manifest, new bundled.BundledPage(manifest));
  }

  /** The response for a route that is a page; null when it is something else. */
  answer(route: unknown, request: ServerRequest): Response | Promise<Response> | null {
    const path = pathOfHtmlBundle(route);
    if (path === undefined) return this.#bundled.get(route)?.answer(request) ?? null;
    const { isDevelopment } = this.#options;
    if (isDevelopment && request.method !== "GET" && request.method !== "HEAD")
      return new Response(null, { status: 405, headers: { allow: ALLOWED } });
    let page = this.#open.get(path);
    if (page === undefined) {
      page = isDevelopment ? new development.DevelopmentPage(path, this.#options) : new production.BuiltPage(path);
      this.#open.set(path, page);
    }
    return page.answer(request);
  }

  /**
   * The response for an address that belongs to the pages; null when it does not, undefined when the connection became a
   * WebSocket. `text` ends with the request's target.
   */
  answerOwn(text: string, request: ServerRequest): Response | Promise<Response> | null | undefined {
    const { hasPublicFolder } = this.#options;
    if (this.#open.size === 0 && this.#bundled.size === 0 && !hasPublicFolder) return null;
    const target = text.slice(request.targetStart);
    const mark = target.indexOf("?");
    const path = mark < 0 ? target : target.slice(0, mark);
    if (hasPublicFolder) {
      const response = publicFolder.publicFile(path, request);
      if (response !== null) return response;
    }
    for (const page of this.#bundled.values()) {
      const response = page.file(path);
      if (response !== null) return staticResponse(response, request);
    }
    // The rest is of pages that are built here: executables have no bundler.
    if (this.#open.size === 0) return null;
    if (this.#options.isDevelopment) {
      if (!path.startsWith(development.FOLDER)) return null;
      const query = mark < 0 ? "" : target.slice(mark + 1);
      const special = development.developmentResponse(path, query, request, [...this.#open.values()]);
      if (special !== null) return special;
    }
    for (const page of this.#open.values()) {
      const response = page.file(path);
      if (response !== null) return staticResponse(response, request);
    }
    return null;
  }

  /** Closes all pages. */
  close(): void {
    for (const page of this.#open.values()) page.close();
    this.#open.clear();
  }
}

/** A response with the contents of a file of a page. `caching` is its `cache-control`. */
export function fileResponse(path: string, contents: Uint8Array, caching: string): Response {
  const type = typeOfPath(path);
  return new Response(contents as never, { headers: { "content-type": type, "cache-control": caching } });
}

/** The pages that a server needs for its routes; null when none of them is an HTML file. */
export function pagesOf(
  routes: Record<string, unknown> | undefined,
  options: unknown,
  isDevelopment: boolean,
): Pages | null {
  const targets = Object.values(routes ?? {}).flatMap((route) =>
    isPlain(route) && !isManifest(route) ? Object.values(route) : [route],
  );
  const manifests = targets.filter(isManifest);
  if (manifests.length === 0 && !targets.some((target) => pathOfHtmlBundle(target) !== undefined)) return null;
  const given = (typeof options === "object" && options !== null ? options : {}) as {
    hmr?: unknown;
    console?: unknown;
  };
  const pageOptions = { isDevelopment, hot: given.hmr !== false, console: given.console === true, hasPublicFolder };
  return new Pages(pageOptions, manifests);
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The folder that pages are relative to. */
export function currentFolder(): string {
  return load("internal:node/process").default.cwd();
}
