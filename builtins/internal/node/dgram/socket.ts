// dgram.Socket: binding, connecting, sending, closing. Options of the socket are in `options.ts`.
// https://nodejs.org/api/dgram.html#class-dgramsocket
import {
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_FD_TYPE,
  ERR_IP_BLOCKED,
  ERR_SOCKET_ALREADY_BOUND,
  ERR_SOCKET_BAD_TYPE,
  ERR_SOCKET_DGRAM_IS_CONNECTED,
  ERR_SOCKET_DGRAM_NOT_CONNECTED,
  ERR_SOCKET_DGRAM_NOT_RUNNING,
  errnoException,
  exceptionWithHostPort,
} from "internal:core/errors";
import {
  isInt32,
  validateAbortSignal,
  validateFunction,
  validateNumber,
  validateObject,
  validatePort,
  validateString,
  validateUint32,
} from "internal:core/validators";
import { EventEmitter } from "internal:core/events/emitter";
import { kErrorMonitor } from "internal:core/events/symbols";
import { addAbortListener } from "internal:core/events/abort_listener";
import { findChannel } from "internal:core/diagnostics/channel";
import { nextTick } from "internal:core/ticks";
import { type DatagramHandle, type DatagramEndpoint, adoptUdpDescriptor, openUdp } from "internal:node/dgram/handle";
import { DatagramBindFlags } from "native:dgram";
import { isIP } from "internal:core/ip_address";
import type { FastBuffer } from "internal:core/buffer/class";
import type { BlockList } from "internal:node/net/block_list";
import type { AbortSignalLike } from "internal:core/events/abort_listener";
import defer * as blockLists from "internal:node/net/block_list";
import defer * as sending from "internal:node/dgram/send";
import defer * as dns from "internal:node/dns";

export const UNBOUND = 0;
export const BINDING = 1;
export const BOUND = 2;
export const DISCONNECTED = 0;
export const CONNECTING = 1;
export const CONNECTED = 2;

/** Key of a socket's state. */
export const kState = Symbol("state symbol");

/** Options of a socket. */
export interface SocketOptions {
  type: string;
  reuseAddr?: boolean;
  reusePort?: boolean;
  ipv6Only?: boolean;
  recvBufferSize?: number;
  sendBufferSize?: number;
  receiveBlockList?: BlockList;
  sendBlockList?: BlockList;
  lookup?: DatagramLookup;
  signal?: AbortSignalLike;
}

/** `dns.lookup`, or the program's replacement. */
type DatagramLookup = (
  hostname: string,
  family: number,
  callback: (error: Error | null, address: string) => void,
) => void;

/** A listener of "message". */
export type MessageListener = (message: FastBuffer, from: DatagramEndpoint & { size: number }) => void;

interface SocketState extends Omit<SocketOptions, "type" | "signal"> {
  /** Null once closed. */
  handle: DatagramHandle | null;
  receiving: boolean;
  bindState: number;
  connectState: number;
  /** What to do once the socket is bound. */
  queue: (() => void)[] | undefined;
}

/** An instance of `dgram.Socket`. */
export interface Socket extends EventEmitter {
  type: "udp4" | "udp6";
  [kState]: SocketState;
  address(): object;
  bind(...args: unknown[]): this;
  bindSync(options?: BindSyncOptions): object;
  close(callback?: (error?: Error) => void): this;
  send(...args: unknown[]): void;
  setRecvBufferSize(size: number): void;
  setSendBufferSize(size: number): void;
}

/** Options of `bindSync`, checked there. */
interface BindSyncOptions {
  port?: unknown;
  address?: unknown;
}

interface SocketConstructor {
  new (type: string | SocketOptions, listener?: MessageListener): Socket;
  prototype: any;
}

