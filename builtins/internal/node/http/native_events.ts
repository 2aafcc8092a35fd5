// Handles the events of the native server: a request, a chunk of a body, buffered output that was sent, a connection that opened or
// closed, an invalid request. Each handler runs as a task: an exception of a listener is an uncaught exception.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { Refusal, RequestFlags, SendFlags, type ServerHandlers } from "native:http_server";
import { Buffer } from "internal:node/buffer";
import { ERR_HTTP_REQUEST_TIMEOUT, errnoException } from "internal:core/errors";
import { activity } from "internal:core/diagnostics/activity";
import defer * as channels from "internal:node/http/server_channels";
import { loopState } from "internal:core/loop_state";
import { task } from "internal:core/loop";
import { setImmediate } from "internal:core/timers";
import { nextTick, runTicks } from "internal:core/ticks";
import * as uncaught from "internal:core/uncaught";
import {
  currentResponse,
  earlierResponses,
  latestResponses,
  lastSequences,
  owners,
  requestCounts,
  socketObjects,
  socketOf,
  unflushedResponses,
} from "internal:node/http/connection_table";
import { abortRequest, bindRequest, closeUnlessBodied, isObserved, receiveBody } from "internal:node/http/incoming";
import { debug, mayDebug } from "internal:node/http/debug";
import { hasConnectionListeners } from "internal:node/http/connection_listeners";
import { asBuffer } from "internal:core/buffer/adopt";
import { callEndCallbacks } from "internal:node/http/outgoing";
import { callWriteCallbacks, finishResponse, onDrained, releaseEnd } from "internal:node/http/response_transport";
import {
  END_HELD,
  FINISHED,
  FINISH_DUE,
  IN_LISTENER,
  kConnection,
  kHighWaterMark,
  kOptimizeEmptyRequests,
  kProgress,
  kRejectNonStandardBodyWrites,
  kSequence,
  kUniqueHeaders,
} from "internal:node/http/symbols";
import type { IncomingMessage } from "internal:node/http/incoming";
import type { ServerResponse } from "internal:node/http/response";
import type { Server } from "internal:node/http/server";
import type { ServerSocket } from "internal:node/http/server_socket";
import * as sockets from "internal:node/http/server_socket";
import defer * as bodies from "internal:node/http/upgrade_body";
import { send } from "native:http_server";
import { LoopWord } from "native:realm";

export const kIncomingMessage: unique symbol = Symbol("IncomingMessage");
export const kServerResponse: unique symbol = Symbol("ServerResponse");
const METHOD_CONNECT = 3;
const UNUSUAL =
  RequestFlags.UPGRADE | RequestFlags.EXPECT_CONTINUE | RequestFlags.EXPECT_OTHER | RequestFlags.HOST_INVALID;

/** The handlers that `native:http_server` calls for `server`. `wantsOpened`: also one for each new connection. */
export function handlersOf(server: Server, wantsOpened: boolean): ServerHandlers {
  return {
    request(connection: number, sequence: number, method: number, flags: number, target: string | undefined): number {
      onRequest(server, connection, sequence, method, flags, target);
      return 0;
    },
    body: task(onBody),
    drained: task(onDrainedConnection),
    closed: task((connection: number, _sequence: number, reason: number) => onClosed(server, connection, reason)),
    refused: (connection: number, statusAndOffset: number, code: string, reason: string, bytes: Uint8Array) =>
      onRefused(server, connection, statusAndOffset >>> Refusal.OFFSET_SHIFT, code, reason, bytes),
    idle: (connection: number) => onIdle(server, connection),
    opened: wantsOpened ? task((connection: number) => onOpened(server, connection)) : undefined,
    dropped: task((endpoints: string) => onDropped(server, endpoints)),
    wantsUrls: false,
  };
}

// A connection was dropped because of maxConnections.
function onDropped(server: Server, endpoints: string): void {
  const [remoteAddress, remotePort, remoteFamily, localAddress, localPort, localFamily] = endpoints.split("\n");
  server.emit("drop", {
    localAddress,
    localPort: Number(localPort),
    localFamily,
    remoteAddress,
    remotePort: Number(remotePort),
    remoteFamily,
  });
}

