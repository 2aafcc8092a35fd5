// `Bun.spawn` and `Bun.spawnSync`. https://bun.com/docs/api/spawn
import { AbortError } from "internal:core/errors";
import { environment } from "internal:core/process/environment";
import { signals } from "internal:core/signals";
import { systemErrorMessage, systemErrorName } from "internal:core/errno";
import { Buffer } from "internal:core/buffer";
import { clearTimeout, setTimeout } from "internal:core/timers";
import { ProcessHandle } from "internal:node/child_process/process_handle";
import { signalName } from "internal:node/child_process/arguments";
import { wordsOf, type Slot } from "internal:node/child_process/stdio";
import { isBlob, bytesInMemory } from "web:blob";
import { isReadableStream } from "web:streams";
import { filePathOf } from "internal:bun/file";
import { checkArguments, checkOptions, invalid, signalOf } from "internal:bun/spawn_options";
import { type Terminal } from "internal:bun/terminal";
import defer * as terminals from "internal:bun/terminal";
import defer * as usages from "internal:bun/resource_usage";
import defer * as streams from "internal:node/child_process/web_streams";
import defer * as channels from "internal:node/child_process/channel";
import defer * as emitters from "internal:core/events/emitter";
import { load } from "internal:core/bootstrap";
import { flush } from "native:stdio";
import * as native from "native:child_process";

const SIGNAL_EXIT_BASE = 128;
const SIGTERM = 15;

interface Wanted {
  file: string;
  args: string[];
  envPairs: string[];
  cwd: string | null;
  slots: Slot[];
  /** What standard input gets, when that is no descriptor. */
  input: any;
  /** Descriptors that were opened for the child and are closed here. */
  opened: number[];
  channelIndex: number;
  terminal: Terminal | null;
}

function argumentsOf(first: any, second: any): { command: any[]; options: any } {
  const options = Array.isArray(first) ? (second ?? {}) : first;
  const command = Array.isArray(first) ? first : first?.cmd;
  if (!Array.isArray(command)) throw invalid("cmd must be an array");
  if (command.length === 0) throw invalid("cmd must not be empty");
  return { command, options };
}

function prepare(command: any[], options: any, isSync: boolean): Wanted {
  checkOptions(options, isSync);
  const args = command.map(String);
  checkArguments(args);
  const file = args[0]!;
  if (options.argv0 !== undefined) args[0] = String(options.argv0);
  const env = options.env ?? environment;
  const envPairs: string[] = [];
  for (const name of Object.keys(env)) if (env[name] !== undefined) envPairs.push(`${name}=${env[name]}`);
  const wanted: Wanted = {
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
    wanted.terminal = terminal;
    if (options.env === undefined) envPairs.push(`TERM=${terminals.nameOf(terminal)}`);
    const fd = terminals.descriptorOf(terminal);
    for (let index = 0; index < 3; index++) wanted.slots.push({ type: "fd", fd });
    return wanted;
  }
  const stdio = options.stdio ?? [
    options.stdin ?? null,
    options.stdout === undefined ? "pipe" : options.stdout,
    options.stderr === undefined ? (isSync ? "pipe" : "inherit") : options.stderr,
  ];
  for (let index = 0; index < Math.max(stdio.length, 3); index++)
    wanted.slots.push(slotOf(stdio[index], index, wanted));
  if (typeof options.ipc === "function" && wanted.channelIndex === -1) addChannel(wanted, wanted.slots.length);
  if (wanted.channelIndex !== -1) {
    envPairs.push(
      `NODE_CHANNEL_FD=${wanted.channelIndex}`,
      `NODE_CHANNEL_SERIALIZATION_MODE=${options.serialization ?? "advanced"}`,
    );
  }
  return wanted;
}

function addChannel(wanted: Wanted, index: number): void {
  wanted.channelIndex = index;
  wanted.slots[index] = { type: "pipe", isChannel: true };
}

function slotOf(value: any, index: number, wanted: Wanted): Slot {
  if (value === "pipe" || value === "overlapped") return { type: "pipe" };
  if (value === "inherit") return { type: "inherit", fd: index };
  if (value === "ignore" || value === null || value === undefined) return { type: "ignore" };
  if (typeof value === "number") return { type: "fd", fd: value };
  if (value === "ipc") return { type: "pipe", isChannel: (wanted.channelIndex = index) >= 0 };
  const path = filePathOf(value);
  if (path !== undefined) {
    const fd: number = path.startsWith("/dev/fd/")
      ? Number(path.slice("/dev/fd/".length))
      : load("internal:node/fs").default.openSync(path, index === 0 ? "r" : "w");
    if (!path.startsWith("/dev/fd/")) wanted.opened.push(fd);
    return { type: "fd", fd };
  }
  if (index === 0 && isInput(value)) {
    wanted.input = value;
    return { type: "pipe" };
  }
  if (ArrayBuffer.isView(value) && index > 0) throw invalid("ArrayBufferView cannot be used for stdout/stderr yet");
  throw invalid("stdio must be an array of 'inherit', 'pipe', 'ignore', Bun.file(pathOrFd), number, or null");
}

