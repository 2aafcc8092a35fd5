// `Deno.Command` and `Deno.kill`. https://docs.deno.com/api/deno/subprocess
import type { AbortSignal } from "web:abort";
import type { ReadableStream } from "web:streams";
import type { URL } from "web:url";
import { errors, translate } from "internal:deno/errors";
import { copyOfVariables, variables } from "internal:core/process/environment";
import { signals } from "internal:core/signals";
import { systemErrorMessage, systemErrorName } from "internal:core/errno";
import { pathOfUrl } from "internal:node/fs/path";
import { ProcessHandle } from "internal:node/child_process/process_handle";
import { signalName } from "internal:core/signals";
import { wordsOf, type Slot } from "internal:node/child_process/stdio";
import defer * as streams from "internal:node/child_process/web_streams";
import { joinBytes } from "internal:core/utf8";
import { flush } from "native:stdio";
import * as native from "native:child_process";
import { SpawnFlags } from "native:child_process";
import { setImmediate } from "internal:core/timers";
import { existsSync } from "native:fs";
import { cwd, kill as nativeKill, pid as ownPid } from "native:process";
import { which } from "internal:node/process/which";

const SIGNAL_EXIT_BASE = 128;

interface Status {
  success: boolean;
  code: number;
  signal: string | null;
}
type Mode = "piped" | "inherit" | "null";

/** What a descriptor of a child is. Throws a TypeError for an unknown word. */
export function slot(mode: unknown, fallback: Mode, fd: number): Slot {
  const wanted = mode ?? fallback;
  if (wanted === "piped") return { type: "pipe" };
  if (wanted === "inherit") return { type: "inherit", fd };
  if (wanted === "null") return { type: "ignore" };
  if (typeof wanted === "number") return { type: "fd", fd: wanted };
  throw new TypeError(`unknown variant \`${String(wanted)}\`, expected one of \`inherit\`, \`piped\`, \`null\``);
}

/** The path or name of a program. Throws a TypeError for other values. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined) throw new TypeError("missing field `cmd`");
  const path = pathOfUrl(value);
  if (typeof path === "string") return path;
  throw new TypeError(
    `serde_v8 error: invalid type; expected: string, got: ${value === null ? "Null" : (value.constructor?.name ?? typeof value)}`,
  );
}

/** The options as programs pass them. */
export interface CommandOptions {
  args?: ArrayLike<unknown>;
  cwd?: string | URL;
  clearEnv?: boolean;
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  detached?: boolean;
  signal?: AbortSignal;
  stdin?: unknown;
  stdout?: unknown;
  stderr?: unknown;
}

/** The arguments of the native function. */
export interface Started {
  file: string;
  args: string[];
  environment: string[];
  directory: string | null;
  uid: number | undefined;
  gid: number | undefined;
  flags: SpawnFlags;
}

/** The arguments of the native function. Throws for a NUL in them. */
export function prepare(command: string, options: CommandOptions): Started {
  const values: Record<string, string> = { ...(options.clearEnv ? {} : copyOfVariables()), ...options.env };
  const args: string[] = options.args === undefined ? [] : (Array.prototype.map.call(options.args, String) as string[]);
  checkNul(command, args);
  return {
    file: command,
    args: [command, ...args],
    environment: Object.entries(values).map(([name, value]) => `${name}=${value}`),
    directory: options.cwd === undefined ? null : textOf(options.cwd),
    uid: options.uid,
    gid: options.gid,
    flags: options.detached ? SpawnFlags.NEW_SESSION : 0,
  };
}

// The system would cut the string off at the NUL.
function checkNul(command: string, args: readonly string[]): void {
  if (command.includes("\0"))
    throw Object.assign(new errors["NotFound"]!(`Failed to spawn '${command}': entity not found`), { code: "ENOENT" });
  if (!args.some((arg) => arg.includes("\0"))) return;
  const path = which(command, variables["PATH"] ?? "", cwd()) ?? command;
  throw Object.assign(new TypeError(`Failed to spawn '${path}': nul byte found in provided data`), { code: "EINVAL" });
}

