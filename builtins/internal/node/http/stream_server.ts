// A server's connections on streams that the native server does not have: TLS sockets, sockets of node:net, any Duplex passed to
// `server.emit("connection", stream)`. Responses are sent in the order of the requests (RFC 9112 §9.3.2).
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { RequestFlags } from "native:http_server";
import { ERR_HTTP_SOCKET_ENCODING, connResetException } from "internal:core/errors";
import { activity } from "internal:core/diagnostics/activity";
import defer * as channels from "internal:node/http/server_channels";
import { nextTick } from "internal:core/ticks";
import { debug, mayDebug } from "internal:node/http/debug";
import { kIncomingMessage, kServerResponse } from "internal:node/http/native_events";
import { closeUnlessBodied } from "internal:node/http/incoming";
import type { FastBuffer } from "internal:core/buffer";
import type { IncomingMessage } from "internal:node/http/incoming";
import type { ServedSocket } from "internal:node/http/message_socket";
import type { ServerResponse } from "internal:node/http/response";
import type { Server } from "internal:node/http/server";
import { lenienceOf } from "internal:node/http/lenience";
import { IS_UPGRADE, openParser } from "internal:node/http/stream_parser";
import { ParserKind } from "native:http_parser";
import type { ParseError, StreamParser } from "internal:node/http/stream_parser";
import defer * as bodies from "internal:node/http/upgrade_body";
import { kHighWaterMark, kNeedDrain, kOptimizeEmptyRequests, kUniqueHeaders } from "internal:node/http/symbols";
import { recordBytes, recordIdle, recordRequest, track, untrack } from "internal:node/http/stream_limits";

/** Responses to invalid requests, as Node sends them. */
const BAD_REQUEST = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
const HEADER_TOO_LARGE = "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n";
const PAYLOAD_TOO_LARGE = "HTTP/1.1 413 Payload Too Large\r\nConnection: close\r\n\r\n";
const REQUEST_TIMEOUT = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n";

/** One connection. */
export interface StreamConnection {
  server: Server;
  socket: ServedSocket;
  parser: StreamParser;
  /** Responses that wait for the current one to finish. */
  outgoing: ServerResponse[];
  /** Requests whose response is not finished. */
  incoming: IncomingMessage[];
  /** Buffered bytes of the waiting responses. */
  outgoingData: number;
  requestCount: number;
  isIdleTimeoutSet: boolean;
  onTimeout: () => void;
  onData: (bytes: Uint8Array) => void;
  onEnd: () => void;
  onClose: () => void;
  onDrain: () => void;
}

/** Serves `socket` for `server`. */
export function accept(server: Server, socket: ServedSocket): void {
  if (mayDebug) debug("SERVER new http connection");
  const parser = openParser(
    ParserKind.REQUESTS,
    socket,
    server[kIncomingMessage],
    server.maxHeaderSize,
    lenienceOf(server),
  );
  const connection: StreamConnection = {
    server,
    socket,
    parser,
    outgoing: [],
    incoming: [],
    outgoingData: 0,
    requestCount: 0,
    isIdleTimeoutSet: false,
    onTimeout: () => onTimeout(connection),
    onData: (bytes) => onData(connection, bytes),
    onEnd: () => onEnd(connection),
    onClose: () => onClose(connection),
    onDrain: () => onDrain(connection),
  };
  parser.joinDuplicateHeaders = server.joinDuplicateHeaders;
  if (typeof server.maxHeadersCount === "number") parser.maxHeaderPairs = server.maxHeadersCount << 1;
  parser.onIncoming = (request, shouldKeepAlive, flags) => onRequest(connection, request, shouldKeepAlive, flags);
  // The socket of a net.Server refers to that server.
  socket.server = server;
  socket.parser = parser;
  socket._paused = false;
  if (server.timeout && typeof socket.setTimeout === "function") socket.setTimeout(server.timeout);
  socket.on("timeout", connection.onTimeout);
  socket.on("close", connection.onClose);
  socket.on("data", connection.onData);
  socket.on("end", connection.onEnd);
  socket.on("error", onError);
  socket.on("drain", connection.onDrain);
  // The parser needs bytes, not strings.
  socket.setEncoding = refuseEncoding;
  track(connection, onError);
}

function refuseEncoding(): never {
  throw new ERR_HTTP_SOCKET_ENCODING();
}

