// The asynchronous functions of node:child_process: spawn, exec, execFile, fork.
import {
  AbortError,
  ERR_CHILD_PROCESS_IPC_REQUIRED,
  ERR_CHILD_PROCESS_STDIO_MAXBUFFER,
  genericNodeError,
} from "internal:core/errors";
import { validateAbortSignal, validateArray, validateObject } from "internal:core/validators";
import { kCustomPromisify } from "internal:core/util/promisify";
import { toPath } from "internal:node/fs/path";
import { systemErrorName } from "internal:core/errno";
import { addAbortListener } from "internal:core/events/abort_listener";
import { nextTick } from "internal:core/ticks";
import { Buffer } from "internal:core/buffer";
import { type Timeout, clearTimeout, setTimeout } from "internal:core/timers";
import { load } from "internal:core/bootstrap";
import { isExecutable } from "internal:core/embedded_files";
import { launch } from "internal:core/launch";
import * as lists from "internal:core/lists";
import { ChildProcess } from "internal:node/child_process/child_process";
import type { AbortSignalLike } from "internal:core/events/abort_listener";
import type { DuplexStream } from "internal:node/net/types";
import {
  type ExecCallback,
  type ProgramOptions,
  killSignalOf,
  normalizeExec,
  normalizeExecFile,
  normalizeSpawn,
  rejectNullBytes,
  rejectNullBytesIn,
  validateMaxBuffer,
  validateTimeout,
} from "internal:node/child_process/arguments";
import { stdioOfKeyword } from "internal:node/child_process/stdio";

const MAX_BUFFER_BYTES = 1024 * 1024;

/** `child_process.spawn`: starts a program. Failures to start are emitted as 'error'. */
export function spawn(file: unknown, args?: unknown, options?: unknown): ChildProcess {
  const normalized = normalizeSpawn(file, args, options);
  validateTimeout(normalized.timeout);
  validateAbortSignal(normalized.signal, "options.signal");
  const killSignal = killSignalOf(normalized.killSignal);
  const child = new ChildProcess();
  child.spawn(normalized);
  if (normalized.timeout! > 0) limitTime(child, normalized.timeout!, killSignal);
  if (normalized.signal) endOnAbort(child, normalized.signal, killSignal);
  return child;
}

function limitTime(child: ChildProcess, timeoutMs: number, killSignal: number | undefined): void {
  let timer: Timeout | undefined = setTimeout(() => {
    timer = undefined;
    try {
      child.kill(killSignal);
    } catch (error) {
      child.emit("error", error);
    }
  }, timeoutMs);
  child.once("exit", () => {
    if (timer !== undefined) clearTimeout(timer);
  });
}

function endOnAbort(child: ChildProcess, signal: AbortSignalLike, killSignal: number | undefined): void {
  const abort = (): void => {
    try {
      if (child.kill(killSignal)) child.emit("error", new AbortError(undefined, { cause: signal.reason }));
    } catch (error) {
      child.emit("error", error);
    }
  };
  if (signal.aborted) {
    nextTick(abort);
    return;
  }
  const registration = addAbortListener(signal, abort);
  child.once("exit", () => registration[Symbol.dispose]());
}

/** `child_process.execFile`: starts a program and calls back with its complete output. */
export function execFile(file: any, args?: any, options?: any, callback?: any): ChildProcess {
  const normalized = normalizeExecFile(file, args, options, callback);
  const settings: ExecSettings = {
    __proto__: null,
    encoding: "utf8",
    timeout: 0,
    maxBuffer: MAX_BUFFER_BYTES,
    killSignal: "SIGTERM",
    cwd: null,
    env: null,
    shell: false,
    ...normalized.options,
  } as unknown as ExecSettings;
  validateTimeout(settings.timeout);
  validateMaxBuffer(settings.maxBuffer);
  settings.killSignal = killSignalOf(settings.killSignal);
  const { argv0, cwd, env, gid, shell, signal, uid } = settings;
  const { windowsHide, windowsVerbatimArguments } = settings;
  const child = spawn(normalized.file, normalized.args, {
    argv0,
    cwd,
    env,
    gid,
    shell,
    signal,
    uid,
    windowsHide: Boolean(windowsHide),
    windowsVerbatimArguments: Boolean(windowsVerbatimArguments),
  });
  new OutputCollector(child, normalized, settings);
  return child;
}

