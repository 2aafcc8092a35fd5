// The tick queue of `process.nextTick`, and `queueMicrotask`. Ticks run after the callback that queued them and
// before promise jobs; the loop asks again after the jobs (`internal:core/loop`).
import { TICKS, loopState } from "internal:core/loop_state";
import { asyncCell } from "internal:core/bootstrap";
import * as context from "internal:core/async/context";
import * as uncaught from "internal:core/uncaught";
import defer * as errors from "internal:core/errors";

interface Tick {
  callback: (...args: any[]) => unknown;
  args: unknown[] | null;
  argument: unknown;
  scope: context.Scope | undefined;
}

// Two arrays that change places: pushing and shifting cost one store each.
let incoming: Tick[] = [];
let outgoing: Tick[] = [];
let next = 0;

// What an `await` left behind goes when the ticks of the task are done.
asyncCell.left = () => {
  loopState[TICKS] = 1;
};

let isExiting = false;

/** Has `nextTick` queue nothing any more: the thread has told that it exits. */
export function refuseTicks(): void {
  isExiting = true;
}

/** Queues `callback(...args)` to run before anything else the loop does. Throws ERR_INVALID_ARG_TYPE for no function. */
export function nextTick(callback: (...args: any[]) => unknown, ...args: unknown[]): void {
  if (typeof callback !== "function") throw new errors.ERR_INVALID_ARG_TYPE("callback", "Function", callback);
  if (isExiting) return;
  const tick: Tick = { callback, args: args.length > 1 ? args : null, argument: args[0], scope: undefined };
  tick.scope = context.capture("TickObject", tick);
  incoming.push(tick);
  loopState[TICKS] = 1;
}

/** Ends the job that ran last, whose end nobody told. */
export function endJob(): void {
  context.endJob();
}

/** Whether ticks wait. */
export function hasTicks(): boolean {
  return incoming.length > 0 || next < outgoing.length;
}

/** Runs ticks until none is left. What one throws goes to the uncaught-exception handler, and the rest still run. */
export function runTicks(): void {
  context.endJob();
  for (;;) {
    if (next === outgoing.length) {
      outgoing.length = 0;
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

/** Queues a promise job. What it throws is an uncaught exception, not a rejection. */
export function queueMicrotask(callback: () => void): void {
  if (typeof callback !== "function") throw new errors.ERR_INVALID_ARG_TYPE("callback", "Function", callback);
  const scope = context.capture("Microtask", undefined);
  then.call(resolved, () => {
    context.endJob();
    const saved = scope === undefined ? undefined : context.enter(scope);
    try {
      callback();
    } catch (error) {
      uncaught.handle(error);
    }
    if (saved !== undefined) {
      context.leave(saved);
      context.destroyed(scope!);
    }
  });
}
