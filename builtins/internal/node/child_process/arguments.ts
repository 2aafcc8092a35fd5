// Arguments of node:child_process: which is which, and whether each is one that can be given to a program.
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
import { signals } from "internal:core/signals";
import { emitWarning } from "internal:core/process/warn";
import { load } from "internal:core/bootstrap";

const DEFAULT_SHELL = "/bin/sh";

/** What a program is started with: the caller's options and these. */
export interface SpawnOptions {
  file: string;
  /** With the name that the program sees first. */
  args: string[];
  cwd: string | null;
  detached: boolean;
  /** `NAME=value` each. */
  envPairs: string[];
  [option: string]: any;
}

let hasWarnedOfShell = false;

/**
 * Checks and completes the arguments of `spawn` and `spawnSync`.
 * Throws ERR_INVALID_ARG_TYPE and ERR_INVALID_ARG_VALUE.
 */
export function normalizeSpawn(file: any, args: any, options: any): SpawnOptions {
  validateString(file, "file");
  refuseNull(file, "file");
  if (file.length === 0) throw new ERR_INVALID_ARG_VALUE("file", file, "cannot be empty");
  if (Array.isArray(args)) args = args.slice();
  else if (args === undefined || args === null) args = [];
  else if (typeof args !== "object") throw new ERR_INVALID_ARG_TYPE("args", "object", args);
  else {
    options = args;
    args = [];
  }
  refuseNullIn(args, "args");
  if (options === undefined) options = {};
  else validateObject(options, "options");
  options = { __proto__: null, ...options };
  let cwd: string | null = null;
  if (options.cwd !== null && options.cwd !== undefined) cwd = toPath(options.cwd, "options.cwd");
  checkOptions(options);
  if (options.shell) {
    if (args.length > 0 && !hasWarnedOfShell) {
      hasWarnedOfShell = true;
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
  args.unshift(typeof options.argv0 === "string" ? options.argv0 : file);
  return {
    __proto__: null,
    ...options,
    args,
    cwd,
    detached: Boolean(options.detached),
    envPairs: pairsOf(options.env),
    file,
  } as any;
}

function checkOptions(options: any): void {
  if (options.detached != null) validateBoolean(options.detached, "options.detached");
  if (options.uid != null) validateInt32(options.uid, "options.uid");
  if (options.gid != null) validateInt32(options.gid, "options.gid");
  if (options.shell != null && typeof options.shell !== "boolean" && typeof options.shell !== "string") {
    throw new ERR_INVALID_ARG_TYPE("options.shell", ["boolean", "string"], options.shell);
  }
  if (typeof options.shell === "string") refuseNull(options.shell, "options.shell");
  if (options.argv0 != null) {
    validateString(options.argv0, "options.argv0");
    refuseNull(options.argv0, "options.argv0");
  }
  if (options.windowsHide != null) validateBoolean(options.windowsHide, "options.windowsHide");
  if (options.windowsVerbatimArguments != null)
    validateBoolean(options.windowsVerbatimArguments, "options.windowsVerbatimArguments");
}

function pairsOf(environment: any): string[] {
  const source = environment || load("internal:node/process").default.env;
  const pairs: string[] = [];
  // Inherited names count: programs make environments with Object.create.
  for (const name in source) {
    const value = source[name];
    if (value === undefined) continue;
    refuseNull(name, `options.env['${name}']`);
    const text = `${value}`;
    refuseNull(text, `options.env['${name}']`);
    pairs.push(`${name}=${text}`);
  }
  return pairs;
}

/** The arguments of `exec` as those of `execFile`. */
export function normalizeExec(
  command: any,
  options: any,
  callback: any,
): { file: string; options: any; callback: any } {
  validateString(command, "command");
  refuseNull(command, "command");
  if (typeof options === "function") {
    callback = options;
    options = undefined;
  }
  options = { __proto__: null, ...options };
  options.shell = typeof options.shell === "string" ? options.shell : true;
  return { file: command, options, callback };
}

/** The arguments of `execFile`, of which all but the first can be left out. */
export function normalizeExecFile(
  file: any,
  args: any,
  options: any,
  callback: any,
): { file: string; args: any[]; options: any; callback: any } {
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
    refuseNull(options.argv0, "options.argv0");
  }
  return { file, args, options, callback };
}

/** Throws ERR_INVALID_ARG_VALUE for a text with a NUL, which no program can get. */
export function refuseNull(text: unknown, name: string): void {
  if (typeof text === "string" && text.includes("\0"))
    throw new ERR_INVALID_ARG_VALUE(name, text, "must be a string without null bytes");
}

/** The same for each text of a list. */
export function refuseNullIn(list: any[], name: string): void {
  for (let index = 0; index < list.length; index++) refuseNull(list[index], `${name}[${index}]`);
}

/** A time limit in milliseconds. Throws ERR_OUT_OF_RANGE. */
export function validateTimeout(timeout: any): void {
  if (timeout !== null && timeout !== undefined) validateInteger(timeout, "timeout", 0);
}

/** A number of bytes. Throws ERR_OUT_OF_RANGE. */
export function validateMaxBuffer(maxBuffer: any): void {
  if (maxBuffer !== null && maxBuffer !== undefined) validateNumber(maxBuffer, "options.maxBuffer", 0);
}

/** The number of a signal that is given by name or number. Throws ERR_UNKNOWN_SIGNAL. */
export function signalNumber(signal: any): number {
  if (typeof signal === "number" && Object.values(signals).includes(signal)) return signal;
  const known = typeof signal === "string" ? signals[signal.toUpperCase()] : undefined;
  if (known !== undefined) return known;
  throw new ERR_UNKNOWN_SIGNAL(signal);
}

/** `options.killSignal`: a number; undefined when it is not given. */
export function killSignalOf(killSignal: any): number | undefined {
  if (typeof killSignal === "string" || typeof killSignal === "number") return signalNumber(killSignal);
  if (killSignal !== null && killSignal !== undefined)
    throw new ERR_INVALID_ARG_TYPE("options.killSignal", ["string", "number"], killSignal);
  return undefined;
}

/** The name of a signal; null for 0. */
export function signalName(number: number): string | null {
  if (number === 0) return null;
  for (const name of Object.keys(signals)) if (signals[name] === number) return name;
  return `SIG${number}`;
}
