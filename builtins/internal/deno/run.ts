// `Deno.run` of Deno 1, which Deno 2 still has, without types. Programs of Deno 2 use `Deno.Command`.
import { failure, kill, prepare, slot, spawnError, textOf } from "internal:deno/command";
import { FsFile } from "internal:deno/file_objects";
import { joinBytes } from "internal:core/utf8";
import { signals } from "internal:core/signals";
import { ProcessHandle } from "internal:node/child_process/process_handle";
import type { URL } from "web:url";

const SIGNAL_EXIT_BASE = 128;
const READ_BYTES = 64 * 1024;

interface RunOptions {
  cmd: (string | URL)[];
  cwd?: string;
  env?: Record<string, string>;
  stdin?: unknown;
  stdout?: unknown;
  stderr?: unknown;
}

interface RunStatus {
  success: boolean;
  code: number;
  signal?: number;
}

/** Starts `cmd[0]` with the others as its arguments. Throws the errors of `Deno.Command`. */
export function run(options: RunOptions): Process {
  return new Process(options);
}

/** `Deno.Process`: a program that `Deno.run` has started. */
export class Process {
  readonly rid: number;
  readonly pid: number;
  readonly stdin?: FsFile;
  readonly stdout?: FsFile;
  readonly stderr?: FsFile;
  #status: Promise<RunStatus>;

  constructor({ cmd, cwd, env, stdin, stdout, stderr }: RunOptions) {
    const [command, ...args] = cmd;
    const given = { args, ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }) };
    const started = prepare(textOf(command), given);
    const { file, environment: envPairs, directory } = started;
    const slots = [slot(stdin, "inherit", 0), slot(stdout, "inherit", 1), slot(stderr, "inherit", 2)];
    const { promise, resolve } = Promise.withResolvers<RunStatus>();
    this.#status = promise;
    const handle = new ProcessHandle((code, signal) => resolve(statusOf(code, signal)));
    const descriptors = handle.spawn(
      { file, args: started.args, envPairs, cwd: directory, uid: undefined, gid: undefined, detached: false },
      slots,
    );
    if (typeof descriptors === "number") throw failure(spawnError(descriptors), file, directory);
    this.rid = this.pid = handle.pid!;
    if (descriptors[0] !== -1) this.stdin = new FsFile(descriptors[0]!);
    if (descriptors[1] !== -1) this.stdout = new FsFile(descriptors[1]!);
    if (descriptors[2] !== -1) this.stderr = new FsFile(descriptors[2]!);
  }

  /** Resolves when the program has ended: with its exit code, or 128 and the number of the signal. */
  status(): Promise<RunStatus> {
    return this.#status;
  }

  /** Collects the piped standard output until the end. */
  output(): Promise<Uint8Array> {
    return collect(this.stdout, "stdout");
  }

  /** Collects the piped standard error until the end. */
  stderrOutput(): Promise<Uint8Array> {
    return collect(this.stderr, "stderr");
  }

  /** Sends a signal. */
  kill(signal: string | number = "SIGTERM"): void {
    kill(this.pid, signal);
  }

  /** Frees what belongs to the program; it goes on. */
  close(): void {}
}

function statusOf(code: number, name: string | null): RunStatus {
  if (name === null) return { success: code === 0, code };
  const signal = signals[name] ?? 0;
  return { success: false, code: SIGNAL_EXIT_BASE + signal, signal };
}

async function collect(file: FsFile | undefined, name: string): Promise<Uint8Array> {
  if (file === undefined) throw new TypeError(`Cannot collect output: '${name}' is not piped`);
  const chunks: Uint8Array[] = [];
  try {
    for (;;) {
      const buffer = new Uint8Array(READ_BYTES);
      const count = await file.read(buffer);
      if (count === null) return joinBytes(chunks);
      chunks.push(buffer.subarray(0, count));
    }
  } finally {
    file.close();
  }
}