/** `child_process.exec`: the same for a command of the shell. */
export function exec(command: unknown, options?: unknown, callback?: unknown): ChildProcess {
  const normalized = normalizeExec(command, options, callback);
  return execFile(normalized.file, normalized.options, normalized.callback);
}

/** Options of `execFile` with their defaults. */
interface ExecSettings extends ProgramOptions {
  encoding: string;
  timeout: number;
  maxBuffer: number;
  killSignal: string | number | undefined;
}

/** A stream of a child's output. */
interface OutputStream extends DuplexStream {
  readonly readableEncoding: string | null;
  setEncoding(encoding: string): this;
}

/** Collects the output for `execFile` until the child has ended. */
class OutputCollector {
  #child: ChildProcess;
  #settings: ExecSettings;
  #callback: ExecCallback | null | undefined;
  #command: string;
  #isDone = false;
  #isKilled = false;
  #error: any = null;
  #timer: Timeout | undefined;
  #stdout: CollectedStream;
  #stderr: CollectedStream;

  constructor(
    child: ChildProcess,
    { file, args, callback }: ReturnType<typeof normalizeExecFile>,
    settings: ExecSettings,
  ) {
    this.#child = child;
    this.#settings = settings;
    this.#callback = callback;
    this.#command = args.length > 0 ? `${file} ${args.join(" ")}` : file;
    const encoding = settings.encoding !== "buffer" && Buffer.isEncoding(settings.encoding) ? settings.encoding : null;
    if (settings.timeout > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#kill();
      }, settings.timeout);
    }
    this.#stdout = this.#collect(child.stdout as OutputStream | null, "stdout", encoding);
    this.#stderr = this.#collect(child.stderr as OutputStream | null, "stderr", encoding);
    child.addListener("close", (code: number, signal: string | null) => this.#finish(code, signal));
    child.addListener("error", (error: Error) => this.#fail(error));
  }

  #collect(stream: OutputStream | null, name: string, encoding: string | null): CollectedStream {
    const collected = new CollectedStream(stream, encoding);
    if (!stream) return collected;
    if (encoding) stream.setEncoding(encoding);
    stream.on("data", (chunk: string | Uint8Array) => {
      if (collected.add(chunk, this.#settings.maxBuffer)) return;
      this.#error = new ERR_CHILD_PROCESS_STDIO_MAXBUFFER(name);
      this.#kill();
    });
    return collected;
  }

  #kill(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    this.#isKilled = true;
    try {
      this.#child.kill(this.#settings.killSignal);
    } catch (error) {
      this.#error ??= error;
      this.#finish();
    }
  }

  #fail(error: Error): void {
    this.#error = error;
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    this.#finish();
  }

  #finish(code?: number, signal?: string | null): void {
    if (this.#isDone) return;
    this.#isDone = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    if (!this.#callback) return;
    const stdout = this.#stdout.result();
    const stderr = this.#stderr.result();
    if (this.#error === null && code === 0 && signal === null) {
      this.#callback(null, stdout, stderr);
      return;
    }
    this.#error ??= genericNodeError(`Command failed: ${this.#command}\n${stderr}`, {
      code: code! < 0 ? systemErrorName(code!) : code,
      killed: this.#child.killed || this.#isKilled,
      signal,
    });
    this.#error.cmd = this.#command;
    this.#callback(this.#error, stdout, stderr);
  }
}

/** The output of one stream. */
class CollectedStream {
  #stream: OutputStream | null;
  #encoding: string | null;
  #chunks: (string | Uint8Array)[] = [];
  #length = 0;

  constructor(stream: OutputStream | null, encoding: string | null) {
    this.#stream = stream;
    this.#encoding = encoding;
  }

