// http.Server: options, time limits, closing. Listening is in `listening.ts`, what happens with requests in `dispatch.ts`.
// https://nodejs.org/api/http.html#class-httpserver
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import {
  validateBoolean,
  validateFunction,
  validateInteger,
  validateNumber,
  validateObject,
  validateOneOf,
} from "internal:core/validators";
import { EventEmitter } from "internal:core/events/emitter";
import { getDefaultHighWaterMark } from "internal:node/streams/high_water_mark";
import { kIncomingMessage, kServerResponse } from "internal:node/http/native_events";
import { IncomingMessage } from "internal:node/http/incoming";
import { ListeningServer, kIsInternalListener } from "internal:node/http/listening";
import { parseUniqueHeaders } from "internal:node/http/outgoing_headers";
import { STATUS_CODES } from "internal:web/http/method_names";
import { kRejection } from "internal:core/events/symbols";
import { ServerResponse } from "internal:node/http/response";
import { kHighWaterMark, kOptimizeEmptyRequests, kUniqueHeaders } from "internal:node/http/symbols";
import defer * as net from "internal:node/net";
import defer * as sockets from "internal:node/http/server_socket";
import defer * as limits from "internal:node/http/stream_limits";
import defer * as streams from "internal:node/http/stream_server";
import { isLoaded } from "internal:core/bootstrap";
import * as native from "native:http_server";

/** `http.Server`. Callable without `new`. `options` may be left out; `listener` is added to "request". */
export const Server = function Server(this: any, options?: any, listener?: any): any {
  if (!((this as unknown) instanceof Server)) return new (Server as any)(options, listener);
  if (typeof options === "function") {
    listener = options;
    options = {};
  } else if (options == null) {
    options = {};
  } else {
    validateObject(options, "options");
    options = { ...options };
  }
  linkToNet();
  storeOptions(this, options);
  ListeningServer.call(this);
  this.allowHalfOpen = true;
  this.pauseOnConnect = options.pauseOnConnect ?? false;
  this.noDelay = options.noDelay ?? true;
  this.keepAlive = options.keepAlive ?? false;
  this.keepAliveInitialDelay = ~~(options.keepAliveInitialDelay / 1000);
  if (options.highWaterMark !== undefined) validateNumber(options.highWaterMark, "options.highWaterMark");
  this.highWaterMark = options.highWaterMark ?? getDefaultHighWaterMark(false);
  this[kHighWaterMark] = options.highWaterMark ?? 0;
  if (listener) this.on("request", listener);
  EventEmitter.prototype.on.call(this, "connection", acceptStream);
  this.httpAllowHalfOpen = false;
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
  this[kUniqueHeaders] = parseUniqueHeaders(options.uniqueHeaders);
} as any;
Object.setPrototypeOf(Server.prototype, ListeningServer.prototype);
Object.setPrototypeOf(Server, ListeningServer);
const prototype = Server.prototype;

let isLinked = false;

// For programs that ask `server instanceof net.Server`: those have loaded node:net. Everything of a server is defined here.
function linkToNet(): void {
  if (isLinked || !isLoaded("internal:node/net")) return;
  isLinked = true;
  Object.setPrototypeOf(ListeningServer.prototype, (net as any).default.Server.prototype);
}

// A stream that the program hands over. Our own connections are served by the native part and only told about.
function acceptStream(this: any, socket: any): void {
  if (isLoaded("internal:node/http/server_socket") && sockets.isSocketOf(socket, this)) return;
  streams.accept(this, socket);
}
(acceptStream as any)[kIsInternalListener] = true;

/** `_connectionListener` of Node: serves `socket` for the server that it is called on. */
export function connectionListener(this: any, socket: any): void {
  streams.accept(this, socket);
}

