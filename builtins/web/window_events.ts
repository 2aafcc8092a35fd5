// The events of the global object on the main thread, as Deno has them: "load", "beforeunload", "unload", "unhandledrejection" and
// "error" (HTML §8.1.4.6). The source of an event is set up by its first listener. Bun has the functions and dispatches only
// reported errors.
import { services } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import { setImmediate } from "internal:core/timers";
import { isTestThread } from "internal:core/worker_state";
import * as state from "internal:core/process/state";
import * as uncaught from "internal:core/uncaught";
import { Event } from "web:event";
import { EventTarget, withReport } from "web:event_target";
import defer * as errorEvents from "web:error_event";
import defer * as rejectionEvents from "web:promise_rejection_event";

const target = new EventTarget();
const started = new Set<string>();

function dispatch(event: Event): boolean {
  return target.dispatchEvent(event);
}

/** The events of `process`. */
interface ProcessEvents {
  on(name: string, listener: (...args: any[]) => void): void;
}

/** Called by the first listener of an event. */
const STARTS: Record<string, (process: ProcessEvents) => void> = {
  load: () => void setImmediate(() => dispatch(new Event("load"))),
  beforeunload: (process) =>
    process.on("beforeExit", () => {
      // A cancelled event keeps the process running.
      if (!dispatch(new Event("beforeunload", { cancelable: true }))) setImmediate(() => {});
    }),
  // No tick follows in which errors of listeners could be thrown.
  unload: (process) => process.on("exit", () => withReport(failAtExit, () => void dispatch(new Event("unload")))),
  unhandledrejection: (process) =>
    process.on("unhandledRejection", (reason: unknown, promise: unknown) => {
      const init = { cancelable: true, promise, reason };
      if (dispatch(new rejectionEvents.PromiseRejectionEvent("unhandledrejection", init)))
        uncaught.handle(reason, "unhandledRejection");
    }),
  error: (process) =>
    // In a test file the runner calls `isPrevented` before it takes an error.
    isTestThread() ||
    process.on("uncaughtException", (error: unknown) => {
      if (dispatchError(error)) services().endByException(error, "uncaughtException");
    }),
};

/** Ends the process with 1 unless a listener of "error" handles the error, also after `Deno.exit(0)`. */
function failAtExit(error: unknown): void {
  const code = state.getExitCode();
  state.setExitCode(1);
  uncaught.handle(error);
  state.setExitCode(code);
}

/** Dispatches "error" where a program listens to it; true when a listener prevented its default. */
export function isPrevented(error: unknown): boolean {
  return started.has("error") && !dispatchError(error);
}

// Returns false when a listener has handled the error.
function dispatchError(error: unknown): boolean {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : `${error}`;
  return dispatch(new errorEvents.ErrorEvent("error", { cancelable: true, message: `Uncaught ${text}`, error }));
}

type AddArguments = Parameters<EventTarget["addEventListener"]>;

/** `addEventListener`. */
export function addEventListener(type: string, listener: AddArguments[1], options?: AddArguments[2]): void {
  const name = `${type}`;
  if (home() === "deno" && Object.hasOwn(STARTS, name) && !started.has(name)) {
    started.add(name);
    STARTS[name]!(services().process);
  }
  target.addEventListener(type, listener, options);
}

/** `removeEventListener`. */
export function removeEventListener(type: string, listener: AddArguments[1], options?: AddArguments[2]): void {
  target.removeEventListener(type, listener, options);
}

const handlers = new Map<string, Function>();

/** The event handler attributes, such as `onload`: the assigned function, or null. */
export function handlerOf(type: string): unknown {
  return handlers.get(type) ?? null;
}

/** Sets an event handler attribute, such as `onload`; a value that is not a function removes it. */
export function setHandler(type: string, handler: unknown): void {
  if (!handlers.has(type) && typeof handler === "function")
    addEventListener(type, (event: Event) => callHandler(type, event));
  if (typeof handler === "function") handlers.set(type, handler);
  else handlers.delete(type);
}

// Deno calls all of them with the event, also "error", and ignores their results.
function callHandler(type: string, event: Event): void {
  handlers.get(type)?.call(globalThis, event);
}

let isClosing = false;

/** `closed`: whether `close()` was called. */
export function isClosed(): boolean {
  return isClosing;
}

/** `close`: exits after the current task. */
export function close(): void {
  if (isClosing) return;
  isClosing = true;
  setImmediate(() => services().exitDeno(0));
}

/** `dispatchEvent`. */
export function dispatchEvent(event: Event): boolean {
  return dispatch(event);
}

/** `reportError`: handles `error` as an uncaught one. */
export function reportError(error: unknown): void {
  if (home() === "deno" && started.has("error") && !dispatchError(error)) return;
  const end = (): void => services().endByException(error, "uncaughtException");
  // Bun finishes the current task first.
  if (home() === "bun") setImmediate(end);
  else end();
}
