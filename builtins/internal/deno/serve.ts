// `Deno.serve`.
import * as permissions from "internal:core/permissions";
import { FetchServer } from "internal:http_server/fetch_server";
import { type ServerRequest } from "internal:http_server/server_request";
import { numeric } from "internal:http_server/addresses";
import { encodeUtf8 } from "internal:core/utf8";
import { requestFromProvider } from "web:request";
import { Response } from "web:response";
import { type DisconnectErrors, type Style } from "internal:http_server/send_response";
import defer * as exceptions from "web:dom_exception";
import defer * as inspecting from "internal:core/util/inspect";
import { writeError } from "native:stdio";
import { endpoints } from "native:http_server";
import { errors } from "internal:deno/errors";
import { systemFailure } from "internal:deno/net_errors";
import { readPort } from "internal:deno/ports";
import defer * as addressVariables from "internal:deno/serve_address";
import { getEnvironment } from "native:process";

const DEFAULT_PORT = 8000;
const { toString: sourceOf } = Function.prototype;
const GOING_AWAY = 1001;
const STYLE: Style = { isDeno: true, welcome: null, disconnected };
const BODY_BYTES_MAX = Infinity;

function disconnected(): DisconnectErrors {
  return {
    reason: new exceptions.DOMException("The request has been cancelled.", "AbortError"),
    failure: new errors["Http"]!("unexpected EOF while reading HTTP/1 body"),
    cancelReason: "resource closed",
  };
}

