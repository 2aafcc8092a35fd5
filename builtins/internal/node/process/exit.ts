// Exiting a process: exit codes, 'beforeExit' and 'exit', and the listeners of uncaught exceptions.
import { isLoaded, safe, services } from "internal:core/bootstrap";
import * as state from "internal:core/process/state";
import * as uncaught from "internal:core/uncaught";
import defer * as workers from "internal:core/worker_state";
import * as rejections from "internal:core/process/rejections";
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";
import defer * as launching from "internal:core/launch";
import defer * as tracing from "internal:node/process/trace_exit";
import defer * as guards from "internal:core/process/exit_guard";
import type { EventEmitter } from "internal:core/events/emitter";
import { home } from "internal:core/program";
import { refuseTicks } from "internal:core/ticks";
import { abort, exit as nativeExit } from "native:process";

/** `process`, as far as it is used here. */
interface ProcessObject extends EventEmitter {
  exitCode: unknown;
  _exiting: boolean;
  _fatalException?: unknown;
  reallyExit(code: number): void;
}

let target: ProcessObject;
let capture: ((error: unknown) => void) | null = null;
/** The same for `node:domain`, which precedes it. */
let domainCapture: ((error: unknown) => void) | null = null;
/** Callbacks of `addUncaughtExceptionCaptureCallback`, the last one first. */
let addedCaptures: ((error: unknown) => unknown)[] = [];

/** Makes the domains of node:domain receive exceptions, or not. */
export function setDomainCapture(callback: ((error: unknown) => void) | null): void {
  domainCapture = callback;
}

function checkCode(code: unknown): void {
  if (code === undefined || code === null) return;
  const number = typeof code === "string" && code !== "" ? Number(code) : code;
  validators.validateInteger(safe.isInteger(number) ? number : code, "code");
}

function exit(this: unknown, code?: unknown): never {
  if (isLoaded("internal:core/process/exit_guard")) guards.checkExit(code);
  checkCode(code);
  // Node distinguishes undefined from a missing argument.
  if (arguments.length > 0) target.exitCode = code;
  const final = runExit(Number(state.getExitCode() ?? 0));
  if (launching.option("--trace-exit") !== undefined) tracing.traceExit(final);
  state.closeAtEnd();
  target.reallyExit(final);
  return state.haltThread();
}

/** Emits 'exit' once; returns the final code. */
function runExit(code: number): number {
  if (!target._exiting) {
    target._exiting = true;
    refuseTicks();
    state.setEndCode(code);
    if (code !== 0 || state.getExitCode() !== undefined) state.setExitCode(code);
    target.emit("exit", code);
  }
  return Number(state.getExitCode() ?? 0);
}

/** Emits 'beforeExit'. */
function beforeExit(): void {
  rejections.checkHandled();
  target.emit("beforeExit", Number(state.getExitCode() ?? 0));
}

/** The exit code of a process whose `_fatalException` was removed. */
const CODE_NO_HANDLER = 6;

function onUncaught(error: unknown, origin: string): boolean {
  if (typeof target._fatalException !== "function") {
    uncaught.setHandler(null);
    if (workers.workerStart() !== null) exit(CODE_NO_HANDLER);
    state.endWith(error, CODE_NO_HANDLER);
  }
  const only = domainCapture ?? capture;
  // As V8, which aborts where the exception is thrown: no listener of the process is called.
  if (aborts() && only === null && addedCaptures.length === 0 && origin === "uncaughtException") return false;
  try {
    if (target.listenerCount("uncaughtExceptionMonitor") > 0) target.emit("uncaughtExceptionMonitor", error, origin);
    if (only !== null) {
      only(error);
      return true;
    }
    for (let index = 0; index < addedCaptures.length; index++) if (addedCaptures[index]!(error) === true) return true;
  } catch (second) {
    endWithSecond(second);
  }
  if (target.listenerCount("uncaughtException") === 0) return false;
  try {
    target.emit("uncaughtException", error, origin);
  } catch (second) {
    endWithSecond(second);
  }
  return true;
}

/** Whether an exception that nothing catches aborts the process, which writes its memory for debuggers. */
function aborts(): boolean {
  return launching.option("--abort-on-uncaught-exception") !== undefined && workers.workerStart() === null;
}

// A handler that throws ends the process with code 7, and a worker with 1. 'exit' is not emitted.
function endWithSecond(second: unknown): never {
  if (aborts()) services().endByException(second, "uncaughtException");
  target._exiting = true;
  const code = workers.workerStart() === null ? 7 : 1;
  uncaught.setHandler(null);
  capture = null;
  state.setExitCode(code);
  return state.endWith(second, code);
}

/** Members of `process`. */
export const members = {
  exit,
  // As in `exitNow`.
  reallyExit: (code: number) => {
    if (isLoaded("internal:core/process/exit_guard")) guards.checkExit(code);
    state.beforeAbruptEnd?.();
    state.beforeEnd?.(code | 0);
    nativeExit(code | 0, home() === "node");
  },
  abort: () => abort(),
  setUncaughtExceptionCaptureCallback: (callback: ((error: unknown) => void) | null) => {
    if (callback === null) {
      capture = null;
      return;
    }
    if (typeof callback !== "function") throw new errors.ERR_INVALID_ARG_TYPE("fn", ["Function", "null"], callback);
    if (capture !== null) throw new errors.ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET();
    capture = callback;
  },
  addUncaughtExceptionCaptureCallback: (callback: (error: unknown) => unknown) => {
    validators.validateFunction(callback, "fn");
    addedCaptures = [callback, ...addedCaptures];
  },
  hasUncaughtExceptionCaptureCallback: () => capture !== null || domainCapture !== null,
  _fatalException: (error: unknown) => onUncaught(error, "uncaughtException"),
};

/** Connects the process object to the end of the loop and to uncaught exceptions. */
export function attach(process: ProcessObject): void {
  target = process;
  safe.defineProperty(process, "exitCode", {
    get: () => state.getExitCode(),
    set: (code) => {
      checkCode(code);
      state.setExitCode(code === undefined || code === null ? undefined : Number(code));
    },
    enumerable: true,
    configurable: false,
  });
  state.setHooks({ exit: runExit, beforeExit });
  // Not spread: that would call the array iterator, which a program may have changed.
  rejections.setEmitter(function () {
    return safe.apply(process.emit, process, arguments) as boolean;
  });
  uncaught.setHandler(onUncaught);
}
