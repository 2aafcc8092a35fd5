// The socket object of a server's connection (`request.socket`, the argument of "connection" and "upgrade"): a Duplex that is made
// only when somebody asks. Its bytes are the connection's after an upgrade; before, they belong to the requests.
import { Buffer } from "internal:node/buffer";
import { ERR_HTTP_SOCKET_ENCODING, ERR_SOCKET_CLOSED, ERR_STREAM_DESTROYED } from "internal:core/errors";
import { validateFunction, validateNumber } from "internal:core/validators";
import { EventEmitter } from "internal:core/events/emitter";
import { Duplex } from "internal:node/streams/duplex";
import { clearTimeout, setUnrefTimeout } from "internal:core/timers";
import { nextTick } from "internal:core/ticks";
import { isLoaded } from "internal:core/bootstrap";
import { dueResponse, lastSequences } from "internal:node/http/connection_table";
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

const END = 1;
const LATIN1 = 32;
/** How long a timer may be (2³¹ − 1 ms), as for all timers. */
const TIMEOUT_MAX_MS = 0x7fffffff;

const kId = Symbol("kId");
const kEndpoints = Symbol("kEndpoints");
const kTimer = Symbol("kTimer");
const kPendingWrite = Symbol("kPendingWrite");
const kIsRaw = Symbol("kIsRaw");
const kMessage = Symbol("kMessage");
const kEndsByItself = Symbol("kEndsByItself");
/** What a closed connection has received and was sent. */
const kTraffic = Symbol("kTraffic");

class ServerSocket extends (Duplex as any) {
  declare server: any;
  timeout = 0;
  /** The parser is native. */
  parser: null = null;

  constructor(connection: number, server: any) {
    super({ allowHalfOpen: true, decodeStrings: false, emitClose: false });
    (this as any)[kId] = connection;
    (this as any)[kEndpoints] = connection < 0 ? [] : endpoints(connection);
    (this as any)[kTimer] = undefined;
    (this as any)[kPendingWrite] = null;
    (this as any)[kIsRaw] = false;
    (this as any)[kEndsByItself] = false;
    (this as any)[kMessage] = undefined;
    (this as any)[kTraffic] = [0, 0];
    (this as any)[kServer] = server;
    this.server = server ?? null;
  }

  get remoteAddress(): string | undefined {
    return (this as any)[kEndpoints][0] || undefined;
  }
  get remotePort(): number | undefined {
    return portOf(this, 1);
  }
  get remoteFamily(): string | undefined {
    return (this as any)[kEndpoints][2] || undefined;
  }
  get localAddress(): string | undefined {
    return (this as any)[kEndpoints][3] || undefined;
  }
  get localPort(): number | undefined {
    return portOf(this, 4);
  }
  get localFamily(): string | undefined {
    return (this as any)[kEndpoints][5] || undefined;
  }
  /** The response in progress. Programs that close connections ask whether there is one. */
  get _httpMessage(): any {
    const assigned = (this as any)[kMessage];
    return assigned === undefined ? (dueResponse((this as any)[kId]) ?? null) : assigned;
  }
  set _httpMessage(response: any) {
    (this as any)[kMessage] = response;
  }
  /** How many bytes came from the client. */
  get bytesRead(): number {
    return (this as any)[kId] < 0 ? (this as any)[kTraffic][0] : receivedBytes((this as any)[kId]);
  }
  /** How many bytes were written to the client, those that wait included. */
  get bytesWritten(): number {
    return (this as any)[kId] < 0 ? (this as any)[kTraffic][1] : writtenBytes((this as any)[kId]);
  }
  get connecting(): boolean {
    return false;
  }
  get pending(): boolean {
    return false;
  }
  get readyState(): string {
    const self = this as any;
    if (self.readable && self.writable) return "open";
    return self.readable ? "readOnly" : self.writable ? "writeOnly" : "closed";
  }

  /** The local end: `{ address, family, port }`, or `{}` for a path or a closed connection. */
  address(): object {
    const { localAddress: address, localFamily: family, localPort: port } = this;
    return address === undefined ? {} : { address, family, port };
  }

  /** Connections are opened with TCP_NODELAY, as Node's servers do. */
  setNoDelay(enable = true): this {
    setNoDelay((this as any)[kId], Boolean(enable));
    return this;
  }

  /** Has the system probe the client after `initialDelay` milliseconds idle. */
  setKeepAlive(enable = false, initialDelay = 0): this {
    setKeepAlive((this as any)[kId], Boolean(enable), Math.max(0, ~~(initialDelay / 1000)));
    return this;
  }

  /** The bytes are the parser's as long as the connection speaks HTTP. */
  setEncoding(encoding: string): this {
    if (!(this as any)[kIsRaw]) throw new ERR_HTTP_SOCKET_ENCODING();
    return super.setEncoding(encoding);
  }

