// Reports `await` to whoever watches promises (`internal:v8/promise_hooks`). The engine has no hook for it; the transformer writes
// `$a.w(x)` around what is awaited (`docs/internals/async_context.md`), and while somebody watches, the cell has a `w` of its own.
// It gives the promise that the engine would make of `x`, with a reaction in front of the engine's: the part of the function behind
// the `await` is the job right after that one. Nothing tells when such a job is over, so it ends as the next one begins.
import * as context from "internal:async_context";
import { asyncCell } from "internal:bootstrap";
import defer * as iteration from "internal:async_iteration";
// Has jobs end with the ticks of the task.
import "internal:ticks";
import { promiseState } from "native:engine";

/** Who hears of promises. */
export interface Reporter {
  /** A promise was made, because of `parent`. */
  made(promise: object, parent: object | undefined): void;
  /** The job of a promise begins; the result is called when it ends. */
  enter(promise: object): () => void;
  settled(promise: object): void;
}

/** The engine's own `then`: what we do is nobody's business. */
export const nativeThen = Promise.prototype.then;

const NativePromise = Promise;
const { apply } = Reflect;
const NO_PROMISE = -1;

/** The methods of the cell that keep frames. */
const unwatched: { w(value: unknown, frame: unknown): unknown } = Object.getPrototypeOf(asyncCell);

let reporter: Reporter | null = null;

/** Sets who hears of `await`; null: nobody. */
export function watchAwaits(next: Reporter | null): void {
  reporter = next;
  if (next === null) {
    delete (asyncCell as any).w;
    delete (asyncCell as any).t;
    delete (asyncCell as any).i;
  } else Object.assign(asyncCell, { w: awaited, t: returned, i: iterated });
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

function awaited(value: unknown, frame: unknown): unknown {
  const to = reporter!;
  const promise = promiseOf(to, value, frame);
  // Stands for the one that the engine keeps to itself.
  const continuation = new NativePromise(() => undefined);
  to.made(continuation, promise);
  const begin = (): void => {
    context.endJob();
    const end = to.enter(continuation);
    context.beginJob(() => {
      to.settled(continuation);
      end();
    });
  };
  apply(nativeThen, promise, [begin, begin]);
  return promise;
}

// PromiseResolve(%Promise%, value)
function promiseOf(to: Reporter, value: any, frame: unknown): object {
  if (promiseState(value) !== NO_PROMISE && value.constructor === NativePromise) return value;
  let resolve!: (value: unknown) => void;
  const promise = new NativePromise((settle) => {
    resolve = settle;
  });
  to.made(promise, undefined);
  const bound = boundThenable(to, value, frame, promise);
  resolve(bound);
  if (!(bound instanceof WatchedThenable)) to.settled(promise);
  return promise;
}

function returned(value: unknown): unknown {
  return boundThenable(reporter!, value, asyncCell.f, undefined);
}

/** `value`, or what stands for it when it is a thenable of the program's own: its `then` is called as the job of `promise`. */
function boundThenable(to: Reporter, value: any, frame: unknown, promise: object | undefined): unknown {
  if (((typeof value !== "object" || value === null) && typeof value !== "function") || promiseState(value) !== NO_PROMISE) return value;
  const inFrame: any = unwatched.w(value, frame);
  let then: unknown;
  try {
    ({ then } = inFrame);
  } catch {
    // The engine meets the same error and rejects.
    return value;
  }
  if (typeof then !== "function") return value;
  if (promise === undefined) {
    promise = new NativePromise(() => undefined);
    to.made(promise, undefined);
  }
  return new WatchedThenable(to, inFrame, then, promise);
}

class WatchedThenable {
  readonly #to: Reporter;
  readonly #thenable: unknown;
  readonly #then: Function;
  readonly #promise: object;
  #isSettled = false;
  constructor(to: Reporter, thenable: unknown, then: Function, promise: object) {
    this.#to = to;
    this.#thenable = thenable;
    this.#then = then;
    this.#promise = promise;
  }
  then(resolve: (value: unknown) => void, reject: (reason: unknown) => void): unknown {
    const settling = (settle: (value: unknown) => void) => (value: unknown): void => {
      if (!this.#isSettled) this.#to.settled(this.#promise);
      this.#isSettled = true;
      settle(value);
    };
    return runJob(this.#to, this.#promise, () => apply(this.#then, this.#thenable, [settling(resolve), settling(reject)]));
  }
}

function iterated(iterable: any): object {
  return iteration.asyncIterable(iterable, true);
}
