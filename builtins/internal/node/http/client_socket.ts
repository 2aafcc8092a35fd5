// Handles the events of a client's socket: its bytes become a response, its end an error or the end of the response. After both
// messages the socket is returned to the agent.
import { ParserKind } from "native:http_parser";
import { RequestFlags } from "native:http_server";
import { connResetException } from "internal:core/errors";
import { findChannel } from "internal:core/diagnostics/channel";
import { eos } from "internal:node/streams/end_of_stream";
import { nextTick } from "internal:core/ticks";
import { debug, mayDebug } from "internal:node/http/debug";
import { IncomingMessage } from "internal:node/http/incoming";
import { lenienceOf } from "internal:node/http/lenience";
import { IS_UPGRADE, SKIP_BODY, openParser } from "internal:node/http/stream_parser";
import type { NodeError } from "internal:core/errors/node_error";
import type { ClientRequest } from "internal:node/http/client_request";
import type { ClientSocket, MessageSocket } from "internal:node/http/message_socket";
import { kDestroyError, kNeedDrain, kOfFetch } from "internal:node/http/symbols";

/** The error of a proxy's tunnel that timed out. */
interface TunnelError {
  proxyTunnelTimeout?: number;
}

/** Emits "error" of a request, and publishes it on the diagnostics channel. */
export function emitErrorEvent(request: ClientRequest, error: unknown): void {
  const channel = findChannel("http.client.request.error");
  if (channel?.hasSubscribers && !request.agent?.[kOfFetch]) channel.publish({ request, error });
  request.emit("error", error);
}

/** Assigns the socket to the request. `attachSocket` follows in a later tick; until then the socket's errors need a listener. */
export function reserveSocket(request: ClientRequest, socket: ClientSocket): void {
  socket._httpMessage = request;
  socket.on("error", onError);
}

/** Sends a request on its socket, and parses the response. */
export function attachSocket(request: ClientRequest, socket: ClientSocket): void {
  const parser = openParser(ParserKind.RESPONSES, socket, IncomingMessage, request.maxHeaderSize, lenienceOf(request));
  request.socket = socket as MessageSocket;
  request.parser = parser;
  parser.outgoing = request;
  parser.expect(request.method);
  parser.joinDuplicateHeaders = request.joinDuplicateHeaders;
  if (typeof request.maxHeadersCount === "number") parser.maxHeaderPairs = request.maxHeadersCount << 1;
  parser.onIncoming = (response, shouldKeepAlive, flags) =>
    onResponse(request, socket, response, shouldKeepAlive, flags);
  socket.parser = parser;
  socket.on("data", onData);
  socket.on("end", onEnd);
  socket.on("close", onClose);
  socket.on("drain", onDrain);
  if (request.timeout !== undefined || request.agent?.options?.timeout) listenSocketTimeout(request);
  request.emit("socket", socket);
}

/** The request was destroyed before it had a socket, or the socket could not be made. */
export function failWithoutSocket(
  request: ClientRequest,
  socket: ClientSocket | null | undefined,
  error: unknown,
): void {
  const cause = error || request[kDestroyError];
  if (socket) {
    if (!error) socket.removeListener("error", onError);
    if (!error && request.agent && !socket.destroyed) {
      // Another request can use it.
      socket.emit("free");
    } else {
      eos(socket.destroy(cause), {}, (failure: NodeError | null | undefined) => {
        closeRequest(request, (failure?.code === "ERR_STREAM_PREMATURE_CLOSE" ? null : failure) || cause);
      });
      return;
    }
  }
  closeRequest(request, cause);
}

function closeRequest(request: ClientRequest, error: unknown): void {
  if (!request.aborted && !error) error = connResetException("socket hang up");
  request.destroyed = true;
  if ((error as TunnelError | null | undefined)?.proxyTunnelTimeout) request.emit("timeout");
  if (error) emitErrorEvent(request, error);
  request._closed = true;
  request.emit("close");
}