/** The second argument of a handler; the address is read on first use. */
class ServeHandlerInfo {
  #request: ServerRequest;
  #path: string | undefined;
  #completed: Promise<void> | null = null;
  /** `path`: of a server on a unix-domain socket. */
  constructor(request: ServerRequest, path: string | undefined) {
    this.#request = request;
    this.#path = path;
  }
  get remoteAddr(): object {
    if (this.#path !== undefined) return { transport: "unix", path: this.#path };
    const [hostname, port] = endpoints(this.#request.connection);
    return { transport: "tcp", hostname: hostname ?? "", port: Number(port ?? 0) };
  }
  /** Resolves when the response is sent, or its client is gone. */
  get completed(): Promise<void> {
    return (this.#completed ??= new Promise((resolve) => this.#request.whenCompleted(resolve)));
  }
}

/** Where a server listens. */
export interface Address {
  transport: "tcp" | "unix";
  hostname?: string;
  port?: number;
  path?: string;
}

class HttpServer {
  #native: FetchServer;
  readonly addr: Address;
  readonly finished: Promise<void>;
  #finish!: () => void;

  constructor(native: FetchServer, addr: Address) {
    this.#native = native;
    this.addr = addr;
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }
  /** Stops listening, closes WebSockets and waits for the in-flight requests. */
  async shutdown(): Promise<void> {
    this.#native.closeSockets(GOING_AWAY, "Server shutting down");
    await this.#native.stop(false);
    this.#finish();
  }
  /** Closes all connections immediately. */
  abort(): void {
    void this.#native.stop(true).then(() => this.#finish());
  }
  ref(): void {
    this.#native.setReferenced(true);
  }
  unref(): void {
    this.#native.setReferenced(false);
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.shutdown();
  }
}

let isFirst = true;

/** Starts a server. Arguments: a handler, options and a handler, or options with `handler`. */
export function serve(first: unknown, second?: unknown): HttpServer {
  let options: any = {};
  let handler: unknown;
  if (typeof first === "function") {
    handler = first;
    options = typeof second === "object" && second !== null ? second : {};
  } else if (typeof second === "function") {
    handler = second;
    options = first ?? {};
  } else {
    options = first ?? {};
    handler = options.handler;
  }
  if (first === undefined && handler === undefined)
    throw new TypeError("Cannot serve HTTP requests: either a `handler` or `options` must be specified");
  if (typeof handler !== "function")
    throw new TypeError(
      `Cannot serve HTTP requests: handler must be a function, received ${handler === null ? "null" : typeof handler}`,
    );
  const isSecure = options.cert !== undefined || options.key !== undefined;
  if (isSecure) {
    if (typeof options.cert !== "string" || typeof options.key !== "string")
      throw new TypeError("Both 'cert' and 'key' must be provided to enable HTTPS");
    if (!options.cert.includes("-----BEGIN CERTIFICATE-----"))
      throw new errors["InvalidData"]!("No certificates found in certificate data");
    if (!options.key.includes("PRIVATE KEY-----")) throw new errors["InvalidData"]!("No keys found in key data");
  }
  // DENO_SERVE_ADDRESS is for the first server of the program.
  if (isFirst && getEnvironment("DENO_SERVE_ADDRESS")) options = addressVariables.overridden(options);
  isFirst = false;
  const port = readPort(options.port ?? DEFAULT_PORT, 0);
  const onError = typeof options.onError === "function" ? options.onError : defaultOnError;
  const hostname: string = options.hostname ?? "0.0.0.0";
  const address = numeric(hostname);
  if (permissions.isRestricted && options.path === undefined) permissions.checkListening(hostname, address, port);
  const takesInfo = mayUseInfo(handler);
  const native = open({
    hostname: address,
    port,
    path: options.path,
    sharesPort: options.reusePort,
    idleTimeoutMs: 0,
    bodyBytesMax: BODY_BYTES_MAX,
    style: STYLE,
    tls: isSecure ? [{ cert: options.cert, key: options.key }] : undefined,
    handle: takesInfo
      ? (request: ServerRequest) => handler(requestFromProvider(request), new ServeHandlerInfo(request, options.path))
      : (request: ServerRequest) => handler(requestFromProvider(request)),
    onError,
    bodyFailed: (error) => void onError(error),
    reportFailure: (error) =>
      writeError(`Exception in onError while handling exception ${inspecting.inspect(error)}\n`),
  });
  const addr: Address =
    options.path === undefined
      ? { hostname: native.address, port: native.port, transport: "tcp" }
      : { transport: "unix", path: options.path };
  const server = new HttpServer(native, addr);
  try {
    if (options.signal?.aborted) server.abort();
    else options.signal?.addEventListener("abort", () => server.abort(), { once: true });
    if (options.onListen !== undefined) options.onListen(addr);
    else writeError(describe(hostname, native.port, options.path, isSecure));
  } catch (error) {
    // The caller does not receive the server, so it cannot stop it.
    server.abort();
    throw error;
  }
  return server;
}

/** A head with at most one plain parameter. */
const PLAIN_HEAD = /^(?:async\s+)?(?:function\b)?\s*[\w$]*\s*(?:\(\s*[\w$]*\s*\)|=>)/;

/** Whether a handler can use its second argument, which is not made for one that cannot. */
function mayUseInfo(handler: Function): boolean {
  if (handler.length > 1) return true;
  const source = sourceOf.call(handler);
  return !PLAIN_HEAD.test(source) || source.includes("arguments") || source.includes("[native code]");
}

function open(options: ConstructorParameters<typeof FetchServer>[0]): FetchServer {
  try {
    return new FetchServer(options);
  } catch (error: any) {
    throw typeof error?.errno === "number" ? systemFailure(error.errno) : error;
  }
}

function describe(hostname: string, port: number, path: string | undefined, isSecure: boolean): string {
  const scheme = isSecure ? "https" : "http";
  if (path !== undefined) return `Listening on ${path}\n`;
  const shown = hostname.includes(":") ? `[${hostname}]` : hostname;
  const hint = hostname === "0.0.0.0" || hostname === "::" ? ` (${scheme}://localhost:${port}/)` : "";
  return `Listening on ${scheme}://${shown}:${port}/${hint}\n`;
}

function defaultOnError(error: unknown): Response {
  writeError(`${inspecting.inspect(error)}\n`);
  // Bytes do not imply a type.
  return new Response(encodeUtf8("Internal Server Error"), { status: 500 });
}
