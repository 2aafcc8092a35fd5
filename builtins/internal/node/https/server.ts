// https.Server: HTTP on the sockets of a tls.Server. https://nodejs.org/api/https.html#class-httpsserver
import { validateObject } from "internal:core/validators";
import { Server as HttpServer, connectionListener, storeOptions } from "internal:node/http/server";
import { parseUniqueHeaders } from "internal:node/http/outgoing_headers";
import { startChecking, stopChecking } from "internal:node/http/stream_limits";
import { kHighWaterMark, kUniqueHeaders } from "internal:node/http/symbols";
import tls from "internal:node/tls";

/** `https.Server`. Callable without `new`. `options` may be left out; `listener` is added to "request". */
export const Server = function Server(this: any, options?: any, listener?: any): any {
  if (!((this as unknown) instanceof Server)) return new (Server as any)(options, listener);
  if (typeof options === "function") {
    listener = options;
    options = {};
  } else if (options === null || options === undefined) {
    options = {};
  } else {
    validateObject(options, "options");
  }
  // Whoever says how ALPN is to be answered is not helped by a default.
  const ALPNProtocols = options.ALPNProtocols || options.ALPNCallback ? undefined : ["http/1.1"];
  storeOptions(this, { ...options });
  (tls as any).Server.call(this, { noDelay: true, ALPNProtocols, ...options }, connectionListener);
  this[kHighWaterMark] = options.highWaterMark ?? 0;
  this[kUniqueHeaders] = parseUniqueHeaders(options.uniqueHeaders);
  this.httpAllowHalfOpen = false;
  if (listener) this.addListener("request", listener);
  this.addListener("tlsClientError", function (this: any, error: any, socket: any) {
    if (!this.emit("clientError", error, socket)) socket.destroy(error);
  });
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket ??= 0;
  this.on("listening", function (this: any) {
    startChecking(this);
  });
} as any;
Object.setPrototypeOf(Server.prototype, (tls as any).Server.prototype);
Object.setPrototypeOf(Server, (tls as any).Server);
const prototype = Server.prototype;

prototype.closeAllConnections = HttpServer.prototype.closeAllConnections;
prototype.closeIdleConnections = HttpServer.prototype.closeIdleConnections;

/** Time without traffic after which "timeout" is emitted for a socket, or the socket is destroyed. */
prototype.setTimeout = function setTimeout(this: any, msecs: any, callback?: any): any {
  this.timeout = msecs;
  if (callback) this.on("timeout", callback);
  return this;
};

/** Stops listening and closes the connections that wait for a request. */
prototype.close = function close(this: any, ...args: any[]): any {
  this.closeIdleConnections();
  stopChecking(this);
  (tls as any).Server.prototype.close.apply(this, args);
  return this;
};

prototype[(Symbol as any).asyncDispose] = async function (this: any): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    this.close((error: any) => (error ? reject(error) : resolve()));
  });
};

/** `https.createServer`. */
export function createServer(options?: any, requestListener?: any): any {
  return new (Server as any)(options, requestListener);
}
