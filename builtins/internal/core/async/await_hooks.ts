// Reports `await` and `new Promise` to `internal:core/async/promise_hooks`. The engine has no hook for them; the transform writes
// `$a.w(x)` around what is awaited (`docs/internals/async_context.md`). While a reporter is set, the cell has its own `w`, which queues
// a job right before the engine's job that runs the code after the `await`. The engine does not report the end of such a job, so it
// ends as the next one begins.
import * as context from "internal:core/async/context";
import type { Frame } from "internal:core/async/context";
import { asyncCell, safe } from "internal:core/bootstrap";
import defer * as iteration from "internal:core/async/async_iteration";
// Evaluated because it ends the last job with the ticks of the task.
import "internal:core/ticks";
import { deferExecutor, runExecutor, type Settle } from "internal:core/async/promise_executors";
import { promiseState } from "native:engine";

/** Receives the events of promises. */
export interface Reporter {
  /** A promise was made, because of `parent`. `isOurs`: the program cannot reach it, and `gone` reports its end. */
  made(promise: object, parent: object | undefined, isOurs: boolean): void;
  /** The job of a promise begins; the result is called when it ends. */
  enter(promise: object): () => void;
  settled(promise: object): void;
  /** A promise with `isOurs` will not run again. */
  gone(promise: object): void;
}

/** The engine's own `then`, which reports nothing. */
export const nativeThen = Promise.prototype.then;

const NativePromise = Promise;
const resolved = Promise.resolve();
const { apply } = Reflect;
const NO_PROMISE = -1;

/** The methods of the cell that store frames. */
const unwatched: {
  w(value: unknown, frame: Frame): unknown;
  t(value: unknown): unknown;
  p(promise: object): object;
} = safe.getPrototypeOf(asyncCell);

let reporter: Reporter | null = null;

/** Sets the receiver of the events of `await`; null stops the reports. */
export function watchAwaits(next: Reporter | null): void {
  reporter = next;
  if (next === null) {
    for (const name of safe.keys(watching)) delete (asyncCell as unknown as Record<string, unknown>)[name];
  } else safe.assign(asyncCell, watching);
}

/** Runs `body` as the job of `promise`. */
export function runJob<T>(to: Reporter, promise: object, body: () => T): T {
  context.endJob();
  const end = to.enter(promise);
  try {
    return body();
  } finally {
    end();
  }
}

// Lowered code reads these methods from the cell before it evaluates their arguments, which may remove the reporter.

function awaited(value: unknown, frame: Frame): unknown {
  const to = reporter;
  if (to === null) return unwatched.w(value, frame);
  if (promiseState(value) !== NO_PROMISE && (value as object).constructor === NativePromise) {
    const begin = continuation(to, value as object, undefined);
    apply(nativeThen, value, [begin, begin]);
    return value;
  }
  // Represents the promise that the engine makes, which may belong to another realm.
  const promise = new NativePromise(() => undefined);
  to.made(promise, undefined, true);
  const then = thenOf(value, frame);
  const begin = continuation(to, promise, promise);
  if (then !== undefined) return new WatchedThenable(to, then, promise, begin);
  to.settled(promise);
  queueJob(begin);
  return value;
}

/** Returns a function that begins the job after the `await` of `promise`; the preceding job must call it. `ours` ends with that job. */
function continuation(to: Reporter, promise: object, ours: object | undefined): () => void {
  const own = new NativePromise(() => undefined);
  to.made(own, promise, true);
  return () => {
    context.endJob();
    const end = to.enter(own);
    context.beginJob(() => {
      to.settled(own);
      end();
      if (ours !== undefined) to.gone(ours);
      to.gone(own);
    });
  };
}

function queueJob(body: () => void): void {
  apply(nativeThen, resolved, [body]);
}

function returned(value: unknown): unknown {
  const to = reporter;
  if (to === null) return unwatched.t(value);
  const then = promiseState(value) === NO_PROMISE ? thenOf(value, asyncCell.f) : undefined;
  if (then === undefined) return value;
  const promise = new NativePromise(() => undefined);
  to.made(promise, undefined, false);
  return new WatchedThenable(to, then, promise, undefined);
}

/** The `then` of a thenable, bound to its receiver and to `frame`; undefined for a value that is not thenable. */
function thenOf(value: unknown, frame: Frame): ((resolve: Settle, reject: Settle) => unknown) | undefined {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return undefined;
  const inFrame = unwatched.w(value, frame) as { then?: unknown };
  let then: unknown;
  try {
    ({ then } = inFrame);
  } catch {
    // The engine meets the same error and rejects.
    return undefined;
  }
  return typeof then === "function" ? (resolve, reject) => apply(then, inFrame, [resolve, reject]) : undefined;
}

/** Replaces a thenable: its `then` is called as the job of `promise`, and `begin` before the job that waits for it. */
class WatchedThenable {
  readonly #to: Reporter;
  readonly #then: (resolve: Settle, reject: Settle) => unknown;
  readonly #promise: object;
  readonly #begin: (() => void) | undefined;
  #isSettled = false;
  constructor(
    to: Reporter,
    then: (resolve: Settle, reject: Settle) => unknown,
    promise: object,
    begin: (() => void) | undefined,
  ) {
    this.#to = to;
    this.#then = then;
    this.#promise = promise;
    this.#begin = begin;
  }
  then(resolve: Settle, reject: Settle): unknown {
    const fulfil = (value: unknown): void => {
      if (!this.#settle()) return;
      const then = this.#begin === undefined ? undefined : thenOf(value, asyncCell.f);
      if (then !== undefined) return resolve(new WatchedThenable(this.#to, then, this.#promise, this.#begin));
      this.#queueContinuation();
      resolve(value);
    };
    const refuse = (reason: unknown): void => {
      if (!this.#settle()) return;
      this.#queueContinuation();
      reject(reason);
    };
    return runJob(this.#to, this.#promise, () => {
      try {
        return this.#then(fulfil, refuse);
      } catch (error) {
        refuse(error);
        return undefined;
      }
    });
  }
  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.#to.settled(this.#promise);
    return true;
  }
  #queueContinuation(): void {
    if (this.#begin !== undefined) queueJob(this.#begin);
  }
}

function iterated(iterable: unknown): object {
  return iteration.asyncIterable(iterable, true);
}

const same = (_: object, settle: Settle): Settle => settle;

/** Reports a promise of the constructor, whose executor has not run yet. */
function constructed(promise: object): object {
  const to = reporter;
  // The cell's own method returns `promise` unchanged, or runs the executor: `runExecutor` handles both.
  if (to === null) return runExecutor(unwatched.p(promise), same, same);
  to.made(promise, undefined, false);
  let isResolved = false;
  const once = (body: () => void): void => {
    if (isResolved) return;
    isResolved = true;
    body();
  };
  const settled = (): void => to.settled(promise);
  const makeResolve =
    (_: object, resolve: Settle): Settle =>
    (value) =>
      once(() => {
        const isPromise = promiseState(value) !== NO_PROMISE;
        const then = isPromise ? undefined : thenOf(value, asyncCell.f);
        if (then !== undefined) return resolve(new WatchedThenable(to, then, promise, undefined));
        resolve(value);
        if (isPromise) apply(nativeThen, value as object, [settled, settled]);
        else settled();
      });
  const makeReject =
    (_: object, reject: Settle): Settle =>
    (reason) =>
      once(() => {
        settled();
        reject(reason);
      });
  return runExecutor(promise, makeResolve, makeReject);
}

const watching = { w: awaited, t: returned, i: iterated, e: deferExecutor, p: constructed };