/** `dgram.Socket`. */
export const Socket = function Socket(this: Socket, type: any, listener?: unknown): void {
  EventEmitter.call(this);
  const options = type !== null && typeof type === "object" ? type : undefined;
  if (options !== undefined) checkOptions(options);
  const kind = options === undefined ? type : options.type;
  if (options?.lookup !== undefined) validateFunction(options.lookup, "lookup");
  if (kind !== "udp4" && kind !== "udp6") throw new ERR_SOCKET_BAD_TYPE();
  const handle = openUdp(kind === "udp6");
  handle.owner = this;
  this.type = kind;
  if (typeof listener === "function") this.on("message", listener as MessageListener);
  this[kState] = {
    handle,
    receiving: false,
    bindState: UNBOUND,
    connectState: DISCONNECTED,
    queue: undefined,
    reuseAddr: options?.reuseAddr,
    reusePort: options?.reusePort,
    ipv6Only: options?.ipv6Only,
    recvBufferSize: options?.recvBufferSize,
    sendBufferSize: options?.sendBufferSize,
    receiveBlockList: options?.receiveBlockList || undefined,
    sendBlockList: options?.sendBlockList || undefined,
    lookup: options?.lookup,
  };
  if (options?.signal !== undefined) closeOnAbort(this, options.signal);
  const channel = findChannel("udp.socket");
  if (channel?.hasSubscribers) channel.publish({ socket: this });
} as unknown as SocketConstructor;
Object.setPrototypeOf(Socket.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Socket, EventEmitter);
const prototype = Socket.prototype;

function checkOptions(options: Record<string, unknown>): void {
  for (const name of ["recvBufferSize", "sendBufferSize"]) {
    if (options[name]) validateUint32(options[name], `options.${name}`);
  }
  for (const name of ["receiveBlockList", "sendBlockList"]) {
    const list = options[name];
    if (list && !blockLists.BlockList.isBlockList(list))
      throw new ERR_INVALID_ARG_TYPE(`options.${name}`, "net.BlockList", list);
  }
}

function closeOnAbort(socket: Socket, signal: AbortSignalLike): void {
  validateAbortSignal(signal, "options.signal");
  const onAborted = (): void => {
    if (socket[kState].handle) socket.close();
  };
  if (signal.aborted) onAborted();
  else {
    const registration = addAbortListener(signal, onAborted);
    socket.once("close", () => registration[Symbol.dispose]());
  }
}

/** Throws when the socket is closed. */
export function requireRunning(socket: Socket): DatagramHandle {
  const { handle } = socket[kState];
  if (!handle) throw new ERR_SOCKET_DGRAM_NOT_RUNNING();
  return handle;
}

/** Calls `callback(error, address)` with the numeric address of a name, of the loopback interface without one. */
export function lookUp(
  socket: Socket,
  address: string | null | undefined,
  callback: (error: Error | null, address: string) => void,
): void {
  const isIPv6 = socket.type === "udp6";
  const lookup: DatagramLookup = socket[kState].lookup ?? dns.default.lookup;
  lookup(address || (isIPv6 ? "::1" : "127.0.0.1"), isIPv6 ? 6 : 4, callback);
}

/** Queues `work` until the socket is bound. */
export function whenBound(socket: Socket, work: () => void): void {
  const state = socket[kState];
  if (state.queue === undefined) {
    state.queue = [];
    const runQueue = (): void => {
      socket.removeListener("error", clearQueue);
      const { queue } = state;
      state.queue = undefined;
      for (const queued of queue!) queued();
    };
    const clearQueue = (): void => {
      socket.removeListener("listening", runQueue);
      state.queue = undefined;
    };
    socket.once("error", clearQueue);
    socket.once("listening", runQueue);
  }
  state.queue.push(work);
}

