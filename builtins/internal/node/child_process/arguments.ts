// Arguments of node:child_process: sorts and checks them.
import { launch } from "internal:core/launch";
import defer * as inheritance from "internal:node/child_process/inherited_permissions";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_UNKNOWN_SIGNAL } from "internal:core/errors";
import {
  validateBoolean,
  validateFunction,
  validateInt32,
  validateInteger,
  validateNumber,
  validateObject,
  validateString,
} from "internal:core/validators";
import { toPath } from "internal:node/fs/path";
import { environment as processEnvironment, plainPairs } from "internal:core/process/environment";
import { signals } from "internal:core/signals";
import { emitWarning } from "internal:core/process/warn";
import type { AbortSignalLike } from "internal:core/events/abort_listener";
import { load } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";

const DEFAULT_SHELL = "/bin/sh";

/** The options of a child: the caller's, and the normalized members. */
export interface SpawnOptions {
  file: string;
  /** `argv[0]` included. */
  args: string[];
  cwd: string | null;
  detached: boolean;
  /** `NAME=value` each. */
  envPairs: string[];
  argv0?: string;
  encoding?: string;
  gid?: number;
  input?: unknown;
  killSignal?: string | number;
  maxBuffer?: number;
  serialization?: string;
  signal?: AbortSignalLike;
  stdio?: unknown;
  /** Whether the terminal at file descriptor 0 becomes the child's. */
  takesTerminal?: boolean;
  timeout?: number;
  uid?: number;
}

/** Options as the program passes them: each is checked where it is used. */
export interface ProgramOptions {
  argv0?: any;
  cwd?: any;
  detached?: unknown;
  env?: unknown;
  execArgv?: string[];
  execPath?: any;
  gid?: unknown;
  shell?: unknown;
  silent?: unknown;
  stdio?: any;
  uid?: unknown;
  windowsHide?: unknown;
  windowsVerbatimArguments?: unknown;
  [option: string]: unknown;
}

/** The callback of `exec` and `execFile`. */
export type ExecCallback = (error: Error | null, stdout: any, stderr: any) => void;

let hasWarnedAboutShell = false;

/**
 * Checks and completes the arguments of `spawn` and `spawnSync`.
 * Throws ERR_INVALID_ARG_TYPE and ERR_INVALID_ARG_VALUE.
 */
export function normalizeSpawn(file: any, args: any, options: any): SpawnOptions {
  validateString(file, "file");
  rejectNullBytes(file, "file");
  if (file.length === 0) throw new ERR_INVALID_ARG_VALUE("file", file, "cannot be empty");
  if (Array.isArray(args)) args = args.slice();
  else if (args === undefined || args === null) args = [];
  else if (typeof args !== "object") throw new ERR_INVALID_ARG_TYPE("args", "object", args);
  else {
    options = args;
    args = [];
  }
  rejectNullBytesIn(args, "args");
  if (options === undefined) options = {};
  else validateObject(options, "options");
  options = { __proto__: null, ...options };
  let cwd: string | null = null;
  if (options.cwd !== null && options.cwd !== undefined) cwd = toPath(options.cwd, "options.cwd");
  checkOptions(options);
  if (options.shell) {
    if (args.length > 0 && !hasWarnedAboutShell) {
      hasWarnedAboutShell = true;
      emitWarning(
        "Passing args to a child process with shell option true can lead to security vulnerabilities, as the arguments are not escaped, only concatenated.",
        "DeprecationWarning",
        "DEP0190",
      );
    }
    const command = args.length > 0 ? `${file} ${args.join(" ")}` : file;
    file = typeof options.shell === "string" ? options.shell : DEFAULT_SHELL;
    args = ["-c", command];
  }
  lists.unshift(args, typeof options.argv0 === "string" ? options.argv0 : file);
  return {
    __proto__: null,
    ...options,
    args,
    cwd,
    detached: Boolean(options.detached),
    envPairs: launch().restricts ? inheritance.add(pairsOf(options.env), args) : pairsOf(options.env),
    file,
  } as unknown as SpawnOptions;
}

