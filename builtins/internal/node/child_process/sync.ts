// The synchronous functions of node:child_process.
import { validateObject } from "internal:core/validators";
import { ERR_INVALID_ARG_TYPE, errnoException, genericNodeError } from "internal:core/errors";
import { isArrayBufferView } from "internal:core/util/types";
import { Buffer } from "internal:core/buffer";
import { load } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import {
  killSignalOf,
  normalizeExec,
  normalizeExecFile,
  normalizeSpawn,
  validateMaxBuffer,
  validateTimeout,
  type ProgramOptions,
  type SpawnOptions,
} from "internal:node/child_process/arguments";
import { signalName } from "internal:core/signals";
import { slotsOf, wordsOf, type Slot } from "internal:node/child_process/stdio";
import { flush } from "native:stdio";
import * as native from "native:child_process";
import { SpawnFlags } from "native:child_process";

const MAX_BUFFER_BYTES = 1024 * 1024;
const SIGTERM = 15;

/**
 * `child_process.spawnSync`: returns `{ pid, output, stdout, stderr, status, signal }`, and `error` after a failure.
 * Throws only for invalid arguments.
 */
export function spawnSync(file: unknown, args?: unknown, options?: unknown): SyncResult {
  const normalized: SpawnOptions = {
    __proto__: null,
    maxBuffer: MAX_BUFFER_BYTES,
    ...normalizeSpawn(file, args, options),
  } as unknown as SpawnOptions;
  validateTimeout(normalized.timeout);
  validateMaxBuffer(normalized.maxBuffer);
  const killSignal = killSignalOf(normalized.killSignal);
  const { slots } = slotsOf(normalized.stdio || "pipe", true);
  if (normalized.input) slots[0] = { ...slots[0]!, type: "pipe", fd: undefined, input: normalized.input };
  slots.forEach((slot, index) => {
    const input = inputOf(slot, index, normalized.encoding);
    if (input !== null) slot.input = input;
  });
  return run(Object.assign(normalized, { stdio: slots, killSignal }));
}

function inputOf(slot: Slot, index: number, encoding: string | undefined): Uint8Array | null {
  const { input } = slot;
  if (input === null || input === undefined) return null;
  if (isArrayBufferView(input)) return new Uint8Array(input.buffer as ArrayBuffer, input.byteOffset, input.byteLength);
  if (typeof input === "string") return Buffer.from(input, Buffer.isEncoding(encoding) ? encoding : "utf8");
  throw new ERR_INVALID_ARG_TYPE(`options.stdio[${index}]`, ["Buffer", "TypedArray", "DataView", "string"], input);
}

/** The outcome of a child, in the form of Node's binding; `error`: minus the errno, when it could not be started or was killed. */
interface Ended {
  error?: number;
  status: number | null;
  signal: string | null;
  output: (Uint8Array | null)[] | null;
  pid: number;
}

/** The result of `spawnSync`. Output is strings with an encoding, else Buffers. */
interface SyncResult {
  error?: Error;
  status: number | null;
  signal: string | null;
  output: unknown[] | null;
  pid: number;
  stdout: any;
  stderr: any;
}

function spawnNatively(options: SpawnOptions): Ended {
  // Earlier output of this process precedes the child's.
  flush();
  const slots = options.stdio as Slot[];
  let ended: native.EndedChild | undefined;
  let errno = 0;
  try {
    ended = native.spawnSync(
      options.file,
      lists.map(options.args, String),
      options.envPairs,
      options.cwd,
      {
        uid: options.uid ?? null,
        gid: options.gid ?? null,
        stdio: wordsOf(slots),
        flags: options.detached ? SpawnFlags.NEW_SESSION : 0,
      },
      lists.map(slots, (slot) => (slot.input as Uint8Array | undefined) ?? null),
      {
        timeoutMs: options.timeout ?? 0,
        maxBytes: Number.isFinite(options.maxBuffer) ? options.maxBuffer! : 0,
        killSignal: (options.killSignal as number | undefined) ?? SIGTERM,
      },
    );
    errno = ended!.errno;
  } catch (error) {
    const failure = error as { errno?: unknown };
    if (typeof failure.errno !== "number") throw error;
    errno = failure.errno;
  }
  const result: Ended = errno === 0 ? ({} as Ended) : ({ error: errno } as Ended);
  result.status = ended === undefined || ended.code < 0 ? null : ended.code;
  result.signal = ended === undefined ? null : signalName(ended.signal);
  // File descriptor 0 is only written to.
  result.output =
    ended === undefined
      ? null
      : lists.map(ended.outputs, (bytes, index) => (bytes === null || index === 0 ? null : bufferOf(bytes)));
  result.pid = ended?.pid ?? 0;
  return result;
}

/** `process.binding("spawn_sync")`: programs that observe all child processes (nyc) replace `spawn`. */
export const binding = { spawn: spawnNatively };

function run(options: SpawnOptions): SyncResult {
  const ended = binding.spawn(options);
  // The members and their order are Node's: `error` first, if any.
  const result = {} as SyncResult;
  if (ended.error) {
    const error: Error & { path?: string; spawnargs?: string[] } = errnoException(
      ended.error,
      `spawnSync ${options.file}`,
    );
    error.path = options.file;
    error.spawnargs = options.args.slice(1);
    result.error = error;
  }
  const encoding = options.encoding && options.encoding !== "buffer" ? options.encoding : undefined;
  result.status = ended.status;
  result.signal = ended.signal;
  result.output =
    ended.output &&
    (encoding === undefined
      ? ended.output
      : lists.map(ended.output, (bytes: any) => bytes && bytes.toString(encoding)));
  result.pid = ended.pid;
  result.stdout = result.output?.[1];
  result.stderr = result.output?.[2];
  return result;
}

function bufferOf(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}

/** `child_process.execFileSync`: returns the standard output of the program. Throws when it failed. */
export function execFileSync(file: string, args?: unknown, options?: unknown): unknown {
  if (typeof options === "function") validateObject(options, "options");
  const normalized = normalizeExecFile(file, args, options, undefined);
  const result = spawnSync(file, normalized.args, normalized.options);
  forwardErrorOutput(normalized.options, result);
  const error = errorOf(result, [normalized.options.argv0 || file, ...normalized.args].join(" "));
  if (error !== undefined) throw error;
  return result.stdout;
}

/** `child_process.execSync`: the same for a command of the shell. */
export function execSync(command: string, options?: unknown): unknown {
  const normalized = normalizeExec(command, options, null);
  const result = spawnSync(normalized.file, normalized.options);
  forwardErrorOutput(normalized.options, result);
  const error = errorOf(result, command);
  if (error !== undefined) throw error;
  return result.stdout;
}

function forwardErrorOutput(options: ProgramOptions, result: SyncResult): void {
  if (!options.stdio && result.stderr) load("internal:node/process").default.stderr.write(result.stderr);
}

function errorOf(result: SyncResult, command: string): Error | undefined {
  if (result.error) return Object.assign(result.error, result);
  if (result.status === 0) return undefined;
  let message = `Command failed: ${command}`;
  if (result.stderr && result.stderr.length > 0) message += `\n${result.stderr.toString()}`;
  return genericNodeError(message, result as object as Record<string, unknown>);
}
