// `Bun.serve`.
import { generation } from "internal:core/hot_reload";
import { isLoaded } from "internal:core/bootstrap";
import { option } from "internal:core/launch";
import { failAtEnd } from "internal:core/process/state";
import type { URL } from "web:url";
import { FetchServer, type FetchServerOptions } from "internal:http_server/fetch_server";
import { type ServerRequest } from "internal:http_server/server_request";
import { isRequest, providerOf, requestFromProvider, type Request } from "web:request";
import { isResponse, Response } from "web:response";
import { pathsOf, Router } from "internal:bun/router";
import { isBlob } from "web:blob";
import { makeRouteRequest } from "internal:bun/route_request";
import type { Pages } from "internal:bun/pages";
import { isManifest } from "internal:bun/pages/manifest";
import defer * as htmlPages from "internal:bun/pages";
import defer * as fileRoutes from "internal:bun/file_routes";
import defer * as staticRoutes from "internal:bun/static_routes";
import defer * as errors from "internal:core/errors";
import { getEnvironment } from "native:process";
import { endpoints, setIdleLimit } from "native:http_server";
import { type SocketHandlers, type SocketOption, type Topics } from "internal:bun/server_websocket";
import defer * as sockets from "internal:bun/server_websocket";
import defer * as messages from "internal:bun/websocket_messages";
import type { TlsOptions } from "internal:bun/tls_options";
import defer * as tlsOptions from "internal:bun/tls_options";
import defer * as upgrades from "internal:http_server/upgrades";
import { type DisconnectErrors, type Style } from "internal:http_server/send_response";
import defer * as exceptions from "web:dom_exception";
import defer * as inspecting from "internal:bun/inspect";
import { writeError } from "native:stdio";
import defer * as urls from "web:url";
import defer * as addresses from "internal:http_server/addresses";
import defer * as bunErrors from "internal:bun/errors";

/** The options of `Bun.serve`. */
export interface ServeOptions {
  id?: unknown;
  hostname?: string;
  port?: number | string;
  unix?: string;
  development?: unknown;
  reusePort?: boolean;
  ipv6Only?: boolean;
  /** In seconds. */
  idleTimeout?: number;
  maxRequestBodySize?: number;
  tls?: TlsOptions | TlsOptions[] | false | null;
  fetch?: Handler | null;
  error?: ((error: unknown) => Response | Promise<Response>) | null;
  routes?: Record<string, unknown>;
  /** The older name of `routes`. */
  static?: Record<string, unknown>;
  websocket?: SocketOption;
}
/** Answers a request. */
type Handler = (request: Request, server: Server) => Response | Promise<Response>;

const DEFAULT_PORT = 3000;
const ANY_ADDRESS = "::";
const GOING_AWAY = 1001;
const IDLE_TIMEOUT_S = 10;
const IDLE_TIMEOUT_MAX_S = 255;
const ROUTE_METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE"];
const BODY_BYTES_MAX = 128 * 1024 * 1024;
const WELCOME = "Welcome to Bun! To get started, return a Response object.";
const DEVELOPMENT_STYLE: Style = { isDeno: false, welcome: WELCOME, disconnected };
const PRODUCTION_STYLE: Style = { isDeno: false, welcome: null, disconnected };

function disconnected(): DisconnectErrors {
  const error = new exceptions.DOMException("The connection was closed.", "AbortError");
  return { reason: error, failure: error, cancelReason: error };
}

class Server {
  #native: FetchServer;
  #options: ServeOptions;
  #router: Router | null;
  #socketHandlers: SocketHandlers | null = null;
  #topics: Topics | null = null;
  #socketCount = 0;
  #isStopped = false;
  /** The routes that are HTML files; null: none. */
  #pages: Pages | null;
  readonly id: string;
  readonly development: boolean;

