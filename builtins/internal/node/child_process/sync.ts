// The functions of node:child_process that wait for the child.
import { validateObject } from "internal:core/validators";
import { ERR_INVALID_ARG_TYPE, errnoException, genericNodeError } from "internal:core/errors";
import { isArrayBufferView } from "internal:core/util/types";
import { Buffer } from "internal:core/buffer";
import { load } from "internal:core/bootstrap";
import {
  killSignalOf,
  normalizeExec,
  normalizeExecFile,
  normalizeSpawn,
  signalName,
  validateMaxBuffer,
  validateTimeout,
  type SpawnOptions,
} from "internal:node/child_process/arguments";
import { slotsOf, wordsOf, type Slot } from "internal:node/child_process/stdio";
import { flush } from "native:stdio";
import * as native from "native:child_process";

const MAX_BUFFER_BYTES = 1024 * 1024;
const SIGTERM = 15;
const DETACHED = 1;

/**
 * `child_process.spawnSync`: `{ pid, output, stdout, stderr, status, signal }` and `error` when there was one.
 * Throws only for wrong arguments.
 */
export function spawnSync(file: any, args?: any, options?: any): any {
  const normalized: SpawnOptions = {
    __proto__: null,
    maxBuffer: MAX_BUFFER_BYTES,
    ...normalizeSpawn(file, args, options),
  } as any;
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

function inputOf(slot: Slot, index: number, encoding: any): Uint8Array | null {
  const { input } = slot;
  if (input === null || input === undefined) return null;
  if (isArrayBufferView(input)) return new Uint8Array(input.buffer as ArrayBuffer, input.byteOffset, input.byteLength);
  if (typeof input === "string") return Buffer.from(input, Buffer.isEncoding(encoding) ? encoding : "utf8");
  throw new ERR_INVALID_ARG_TYPE(`options.stdio[${index}]`, ["Buffer", "TypedArray", "DataView", "string"], input);
}

/** What became of a child, as Node's binding tells it; `error`: minus the errno, when it could not be started or was ended. */
interface Ended {
  error?: number;
  status: number | null;
  signal: string | null;
  output: (Uint8Array | null)[] | null;
  pid: number;
}

function spawnNatively(options: any): Ended {
  // What was written so far comes before what the child writes.
  flush();
  const slots: Slot[] = options.stdio;
  let ended: any;
  let errno = 0;
  try {
    ended = native.spawnSync(
      options.file,
      options.args.map(String),
      options.envPairs,
      options.cwd,
      options.uid ?? -1,
      options.gid ?? -1,
      wordsOf(slots),
      options.detached ? DETACHED : 0,
      slots.map((slot) => slot.input ?? null),
      options.timeout ?? 0,
      Number.isFinite(options.maxBuffer) ? options.maxBuffer : 0,
      options.killSignal ?? SIGTERM,
    );
    errno = ended.errno;
  } catch (failure: any) {
    if (typeof failure.errno !== "number") throw failure;
    errno = failure.errno;
  }
  const result: Ended = errno === 0 ? ({} as Ended) : ({ error: errno } as Ended);
  result.status = ended === undefined || ended.code < 0 ? null : ended.code;
  result.signal = ended === undefined ? null : signalName(ended.signal);
  // Descriptor 0 is written to, never read from.
  result.output =
    ended === undefined
      ? null
      : ended.outputs.map((bytes: Uint8Array | null, index: number) =>
          bytes === null || index === 0 ? null : bufferOf(bytes),
        );
  result.pid = ended?.pid ?? 0;
  return result;
}

/** `process.binding("spawn_sync")`: programs that follow all children (nyc does) put a function of theirs in the place of `spawn`. */
export const binding = { spawn: spawnNatively };

function run(options: SpawnOptions): any {
  const ended = binding.spawn(options);
  // The members and their order are Node's: `error` first, when there is one.
  const result: any = {};
  if (ended.error) {
    const error: any = errnoException(ended.error, `spawnSync ${options.file}`);
    error.path = options.file;
    error.spawnargs = options.args.slice(1);
    result.error = error;
  }
  const encoding = options.encoding && options.encoding !== "buffer" ? options.encoding : undefined;
  result.status = ended.status;
  result.signal = ended.signal;
  result.output =
    ended.output &&
    (encoding === undefined ? ended.output : ended.output.map((bytes: any) => bytes && bytes.toString(encoding)));
  result.pid = ended.pid;
  result.stdout = result.output?.[1];
  result.stderr = result.output?.[2];
  return result;
}

function bufferOf(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}

/** `child_process.execFileSync`: what the program wrote to standard output. Throws when it failed. */
export function execFileSync(file: any, args?: any, options?: any): any {
  if (typeof options === "function") validateObject(options, "options");
  const normalized = normalizeExecFile(file, args, options, undefined);
  const result = spawnSync(file, normalized.args, normalized.options);
  passErrorOutput(normalized.options, result);
  const error = errorOf(result, [normalized.options.argv0 || file, ...normalized.args].join(" "));
  if (error !== undefined) throw error;
  return result.stdout;
}

/** `child_process.execSync`: the same for a command of the shell. */
export function execSync(command: any, options?: any): any {
  const normalized = normalizeExec(command, options, null);
  const result = spawnSync(normalized.file, normalized.options);
  passErrorOutput(normalized.options, result);
  const error = errorOf(result, command);
  if (error !== undefined) throw error;
  return result.stdout;
}

function passErrorOutput(options: any, result: any): void {
  if (!options.stdio && result.stderr) load("internal:node/process").default.stderr.write(result.stderr);
}

function errorOf(result: any, command: string): Error | undefined {
  if (result.error) return Object.assign(result.error, result);
  if (result.status === 0) return undefined;
  let message = `Command failed: ${command}`;
  if (result.stderr && result.stderr.length > 0) message += `\n${result.stderr.toString()}`;
  return genericNodeError(message, result);
}