function isInput(value: any): boolean {
  return (
    ArrayBuffer.isView(value) ||
    value instanceof ArrayBuffer ||
    isBlob(value) ||
    isReadableStream(value) ||
    isReadableStream(value?.body) ||
    value?.body === null
  );
}

function closeOpened(wanted: Wanted): void {
  for (const fd of wanted.opened) load("internal:node/fs").default.closeSync(fd);
}

function failure(errno: number, { file, cwd }: Wanted): Error {
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
export function spawn(first: any, second?: any): Subprocess {
  const { command, options } = argumentsOf(first, second);
  refuseAborted(options.signal);
  signalOf(options.killSignal, SIGTERM);
  return new Subprocess(prepare(command, options, false), options);
}

// Nothing is started for somebody who has given up.
function refuseAborted(signal: any): void {
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
}

/** `Bun.Subprocess`. */
class Subprocess {
  readonly pid: number;
  readonly exited: Promise<number>;
  readonly stdin: any;
  readonly stdout: any;
  readonly stderr: any;
  readonly stdio: (number | null)[];
  /** The pseudo-terminal that the option `terminal` asked for. */
  readonly terminal: Terminal | undefined;
  exitCode: number | null = null;
  signalCode: string | null = null;
  killed = false;
  #handle: ProcessHandle;
  #isOver = false;
  #usage: number[] | undefined;
  #channel: any = null;
  #input: any = null;
  #outputs: streams.Output[] = [];

  constructor(wanted: Wanted, options: any) {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.exited = promise;
    let timer: any;
    this.#handle = new ProcessHandle((code, signal) => {
      if (timer !== undefined) clearTimeout(timer);
      this.#isOver = true;
      this.#usage = native.usageOfEnded();
      this.killed = true;
      this.exitCode = signal === null ? code : null;
      this.signalCode = signal;
      this.#letGo();
      resolve(signal === null ? code : SIGNAL_EXIT_BASE + (signals[signal] ?? 0));
      if (typeof options.onExit === "function")
        options.onExit.call(this, this, this.exitCode, this.signalCode, undefined);
    });
    const hasTerminal = wanted.terminal !== null;
    const started = this.#handle.spawn(
      {
        ...wanted,
        uid: options.uid,
        gid: options.gid,
        detached: options.detached || hasTerminal,
        takesTerminal: hasTerminal,
      },
      wanted.slots,
    );
    closeOpened(wanted);
    if (wanted.terminal !== null) terminals.handOver(wanted.terminal);
    if (typeof started === "number") throw failure(started, wanted);
    this.pid = this.#handle.pid!;
    this.terminal = wanted.terminal ?? undefined;
    this.stdin = hasTerminal ? null : this.#inputOver(started[0]!, wanted.input);
    this.stdout = hasTerminal ? null : this.#outputOver(started[1]!, options, options.stdout);
    this.stderr = hasTerminal ? null : this.#outputOver(started[2]!, options, options.stderr);
    // Further pipes are plain descriptors.
    this.stdio = [...started].map((fd, index) => (index < 3 || fd === -1 || index === wanted.channelIndex ? null : fd));
    if (wanted.channelIndex !== -1) this.#connect(started[wanted.channelIndex]!, options);
    const killSignal = signalOf(options.killSignal, SIGTERM);
    if (options.timeout > 0) timer = setTimeout(() => this.kill(killSignal), options.timeout);
    this.#followSignal(options.signal, killSignal);
  }

  #inputOver(fd: number, source: any): any {
    if (fd === -1) return undefined;
    const writer = (this.#input = new streams.PipeWriter(fd));
    if (source === null) return new FileSink(writer);
    void feed(source, writer);
    return undefined;
  }

  #outputOver(fd: number, options: any, given: unknown): any {
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

  /** No descriptor outlives the program for want of a reader. */
  #letGo(): void {
    void this.#input?.end();
    for (const output of this.#outputs) output.finish();
  }

  // The channel speaks to an emitter; Bun has functions instead of events.
  #connect(fd: number, options: any): void {
    const target: any = new (emitters.EventEmitter as any)();
    channels.attachToChild(target, fd, options.serialization ?? "advanced");
    target.on("message", (message: unknown, handle: unknown) => options.ipc?.call(this, message, this, handle));
    target.on("disconnect", () => options.onDisconnect?.call(this, true));
    target.on("error", () => {});
    this.#channel = target;
  }

  #followSignal(signal: any, killSignal: number): void {
    if (signal === undefined || signal === null) return;
    const end = (): void => this.kill(killSignal);
    signal.addEventListener("abort", end);
    this.exited.then(() => signal.removeEventListener("abort", end));
  }

  get readable(): any {
    return this.stdout;
  }
  get writable(): any {
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
    return this.#channel.send(message);
  }
  disconnect(): void {
    if (this.connected) this.#channel.disconnect();
  }
  /** What the child took; undefined while it runs. */
  resourceUsage(): object | undefined {
    return this.#usage === undefined ? undefined : usages.resourceUsage(this.#usage);
  }
  async [(Symbol as any).asyncDispose](): Promise<void> {
    this.kill();
    await this.exited;
  }
}

