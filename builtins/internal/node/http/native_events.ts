// What the native part tells a server: a request came, a piece of a body, the client took what was sent, a connection opened or
// closed, bytes that are no request. Each function is one task: what a listener throws is an uncaught exception.
import { Buffer } from "internal:node/buffer";
import { ERR_HTTP_REQUEST_TIMEOUT, errnoException } from "internal:core/errors";
import { activity } from "internal:core/diagnostics/activity";
import defer * as channels from "internal:node/http/server_channels";
import { TICKS, loopState } from "internal:core/loop_state";
import { task } from "internal:core/loop";
import { setImmediate } from "internal:core/timers";
import { nextTick, runTicks } from "internal:core/ticks";
import * as uncaught from "internal:core/uncaught";
import {
  dueResponse,
  earlier,
  exchanges,
  lastSequences,
  owners,
  requestCounts,
  socketObjects,
  socketOf,
  unflushed,
} from "internal:node/http/connection_table";
import {
  BODY,
  EXPECT_CONTINUE,
  EXPECT_OTHER,
  HOST_WRONG,
  HTTP_1_0,
  KEEP_ALIVE,
  UPGRADE,
  abortRequest,
  bindRequest,
  closeUnlessBodied,
  isObserved,
  receiveBody,
} from "internal:node/http/incoming";
import { debug, mayDebug } from "internal:node/http/debug";
import { hasConnectionListeners } from "internal:node/http/listening";
import { asBuffer } from "internal:core/buffer/adopt";
import { callEndCallbacks } from "internal:node/http/outgoing";
import { callWaiting, finishResponse, onDrained, releaseEnd } from "internal:node/http/response_transport";
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
import * as sockets from "internal:node/http/server_socket";
import defer * as bodies from "internal:node/http/upgrade_body";
import { send } from "native:http_server";

export const kIncomingMessage: unique symbol = Symbol("IncomingMessage") as any;
export const kServerResponse: unique symbol = Symbol("ServerResponse") as any;
const METHOD_CONNECT = 3;
/** Flag of `send`: this is all of it. */
const SEND_END = 1;
/** Where the offset of the refused byte begins in the second argument of `refused`. */
const OFFSET_SHIFT = 10;
const UNUSUAL = UPGRADE | EXPECT_CONTINUE | EXPECT_OTHER | HOST_WRONG;

/** The functions that `native:http_server` calls for `server`. `wantsOpened`: also for each new connection. */
export function handlersOf(server: any, wantsOpened: boolean): object {
  return {
    request(connection: number, sequence: number, method: number, flags: number, target: string | undefined): number {
      onRequest(server, connection, sequence, method, flags, target);
      return 0;
    },
    body: task(onBody),
    drained: task(onDrainedConnection),
    closed: task((connection: number, _sequence: number, reason: number) => onClosed(server, connection, reason)),
    refused: (connection: number, statusAndOffset: number, code: string, reason: string, bytes: Uint8Array) =>
      onRefused(server, connection, statusAndOffset >>> OFFSET_SHIFT, code, reason, bytes),
    opened: wantsOpened ? task((connection: number) => onOpened(server, connection)) : undefined,
    dropped: task((ends: string) => onDropped(server, ends)),
  };
}

// maxConnections was reached.
function onDropped(server: any, ends: string): void {
  const [remoteAddress, remotePort, remoteFamily, localAddress, localPort, localFamily] = ends.split("\n");
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
  server: any,
  connection: number,
  sequence: number,
  method: number,
  flags: number,
  target: string | undefined,
): void {
  let response: any;
  if (socketObjects[connection] !== undefined && sockets.closeIfEnded(socketObjects[connection])) return;
  try {
    const request = new server[kIncomingMessage](undefined);
    bindRequest(request, connection, sequence, method, flags, target);
    if (server.joinDuplicateHeaders) request.joinDuplicateHeaders = true;
    response = new server[kServerResponse](request);
    bindResponse(server, response, connection, sequence, flags);
    if (server[kOptimizeEmptyRequests] && (flags & (BODY | UPGRADE)) === 0) closeUnlessBodied(request);
    owners[connection] = server;
    lastSequences[connection] = sequence;
    const before = exchanges[connection];
    if (before !== undefined && !before.finished) (earlier[connection] ??= []).push(before);
    exchanges[connection] = response;
    if (socketObjects[connection] !== undefined) sockets.noteActivity(socketObjects[connection]);
    else if (server.timeout > 0) socketOf(connection, sequence).setTimeout(server.timeout);
    if (activity.channelCount > 0) channels.publishStart(request, response, server);
    if (server.maxRequestsPerSocket > 0 && isDropped(server, request, response)) {
      // It is answered.
    } else if ((flags & UNUSUAL) === 0) server.emit("request", request, response);
    else onUnusualRequest(server, request, response, method, flags);
    if ((flags & BODY) === 0) request.complete = true;
  } catch (error) {
    uncaught.handle(error);
  }
  if (response !== undefined) {
    const progress: number = response[kProgress];
    response[kProgress] = progress & ~IN_LISTENER;
    if ((progress & FINISH_DUE) !== 0) {
      if (!isObserved(response) && !isObserved(response.req)) finishResponse(response);
      else nextTick(finishResponse, response);
    }
  }
  if (loopState[TICKS] !== 0) runTicks();
}