/** Deno's error for a program that could not be started. */
export function failure(error: any, command: string, directory: string | null): Error {
  if (typeof error?.errno !== "number") return error;
  if (error.code === "ENOENT" && directory !== null && !existsSync(directory)) {
    const path = which(command, variables["PATH"] ?? "", cwd()) ?? command;
    return Object.assign(new errors["NotFound"](`Failed to spawn '${path}': No such cwd '${directory}'`), {
      code: error.code,
    });
  }
  const known: any = translate({ code: error.code, message: error.message });
  const reason = error.code === "ENOENT" && !command.includes("/") ? "entity not found" : known.message;
  const Class = errors[known.name] ?? Error;
  return Object.assign(new Class(`Failed to spawn '${command}': ${reason}`), { code: error.code });
}

function statusOf(code: number, signal: string | null): Status {
  const number = signal === null ? code : SIGNAL_EXIT_BASE + (signals[signal] ?? 0);
  return Object.assign(Object.create(null), { success: signal === null && code === 0, code: number, signal });
}

function outputOf(status: Status, stdout: Uint8Array | null, stderr: Uint8Array | null): object {
  const part = (name: string, bytes: Uint8Array | null) => ({
    get(): Uint8Array {
      if (bytes === null) throw new TypeError(`Cannot get '${name}': '${name}' is not piped`);
      return bytes;
    },
    enumerable: true,
    configurable: true,
  });
  return Object.defineProperties({ ...status }, { stdout: part("stdout", stdout), stderr: part("stderr", stderr) });
}

/** `Deno.Command`. */
export class Command {
  #command: string;
  #options: CommandOptions;

  constructor(command: string | URL, options: CommandOptions = {}) {
    this.#command = typeof command === "string" ? command : (pathOfUrl(command) as string);
    this.#options = options;
  }

