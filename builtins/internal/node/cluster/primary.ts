// node:cluster in the primary: starts workers, shares addresses among them, and tells what becomes of them.
import { EventEmitter } from "internal:core/events/emitter";
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { load } from "internal:core/bootstrap";
import { fork as forkProcess } from "internal:node/child_process/async";
import { listenerFor, sendTo } from "internal:node/cluster/messages";
import { RoundRobinHandle } from "internal:node/cluster/round_robin";
import { SharedHandle } from "internal:node/cluster/shared_handle";
import { Worker } from "internal:node/cluster/worker";

const SCHED_NONE = 1;
const SCHED_RR = 2;

const process: any = load("internal:node/process").default;
const cluster: any = new EventEmitter();
/** Hears when the last worker is gone. */
const intercom: any = new EventEmitter();
const handles = new Map<string, RoundRobinHandle | SharedHandle>();
let lastId = 0;
let isSetUp = false;

cluster.isWorker = false;
cluster.isMaster = true;
cluster.isPrimary = true;
cluster.Worker = Worker;
cluster.workers = {};
cluster.settings = {};
cluster.SCHED_NONE = SCHED_NONE;
cluster.SCHED_RR = SCHED_RR;
cluster.schedulingPolicy = policyOf(process.env.NODE_CLUSTER_SCHED_POLICY);

function policyOf(name: string | undefined): number {
  return name === "none" ? SCHED_NONE : SCHED_RR;
}

/** Sets how workers are started; what is left out stays. Emits 'setup' on the next tick. */
cluster.setupPrimary = function setupPrimary(options?: any): void {
  const settings: any = {
    args: process.argv.slice(2),
    exec: process.argv[1],
    execArgv: process.execArgv,
    silent: false,
    ...cluster.settings,
    ...options,
  };
  cluster.settings = settings;
  if (!isSetUp) {
    isSetUp = true;
    const policy = cluster.schedulingPolicy;
    if (policy !== SCHED_NONE && policy !== SCHED_RR)
      throw new ERR_OUT_OF_RANGE("cluster.schedulingPolicy", "SCHED_NONE or SCHED_RR", policy);
  }
  nextTick(() => cluster.emit("setup", settings));
};
cluster.setupMaster = cluster.setupPrimary;

/** Starts a worker with `environment` added to this process's. */
cluster.fork = function fork(environment?: any): any {
  cluster.setupPrimary();
  const id = ++lastId;
  const worker: any = new Worker({ id, process: start(id, environment) });
  worker.on("message", (message: unknown, handle: unknown) => cluster.emit("message", worker, message, handle));
  worker.process.once("exit", (code: number | null, signal: string | null) => {
    // While it is connected, what it sent before its end is still to come.
    if (!worker.isConnected()) {
      removeFromHandles(worker);
      removeWorker(worker);
    }
    worker.exitedAfterDisconnect = Boolean(worker.exitedAfterDisconnect);
    worker.state = "dead";
    worker.emit("exit", code, signal);
    cluster.emit("exit", worker, code, signal);
  });
  worker.process.once("disconnect", () => {
    removeFromHandles(worker);
    if (worker.isDead()) removeWorker(worker);
    worker.exitedAfterDisconnect = Boolean(worker.exitedAfterDisconnect);
    worker.state = "disconnected";
    worker.emit("disconnect");
    cluster.emit("disconnect", worker);
  });
  worker.process.on("internalMessage", listenerFor(worker, onMessage));
  nextTick(() => cluster.emit("fork", worker));
  cluster.workers[id] = worker;
  return worker;
};

function start(id: number, environment: any): any {
  const { exec, args, execArgv, cwd, serialization, silent, windowsHide, stdio, uid, gid } = cluster.settings;
  const env = { ...process.env, ...environment, NODE_UNIQUE_ID: `${id}` };
  return forkProcess(exec, args, {
    cwd,
    env,
    serialization,
    silent,
    windowsHide,
    execArgv: [...execArgv],
    stdio,
    uid,
    gid,
  });
}

/** Ends the connection to all workers; `callback` is called when all are gone. */
cluster.disconnect = function disconnect(callback?: any): void {
  const workers: any[] = Object.values(cluster.workers);
  if (workers.length === 0) nextTick(() => intercom.emit("disconnect"));
  for (const worker of workers) if (worker.isConnected()) worker.disconnect();
  if (typeof callback === "function") intercom.once("disconnect", callback);
};

function removeWorker(worker: any): void {
  delete cluster.workers[worker.id];
  if (Object.keys(cluster.workers).length === 0) intercom.emit("disconnect");
}

function removeFromHandles(worker: any): void {
  for (const [key, handle] of handles) if (handle.remove(worker)) handles.delete(key);
}

const ACTIONS: Record<string, (worker: any, message: any) => void> = {
  online(worker) {
    worker.state = "online";
    worker.emit("online");
    cluster.emit("online", worker);
  },
  exitedAfterDisconnect(worker, message) {
    worker.exitedAfterDisconnect = true;
    sendTo(worker.process, { ack: message.seq });
  },
  queryServer,
  listening(worker, message) {
    const { addressType, address, port, fd } = message;
    const info = { addressType, address, port, fd };
    worker.state = "listening";
    worker.emit("listening", info);
    cluster.emit("listening", worker, info);
  },
  close(worker, message) {
    const handle = handles.get(message.key);
    if (handle?.remove(worker)) handles.delete(message.key);
  },
};

function onMessage(this: any, message: any): void {
  if (Object.hasOwn(ACTIONS, message.act)) ACTIONS[message.act]!(this, message);
}

/** A worker wants to listen. */
function queryServer(worker: any, message: any): void {
  // It is being disconnected: its servers are closing.
  if (worker.exitedAfterDisconnect) return;
  const { address, port, addressType, fd, index } = message;
  const key = `${address}:${port}:${addressType}:${fd}:${index}`;
  let handle = handles.get(key);
  if (handle === undefined) {
    const isDatagram = addressType === "udp4" || addressType === "udp6";
    const Handle = cluster.schedulingPolicy === SCHED_RR && !isDatagram ? RoundRobinHandle : SharedHandle;
    handle = new Handle(key, port < 0 && typeof address === "string" ? shortPath(address) : address, message);
    handles.set(key, handle);
  }
  handle.data ??= message.data;
  handle.add(worker, (errno: number | null, reply: object | null, shared: any) => {
    const data = handles.get(key)?.data;
    if (errno) handles.delete(key);
    sendTo(worker.process, { errno, key, ack: message.seq, data, ...reply }, shared);
  });
}

// The name of a unix-domain socket has little room, and the worker told the whole path because its folder may be another one.
function shortPath(path: string): string {
  const relative = load("internal:core/path").default.relative(process.cwd(), path);
  return relative.length < path.length ? relative : path;
}

/** Asks the worker to close its servers and to end. */
Worker.prototype.disconnect = function disconnect(this: any): any {
  this.exitedAfterDisconnect = true;
  sendTo(this.process, { act: "disconnect" });
  removeFromHandles(this);
  removeWorker(this);
  return this;
};

/** Ends the worker by a signal. */
Worker.prototype.destroy = function destroy(this: any, signal?: any): void {
  this.process.kill(signal || "SIGTERM");
};

export default cluster;
