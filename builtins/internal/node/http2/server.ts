// Http2Server and Http2SecureServer: servers whose connections are sessions. https://nodejs.org/api/http2.html#class-http2server
import { validateBoolean, validateFunction, validateUint32 } from "internal:core/validators";
import type { EventEmitter, Listener } from "internal:core/events/emitter";
import { kRejection } from "internal:core/events/symbols";
import type { IncomingMessageClass } from "internal:node/http/incoming";
import type { ServedSocket } from "internal:node/http/message_socket";
import type { ServerResponseClass } from "internal:node/http/response";
import type { Server as HttpServer, ServerOptions as Http1Options } from "internal:node/http/server";
import type { Http2ServerResponse } from "internal:node/http2/compat_response";
import type { SessionSocket } from "internal:node/http2/duplex_socket";
import type { HeaderFields } from "internal:node/http2/fields";
import type { ServerHttp2Stream } from "internal:node/http2/server_stream";
import type { Http2Session } from "internal:node/http2/session";
import type { SessionOptions } from "internal:node/http2/session_options";
import { Server as NetServer } from "internal:node/net/server";
import type { ServerOptions as NetServerOptions } from "internal:node/net/types";
import type { ALPNCallback } from "internal:node/tls/types";
import { STATUS_CODES } from "internal:web/http/status_codes";
import { clearTimeout, setUnrefTimeout } from "internal:core/timers";
import { debugServer, isDebugging } from "internal:node/http2/debug";
import { ServerHttp2Session } from "internal:node/http2/server_session";
import {
  checkObject,
  readRemoteCustomSettings,
  type SettingsObject,
  validateSettings,
} from "internal:node/http2/settings";
import { kOptions, kServer, kSessions } from "internal:node/http2/symbols";
import defer * as http1 from "internal:node/http/server";
import defer * as compat from "internal:node/http2/compat";

const UNKNOWN_PROTOCOL_TIMEOUT_MS = 10_000;
const UNKNOWN_PROTOCOL_RESPONSE =
  "HTTP/1.0 403 Forbidden\r\nContent-Type: text/plain\r\n\r\n" +
  "Missing ALPN Protocol, expected `h2` to be available.\n" +
  "If this is a HTTP request: The server was not configured with the `allowHTTP1` option or a listener for the `unknownProtocol` event.\n";

/** Options of servers, before they are checked. */
export interface ServerOptions extends SessionOptions, NetServerOptions {
  ALPNProtocols?: unknown;
  ALPNCallback?: ALPNCallback;
  allowHTTP1?: boolean;
  http1Options?: Http1Options;
  Http1IncomingMessage?: IncomingMessageClass;
  Http1ServerResponse?: ServerResponseClass;
  Http2ServerRequest?: typeof compat.Http2ServerRequest;
  Http2ServerResponse?: typeof compat.Http2ServerResponse;
  unknownProtocolTimeout?: number;
}
export type RequestListener = (request: object, response: object) => void;

/** Checks the options of servers and of `performServerHandshake` and completes a copy of them. */
export function readServerOptions(given: ServerOptions | undefined): ServerOptions {
  checkObject(given, "options");
  const options = { ...given };
  checkObject(options.settings, "options.settings");
  options.settings = { ...options.settings };
  options.remoteCustomSettings = readRemoteCustomSettings(options.remoteCustomSettings);
  for (const name of ["maxSessionInvalidFrames", "maxSessionRejectedStreams", "unknownProtocolTimeout"]) {
    if (options[name] !== undefined) validateUint32(options[name], `options.${name}`);
  }
  options.unknownProtocolTimeout ??= UNKNOWN_PROTOCOL_TIMEOUT_MS;
  if (options.strictSingleValueFields !== undefined)
    validateBoolean(options.strictSingleValueFields, "options.strictSingleValueFields");
  else options.strictSingleValueFields = true;
  options.http1Options = { ...options.http1Options };
  // The older names of these options.
  if (options.Http1IncomingMessage !== undefined) options.http1Options.IncomingMessage ??= options.Http1IncomingMessage;
  if (options.Http1ServerResponse !== undefined) options.http1Options.ServerResponse ??= options.Http1ServerResponse;
  return options;
}

/** What Http2Server and Http2SecureServer have in common. */
export interface SessionServer extends EventEmitter {
  [kOptions]: ServerOptions;
  [kSessions]: Set<Http2Session>;
  timeout: unknown;
}
export interface Http2Server extends SessionServer {}

export class Http2Server extends NetServer {
  constructor(options: ServerOptions | undefined, requestListener: RequestListener | undefined) {
    options = readServerOptions(options);
    super(options, onConnection);
    initializeServer(this, options, requestListener);
  }

  /** Sets the idle time after which "timeout" is emitted with the session, or the session is destroyed. */
  setTimeout(msecs: unknown, callback?: Listener): this {
    return setServerTimeout(this, msecs, callback);
  }

  /** Settings of new sessions. */
  updateSettings(settings: SettingsObject): void {
    updateServerSettings(this, settings);
  }

