// The socket object of a native connection (`request.socket`, the argument of "connection" and "upgrade"): a Duplex that is made on
// first use. Before an upgrade the connection's bytes belong to its requests; after it they are the Duplex's.
import { SendFlags } from "native:http_server";
import { Buffer } from "internal:node/buffer";
import { ERR_HTTP_SOCKET_ENCODING, ERR_SOCKET_CLOSED, ERR_STREAM_DESTROYED } from "internal:core/errors";
import { validateFunction, validateNumber } from "internal:core/validators";
import type { FastBuffer } from "internal:core/buffer";
import { EventEmitter, type Listener } from "internal:core/events/emitter";
import type { Callback, ServedSocket } from "internal:node/http/message_socket";
import type { Chunk } from "internal:node/http/outgoing";
import type { ServerResponse } from "internal:node/http/response";
import type { Server } from "internal:node/http/server";
import { Duplex } from "internal:node/streams/duplex";
import { clearTimeout, setUnrefTimeout, type Timeout } from "internal:core/timers";
import { nextTick } from "internal:core/ticks";
import { isLoaded, safe } from "internal:core/bootstrap";
import { currentResponse, lastSequences } from "internal:node/http/connection_table";
import { asBuffer } from "internal:core/buffer/adopt";
import { kServer } from "internal:node/http/symbols";
import {
  destroy,
  detach,
  endpoints,
  pauseBody,
  receivedBytes,
  send,
  sendIdle,
  setKeepAlive,
  setNoDelay,
  startBody,
  upgrade,
  waitingBytes,
  watchInput,
  writtenBytes,
} from "native:http_server";
import defer * as net from "internal:node/net";
import defer * as netSockets from "internal:node/net/socket";

/** 2³¹ − 1 ms, as for all timers. */
const TIMEOUT_MAX_MS = 0x7fffffff;

const kId = Symbol("kId");
const kEndpoints = Symbol("kEndpoints");
const kTimer = Symbol("kTimer");
const kPendingWrite = Symbol("kPendingWrite");
const kIsRaw = Symbol("kIsRaw");
const kMessage = Symbol("kMessage");
/** The native server ends the connection when its output is sent. */
const kEndsByItself = Symbol("kEndsByItself");
/** The received and sent bytes of a closed connection. */
const kTraffic = Symbol("kTraffic");

/** The socket object of a native connection. */
export interface ServerSocket extends Omit<ServedSocket, keyof Duplex> {
  /** The connection's number; -1 when it is closed or detached. */
  [kId]: number;
  /** Remote address, port and family, then the local ones. */
  [kEndpoints]: string[];
  [kTimer]: Timeout | undefined;
  [kPendingWrite]: Callback | null;
  /** The connection is a plain stream of bytes, not HTTP. */
  [kIsRaw]: boolean;
  [kMessage]: ServerResponse | null | undefined;
  [kEndsByItself]: boolean;
  [kTraffic]: [received: number, sent: number];
  [kServer]: Server | undefined;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
}

export class ServerSocket extends Duplex {
  declare server: Server | null;
  timeout = 0;
  /** The parser is native. */
  parser: null = null;

  constructor(connection: number, server: Server | undefined) {
    super({ allowHalfOpen: true, decodeStrings: false, emitClose: false });
    this[kId] = connection;
    this[kEndpoints] = connection < 0 ? [] : endpoints(connection);
    this[kTimer] = undefined;
    this[kPendingWrite] = null;
    this[kIsRaw] = false;
    this[kEndsByItself] = false;
    this[kMessage] = undefined;
    this[kTraffic] = [0, 0];
    this[kServer] = server;
    this.server = server ?? null;
  }

  get remoteAddress(): string | undefined {
    return this[kEndpoints][0] || undefined;
  }
  get remotePort(): number | undefined {
    return portOf(this, 1);
  }
  get remoteFamily(): string | undefined {
    return this[kEndpoints][2] || undefined;
  }
  get localAddress(): string | undefined {
    return this[kEndpoints][3] || undefined;
  }
  get localPort(): number | undefined {
    return portOf(this, 4);
  }
  get localFamily(): string | undefined {
    return this[kEndpoints][5] || undefined;
  }
  /** The response in progress. Programs that close connections check whether there is one. */
  get _httpMessage(): ServerResponse | null {
    const assigned = this[kMessage];
    return assigned === undefined ? (currentResponse(this[kId]) ?? null) : assigned;
  }
  set _httpMessage(response: ServerResponse | null | undefined) {
    this[kMessage] = response;
  }
  /** How many bytes were received from the client. */
  get bytesRead(): number {
    return this[kId] < 0 ? this[kTraffic][0] : receivedBytes(this[kId]);
  }
  /** How many bytes were written to the client, including buffered ones. */
  get bytesWritten(): number {
    return this[kId] < 0 ? this[kTraffic][1] : writtenBytes(this[kId]);
  }
  get connecting(): boolean {
    return false;
  }
  get pending(): boolean {
    return false;
  }
  get readyState(): string {
    const self = this;
    if (self.readable && self.writable) return "open";
    return self.readable ? "readOnly" : self.writable ? "writeOnly" : "closed";
  }

