// net.Server: accepting connections and closing. listen() is in `listen.ts`. https://nodejs.org/api/net.html#class-netserver
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_TYPE, ERR_SERVER_NOT_RUNNING, errnoException } from "internal:core/errors";
import { validateAbortSignal, validateNumber } from "internal:core/validators";
import { activity } from "internal:core/diagnostics/activity";
import { EventEmitter } from "internal:core/events/emitter";
import { getDefaultHighWaterMark } from "internal:node/streams/high_water_mark";
import { nextTick } from "internal:core/ticks";
import type { EventName } from "internal:core/events/emitter";
import type { StreamHandle } from "internal:node/net/handle";
import type { AbortSignalLike, addAbortListener as AddAbortListener } from "internal:core/events/abort_listener";
import type {
  Endpoint,
  ErrorCallback,
  Server as ServerMembers,
  ServerConstructor,
  WorkerConnections,
} from "internal:node/net/types";
import { Socket, checkBlockList } from "internal:node/net/socket";
import { kKeepAlive, kKeepAliveDelay, kNoDelay } from "internal:node/net/symbols";
import defer * as channels from "internal:node/net/channels";
import defer * as listening from "internal:node/net/listen";
import { StreamKind } from "native:net";

/** An instance of `net.Server`. */
export interface Server extends ServerMembers {}

/** `net.Server`. Callable without `new`. `(options)`, `(listener)` or both. */
export const Server: ServerConstructor = function Server(
  this: Server,
  options?: any,
  connectionListener?: any,
): Server | undefined {
  if (!((this as unknown) instanceof Server)) return new (Server as any)(options, connectionListener);
  EventEmitter.call(this);
  if (typeof options === "function") {
    connectionListener = options;
    options = {};
    this.on("connection", connectionListener);
  } else if (options == null || typeof options === "object") {
    options = { ...options };
    if (typeof connectionListener === "function") this.on("connection", connectionListener);
  } else {
    throw new ERR_INVALID_ARG_TYPE("options", "Object", options);
  }
  if (options.keepAliveInitialDelay !== undefined) {
    validateNumber(options.keepAliveInitialDelay, "options.keepAliveInitialDelay");
    if (options.keepAliveInitialDelay < 0) options.keepAliveInitialDelay = 0;
  }
  if (options.highWaterMark !== undefined) {
    validateNumber(options.highWaterMark, "options.highWaterMark");
    if (options.highWaterMark < 0) options.highWaterMark = getDefaultHighWaterMark(false);
  }
  this._connections = 0;
  this._handle = null;
  this._usingWorkers = false;
  this._workers = [];
  this._unref = false;
  this._listeningId = 1;
  this.allowHalfOpen = options.allowHalfOpen || false;
  this.pauseOnConnect = Boolean(options.pauseOnConnect);
  this.noDelay = Boolean(options.noDelay);
  this.keepAlive = Boolean(options.keepAlive);
  this.keepAliveInitialDelay = ~~(options.keepAliveInitialDelay / 1000);
  this.highWaterMark = options.highWaterMark ?? getDefaultHighWaterMark(false);
  if (options.blockList) this.blockList = checkBlockList(options.blockList);
} as unknown as ServerConstructor;
safe.setPrototypeOf(Server.prototype, EventEmitter.prototype);
safe.setPrototypeOf(Server, EventEmitter);
const prototype = Server.prototype;

/** Starts to listen; see `listen.ts` for the forms. Returns the server. */
prototype.listen = function listen(this: Server, ...args: unknown[]): Server {
  return listening.listen(this, args);
};

prototype._listen2 = function _listen2(this: Server, ...args: any[]): void {
  listening.listenOnHandle(this, args[0], args[1], args[2], args[3], args[4], args[5]);
};

safe.defineProperty(prototype, "listening", {
  get(this: Server) {
    return Boolean(this._handle);
  },
  configurable: true,
  enumerable: true,
});

/** Where it listens: `{ address, family, port }`, a path, or null. */
prototype.address = function address(this: Server): Endpoint | string | null {
  if (this._handle?.getsockname) {
    const out = {};
    const errno = this._handle.getsockname(out);
    if (this._pipeName) return this._pipeName;
    if (errno < 0) throw errnoException(errno, "address");
    return out;
  }
  return this._pipeName || null;
};

/** Calls `callback(error, count)` with the number of connections. */
prototype.getConnections = function getConnections(
  this: Server,
  callback: (error: Error | null, count?: number) => void,
): Server {
  if (!this._usingWorkers) {
    nextTick(callback, null, this._connections);
    return this;
  }
  let pendingCount = this._workers.length;
  let total = this._connections;
  const onCount = (error: Error | null, count?: number): void => {
    if (error) {
      pendingCount = -1;
      nextTick(callback, error);
      return;
    }
    total += count!;
    if (--pendingCount === 0) nextTick(callback, null, total);
  };
  for (const worker of this._workers) worker.getConnections(onCount);
  return this;
};