/** Binds to a local address: `(port, address)`, `({ port, address, exclusive, fd })`, each with a callback. */
prototype.bind = function bind(this: Socket, port: any, address: any, ...rest: unknown[]): Socket {
  requireRunning(this);
  const state = this[kState];
  if (state.bindState !== UNBOUND) throw new ERR_SOCKET_ALREADY_BOUND();
  state.bindState = BINDING;
  let isExclusive = false;
  const callback = rest.at(-1) ?? (typeof address === "function" ? address : port);
  if (typeof callback === "function") callWhenListening(this, callback);
  if (port !== null && typeof port === "object") {
    if (typeof port.recvStart === "function") {
      replaceHandle(this, port);
      startListening(this);
      return this;
    }
    if (isInt32(port.fd) && port.fd > 0) {
      bindDescriptor(this, port.fd);
      return this;
    }
    isExclusive = Boolean(port.exclusive);
    ({ address, port } = port);
  }
  if (!address || typeof address === "function") address = this.type === "udp4" ? "0.0.0.0" : "::";
  lookUp(this, address, (error, numeric) => {
    // The socket may have been closed during the lookup.
    if (!state.handle) return;
    if (!error && handOver !== undefined && !isExclusive && !state.reusePort) {
      handOver(this, {
        address: numeric,
        port: typeof port === "function" ? 0 : portNumber(port),
        flags: bindFlags(state),
      });
      return;
    }
    const failure = error ?? bindFailure(state, numeric, typeof port === "function" ? 0 : port);
    if (failure !== null) {
      state.bindState = UNBOUND;
      this.emit("error", failure);
      return;
    }
    startListening(this);
  });
  return this;
};

/** Binds through the primary process: set by node:cluster in a worker. It calls `finishBinding` later. */
let handOver: ((socket: Socket, options: { address: string; port: number; flags: number }) => void) | undefined;

/** Sets the function that binds instead. */
export function setHandOver(next: typeof handOver): void {
  handOver = next;
}

/** Ends a `bind` through `handOver`, with the bound handle or an errno. */
export function finishBinding(
  socket: Socket,
  errno: number,
  handle: DatagramHandle | null,
  address: string,
  port: number,
): void {
  const state = socket[kState];
  if (errno !== 0) {
    state.bindState = UNBOUND;
    socket.emit("error", exceptionWithHostPort(errno, "bind", address, port));
  } else if (!state.handle) handle!.close();
  else {
    replaceHandle(socket, handle!);
    startListening(socket);
  }
}

function callWhenListening(socket: Socket, callback: Function): void {
  const remove = (): void => {
    socket.removeListener(kErrorMonitor, remove);
    socket.removeListener("listening", onListening);
  };
  function onListening(this: Socket): void {
    remove();
    callback.call(this);
  }
  socket.on(kErrorMonitor, remove);
  socket.on("listening", onListening);
}

function bindFlags(state: SocketState): number {
  return (
    (state.reuseAddr ? DatagramBindFlags.SHARE_ADDRESS : 0) |
    (state.ipv6Only ? DatagramBindFlags.IPV6_ONLY : 0) |
    (state.reusePort ? DatagramBindFlags.SHARE_PORT : 0)
  );
}

// As in Node, an invalid port is reduced to its lowest 16 bits.
function portNumber(port: unknown): number {
  return (Number(port) >>> 0) & 0xffff;
}

function bindFailure(state: SocketState, address: string, port: number): Error | null {
  let errno: number;
  try {
    errno = state.handle!.bind(address, portNumber(port), bindFlags(state));
  } catch (error) {
    // A refusal of the permissions.
    return error as Error;
  }
  return errno === 0 ? null : exceptionWithHostPort(errno, "bind", address, port);
}

function bindDescriptor(socket: Socket, fd: number): void {
  const handle = adoptUdpDescriptor(fd);
  if (typeof handle === "number") {
    const EINVAL = -22;
    if (handle === EINVAL) throw new ERR_INVALID_FD_TYPE("UNKNOWN");
    throw errnoException(handle, "open");
  }
  replaceHandle(socket, handle);
  startListening(socket);
}