/** Reads the options that http.Server and https.Server have in common. Throws for wrong ones. */
export function storeOptions(server: any, options: any): void {
  server[kIncomingMessage] = options.IncomingMessage || IncomingMessage;
  server[kServerResponse] = options.ServerResponse || ServerResponse;
  server.maxHeaderSize = optionalInteger(options, "maxHeaderSize", 0);
  server.insecureHTTPParser = optionalBoolean(options, "insecureHTTPParser", undefined);
  if (options.httpValidation !== undefined) {
    validateOneOf(options.httpValidation, "options.httpValidation", ["strict", "relaxed", "insecure"]);
  }
  server.httpValidation = options.httpValidation;
  server.requestTimeout = optionalInteger(options, "requestTimeout", 0) ?? 300_000;
  server.headersTimeout = optionalInteger(options, "headersTimeout", 0) ?? Math.min(60_000, server.requestTimeout);
  if (server.requestTimeout > 0 && server.headersTimeout > 0 && server.headersTimeout > server.requestTimeout) {
    throw new ERR_OUT_OF_RANGE("headersTimeout", "<= requestTimeout", options.headersTimeout);
  }
  server.keepAliveTimeout = optionalInteger(options, "keepAliveTimeout", 0) ?? 5_000;
  server.keepAliveTimeoutBuffer = optionalInteger(options, "keepAliveTimeoutBuffer", 0) ?? 1_000;
  server.connectionsCheckingInterval = optionalInteger(options, "connectionsCheckingInterval", 0) ?? 30_000;
  server.requireHostHeader = optionalBoolean(options, "requireHostHeader", true);
  server.joinDuplicateHeaders = optionalBoolean(options, "joinDuplicateHeaders", undefined);
  server.rejectNonStandardBodyWrites = optionalBoolean(options, "rejectNonStandardBodyWrites", false);
  if (options.shouldUpgradeCallback !== undefined)
    validateFunction(options.shouldUpgradeCallback, "options.shouldUpgradeCallback");
  server.shouldUpgradeCallback =
    options.shouldUpgradeCallback ??
    function (this: any): boolean {
      return this.listenerCount("upgrade") > 0;
    };
  server[kOptimizeEmptyRequests] = optionalBoolean(options, "optimizeEmptyRequests", false);
}

function optionalInteger(options: any, name: string, minimum: number): number | undefined {
  if (options[name] !== undefined) validateInteger(options[name], name, minimum);
  return options[name];
}

function optionalBoolean(options: any, name: string, fallback: boolean | undefined): boolean | undefined {
  if (options[name] !== undefined) validateBoolean(options[name], `options.${name}`);
  return options[name] ?? fallback;
}

/** Stops listening and closes the connections that wait for a request. */
prototype.close = function close(this: any, ...args: any[]): any {
  // Programs replace it to know of it.
  this.closeIdleConnections();
  return ListeningServer.prototype.close.apply(this, args);
};

prototype.closeAllConnections = function closeAllConnections(this: any): void {
  if (isLoaded("internal:node/http/stream_limits")) limits.closeStreams(this, false);
  if (this._nativeId !== undefined) native.closeAll(this._nativeId);
};

prototype.closeIdleConnections = function closeIdleConnections(this: any): void {
  if (isLoaded("internal:node/http/stream_limits")) limits.closeStreams(this, true);
  if (this._nativeId !== undefined) native.closeIdle(this._nativeId);
};

/** Time without traffic after which "timeout" is emitted for a socket, or the socket is destroyed. */
prototype.setTimeout = function setTimeout(this: any, msecs: any, callback?: any): any {
  this.timeout = msecs;
  if (callback) this.on("timeout", callback);
  if (msecs > 0) this._watchConnections();
  return this;
};

// "connection" needs to be told by the native part, which it is only asked to when somebody listens.
for (const name of ["on", "addListener", "prependListener"]) {
  const base = ListeningServer.prototype[name];
  prototype[name] = function (this: any, type: any, listener: any): any {
    base.call(this, type, listener);
    if (type === "connection") this._watchConnections();
    return this;
  };
  Object.defineProperty(prototype[name], "name", { value: name });
}

/** `http.Server` with `captureRejections`: a listener of "request" that rejects is answered with 500. */
prototype[kRejection] = function (this: any, error: any, event: any, ...args: any[]): void {
  if (event !== "request") {
    this.emit("error", error);
    return;
  }
  const response = args[1];
  if (response.headersSent || response.writableEnded) {
    response.destroy();
    return;
  }
  // What was set for the success says nothing about the failure, and might say too much.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.statusCode = 500;
  response.end(STATUS_CODES[500]);
};

/** `http.createServer`. */
export function createServer(options?: any, requestListener?: any): any {
  return new (Server as any)(options, requestListener);
}