function checkOptions(options: ProgramOptions): void {
  if (options.detached != null) validateBoolean(options.detached, "options.detached");
  if (options.uid != null) validateInt32(options.uid, "options.uid");
  if (options.gid != null) validateInt32(options.gid, "options.gid");
  if (options.shell != null && typeof options.shell !== "boolean" && typeof options.shell !== "string") {
    throw new ERR_INVALID_ARG_TYPE("options.shell", ["boolean", "string"], options.shell);
  }
  if (typeof options.shell === "string") rejectNullBytes(options.shell, "options.shell");
  if (options.argv0 != null) {
    validateString(options.argv0, "options.argv0");
    rejectNullBytes(options.argv0, "options.argv0");
  }
  if (options.windowsHide != null) validateBoolean(options.windowsHide, "options.windowsHide");
  if (options.windowsVerbatimArguments != null)
    validateBoolean(options.windowsVerbatimArguments, "options.windowsVerbatimArguments");
}

function pairsOf(environment: unknown): string[] {
  const source: Record<string, unknown> = environment || load("internal:node/process").default.env;
  const known = source === processEnvironment ? plainPairs() : null;
  if (known !== null) return known;
  const pairs: string[] = [];
  // Includes inherited names: programs make environments with Object.create.
  for (const name in source) {
    const value = source[name];
    if (value === undefined) continue;
    rejectNullBytes(name, `options.env['${name}']`);
    const string = `${value}`;
    rejectNullBytes(string, `options.env['${name}']`);
    lists.push(pairs, `${name}=${string}`);
  }
  return pairs;
}

/** Converts the arguments of `exec` to those of `execFile`. */
export function normalizeExec(
  command: unknown,
  options: any,
  callback: any,
): { file: string; options: ProgramOptions; callback: ExecCallback | undefined } {
  validateString(command, "command");
  rejectNullBytes(command, "command");
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  options = { __proto__: null, ...options };
  options.shell = typeof options.shell === "string" ? options.shell : true;
  return { file: command, options, callback };
}

/** The arguments of `execFile`, of which all but the first are optional. */
export function normalizeExecFile(
  file: any,
  args: any,
  options: any,
  callback: any,
): { file: string; args: string[]; options: ProgramOptions; callback: ExecCallback | null | undefined } {
  if (Array.isArray(args)) args = args.slice();
  else if (args !== null && typeof args === "object") {
    callback = options;
    options = args;
    args = null;
  } else if (typeof args === "function") {
    callback = args;
    options = null;
    args = null;
  }
  args ??= [];
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  } else if (options !== null && options !== undefined) validateObject(options, "options");
  options ??= {};
  if (callback !== null && callback !== undefined) validateFunction(callback, "callback");
  if (options.argv0 != null) {
    validateString(options.argv0, "options.argv0");
    rejectNullBytes(options.argv0, "options.argv0");
  }
  return { file, args, options, callback };
}

/** Throws ERR_INVALID_ARG_VALUE for a string with a NUL, which cannot be passed to a program. */
export function rejectNullBytes(value: unknown, name: string): void {
  if (typeof value === "string" && value.includes("\0"))
    throw new ERR_INVALID_ARG_VALUE(name, value, "must be a string without null bytes");
}

/** The same for each string of a list. */
export function rejectNullBytesIn(list: unknown[], name: string): void {
  for (let index = 0; index < list.length; index++) rejectNullBytes(list[index], `${name}[${index}]`);
}

/** Checks a time limit in milliseconds. Throws ERR_OUT_OF_RANGE. */
export function validateTimeout(timeout: unknown): void {
  if (timeout !== null && timeout !== undefined) validateInteger(timeout, "timeout", 0);
}

/** Checks a number of bytes. Throws ERR_OUT_OF_RANGE. */
export function validateMaxBuffer(maxBuffer: unknown): void {
  if (maxBuffer !== null && maxBuffer !== undefined) validateNumber(maxBuffer, "options.maxBuffer", 0);
}

/** The number of a signal, by name or number. Throws ERR_UNKNOWN_SIGNAL. */
export function signalNumber(signal: unknown): number {
  if (typeof signal === "number" && Object.values(signals).includes(signal)) return signal;
  const known = typeof signal === "string" ? signals[signal.toUpperCase()] : undefined;
  if (known !== undefined) return known;
  throw new ERR_UNKNOWN_SIGNAL(signal);
}

/** `options.killSignal` as a number; undefined without it. */
export function killSignalOf(killSignal: unknown): number | undefined {
  if (typeof killSignal === "string" || typeof killSignal === "number") return signalNumber(killSignal);
  if (killSignal !== null && killSignal !== undefined)
    throw new ERR_INVALID_ARG_TYPE("options.killSignal", ["string", "number"], killSignal);
  return undefined;
}