  /** Adds a chunk, or the part of it within the limit; returns whether it was within the limit. */
  add(chunk: string | Uint8Array, maxLength: number): boolean {
    const encoding = this.#stream!.readableEncoding;
    const length = encoding ? Buffer.byteLength(chunk, encoding) : chunk.length;
    const before = this.#length;
    this.#length += length;
    if (this.#length <= maxLength) {
      lists.push(this.#chunks, chunk);
      return true;
    }
    lists.push(this.#chunks, chunk.slice(0, maxLength - before));
    return false;
  }

  result(): string | Uint8Array {
    return this.#encoding || this.#stream?.readableEncoding ? this.#chunks.join("") : Buffer.concat(this.#chunks);
  }
}

interface Output {
  stdout: unknown;
  stderr: unknown;
}

/** Returns a promise of `{ stdout, stderr }`, with the child as its `child`. */
function promisified(original: typeof exec | typeof execFile): (...args: unknown[]) => Promise<Output> {
  const withPromise = (...args: unknown[]): Promise<Output> => {
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    const callback: ExecCallback = (error, stdout, stderr) => {
      if (error === null) resolve({ stdout, stderr });
      else reject(Object.assign(error, { stdout, stderr }));
    };
    (promise as Promise<Output> & { child?: ChildProcess }).child = (original as Function)(...args, callback);
    return promise;
  };
  return Object.defineProperty(withPromise, "name", { value: original.name });
}
for (const original of [exec, execFile])
  Object.defineProperty(original, kCustomPromisify, { value: promisified(original), enumerable: false });

/** `child_process.fork`: runs a module in a new process of this runtime, with a channel to it. */
export function fork(modulePath: any, args?: any, options?: any): ChildProcess {
  const path = toPath(modulePath, "modulePath");
  if (args === null || args === undefined) args = [];
  else if (typeof args === "object" && !Array.isArray(args)) {
    options = args;
    args = [];
  } else validateArray(args, "args");
  if (options !== null && options !== undefined) validateObject(options, "options");
  options = { __proto__: null, ...options, shell: false };
  const process = load("internal:node/process").default;
  options.execPath ||= process.execPath;
  rejectNullBytes(options.execPath, "options.execPath");
  let execArgv = options.execArgv || process.execArgv;
  rejectNullBytesIn(execArgv, "options.execArgv");
  if (execArgv === process.execArgv) execArgv = withoutCode(execArgv, process._eval);
  if (typeof options.stdio === "string") options.stdio = stdioOfKeyword(options.stdio, "ipc");
  else if (!Array.isArray(options.stdio)) options.stdio = stdioOfKeyword(options.silent ? "pipe" : "inherit", "ipc");
  else if (!options.stdio.includes("ipc")) throw new ERR_CHILD_PROCESS_IPC_REQUIRED("options.stdio");
  if (isExecutable() && options.execPath === process.execPath) {
    const argumentsOfChild = executableFork(path, execArgv, args, options);
    return spawn(options.execPath, argumentsOfChild, options);
  }
  // A plain word could be a command of the binary.
  const file = /^\w[\w-]*$/.test(path) ? `./${path}` : path;
  return spawn(options.execPath, [...execArgv, file, ...args], options);
}

/**
 * The arguments of a fork that runs this process's executable. All of them are the program's, so those for its own program have
 * no path and no flags. For another file the executable is the runtime in it.
 */
function executableFork(path: string, execArgv: string[], args: string[], options: ProgramOptions): string[] {
  const process = load("internal:node/process").default;
  const file = load("internal:core/path").default.resolve(options.cwd ?? process.cwd(), path);
  if (file === launch().path || file === process.argv[1]) return args;
  const { home } = launch();
  options.env = { ...(options.env ?? process.env), BUN_BE_BUN: "1" };
  return [...(home === null ? [] : ["--as", home]), ...execArgv, path, ...args];
}

// The source code of `-e` is for this process, not for the child.
function withoutCode(execArgv: string[], code: unknown): string[] {
  if (typeof code !== "string") return execArgv;
  const index = execArgv.lastIndexOf(code);
  return index > 0 ? lists.filter(execArgv, (_, at) => at !== index && at !== index - 1) : execArgv;
}
