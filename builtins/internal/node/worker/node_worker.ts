// The Worker class of `node:worker_threads`. Options are checked in `node_worker_options`, the standard streams are in `stdio`.
import type { URL } from "web:url";
import { EventEmitter } from "internal:core/events/emitter";
import { type Thread, type ThreadListener, type ThreadOptions } from "internal:web/worker/thread";
import defer * as threads from "internal:web/worker/thread";
import { type Serialized } from "web:structured_clone";
import defer * as transfer from "internal:web/worker/transfer_list";
import { ERR_METHOD_NOT_IMPLEMENTED, ERR_WORKER_NOT_RUNNING, ERR_WORKER_OUT_OF_MEMORY } from "internal:core/errors";
import { findChannel } from "internal:core/diagnostics/channel";
import { type Scope, capture, destroyed, inScope } from "internal:core/async/context";
import { validateNumber, validateObject } from "internal:core/validators";
import { nextTick } from "internal:core/ticks";
import { load } from "internal:core/bootstrap";
import { ThreadRequest, loopTimes } from "native:worker";
import defer * as clone from "web:structured_clone";
import defer * as errors from "internal:web/worker/errors";
import defer * as timing from "internal:web/performance/node_timing";
import defer * as heapDumps from "internal:node/v8/heap_dumps";
import defer * as requests from "internal:node/worker/thread_requests";
import defer * as reading from "internal:node/worker/node_worker_options";
import defer * as sizes from "internal:node/worker/limits";
import defer * as stdio from "internal:node/worker/stdio";

type Utilization = Parameters<typeof timing.utilizationOf>[2];

interface CpuUsage {
  user: number;
  system: number;
}

interface State {
  thread: Thread;
  streams: stdio.WorkerStreams;
  limits: Record<string, number>;
  name: string;
  isReferenced: boolean;
  /** Node's message port keeps the process alive by itself after `ref()`. */
  isPortReferenced: boolean;
  isOnline: boolean;
  hasEnded: boolean;
  termination: { promise: Promise<number>; resolve(code: number): void } | null;
}

const kState = Symbol("kState");

// The event of `process` for each new worker.
function announce(worker: Worker): void {
  load("internal:node/process").default.emit("worker", worker);
}

/** A thread: `new Worker(filename, options?)`. Throws errors such as ERR_WORKER_PATH, ERR_INVALID_ARG_TYPE and DataCloneError. */
export class Worker extends EventEmitter {
  declare [kState]: State;
  declare performance: { eventLoopUtilization(first?: Utilization, second?: Utilization): object };

  constructor(filename: string | URL, options: object | undefined = undefined) {
    super();
    const { start, capturesOut, capturesError, hasInput, data, transferList } = reading.readOptions(
      filename,
      options ?? {},
    );
    const streams = stdio.makeStreams(capturesOut, capturesError, hasInput);
    const listener = new Listener(this);
    const state = {
      streams,
      limits: start.resourceLimits,
      name: start.name,
      isReferenced: true,
      isPortReferenced: false,
      isOnline: false,
      hasEnded: false,
      termination: null,
    } as unknown as State;
    Object.defineProperty(this, kState, { value: state, configurable: true });
    state.thread = new threads.Thread(
      listener,
      { ...(start as ThreadOptions), stdinPort: streams.inputPort },
      data,
      transferList,
    );
    // The resource of a worker in async_hooks.
    listener.scope = capture("WORKER", { hasRef: () => (state.hasEnded ? undefined : state.isReferenced) });
    listener.portScope = capture("MESSAGEPORT", { hasRef: () => state.isPortReferenced });
    const channel = findChannel("worker_threads");
    if (channel?.hasSubscribers) channel.publish({ worker: this });
    nextTick(announce, this);
    this.performance = { eventLoopUtilization: (first, second) => utilization(state, first, second) };
  }

  /** Sends a clone of `value` to the worker's `parentPort`. Throws a DataCloneError. */
  postMessage(value: unknown, transferList?: unknown): void {
    if (arguments.length === 0) throw transfer.missingMessage();
    this[kState].thread.post(value, transfer.transferListOf(transferList));
  }

  /** Ends the worker, also while it runs code. Resolves with its exit code, or undefined when it had ended. */
  terminate(): Promise<number | undefined> {
    const state = this[kState];
    if (state.thread.id === -1) return Promise.resolve(undefined);
    state.thread.keepAlive(true);
    state.thread.terminate();
    return (state.termination ??= Promise.withResolvers<number>()).promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminate();
  }

  ref(): void {
    const state = this[kState];
    state.isReferenced = state.isPortReferenced = !state.hasEnded;
    this[kState].thread.keepAlive(true);
  }
  unref(): void {
    const state = this[kState];
    state.isReferenced = state.isPortReferenced = false;
    this[kState].thread.keepAlive(false);
  }

  get threadId(): number {
    return this[kState].thread.id;
  }
  get threadName(): string | null {
    const { thread, name } = this[kState];
    return thread.id === -1 ? null : name || "WorkerThread";
  }
  get stdin(): stdio.WorkerStreams["stdin"] {
    return this[kState].streams.stdin;
  }
  get stdout(): stdio.OutputStream {
    return this[kState].streams.stdout;
  }
  get stderr(): stdio.OutputStream {
    return this[kState].streams.stderr;
  }
  get resourceLimits(): Record<string, number> {
    const { thread, limits, isOnline } = this[kState];
    if (thread.id === -1) return {};
    // The worker adds the defaults.
    return isOnline ? sizes.limitsInside(limits) : limits;
  }

