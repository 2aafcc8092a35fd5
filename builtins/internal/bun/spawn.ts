// `Bun.spawn` and `Bun.spawnSync`. https://bun.com/docs/api/spawn
import type { FastBuffer } from "internal:core/buffer/class";
import type { EventEmitter } from "internal:core/events/emitter";
import type { AbortSignal } from "web:abort";
import { AbortError } from "internal:core/errors";
import { environment, plainPairs, variables } from "internal:core/process/environment";
import { signals } from "internal:core/signals";
import { systemErrorMessage, systemErrorName } from "internal:core/errno";
import { Buffer } from "internal:core/buffer";
import { type Timeout, clearTimeout, setTimeout } from "internal:core/timers";
import { ProcessHandle } from "internal:node/child_process/process_handle";
import { signalName } from "internal:core/signals";
import { wordsOf, type Slot } from "internal:node/child_process/stdio";
import { type Blob, isBlob, bytesInMemory } from "web:blob";
import { isReadableStream, type ReadableStream } from "web:streams";
import { filePathOf } from "internal:bun/file";
import { type SpawnOptions, checkArguments, checkOptions, signalOf } from "internal:bun/spawn_options";
import { type Terminal } from "internal:bun/terminal";
import defer * as terminals from "internal:bun/terminal";
import defer * as usages from "internal:bun/resource_usage";
import defer * as streams from "internal:node/child_process/web_streams";
import type { ChannelTarget } from "internal:node/child_process/channel";
import defer * as channels from "internal:node/child_process/channel";
import defer * as emitters from "internal:core/events/emitter";
import { load } from "internal:core/bootstrap";
import { flush } from "native:stdio";
import * as native from "native:child_process";
import { SpawnFlags } from "native:child_process";
import defer * as bunErrors from "internal:bun/errors";

/** The result of `Bun.spawnSync`. */
interface SyncSubprocess {
  exitCode: number | null;
  stdout: FastBuffer | undefined;
  stderr: FastBuffer | undefined;
  success: boolean;
  resourceUsage: object;
  pid: number;
  signalCode?: string;
  exitedDueToTimeout?: boolean;
  exitedDueToMaxBuffer?: boolean;
}

/** The members of the emitter that a channel adds. */
interface Channel {
  readonly connected: boolean;
  send(message: unknown): boolean;
  disconnect(): void;
}

const SIGNAL_EXIT_BASE = 128;
const SIGTERM = 15;

/** A source of standard input. */
type Input = ArrayBufferView | ArrayBuffer | Blob | ReadableStream | { readonly body: ReadableStream | null };

interface Prepared {
  file: string;
  args: string[];
  envPairs: string[];
  cwd: string | null;
  slots: Slot[];
  /** The source of standard input, unless that is a file descriptor. */
  input: Input | null;
  /** File descriptors that were opened for the child, to be closed in this process. */
  opened: number[];
  channelIndex: number;
  terminal: Terminal | null;
}

function argumentsOf(
  first: readonly unknown[] | SpawnOptions,
  second: SpawnOptions | undefined,
): { command: unknown[]; options: SpawnOptions } {
  const options = Array.isArray(first) ? (second ?? {}) : (first as SpawnOptions);
  const command = Array.isArray(first) ? first : (first as SpawnOptions | undefined)?.cmd;
  if (!Array.isArray(command)) throw bunErrors.invalid("cmd must be an array");
  if (command.length === 0) throw bunErrors.invalid("cmd must not be empty");
  return { command, options };
}

function pairsOf(given: Record<string, unknown> | null | undefined): string[] {
  const known = given === undefined || given === null || given === environment ? plainPairs() : null;
  if (known !== null) return known;
  const values = given ?? variables;
  const pairs: string[] = [];
  for (const name of Object.keys(values)) if (values[name] !== undefined) pairs.push(`${name}=${values[name]}`);
  return pairs;
}