  /** Stops listening and closes the sessions when their streams have ended. */
  override close(...args: unknown[]): void {
    NetServer.prototype.close.apply(this, args);
    closeSessions(this);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      NetServer.prototype.close.call(this, (error?: Error) => (error ? reject(error) : resolve()));
    });
  }

  // Called for asynchronous listeners that fail.
  [kRejection](error: unknown, event: unknown, ...args: any[]): void {
    if (event === "stream") failStream(args[0], error);
    else if (event === "request") failResponse(args[1]);
    else NetServer.prototype[kRejection].call(this, error, event, ...args);
  }
}

function failStream(stream: ServerHttp2Stream, error: unknown): void {
  if (stream.sentHeaders) {
    stream.destroy(error);
    return;
  }
  stream.respond({ ":status": 500 });
  stream.end();
}

function failResponse(response: Http2ServerResponse): void {
  if (response.headersSent || response.finished) {
    response.destroy();
    return;
  }
  // The headers of the intended response do not apply to the failure, and could disclose information.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.statusCode = 500;
  response.end(STATUS_CODES[500]);
}

/** Initializes the common members of both kinds of servers. */
export function initializeServer(
  server: SessionServer,
  options: ServerOptions,
  requestListener: RequestListener | undefined,
): void {
  server[kOptions] = options;
  server[kSessions] = new Set();
  server.timeout = 0;
  server.on("newListener", useCompatibility);
  if (typeof requestListener === "function") server.on("request", requestListener);
}

// The first listener of "request" enables the compatibility API.
function useCompatibility(this: SessionServer, event: unknown): void {
  if (event !== "request") return;
  this.removeListener("newListener", useCompatibility);
  const options = this[kOptions];
  const requests = options.Http2ServerRequest || compat.Http2ServerRequest;
  const responses = options.Http2ServerResponse || compat.Http2ServerResponse;
  this.on("stream", compat.onServerStream.bind(this, requests, responses));
}

/** `server.setTimeout`. Returns the server. */
export function setServerTimeout<S extends SessionServer>(server: S, msecs: unknown, callback?: Listener): S {
  server.timeout = msecs;
  if (callback !== undefined) {
    validateFunction(callback, "callback");
    server.on("timeout", callback);
  }
  return server;
}

/** `server.updateSettings`. */
export function updateServerSettings(server: SessionServer, settings: SettingsObject): void {
  checkObject(settings, "settings");
  validateSettings(settings);
  server[kOptions].settings = { ...server[kOptions].settings, ...settings };
}

/** Closes the sessions of a server when their streams have ended. */
export function closeSessions(server: SessionServer): void {
  for (const session of [...server[kSessions]]) session.close();
}

/** "connection" or "secureConnection": the server speaks HTTP/2 on `socket`, or the protocol that ALPN has selected. */
export function onConnection(this: SessionServer, socket: SessionSocket): void {
  if (isDebugging()) debugServer("Http2Session server: received a connection");
  const options = this[kOptions] || {};
  if (socket.alpnProtocol === false || socket.alpnProtocol === "http/1.1") {
    if (options.allowHTTP1 === true)
      http1.connectionListener.call(this as unknown as HttpServer, socket as unknown as ServedSocket);
    else refuseProtocol(this, socket, options.unknownProtocolTimeout!);
    return;
  }
  const session = new ServerHttp2Session(options, socket, this);
  session.on("stream", onSessionStream);
  session.on("error", onSessionError);
  session.on("priority", onSessionPriority);
  if (this.timeout) session.setTimeout(this.timeout, onSessionTimeout);
  socket[kServer] = this;
  this.emit("session", session);
}

function refuseProtocol(server: SessionServer, socket: SessionSocket, timeoutMs: number): void {
  if (isDebugging()) debugServer("Unknown protocol from %s:%s", socket.remoteAddress, socket.remotePort);
  if (server.emit("unknownProtocol", socket)) return;
  const timer = setUnrefTimeout(() => {
    if (!socket.destroyed) socket.destroy();
  }, timeoutMs);
  socket.once("close", () => clearTimeout(timer));
  // An HTTP/1 response, which the client may understand.
  socket.end(UNKNOWN_PROTOCOL_RESPONSE);
}

function onSessionStream(
  this: ServerHttp2Session,
  stream: ServerHttp2Stream,
  headers: HeaderFields,
  flags: number,
  rawHeaders: string[],
): void {
  this[kServer]?.emit("stream", stream, headers, flags, rawHeaders);
}

function onSessionPriority(
  this: ServerHttp2Session,
  stream: number,
  parent: number,
  weight: number,
  isExclusive: boolean,
): void {
  this[kServer]?.emit("priority", stream, parent, weight, isExclusive);
}

function onSessionError(this: ServerHttp2Session, error: unknown): void {
  this[kServer]?.emit("sessionError", error, this);
}

function onSessionTimeout(this: ServerHttp2Session): void {
  if (this.destroyed || this.closed) return;
  if (!this[kServer]!.emit("timeout", this)) this.destroy();
}

/** `http2.createServer`. `options` may be omitted. */
export function createServer(options?: ServerOptions | RequestListener, handler?: RequestListener): Http2Server {
  return typeof options === "function" ? new Http2Server({}, options) : new Http2Server(options, handler);
}

/** `http2.performServerHandshake`: a session on a socket that was accepted elsewhere. */
export function performServerHandshake(socket: SessionSocket, options: ServerOptions = {}): ServerHttp2Session {
  return new ServerHttp2Session(readServerOptions(options), socket, undefined);
}