function replaceHandle(socket: Socket, handle: DatagramHandle): void {
  const state = socket[kState];
  state.handle!.close();
  handle.owner = socket;
  state.handle = handle;
}

/** Binds to a numeric address at once: `{ port, address }`. Returns the address. Throws on failure. */
prototype.bindSync = function bindSync(this: Socket, options: BindSyncOptions = {}): object {
  requireRunning(this);
  validateObject(options, "options");
  const state = this[kState];
  if (state.bindState !== UNBOUND) throw new ERR_SOCKET_ALREADY_BOUND();
  const port = validatePort(options.port ?? 0, "options.port");
  const address = numericAddress(
    options.address,
    "options.address",
    "bindSync",
    this.type === "udp4" ? "0.0.0.0" : "::",
  );
  const errno = state.handle!.bind(address, port, bindFlags(state));
  if (errno !== 0) throw exceptionWithHostPort(errno, "bind", address, port);
  startReceiving(this);
  nextTick(emitListening, this);
  return this.address();
};

function numericAddress(address: unknown, name: string, caller: string, fallback: string): string {
  if (!address) return fallback;
  validateString(address, name);
  if (isIP(address) === 0)
    throw new ERR_INVALID_ARG_VALUE(
      name,
      address,
      `must be a numeric IP address; ${caller} does not perform DNS resolution`,
    );
  return address;
}

function startReceiving(socket: Socket): void {
  const state = socket[kState];
  const handle = state.handle!;
  handle.onMessage = onMessage;
  handle.onError = onError;
  handle.recvStart();
  state.receiving = true;
  state.bindState = BOUND;
  if (state.recvBufferSize) socket.setRecvBufferSize(state.recvBufferSize);
  if (state.sendBufferSize) socket.setSendBufferSize(state.sendBufferSize);
}

function startListening(socket: Socket): void {
  startReceiving(socket);
  socket.emit("listening");
}

function emitListening(socket: Socket): void {
  if (socket[kState].handle) socket.emit("listening");
}

function onMessage(handle: DatagramHandle, bytes: FastBuffer, from: DatagramEndpoint): void {
  const socket: Socket = handle.owner;
  const { receiveBlockList } = socket[kState];
  if (receiveBlockList?.check(from.address, from.family.toLowerCase())) return;
  socket.emit("message", bytes, { ...from, size: bytes.length });
}

function onError(handle: DatagramHandle, errno: number): void {
  handle.owner.emit("error", errnoException(errno, "recvmsg"));
}

/** Exchanges packets with one peer only; "connect" is emitted or `callback` called later. */
prototype.connect = function connect(this: Socket, port: any, address?: any, callback?: any): void {
  port = validatePort(port, "Port", false);
  if (typeof address === "function") {
    callback = address;
    address = "";
  } else if (address === undefined) address = "";
  validateString(address, "address");
  const state = this[kState];
  if (state.connectState !== DISCONNECTED) throw new ERR_SOCKET_DGRAM_IS_CONNECTED();
  state.connectState = CONNECTING;
  if (state.bindState === UNBOUND) this.bind({ port: 0, exclusive: true }, null);
  if (state.bindState !== BOUND) whenBound(this, () => connectBound(this, port, address, callback));
  else connectBound(this, port, address, callback);
};

function connectBound(
  socket: Socket,
  port: number,
  address: string,
  callback: ((error?: Error) => void) | undefined,
): void {
  if (callback) socket.once("connect", callback);
  lookUp(socket, address, (error, numeric) => {
    const state = socket[kState];
    if (!state.handle) return;
    const failure = error ?? connectFailure(state, numeric, port, address);
    if (failure === null) {
      state.connectState = CONNECTED;
      nextTick(emitConnect, socket);
      return;
    }
    state.connectState = DISCONNECTED;
    nextTick(() => {
      if (!callback) {
        socket.emit("error", failure);
        return;
      }
      socket.removeListener("connect", callback);
      callback(failure);
    });
  });
}