/** Forwards the time-outs of the socket to the request. */
export function listenSocketTimeout(request: ClientRequest): void {
  if (request.timeoutCb) return;
  request.timeoutCb = emitRequestTimeout;
  if (request.socket) request.socket.once("timeout", emitRequestTimeout);
  else request.on("socket", (socket: ClientSocket) => socket.once("timeout", emitRequestTimeout));
}

function emitRequestTimeout(this: ClientSocket): void {
  this._httpMessage?.emit("timeout");
}

function onResponseTimeout(this: ClientSocket): void {
  this._httpMessage?.res?.emit("timeout");
}

function onDrain(this: ClientSocket): void {
  const request = this._httpMessage;
  if (!request || request.finished || !request[kNeedDrain]) return;
  request[kNeedDrain] = false;
  request.emit("drain");
}

function releaseParser(socket: ClientSocket, request: ClientRequest | null | undefined): void {
  const { parser } = socket;
  if (!parser) return;
  parser.release();
  socket.parser = null;
  if (request) request.parser = null;
}

function onClose(this: ClientSocket): void {
  const socket = this;
  const { parser } = socket;
  const request = socket._httpMessage!;
  request.destroyed = true;
  const response = request.res;
  if (response) {
    if (!response.complete) response.destroy(connResetException("aborted"));
    request._closed = true;
    request.emit("close");
    if (!response.aborted && response.readable) response.push(null);
  } else {
    if (!socket._hadError) {
      socket._hadError = true;
      emitErrorEvent(request, connResetException("socket hang up"));
    }
    request._closed = true;
    request.emit("close");
  }
  request.outputData.length = 0;
  parser?.finish();
  releaseParser(socket, request);
}

function onError(this: ClientSocket, error: unknown): void {
  const request = this._httpMessage;
  if (request) {
    // Later errors of the socket are not reported.
    this._hadError = true;
    emitErrorEvent(request, error);
  }
  this.parser?.finish();
  releaseParser(this, request);
  this.removeListener("data", onData);
  this.removeListener("end", onEnd);
  this.destroy();
}

function onEnd(this: ClientSocket): void {
  const request = this._httpMessage!;
  if (!request.res && !this._hadError) {
    this._hadError = true;
    emitErrorEvent(request, connResetException("socket hang up"));
  }
  this.parser?.finish();
  releaseParser(this, request);
  this.destroy();
}

function onData(this: ClientSocket, bytes: Uint8Array): void {
  const socket = this;
  const parser = socket.parser!;
  const request = socket._httpMessage!;
  const used = parser.execute(bytes);
  if (typeof used !== "number") {
    used.rawPacket = bytes;
    if (socket.parser !== parser) return;
    releaseParser(socket, request);
    socket.removeListener("data", onData);
    socket.removeListener("end", onEnd);
    socket.destroy();
    socket._hadError = true;
    emitErrorEvent(request, used);
    return;
  }
  // A listener may have released the socket.
  if (socket.parser !== parser) return;
  const { incoming } = parser;
  if (incoming === null) return;
  if (incoming.upgrade) {
    switchProtocol(request, socket, incoming, bytes, used);
  } else if (incoming.complete && !isInterim(incoming.statusCode!)) {
    socket.removeListener("data", onData);
    socket.removeListener("end", onEnd);
    socket.removeListener("drain", onDrain);
    releaseParser(socket, request);
  }
}

function isInterim(status: number): boolean {
  return status >= 100 && status < 200 && status !== 101;
}

