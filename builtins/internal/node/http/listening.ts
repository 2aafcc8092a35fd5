// The base class of http.Server, in place of Node's net.Server: listen() in all its forms, address(), close(), ref().
// https://nodejs.org/api/net.html#serverlisten
import { pinned, safe } from "internal:core/bootstrap";
import { ListenFlags } from "native:http_server";
import {
  ERR_INVALID_ARG_VALUE,
  ERR_METHOD_NOT_IMPLEMENTED,
  ERR_SERVER_ALREADY_LISTEN,
  ERR_SERVER_NOT_RUNNING,
  uvExceptionWithHostPort,
} from "internal:core/errors";
import { validateAbortSignal, validatePort } from "internal:core/validators";
import { activity } from "internal:core/diagnostics/activity";
import { EventEmitter } from "internal:core/events/emitter";
import { addAbortListener } from "internal:core/events/abort_listener";
import { nextTick } from "internal:core/ticks";
import * as context from "internal:core/async/context";
import { isDebugging } from "internal:node/http/debug";
import { hasConnectionListeners } from "internal:node/http/connection_listeners";
import { handlersOf } from "internal:node/http/native_events";
import type { NodeError } from "internal:core/errors/node_error";
import type { CallableClass } from "internal:node/http/callable_class";
import { endLimitsTimer, watchLimits } from "internal:node/http/limits";
import type { Server } from "internal:node/http/server";
import type { AbortSignal } from "web:abort";
import defer * as channels from "internal:node/net/channels";
import defer * as scopes from "internal:web/http/request_scopes";
import defer * as lookups from "internal:node/dns/lookup";
import * as native from "native:http_server";

type SystemError = NodeError & { errno?: number };

const BACKLOG = 511;
const ENOENT = -2;
const EACCES = -13;

const numericAddress = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-fA-F:.]*:[\da-fA-F:.]*(?:%.+)?)$/;

const kWantsOpened = Symbol("kWantsOpened");
const kDetachedCount = Symbol("kDetachedCount");
/** The asynchronous context of `listen()`. */
const kScope = Symbol("kScope");
/** How often close() was called. */
const kClosedCount = Symbol("kClosedCount");

/** Where a server listens. */
interface Target {
  port: number | undefined;
  host: string | undefined;
  path: string | undefined;
  fd?: number;
  backlog: number;
  flags: number;
  exclusive: boolean;
}
/** Where a server listens. */
export type HttpTarget = Target;

/** The options of listen(), before they are checked. */
export interface ListenOptions {
  port?: unknown;
  host?: string | null;
  path?: string | null;
  fd?: number;
  backlog?: number;
  exclusive?: boolean;
  ipv6Only?: boolean;
  reusePort?: boolean;
  signal?: AbortSignal;
  handle?: DescriptorHandle;
  _handle?: DescriptorHandle;
}

/** An object that owns the descriptor of a listening socket. */
interface DescriptorHandle {
  takeDescriptor?(): number;
}

/** An instance of the base class of http.Server. The underscored members are Node's, except `_nativeId` and `_isWaitingForClose`. */
export interface ListeningServer extends EventEmitter {
  [kWantsOpened]: boolean;
  [kDetachedCount]: number;
  [kScope]?: context.Scope | undefined;
  [kClosedCount]?: number;
  _handle: { address: string; port: number; family: string; isPath: boolean } | null;
  /** The number of the native server, once it listens. */
  _nativeId: number | undefined;
  _unref: boolean;
  _isWaitingForClose: boolean;
  _connections: number;
  /** The handle of a worker of node:cluster. */
  _clusterHandle?: { close(): void };
  maxConnections: number | undefined;
  readonly listening: boolean;
  /** Milliseconds without traffic until "timeout"; 0 for none. */
  timeout: number;
  listen(...args: any[]): this;
  address(): object | string | null;
  close(callback?: (error?: Error) => void): this;
  getConnections(callback: (error: Error | null, count: number) => void): this;
  ref(): this;
  unref(): this;
  _watchConnections(): void;
  _emitCloseIfDrained(): void;
}

