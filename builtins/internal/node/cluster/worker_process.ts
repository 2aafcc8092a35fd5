// node:cluster in a worker: tells the primary that it is there, asks it for addresses to listen on, and ends with it.
import { EventEmitter } from "internal:core/events/emitter";
import { load } from "internal:core/bootstrap";
import { listenerFor, sendTo } from "internal:node/cluster/messages";
import { Worker } from "internal:node/cluster/worker";
import defer * as listening from "internal:node/cluster/listening";

type Got = (errno: number, handle: any) => void;

const cluster: any = new EventEmitter();
/** What this worker listens on, by the primary's key. */
const handles = new Map<string, any>();
/** How many servers asked for an address: each gets a listening socket of its own. */
const indexes = new Map<string, { next: number; used: Set<number> }>();
let process: any;

cluster.isWorker = true;
cluster.isMaster = false;
cluster.isPrimary = false;
cluster.worker = null;
cluster.Worker = Worker;

/** Makes this process a worker of its parent. `target` is `process`. */
export function start(target: any): void {
  process = target;
  const worker: any = new Worker({ id: +process.env.NODE_UNIQUE_ID | 0, process, state: "online" });
  delete process.env.NODE_UNIQUE_ID;
  cluster.worker = worker;
  process.once("disconnect", () => {
    process.channel = null;
    worker.emit("disconnect");
    // The primary has gone: there is nothing to work for.
    if (!worker.exitedAfterDisconnect) process.exit(0);
  });
  process.on("internalMessage", listenerFor(worker, onMessage));
  sendTo(process, { act: "online" });
  listening.install();
}

function onMessage(this: any, message: any, handle: any): void {
  if (message.act === "newconn") onConnection(message, handle);
  else if (message.act === "disconnect") closeAll(this, true);
}

// `start` is called while node:process is still being evaluated, `_setupWorker` is Node's name for it.
cluster._setupWorker = () => {};

/**
 * Asks the primary for what `server` listens on; `options` has `address`, `port`, `addressType`, `fd`, `flags`, `backlog`. `got` gets
 * a negative error number, or 0 and a handle.
 */
cluster._getServer = function (server: any, options: any, got: Got): void {
  let { address } = options;
  if (options.port < 0 && typeof address === "string") address = load("internal:core/path").default.resolve(address);
  const indexesKey = `${address}:${options.port}:${options.addressType}:${options.fd}`;
  let known = indexes.get(indexesKey);
  if (known === undefined) indexes.set(indexesKey, (known = { next: 0, used: new Set() }));
  const index = known.next++;
  known.used.add(index);
  const message: any = { act: "queryServer", index, data: null, ...options, address };
  if (server._getServerData) message.data = server._getServerData();
  sendTo(process, message, undefined, (reply, handle) => {
    if (typeof server._setServerData === "function") server._setServerData(reply.data);
    const forget = (): void => releaseIndex(indexesKey, index);
    if (handle) shared(reply, handle, forget, got);
    else roundRobin(reply, forget, got);
  });
  server.once("listening", () => {
    // It may have been closed already.
    if (!indexes.has(indexesKey)) return;
    cluster.worker.state = "listening";
    const bound = server.address();
    sendTo(process, { ...message, act: "listening", port: bound?.port || options.port });
  });
};

function releaseIndex(indexesKey: string, index: number): void {
  const known = indexes.get(indexesKey);
  if (known === undefined) return;
  known.used.delete(index);
  if (known.used.size === 0) indexes.delete(indexesKey);
}

function shared(reply: any, handle: any, forget: () => void, got: Got): void {
  const { key } = reply;
  const close = handle.close;
  handle.close = function (this: any, ...args: any[]) {
    sendTo(process, { act: "close", key });
    handles.delete(key);
    forget();
    return close.apply(this, args);
  };
  handles.set(key, handle);
  got(reply.errno ?? 0, handle);
}

function roundRobin(reply: any, forget: () => void, got: Got): void {
  if (reply.errno) {
    forget();
    got(reply.errno, null);
    return;
  }
  const { key } = reply;
  const handle = new listening.RemoteHandle(reply.sockname, () => {
    sendTo(process, { act: "close", key });
    handles.delete(key);
    forget();
  });
  handles.set(key, handle);
  got(0, handle);
}

function onConnection(message: any, connection: any): void {
  const handle = handles.get(message.key);
  let accepted = handle !== undefined && connection !== undefined;
  if (accepted && handle.owner) {
    const { maxConnections, _connections, dropMaxConnection } = handle.owner;
    // With `dropMaxConnection` the server refuses it itself.
    if (maxConnections != null && _connections >= maxConnections && !dropMaxConnection) accepted = false;
  }
  sendTo(process, { ack: message.seq, accepted });
  if (accepted) handle.onConnection(handle, connection, 0);
  else connection?.close();
}

/** Closes what listens, then leaves the primary. */
function closeAll(worker: any, isAsked: boolean): void {
  worker.exitedAfterDisconnect = true;
  let waiting = 1;
  const done = (): void => {
    if (--waiting !== 0) return;
    // The primary must know that this end is meant, unless it said so itself.
    if (isAsked) disconnect();
    else sendTo(process, { act: "exitedAfterDisconnect" }, undefined, disconnect);
  };
  for (const handle of [...handles.values()]) {
    waiting++;
    if (handle.owner?.close) handle.owner.close(done);
    else handle.close(done);
  }
  handles.clear();
  done();
}

function disconnect(): void {
  if (process.connected) process.disconnect();
}

/** Closes this worker's servers and ends its connection to the primary. */
Worker.prototype.disconnect = function (this: any): any {
  if (this.state !== "disconnecting" && this.state !== "destroying") {
    this.state = "disconnecting";
    closeAll(this, false);
  }
  return this;
};

/** Ends this worker. */
Worker.prototype.destroy = function (this: any): void {
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
