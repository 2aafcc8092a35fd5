// The JavaScript side of the event loop: the hooks that the loop calls for each task, and the order inside a task.
// Modules that a small program does not need are evaluated on first use.
import { isLoaded, pendingRequests, pinned } from "internal:core/bootstrap";
import defer * as state from "internal:core/loop_state";
import defer * as ticks from "internal:core/ticks";
import defer * as rejections from "internal:core/process/rejections";
import defer * as timers from "internal:core/timers";
import defer * as uncaught from "internal:core/uncaught";
import defer * as nativeErrors from "internal:core/native_errors";
import { LoopWord, type LoopHooks, installHooks, runJobs, setRejectionCallback } from "native:realm";

/** Receives up to three values of an event; their types depend on its kind. */
type Handler = (...details: any[]) => void;

const eventHandlers = pinned(new Map<number, Handler>());

/** Sets the handler of the events of one kind, a number that the native side defines (`brio_realm::Hook::Event`). */
export function onEvent(kind: number, handler: Handler): void {
  eventHandlers.set(kind, handler);
}

let sharedState: Float64Array | undefined;

/** Runs the queued ticks. There are none until `internal:core/loop_state` is evaluated. */
export function runWaitingTicks(): void {
  if (sharedState === undefined) {
    if (!isLoaded("internal:core/loop_state")) return;
    sharedState = state.loopState;
  }
  if (sharedState[LoopWord.TICKS] !== 0) ticks.runTicks();
}

/** Wraps `body` as a task: an exception is an uncaught exception, then the ticks run. For functions that natives call. */
export function task<A extends unknown[]>(body: (...args: A) => void): (...args: A) => void {
  // No rest parameter: to spread it again would call the array iterator, which a program may have changed.
  const call = body as unknown as (a: unknown, b: unknown, c: unknown, d: unknown, e: unknown, f: unknown) => void;
  return ((a: unknown, b: unknown, c: unknown, d: unknown, e: unknown, f: unknown) => {
    try {
      call(a, b, c, d, e, f);
    } catch (error) {
      uncaught.handle(error);
    }
    runWaitingTicks();
  }) as unknown as (...args: A) => void;
}

/** Calls `body` as `task` does, without making a function. */
export function runTask<T>(body: (argument: T) => void, argument: T): void {
  try {
    body(argument);
  } catch (error) {
    uncaught.handle(error);
  }
  runWaitingTicks();
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
    runWaitingTicks();
    return;
  }
  if (error !== undefined) settle.reject(error);
  else settle.resolve(value);
  runJobs();
}

/** The rounds of ticks and jobs in one call: the native loop checks between calls whether the thread was stopped. */
const ROUNDS_MAX = 32;

/**
 * Runs after the promise jobs: the ticks that they queued, or, when there are none, the unhandled rejections. Then the jobs that these
 * queued, and so on: each further call from the native loop would enter the engine anew.
 */
function settleTicks(): void {
  let rounds = 0;
  do {
    ticks.endJob();
    if (ticks.hasTicks()) ticks.runTicks();
    else if (rejections.hasRejections()) {
      rejections.processRejections();
      if (ticks.hasTicks()) ticks.runTicks();
    } else {
      ticks.endTask();
      break;
    }
    runJobs();
  } while (++rounds < ROUNDS_MAX);
  state.loopState[LoopWord.TICKS] = ticks.hasTicks() || rejections.hasRejections() ? 1 : 0;
}

let hooks: LoopHooks;

/** Replaces some of the hooks by those that `wrap` makes of them. */
export function wrapHooks(wrap: (hooks: LoopHooks) => Partial<LoopHooks>): void {
  const { loopState } = state;
  const readyAt = loopState[LoopWord.HOOKS_READY]!;
  hooks = { ...hooks, ...wrap(hooks) };
  installHooks(hooks);
  loopState[LoopWord.HOOKS_READY] = readyAt;
}

/** Installs the hooks. */
export function start(handlers: { beforeExit(): void; exit(): number }): void {
  setRejectionCallback((promise: Promise<unknown>, reason: unknown) => rejections.onRejection(promise, reason));
  hooks = {
    complete,
    runTicks: settleTicks,
    runTimer: (nowMs) => timers.runTimer(nowMs),
    runImmediate: () => timers.runImmediate(),
    uncaught: (error) => uncaught.handle(error),
    makeError: (errno, code, message, syscall, path, dest) =>
      nativeErrors.makeError(errno, code, message, syscall, path, dest),
    beforeExit: task(handlers.beforeExit),
    exit: handlers.exit,
    event: task((kind: number, a: unknown, b: unknown, c: unknown, d: unknown) =>
      eventHandlers.get(kind)?.(a, b, c, d),
    ),
  };
  installHooks(hooks);
}
