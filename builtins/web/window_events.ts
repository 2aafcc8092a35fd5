// The events of the global object on the main thread, as Deno has them: "load", "beforeunload", "unload", "unhandledrejection" and
// "error" (HTML §8.1.4.6). What stands behind an event is set up when somebody listens to it first. Bun has the functions and tells of
// nothing but errors that are reported.
import { services } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import { setImmediate } from "internal:core/timers";
import * as uncaught from "internal:core/uncaught";
import { Event } from "web:event";
import { EventTarget } from "web:event_target";
import defer * as errorEvents from "web:error_event";
import defer * as rejectionEvents from "web:promise_rejection_event";

const target: any = new EventTarget();
const started = new Set<string>();

function dispatch(event: any): boolean {
  return target.dispatchEvent(event);
}

/** What begins with the first listener of an event. */
const STARTS: Record<string, (process: any) => void> = {
  load: () => void setImmediate(() => dispatch(new Event("load"))),
  beforeunload: (process) =>
    process.on("beforeExit", () => {
      // Who prevents it wants to go on.
      if (!dispatch(new Event("beforeunload", { cancelable: true } as any))) setImmediate(() => {});
    }),
  unload: (process) => process.on("exit", () => dispatch(new Event("unload"))),
  unhandledrejection: (process) =>
    process.on("unhandledRejection", (reason: unknown, promise: unknown) => {
      const init = { cancelable: true, promise, reason };
      if (dispatch(new rejectionEvents.PromiseRejectionEvent("unhandledrejection", init)))
        uncaught.handle(reason, "unhandledRejection");
    }),
  error: (process) =>
    process.on("uncaughtException", (error: unknown) => {
      if (tellError(error)) services().endByException(error, "uncaughtException");
    }),
};

// Whether nobody took care of it.
function tellError(error: any): boolean {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : `${error}`;
  return dispatch(new errorEvents.ErrorEvent("error", { cancelable: true, message: `Uncaught ${text}`, error }));
}

/** `addEventListener`. */
export function addEventListener(type: string, listener: any, options?: any): void {
  const name = `${type}`;
  if (home() === "deno" && Object.hasOwn(STARTS, name) && !started.has(name)) {
    started.add(name);
    STARTS[name]!(services().process);
  }
  target.addEventListener(type, listener, options);
}

/** `removeEventListener`. */
export function removeEventListener(type: string, listener: any, options?: any): void {
  target.removeEventListener(type, listener, options);
}

const handlers = new Map<string, (event: any) => unknown>();

/** `onload` and the like: the function that was set, or null. */
export function handlerOf(type: string): unknown {
  return handlers.get(type) ?? null;
}

/** Sets `onload` and the like; what is no function takes it away. */
export function setHandler(type: string, handler: any): void {
  if (!handlers.has(type) && typeof handler === "function")
    addEventListener(type, (event: any) => callHandler(type, event));
  if (typeof handler === "function") handlers.set(type, handler);
  else handlers.delete(type);
}

// Deno calls all of them with the event, "error" too, and makes nothing of what they return.
function callHandler(type: string, event: any): void {
  handlers.get(type)?.call(globalThis, event);
}

let isClosing = false;

/** `closed`: whether `close()` was called. */
export function isClosed(): boolean {
  return isClosing;
}

/** `close`: ends the program when what runs is done. */
export function close(): void {
  if (isClosing) return;
  isClosing = true;
  setImmediate(() => services().exitDeno(0));
}

/** `dispatchEvent`. */
export function dispatchEvent(event: any): boolean {
  return dispatch(event);
}

/** `reportError`: as if nobody had caught `error`. */
export function reportError(error: unknown): void {
  if (home() === "deno" && started.has("error") && !tellError(error)) return;
  const end = (): void => services().endByException(error, "uncaughtException");
  // Bun finishes what runs.
  if (home() === "bun") setImmediate(end);
  else end();
}