/** Requests the address from another process: set by `node:cluster` in a worker. It calls `finishListening` later; false declines. */
let handOver: ((server: ListeningServer, target: Target) => boolean) | undefined;
/** Sets `handOver`. */
export function setHandOver(next: typeof handOver): void {
  handOver = next;
}

/** The base class of http.Server: an EventEmitter that listens. Callable without `new` on a prepared object. */
export const ListeningServer = function ListeningServer(this: ListeningServer): void {
  EventEmitter.call(this);
  this._handle = null;
  this._nativeId = undefined;
  this._unref = false;
  this._isWaitingForClose = false;
  this[kWantsOpened] = false;
  this[kDetachedCount] = 0;
  this.maxConnections = undefined;
  // Not enumerable: programs do not see them when they print a server.
  for (const key of ["_nativeId", "_isWaitingForClose", "maxConnections"]) {
    const value = this[key as keyof ListeningServer];
    safe.defineProperty(this, key, { value, writable: true, enumerable: false, configurable: true });
  }
} as unknown as CallableClass<ListeningServer, []>;
safe.setPrototypeOf(ListeningServer.prototype, EventEmitter.prototype);
safe.setPrototypeOf(ListeningServer, EventEmitter);
const prototype = ListeningServer.prototype;

safe.defineProperties(prototype, {
  listening: {
    get(this: ListeningServer) {
      return this._handle !== null;
    },
    configurable: true,
    enumerable: true,
  },
  // Upgraded connections are sockets of node:net, which do `_connections--` when they close.
  _connections: {
    get(this: ListeningServer) {
      return nativeCount(this) + this[kDetachedCount];
    },
    set(this: ListeningServer, count: number) {
      this[kDetachedCount] = count - nativeCount(this);
    },
    configurable: true,
  },
});

function nativeCount(server: ListeningServer): number {
  return server._nativeId === undefined ? 0 : native.connectionCount(server._nativeId);
}

/** Starts to listen. Failures are emitted as "error". Returns the server. */
prototype.listen = function listen(this: ListeningServer, ...args: any[]) {
  const last = args[args.length - 1];
  const callback = typeof last === "function" ? last : undefined;
  if (this._handle !== null) throw new ERR_SERVER_ALREADY_LISTEN();
  const options = optionsOf(args);
  const target = targetOf(options, args);
  if (activity.channelCount > 0) channels.publishListenStart(this, options);
  if (callback !== undefined) this.once("listening", callback);
  if (options.signal !== undefined) {
    validateAbortSignal(options.signal, "options.signal");
    if (options.signal.aborted) nextTick(() => this.close());
    else {
      const registration = addAbortListener(options.signal, () => this.close());
      this.once("close", () => registration[Symbol.dispose]());
    }
  }
  if (target.host === undefined || numericAddress.test(target.host)) start(this, target);
  else lookUpAndStart(this, target.host, target);
  return this;
};

// (options), (path), (port, host, backlog): each followed by a callback, each argument omitted or null.
function optionsOf(args: unknown[]): ListenOptions {
  const first = args[0];
  if (typeof first === "object" && first !== null) return first;
  if (typeof first === "string" && !isPort(first)) return { path: first, backlog: numberIn(args, 1) };
  const options: ListenOptions = { port: typeof first === "function" ? undefined : first };
  if (typeof args[1] === "string") options.host = args[1];
  const backlog = numberIn(args, 1);
  if (backlog !== undefined) options.backlog = backlog;
  return options;
}

function isPort(string: string): boolean {
  const number = Number(string);
  return string.trim() !== "" && number >= 0 && safe.isFinite(number);
}

function numberIn(args: any[], from: number): number | undefined {
  for (let index = from; index < args.length; index++) {
    if (typeof args[index] === "number" || (typeof args[index] === "string" && isPort(args[index])))
      return Number(args[index]);
  }
  return undefined;
}