  /** The local address: `{ address, family, port }`, or `{}` for a path or a closed connection. */
  address(): object {
    const { localAddress: address, localFamily: family, localPort: port } = this;
    return address === undefined ? {} : { address, family, port };
  }

  /** Connections are opened with TCP_NODELAY, as Node's servers do. */
  setNoDelay(enable = true): this {
    setNoDelay(this[kId], Boolean(enable));
    return this;
  }

  /** Enables TCP keep-alive after `initialDelay` milliseconds idle. */
  setKeepAlive(enable = false, initialDelay = 0): this {
    setKeepAlive(this[kId], Boolean(enable), safe.max(0, ~~(initialDelay / 1000)));
    return this;
  }

  /** Throws as long as the connection speaks HTTP: the parser needs bytes. */
  override setEncoding(encoding: string): this {
    if (!this[kIsRaw]) throw new ERR_HTTP_SOCKET_ENCODING();
    return super.setEncoding(encoding);
  }

  /** Called when the time-out of `setTimeout` has passed. Some programs call it. */
  _onTimeout(): void {
    onTimeout(this);
  }

  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  /** Emits "timeout" after `msecs` without traffic; 0 switches that off. */
  setTimeout(msecs: number, callback?: () => void): this {
    const self = this;
    if (self.destroyed) return this;
    validateNumber(msecs, "msecs", 0);
    self.timeout = safe.min(msecs, TIMEOUT_MAX_MS);
    clearTimeout(self[kTimer]);
    self[kTimer] = undefined;
    if (callback !== undefined) {
      validateFunction(callback, "callback");
      if (msecs === 0) self.removeListener("timeout", callback);
      else self.once("timeout", callback);
    }
    if (msecs > 0) self[kTimer] = setUnrefTimeout(() => self._onTimeout(), self.timeout);
    return this;
  }

  /** Listeners of "data" receive a copy of the requests' bytes. */
  override on(name: string, listener: Listener): this {
    const self = this;
    if (name === "data" && !self[kIsRaw]) {
      if (self[kId] >= 0) watchInput(self[kId]);
      // Without the side effect of Duplex: the listener must not start the flow.
      return EventEmitter.prototype.on.call(self, name, listener);
    }
    return super.on(name, listener);
  }
  override addListener(name: string, listener: Listener): this {
    return this.on(name, listener);
  }
  override prependListener(name: string, listener: Listener): this {
    const self = this;
    if (name === "data" && !self[kIsRaw] && self[kId] >= 0) watchInput(self[kId]);
    return super.prependListener(name, listener);
  }

  /** Closes after the buffered output is written. */
  destroySoon(): void {
    const self = this;
    if (self.writable) self.end();
    if (self.writableFinished) self.destroy();
    else self.once("finish", self.destroy);
  }

  /** Closes with RST. */
  resetAndDestroy(): this {
    const self = this;
    if (self.destroyed) throw new ERR_SOCKET_CLOSED();
    destroy(self[kId], 0, true);
    disconnect(self);
    self.destroy();
    return this;
  }

  override _read(): void {
    const self = this;
    if (self[kIsRaw]) startBody(self[kId], lastSequences[self[kId]] ?? 0);
  }

  override _write(chunk: Chunk, encoding: string, callback: Callback): void {
    const self = this;
    let flags = 0;
    if (typeof chunk === "string" && encoding !== "utf8" && encoding !== "utf-8") {
      if (encoding === "latin1" || encoding === "binary") flags = SendFlags.LATIN1;
      else chunk = Buffer.from(chunk, encoding) as Uint8Array;
    }
    let bufferedBytes = self[kId] < 0 ? -1 : send(self[kId], lastSequences[self[kId]] ?? 0, null, chunk, flags);
    // Between two requests, or before the first one.
    if (bufferedBytes < 0 && self[kId] >= 0) bufferedBytes = sendIdle(self[kId], chunk, flags);
    recordActivity(self);
    if (bufferedBytes < 0) callback(new ERR_STREAM_DESTROYED("write"));
    else if (bufferedBytes === 0) callback();
    else self[kPendingWrite] = callback;
  }