  /** Starts the program and collects its output. Rejects with `Deno.errors.NotFound` or another of Deno's errors. */
  async output(): Promise<object> {
    if (this.#options.stdin === "piped") throw notForPipes();
    return new ChildProcess(this.#command, this.#options, "null", "piped").output();
  }

  /** As `output`, synchronously. */
  outputSync(): object {
    const options = this.#options;
    if (options.stdin === "piped") throw notForPipes();
    const { file, args, environment: pairs, directory, uid, gid, flags } = prepare(textOf(this.#command), options);
    const slots = [slot(options.stdin, "null", 0), slot(options.stdout, "piped", 1), slot(options.stderr, "piped", 2)];
    flush();
    let ended: any;
    try {
      ended = native.spawnSync(
        file,
        args,
        pairs,
        directory,
        { uid: uid ?? null, gid: gid ?? null, stdio: wordsOf(slots), flags },
        [null, null, null],
        { timeoutMs: 0, maxBytes: 0, killSignal: signals.SIGTERM! },
      );
    } catch (error) {
      throw failure(error, file, directory);
    }
    return outputOf(statusOf(ended.code, signalName(ended.signal)), ended.outputs[1], ended.outputs[2]);
  }

  /** Starts the program. */
  spawn(): ChildProcess {
    return new ChildProcess(textOf(this.#command), this.#options, "inherit", "inherit");
  }
}

function notForPipes(): TypeError {
  return new TypeError("Piped stdin is not supported for this function, use 'Deno.Command.spawn()' instead");
}

/** `Deno.ChildProcess`: made by `Command.spawn`. */
export class ChildProcess {
  readonly pid: number;
  readonly status: Promise<Status>;
  #handle: ProcessHandle;
  #isOver = false;
  #stdin: unknown = null;
  #stdout: ReadableStream | null = null;
  #stderr: ReadableStream | null = null;

  constructor(command: string, options: CommandOptions, input: Mode, output: Mode) {
    const { file, args, environment: envPairs, directory: cwd, uid, gid, flags } = prepare(textOf(command), options);
    const slots = [slot(options.stdin, input, 0), slot(options.stdout, output, 1), slot(options.stderr, output, 2)];
    const { promise, resolve } = Promise.withResolvers<Status>();
    this.status = promise;
    this.#handle = new ProcessHandle((code, signal) => {
      this.#isOver = true;
      resolve(statusOf(code, signal));
    });
    const descriptors = this.#handle.spawn({ file, args, envPairs, cwd, uid, gid, detached: flags !== 0 }, slots);
    if (typeof descriptors === "number") throw failure(spawnError(descriptors), file, cwd);
    this.pid = this.#handle.pid!;
    if (descriptors[0] !== -1) this.#stdin = streams.writableOver(descriptors[0]!, translate);
    if (descriptors[1] !== -1) this.#stdout = streams.readableOver(descriptors[1]!);
    if (descriptors[2] !== -1) this.#stderr = streams.readableOver(descriptors[2]!);
    this.#followSignal(options.signal);
  }

  #followSignal(signal: AbortSignal | undefined): void {
    if (signal === undefined) return;
    const end = (): void => {
      if (!this.#isOver) this.kill("SIGTERM");
    };
    if (signal.aborted) end();
    else {
      signal.addEventListener("abort", end);
      this.status.then(() => signal.removeEventListener("abort", end));
    }
  }

  get stdin(): unknown {
    return piped(this.#stdin, "stdin");
  }
  get stdout(): unknown {
    return piped(this.#stdout, "stdout");
  }
  get stderr(): unknown {
    return piped(this.#stderr, "stderr");
  }

  /** Collects the piped output until the end. */
  async output(): Promise<object> {
    for (const [name, stream] of [
      ["stdout", this.#stdout],
      ["stderr", this.#stderr],
    ] as const) {
      if (stream?.locked) throw new TypeError(`Cannot collect output: '${name}' is locked`);
    }
    const [status, stdout, stderr] = await Promise.all([this.status, collect(this.#stdout), collect(this.#stderr)]);
    return outputOf(status, stdout, stderr);
  }

  /** Sends a signal. Throws a TypeError when the program has ended. */
  kill(signal: string = "SIGTERM"): void {
    const number = numberOf(signal);
    if (this.#isOver || this.#handle.kill(number) !== 0) throw new TypeError("Child process has already terminated");
  }
  ref(): void {
    this.#handle.ref();
  }
  unref(): void {
    this.#handle.unref();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) this.kill();
    await this.status;
  }
}

/** The system's error by its number. */
export function spawnError(errno: number): { errno: number; code: string; message: string } {
  return { errno, code: systemErrorName(errno), message: systemErrorMessage(errno) };
}

function piped(stream: unknown, name: string): unknown {
  if (stream === null) throw new TypeError(`Cannot get '${name}': '${name}' is not piped`);
  return stream;
}

async function collect(stream: ReadableStream | null): Promise<Uint8Array | null> {
  if (stream === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return joinBytes(chunks);
}

function numberOf(signal: string | number): number {
  if (typeof signal === "number") return signal;
  const number = signals[signal];
  if (number === undefined) throw new TypeError(`Invalid signal: ${signal}`);
  return number;
}

/** `Deno.kill`: sends a signal to a process. Throws `Deno.errors.NotFound` and `PermissionDenied`. */
export function kill(pid: number, signal: string | number = "SIGTERM"): void {
  const number = numberOf(signal);
  // As in `process.kill`: the process may be gone after it.
  if (pid <= 0 || pid === ownPid()) flush();
  try {
    nativeKill(pid, number);
    // A signal to this process is delivered before the process can exit.
    if (pid === ownPid()) setImmediate(() => {});
  } catch (error: any) {
    if (error.code === "ESRCH") throw new errors.NotFound("ESRCH: No such process");
    if (error.code === "EPERM") throw new errors.PermissionDenied("EPERM: Operation not permitted");
    throw error;
  }
}

/** The arguments, or the options in their place. */
type Arguments = readonly unknown[] | CommandOptions;

/** `Deno.spawn(command, args, options)`: starts a program. `args` may be left out. */
export function spawn(command: string | URL, args: Arguments = [], options: CommandOptions = {}): ChildProcess {
  return new Command(command, joinOptions(args, options)).spawn();
}

/** `Deno.spawnAndWait`: as `Deno.spawn`, resolves with the output. */
export function spawnAndWait(
  command: string | URL,
  args: Arguments = [],
  options: CommandOptions = {},
): Promise<object> {
  return new Command(command, joinOptions(args, options)).output();
}

/** `Deno.spawnAndWaitSync`: as `Deno.spawnAndWait`, synchronously. */
export function spawnAndWaitSync(command: string | URL, args: Arguments = [], options: CommandOptions = {}): object {
  return new Command(command, joinOptions(args, options)).outputSync();
}

function joinOptions(args: Arguments, options: CommandOptions): CommandOptions {
  return Array.isArray(args) ? { ...options, args } : (args as CommandOptions);
}