function targetOf(options: ListenOptions, args: unknown[]): Target {
  const backlog = options.backlog || BACKLOG;
  const handle = options._handle ?? options.handle ?? (options as DescriptorHandle);
  if (typeof handle.takeDescriptor === "function")
    return {
      port: undefined,
      host: undefined,
      path: undefined,
      fd: handle.takeDescriptor(),
      backlog,
      flags: 0,
      exclusive: true,
    };
  if ((options as unknown) instanceof ListeningServer) throw new ERR_METHOD_NOT_IMPLEMENTED("listen(httpServer)");
  if (typeof options.fd === "number" && options.fd >= 0)
    return {
      port: undefined,
      host: undefined,
      path: undefined,
      fd: options.fd,
      backlog,
      flags: 0,
      exclusive: Boolean(options.exclusive),
    };
  const exclusive = Boolean(options.exclusive || options.reusePort);
  const flags = (options.reusePort ? ListenFlags.SHARE_PORT : 0) | (options.ipv6Only ? ListenFlags.IPV6_ONLY : 0);
  const mayChoosePort =
    args.length === 0 ||
    typeof args[0] === "function" ||
    (options.port === undefined && "port" in options) ||
    options.port === null;
  if (typeof options.port === "number" || typeof options.port === "string" || mayChoosePort) {
    const port = mayChoosePort ? 0 : validatePort(options.port, "options.port");
    return { port, host: options.host || undefined, path: undefined, backlog, flags, exclusive };
  }
  if (options.path && typeof options.path === "string")
    return { port: undefined, host: undefined, path: options.path, backlog, flags, exclusive };
  if (!("port" in options || "path" in options)) {
    throw new ERR_INVALID_ARG_VALUE("options", options, 'must have the property "port" or "path"');
  }
  throw new ERR_INVALID_ARG_VALUE("options", options);
}

// As in net.Server: of the addresses that dns.lookup returns, the first usable one.
function lookUpAndStart(server: ListeningServer, host: string, target: Target): void {
  const closedBefore: number = server[kClosedCount] ?? 0;
  lookups.lookup(host, { all: true }, (error: Error | null, addresses: { address: string; family: number }[]) => {
    // Closed in the meantime, and possibly listening again.
    if ((server[kClosedCount] ?? 0) !== closedBefore) return;
    if (error) {
      server.emit("error", error);
      return;
    }
    // A link-local address without a zone cannot be listened on.
    const usable =
      addresses.find(({ address, family }) => !(family === 6 && /^fe80:/i.test(address) && !address.includes("%"))) ??
      addresses[0];
    start(server, { ...target, host: usable!.address });
  });
}

function start(server: ListeningServer, target: Target): void {
  if (handOver !== undefined && !target.exclusive && handOver(server, target)) return;
  let opened: native.Listening;
  try {
    opened = open(target);
  } catch (error) {
    const described = describe(error as SystemError, target);
    if (activity.channelCount > 0) channels.publishListenError(server, described);
    nextTick(failToListen, server, described);
    return;
  }
  finishListening(server, target, opened);
}

const openServers = pinned(new Set<ListeningServer>());

/** The servers of this thread that listen. */
export function listeningServers(): ListeningServer[] {
  return [...openServers];
}

/** Starts to serve an open socket. */
export function finishListening(server: ListeningServer, target: Target, opened: native.Listening): void {
  openServers.add(server);
  server._nativeId = opened.server;
  server._handle = { address: opened.address, port: opened.port, family: opened.family, isPath: opened.family === "" };
  server._isWaitingForClose = false;
  server[kScope] = context.capture("TCPSERVERWRAP", server._handle);
  // Async hooks need to be notified of closed connections.
  server[kWantsOpened] = context.hasHooks() || hasConnectionListeners(server) || server.timeout > 0 || isDebugging();
  setHandlers(server, server[kWantsOpened]);
  if (server._unref) native.setReferenced(opened.server, false);
  watchLimits(server);
  if (activity.channelCount > 0) channels.publishListening(server);
  context.triggeredBy(server[kScope], () => nextTick(emitListening, server));
}

