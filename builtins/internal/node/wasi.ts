// node:wasi. https://nodejs.org/api/wasi.html. The functions that a module imports are in `wasi/calls.ts`.
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_WASI_ALREADY_STARTED } from "internal:core/errors";
import {
  validateArray,
  validateBoolean,
  validateFunction,
  validateInt32,
  validateObject,
  validateString,
  validateUndefined,
} from "internal:core/validators";
import { launch } from "internal:core/launch";
import { check } from "internal:core/permissions";
import { isAnyArrayBuffer } from "internal:core/util/types";
import { emitWarning } from "internal:core/process/warn";
import { callsOf, type Imports } from "internal:node/wasi/calls";
import { FileTable } from "internal:node/wasi/file_table";
import { WasiState } from "internal:node/wasi/state";
import { PermissionKind } from "native:permissions";

emitWarning("WASI is an experimental feature and might change at any time", "ExperimentalWarning");

/** The names of the module that a version's programs import. */
const MODULE_NAMES: Record<string, string> = { unstable: "wasi_unstable", preview1: "wasi_snapshot_preview1" };

/** Thrown by `proc_exit` to leave the program. */
const exited = { name: "the program has exited" };

/** The options, before they are checked. */
interface WasiOptions {
  version?: unknown;
  args?: unknown;
  env?: unknown;
  preopens?: unknown;
  stdin?: unknown;
  stdout?: unknown;
  stderr?: unknown;
  returnOnExit?: unknown;
}

interface Instance {
  exports: Record<string, unknown>;
}

/** Runs programs that import WASI preview 1. Throws for wrong options. */
export class WASI {
  #state: WasiState;
  #moduleName: string;
  #isStarted = false;
  #exitCode = 0;
  declare wasiImport: Imports;

  constructor(...parameters: unknown[]) {
    const options = (parameters[0] === undefined ? {} : parameters[0]) as WasiOptions;
    if (launch().restricts) check(PermissionKind.WASI, null);
    validateObject(options, "options");
    validateString(options.version, "options.version");
    const moduleName = MODULE_NAMES[options.version as string];
    if (moduleName === undefined)
      throw new ERR_INVALID_ARG_VALUE("options.version", options.version, "unsupported WASI version");
    this.#moduleName = moduleName;
    const { files, parts } = readOptions(options);
    this.#state = new WasiState(parts.args, parts.environment, files);
    let returnsOnExit = true;
    if (options.returnOnExit !== undefined) {
      validateBoolean(options.returnOnExit, "options.returnOnExit");
      returnsOnExit = options.returnOnExit;
    }
    this.wasiImport = callsOf(this.#state, moduleName === MODULE_NAMES.unstable);
    if (!returnsOnExit) return;
    this.wasiImport.proc_exit = (code: unknown): never => {
      this.#exitCode = code as number;
      throw exited;
    };
  }

  /** Prepares the imports for calls without `start`. Throws ERR_WASI_ALREADY_STARTED, or for an instance without memory. */
  finalizeBindings(
    instance: unknown,
    { memory = (instance as Instance)?.exports?.memory } = {} as { memory?: unknown },
  ): void {
    if (this.#isStarted) throw new ERR_WASI_ALREADY_STARTED();
    validateObject(instance, "instance");
    validateObject(instance.exports, "instance.exports");
    if (!isMemory(memory)) throw noMemory();
    this.#state.memory = memory;
    this.#isStarted = true;
  }

  /** Runs a command: calls `_start`. Returns its exit code. */
  start(instance: unknown): number {
    this.finalizeBindings(instance);
    const { _start, _initialize } = (instance as Instance).exports;
    validateFunction(_start, "instance.exports._start");
    validateUndefined(_initialize, "instance.exports._initialize");
    try {
      (_start as () => void)();
    } catch (error) {
      if (error !== exited) throw error;
    }
    return this.#exitCode;
  }

  /** Prepares a reactor: calls `_initialize`, if there is one. */
  initialize(instance: unknown): void {
    this.finalizeBindings(instance);
    const { _start, _initialize } = (instance as Instance).exports;
    validateUndefined(_start, "instance.exports._start");
    if (_initialize === undefined) return;
    validateFunction(_initialize, "instance.exports._initialize");
    (_initialize as () => void)();
  }

  /** The imports of an instance. */
  getImportObject(): Record<string, Imports> {
    return { [this.#moduleName]: this.wasiImport };
  }
}

// Also one of another context.
function isMemory(value: unknown): value is { buffer: ArrayBuffer } {
  return (
    Object.prototype.toString.call(value) === "[object WebAssembly.Memory]" &&
    isAnyArrayBuffer((value as { buffer: unknown }).buffer)
  );
}

function noMemory(): Error {
  const error = new ERR_INVALID_ARG_TYPE("instance.exports.memory", "WebAssembly.Memory", undefined);
  error.message = '"instance.exports.memory" property must be a WebAssembly.Memory object';
  return error;
}

function readOptions(options: WasiOptions): { files: FileTable; parts: { args: string[]; environment: string[] } } {
  if (options.args !== undefined) validateArray(options.args, "options.args");
  const args = ((options.args ?? []) as unknown[]).map(String);
  const environment: string[] = [];
  if (options.env !== undefined) {
    validateObject(options.env, "options.env");
    for (const [name, value] of Object.entries(options.env))
      if (value !== undefined) environment.push(`${name}=${String(value)}`);
  }
  const preopens: [string, string][] = [];
  if (options.preopens !== undefined) {
    validateObject(options.preopens, "options.preopens");
    for (const [name, path] of Object.entries(options.preopens)) preopens.push([name, String(path)]);
  }
  const { stdin = 0, stdout = 1, stderr = 2 } = options;
  validateInt32(stdin, "options.stdin", 0);
  validateInt32(stdout, "options.stdout", 0);
  validateInt32(stderr, "options.stderr", 0);
  return { files: new FileTable([stdin, stdout, stderr], preopens), parts: { args, environment } };
}

export default { WASI };
