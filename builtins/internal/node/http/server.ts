// http.Server: options, time limits, closing. `listening.ts` has listen(), `native_events.ts` handles the requests.
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
import { EventEmitter, type EventName, type Listener } from "internal:core/events/emitter";
import { getDefaultHighWaterMark } from "internal:node/streams/high_water_mark";
import { kIncomingMessage, kServerResponse } from "internal:node/http/native_events";
import { IncomingMessage, type IncomingMessageClass } from "internal:node/http/incoming";
import { kIsInternalListener, type MarkedListener } from "internal:node/http/connection_listeners";
import type { CallableClass } from "internal:node/http/callable_class";
import type { LimitsTimer } from "internal:node/http/limits";
import type { ServedSocket } from "internal:node/http/message_socket";
import type { Timeout } from "internal:core/timers";
import { ListeningServer } from "internal:node/http/listening";
import { parseUniqueHeaders } from "internal:node/http/outgoing_headers";
import { STATUS_CODES } from "internal:web/http/status_codes";
import { kRejection } from "internal:core/events/symbols";
import { ServerResponse, type ServerResponseClass } from "internal:node/http/response";
import {
  type kConnectionsCheckingInterval,
  kHighWaterMark,
  kOptimizeEmptyRequests,
  kUniqueHeaders,
} from "internal:node/http/symbols";
import defer * as net from "internal:node/net";
import defer * as sockets from "internal:node/http/server_socket";
import defer * as limits from "internal:node/http/stream_limits";
import defer * as streams from "internal:node/http/stream_server";
import { isLoaded, safe } from "internal:core/bootstrap";
import * as native from "native:http_server";

/** Options of http.Server and https.Server, before they are checked. */
export interface ServerOptions {
  IncomingMessage?: IncomingMessageClass;
  ServerResponse?: ServerResponseClass;
  connectionsCheckingInterval?: number;
  headersTimeout?: number;
  highWaterMark?: number;
  httpValidation?: string;
  insecureHTTPParser?: boolean;
  joinDuplicateHeaders?: boolean;
  keepAlive?: boolean;
  keepAliveInitialDelay?: number;
  keepAliveTimeout?: number;
  keepAliveTimeoutBuffer?: number;
  maxHeaderSize?: number;
  noDelay?: boolean;
  optimizeEmptyRequests?: boolean;
  pauseOnConnect?: boolean;
  rejectNonStandardBodyWrites?: boolean;
  requestTimeout?: number;
  requireHostHeader?: boolean;
  shouldUpgradeCallback?: Server["shouldUpgradeCallback"];
  uniqueHeaders?: unknown;
}
export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** An instance of http.Server; https.Server has the same members, except those of `ListeningServer` that start with an underscore. */
export interface Server extends ListeningServer {
  [kIncomingMessage]: IncomingMessageClass;
  [kServerResponse]: ServerResponseClass;
  [kHighWaterMark]: number;
  [kUniqueHeaders]: Set<string> | null;
  [kOptimizeEmptyRequests]: boolean | undefined;
  [kConnectionsCheckingInterval]: LimitsTimer | Timeout | undefined;
  allowHalfOpen: boolean;
  httpAllowHalfOpen: boolean;
  pauseOnConnect: boolean;
  noDelay: boolean;
  keepAlive: boolean;
  keepAliveInitialDelay: number;
  highWaterMark: number;
  maxHeaderSize: number | undefined;
  maxHeadersCount: number | null;
  maxRequestsPerSocket: number;
  insecureHTTPParser: boolean | undefined;
  httpValidation: string | undefined;
  requestTimeout: number;
  headersTimeout: number;
  keepAliveTimeout: number;
  keepAliveTimeoutBuffer: number;
  connectionsCheckingInterval: number;
  requireHostHeader: boolean | undefined;
  joinDuplicateHeaders: boolean | undefined;
  rejectNonStandardBodyWrites: boolean | undefined;
  shouldUpgradeCallback(request: IncomingMessage): boolean;
  closeAllConnections(): void;
  closeIdleConnections(): void;
  setTimeout(msecs: number, callback?: () => void): this;
  [kRejection](error: unknown, event: unknown, ...args: any[]): void;
}
type ServerArguments = [options?: ServerOptions | RequestListener | null, listener?: RequestListener];
type ServerClass = CallableClass<Server, ServerArguments>;

/** `http.Server`. Callable without `new`. `options` may be omitted; `listener` is added to "request". */
export const Server = function Server(
  this: Server,
  given?: ServerOptions | RequestListener | null,
  listener?: RequestListener,
): Server | void {
  if (!((this as unknown) instanceof Server)) return new (Server as unknown as ServerClass)(given, listener);
  let options: ServerOptions;
  if (typeof given === "function") {
    listener = given;
    options = {};
  } else if (given == null) {
    options = {};
  } else {
    validateObject(given, "options");
    options = { ...given };
  }
  linkToNet();
  storeOptions(this, options);
  ListeningServer.call(this);
  this.allowHalfOpen = true;
  this.pauseOnConnect = options.pauseOnConnect ?? false;
  this.noDelay = options.noDelay ?? true;
  this.keepAlive = options.keepAlive ?? false;
  this.keepAliveInitialDelay = ~~(options.keepAliveInitialDelay! / 1000);
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
} as unknown as ServerClass;
safe.setPrototypeOf(Server.prototype, ListeningServer.prototype);
safe.setPrototypeOf(Server, ListeningServer);
const prototype = Server.prototype;

