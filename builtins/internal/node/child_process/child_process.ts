// `child_process.ChildProcess`: one child process, its pipes, its exit and its channel.
import { EventEmitter } from "internal:core/events/emitter";
import { errnoException } from "internal:core/errors";
import { validateArray, validateObject, validateOneOf, validateString } from "internal:core/validators";
import { nextTick } from "internal:core/ticks";
import { signalNumber } from "internal:node/child_process/arguments";
import { ProcessHandle } from "internal:node/child_process/process_handle";
import { slotsOf, type Slot } from "internal:node/child_process/stdio";
import defer * as sockets from "internal:node/child_process/sockets";
import defer * as channels from "internal:node/child_process/channel";
import defer * as tracing from "internal:node/child_process/tracing";
import type { SpawnOptions } from "internal:node/child_process/arguments";
import type { ChannelTarget } from "internal:node/child_process/channel";
import type { Socket } from "internal:node/net/types";
import { isLoaded } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";

const ESRCH = -3;
const EINVAL = -22;
const ENOSYS = -38;
/** Errors that are emitted as an event: EACCES, EAGAIN, EMFILE, ENFILE, ENOENT. */
const LATE_ERRORS = [-13, -11, -24, -23, -2];

/** An instance of ChildProcess, with Node's underscored members, which programs use. */
export interface ChildProcess extends ChannelTarget {
  killed: boolean;
  pid?: number;
  spawnargs: string[];
  spawnfile: string | null;
  stdin: Socket | null;
  stdout: Socket | null;
  stderr: Socket | null;
  stdio: (Socket | null)[];
  _handle: ProcessHandle | null;
  kill(signal?: string | number): boolean;
  ref(): void;
  spawn(options: SpawnOptions): number;
  unref(): void;
}

interface ChildProcessConstructor {
  new (): ChildProcess;
  (this: object): void;
  prototype: any;
}

/** The class. Callable without `new` on a prepared object, as old programs do. */
export const ChildProcess = function ChildProcess(this: ChildProcess): void {
  EventEmitter.call(this);
  this._closesNeeded = 1;
  this._closesGot = 0;
  this.connected = false;
  this.signalCode = null;
  this.exitCode = null;
  this.killed = false;
  this.spawnfile = null;
  this._handle = new ProcessHandle((code, signal) => onExit(this, code, signal));
  this._handle.owner = this;
  if (isLoaded("internal:core/diagnostics/channel")) tracing.publishNew(this);
} as ChildProcessConstructor;
Object.setPrototypeOf(ChildProcess.prototype, EventEmitter.prototype);
Object.setPrototypeOf(ChildProcess, EventEmitter);
const prototype = ChildProcess.prototype;

function onExit(child: ChildProcess, code: number, signal: string | null): void {
  if (signal) child.signalCode = signal;
  else child.exitCode = code;
  child.stdin?.destroy();
  child._handle = null;
  if (code < 0 && !signal) {
    const error: Error & { path?: string; spawnargs?: string[] } = errnoException(
      code,
      child.spawnfile ? `spawn ${child.spawnfile}` : "spawn",
    );
    if (child.spawnfile) error.path = child.spawnfile;
    error.spawnargs = child.spawnargs.slice(1);
    child.emit("error", error);
  } else child.emit("exit", child.exitCode, child.signalCode);
  // A pipe that the program does not read is drained, so that its end is detected and 'close' is emitted.
  nextTick(flushStreams, child);
  maybeClose(child);
}

function flushStreams(child: ChildProcess): void {
  for (const stream of child.stdio ?? []) {
    if (stream?.readable && !(stream as sockets.StdioStream)[sockets.kIsUsedAsStdio]) stream.resume();
  }
}

/** Counts the exit and closed pipes; emits 'close' after the last. */
export function maybeClose(child: ChannelTarget): void {
  child._closesGot++;
  if (child._closesGot === child._closesNeeded) child.emit("close", child.exitCode, child.signalCode);
}

