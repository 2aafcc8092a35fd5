// Process members of `Deno`.
import { load } from "internal:core/bootstrap";
import { environment } from "internal:core/process/environment";
import { signals } from "internal:core/signals";
import * as state from "internal:core/process/state";
import { residentBytes } from "native:process";
import { memoryStatistics } from "native:realm";

function checkName(name: unknown): string {
  const text = `${name as string}`;
  if (text === "") throw new TypeError("Key is an empty string.");
  if (/[=\0]/.test(text)) throw new TypeError(`Key contains invalid characters: ${JSON.stringify(text)}`);
  return text;
}

/** `Deno.env`. */
export const env = {
  get: (name: string): string | undefined => environment[checkName(name)],
  set: (name: string, value: string): void => {
    environment[checkName(name)] = `${value}`;
  },
  has: (name: string): boolean => checkName(name) in environment,
  delete: (name: string): void => {
    delete environment[checkName(name)];
  },
  toObject: (): Record<string, string> => Object.assign(Object.create(null), environment),
};

/** `Deno.exit`. */
export function exit(code?: number): never {
  return load("internal:node/process").default.exit(code ?? state.getExitCode() ?? 0) as never;
}
export function getExitCode(): number {
  return state.getExitCode() ?? 0;
}
export function setExitCode(code: number): void {
  if (typeof code !== "number" || !Number.isInteger(code))
    throw new TypeError(`Exit code must be a number, got: ${String(code)} (${typeof code})`);
  state.setExitCode(code);
}
/** `Deno.memoryUsage`, in bytes. */
export function memoryUsage(): object {
  const { heapSize, heapCapacity, extraMemorySize } = memoryStatistics();
  return { rss: residentBytes(), heapTotal: heapCapacity, heapUsed: heapSize, external: extraMemorySize };
}

/** Signals that cannot be listened to. */
const FORBIDDEN_SIGNALS = new Set(["SIGKILL", "SIGSTOP", "SIGILL", "SIGFPE", "SIGSEGV"]);

function checkSignal(signal: string): string {
  if (signals[signal] === undefined) throw new TypeError(`Invalid signal: ${signal}`);
  if (FORBIDDEN_SIGNALS.has(signal)) throw new TypeError(`Binding to signal '${signal}' is not allowed`);
  return signal;
}

export function addSignalListener(signal: string, handler: () => void): void {
  load("internal:node/process").default.on(checkSignal(signal), handler);
}
export function removeSignalListener(signal: string, handler: () => void): void {
  load("internal:node/process").default.off(checkSignal(signal), handler);
}
export function unrefTimer(timer: any): void {
  timer?.unref?.();
}
export function refTimer(timer: any): void {
  timer?.ref?.();
}