function prepare(command: unknown[], options: SpawnOptions, isSync: boolean): Prepared {
  checkOptions(options, isSync);
  const args = command.map(String);
  checkArguments(args);
  const file = args[0]!;
  if (options.argv0 !== undefined) args[0] = String(options.argv0);
  const envPairs = pairsOf(options.env);
  const prepared: Prepared = {
    file,
    args,
    envPairs,
    cwd: options.cwd === undefined || options.cwd === null ? null : String(options.cwd),
    slots: [],
    input: null,
    opened: [],
    channelIndex: -1,
    terminal: null,
  };
  if (options.terminal !== undefined && options.terminal !== null) {
    const terminal: Terminal =
      options.terminal instanceof terminals.Terminal
        ? options.terminal
        : new terminals.Terminal(options.terminal, true);
    prepared.terminal = terminal;
    if (options.env === undefined) envPairs.push(`TERM=${terminals.nameOf(terminal)}`);
    const fd = terminals.descriptorOf(terminal);
    for (let index = 0; index < 3; index++) prepared.slots.push({ type: "fd", fd });
    return prepared;
  }
  const stdio = options.stdio ?? [
    options.stdin ?? null,
    options.stdout === undefined ? "pipe" : options.stdout,
    options.stderr === undefined ? (isSync ? "pipe" : "inherit") : options.stderr,
  ];
  for (let index = 0; index < Math.max(stdio.length, 3); index++)
    prepared.slots.push(slotOf(stdio[index], index, prepared));
  if (typeof options.ipc === "function" && prepared.channelIndex === -1) addChannel(prepared, prepared.slots.length);
  if (prepared.channelIndex !== -1) {
    envPairs.push(
      `NODE_CHANNEL_FD=${prepared.channelIndex}`,
      `NODE_CHANNEL_SERIALIZATION_MODE=${options.serialization ?? "advanced"}`,
    );
  }
  return prepared;
}

function addChannel(prepared: Prepared, index: number): void {
  prepared.channelIndex = index;
  prepared.slots[index] = { type: "pipe", isChannel: true };
}

function slotOf(value: unknown, index: number, prepared: Prepared): Slot {
  if (value === "pipe" || value === "overlapped") return { type: "pipe" };
  if (value === "inherit") return { type: "inherit", fd: index };
  if (value === "ignore" || value === null || value === undefined) return { type: "ignore" };
  if (typeof value === "number") return { type: "fd", fd: value };
  if (value === "ipc") return { type: "pipe", isChannel: (prepared.channelIndex = index) >= 0 };
  const path = filePathOf(value);
  if (path !== undefined) {
    const fd: number = path.startsWith("/dev/fd/")
      ? Number(path.slice("/dev/fd/".length))
      : load("internal:node/fs").default.openSync(path, index === 0 ? "r" : "w");
    if (!path.startsWith("/dev/fd/")) prepared.opened.push(fd);
    return { type: "fd", fd };
  }
  if (index === 0 && isInput(value)) {
    prepared.input = value;
    return { type: "pipe" };
  }
  if (ArrayBuffer.isView(value) && index > 0)
    throw bunErrors.invalid("ArrayBufferView cannot be used for stdout/stderr yet");
  throw bunErrors.invalid("stdio must be an array of 'inherit', 'pipe', 'ignore', Bun.file(pathOrFd), number, or null");
}

function isInput(value: any): value is Input {
  return (
    ArrayBuffer.isView(value) ||
    value instanceof ArrayBuffer ||
    isBlob(value) ||
    isReadableStream(value) ||
    isReadableStream(value?.body) ||
    value?.body === null
  );
}

function closeOpened(prepared: Prepared): void {
  for (const fd of prepared.opened) load("internal:node/fs").default.closeSync(fd);
}

