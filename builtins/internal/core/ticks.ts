// The tick queue of `process.nextTick`, and `queueMicrotask`. Ticks run after the callback that queued them and
// before promise jobs; the loop runs them again after the jobs (`internal:core/loop`).
import { loopState } from "internal:core/loop_state";
import { type AnyFunction, asyncCell, pinned } from "internal:core/bootstrap";
import * as context from "internal:core/async/context";
import * as uncaught from "internal:core/uncaught";
import defer * as errors from "internal:core/errors";
import { LoopWord, queueJob } from "native:realm";

interface Tick {
  callback: AnyFunction;
  args: unknown[] | null;
  argument: unknown;
  scope: context.Scope | undefined;
}

// Two arrays that are swapped: pushing and shifting cost one store each.
let incoming: Tick[] = pinned([]);
let outgoing: Tick[] = pinned([]);
let next = 0;

// A frame that an `await` restored is reset after the ticks of the task.
asyncCell.left = () => {
  loopState[LoopWord.TICKS] = 1;
};

let isExiting = false;

/** Makes `nextTick` ignore further calls: the thread has reported its exit. */
export function refuseTicks(): void {
  isExiting = true;
}

/** Queues `callback(...args)` to run before the loop continues. Throws ERR_INVALID_ARG_TYPE when it is not a function. */
export function nextTick(callback: AnyFunction, ...args: unknown[]): void {
  if (typeof callback !== "function") throw new errors.ERR_INVALID_ARG_TYPE("callback", "Function", callback);
  if (isExiting) return;
  const tick: Tick = { callback, args: args.length > 1 ? args : null, argument: args[0], scope: undefined };
  tick.scope = context.capture("TickObject", tick);
  incoming.push(tick);
  loopState[LoopWord.TICKS] = 1;
}

/** Ends the last job, whose end the engine does not report. */
export function endJob(): void {
  context.endJob();
}

/** Ends the task, whose ticks and jobs have run. */
export function endTask(): void {
  context.endTask();
}

/** Whether ticks are queued. */
export function hasTicks(): boolean {
  return incoming.length > 0 || next < outgoing.length;
}

/** Runs ticks until none is left. An exception goes to the uncaught-exception handler, and the remaining ticks still run. */
export function runTicks(): void {
  context.endJob();
  for (;;) {
    if (next === outgoing.length) {
      // The usual case, one tick that queues the next: `pop` is compiled code, setting a length is a call of the engine.
      if (next === 1) outgoing.pop();
      else if (next > 1) outgoing.length = 0;
      next = 0;
      if (incoming.length === 0) {
        context.endTask();
        return;
      }
      const empty = outgoing;
      outgoing = incoming;
      incoming = empty;
    }
    const { callback, args, argument, scope } = outgoing[next]!;
    outgoing[next++] = undefined as unknown as Tick;
    const saved = scope === undefined ? undefined : context.enter(scope);
    try {
      if (args !== null) callback(...args);
      else callback(argument);
    } catch (error) {
      uncaught.handle(error);
    }
    if (saved !== undefined) {
      context.leave(saved);
      context.destroyed(scope!);
    }
  }
}

const resolved = Promise.resolve();
const then = Promise.prototype.then;

/** Queues a promise job. An exception in it is an uncaught exception, not a rejection. */
export function queueMicrotask(callback: () => void): void {
  if (typeof callback !== "function") throw new errors.ERR_INVALID_ARG_TYPE("callback", "Function", callback);
  const scope = context.capture("Microtask", undefined);
  if (scope === undefined) {
    if (!queueJob(runPlainJob, callback)) then.call(resolved, () => runPlainJob(callback));
    return;
  }
  const job: ScopedJob = { callback, scope };
  if (!queueJob(runScopedJob, job)) then.call(resolved, () => runScopedJob(job));
}

interface ScopedJob {
  callback: () => void;
  scope: context.Scope;
}

function runScopedJob({ callback, scope }: ScopedJob): void {
  context.endJob();
  const saved = context.enter(scope);
  try {
    callback();
  } catch (error) {
    uncaught.handle(error);
  }
  context.leave(saved);
  context.destroyed(scope);
}

function runPlainJob(callback: () => void): void {
  context.endJob();
  try {
    callback();
  } catch (error) {
    uncaught.handle(error);
  }
}