function onRequest(
  server: Server,
  connection: number,
  sequence: number,
  method: number,
  flags: number,
  target: string | undefined,
): void {
  let response: ServerResponse | undefined;
  if (socketObjects[connection] !== undefined && sockets.closeIfEnded(socketObjects[connection])) return;
  try {
    const request = new server[kIncomingMessage](undefined);
    bindRequest(request, connection, sequence, method, flags, target);
    if (server.joinDuplicateHeaders) request.joinDuplicateHeaders = true;
    response = new server[kServerResponse](request);
    bindResponse(server, response, connection, sequence, flags);
    if (server[kOptimizeEmptyRequests] && (flags & (RequestFlags.BODY | RequestFlags.UPGRADE)) === 0)
      closeUnlessBodied(request);
    owners[connection] = server;
    lastSequences[connection] = sequence;
    const before = latestResponses[connection];
    if (before !== undefined && !before.finished) lists.push((earlierResponses[connection] ??= []), before);
    latestResponses[connection] = response;
    if (socketObjects[connection] !== undefined) sockets.recordActivity(socketObjects[connection]);
    else if (server.timeout > 0) socketOf(connection, sequence).setTimeout(server.timeout);
    if (activity.channelCount > 0) channels.publishStart(request, response, server);
    if (server.maxRequestsPerSocket > 0 && isDropped(server, request, response)) {
      // It has a response.
    } else if ((flags & UNUSUAL) === 0) server.emit("request", request, response);
    else onUnusualRequest(server, request, response, method, flags);
    if ((flags & RequestFlags.BODY) === 0) request.complete = true;
  } catch (error) {
    uncaught.handle(error);
  }
  if (response !== undefined) {
    const progress = response[kProgress];
    response[kProgress] = progress & ~IN_LISTENER;
    if ((progress & FINISH_DUE) !== 0) {
      if (!isObserved(response) && !isObserved(response.req)) finishResponse(response);
      else nextTick(finishResponse, response);
    }
  }
  if (loopState[LoopWord.TICKS] !== 0) runTicks();
}

// Counts the requests of a connection. Those above the limit are refused.
function isDropped(server: Server, request: IncomingMessage, response: ServerResponse): boolean {
  const connection = request[kConnection];
  server._watchConnections();
  const count = (requestCounts[connection] = (requestCounts[connection] ?? 0) + 1);
  response.maxRequestsOnConnectionReached = server.maxRequestsPerSocket <= count;
  if (count <= server.maxRequestsPerSocket) return false;
  server.emit("dropRequest", request, socketOf(connection, request[kSequence]));
  response.writeHead(503);
  response.end();
  return true;
}

function bindResponse(
  server: Server,
  response: ServerResponse,
  connection: number,
  sequence: number,
  flags: number,
): void {
  response[kConnection] = connection;
  response[kSequence] = sequence;
  response[kProgress] = IN_LISTENER;
  response._keepAliveTimeout = server.keepAliveTimeout;
  if ((flags & RequestFlags.KEEP_ALIVE) === 0) response.shouldKeepAlive = false;
  else if ((flags & RequestFlags.HTTP_1_0) !== 0) response.shouldKeepAlive = true;
  if (server.maxRequestsPerSocket > 0) response._maxRequestsPerSocket = server.maxRequestsPerSocket;
  if (server.rejectNonStandardBodyWrites) response[kRejectNonStandardBodyWrites] = true;
  if (server[kUniqueHeaders] !== null) response[kUniqueHeaders] = server[kUniqueHeaders];
  if (server[kHighWaterMark] !== 0) response[kHighWaterMark] = server[kHighWaterMark];
}

// Upgrades, expectations, and requests without Host.
function onUnusualRequest(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  method: number,
  flags: number,
): void {
  if ((flags & RequestFlags.UPGRADE) !== 0) {
    if (onUpgrade(server, request, method, flags)) return;
    if (server[kOptimizeEmptyRequests] && (flags & RequestFlags.BODY) === 0) closeUnlessBodied(request);
  }
  if ((flags & RequestFlags.HTTP_1_0) === 0) {
    // RFC 9112 §3.2.
    if ((flags & RequestFlags.HOST_INVALID) !== 0 && server.requireHostHeader && request.headers.host === undefined) {
      response.writeHead(400, ["Connection", "close"]);
      response.end();
      return;
    }
    if ((flags & RequestFlags.EXPECT_CONTINUE) !== 0) {
      response._expect_continue = true;
      if (server.listenerCount("checkContinue") > 0) {
        server.emit("checkContinue", request, response);
        return;
      }
      response.writeContinue();
    } else if ((flags & RequestFlags.EXPECT_OTHER) !== 0) {
      if (server.listenerCount("checkExpectation") > 0) {
        server.emit("checkExpectation", request, response);
      } else {
        response.writeHead(417);
        response.end();
      }
      return;
    }
  }
  server.emit("request", request, response);
}