  constructor(options: ServeOptions) {
    this.#options = options;
    this.#router = routerOf(options);
    this.#readSockets(options);
    this.id = isMissing(options.id) ? "" : `${options.id}`;
    this.development =
      options.development === undefined ? getEnvironment("NODE_ENV") !== "production" : options.development !== false;
    this.#pages = this.#pagesOf(options);
    this.#native = open({
      hostname:
        isMissing(options.hostname) || options.hostname === "" ? ANY_ADDRESS : addresses.numeric(`${options.hostname}`),
      port: portOf(options),
      path: isMissing(options.unix) ? undefined : `${options.unix}`,
      sharesPort: options.reusePort,
      ipv6Only: options.ipv6Only,
      idleTimeoutMs: (options.idleTimeout ?? IDLE_TIMEOUT_S) * 1000,
      bodyBytesMax: options.maxRequestBodySize ?? BODY_BYTES_MAX,
      style: this.development ? DEVELOPMENT_STYLE : PRODUCTION_STYLE,
      tls: isSecure(options) ? tlsOptions.read(options.tls as TlsOptions) : undefined,
      handle: this.#router === null ? this.#direct() : (request) => this.#route(request),
      onError: (error) => this.#onError(error),
      reportFailure,
      bodyFailed: report,
    });
  }

  #pagesOf(options: ServeOptions): Pages | null {
    const routes = options.routes ?? options.static;
    // Only an import of an HTML file evaluates the module that knows them; a bundled server has their manifests.
    if (isMissing(routes) || !(isLoaded("internal:loader/bun_data") || hasManifest(routes))) return null;
    return htmlPages.pagesOf(routes, options.development, this.development);
  }

  #readSockets(options: ServeOptions): void {
    if (isMissing(options.websocket)) return;
    this.#socketHandlers = sockets.readHandlers(options.websocket);
    this.#topics ??= new sockets.Topics();
  }

  #direct(): (request: ServerRequest) => Response | Promise<Response> {
    return (request) => this.#options.fetch!.call(this, requestFromProvider(request), this);
  }

  #route(provider: ServerRequest): Response | Promise<Response> {
    // Reading the text sets the start.
    const text = provider.stringWithTarget;
    if (this.#pages !== null) {
      const own = this.#pages.answerOwn(text, provider);
      // Undefined: the connection became a WebSocket.
      if (own !== null) return own as Response;
    }
    const found = this.#router!.find(text, provider.targetStart);
    if (found === null) return this.#fallback(provider);
    let { target } = found;
    if (this.#pages !== null) {
      const page = this.#pages.answer(target, provider);
      if (page !== null) return page;
    }
    if (typeof target === "object" && target !== null && !isResponse(target) && !isBlob(target)) {
      const handlers = target as Record<string, unknown>;
      target = handlers[provider.method] ?? (provider.method === "HEAD" ? handlers.GET : undefined);
      if (target === undefined) return this.#fallback(provider);
      const page = this.#pages?.answer(target, provider) ?? null;
      if (page !== null) return page;
    }
    if (typeof target === "object") {
      const file = fileRoutes.fileOfRoute(target);
      if (file === null)
        return staticRoutes.staticResponse(isBlob(target) ? new Response(target) : (target as Response), provider);
      return (
        fileRoutes.fileResponse(file, isBlob(target) ? null : (target as Response), provider) ??
        this.#fallback(provider)
      );
    }
    if (target === false) return this.#fallback(provider);
    return (target as Handler).call(this, makeRouteRequest(provider, found.params), this);
  }

  #fallback(provider: ServerRequest): Response | Promise<Response> {
    const { fetch } = this.#options;
    return isMissing(fetch) ? new Response("", { status: 404 }) : fetch.call(this, requestFromProvider(provider), this);
  }

  #onError(error: unknown): Response | Promise<Response> {
    const { error: handler } = this.#options;
    if (typeof handler === "function") {
      try {
        const result = handler.call(this, error);
        if (isResponse(result)) return result;
        if (result instanceof Promise)
          return result.then((response) => (isResponse(response) ? response : failed(error)), failed);
      } catch (second) {
        return failed(second);
      }
    }
    return failed(error);
  }

  get port(): number | undefined {
    if (!isMissing(this.#options.unix)) return undefined;
    return this.#isStopped ? 0 : this.#native.port;
  }
  get hostname(): string | undefined {
    if (!isMissing(this.#options.unix)) return undefined;
    const { hostname } = this.#options;
    return isMissing(hostname) || hostname === "" ? "localhost" : `${hostname}`;
  }
  get url(): URL {
    const { unix } = this.#options;
    // A name of the abstract namespace begins with a NUL.
    if (!isMissing(unix)) return new urls.URL(unix[0] === "\0" ? `abstract://${unix.slice(1)}/` : `unix://${unix}`);
    const { hostname } = this;
    const name = hostname!.includes(":") ? `[${hostname}]` : hostname;
    return new urls.URL(`${this.protocol}://${name}:${this.port}/`);
  }
  get address(): object | string {
    const { unix } = this.#options;
    if (!isMissing(unix)) return unix;
    return { address: this.#native.address, family: this.#native.family, port: this.#native.port };
  }
  get protocol(): string {
    return isSecure(this.#options) ? "https" : "http";
  }
  get pendingRequests(): number {
    return this.#native.pendingRequests;
  }
  get pendingWebSockets(): number {
    return this.#socketCount;
  }
  /** Calls the handler without a connection. */
  async fetch(input: string | Request, init?: object): Promise<Response> {
    if (arguments.length === 0) throw new Error("fetch() expects a string but received no arguments.");
    if (typeof input !== "string" && !isRequest(input))
      throw bunErrors.invalid(
        `fetch() expects a string, but received ${input === null || input === undefined ? input : Object(input).constructor.name}`,
      );
    const { Request } = await import("web:request" as string);
    const request =
      typeof input === "string"
        ? new Request(new urls.URL(input, this.url), init)
        : init === undefined
          ? input
          : new Request(input, init);
    return this.#options.fetch!.call(this, request, this);
  }
  /** Replaces the given handlers, and all routes. */
  reload(options: ServeOptions): this {
    if (arguments.length === 0) throw missing("reload", 1, 0);
    const merged =
      typeof options === "object" && options !== null
        ? { ...this.#options, routes: undefined, static: undefined, ...options }
        : options;
    check(merged);
    this.#options = merged;
    this.#router = routerOf(this.#options);
    this.#pages?.close();
    this.#pages = this.#pagesOf(this.#options);
    this.#readSockets(options);
    this.#native.reload({ handle: this.#router === null ? this.#direct() : (request) => this.#route(request) });
    return this;
  }
  /** Stops listening; with `closeActiveConnections` also closes the connections with in-flight requests. */
  stop(closeActiveConnections = false): Promise<void> {
    this.#isStopped = true;
    this.#pages?.close();
    if (closeActiveConnections && this.#topics !== null) this.#topics.isStopped = true;
    if (closeActiveConnections) this.#native.closeSockets(GOING_AWAY, "Server closed");
    return this.#native.stop(closeActiveConnections);
  }
  /** Closes the connections that have no request in flight. */
  closeIdleConnections(): number {
    return this.#native.closeIdle();
  }
  ref(): void {
    this.#native.setReferenced(true);
  }
  unref(): void {
    this.#native.setReferenced(false);
  }
  /** The client's address. */
  requestIP(request: unknown): object | null {
    if (request === undefined) throw bunErrors.invalid("Missing Request object");
    if (!isRequest(request)) throw bunErrors.invalid("Expected Request object");
    const provider = providerOf(request) as ServerRequest | null;
    if (provider === null) return null;
    const [address, port, family] = endpoints(provider.connection);
    return address === undefined || address === "" ? null : { address, family, port: Number(port) };
  }
  /** Sets the idle time-out of a request's connection; 0: none. */
  timeout(request: unknown, seconds: number): void {
    if (arguments.length < 2) throw missing("timeout", 2, arguments.length);
    if (!isRequest(request)) throw bunErrors.invalid("timeout() requires a Request object");
    if (typeof seconds !== "number") throw new Error("timeout() requires a number");
    const provider = providerOf(request) as ServerRequest | null;
    if (provider === null || !(seconds >= 0)) return;
    setIdleLimit(provider.connection, seconds * 1000);
  }
  /** Makes the connection of a request a WebSocket. False when the client did not request one. */
  upgrade(request: unknown, options: { headers?: unknown; data?: unknown } | undefined = undefined): boolean {
    const handlers = this.#socketHandlers;
    if (handlers === null)
      throw bunErrors.invalid('To enable websocket support, set the "websocket" object in Bun.serve({})');
    if (request === undefined) throw bunErrors.invalid("Missing argument");
    if (!isRequest(request)) throw bunErrors.invalid("upgrade requires a Request object");
    const provider = providerOf(request) as ServerRequest | null;
    if (provider === null) return false;
    if (!upgrades.acceptUpgrade(provider, options?.headers, handlers)) return false;
    this.#socketCount++;
    const current = (): SocketHandlers => this.#socketHandlers!;
    const socket = sockets.makeSocket(provider.connection, options?.data, current, this.#topics!, () => {
      this.#socketCount--;
    });
    sockets.begin(socket);
    return true;
  }
  /** Sends to all WebSockets that subscribed to `topic`. Returns the bytes of the message, 0 without subscribers. */
  publish(topic: string, data: unknown, compress = false): number {
    if (arguments.length < 2) throw bunErrors.invalid("Missing argument");
    if (topic === undefined) throw bunErrors.invalid("Expected string");
    if (topic === "") throw new Error("publish requires a topic string");
    return this.#topics?.publish(topic, data, messages.kindOf(data) | (compress ? 64 : 0), null) ?? 0;
  }
  /** The number of WebSockets that subscribed to `topic`. */
  subscriberCount(topic: string): number {
    if (arguments.length === 0) throw missing("subscriberCount", 1, 0);
    return this.#topics?.count(topic) ?? 0;
  }
  [Symbol.dispose](): void {
    void this.stop(true);
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop(true);
  }
}

/** Listens. Without an address it serves IPv6 and IPv4, or only IPv4 when the system has no IPv6. */
function open(options: FetchServerOptions): FetchServer {
  try {
    return new FetchServer(options);
  } catch (error: any) {
    if (options.hostname !== ANY_ADDRESS || (error?.code !== "EAFNOSUPPORT" && error?.code !== "EADDRNOTAVAIL"))
      throw error;
    return new FetchServer({ ...options, hostname: "0.0.0.0" });
  }
}

function missing(method: string, expected: number, got: number): TypeError {
  return Object.assign(new TypeError(`Not enough arguments to '${method}'. Expected ${expected}, got ${got}.`), {
    code: "ERR_MISSING_ARGS",
  });
}

function routerOf(options: ServeOptions): Router | null {
  const routes = options.routes ?? options.static;
  return isMissing(routes) || (pathsOf(routes).length === 0 && !isMissing(options.fetch)) ? null : new Router(routes);
}

function portOf(options: ServeOptions): number {
  const given =
    options.port ??
    option("--port") ??
    getEnvironment("BUN_PORT") ??
    getEnvironment("PORT") ??
    getEnvironment("NODE_PORT") ??
    DEFAULT_PORT;
  const port = Number(given);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new errors.ERR_OUT_OF_RANGE("options.port", ">= 0 and <= 65535", given);
  return port;
}

const ROUTES_EXPECTED = `Bun.serve() expects 'routes' to be an object shaped like:

  {
    "/path": {
      GET: (req) => new Response("Hello"),
      POST: (req) => new Response("Hello"),
    },
    "/path2/:param": new Response("Hello"),
    "/path3/:param1/:param2": (req) => new Response("Hello")
  }

Learn more at https://bun.com/docs/api/http`;
const ROUTE_EXPECTED =
  "'routes' expects a Record<string, Response | HTMLBundle | {[method: string]: (req: BunRequest) => Response|Promise<Response>}>";

// An empty object means plain HTTP: configurations pass it when they have no certificates.
function isSecure({ tls }: ServeOptions): boolean {
  if (tls === undefined || tls === null || tls === false) return false;
  return Array.isArray(tls) ? tls.length > 0 : Object.keys(tls).length > 0;
}

function check(options: ServeOptions): void {
  if (typeof options !== "object" || options === null) throw bunErrors.invalid("Bun.serve expects an object");
  const { fetch, error, idleTimeout, tls } = options;
  const routes = options.routes === undefined ? options.static : options.routes;
  if (routes !== undefined && (typeof routes !== "object" || routes === null)) throw bunErrors.invalid(ROUTES_EXPECTED);
  const paths = pathsOf(routes);
  if (isMissing(fetch) && paths.length === 0) {
    throw bunErrors.invalid(
      'Bun.serve() needs either:\n\n  - A routes object:\n     routes: {\n       "/path": {\n         GET: (req) => new Response("Hello")\n       }\n     }\n\n  - Or a fetch handler:\n     fetch: (req) => {\n       return new Response("Hello")\n     }\n\nLearn more at https://bun.com/docs/api/http',
    );
  }
  if (!isMissing(fetch) && typeof fetch !== "function") throw bunErrors.invalid("Expected fetch() to be a function");
  if (!isMissing(error) && typeof error !== "function") throw bunErrors.invalid("Expected error to be a function");
  if (!isMissing(idleTimeout)) {
    if (!Number.isInteger(idleTimeout)) throw bunErrors.invalid("Bun.serve expects idleTimeout to be an integer");
    if (idleTimeout > IDLE_TIMEOUT_MAX_S)
      throw bunErrors.invalid(`Bun.serve expects idleTimeout to be ${IDLE_TIMEOUT_MAX_S} or less`);
  }
  if (!isMissing(tls) && tls !== false && typeof tls !== "object")
    throw bunErrors.invalid("TLSOptions must be an object");
  for (const path of paths)
    if (path.startsWith("/") && !isRoute(routes![path])) throw bunErrors.invalid(ROUTE_EXPECTED);
}

function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Whether `route` is a valid route: a function, a Response or Blob, or handlers by method; undefined and false are skipped. */
function isRoute(route: unknown): boolean {
  if (route === undefined || route === false || typeof route === "function") return true;
  if (typeof route !== "object" || route === null) return false;
  return (
    Object.prototype.toString.call(route) === "[object HTMLBundle]" ||
    isResponse(route) ||
    isBlob(route) ||
    isManifest(route) ||
    ROUTE_METHODS.some((method) => (route as Record<string, unknown>)[method] !== undefined)
  );
}

function hasManifest(routes: Record<string, unknown>): boolean {
  return Object.values(routes).some(
    (route) =>
      isManifest(route) ||
      (typeof route === "object" &&
        route !== null &&
        ROUTE_METHODS.some((name) => isManifest((route as Record<string, unknown>)[name]))),
  );
}

/** Starts a server. Throws the system's error with Bun's message when the address is taken. */
export function serve(options: ServeOptions): Server {
  check(options);
  if (generation === 0) return start(options);
  const place = placeOf(options);
  const known = placed.get(place);
  if (known !== undefined && known.generation < generation && known.server.port !== 0) {
    known.generation = generation;
    return known.server.reload(options);
  }
  const server = start(options);
  placed.set(place, { server, generation });
  return server;
}

/** The servers of a program that is reloaded, by the place where they listen, with the number of the load that used them last. */
const placed = new Map<string, { server: Server; generation: number }>();

function placeOf(options: ServeOptions): string {
  if (!isMissing(options.id)) return `id ${options.id}`;
  return isMissing(options.unix) ? `${options.hostname ?? ""}:${portOf(options)}` : `unix ${options.unix}`;
}

function start(options: ServeOptions): Server {
  try {
    return new Server(options);
  } catch (error: any) {
    // The system's error names the path of a Unix-domain socket.
    if (error?.code !== "EADDRINUSE" || !isMissing(options.unix)) throw error;
    throw Object.assign(new Error(`Failed to start server. Is port ${portOf(options)} in use?`), {
      code: "EADDRINUSE",
      errno: 0,
      syscall: "listen",
    });
  }
}

/** Reports an error that no handler answered; returns the response for it. */
function failed(error: unknown): Response {
  reportFailure(error);
  return new Response("Something went wrong!", { status: 500, headers: { "Content-Type": "text/plain" } });
}

function reportFailure(error: unknown): void {
  report(error);
  failAtEnd();
}

function report(error: unknown): void {
  writeError(`${inspecting.inspectForConsole(error, {})}\n`);
}
