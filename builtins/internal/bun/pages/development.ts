// A page in development: built by a thread of its own that watches its sources, and followed by the browsers that have it.
import { writeError, writeOut } from "native:stdio";
import {
  closePage,
  completePageHook,
  openPage,
  pageFile,
  requestModule,
  requestPage,
  setPageHandlers,
} from "native:bundler";
import { staticResponse } from "internal:bun/static_routes";
import { pageOptions } from "internal:bun/build/options";
import { type Plugins, runPlugins } from "internal:bun/build/plugins";
import { pageConfiguration } from "internal:bun/pages/configuration";
import { currentFolder, fileResponse, type Page, type PageOptions } from "internal:bun/pages";
import defer * as thrownErrors from "internal:bun/pages/thrown_errors";
import { launch } from "internal:core/launch";
import type { ServerRequest } from "internal:http_server/server_request";
import { Response } from "web:response";
import { URLSearchParams } from "web:url_search_params";
import defer * as sockets from "internal:bun/server_websocket";
import defer * as upgrades from "internal:http_server/upgrades";
import defer * as random from "internal:bun/uuid";

/** Where everything is that pages in development need. */
export const FOLDER = "/_brio/";
const SOCKET = `${FOLDER}hot`;
const MODULE = `${FOLDER}module`;
/** The folder that a page may read: packages may lie anywhere. */
const READABLE = "/";
/** Development changes files: a browser requests them each time. */
const CACHING = "no-cache";
const GOING_AWAY = 1001;

type Socket = ReturnType<typeof sockets.makeSocket>;

const open = new Map<number, DevelopmentPage>();
let isReady = false;

function prepare(): void {
  if (isReady) return;
  isReady = true;
  setPageHandlers({
    built: (page, document, isBuilt) => open.get(page)?.built(document, isBuilt),
    message: (page, message) => open.get(page)?.send(message),
    failed: (_page, text) => writeError(text),
    hookCalled: (page, number, call) => void open.get(page)?.callHook(number, call),
    module: (page, number, code) => open.get(page)?.foundModule(number, code),
  });
}

/** The response for an address that is no file: the connection of a browser, or a module that it lacks. */
export function developmentResponse(
  path: string,
  query: string,
  request: ServerRequest,
  pages: readonly Page[],
): Response | Promise<Response> | null | undefined {
  if (path !== SOCKET && path !== MODULE) return null;
  const values = new URLSearchParams(query);
  const session = values.get("session") ?? "";
  const page = (pages as DevelopmentPage[]).find((one) => one.session === session);
  if (path === SOCKET) return accept(page, Number(values.get("version")), request);
  return page === undefined ? notFound() : page.module(values.get("name") ?? "");
}

function notFound(): Response {
  return new Response("", { status: 404 });
}

/** A browser whose page is of an earlier server, or that has missed a change, loads the page again. */
function accept(page: DevelopmentPage | undefined, version: number, request: ServerRequest): Response | undefined {
  const handlers = sockets.readHandlers({
    open(socket: Socket) {
      if (page === undefined || !page.isCurrent(version)) socket.send('{"type":"reload"}');
    },
    message: (socket: Socket, data: unknown) => received(data, page, socket),
  } as never);
  if (!upgrades.acceptUpgrade(request, undefined, handlers)) return new Response("", { status: 426 });
  const topics = new sockets.Topics();
  const socket = sockets.makeSocket(
    request.connection,
    undefined,
    () => handlers,
    topics,
    () => page?.leave(socket),
  );
  page?.join(socket);
  sockets.begin(socket);
  return undefined;
}

/** What a page writes to its console, or has thrown. */
function received(data: unknown, page: DevelopmentPage | undefined, socket: Socket): void {
  let message: { type?: unknown; level?: unknown; text?: unknown };
  try {
    message = JSON.parse(`${data}`);
  } catch {
    return;
  }
  if (typeof message.text !== "string") return;
  if (message.type === "thrown" && page !== undefined) {
    const text = thrownErrors.withSources(message.text, (address) => page.contents(address));
    writeError(`[browser] ${text}\n`);
    socket.send(JSON.stringify({ type: "thrown", text }));
  }
  if (message.type !== "console") return;
  const write = message.level === "error" || message.level === "warn" ? writeError : writeOut;
  write(`[browser] ${message.text}\n`);
}