function onUpgrade(server: Server, request: IncomingMessage, method: number, flags: number): boolean {
  const isConnect = method === METHOD_CONNECT;
  request.upgrade = isConnect || Boolean(server.shouldUpgradeCallback(request));
  if (!request.upgrade) return false;
  const connection = request[kConnection];
  const socket = request.socket as ServerSocket;
  const name = isConnect ? "connect" : "upgrade";
  latestResponses[connection] = undefined;
  const hasBody = (flags & RequestFlags.BODY) !== 0;
  request.complete = !hasBody;
  if (server.listenerCount(name) === 0) {
    socket.destroy();
    return true;
  }
  // Read now: the native connection, which has the data of the request, is about to be detached.
  readHead(request);
  void [request.headers, request._readableState];
  const head = sockets.becomeNetSocket(socket, request[kSequence]);
  if (head !== null) {
    socketObjects[connection] = undefined;
    request.socket = socket;
    // The native connection is detached: destroying the request ends the socket.
    request[kConnection] = -1;
    server.emit(name, request, socket, hasBody ? bodies.takeBody(request, socket, head) : head);
    return true;
  }
  if (!sockets.makeRaw(socket, request[kSequence])) {
    socket.destroy();
    return true;
  }
  sockets.removeErrorListener(socket);
  // The bytes after the head are the socket's first data.
  request[kConnection] = -1;
  server.emit(name, request, socket, hasBody ? bodies.takeBody(request, socket, Buffer.alloc(0)) : Buffer.alloc(0));
  return true;
}

function onBody(
  connection: number,
  _sequence: number,
  bytes: Uint8Array | null,
  isLast: boolean,
  isCopy: boolean,
): void {
  const response = latestResponses[connection];
  const socket = socketObjects[connection];
  if (isCopy) {
    socket?.emit("data", asBuffer(bytes!));
    return;
  }
  if (response === undefined) {
    if (socket !== undefined) sockets.receiveRaw(socket, bytes, isLast);
    return;
  }
  if (socket !== undefined) sockets.recordActivity(socket);
  receiveBody(response.req, bytes, isLast);
  if (isLast && (response[kProgress] & END_HELD) !== 0) releaseEnd(response);
}

// `sequence`: the request of the current response. Responses to later requests are not sent yet.
function onDrainedConnection(connection: number, sequence: number): void {
  const unflushed = unflushedResponses[connection];
  if (unflushed !== undefined) {
    const later = lists.filter(unflushed, (response) => ((response[kSequence] - sequence) | 0) > 0);
    unflushedResponses[connection] = later.length === 0 ? undefined : later;
    for (const response of unflushed) if (!later.includes(response)) finishResponse(response);
  }
  // As immediates, since their listeners write: the loop has flushed the output of this turn before it calls this handler.
  const socket = socketObjects[connection];
  if (socket !== undefined) setImmediate(sockets.drainSocket, socket);
  const response = currentResponse(connection);
  if (response !== undefined) setImmediate(onDrained, response);
}

function onOpened(server: Server, connection: number): void {
  owners[connection] = server;
  lastSequences[connection] = 0;
  socketObjects[connection] = undefined;
  if (mayDebug) debug("SERVER new http connection");
  if (server.timeout > 0) socketOf(connection, 0).setTimeout(server.timeout);
  if (hasConnectionListeners(server)) server.emit("connection", socketOf(connection, 0));
}

// `reason`: a negative errno; 1 when the client has ended its side, 0 when it has not.
function onClosed(server: Server, connection: number, reason: number): void {
  const response = latestResponses[connection];
  const failed = reason < 0 ? socketForError(server, connection) : undefined;
  const socket = socketObjects[connection];
  const earlier = earlierResponses[connection];
  const unflushed = unflushedResponses[connection];
  latestResponses[connection] = undefined;
  earlierResponses[connection] = undefined;
  socketObjects[connection] = undefined;
  unflushedResponses[connection] = undefined;
  owners[connection] = undefined;
  requestCounts[connection] = 0;
  lastSequences[connection] = -1;
  if (mayDebug) debug("server socket close");
  // The native server retains their heads for a short time only.
  if (response !== undefined) readHead(response.req);
  if (earlier !== undefined) for (const each of earlier) readHead(each.req);
  const finish = (): void => {
    if (earlier !== undefined) earlier.forEach(abortResponse);
    if (response !== undefined) abortResponse(response);
    if (unflushed !== undefined) for (const each of unflushed) if (each !== response) abortResponse(each);
    server._emitCloseIfDrained();
  };
  // A socket that the program has destroyed may have emitted "close" already.
  if (failed !== undefined && !failed.destroyed) {
    // The error is emitted first; the messages are aborted when the socket closes.
    failed.prependOnceListener("close", finish);
    sockets.failSocket(failed, errnoException(reason, "read"));
    return;
  }
  if (socket !== undefined) sockets.closeSocket(socket, reason === 1);
  finish();
}