  /** Traffic stopped for as long as `setTimeout` said. Some programs call it. */
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
    const self = this as any;
    if (self.destroyed) return this;
    validateNumber(msecs, "msecs", 0);
    self.timeout = Math.min(msecs, TIMEOUT_MAX_MS);
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

  /** Listeners of "data" see what the requests are made of. */
  on(name: string, listener: any): this {
    const self = this as any;
    if (name === "data" && !self[kIsRaw]) {
      if (self[kId] >= 0) watchInput(self[kId]);
      // Reading belongs to the requests.
      return EventEmitter.prototype.on.call(self, name, listener);
    }
    return super.on(name, listener);
  }
  addListener(name: string, listener: any): this {
    return this.on(name, listener);
  }

  /** Writes what waits, then closes. */
  destroySoon(): void {
    const self = this as any;
    if (self.writable) self.end();
    if (self.writableFinished) self.destroy();
    else self.once("finish", self.destroy);
  }

  /** Closes with RST. */
  resetAndDestroy(): this {
    const self = this as any;
    if (self.destroyed) throw new ERR_SOCKET_CLOSED();
    destroy(self[kId], 0, true);
    forget(self);
    self.destroy();
    return this;
  }

  _read(): void {
    const self = this as any;
    if (self[kIsRaw]) startBody(self[kId], lastSequences[self[kId]] ?? 0);
  }

  _write(chunk: any, encoding: string, callback: (error?: any) => void): void {
    const self = this as any;
    let flags = 0;
    if (typeof chunk === "string" && encoding !== "utf8" && encoding !== "utf-8") {
      if (encoding === "latin1" || encoding === "binary") flags = LATIN1;
      else chunk = Buffer.from(chunk, encoding as any);
    }
    let waiting = self[kId] < 0 ? -1 : send(self[kId], lastSequences[self[kId]] ?? 0, null, chunk, flags);
    // Between two requests, or before the first one.
    if (waiting < 0 && self[kId] >= 0) waiting = sendIdle(self[kId], chunk, flags);
    noteActivity(self);
    if (waiting < 0) callback(new ERR_STREAM_DESTROYED("write"));
    else if (waiting === 0) callback();
    else self[kPendingWrite] = callback;
  }

  _final(callback: (error?: any) => void): void {
    const self = this as any;
    if (self[kId] >= 0 && !self[kEndsByItself]) {
      if (self[kIsRaw]) send(self[kId], lastSequences[self[kId]] ?? 0, null, null, END);
      else if (sendIdle(self[kId], null, END) < 0) destroy(self[kId], 0, false);
    }
    callback();
  }

  _destroy(error: any, callback: (error?: any) => void): void {
    const self = this as any;
    clearTimeout(self[kTimer]);
    const connection: number = self[kId];
    if (connection >= 0) {
      // `closed` comes for the connection and finds no socket; its request is aborted then.
      destroy(connection, 0, false);
      forget(self);
    }
    const pending = self[kPendingWrite];
    self[kPendingWrite] = null;
    if (pending !== null) pending(error ?? new ERR_STREAM_DESTROYED("write"));
    callback(error);
    nextTick(emitClose, self, Boolean(error));
  }
}

function emitClose(socket: any, hadError: boolean): void {
  socket.emit("close", hadError);
}

function portOf(socket: any, index: number): number | undefined {
  const text: string | undefined = socket[kEndpoints][index];
  return text === undefined || socket[kEndpoints][index - 1] === "" ? undefined : Number(text);
}

let isLinked = false;

// For programs that ask `socket instanceof net.Socket`: those have loaded node:net. What net.Socket does otherwise than a Duplex
// needs its handle, so the Duplex's own way stays.
function linkToNet(): void {
  if (isLinked || !isLoaded("internal:node/net")) return;
  isLinked = true;
  const base = (net as any).default.Socket.prototype;
  for (const key of Object.getOwnPropertyNames(base)) {
    if (Object.hasOwn(ServerSocket.prototype, key)) continue;
    const descriptor = inheritedDescriptor(Duplex.prototype, key);
    if (descriptor !== undefined) Object.defineProperty(ServerSocket.prototype, key, descriptor);
  }
  Object.setPrototypeOf(ServerSocket.prototype, base);
}

