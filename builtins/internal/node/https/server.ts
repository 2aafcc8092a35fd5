// https.Server: HTTP on the sockets of a tls.Server. https://nodejs.org/api/https.html#class-httpsserver
import { validateObject } from "internal:core/validators";
import type { CallableClass } from "internal:node/http/callable_class";
import type { ServedSocket } from "internal:node/http/message_socket";
import {
  Server as HttpServer,
  type RequestListener,
  type ServerOptions,
  connectionListener,
  storeOptions,
} from "internal:node/http/server";
import { parseUniqueHeaders } from "internal:node/http/outgoing_headers";
import { startChecking, stopChecking } from "internal:node/http/stream_limits";
import { kHighWaterMark, kUniqueHeaders } from "internal:node/http/symbols";
import tls from "internal:node/tls";
import type { ALPNCallback } from "internal:node/tls/types";

/** Options of HTTP and of TLS. */
interface Options extends ServerOptions {
  ALPNProtocols?: unknown;
  ALPNCallback?: ALPNCallback;
}
type ServerClass = CallableClass<HttpServer, [options?: Options | RequestListener | null, listener?: RequestListener]>;

/** `https.Server`. Callable without `new`. `options` may be omitted; `listener` is added to "request". */
export const Server = function Server(
  this: HttpServer,
  given?: Options | RequestListener | null,
  listener?: RequestListener,
): HttpServer | void {
  if (!((this as unknown) instanceof Server)) return new (Server as unknown as ServerClass)(given, listener);
  let options: Options;
  if (typeof given === "function") {
    listener = given;
    options = {};
  } else if (given === null || given === undefined) {
    options = {};
  } else {
    validateObject(given, "options");
    options = given;
  }
  // No default for a program that configures ALPN itself.
  const ALPNProtocols = options.ALPNProtocols || options.ALPNCallback ? undefined : ["http/1.1"];
  storeOptions(this, { ...options });
  tls.Server.call(this, { noDelay: true, ALPNProtocols, ...options }, connectionListener);
  this[kHighWaterMark] = options.highWaterMark ?? 0;
  this[kUniqueHeaders] = parseUniqueHeaders(options.uniqueHeaders);
  this.httpAllowHalfOpen = false;
  if (listener) this.addListener("request", listener);
  this.addListener("tlsClientError", function (this: HttpServer, error: unknown, socket: ServedSocket) {
    if (!this.emit("clientError", error, socket)) socket.destroy(error);
  });
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket ??= 0;
  this.on("listening", function (this: HttpServer) {
    startChecking(this);
  });
} as unknown as ServerClass;
Object.setPrototypeOf(Server.prototype, tls.Server.prototype);
Object.setPrototypeOf(Server, tls.Server);
const prototype = Server.prototype;

prototype.closeAllConnections = HttpServer.prototype.closeAllConnections;
prototype.closeIdleConnections = HttpServer.prototype.closeIdleConnections;

/** Sets the idle time after which "timeout" is emitted for a socket, or the socket is destroyed. */
prototype.setTimeout = function setTimeout(this: HttpServer, msecs: number, callback?: () => void) {
  this.timeout = msecs;
  if (callback) this.on("timeout", callback);
  return this;
};

/** Stops listening and closes the idle connections. */
prototype.close = function close(this: HttpServer, ...args: [callback?: (error?: Error) => void]) {
  this.closeIdleConnections();
  stopChecking(this);
  tls.Server.prototype.close.apply(this, args);
  return this;
};

(prototype as HttpServer & AsyncDisposable)[Symbol.asyncDispose] = async function (this: HttpServer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    this.close((error) => (error ? reject(error) : resolve()));
  });
};

/** `https.createServer`. */
export function createServer(options?: Options | RequestListener | null, requestListener?: RequestListener) {
  return new Server(options, requestListener);
}