function connectFailure(state: SocketState, numeric: string, port: number, address: string): Error | null {
  if (state.sendBlockList?.check(numeric, `ipv${isIP(numeric)}`)) return new ERR_IP_BLOCKED(numeric);
  const errno = state.handle!.connect(numeric, port);
  return errno === 0 ? null : exceptionWithHostPort(errno, "connect", address, port);
}

function emitConnect(socket: Socket): void {
  if (socket[kState].handle) socket.emit("connect");
}

/** Connects to a numeric address at once. Throws on failure. */
prototype.connectSync = function connectSync(this: Socket, port: any, address?: unknown): void {
  requireRunning(this);
  port = validatePort(port, "Port", false);
  const state = this[kState];
  if (state.connectState !== DISCONNECTED) throw new ERR_SOCKET_DGRAM_IS_CONNECTED();
  const numeric = numericAddress(address, "address", "connectSync", this.type === "udp4" ? "127.0.0.1" : "::1");
  if (state.bindState === UNBOUND) this.bindSync();
  else if (state.bindState !== BOUND) throw new ERR_SOCKET_ALREADY_BOUND();
  const failure = connectFailure(state, numeric, port, numeric);
  if (failure !== null) throw failure;
  state.connectState = CONNECTED;
  nextTick(emitConnect, this);
};

/** Dissolves the association with the peer. */
prototype.disconnect = function disconnect(this: Socket): void {
  const state = this[kState];
  if (state.connectState !== CONNECTED) throw new ERR_SOCKET_DGRAM_NOT_CONNECTED();
  const errno = state.handle!.disconnect();
  if (errno !== 0) throw errnoException(errno, "connect");
  state.connectState = DISCONNECTED;
};

/** `send` with every argument. */
prototype.sendto = function sendto(
  this: Socket,
  buffer: unknown,
  offset: unknown,
  length: unknown,
  port: unknown,
  address: unknown,
  callback: unknown,
): void {
  validateNumber(offset, "offset");
  validateNumber(length, "length");
  validateNumber(port, "port");
  validateString(address, "address");
  this.send(buffer, offset, length, port, address, callback);
};

/** Sends a packet: `(message, offset?, length?, port?, address?, callback?)`. A list of messages is one packet. */
prototype.send = function send(
  this: Socket,
  buffer: unknown,
  offset: unknown,
  length: unknown,
  port: unknown,
  address: unknown,
  callback: unknown,
): void {
  sending.send(this, buffer, offset, length, port, address, callback);
};

/** Closes; "close" is emitted and `callback` called later. */
prototype.close = function close(this: Socket, callback?: () => void): Socket {
  const state = this[kState];
  if (typeof callback === "function") this.on("close", callback);
  if (state.queue !== undefined) {
    state.queue.push(() => this.close());
    return this;
  }
  const handle = requireRunning(this);
  state.receiving = false;
  handle.close();
  state.handle = null;
  nextTick(emitClose, this);
  return this;
};

function emitClose(socket: Socket): void {
  socket.emit("close");
}

prototype[Symbol.asyncDispose] = async function (this: Socket): Promise<void> {
  if (!this[kState].handle) return;
  await new Promise<void>((resolve, reject) => this.close((error) => (error ? reject(error) : resolve())));
};

/** The local address. */
prototype.address = function address(this: Socket): object {
  const out = {};
  const errno = requireRunning(this).getsockname(out);
  const EBADF = -9;
  if (errno !== 0) throw errnoException(EBADF, "getsockname");
  return out;
};

/** The address of the connected peer. */
prototype.remoteAddress = function remoteAddress(this: Socket): object {
  const handle = requireRunning(this);
  if (this[kState].connectState !== CONNECTED) throw new ERR_SOCKET_DGRAM_NOT_CONNECTED();
  const out = {};
  const errno = handle.getpeername(out);
  if (errno !== 0) throw errnoException(errno, "getpeername");
  return out;
};