function failure(errno: number, { file, cwd }: Prepared): Error {
  const code = systemErrorName(errno);
  const isMissing =
    code === "ENOENT" && !file.includes("/") && (cwd === null || load("internal:node/fs").default.existsSync(cwd));
  const message = isMissing
    ? `Executable not found in $PATH: "${file}"`
    : `${code}: ${systemErrorMessage(errno)}, posix_spawn '${file}'`;
  return Object.assign(
    new Error(message),
    isMissing ? { code, path: file, errno } : { code, path: file, syscall: "posix_spawn", errno },
  );
}

/** `Bun.spawn(command, options)` or `Bun.spawn({ cmd, ...options })`: starts a program. Throws when it cannot be started. */
export function spawn(first: readonly unknown[] | SpawnOptions, second?: SpawnOptions): Subprocess {
  const { command, options } = argumentsOf(first, second);
  throwIfAborted(options.signal);
  signalOf(options.killSignal, SIGTERM);
  return new Subprocess(prepare(command, options, false), options);
}

// An aborted signal prevents the start.
function throwIfAborted(signal: AbortSignal | null | undefined): void {
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
}

/** `Bun.Subprocess`. */
class Subprocess {
  readonly pid: number;
  readonly exited: Promise<number>;
  readonly stdin: FileSink | null | undefined;
  readonly stdout: ReadableStream | number | null | undefined;
  readonly stderr: ReadableStream | number | null | undefined;
  readonly stdio: (number | null)[];
  /** The pseudo-terminal of the option `terminal`. */
  readonly terminal: Terminal | undefined;
  exitCode: number | null = null;
  signalCode: string | null = null;
  killed = false;
  #handle: ProcessHandle;
  #isOver = false;
  #usage: native.ChildUsage | undefined;
  #channel: Channel | null = null;
  #input: streams.PipeWriter | null = null;
  #outputs: streams.Output[] = [];