  override _final(callback: Callback): void {
    const self = this;
    if (self[kId] >= 0 && !self[kEndsByItself]) {
      if (self[kIsRaw]) send(self[kId], lastSequences[self[kId]] ?? 0, null, null, SendFlags.END);
      else if (sendIdle(self[kId], null, SendFlags.END) < 0) destroy(self[kId], 0, false);
    }
    callback();
  }

  override _destroy(error: unknown, callback: Callback): void {
    const self = this;
    clearTimeout(self[kTimer]);
    const connection = self[kId];
    if (connection >= 0) {
      // The `closed` event of the connection follows and aborts its request.
      destroy(connection, 0, false);
      disconnect(self);
    }
    const pending = self[kPendingWrite];
    self[kPendingWrite] = null;
    if (pending !== null) pending(error ?? new ERR_STREAM_DESTROYED("write"));
    callback(error);
    nextTick(emitClose, self, Boolean(error));
  }
}

function emitClose(socket: ServerSocket, hadError: boolean): void {
  socket.emit("close", hadError);
}

function portOf(socket: ServerSocket, index: number): number | undefined {
  const port: string | undefined = socket[kEndpoints][index];
  return port === undefined || socket[kEndpoints][index - 1] === "" ? undefined : Number(port);
}

let isLinked = false;

// For programs that test `socket instanceof net.Socket`: those have loaded node:net. Members that net.Socket overrides need its handle,
// so ServerSocket gets those of Duplex.
function linkToNet(): void {
  if (isLinked || !isLoaded("internal:node/net")) return;
  isLinked = true;
  const base = net.default.Socket.prototype;
  for (const key of safe.getOwnPropertyNames(base)) {
    if (safe.hasOwn(ServerSocket.prototype, key)) continue;
    const descriptor = inheritedDescriptor(Duplex.prototype, key);
    if (descriptor !== undefined) safe.defineProperty(ServerSocket.prototype, key, descriptor);
  }
  safe.setPrototypeOf(ServerSocket.prototype, base);
}