/**
 * Starts the program of `options` (normalized). Returns 0, or a negative error number when the failure is emitted as 'error'.
 * Throws for other failures.
 */
prototype.spawn = function spawn(this: ChildProcess, options: SpawnOptions): number {
  validateObject(options, "options");
  const { slots, channelIndex } = slotsOf(options.stdio || "pipe", false);
  options.stdio = slots;
  validateOneOf(options.serialization, "options.serialization", [undefined, "json", "advanced"]);
  const serialization = options.serialization || "json";
  if (channelIndex !== -1) {
    if (options.envPairs === undefined) options.envPairs = [];
    else validateArray(options.envPairs, "options.envPairs");
    lists.push(options.envPairs, `NODE_CHANNEL_FD=${channelIndex}`);
    lists.push(options.envPairs, `NODE_CHANNEL_SERIALIZATION_MODE=${serialization}`);
  }
  validateString(options.file, "options.file");
  this.spawnfile = options.file;
  if (options.args === undefined) this.spawnargs = [];
  else {
    validateArray(options.args, "options.args");
    this.spawnargs = options.args;
  }
  const isTraced = isLoaded("internal:core/diagnostics/tracing_channel");
  if (isTraced) tracing.publishStart(this, options);
  const started = this._handle!.spawn(options, slots);
  if (isTraced) tracing.publishEnd(this, options, started);
  const errno = typeof started === "number" ? started : 0;
  if (typeof started === "number") {
    if (!LATE_ERRORS.includes(started)) {
      this._handle = null;
      throw errnoException(started, "spawn");
    }
    nextTick(failLater, this, started);
    // Streams need file descriptors.
    if (started === -24 || started === -23) return started;
  } else {
    nextTick(emitSpawn, this);
    this.pid = this._handle!.pid;
  }
  makeStreams(this, slots, typeof started === "number" ? null : started);
  if (channelIndex !== -1 && typeof started !== "number")
    channels.attachToChild(this, started[channelIndex]!, serialization);
  return errno;
};

function makeStreams(child: ChildProcess, slots: Slot[], descriptors: Int32Array | null): void {
  child.stdio = lists.map(slots, (slot, index) => {
    if (slot.type === "wrap") sockets.pauseForChild(slot.stream!);
    if (slot.isChannel) {
      if (descriptors !== null) child._closesNeeded++;
      return null;
    }
    if (slot.type !== "pipe" && slot.type !== "overlapped") return null;
    const socket =
      descriptors === null ? sockets.closedSocket(index > 0) : sockets.socketOver(descriptors[index]!, index > 0);
    child._closesNeeded++;
    socket.on("close", () => maybeClose(child));
    return socket;
  });
  child.stdin = child.stdio[0]!;
  child.stdout = child.stdio[1]!;
  child.stderr = child.stdio[2]!;
}

function emitSpawn(child: ChildProcess): void {
  child.emit("spawn");
}
function failLater(child: ChildProcess, errno: number): void {
  child._handle?.onexit(errno, null);
}

/** Sends a signal. Returns whether it was sent; false when the child has ended. */
prototype.kill = function kill(this: ChildProcess, signal?: string | number): boolean {
  const number = signal === 0 ? 0 : signalNumber(signal === undefined ? "SIGTERM" : signal);
  if (this._handle) {
    const errno = this.pid === undefined ? ESRCH : this._handle.kill(number);
    if (errno === 0) {
      this.killed = true;
      return true;
    }
    if (errno === EINVAL || errno === ENOSYS) throw errnoException(errno, "kill");
    if (errno !== ESRCH) this.emit("error", errnoException(errno, "kill"));
  }
  return false;
};

prototype[Symbol.dispose] = function (this: ChildProcess): void {
  if (!this.killed) this.kill();
};

/** Makes the child keep this process alive. */
prototype.ref = function ref(this: ChildProcess): void {
  this._handle?.ref();
};

/** Lets this process exit before the child. */
prototype.unref = function unref(this: ChildProcess): void {
  this._handle?.unref();
};
