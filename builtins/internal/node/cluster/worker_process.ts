// node:cluster in a worker: reports to the primary, listens through it, and exits with it.
import { EventEmitter } from "internal:core/events/emitter";
import { load } from "internal:core/bootstrap";
import type { ChannelTarget } from "internal:node/child_process/channel";
import type { ListenQuery, ListenReply } from "internal:node/cluster/listening";
import { type ClusterMessage, listenerFor, sendTo } from "internal:node/cluster/messages";
import { Worker } from "internal:node/cluster/worker";
import type { StreamHandle } from "internal:node/net/handle";
import defer * as listening from "internal:node/cluster/listening";

/** A handle of this worker: of the primary's socket, shared or remote. */
type Handle = any;
/** `process` in a worker. */
type WorkerProcess = ChannelTarget & {
  env: Record<string, string | undefined>;
  exit(code: number): never;
};

const cluster: any = new EventEmitter();
/** The handles that this worker listens on, by the primary's key. */
const handles = new Map<string, Handle>();
/** Counts the servers on one address: each has a listening socket of its own. */
const indexes = new Map<string, { next: number; used: Set<number> }>();
let process: WorkerProcess;

cluster.isWorker = true;
cluster.isMaster = false;
cluster.isPrimary = false;
cluster.worker = null;
cluster.Worker = Worker;

/** Makes this process a worker of its parent. `target` is `process`. */
export function start(target: WorkerProcess): void {
  process = target;
  const worker = new Worker({ id: +process.env.NODE_UNIQUE_ID! | 0, process, state: "online" });
  delete process.env.NODE_UNIQUE_ID;
  cluster.worker = worker;
  process.once("disconnect", () => {
    process.channel = null;
    worker.emit("disconnect");
    // The primary has exited.
    if (!worker.exitedAfterDisconnect) process.exit(0);
  });
  process.on("internalMessage", listenerFor(worker, onMessage));
  sendTo(process, { act: "online" });
  listening.install();
}

function onMessage(this: Worker, message: ClusterMessage, handle: any): void {
  if (message.act === "newconn") onConnection(message, handle);
  else if (message.act === "disconnect") closeAll(this, true);
}

// `start` is called while node:process is still being evaluated, `_setupWorker` is Node's name for it.
cluster._setupWorker = () => {};

/**
 * Requests the socket that `server` listens on from the primary. `done` is called with a negative error number, or 0 and a handle.
 */
cluster._getServer = function (server: any, options: ListenQuery, done: ListenReply): void {
  let { address } = options;
  if (options.port < 0 && typeof address === "string") address = load("internal:core/path").default.resolve(address);
  const indexesKey = `${address}:${options.port}:${options.addressType}:${options.fd}`;
  let entry = indexes.get(indexesKey);
  if (entry === undefined) indexes.set(indexesKey, (entry = { next: 0, used: new Set() }));
  const index = entry.next++;
  entry.used.add(index);
  const message: Partial<ClusterMessage> = { act: "queryServer", index, data: null, ...options, address };
  if (server._getServerData) message.data = server._getServerData();
  sendTo(process, message, undefined, (reply, handle) => {
    if (typeof server._setServerData === "function") server._setServerData(reply.data);
    const release = (): void => releaseIndex(indexesKey, index);
    if (handle) useShared(reply, handle, release, done);
    else useRemote(reply, release, done);
  });
  server.once("listening", () => {
    // The server may have been closed already.
    if (!indexes.has(indexesKey)) return;
    cluster.worker.state = "listening";
    const bound = server.address();
    sendTo(process, { ...message, act: "listening", port: bound?.port || options.port });
  });
};

function releaseIndex(indexesKey: string, index: number): void {
  const entry = indexes.get(indexesKey);
  if (entry === undefined) return;
  entry.used.delete(index);
  if (entry.used.size === 0) indexes.delete(indexesKey);
}

// SCHED_NONE: the primary has sent the socket.
function useShared(reply: ClusterMessage, handle: Handle, release: () => void, done: ListenReply): void {
  const { key } = reply;
  const close = handle.close;
  handle.close = function (this: unknown, ...args: unknown[]) {
    sendTo(process, { act: "close", key });
    handles.delete(key);
    release();
    return close.apply(this, args);
  };
  handles.set(key, handle);
  done(reply.errno ?? 0, handle);
}

// SCHED_RR: the primary accepts, and sends the connections.
function useRemote(reply: ClusterMessage, release: () => void, done: ListenReply): void {
  if (reply.errno) {
    release();
    done(reply.errno, null);
    return;
  }
  const { key } = reply;
  const handle = new listening.RemoteHandle(reply.sockname, () => {
    sendTo(process, { act: "close", key });
    handles.delete(key);
    release();
  });
  handles.set(key, handle);
  done(0, handle);
}

function onConnection(message: ClusterMessage, connection: StreamHandle | undefined): void {
  const handle = handles.get(message.key);
  let accepted = handle !== undefined && connection !== undefined;
  if (accepted && handle.owner) {
    const { maxConnections, _connections, dropMaxConnection } = handle.owner;
    // With `dropMaxConnection` the server itself drops it.
    if (maxConnections != null && _connections >= maxConnections && !dropMaxConnection) accepted = false;
  }
  sendTo(process, { ack: message.seq, accepted });
  if (accepted) handle.onConnection(handle, connection, 0);
  else connection?.close();
}

/** Closes all servers, then disconnects from the primary. */
function closeAll(worker: Worker, isRequested: boolean): void {
  worker.exitedAfterDisconnect = true;
  let pendingCount = 1;
  const done = (): void => {
    if (--pendingCount !== 0) return;
    // Reports to the primary that the disconnect is intended, unless the primary requested it.
    if (isRequested) disconnect();
    else sendTo(process, { act: "exitedAfterDisconnect" }, undefined, disconnect);
  };
  for (const handle of [...handles.values()]) {
    pendingCount++;
    if (handle.owner?.close) handle.owner.close(done);
    else handle.close(done);
  }
  handles.clear();
  done();
}

function disconnect(): void {
  if (process.connected) process.disconnect();
}

/** Closes this worker's servers and disconnects it from the primary. */
Worker.prototype.disconnect = function (this: Worker): Worker {
  if (this.state !== "disconnecting" && this.state !== "destroying") {
    this.state = "disconnecting";
    closeAll(this, false);
  }
  return this;
};

/** Exits this worker. */
Worker.prototype.destroy = function (this: Worker): void {
  if (this.state === "destroying") return;
  this.exitedAfterDisconnect = true;
  if (!this.isConnected()) {
    process.exit(0);
    return;
  }
  this.state = "destroying";
  sendTo(process, { act: "exitedAfterDisconnect" }, undefined, disconnect);
  process.once("disconnect", () => process.exit(0));
};

export default cluster;