function switchProtocol(
  request: ClientRequest,
  socket: ClientSocket,
  response: IncomingMessage,
  bytes: Uint8Array,
  used: number,
): void {
  request.res = response;
  socket.removeListener("data", onData);
  socket.removeListener("end", onEnd);
  socket.removeListener("drain", onDrain);
  if (request.timeoutCb) socket.removeListener("timeout", request.timeoutCb);
  socket.removeListener("timeout", onResponseTimeout);
  releaseParser(socket, request);
  const head = bytes.subarray(used);
  const name = request.method === "CONNECT" ? "connect" : "upgrade";
  if (request.listenerCount(name) === 0) {
    // No listener handles the new protocol.
    socket.destroy();
    return;
  }
  request.upgradeOrConnect = true;
  socket.emit("agentRemove");
  socket.removeListener("close", onClose);
  socket.removeListener("error", onError);
  socket._httpMessage = null;
  socket.readableFlowing = null;
  request.emit(name, response, socket, head);
  request.destroyed = true;
  request._closed = true;
  request.emit("close");
}

function onResponse(
  request: ClientRequest,
  socket: ClientSocket,
  response: IncomingMessage,
  shouldKeepAlive: boolean,
  flags: number,
): number {
  if (request.res) {
    // A second response to one request: client and server are out of step.
    socket.destroy();
    return 0;
  }
  if (mayDebug) debug("AGENT incoming response!");
  request.res = response;
  if (response.upgrade) return IS_UPGRADE;
  if (request.method === "CONNECT") {
    response.upgrade = true;
    return IS_UPGRADE;
  }
  if ((flags & RequestFlags.INTERIM) !== 0) {
    request.res = null;
    if (response.statusCode === 100) request.emit("continue");
    request.emit("information", {
      statusCode: response.statusCode,
      statusMessage: response.statusMessage,
      httpVersion: response.httpVersion,
      httpVersionMajor: response.httpVersionMajor,
      httpVersionMinor: response.httpVersionMinor,
      headers: response.headers,
      rawHeaders: response.rawHeaders,
    });
    return SKIP_BODY;
  }
  if (request.shouldKeepAlive && !shouldKeepAlive && !request.upgradeOrConnect) request.shouldKeepAlive = false;
  const channel = findChannel("http.client.response.finish");
  if (channel?.hasSubscribers && !request.agent?.[kOfFetch]) channel.publish({ request, response });
  response.req = request;
  response.on("end", onResponseEnd);
  request.on("finish", onRequestFinish);
  socket.on("timeout", onResponseTimeout);
  // Without a listener the response is not read.
  if (request.aborted || !request.emit("response", response)) response._dump();
  return request.method === "HEAD" ? SKIP_BODY : 0;
}

function onRequestFinish(this: ClientRequest): void {
  // The end of the response may have released it: another request has the socket by now.
  if (this.shouldKeepAlive && this._ended && !this.destroyed) releaseSocket(this);
}

function onResponseEnd(this: IncomingMessage): void {
  const request = this.req!;
  const socket = request.socket!;
  if (socket) {
    if (request.timeoutCb) socket.removeListener("timeout", emitRequestTimeout);
    socket.removeListener("timeout", onResponseTimeout);
  }
  request._ended = true;
  if (!request.shouldKeepAlive) {
    if (socket.writable) {
      if (typeof socket.destroySoon === "function") socket.destroySoon();
      else socket.end();
    }
  } else if (request.writableFinished && !this.aborted) {
    releaseSocket(request);
  }
}

// Both messages are complete: the socket is free.
function releaseSocket(request: ClientRequest): void {
  const socket = request.socket as ClientSocket;
  if (request.timeoutCb) {
    socket.setTimeout(0, request.timeoutCb);
    request.timeoutCb = null;
  }
  socket.removeListener("close", onClose);
  socket.removeListener("error", onError);
  socket.removeListener("data", onData);
  socket.removeListener("end", onEnd);
  socket.removeListener("drain", onDrain);
  releaseParser(socket, request);
  // After the listeners of "end" that the program added.
  nextTick(emitFree, request);
  request.destroyed = true;
  // Destroying the response must not close a socket that another request has.
  if (request.res) request.res.socket = null;
}

function emitFree(request: ClientRequest): void {
  request._closed = true;
  request.emit("close");
  request.socket?.emit("free");
}
