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
import { addAbortListener } from "internal:core/events/abort_listener";
import { findChannel } from "internal:core/diagnostics/channel";
import { nextTick } from "internal:core/ticks";
import { type DatagramHandle, type Place, adoptUdpDescriptor, openUdp } from "internal:node/dgram/handle";
import { isIP } from "internal:core/ip_address";
import defer * as blockLists from "internal:node/net/block_list";
import defer * as sending from "internal:node/dgram/send";
import defer * as dns from "internal:node/dns";

const SHARE_ADDRESS = 2;
const IPV6_ONLY = 1;
const SHARE_PORT = 4;

export const UNBOUND = 0;
export const BINDING = 1;
export const BOUND = 2;
export const DISCONNECTED = 0;
export const CONNECTING = 1;
export const CONNECTED = 2;

/** What a socket knows of itself. */
export const kState = Symbol("state symbol");

/** `dgram.Socket`. */
export const Socket = function Socket(this: any, type: any, listener?: any): any {
  EventEmitter.call(this);
  const options = type !== null && typeof type === "object" ? type : undefined;
  if (options !== undefined) checkOptions(options);
  const kind = options === undefined ? type : options.type;
  if (options?.lookup !== undefined) validateFunction(options.lookup, "lookup");
  if (kind !== "udp4" && kind !== "udp6") throw new ERR_SOCKET_BAD_TYPE();
  const handle = openUdp(kind === "udp6");
  handle.owner = this;
  this.type = kind;
  if (typeof listener === "function") this.on("message", listener);
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
} as any;
Object.setPrototypeOf(Socket.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Socket, EventEmitter);
const prototype = Socket.prototype;

function checkOptions(options: any): void {
  for (const name of ["recvBufferSize", "sendBufferSize"]) {
    if (options[name]) validateUint32(options[name], `options.${name}`);
  }
  for (const name of ["receiveBlockList", "sendBlockList"]) {
    const list = options[name];
    if (list && !blockLists.BlockList.isBlockList(list))
      throw new ERR_INVALID_ARG_TYPE(`options.${name}`, "net.BlockList", list);
  }
}

function closeOnAbort(socket: any, signal: any): void {
  validateAbortSignal(signal, "options.signal");
  const onAborted = (): void => {
    if (socket[kState].handle) socket.close();
  };
  if (signal.aborted) onAborted();
  else {
    const registration = addAbortListener(signal, onAborted);
    socket.once("close", () => registration[(Symbol as any).dispose]());
  }
}

/** Throws when the socket is closed. */
export function requireRunning(socket: any): DatagramHandle {
  const { handle } = socket[kState];
  if (!handle) throw new ERR_SOCKET_DGRAM_NOT_RUNNING();
  return handle;
}

/** The numeric address of a name (the own machine without one), for `callback(error, address)`. */
export function lookUp(socket: any, address: any, callback: (error: any, address: string) => void): void {
  const isIPv6 = socket.type === "udp6";
  const lookup = socket[kState].lookup ?? dns.default.lookup;
  lookup(address || (isIPv6 ? "::1" : "127.0.0.1"), isIPv6 ? 6 : 4, callback);
}

/** Queues `work` until the socket is bound. */
export function whenBound(socket: any, work: () => void): void {
  const state = socket[kState];
  if (state.queue === undefined) {
    state.queue = [];
    const runQueue = (): void => {
      socket.removeListener("error", forget);
      const { queue } = state;
      state.queue = undefined;
      for (const queued of queue) queued();
    };
    const forget = (): void => {
      socket.removeListener("listening", runQueue);
      state.queue = undefined;
    };
    socket.once("error", forget);
    socket.once("listening", runQueue);
  }
  state.queue.push(work);
}