/** Stops listening; `callback` is called when the last connection is closed, with an error when it did not listen. */
prototype.close = function close(this: Server, callback?: ErrorCallback): Server {
  this._listeningId++;
  if (typeof callback === "function") {
    if (!this._handle) this.once("close", () => callback(new ERR_SERVER_NOT_RUNNING()));
    else this.once("close", callback);
  }
  if (this._handle) {
    this._handle.close();
    this._handle = null;
  }
  // Child processes that have ended have left the list.
  if (this._usingWorkers && this._workers.length > 0) {
    let left = this._workers.length;
    // A pseudo-connection prevents the server from closing before its workers.
    this._connections++;
    const onWorkerClosed = (): void => {
      if (--left !== 0) return;
      this._connections--;
      this._emitCloseIfDrained();
    };
    for (const worker of this._workers) worker.close(onWorkerClosed);
  } else {
    this._emitCloseIfDrained();
  }
  return this;
};

prototype._emitCloseIfDrained = function _emitCloseIfDrained(this: Server): void {
  if (!this._handle && this._connections === 0) nextTick(emitClose, this);
};

function emitClose(server: Server): void {
  server.emit("close");
}

prototype[Symbol.asyncDispose] = async function (this: Server): Promise<void> {
  if (!this._handle) return;
  await new Promise<void>((resolve, reject) => this.close((error) => (error ? reject(error) : resolve())));
};

prototype.ref = function ref(this: Server): Server {
  this._unref = false;
  this._handle?.ref();
  return this;
};

prototype.unref = function unref(this: Server): Server {
  this._unref = true;
  this._handle?.unref();
  return this;
};

prototype._setupWorker = function _setupWorker(this: Server, socketList: WorkerConnections): void {
  this._usingWorkers = true;
  this._workers.push(socketList);
  socketList.once("exit", (list: WorkerConnections) => {
    this._workers.splice(this._workers.indexOf(list), 1);
  });
};

// A rejection of an asynchronous listener of "connection" destroys the connection.
prototype[safe.symbolFor("nodejs.rejection")] = function (
  this: Server,
  error: unknown,
  event: EventName,
  socket: Socket,
): void {
  if (event === "connection") socket.destroy(error);
  else this.emit("error", error);
};

/** Stops listening when `signal` aborts. */
export function closeOnAbort(server: Server, signal: AbortSignalLike, addAbortListener: typeof AddAbortListener): void {
  validateAbortSignal(signal, "options.signal");
  const onAbort = (): void => void server.close();
  if (signal.aborted) {
    nextTick(onAbort);
    return;
  }
  const registration = addAbortListener(signal, onAbort);
  server.once("close", () => registration[Symbol.dispose]());
}

/** A listening handle has accepted a connection, or failed to. */
export function onConnection(handle: StreamHandle, child: StreamHandle | null, errno: number): void {
  const server: Server = handle.owner;
  if (child === null) {
    server.emit("error", errnoException(errno, "accept"));
    return;
  }
  if (server.maxConnections != null && server._connections >= server.maxConnections) {
    const data = describeEnds(child);
    child.close();
    server.emit("drop", data);
    return;
  }
  if (server.blockList) {
    const remote: Endpoint = {};
    child.getpeername(remote);
    if (remote.family !== undefined && server.blockList.check(remote.address, remote.family.toLowerCase())) {
      child.close();
      return;
    }
  }
  const socket = makeConnection(server, child);
  server.emit("connection", socket);
  if (activity.channelCount > 0) channels.publishServerSocket(socket);
}

function makeConnection(server: Server, handle: StreamHandle): Socket {
  const socket = new Socket({
    handle,
    allowHalfOpen: server.allowHalfOpen,
    pauseOnCreate: server.pauseOnConnect,
    readable: true,
    writable: true,
    readableHighWaterMark: server.highWaterMark,
    writableHighWaterMark: server.highWaterMark,
  });
  if (server.noDelay && handle.kind === StreamKind.TCP) {
    socket[kNoDelay] = true;
    handle.setNoDelay(true);
  }
  if (server.keepAlive && handle.kind === StreamKind.TCP) {
    socket[kKeepAlive] = true;
    socket[kKeepAliveDelay] = server.keepAliveInitialDelay;
    handle.setKeepAlive(true, server.keepAliveInitialDelay);
  }
  server._connections++;
  socket.server = server;
  socket._server = server;
  return socket;
}

function describeEnds(handle: StreamHandle): object {
  const local: Endpoint = {};
  const remote: Endpoint = {};
  handle.getsockname(local);
  handle.getpeername(remote);
  return {
    __proto__: null,
    localAddress: local.address,
    localPort: local.port,
    localFamily: local.family,
    remoteAddress: remote.address,
    remotePort: remote.port,
    remoteFamily: remote.family,
  };
}