  constructor(prepared: Prepared, options: SpawnOptions) {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.exited = promise;
    let timer: Timeout | undefined;
    this.#handle = new ProcessHandle((code, signal) => {
      if (timer !== undefined) clearTimeout(timer);
      this.#isOver = true;
      this.#usage = native.usageOfEnded();
      this.killed = true;
      this.exitCode = signal === null ? code : null;
      this.signalCode = signal;
      this.#release();
      resolve(signal === null ? code : SIGNAL_EXIT_BASE + (signals[signal] ?? 0));
      if (typeof options.onExit === "function")
        options.onExit.call(this, this, this.exitCode, this.signalCode, undefined);
    });
    const hasTerminal = prepared.terminal !== null;
    const started = this.#handle.spawn(
      {
        ...prepared,
        uid: options.uid,
        gid: options.gid,
        detached: options.detached || hasTerminal,
        takesTerminal: hasTerminal,
      },
      prepared.slots,
    );
    closeOpened(prepared);
    if (prepared.terminal !== null) terminals.handOver(prepared.terminal);
    if (typeof started === "number") throw failure(started, prepared);
    this.pid = this.#handle.pid!;
    this.terminal = prepared.terminal ?? undefined;
    this.stdin = hasTerminal ? null : this.#inputOver(started[0]!, prepared.input);
    this.stdout = hasTerminal ? null : this.#outputOver(started[1]!, options, options.stdout);
    this.stderr = hasTerminal ? null : this.#outputOver(started[2]!, options, options.stderr);
    // Further pipes are plain file descriptors.
    this.stdio = [...started].map((fd, index) =>
      index < 3 || fd === -1 || index === prepared.channelIndex ? null : fd,
    );
    if (prepared.channelIndex !== -1) this.#connect(started[prepared.channelIndex]!, options);
    const killSignal = signalOf(options.killSignal, SIGTERM);
    if (options.timeout! > 0) timer = setTimeout(() => this.kill(killSignal), options.timeout);
    this.#followSignal(options.signal, killSignal);
  }

  #inputOver(fd: number, source: Input | null): FileSink | undefined {
    if (fd === -1) return undefined;
    const writer = (this.#input = new streams.PipeWriter(fd));
    if (source === null) return new FileSink(writer);
    void feed(source, writer);
    return undefined;
  }

  #outputOver(fd: number, options: SpawnOptions, given: unknown): ReadableStream | number | undefined {
    if (fd === -1) return typeof given === "number" ? given : undefined;
    const { maxBuffer } = options;
    let count = 0;
    const output = new streams.Output(
      fd,
      true,
      typeof maxBuffer !== "number" || !(maxBuffer > 0)
        ? undefined
        : (bytes) => {
            count += bytes;
            if (count <= maxBuffer) return true;
            if (!this.#isOver) this.kill(signalOf(options.killSignal, SIGTERM));
            return false;
          },
    );
    this.#outputs.push(output);
    return output.stream;
  }

  /** Closes the pipes after the exit, also when the program has not read them. */
  #release(): void {
    void this.#input?.end();
    for (const output of this.#outputs) output.finish();
  }

  // The channel emits events; Bun calls functions instead.
  #connect(fd: number, options: SpawnOptions): void {
    const target = new emitters.EventEmitter() as ChannelTarget;
    channels.attachToChild(target, fd, options.serialization ?? "advanced");
    target.on("message", (message: unknown, handle: unknown) => options.ipc?.call(this, message, this, handle));
    target.on("disconnect", () => options.onDisconnect?.call(this, true));
    target.on("error", () => {});
    this.#channel = target;
  }

  #followSignal(signal: AbortSignal | null | undefined, killSignal: number): void {
    if (signal === undefined || signal === null) return;
    const end = (): void => this.kill(killSignal);
    signal.addEventListener("abort", end);
    this.exited.then(() => signal.removeEventListener("abort", end));
  }

  get readable(): Subprocess["stdout"] {
    return this.stdout;
  }
  get writable(): Subprocess["stdin"] {
    return this.stdin;
  }
  get connected(): boolean {
    return this.#channel?.connected ?? false;
  }
  /** Sends a signal, by name or number. */
  kill(signal: string | number = SIGTERM): void {
    const number = signalOf(signal, SIGTERM);
    if (!this.#isOver && this.#handle.kill(number) === 0 && number !== 0) this.killed = true;
  }
  ref(): void {
    this.#handle.ref();
    for (const output of this.#outputs) output.ref();
  }
  unref(): void {
    this.#handle.unref();
    for (const output of this.#outputs) output.unref();
  }
  send(message: unknown): boolean {
    const hasExited = this.exitCode !== null || this.signalCode !== null;
    if (hasExited || !this.connected) {
      const reason = hasExited
        ? "cannot be used after the process has exited."
        : "can only be used if an IPC channel is open.";
      throw Object.assign(new Error(`Subprocess.send() ${reason}`), { code: "ERR_IPC_CHANNEL_CLOSED" });
    }
    return this.#channel!.send(message);
  }
  disconnect(): void {
    if (this.connected) this.#channel!.disconnect();
  }
  /** The resources that the child used; undefined while it runs. */
  resourceUsage(): object | undefined {
    return this.#usage === undefined ? undefined : usages.resourceUsage(this.#usage);
  }
  async [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    await this.exited;
  }
}

/** `subprocess.stdin`. It does not buffer: each write is passed to the system. */
class FileSink {
  #writer: streams.PipeWriter;
  #pending: Promise<unknown> | undefined;
  #written = 0;

  constructor(writer: streams.PipeWriter) {
    this.#writer = writer;
  }
  start(): void {}
  write(chunk: string | ArrayBufferView | ArrayBuffer): number {
    const bytes =
      typeof chunk === "string"
        ? Buffer.from(chunk)
        : ArrayBuffer.isView(chunk)
          ? new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength)
          : new Uint8Array(chunk);
    const waiting = this.#writer.write(bytes);
    if (waiting !== undefined) {
      const all = Promise.all([this.#pending, waiting]);
      // flush() and end() report a child that has stopped reading.
      all.catch(() => {});
      this.#pending = all;
    }
    this.#written += bytes.length;
    return bytes.length;
  }
  flush(): number | Promise<number> {
    const count = this.#written;
    this.#written = 0;
    const pending = this.#pending;
    this.#pending = undefined;
    return pending === undefined ? count : pending.then(() => count);
  }
  end(): number | Promise<number> {
    const pending = this.#pending;
    const ended = this.#writer.end();
    return pending === undefined ? 0 : pending.then(() => ended).then(() => 0);
  }
  close(): void {
    this.end();
  }
  ref(): void {
    this.#writer.ref();
  }
  unref(): void {
    this.#writer.unref();
  }
}

async function feed(source: Input, writer: streams.PipeWriter): Promise<void> {
  if (ArrayBuffer.isView(source))
    source = new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength);
  else if (source instanceof ArrayBuffer) source = new Uint8Array(source);
  if (source instanceof Uint8Array) return streams.pump([source], writer);
  if (isBlob(source)) return streams.pump(source.stream(), writer);
  const stream = isReadableStream(source) ? source : (source as { body: ReadableStream | null }).body;
  return stream === null ? writer.end() : streams.pump(stream, writer);
}

/** `Bun.spawnSync`: starts a program and waits. Throws when it cannot be started. */
export function spawnSync(first: readonly unknown[] | SpawnOptions, second?: SpawnOptions): object {
  const { command, options } = argumentsOf(first, second);
  throwIfAborted(options.signal);
  const killSignal = signalOf(options.killSignal, SIGTERM);
  const prepared = prepare(command, options, true);
  const input = inputBytes(prepared.input);
  flush();
  let ended: native.EndedChild;
  try {
    ended = native.spawnSync(
      prepared.file,
      prepared.args,
      prepared.envPairs,
      prepared.cwd,
      {
        uid: options.uid ?? null,
        gid: options.gid ?? null,
        stdio: wordsOf(prepared.slots),
        flags: options.detached ? SpawnFlags.NEW_SESSION : 0,
      },
      prepared.slots.map((_, index) => (index === 0 ? input : null)),
      {
        timeoutMs: options.timeout ?? 0,
        maxBytes: typeof options.maxBuffer === "number" ? options.maxBuffer : 0,
        killSignal,
      },
    );
  } catch (error: any) {
    if (typeof error.errno !== "number") throw error;
    throw failure(error.errno, prepared);
  } finally {
    closeOpened(prepared);
  }
  const buffer = (bytes: Uint8Array | null): FastBuffer | undefined =>
    bytes === null ? undefined : Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  const signalCode = signalName(ended.signal);
  const result: SyncSubprocess = {
    exitCode: signalCode === null ? ended.code : null,
    stdout: buffer(ended.outputs[1]!),
    stderr: buffer(ended.outputs[2]!),
    success: signalCode === null && ended.code === 0,
    resourceUsage: usages.resourceUsage(ended.usage),
    pid: ended.pid,
  };
  if (signalCode !== null) result.signalCode = signalCode;
  if (systemErrorName(ended.errno) === "ETIMEDOUT") result.exitedDueToTimeout = true;
  if (systemErrorName(ended.errno) === "ENOBUFS") result.exitedDueToMaxBuffer = true;
  return result;
}

function inputBytes(source: Input | null): Uint8Array | null {
  if (source === null) return null;
  if (ArrayBuffer.isView(source))
    return new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  const bytes = isBlob(source) ? bytesInMemory(source) : null;
  if (bytes === null)
    throw bunErrors.invalid(
      "stdin must be a TypedArray, ArrayBuffer, Blob in memory, Bun.file, 'inherit', 'ignore' or null for spawnSync",
    );
  return bytes;
}
