// Http2Server and Http2SecureServer: servers whose connections are sessions. https://nodejs.org/api/http2.html#class-http2server
import { validateBoolean, validateFunction, validateUint32 } from "internal:core/validators";
import { kRejection } from "internal:core/events/symbols";
import { Server as NetServer } from "internal:node/net/server";
import { STATUS_CODES } from "internal:web/http/method_names";
import { clearTimeout, setUnrefTimeout } from "internal:core/timers";
import { debugServer, isDebugging } from "internal:node/http2/debug";
import { ServerHttp2Session } from "internal:node/http2/server_session";
import { checkObject, readRemoteCustomSettings, validateSettings } from "internal:node/http2/settings";
import { kOptions, kServer, kSessions } from "internal:node/http2/symbols";
import defer * as http1 from "internal:node/http/server";
import defer * as compat from "internal:node/http2/compat";

const UNKNOWN_PROTOCOL_TIMEOUT_MS = 10_000;
const UNKNOWN_PROTOCOL_ANSWER =
  "HTTP/1.0 403 Forbidden\r\nContent-Type: text/plain\r\n\r\n" +
  "Missing ALPN Protocol, expected `h2` to be available.\n" +
  "If this is a HTTP request: The server was not configured with the `allowHTTP1` option or a listener for the `unknownProtocol` event.\n";

/** Checks the options of servers and of `performServerHandshake` and completes a copy of them. */
export function readServerOptions(given: any): any {
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

export class Http2Server extends (NetServer as any) {
  constructor(options: any, requestListener: any) {
    options = readServerOptions(options);
    super(options, onConnection);
    initializeServer(this, options, requestListener);
  }

  /** Time without traffic after which "timeout" is emitted with the session, or the session is destroyed. */
  setTimeout(msecs: any, callback?: any): any {
    return setServerTimeout(this, msecs, callback);
  }

  /** Settings of new sessions. */
  updateSettings(settings: any): void {
    updateServerSettings(this, settings);
  }

  /** Stops listening and closes the sessions when their streams have ended. */
  close(...args: any[]): void {
    NetServer.prototype.close.apply(this, args);
    closeSessions(this);
  }

  async [(Symbol as any).asyncDispose](): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      NetServer.prototype.close.call(this, (error: any) => (error ? reject(error) : resolve()));
    });
  }

  // Asynchronous listeners that fail.
  [kRejection](error: any, event: unknown, ...args: any[]): void {
    if (event === "stream") failStream(args[0], error);
    else if (event === "request") failResponse(args[1]);
    else NetServer.prototype[kRejection].call(this, error, event, ...args);
  }
}

function failStream(stream: any, error: any): void {
  if (stream.sentHeaders) {
    stream.destroy(error);
    return;
  }
  stream.respond({ ":status": 500 });
  stream.end();
}

function failResponse(response: any): void {
  if (response.headersSent || response.finished) {
    response.destroy();
    return;
  }
  // What was set for the success says nothing about the failure, and might say too much.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.statusCode = 500;
  response.end(STATUS_CODES[500]);
}

/** What both kinds of servers keep. */
export function initializeServer(server: any, options: any, requestListener: any): void {
  server[kOptions] = options;
  server[kSessions] = new Set();
  server.timeout = 0;
  server.on("newListener", useCompatibility);
  if (typeof requestListener === "function") server.on("request", requestListener);
}

// Requests and responses are made once somebody wants them.
function useCompatibility(this: any, event: unknown): void {
  if (event !== "request") return;
  this.removeListener("newListener", useCompatibility);
  const options = this[kOptions];
  const requests = options.Http2ServerRequest || compat.Http2ServerRequest;
  const responses = options.Http2ServerResponse || compat.Http2ServerResponse;
  this.on("stream", compat.onServerStream.bind(this, requests, responses));
}

export function setServerTimeout(server: any, msecs: any, callback: any): any {
  server.timeout = msecs;
  if (callback !== undefined) {
    validateFunction(callback, "callback");
    server.on("timeout", callback);
  }
  return server;
}

export function updateServerSettings(server: any, settings: any): void {
  checkObject(settings, "settings");
  validateSettings(settings);
  server[kOptions].settings = { ...server[kOptions].settings, ...settings };
}

export function closeSessions(server: any): void {
  for (const session of [...server[kSessions]]) session.close();
}

/** "connection" or "secureConnection": the server speaks HTTP/2 on `socket`, or what ALPN has chosen. */
export function onConnection(this: any, socket: any): void {
  if (isDebugging()) debugServer("Http2Session server: received a connection");
  const options = this[kOptions] || {};
  if (socket.alpnProtocol === false || socket.alpnProtocol === "http/1.1") {
    if (options.allowHTTP1 === true) http1.connectionListener.call(this, socket);
    else refuseProtocol(this, socket, options.unknownProtocolTimeout);
    return;
  }
  const session: any = new ServerHttp2Session(options, socket, this);
  session.on("stream", onSessionStream);
  session.on("error", onSessionError);
  session.on("priority", onSessionPriority);
  if (this.timeout) session.setTimeout(this.timeout, onSessionTimeout);
  socket[kServer] = this;
  this.emit("session", session);
}

function refuseProtocol(server: any, socket: any, timeoutMs: number): void {
  if (isDebugging()) debugServer("Unknown protocol from %s:%s", socket.remoteAddress, socket.remotePort);
  if (server.emit("unknownProtocol", socket)) return;
  const timer = setUnrefTimeout(() => {
    if (!socket.destroyed) socket.destroy();
  }, timeoutMs);
  socket.once("close", () => clearTimeout(timer));
  // In words that the other side might understand.
  socket.end(UNKNOWN_PROTOCOL_ANSWER);
}

function onSessionStream(this: any, stream: any, headers: any, flags: number, rawHeaders: string[]): void {
  this[kServer]?.emit("stream", stream, headers, flags, rawHeaders);
}

function onSessionPriority(this: any, stream: number, parent: number, weight: number, isExclusive: boolean): void {
  this[kServer]?.emit("priority", stream, parent, weight, isExclusive);
}

function onSessionError(this: any, error: any): void {
  this[kServer]?.emit("sessionError", error, this);
}

function onSessionTimeout(this: any): void {
  if (this.destroyed || this.closed) return;
  if (!this[kServer].emit("timeout", this)) this.destroy();
}

/** `http2.createServer`. `options` may be left out. */
export function createServer(options?: any, handler?: any): any {
  return typeof options === "function" ? new Http2Server({}, options) : new Http2Server(options, handler);
}

/** `http2.performServerHandshake`: a session on a socket that was accepted elsewhere. */
export function performServerHandshake(socket: any, options: any = {}): any {
  return new ServerHttp2Session(readServerOptions(options), socket, undefined);
}
