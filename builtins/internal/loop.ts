// The JavaScript end of the event loop: what the loop calls for each task, and the order inside a task.
import { pendingRequests } from "internal:bootstrap";
import { TICKS, loopState } from "internal:loop_state";
import { hasTicks, runTicks } from "internal:ticks";
import { hasRejections, processRejections, onRejection } from "internal:rejections";
import { runImmediate, runTimer } from "internal:timers";
import * as uncaught from "internal:uncaught";
import defer * as nativeErrors from "internal:native_errors";
import { installHooks, setRejectionCallback } from "native:realm";

type Handler = (a: any, b: any, c: any) => void;

const eventHandlers = new Map<number, Handler>();

/** Sets who gets the events of the kind that a native part numbers (`brio_realm::Hook::Event`). */
export function onEvent(kind: number, handler: Handler): void {
  eventHandlers.set(kind, handler);
}

/** Makes a task of `body`: what it throws is an uncaught exception, then the ticks run. For functions that natives call. */
export function task<A extends unknown[]>(body: (...args: A) => void): (...args: A) => void {
  return (...args: A) => {
    try {
      body(...args);
    } catch (error) {
      uncaught.handle(error);
    }
    if (loopState[TICKS] !== 0) runTicks();
  };
}

/** Calls `body` as `task` does, without making a function. */
export function runTask(body: (argument: any) => void, argument: unknown): void {
  try {
    body(argument);
  } catch (error) {
    uncaught.handle(error);
  }
  if (loopState[TICKS] !== 0) runTicks();
}

function complete(request: number, error: unknown, value: unknown): void {
  const settle = pendingRequests.get(request);
  if (settle === undefined) return;
  pendingRequests.delete(request);
  if (typeof settle === "function") {
    try {
      settle(error, value);
    } catch (thrown) {
      uncaught.handle(thrown);
    }
    if (loopState[TICKS] !== 0) runTicks();
  } else if (error !== undefined) settle.reject(error);
  else settle.resolve(value);
}

/** After promise jobs ran dry: ticks that they queued, and when there are none, rejections that nobody handled. */
function settleTicks(): void {
  if (hasTicks()) runTicks();
  else if (hasRejections()) {
    processRejections();
    if (hasTicks()) runTicks();
  }
  loopState[TICKS] = hasTicks() || hasRejections() ? 1 : 0;
}

/** Installs the hooks. */
export function start(handlers: { beforeExit(): void; exit(): number }): void {
  setRejectionCallback(onRejection);
  installHooks({
    complete,
    runTicks: settleTicks,
    runTimer,
    runImmediate,
    uncaught: uncaught.handle,
    makeError: (...args: [number, string, string, string, string | undefined, string | undefined]) => nativeErrors.makeError(...args),
    beforeExit: task(handlers.beforeExit),
    exit: handlers.exit,
    event: task((kind: number, a: any, b: any, c: any) => eventHandlers.get(kind)?.(a, b, c)),
  });
}