// Counts the requests of a connection. One that comes after the last allowed one is refused.
function isDropped(server: any, request: any, response: any): boolean {
  const connection: number = request[kConnection];
  server._watchConnections();
  const count = (requestCounts[connection] = (requestCounts[connection] ?? 0) + 1);
  response.maxRequestsOnConnectionReached = server.maxRequestsPerSocket <= count;
  if (count <= server.maxRequestsPerSocket) return false;
  server.emit("dropRequest", request, socketOf(connection, request[kSequence]));
  response.writeHead(503);
  response.end();
  return true;
}

function bindResponse(server: any, response: any, connection: number, sequence: number, flags: number): void {
  response[kConnection] = connection;
  response[kSequence] = sequence;
  response[kProgress] = IN_LISTENER;
  response._keepAliveTimeout = server.keepAliveTimeout;
  if ((flags & KEEP_ALIVE) === 0) response.shouldKeepAlive = false;
  else if ((flags & HTTP_1_0) !== 0) response.shouldKeepAlive = true;
  if (server.maxRequestsPerSocket > 0) response._maxRequestsPerSocket = server.maxRequestsPerSocket;
  if (server.rejectNonStandardBodyWrites) response[kRejectNonStandardBodyWrites] = true;
  if (server[kUniqueHeaders] !== null) response[kUniqueHeaders] = server[kUniqueHeaders];
  if (server[kHighWaterMark] !== 0) response[kHighWaterMark] = server[kHighWaterMark];
}

