// Reports `await` and `new Promise` to whoever watches promises (`internal:core/async/promise_hooks`). The engine has no hook for them; the
// transformer writes `$a.w(x)` around what is awaited (`docs/internals/async_context.md`), and while somebody watches, the cell has a
// `w` of its own, which queues a job of ours right before the engine's, which runs the part of the function behind the `await`. Nothing
// tells when such a job is over, so it ends as the next one begins.
import * as context from "internal:core/async/context";
import { asyncCell } from "internal:core/bootstrap";
import defer * as iteration from "internal:core/async/async_iteration";
// Has jobs end with the ticks of the task.
import "internal:core/ticks";
import { keptExecutor, runExecutor, type Settle } from "internal:core/async/promise_executors";
import { promiseState } from "native:engine";

/** Who hears of promises. */
export interface Reporter {
  /** A promise was made, because of `parent`. `isOurs`: only we have it, and tell its end with `gone`. */
  made(promise: object, parent: object | undefined, isOurs: boolean): void;
  /** The job of a promise begins; the result is called when it ends. */
  enter(promise: object): () => void;
  settled(promise: object): void;
  /** One of ours will not run again. */
  gone(promise: object): void;
}

/** The engine's own `then`: what we do is nobody's business. */
export const nativeThen = Promise.prototype.then;

const NativePromise = Promise;
const resolved = Promise.resolve();
const { apply } = Reflect;
const NO_PROMISE = -1;

/** The methods of the cell that keep frames. */
const unwatched: {
  w(value: unknown, frame: unknown): unknown;
  t(value: unknown): unknown;
  p(promise: object): object;
} = Object.getPrototypeOf(asyncCell);

let reporter: Reporter | null = null;

/** Sets who hears of `await`; null: nobody. */
export function watchAwaits(next: Reporter | null): void {
  reporter = next;
  if (next === null) {
    for (const name of Object.keys(watching)) delete (asyncCell as any)[name];
  } else Object.assign(asyncCell, watching);
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

// The program takes these of the cell before it evaluates what it gives them, which may take its hooks away.

function awaited(value: any, frame: unknown): unknown {
  const to = reporter;
  if (to === null) return unwatched.w(value, frame);
  if (promiseState(value) !== NO_PROMISE && value.constructor === NativePromise) {
    const begin = continuation(to, value, undefined);
    apply(nativeThen, value, [begin, begin]);
    return value;
  }
  // Stands for the one that the engine makes, which may belong to another realm.
  const promise = new NativePromise(() => undefined);
  to.made(promise, undefined, true);
  const then = thenOf(value, frame);
  const begin = continuation(to, promise, promise);
  if (then !== undefined) return new WatchedThenable(to, then, promise, begin);
  to.settled(promise);
  queueJob(begin);
  return value;
}

/** What begins the job behind the `await` of `promise`. It has to be called by the job right before that one. `ours` goes with it. */
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

/** The `then` of a thenable, with its receiver, so that it runs in `frame`; undefined for what is none. */
function thenOf(value: any, frame: unknown): ((resolve: Settle, reject: Settle) => unknown) | undefined {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return undefined;
  const inFrame: any = unwatched.w(value, frame);
  let then: unknown;
  try {
    ({ then } = inFrame);
  } catch {
    // The engine meets the same error and rejects.
    return undefined;
  }
  return typeof then === "function" ? (resolve, reject) => apply(then, inFrame, [resolve, reject]) : undefined;
}

/** Stands for a thenable: its `then` is called as the job of `promise`, and `begin` before the job that waits for it. */
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

function iterated(iterable: any): object {
  return iteration.asyncIterable(iterable, true);
}

const same = (_: object, settle: Settle): Settle => settle;

/** A promise of the constructor, whose executor did not run yet. */
function constructed(promise: object): object {
  const to = reporter;
  // The second runs what the first does not.
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

const watching = { w: awaited, t: returned, i: iterated, e: keptExecutor, p: constructed };