function onTimeout({ server, socket, parser }: StreamConnection): void {
  const request = parser.incoming;
  const byRequest = request !== null && !request.complete && request.emit("timeout", socket);
  const byResponse = socket._httpMessage?.emit("timeout", socket);
  const byServer = server.emit("timeout", socket);
  if (!byRequest && !byResponse && !byServer) socket.destroy();
}

function onClose(connection: StreamConnection): void {
  if (mayDebug) debug("server socket close");
  untrack(connection);
  release(connection);
  while (connection.incoming.length > 0) lists.shift(connection.incoming)!.destroy(connResetException("aborted"));
}

function release({ parser, socket }: StreamConnection): void {
  if (socket.parser !== parser) return;
  parser.release();
  socket.parser = null;
}

function onEnd(connection: StreamConnection): void {
  const { server, socket, parser, outgoing } = connection;
  const error = socket.parser === parser ? parser.finish() : undefined;
  if (error !== undefined) onError.call(socket, error);
  else if (!server.httpAllowHalfOpen) socket.end();
  else if (outgoing.length > 0) outgoing[outgoing.length - 1]!._last = true;
  else if (socket._httpMessage) socket._httpMessage._last = true;
  else socket.end();
}

function onError(this: ServedSocket, error: ParseError): void {
  this.removeListener("error", onError);
  if (this.listenerCount("error") === 0) this.on("error", ignore);
  if ((this.server as Server | undefined)?.emit("clientError", error, this)) return;
  // A client would take an error response in the middle of another response as part of it.
  if (this.writable && !this._httpMessage?._headerSent) this.write(errorResponse(error.code));
  this.destroy(error);
}

function ignore(): void {}

function errorResponse(code: string | undefined): string {
  if (code === "HPE_HEADER_OVERFLOW") return HEADER_TOO_LARGE;
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return PAYLOAD_TOO_LARGE;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? REQUEST_TIMEOUT : BAD_REQUEST;
}

function onDrain(connection: StreamConnection): void {
  const { socket, outgoingData } = connection;
  // A client that was too slow to receive the responses may send requests again.
  if (socket._paused && outgoingData <= socket.writableHighWaterMark) {
    socket._paused = false;
    socket.resume();
  }
  const response = socket._httpMessage;
  if (response && !response.finished && response[kNeedDrain]) {
    response[kNeedDrain] = false;
    response.emit("drain");
  }
}

function onData(connection: StreamConnection, bytes: Uint8Array): void {
  const { server, socket, parser } = connection;
  if (socket.parser !== parser) return;
  recordBytes(connection);
  const used = parser.execute(bytes);
  if (socket.parser !== parser) return;
  clearIdleTimeout(connection);
  if (typeof used !== "number") {
    used.rawPacket = bytes;
    onError.call(socket, used);
    return;
  }
  const { incoming } = parser;
  if (!incoming?.upgrade) return;
  const name = incoming.method === "CONNECT" ? "connect" : "upgrade";
  if (server.listenerCount(name) === 0) {
    socket.destroy();
    return;
  }
  detach(connection);
  const head = bytes.subarray(used) as FastBuffer;
  server.emit(name, incoming, socket, incoming.complete ? head : bodies.takeBody(incoming, socket, head));
}

// The connection is upgraded: the stream belongs to the program.
function detach(connection: StreamConnection): void {
  const { socket } = connection;
  untrack(connection);
  socket.removeListener("timeout", connection.onTimeout);
  socket.removeListener("close", connection.onClose);
  socket.removeListener("data", connection.onData);
  socket.removeListener("end", connection.onEnd);
  socket.removeListener("error", onError);
  socket.removeListener("drain", connection.onDrain);
  delete (socket as Partial<ServedSocket>).setEncoding;
  release(connection);
  socket.readableFlowing = null;
}

function clearIdleTimeout(connection: StreamConnection): void {
  if (!connection.isIdleTimeoutSet) return;
  connection.socket.setTimeout?.(connection.server.timeout || 0);
  connection.isIdleTimeoutSet = false;
}