function setHandlers(server: ListeningServer, wantsOpened: boolean): void {
  const handlers = handlersOf(server as Server, wantsOpened);
  const scope = server[kScope];
  native.setHandlers(server._nativeId!, scope === undefined ? handlers : scopes.withScopes(handlers, scope));
}

function open(target: Target): native.Listening {
  if (target.fd !== undefined) return native.listenDescriptor(target.fd);
  if (target.path !== undefined) return native.listenPath(target.path, target.backlog);
  const { port, backlog, flags } = target;
  if (target.host === undefined) {
    try {
      return native.listen("::", port!, backlog, flags);
    } catch (error) {
      const { code } = error as SystemError;
      // A machine without IPv6.
      if (code !== "EAFNOSUPPORT" && code !== "EADDRNOTAVAIL" && code !== "EINVAL") throw error;
      return native.listen("0.0.0.0", port!, backlog, flags);
    }
  }
  return native.listen(target.host, port!, backlog, flags);
}

function describe(error: SystemError, target: Target): Error {
  if (typeof error.errno !== "number") return error;
  const address = target.path ?? target.host ?? "::";
  // As in Node, a missing folder is reported as EACCES.
  const errno = target.path !== undefined && error.errno === ENOENT ? EACCES : error.errno;
  const described = uvExceptionWithHostPort(errno, "listen", address, target.path === undefined ? target.port : -1);
  if (target.path !== undefined) described.port = -1;
  return described;
}

function failToListen(server: ListeningServer, error: Error): void {
  server.emit("error", error);
}

function emitListening(server: ListeningServer): void {
  if (server._handle !== null) server.emit("listening");
}

/** Enables the native handler for opened connections, and thereby the notification of every closed one. */
prototype._watchConnections = function _watchConnections(this: ListeningServer): void {
  if (this[kWantsOpened] || this._nativeId === undefined) return;
  this[kWantsOpened] = true;
  setHandlers(this, true);
};

/** The address it listens on: `{ address, family, port }`, a path, or null. */
prototype.address = function address(this: ListeningServer): object | string | null {
  if (this._handle === null) return null;
  const { address, family, port, isPath } = this._handle;
  return isPath ? address : { address, family, port };
};

/** Stops listening; `callback` is called when the last connection is closed, with an error when it did not listen. */
prototype.close = function close(this: ListeningServer, callback?: (error?: Error) => void) {
  this[kClosedCount] = (this[kClosedCount] ?? 0) + 1;
  if (typeof callback === "function") {
    if (this._handle === null) this.once("close", () => callback(new ERR_SERVER_NOT_RUNNING()));
    else this.once("close", callback);
  }
  if (this._handle !== null) {
    this._handle = null;
    openServers.delete(this);
    endLimitsTimer(this);
    native.stopListening(this._nativeId!, true);
    if (this[kScope] !== undefined) context.destroyed(this[kScope]);
    this._clusterHandle?.close();
  }
  this._isWaitingForClose = true;
  this._emitCloseIfDrained();
  return this;
};

prototype._emitCloseIfDrained = function _emitCloseIfDrained(this: ListeningServer): void {
  if (!this._isWaitingForClose || this._handle !== null || this._connections > 0) return;
  this._isWaitingForClose = false;
  nextTick(emitClose, this);
};

function emitClose(server: ListeningServer): void {
  server.emit("close");
}

prototype.getConnections = function getConnections(
  this: ListeningServer,
  callback: (error: Error | null, count: number) => void,
) {
  nextTick(callback, null, this._connections);
  return this;
};

prototype.ref = function ref(this: ListeningServer) {
  this._unref = false;
  if (this._handle !== null) native.setReferenced(this._nativeId!, true);
  return this;
};

prototype.unref = function unref(this: ListeningServer) {
  this._unref = true;
  if (this._handle !== null) native.setReferenced(this._nativeId!, false);
  return this;
};

(prototype as ListeningServer & AsyncDisposable)[Symbol.asyncDispose] = async function (
  this: ListeningServer,
): Promise<void> {
  if (this._handle === null) return;
  await new Promise<void>((resolve, reject) => {
    this.close((error) => (error ? reject(error) : resolve()));
  });
};