function inheritedDescriptor(object: any, key: string): PropertyDescriptor | undefined {
  for (let holder = object; holder !== null; holder = Object.getPrototypeOf(holder)) {
    const descriptor = Object.getOwnPropertyDescriptor(holder, key);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

// Programs know the class of a connection as net.Socket.
Object.defineProperty(ServerSocket, "name", { value: "Socket" });

/** Makes the socket object of a connection of `server`, which is told from now on when its connections close. */
export function makeSocket(connection: number, server: any): any {
  linkToNet();
  server?._watchConnections();
  const socket = new ServerSocket(connection, server) as any;
  // A broken connection is no reason to end the process; its messages tell their own listeners.
  socket.on("error", onError);
  return socket;
}

// A raw connection belongs to a listener of "clientError", which was told, or to the program.
function onError(this: any, error: any): void {
  if (this[kIsRaw]) return;
  const server = this[kServer];
  if (server?.listenerCount("clientError") > 0) server.emit("clientError", error, this);
}

/** Whether `socket` is a connection that the native part serves for `server`. */
export function isSocketOf(socket: any, server: any): boolean {
  return socket instanceof ServerSocket && (socket as any)[kServer] === server && !(socket as any)[kIsRaw];
}

/** The socket of a connection that is gone. */
export function makeDestroyedSocket(): any {
  const socket = new ServerSocket(-1, undefined) as any;
  socket.destroy();
  return socket;
}

/** Makes the connection a plain stream of bytes. Returns false when it is gone. */
export function makeRaw(socket: any, sequence: number): boolean {
  if (socket[kId] < 0 || !upgrade(socket[kId], sequence)) return false;
  socket[kIsRaw] = true;
  return true;
}

/**
 * Makes the object a net.Socket of its own, on the connection's descriptor. Returns what the client sent behind the head; null when
 * the connection cannot be taken out of the server.
 */
export function becomeNetSocket(socket: any, sequence: number): Uint8Array | null {
  if (socket[kId] < 0) return null;
  const detached = detach(socket[kId], sequence);
  if (detached === null) return null;
  forget(socket);
  clearTimeout(socket[kTimer]);
  const { timeout } = socket;
  handOver(socket);
  void net.default;
  netSockets.becomeSocket(socket, detached.fd, socket[kServer]);
  if (timeout > 0) socket.setTimeout(timeout);
  return asBuffer(detached.rest);
}

/** The native part closes the connection when everything is sent; the socket object is not writable any more. */
export function endWithConnection(socket: any): void {
  if (socket[kIsRaw]) return;
  socket[kEndsByItself] = true;
  socket.end();
}

/** The native part gave its answer and closes the connection: the socket object ends with the error that was the reason. */
export function failSocket(socket: any, error: any): void {
  forget(socket);
  socket.destroy(error);
}

/** Closes a connection that the program has ended by itself: a request that came nevertheless could not be answered. */
export function closeIfEnded(socket: any): boolean {
  if (!socket.writableEnded || socket[kEndsByItself] || socket[kIsRaw]) return false;
  socket.destroy();
  return true;
}

/** Leaves the errors of an upgraded socket to the program. */
export function handOver(socket: any): void {
  socket.removeListener("error", onError);
}

// The object has no connection any more, but tells what went over it.
function forget(socket: any): void {
  if (socket[kId] >= 0) socket[kTraffic] = [receivedBytes(socket[kId]), writtenBytes(socket[kId])];
  socket[kId] = -1;
}

/** Bytes of a raw connection came; `isLast`: the client sends no more. */
export function receiveRaw(socket: any, bytes: Uint8Array | null, isLast: boolean): void {
  noteActivity(socket);
  if (bytes !== null && !socket.push(asBuffer(bytes))) {
    pauseBody(socket[kId], lastSequences[socket[kId]] ?? 0);
  }
  if (isLast) {
    socket.push(null);
    // Without anything to read the end is told at once.
    socket.read(0);
  }
}

/** What the socket wrote was sent. */
export function drainSocket(socket: any): void {
  const callback = socket[kPendingWrite];
  socket[kPendingWrite] = null;
  if (callback !== null) callback();
}

/** The connection is gone. `isEnded`: the client has ended its side. */
export function closeSocket(socket: any, isEnded: boolean): void {
  forget(socket);
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

/** Traffic begins the time-out anew. */
export function noteActivity(socket: any): void {
  socket[kTimer]?.refresh();
}

function onTimeout(socket: any): void {
  if (!socket[kIsRaw]) {
    const response = dueResponse(socket[kId]);
    // A connection that waits for another request has the limit for that, which the native part keeps. One whose client does not
    // take the responses waits for the client.
    if (
      response === undefined &&
      waitingBytes(socket[kId]) <= 0 &&
      (lastSequences[socket[kId]] ?? 0) > 0 &&
      socket[kServer]?.keepAliveTimeout > 0
    )
      return;
    const request = response?.req;
    const byRequest = request !== undefined && !request.complete && request.emit("timeout", socket);
    const byResponse = response !== undefined && response.emit("timeout", socket);
    const byServer = socket[kServer]?.emit("timeout", socket);
    // Whoever listens on one of them has the connection's fate in hand.
    if (!byRequest && !byResponse && !byServer) socket.destroy();
  }
  socket.emit("timeout");
}