// Upgrades, expectations, and a missing Host.
function onUnusualRequest(server: any, request: any, response: any, method: number, flags: number): void {
  if ((flags & UPGRADE) !== 0) {
    if (onUpgrade(server, request, method, flags)) return;
    if (server[kOptimizeEmptyRequests] && (flags & BODY) === 0) closeUnlessBodied(request);
  }
  if ((flags & HTTP_1_0) === 0) {
    // RFC 9112 §3.2.
    if ((flags & HOST_WRONG) !== 0 && server.requireHostHeader && request.headers.host === undefined) {
      response.writeHead(400, ["Connection", "close"]);
      response.end();
      return;
    }
    if ((flags & EXPECT_CONTINUE) !== 0) {
      response._expect_continue = true;
      if (server.listenerCount("checkContinue") > 0) {
        server.emit("checkContinue", request, response);
        return;
      }
      response.writeContinue();
    } else if ((flags & EXPECT_OTHER) !== 0) {
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

function onUpgrade(server: any, request: any, method: number, flags: number): boolean {
  const isConnect = method === METHOD_CONNECT;
  request.upgrade = isConnect || Boolean(server.shouldUpgradeCallback(request));
  if (!request.upgrade) return false;
  const connection: number = request[kConnection];
  const { socket } = request;
  const name = isConnect ? "connect" : "upgrade";
  exchanges[connection] = undefined;
  const hasBody = (flags & BODY) !== 0;
  request.complete = !hasBody;
  if (server.listenerCount(name) === 0) {
    socket.destroy();
    return true;
  }
  // Its data stay with the native connection, which is about to go.
  void [request.url, request.rawHeaders, request.headers, request._readableState];
  const head = sockets.becomeNetSocket(socket, request[kSequence]);
  if (head !== null) {
    socketObjects[connection] = undefined;
    request.socket = socket;
    // The native connection is gone: destroying the request ends the socket.
    request[kConnection] = -1;
    server.emit(name, request, socket, hasBody ? bodies.takeBody(request, socket, head as Buffer) : head);
    return true;
  }
  if (!sockets.makeRaw(socket, request[kSequence])) {
    socket.destroy();
    return true;
  }
  sockets.handOver(socket);
  // What the client sent behind the head comes as the socket's first data.
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
  const response = exchanges[connection];
  const socket = socketObjects[connection];
  if (isCopy) {
    socket?.emit("data", asBuffer(bytes!));
    return;
  }
  if (response === undefined) {
    if (socket !== undefined) sockets.receiveRaw(socket, bytes, isLast);
    return;
  }
  if (socket !== undefined) sockets.noteActivity(socket);
  receiveBody(response.req, bytes, isLast);
  if (isLast && (response[kProgress] & END_HELD) !== 0) releaseEnd(response);
}

// `sequence`: the request whose response is due; those after it have written nothing yet that could be sent.
function onDrainedConnection(connection: number, sequence: number): void {
  const waiting = unflushed[connection];
  if (waiting !== undefined) {
    const held = waiting.filter((response) => ((response[kSequence] - sequence) | 0) > 0);
    unflushed[connection] = held.length === 0 ? undefined : held;
    for (const response of waiting) if (!held.includes(response)) finishResponse(response);
  }
  // What these write must be noticed by the loop, which has finished the turn's output when it calls this.
  const socket = socketObjects[connection];
  if (socket !== undefined) setImmediate(sockets.drainSocket, socket);
  const response = dueResponse(connection);
  if (response !== undefined) setImmediate(onDrained, response);
}

function onOpened(server: any, connection: number): void {
  owners[connection] = server;
  lastSequences[connection] = 0;
  socketObjects[connection] = undefined;
  if (mayDebug) debug("SERVER new http connection");
  if (server.timeout > 0) socketOf(connection, 0).setTimeout(server.timeout);
  if (hasConnectionListeners(server)) server.emit("connection", socketOf(connection, 0));
}

// `reason`: a negative errno; 1 when the client has ended its side, 0 when it has not.
function onClosed(server: any, connection: number, reason: number): void {
  const response = exchanges[connection];
  const failed = reason < 0 ? failingSocket(server, connection) : undefined;
  const socket = socketObjects[connection];
  const before = earlier[connection];
  const late = unflushed[connection];
  exchanges[connection] = undefined;
  earlier[connection] = undefined;
  socketObjects[connection] = undefined;
  unflushed[connection] = undefined;
  owners[connection] = undefined;
  requestCounts[connection] = 0;
  lastSequences[connection] = -1;
  if (mayDebug) debug("server socket close");
  const finish = (): void => {
    if (before !== undefined) before.forEach(abandon);
    if (response !== undefined) abandon(response);
    if (late !== undefined) for (const each of late) if (each !== response) abandon(each);
    server._emitCloseIfDrained();
  };
  // One that the program has destroyed meanwhile may have told its end already.
  if (failed !== undefined && !failed.destroyed) {
    // The error is told first, the messages are given up when the socket closes.
    failed.prependOnceListener("close", finish);
    sockets.failSocket(failed, errnoException(reason, "read"));
    return;
  }
  if (socket !== undefined) sockets.closeSocket(socket, reason === 1);
  finish();
}

// The object that tells an error of a connection, if somebody would hear it.
function failingSocket(server: any, connection: number): any {
  const known = socketObjects[connection];
  if (known !== undefined || server.listenerCount("clientError") === 0) return known;
  owners[connection] = server;
  // A connection of which nothing was told has no sequence yet.
  if (!(lastSequences[connection]! >= 0)) lastSequences[connection] = 0;
  return socketOf(connection, lastSequences[connection]!);
}

// The client does not get the (whole) response.
function abandon(response: any): void {
  if ((response[kProgress] & FINISHED) === 0) abortRequest(response.req);
  callWaiting(response, connectionLost());
  callEndCallbacks(response, connectionLost());
  if (response._closed) return;
  response.destroyed = true;
  response._closed = true;
  response.emit("close");
}

function connectionLost(): Error {
  return Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" });
}

// True: the native part need not answer.
function onRefused(
  server: any,
  connection: number,
  offset: number,
  code: string,
  reason: string,
  bytes: Uint8Array,
): boolean {
  let taken = false;
  try {
    const response = exchanges[connection];
    if (server.listenerCount("clientError") > 0) {
      owners[connection] = server;
      const sequence = response === undefined ? 0 : response[kSequence];
      lastSequences[connection] = sequence;
      const socket = socketOf(connection, sequence);
      sockets.makeRaw(socket, sequence);
      taken = server.emit("clientError", refusal(code, reason, bytes, offset), socket);
      if (taken) repeatRefusals(server, socket, code, reason);
    } else if (socketObjects[connection] !== undefined) {
      setImmediate(sockets.failSocket, socketObjects[connection], refusal(code, reason, bytes, offset));
    }
    // A request whose body is not what it should be can never become complete.
    // The native part answers and closes; its answer must be on its way before the request is destroyed.
    if (response !== undefined && !taken) {
      exchanges[connection] = undefined;
      setImmediate(abandon, response);
    }
  } catch (error) {
    uncaught.handle(error);
  }
  if (!taken && code === "HPE_INVALID_VERSION") {
    // The native default is 505, as RFC 9110 §15.6.6 has it; Node answers every parse error but two with 400.
    send(connection, 0, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", null, SEND_END);
    taken = true;
  }
  if (loopState[TICKS] !== 0) runTicks();
  return taken;
}

// What a listener of "clientError" does not end goes on: more bytes are the same error again, and the client's end ends the socket.
function repeatRefusals(server: any, socket: any, code: string, reason: string): void {
  socket.on("data", (bytes: Uint8Array) => server.emit("clientError", refusal(code, reason, bytes, 0), socket));
  socket.on("end", () => socket.end());
}

function refusal(code: string, reason: string, bytes: Uint8Array, bytesParsed: number): Error {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new ERR_HTTP_REQUEST_TIMEOUT();
  if (code === "HPE_INVALID_EOF_STATE")
    return Object.assign(new Error("Parse Error"), { bytesParsed: 0, code, reason });
  const rawPacket = asBuffer(bytes);
  return Object.assign(new Error(`Parse Error: ${reason}`), { code, reason, bytesParsed, rawPacket });
}