/** `subprocess.stdin`: writes are on their way at once. */
class FileSink {
  #writer: any;
  #pending: Promise<unknown> | undefined;
  #written = 0;

  constructor(writer: any) {
    this.#writer = writer;
  }
  start(): void {}
  write(chunk: any): number {
    const bytes =
      typeof chunk === "string"
        ? Buffer.from(chunk)
        : ArrayBuffer.isView(chunk)
          ? new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength)
          : new Uint8Array(chunk);
    const waiting = this.#writer.write(bytes);
    if (waiting !== undefined) {
      const all = Promise.all([this.#pending, waiting]);
      // A child that reads no more: flush() and end() tell.
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

async function feed(source: any, writer: any): Promise<void> {
  if (ArrayBuffer.isView(source))
    source = new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength);
  else if (source instanceof ArrayBuffer) source = new Uint8Array(source);
  if (source instanceof Uint8Array) return streams.pump([source], writer);
  if (isBlob(source)) return streams.pump((source as any).stream(), writer);
  const stream = isReadableStream(source) ? source : source.body;
  return stream === null ? writer.end() : streams.pump(stream, writer);
}

/** `Bun.spawnSync`: starts a program and waits. Throws when it cannot be started. */
export function spawnSync(first: any, second?: any): object {
  const { command, options } = argumentsOf(first, second);
  refuseAborted(options.signal);
  const killSignal = signalOf(options.killSignal, SIGTERM);
  const wanted = prepare(command, options, true);
  const input = inputBytes(wanted.input);
  flush();
  let ended: any;
  try {
    ended = native.spawnSync(
      wanted.file,
      wanted.args,
      wanted.envPairs,
      wanted.cwd,
      options.uid ?? -1,
      options.gid ?? -1,
      wordsOf(wanted.slots),
      options.detached ? 1 : 0,
      wanted.slots.map((_, index) => (index === 0 ? input : null)),
      options.timeout ?? 0,
      typeof options.maxBuffer === "number" ? options.maxBuffer : 0,
      killSignal,
    );
  } catch (error: any) {
    if (typeof error.errno !== "number") throw error;
    throw failure(error.errno, wanted);
  } finally {
    closeOpened(wanted);
  }
  const buffer = (bytes: Uint8Array | null): any =>
    bytes === null ? undefined : Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  const signalCode = signalName(ended.signal);
  const result: any = {
    exitCode: signalCode === null ? ended.code : null,
    stdout: buffer(ended.outputs[1]),
    stderr: buffer(ended.outputs[2]),
    success: signalCode === null && ended.code === 0,
    resourceUsage: usages.resourceUsage(ended.usage),
    pid: ended.pid,
  };
  if (signalCode !== null) result.signalCode = signalCode;
  if (systemErrorName(ended.errno) === "ETIMEDOUT") result.exitedDueToTimeout = true;
  if (systemErrorName(ended.errno) === "ENOBUFS") result.exitedDueToMaxBuffer = true;
  return result;
}

function inputBytes(source: any): Uint8Array | null {
  if (source === null) return null;
  if (ArrayBuffer.isView(source))
    return new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  const bytes = isBlob(source) ? bytesInMemory(source) : null;
  if (bytes === null)
    throw invalid(
      "stdin must be a TypedArray, ArrayBuffer, Blob in memory, Bun.file, 'inherit', 'ignore' or null for spawnSync",
    );
  return bytes;
}