/** Reads what `request` takes from its native connection on first use. */
function readHead(request: IncomingMessage): void {
  void request.url;
  void request.rawHeaders;
}

// The socket object that emits the error of a connection. Made for listeners of "clientError".
function socketForError(server: Server, connection: number): ServerSocket | undefined {
  const existing = socketObjects[connection];
  if (existing !== undefined || server.listenerCount("clientError") === 0) return existing;
  owners[connection] = server;
  // A connection without a request and without "opened" has no sequence number yet.
  if (!(lastSequences[connection]! >= 0)) lastSequences[connection] = 0;
  return socketOf(connection, lastSequences[connection]!);
}

// The connection closed before the response was sent.
function abortResponse(response: ServerResponse): void {
  if ((response[kProgress] & FINISHED) === 0) abortRequest(response.req);
  callWriteCallbacks(response, connectionLost());
  callEndCallbacks(response, connectionLost());
  if (response._closed) return;
  response.destroyed = true;
  response._closed = true;
  response.emit("close");
}

function connectionLost(): Error {
  return safe.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" });
}

// The keep-alive time-out of a connection. Returns true when a listener of "timeout" has left the connection open.
function onIdle(server: Server, connection: number): boolean {
  let isKept = false;
  if (socketObjects[connection] === undefined && server.listenerCount("timeout") === 0) return false;
  try {
    isKept = sockets.expire(socketOf(connection, lastSequences[connection] ?? 0));
  } catch (error) {
    isKept = true;
    uncaught.handle(error);
  }
  if (loopState[LoopWord.TICKS] !== 0) runTicks();
  return isKept;
}

// Returns true when the native server must not send its default response.
function onRefused(
  server: Server,
  connection: number,
  offset: number,
  code: string,
  reason: string,
  bytes: Uint8Array,
): boolean {
  let isHandled = false;
  try {
    const response = latestResponses[connection];
    const current = currentResponse(connection);
    const sequence = response === undefined ? 0 : response[kSequence];
    if (server.listenerCount("clientError") > 0) {
      owners[connection] = server;
      lastSequences[connection] = sequence;
      const socket = socketOf(connection, sequence);
      sockets.makeRaw(socket, sequence);
      isHandled = server.emit("clientError", clientError(code, reason, bytes, offset), socket);
      if (isHandled) emitFurtherErrors(server, socket, code, reason);
    } else if (socketObjects[connection] !== undefined) {
      setImmediate(sockets.failSocket, socketObjects[connection], clientError(code, reason, bytes, offset));
    }
    // The requests in flight get no further response. That of the native server must be sent before they are destroyed.
    if (response !== undefined && !isHandled) {
      const earlier = earlierResponses[connection];
      latestResponses[connection] = earlierResponses[connection] = undefined;
      if (earlier !== undefined) for (const each of earlier) setImmediate(abortResponse, each);
      setImmediate(abortResponse, response);
    }
    // The begun response cannot be followed by another one.
    if (!isHandled && current?._headerSent === true && !current.finished)
      isHandled = send(connection, sequence, null, null, SendFlags.END) >= 0;
  } catch (error) {
    uncaught.handle(error);
  }
  if (!isHandled && code === "HPE_INVALID_VERSION") {
    // The native default is 505 (RFC 9110 §15.6.6); Node responds with 400 to all parse errors but two.
    send(connection, 0, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", null, SendFlags.END);
    isHandled = true;
  }
  if (loopState[LoopWord.TICKS] !== 0) runTicks();
  return isHandled;
}

// A connection that the listener of "clientError" leaves open: further bytes are the same error, and the client's end ends the socket.
function emitFurtherErrors(server: Server, socket: ServerSocket, code: string, reason: string): void {
  socket.on("data", (bytes: Uint8Array) => server.emit("clientError", clientError(code, reason, bytes, 0), socket));
  socket.on("end", () => socket.end());
}

function clientError(code: string, reason: string, bytes: Uint8Array, bytesParsed: number): Error {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new ERR_HTTP_REQUEST_TIMEOUT();
  if (code === "HPE_INVALID_EOF_STATE") return safe.assign(new Error("Parse Error"), { bytesParsed: 0, code, reason });
  const rawPacket = asBuffer(bytes);
  return safe.assign(new Error(`Parse Error: ${reason}`), { code, reason, bytesParsed, rawPacket });
}