function inheritedDescriptor(object: object, key: string): PropertyDescriptor | undefined {
  for (let holder = object; holder !== null; holder = safe.getPrototypeOf(holder)) {
    const descriptor = safe.getOwnPropertyDescriptor(holder, key);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

// Programs expect the class name of net.Socket.
safe.defineProperty(ServerSocket, "name", { value: "Socket" });

/** Makes the socket object of a connection of `server`, which is notified of closed connections from now on. */
export function makeSocket(connection: number, server: Server | undefined): ServerSocket {
  linkToNet();
  server?._watchConnections();
  const socket = new ServerSocket(connection, server);
  // A connection error must not end the process; the messages notify their own listeners.
  socket.on("error", onError);
  return socket;
}

const BAD_REQUEST = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";

function ignoreError(): void {}

// A raw connection belongs to the program, or to a listener of "clientError" that was called already.
function onError(this: ServerSocket, error: unknown): void {
  if (this[kIsRaw]) return;
  // Further errors are ignored, as in Node.
  this.removeListener("error", onError);
  if (this.listenerCount("error") === 0) this.on("error", ignoreError);
  if (this[kServer]?.emit("clientError", error, this) || this[kId] < 0) return;
  // An error that the program emitted, since the connection is open.
  const response = currentResponse(this[kId]);
  if (this.writable && response?._headerSent !== true) this.write(BAD_REQUEST);
  this.destroySoon();
}

/** Whether `socket` is a native connection of `server`. */
export function isSocketOf(socket: unknown, server: Server): boolean {
  return socket instanceof ServerSocket && socket[kServer] === server && !socket[kIsRaw];
}

/** A socket object for a closed connection. */
export function makeDestroyedSocket(): ServerSocket {
  const socket = new ServerSocket(-1, undefined);
  socket.destroy();
  return socket;
}

/** Makes the connection a plain stream of bytes. Returns false when it is closed. */
export function makeRaw(socket: ServerSocket, sequence: number): boolean {
  if (socket[kId] < 0 || !upgrade(socket[kId], sequence)) return false;
  socket[kIsRaw] = true;
  return true;
}

/**
 * Makes the object a net.Socket on the connection's file descriptor. Returns the bytes that the client sent after the head; null when
 * the connection cannot be detached from the server.
 */
export function becomeNetSocket(socket: ServerSocket, sequence: number): FastBuffer | null {
  if (socket[kId] < 0) return null;
  const detached = detach(socket[kId], sequence);
  if (detached === null) return null;
  disconnect(socket);
  clearTimeout(socket[kTimer]);
  const { timeout } = socket;
  removeErrorListener(socket);
  void net.default;
  netSockets.becomeSocket(socket, detached.fd, socket[kServer]);
  if (timeout > 0) socket.setTimeout(timeout);
  return asBuffer(detached.rest);
}

/** The native server closes the connection when its output is sent: ends the writable side of the socket object. */
export function endWithConnection(socket: ServerSocket): void {
  if (socket[kIsRaw]) return;
  socket[kEndsByItself] = true;
  socket.end();
}

/** The native server has responded to an invalid request and closes the connection: destroys the socket object with the error. */
export function failSocket(socket: ServerSocket, error: unknown): void {
  disconnect(socket);
  socket.destroy(error);
}

/** Closes a connection that the program has ended: a request that arrives afterwards cannot get a response. */
export function closeIfEnded(socket: ServerSocket): boolean {
  if (!socket.writableEnded || socket[kEndsByItself] || socket[kIsRaw]) return false;
  socket.destroy();
  return true;
}

/** Leaves the errors of an upgraded socket to the program. */
export function removeErrorListener(socket: ServerSocket): void {
  socket.removeListener("error", onError);
}

// Detaches the object from its connection, and stores the byte counts.
function disconnect(socket: ServerSocket): void {
  if (socket[kId] >= 0) socket[kTraffic] = [receivedBytes(socket[kId]), writtenBytes(socket[kId])];
  socket[kId] = -1;
}

/** Bytes of a raw connection arrived; `isLast`: the client has ended its side. */
export function receiveRaw(socket: ServerSocket, bytes: Uint8Array | null, isLast: boolean): void {
  recordActivity(socket);
  if (bytes !== null && !socket.push(asBuffer(bytes))) {
    pauseBody(socket[kId], lastSequences[socket[kId]] ?? 0);
  }
  if (isLast) {
    socket.push(null);
    // Without buffered data this emits "end".
    socket.read(0);
  }
}

/** The buffered output of the socket was sent. */
export function drainSocket(socket: ServerSocket): void {
  const callback = socket[kPendingWrite];
  socket[kPendingWrite] = null;
  if (callback !== null) callback();
}

/** The connection is closed. `isEnded`: the client has ended its side. */
export function closeSocket(socket: ServerSocket, isEnded: boolean): void {
  disconnect(socket);
  if (!socket.destroyed) {
    if (isEnded && !socket[kIsRaw] && (socket.listenerCount("end") > 0 || socket.listenerCount("finish") > 0)) {
      socket.once("end", socket.destroySoon);
      socket.push(null);
      socket.resume();
      return;
    }
    if (socket[kIsRaw] && !socket.readableEnded) socket.push(null);
    socket.destroy();
  }
}

/** Restarts the time-out. */
export function recordActivity(socket: ServerSocket): void {
  socket[kTimer]?.refresh();
}

/** Emits "timeout" for an idle connection. Returns false when no listener is responsible for it. */
export function expire(socket: ServerSocket): boolean {
  const isKept = socket[kServer]?.emit("timeout", socket) === true;
  if (!isKept) socket.destroy();
  socket.emit("timeout");
  return isKept;
}

function onTimeout(socket: ServerSocket): void {
  if (!socket[kIsRaw]) {
    const response = currentResponse(socket[kId]);
    // An idle connection has the keep-alive time-out of the native server instead, unless output is still buffered.
    if (
      response === undefined &&
      waitingBytes(socket[kId]) <= 0 &&
      (lastSequences[socket[kId]] ?? 0) > 0 &&
      socket[kServer]?.keepAliveTimeout! > 0
    )
      return;
    const request = response?.req;
    const byRequest = request !== undefined && !request.complete && request.emit("timeout", socket);
    const byResponse = response !== undefined && response.emit("timeout", socket);
    const byServer = socket[kServer]?.emit("timeout", socket);
    // A listener on any of them is responsible for the connection.
    if (!byRequest && !byResponse && !byServer) socket.destroy();
  }
  socket.emit("timeout");
}
