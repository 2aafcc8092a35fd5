// node:cluster in the primary: starts workers, shares addresses among them, and emits their events.
import { EventEmitter } from "internal:core/events/emitter";
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { load, services } from "internal:core/bootstrap";
import { fork as forkProcess } from "internal:node/child_process/async";
import type { ChildProcess } from "internal:node/child_process/child_process";
import { type ClusterMessage, listenerFor, sendTo } from "internal:node/cluster/messages";
import { inspectorFlags } from "internal:node/cluster/inspector_ports";
import { RoundRobinHandle } from "internal:node/cluster/round_robin";
import { SharedHandle } from "internal:node/cluster/shared_handle";
import { Worker } from "internal:node/cluster/worker";

/** Options of `setupPrimary`. */
interface Settings {
  args?: string[];
  cwd?: string;
  exec?: string;
  execArgv?: string[];
  gid?: number;
  inspectPort?: unknown;
  serialization?: string;
  silent?: boolean;
  stdio?: unknown;
  uid?: number;
  windowsHide?: boolean;
}

/** `module.exports` of node:cluster in the primary. */
interface Cluster extends EventEmitter {
  isWorker: boolean;
  isMaster: boolean;
  isPrimary: boolean;
  Worker: typeof Worker;
  workers: Record<string, Worker>;
  settings: Settings;
  SCHED_NONE: number;
  SCHED_RR: number;
  schedulingPolicy: number;
  setupPrimary(options?: Settings): void;
  setupMaster(options?: Settings): void;
  fork(environment?: Record<string, unknown>): Worker;
  disconnect(callback?: () => void): void;
}

const SCHED_NONE = 1;
const SCHED_RR = 2;

const process: any = load("internal:node/process").default;
const cluster = new EventEmitter() as Cluster;
/** Emits 'disconnect' when the last worker has gone. */
const intercom = new EventEmitter();
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
cluster.schedulingPolicy = policyOf(services().variables.NODE_CLUSTER_SCHED_POLICY);

function policyOf(name: string | undefined): number {
  return name === "none" ? SCHED_NONE : SCHED_RR;
}

/** Sets how workers are started; missing options are not changed. Emits 'setup' on the next tick. */
cluster.setupPrimary = function setupPrimary(options?: Settings): void {
  const settings: Settings = {
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
cluster.fork = function fork(environment?: Record<string, unknown>): Worker {
  cluster.setupPrimary();
  const id = ++lastId;
  const worker = new Worker({ id, process: start(id, environment) });
  worker.on("message", (message: unknown, handle: unknown) => cluster.emit("message", worker, message, handle));
  worker.process.once("exit", (code: number | null, signal: string | null) => {
    // While it is connected, messages that it sent before its exit are in flight.
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

function start(id: number, environment: Record<string, unknown> | undefined): ChildProcess {
  const { exec, args, execArgv, cwd, serialization, silent, windowsHide, stdio, uid, gid, inspectPort } =
    cluster.settings;
  const env = { ...process.env, ...environment, NODE_UNIQUE_ID: `${id}` };
  return forkProcess(exec, args, {
    cwd,
    env,
    serialization,
    silent,
    windowsHide,
    execArgv: [...execArgv!, ...inspectorFlags(execArgv!, inspectPort)],
    stdio,
    uid,
    gid,
  });
}

/** Disconnects all workers; `callback` is called when all have gone. */
cluster.disconnect = function disconnect(callback?: () => void): void {
  const workers = Object.values(cluster.workers);
  if (workers.length === 0) nextTick(() => intercom.emit("disconnect"));
  for (const worker of workers) if (worker.isConnected()) worker.disconnect();
  if (typeof callback === "function") intercom.once("disconnect", callback);
};

function removeWorker(worker: Worker): void {
  delete cluster.workers[worker.id];
  if (Object.keys(cluster.workers).length === 0) intercom.emit("disconnect");
}

function removeFromHandles(worker: Worker): void {
  for (const [key, handle] of handles) if (handle.remove(worker)) handles.delete(key);
}

const ACTIONS: Record<string, (worker: Worker, message: ClusterMessage) => void> = {
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

function onMessage(this: Worker, message: ClusterMessage): void {
  if (Object.hasOwn(ACTIONS, message.act)) ACTIONS[message.act]!(this, message);
}

/** A server of a worker listens. */
function queryServer(worker: Worker, message: ClusterMessage): void {
  // It is disconnecting: its servers are closing.
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
  handle.add(worker, (errno, reply, shared) => {
    const data = handles.get(key)?.data;
    if (errno) handles.delete(key);
    sendTo(worker.process, { errno: errno!, key, ack: message.seq, data, ...reply }, shared);
  });
}

// The system limits the path of a unix-domain socket, and the worker sends an absolute path since its working directory may differ.
function shortPath(path: string): string {
  const relative = load("internal:core/path").default.relative(process.cwd(), path);
  return relative.length < path.length ? relative : path;
}

/** Requests that the worker closes its servers and exits. */
Worker.prototype.disconnect = function disconnect(this: Worker): Worker {
  this.exitedAfterDisconnect = true;
  sendTo(this.process, { act: "disconnect" });
  removeFromHandles(this);
  removeWorker(this);
  return this;
};

/** Kills the worker by a signal. */
Worker.prototype.destroy = function destroy(this: Worker, signal?: string | number): void {
  (this.process as ChildProcess).kill(signal || "SIGTERM");
};

export default cluster;