let isLinked = false;

// For programs that test `server instanceof net.Server`: those have loaded node:net. All members of a server are defined here.
function linkToNet(): void {
  if (isLinked || !isLoaded("internal:node/net")) return;
  isLinked = true;
  safe.setPrototypeOf(ListeningServer.prototype, net.default.Server.prototype);
}

// Serves a stream that the program passes on. Native connections, which are served already, emit "connection" too.
function acceptStream(this: Server, socket: ServedSocket): void {
  if (isLoaded("internal:node/http/server_socket") && sockets.isSocketOf(socket, this)) return;
  streams.accept(this, socket);
}
(acceptStream as MarkedListener)[kIsInternalListener] = true;

/** `_connectionListener` of Node: serves `socket` for the server that it is called on. */
export function connectionListener(this: Server, socket: ServedSocket): void {
  streams.accept(this, socket);
}

/** Reads the options that http.Server and https.Server have in common. Throws for invalid ones. */
export function storeOptions(server: Server, options: ServerOptions): void {
  server[kIncomingMessage] = options.IncomingMessage || IncomingMessage;
  server[kServerResponse] = options.ServerResponse || ServerResponse;
  server.maxHeaderSize = optionalInteger(options, "maxHeaderSize", 0);
  server.insecureHTTPParser = optionalBoolean(options, "insecureHTTPParser", undefined);
  if (options.httpValidation !== undefined) {
    validateOneOf(options.httpValidation, "options.httpValidation", ["strict", "relaxed", "insecure"]);
  }
  server.httpValidation = options.httpValidation;
  server.requestTimeout = optionalInteger(options, "requestTimeout", 0) ?? 300_000;
  server.headersTimeout = optionalInteger(options, "headersTimeout", 0) ?? safe.min(60_000, server.requestTimeout);
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
    function (this: Server): boolean {
      return this.listenerCount("upgrade") > 0;
    };
  server[kOptimizeEmptyRequests] = optionalBoolean(options, "optimizeEmptyRequests", false);
}

function optionalInteger(options: ServerOptions, name: keyof ServerOptions, minimum: number): number | undefined {
  if (options[name] !== undefined) validateInteger(options[name], name, minimum);
  return options[name] as number | undefined;
}

function optionalBoolean(
  options: ServerOptions,
  name: keyof ServerOptions,
  fallback: boolean | undefined,
): boolean | undefined {
  if (options[name] !== undefined) validateBoolean(options[name], `options.${name}`);
  return (options[name] as boolean | undefined) ?? fallback;
}

/** Stops listening and closes the idle connections. */
prototype.close = function close(this: Server, ...args: [callback?: (error?: Error) => void]) {
  // Called as a method: programs replace it.
  this.closeIdleConnections();
  return safe.apply(ListeningServer.prototype.close, this, args) as Server;
};

prototype.closeAllConnections = function closeAllConnections(this: Server): void {
  if (isLoaded("internal:node/http/stream_limits")) limits.closeStreams(this, false);
  if (this._nativeId !== undefined) native.closeAll(this._nativeId);
};

prototype.closeIdleConnections = function closeIdleConnections(this: Server): void {
  if (isLoaded("internal:node/http/stream_limits")) limits.closeStreams(this, true);
  if (this._nativeId !== undefined) native.closeIdle(this._nativeId);
};

/** Sets the idle time after which "timeout" is emitted for a socket, or the socket is destroyed. */
prototype.setTimeout = function setTimeout(this: Server, msecs: number, callback?: () => void) {
  this.timeout = msecs;
  if (callback) this.on("timeout", callback);
  if (msecs > 0) this._watchConnections();
  return this;
};

// The native handler for opened connections is enabled by the first listener of "connection".
for (const name of ["on", "addListener", "prependListener"] as const) {
  const base = ListeningServer.prototype[name];
  prototype[name] = function (this: Server, type: EventName, listener: Listener) {
    base.call(this, type, listener);
    if (type === "connection") this._watchConnections();
    return this;
  };
  safe.defineProperty(prototype[name], "name", { value: name });
}

/** With `captureRejections`: responds with 500 when a listener of "request" rejects. */
prototype[kRejection] = function (this: Server, error: unknown, event: unknown, ...args: any[]): void {
  if (event !== "request") {
    this.emit("error", error);
    return;
  }
  const response: ServerResponse = args[1];
  if (response.headersSent || response.writableEnded) {
    response.destroy();
    return;
  }
  // The headers of the intended response do not apply to the failure, and could disclose information.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.statusCode = 500;
  response.end(STATUS_CODES[500]);
};

/** `http.createServer`. */
export function createServer(
  options?: ServerOptions | RequestListener | null,
  requestListener?: RequestListener,
): Server {
  return new Server(options, requestListener);
}