/** A page that follows its sources. */
export class DevelopmentPage implements Page {
  readonly session: string;
  #path: string;
  #options: PageOptions;
  /** The page's number in native code; null before its plugins are there. */
  #number: number | null = null;
  #opening: Promise<void> | null = null;
  #isClosed = false;
  #plugins: Plugins | null = null;
  #waiting: ((response: Response) => void)[] = [];
  #modules = new Map<number, (response: Response) => void>();
  #lastModule = 0;
  #sockets = new Set<Socket>();
  /** The changes that browsers were notified of, as the page's thread counts them. */
  #version = 0;

  constructor(path: string, options: PageOptions) {
    prepare();
    this.session = (random.randomUUIDv7(undefined, undefined) as string).replaceAll("-", "").slice(-12);
    this.#path = path;
    this.#options = options;
  }

  /** Loads the plugins, and opens the page. */
  async #open(): Promise<void> {
    const { plugins, define } = await pageConfiguration();
    this.#plugins = await runPlugins({ entrypoints: [this.#path], target: "browser", plugins, define });
    await this.#plugins.started();
    if (this.#isClosed) return;
    const { hot, console } = this.#options;
    const settings = {
      page: this.#path,
      directory: currentFolder(),
      session: this.session,
      hot,
      console,
      define: Object.entries(this.#plugins.config.define ?? {}),
      macros: launch().restricts !== true,
      alias: this.#plugins.aliases,
      ...pageOptions(this.#plugins.config),
    };
    const number = openPage(JSON.stringify(settings), JSON.stringify(this.#plugins.filters()), READABLE);
    this.#number = number;
    open.set(number, this);
  }

  async answer(request: ServerRequest): Promise<Response> {
    try {
      await (this.#opening ??= this.#open());
    } catch (error) {
      // The next request tries again: the configuration may have been corrected.
      this.#opening = null;
      const text = `${(error as Error)?.message ?? error}`;
      writeError(`error: ${text}\n`);
      return new Response(`The plugins of the page cannot be loaded: ${text}\n`, { status: 500 });
    }
    if (this.#number === null) return new Response("", { status: 503 });
    const number = this.#number;
    const response = await new Promise<Response>((resolve) => {
      this.#waiting.push(resolve);
      requestPage(number);
    });
    return response.status === 200 ? staticResponse(response, request) : response;
  }

  contents(address: string): Uint8Array | null {
    return this.#number === null ? null : pageFile(this.#number, address);
  }

  file(address: string): Response | null {
    const contents = this.contents(address);
    return contents === null ? null : fileResponse(address, contents, CACHING);
  }

  /** The code of a module that a browser's page does not have. */
  module(name: string): Response | Promise<Response> {
    if (this.#number === null) return notFound();
    const page = this.#number;
    const number = ++this.#lastModule;
    return new Promise((resolve) => {
      this.#modules.set(number, resolve);
      requestModule(page, number, name);
    });
  }

  /** Calls a hook of the plugins. */
  async callHook(number: number, call: string): Promise<void> {
    const page = this.#number!;
    completePageHook(page, number, await this.#plugins!.result(call));
  }

  foundModule(number: number, code: string): void {
    const resolve = this.#modules.get(number);
    this.#modules.delete(number);
    const headers = { "content-type": "text/javascript;charset=utf-8", "cache-control": "no-store" };
    resolve?.(code === "" ? notFound() : new Response(code, { headers }));
  }

  /** The page's thread has a document for all requests that wait. */
  built(document: string, isBuilt: boolean): void {
    const headers = { "content-type": "text/html;charset=utf-8", "cache-control": CACHING };
    for (const resolve of this.#waiting.splice(0))
      resolve(new Response(document, { status: isBuilt ? 200 : 500, headers }));
  }

  /** Sends a message to all browsers that have the page. */
  send(message: string): void {
    const { type } = JSON.parse(message);
    if (type !== "errors") this.#version++;
    for (const socket of this.#sockets) socket.send(message);
  }

  isCurrent(version: number): boolean {
    return version === this.#version;
  }

  join(socket: Socket): void {
    this.#sockets.add(socket);
  }

  leave(socket: Socket): void {
    this.#sockets.delete(socket);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#number !== null) {
      open.delete(this.#number);
      closePage(this.#number);
    }
    for (const socket of this.#sockets) socket.close(GOING_AWAY, "Server closed");
    for (const resolve of this.#waiting.splice(0)) resolve(new Response("", { status: 503 }));
    for (const resolve of this.#modules.values()) resolve(notFound());
    this.#modules.clear();
  }
}