/** Takes a local address: `(port, address)`, `({ port, address, exclusive, fd })`, each with a callback. */
prototype.bind = function bind(this: any, port: any, address: any, ...rest: any[]): any {
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
    // It may have been closed meanwhile.
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

/** Asks somebody else for the socket: node:cluster in a worker. It calls `finishBinding` later. */
let handOver: ((socket: any, options: { address: string; port: number; flags: number }) => void) | undefined;

/** Sets it. */
export function setHandOver(next: typeof handOver): void {
  handOver = next;
}

/** Takes the bound `handle`, or the failure, that `handOver` asked for. */
export function finishBinding(
  socket: any,
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

function callWhenListening(socket: any, callback: any): void {
  const errorMonitor = (EventEmitter as any).errorMonitor;
  const remove = (): void => {
    socket.removeListener(errorMonitor, remove);
    socket.removeListener("listening", onListening);
  };
  function onListening(this: any): void {
    remove();
    callback.call(this);
  }
  socket.on(errorMonitor, remove);
  socket.on("listening", onListening);
}

function bindFlags(state: any): number {
  return (state.reuseAddr ? SHARE_ADDRESS : 0) | (state.ipv6Only ? IPV6_ONLY : 0) | (state.reusePort ? SHARE_PORT : 0);
}

// As Node takes what is no port: its lowest 16 bits as a number.
function portNumber(port: any): number {
  return (Number(port) >>> 0) & 0xffff;
}

function bindFailure(state: any, address: string, port: any): any {
  const errno = state.handle.bind(address, portNumber(port), bindFlags(state));
  return errno === 0 ? null : exceptionWithHostPort(errno, "bind", address, port);
}

function bindDescriptor(socket: any, fd: number): void {
  const handle = adoptUdpDescriptor(fd);
  if (typeof handle === "number") {
    const EINVAL = -22;
    if (handle === EINVAL) throw new ERR_INVALID_FD_TYPE("UNKNOWN");
    throw errnoException(handle, "open");
  }
  replaceHandle(socket, handle);
  startListening(socket);
}

function replaceHandle(socket: any, handle: DatagramHandle): void {
  const state = socket[kState];
  state.handle.close();
  handle.owner = socket;
  state.handle = handle;
}

/** Takes a numeric address at once: `{ port, address }`. Returns where it is bound. Throws when that fails. */
prototype.bindSync = function bindSync(this: any, options: any = {}): any {
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
  const errno = state.handle.bind(address, port, bindFlags(state));
  if (errno !== 0) throw exceptionWithHostPort(errno, "bind", address, port);
  startReceiving(this);
  nextTick(emitListening, this);
  return this.address();
};

function numericAddress(address: any, name: string, caller: string, fallback: string): string {
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

function startReceiving(socket: any): void {
  const state = socket[kState];
  const { handle } = state;
  handle.onMessage = onMessage;
  handle.onError = onError;
  handle.recvStart();
  state.receiving = true;
  state.bindState = BOUND;
  if (state.recvBufferSize) socket.setRecvBufferSize(state.recvBufferSize);
  if (state.sendBufferSize) socket.setSendBufferSize(state.sendBufferSize);
}

function startListening(socket: any): void {
  startReceiving(socket);
  socket.emit("listening");
}

function emitListening(socket: any): void {
  if (socket[kState].handle) socket.emit("listening");
}

function onMessage(handle: DatagramHandle, bytes: any, from: Place): void {
  const socket = handle.owner;
  const { receiveBlockList } = socket[kState];
  if (receiveBlockList?.check(from.address, from.family.toLowerCase())) return;
  socket.emit("message", bytes, { ...from, size: bytes.length });
}

function onError(handle: DatagramHandle, errno: number): void {
  handle.owner.emit("error", errnoException(errno, "recvmsg"));
}

/** Exchanges packets with one other end only; "connect" or `callback` follows. */
prototype.connect = function connect(this: any, port: any, address?: any, callback?: any): void {
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

function connectBound(socket: any, port: number, address: string, callback: any): void {
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

function connectFailure(state: any, numeric: string, port: number, address: string): any {
  if (state.sendBlockList?.check(numeric, `ipv${isIP(numeric)}`)) return new ERR_IP_BLOCKED(numeric);
  const errno = state.handle.connect(numeric, port);
  return errno === 0 ? null : exceptionWithHostPort(errno, "connect", address, port);
}

function emitConnect(socket: any): void {
  if (socket[kState].handle) socket.emit("connect");
}

/** Connects to a numeric address at once. Throws when that fails. */
prototype.connectSync = function connectSync(this: any, port: any, address?: any): void {
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

/** Ends a connection. */
prototype.disconnect = function disconnect(this: any): void {
  const state = this[kState];
  if (state.connectState !== CONNECTED) throw new ERR_SOCKET_DGRAM_NOT_CONNECTED();
  const errno = state.handle.disconnect();
  if (errno !== 0) throw errnoException(errno, "connect");
  state.connectState = DISCONNECTED;
};

/** `send` with every argument. */
prototype.sendto = function sendto(
  this: any,
  buffer: any,
  offset: any,
  length: any,
  port: any,
  address: any,
  callback: any,
): void {
  validateNumber(offset, "offset");
  validateNumber(length, "length");
  validateNumber(port, "port");
  validateString(address, "address");
  this.send(buffer, offset, length, port, address, callback);
};

/** Sends a packet: `(message, offset?, length?, port?, address?, callback?)`. A list of messages is one packet. */
prototype.send = function send(
  this: any,
  buffer: any,
  offset: any,
  length: any,
  port: any,
  address: any,
  callback: any,
): void {
  sending.send(this, buffer, offset, length, port, address, callback);
};

/** Closes; "close" and `callback` follow. */
prototype.close = function close(this: any, callback?: any): any {
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

function emitClose(socket: any): void {
  socket.emit("close");
}

prototype[(Symbol as any).asyncDispose] = async function (this: any): Promise<void> {
  if (!this[kState].handle) return;
  await new Promise<void>((resolve, reject) => this.close((error: any) => (error ? reject(error) : resolve())));
};

/** Where it is bound. */
prototype.address = function address(this: any): any {
  const out = {};
  const errno = requireRunning(this).getsockname(out);
  const EBADF = -9;
  if (errno !== 0) throw errnoException(EBADF, "getsockname");
  return out;
};

/** Where it is connected to. */
prototype.remoteAddress = function remoteAddress(this: any): any {
  const handle = requireRunning(this);
  if (this[kState].connectState !== CONNECTED) throw new ERR_SOCKET_DGRAM_NOT_CONNECTED();
  const out = {};
  const errno = handle.getpeername(out);
  if (errno !== 0) throw errnoException(errno, "getpeername");
  return out;
};