  /**
   * A Readable stream of a snapshot of the worker's heap in V8's format, taken after its current task.
   * Throws ERR_INVALID_ARG_TYPE, rejects with ERR_WORKER_NOT_RUNNING.
   */
  getHeapSnapshot(options?: object): Promise<object> {
    heapDumps.checkSnapshotOptions(options);
    return this.#request(ThreadRequest.HEAP_SNAPSHOT).then((snapshot) => heapDumps.streamOf(snapshot));
  }
  /** The statistics of the worker's heap, as of `v8.getHeapStatistics()`, taken after its current task. */
  async getHeapStatistics(): Promise<object> {
    const statistics = await this.#request(ThreadRequest.HEAP_STATISTICS);
    return { ...statistics, does_zap_garbage: Boolean(statistics.does_zap_garbage) };
  }

  /** The CPU time of the worker's thread in microseconds, optionally since `previous`. Throws ERR_INVALID_ARG_TYPE and ERR_OUT_OF_RANGE. */
  cpuUsage(previous?: CpuUsage): Promise<CpuUsage> {
    if (previous) {
      validateObject(previous, "prev");
      validateNumber(previous.user, "prev.user", 0, Number.MAX_SAFE_INTEGER);
      validateNumber(previous.system, "prev.system", 0, Number.MAX_SAFE_INTEGER);
    }
    return this.#request(ThreadRequest.CPU_USAGE).then(({ user, system }: CpuUsage) => ({
      user: user - (previous ? previous.user : 0),
      system: system - (previous ? previous.system : 0),
    }));
  }
  /** Begins a CPU profile of the worker; `stop()` of the result ends it and resolves with JSON. */
  async startCpuProfile(): Promise<CpuProfileHandle> {
    const number = await this.#request(ThreadRequest.START_CPU_PROFILE);
    return new CpuProfileHandle(() => this.#request(ThreadRequest.END_CPU_PROFILE, number));
  }
  startHeapProfile(): Promise<never> {
    return this.#unavailable("worker.startHeapProfile()");
  }

  async #request(what: ThreadRequest, detail?: number): Promise<any> {
    const { thread } = this[kState];
    const reply = thread.id === -1 ? requests.NO_REPLY : await requests.request(thread.id, what, detail);
    if (reply === requests.NO_REPLY) throw new ERR_WORKER_NOT_RUNNING();
    return reply;
  }

  #unavailable(name: string): Promise<never> {
    const hasEnded = this[kState].thread.id === -1;
    return Promise.reject(hasEnded ? new ERR_WORKER_NOT_RUNNING() : new ERR_METHOD_NOT_IMPLEMENTED(name));
  }
}

/** A CPU profile in progress. */
class CpuProfileHandle {
  #end: () => Promise<string>;
  #profile: Promise<string> | null = null;

  constructor(end: () => Promise<string>) {
    this.#end = end;
  }
  /** Ends it. Resolves with the profile, the same for each call. Rejects with ERR_WORKER_NOT_RUNNING. */
  stop(): Promise<string> {
    return (this.#profile ??= this.#end());
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

// All zero for a worker that is not online yet, or has ended.
function utilization({ thread, isOnline }: State, first?: Utilization, second?: Utilization): object {
  const { start, idle } = thread.id === -1 || !isOnline ? { start: 0, idle: 0 } : loopTimes(thread.id);
  return timing.utilizationOf(start, idle, first, second);
}

/** Emits what the thread reports as events of the worker. */
class Listener implements ThreadListener {
  #worker: Worker;
  scope: Scope | undefined = undefined;
  portScope: Scope | undefined = undefined;
  constructor(worker: Worker) {
    this.#worker = worker;
  }
  threadMessage(message: Serialized): void {
    inScope(this.portScope, () => this.#message(message));
  }
  #message({ bytes, transferred }: Serialized): void {
    let data: unknown;
    try {
      data = clone.deserialize(bytes, transferred);
    } catch (error) {
      this.#worker.emit("messageerror", error);
      return;
    }
    this.#worker.emit("message", data);
  }
  threadOnline(): void {
    this.#worker[kState].isOnline = true;
    this.#emit("online");
  }
  threadOutput(descriptor: number, bytes: Uint8Array, ends?: Uint8Array | null): void {
    inScope(this.scope, () => this.#worker[kState].streams.output(descriptor, bytes, ends));
  }
  threadFailed(error: Uint8Array): void {
    this.#emit("error", errors.deserializeError(error));
  }
  threadOutOfMemory(): void {
    this.#emit("error", new ERR_WORKER_OUT_OF_MEMORY("JS heap out of memory"));
  }
  threadEnded(code: number): void {
    const state = this.#worker[kState];
    inScope(this.scope, () => state.streams.end());
    state.termination?.resolve(code);
    state.isReferenced = true;
    state.isPortReferenced = false;
    this.#emit("exit", code);
    state.hasEnded = true;
    if (this.scope !== undefined) destroyed(this.scope);
    if (this.portScope !== undefined) destroyed(this.portScope);
  }

  #emit(event: string, ...args: unknown[]): void {
    inScope(this.scope, () => this.#worker.emit(event, ...args));
  }
}