function onRequest(
  connection: StreamConnection,
  request: IncomingMessage,
  shouldKeepAlive: boolean,
  flags: number,
): number {
  const { server, socket, incoming } = connection;
  clearIdleTimeout(connection);
  recordRequest(connection, request);
  if (request.upgrade) {
    request.upgrade = request.method === "CONNECT" || Boolean(server.shouldUpgradeCallback(request));
    if (request.upgrade) return IS_UPGRADE;
  }
  lists.push(incoming, request);
  if (!socket._paused && (socket.writableNeedDrain || connection.outgoingData >= socket.writableHighWaterMark)) {
    // Back-pressure: the client sends requests faster than it receives responses.
    socket._paused = true;
    socket.pause();
  }
  const response = makeResponse(connection, request, shouldKeepAlive);
  if (server[kOptimizeEmptyRequests]) closeUnlessBodied(request);
  if (activity.channelCount > 0) channels.publishStart(request, response, server);
  if (socket._httpMessage) lists.push(connection.outgoing, response);
  else response.assignSocket(socket);
  response.on("finish", () => onResponseFinish(connection, request, response));
  if ((flags & RequestFlags.HTTP_1_0) === 0 && isHandled(connection, request, response, flags)) return 0;
  server.emit("request", request, response);
  return 0;
}

function makeResponse(
  connection: StreamConnection,
  request: IncomingMessage,
  shouldKeepAlive: boolean,
): ServerResponse {
  const { server } = connection;
  const response = new server[kServerResponse](request, {
    highWaterMark: server[kHighWaterMark] || connection.socket.writableHighWaterMark,
    rejectNonStandardBodyWrites: server.rejectNonStandardBodyWrites!,
  });
  response._keepAliveTimeout = server.keepAliveTimeout;
  response._maxRequestsPerSocket = server.maxRequestsPerSocket;
  response._onPendingData = (delta: number): void => {
    connection.outgoingData += delta;
    onDrain(connection);
  };
  response.shouldKeepAlive = shouldKeepAlive;
  response[kUniqueHeaders] = server[kUniqueHeaders];
  return response;
}

// A missing Host, too many requests, expectations. Returns whether the request is handled: "request" is not emitted then.
function isHandled(
  connection: StreamConnection,
  request: IncomingMessage,
  response: ServerResponse,
  flags: number,
): boolean {
  const { server, socket } = connection;
  if ((flags & RequestFlags.HOST_INVALID) !== 0 && server.requireHostHeader && request.headers.host === undefined) {
    response.writeHead(400, ["Connection", "close"]);
    response.end();
    return true;
  }
  const limit = server.maxRequestsPerSocket;
  if (typeof limit === "number" && limit > 0) {
    connection.requestCount++;
    response.maxRequestsOnConnectionReached = limit <= connection.requestCount;
    if (limit < connection.requestCount) {
      server.emit("dropRequest", request, socket);
      response.writeHead(503);
      response.end();
      return true;
    }
  }
  if ((flags & RequestFlags.EXPECT_CONTINUE) !== 0) {
    response._expect_continue = true;
    if (server.listenerCount("checkContinue") > 0) {
      server.emit("checkContinue", request, response);
      return true;
    }
    response.writeContinue();
  } else if ((flags & RequestFlags.EXPECT_OTHER) !== 0) {
    if (server.listenerCount("checkExpectation") > 0) {
      server.emit("checkExpectation", request, response);
    } else {
      response.writeHead(417);
      response.end();
    }
    return true;
  }
  return false;
}

function onResponseFinish(connection: StreamConnection, request: IncomingMessage, response: ServerResponse): void {
  const { server, socket, incoming, outgoing } = connection;
  if (activity.channelCount > 0) channels.publishFinish(request, response, server);
  lists.shift(incoming);
  // The unread rest of a body must not block the next request.
  if (!request._consumed) request._dump();
  response.detachSocket(socket);
  clearIncoming(connection, request);
  nextTick(emitClose, response);
  if (response._last) {
    if (typeof socket.destroySoon === "function") socket.destroySoon();
    else socket.end();
  } else if (outgoing.length > 0) {
    lists.shift(outgoing)!.assignSocket(socket);
  } else {
    recordIdle(connection);
    const limit = safe.isFinite(server.keepAliveTimeout) && server.keepAliveTimeout > 0 ? server.keepAliveTimeout : 0;
    if (limit > 0 && typeof socket.setTimeout === "function") {
      socket.setTimeout(limit + (server.keepAliveTimeoutBuffer || 0));
      connection.isIdleTimeoutSet = true;
    }
  }
}

// The parser is done with a request when its body is read.
function clearIncoming({ parser }: StreamConnection, request: IncomingMessage): void {
  if (parser.incoming !== request) return;
  if (request.readableEnded) parser.incoming = null;
  else
    request.on("end", () => {
      if (parser.incoming === request) parser.incoming = null;
    });
}

function emitClose(response: ServerResponse): void {
  if (response._closed) return;
  response.destroyed = true;
  response._closed = true;
  response.emit("close");
}
