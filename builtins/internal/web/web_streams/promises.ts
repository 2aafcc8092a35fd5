// Promises as the streams standard uses them: reactions that user code cannot intercept, and promises such as `closed`
// and `ready` that are created by their first read.

const promiseThen = Promise.prototype.then;
const noop = (): void => {};
// Not `method.call`: a program may define its own `call` on a method.
const { apply } = Reflect;

/** A promise fulfilled with undefined, shared: reactions to it run in the next promise job. */
export const resolvedPromise: Promise<void> = Promise.resolve();

/**
 * What an algorithm of a builtin stream returns when it reports its end by a call (`pullDone`, `writeDone`, `failWrite`)
 * instead of a promise, which would cost jobs.
 */
export const reportsLater: Promise<void> = new Promise(noop);

/** "Upon fulfillment / rejection of promise": reacts without looking up `then`. */
export function upon<T>(
  promise: Promise<T>,
  fulfilled: ((value: T) => void) | undefined,
  rejected?: (reason: unknown) => void,
): void {
  promiseThen.call(promise, fulfilled, rejected);
}

/** "Transforming promise": like `upon`, with the promise of the handlers' result. */
export function transform<T, R>(
  promise: Promise<T>,
  fulfilled: ((value: T) => R | PromiseLike<R>) | undefined,
  rejected?: (reason: unknown) => R | PromiseLike<R>,
): Promise<R> {
  return promiseThen.call(promise, fulfilled, rejected) as Promise<R>;
}

/** Sets [[PromiseIsHandled]]. */
export function markHandled(promise: Promise<unknown>): void {
  promiseThen.call(promise, undefined, noop);
}

/** "A promise resolved with value"; primitive values share one promise, since their value is never read. */
export function settleWith(value: unknown): Promise<unknown> {
  return (typeof value === "object" && value !== null) || typeof value === "function"
    ? Promise.resolve(value)
    : resolvedPromise;
}

/** Calls a program's callback of type Promise without arguments (`arguments.length` is observable): a throw is a rejection. */
export function callWithNothing(method: Function, self: unknown): Promise<unknown> {
  try {
    return settleWith(apply(method, self, []));
  } catch (error) {
    return Promise.reject(error);
  }
}

/** The same with one argument. */
export function callWithOne(method: Function, self: unknown, argument: unknown): Promise<unknown> {
  try {
    return settleWith(apply(method, self, [argument]));
  } catch (error) {
    return Promise.reject(error);
  }
}

/** The same with two arguments. */
export function callWithTwo(method: Function, self: unknown, first: unknown, second: unknown): Promise<unknown> {
  try {
    return settleWith(apply(method, self, [first, second]));
  } catch (error) {
    return Promise.reject(error);
  }
}

/** A promise whose object is created by the first `get`. Its rejection never counts as unhandled. */
export class LazyPromise {
  state: "pending" | "fulfilled" | "rejected" = "pending";
  #reason: unknown = undefined;
  #promise: Promise<void> | null = null;
  #resolve: (() => void) | null = null;
  #reject: ((reason: unknown) => void) | null = null;

  static fulfilled(): LazyPromise {
    const lazy = new LazyPromise();
    lazy.state = "fulfilled";
    return lazy;
  }

  static rejected(reason: unknown): LazyPromise {
    const lazy = new LazyPromise();
    lazy.state = "rejected";
    lazy.#reason = reason;
    return lazy;
  }

  get(): Promise<void> {
    if (this.#promise !== null) return this.#promise;
    if (this.state === "fulfilled") return (this.#promise = Promise.resolve());
    if (this.state === "rejected") {
      this.#promise = Promise.reject(this.#reason);
      markHandled(this.#promise);
      return this.#promise;
    }
    return (this.#promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    }));
  }

  resolve(): void {
    if (this.state !== "pending") return;
    this.state = "fulfilled";
    this.#resolve?.();
  }

  reject(reason: unknown): void {
    if (this.state !== "pending") return;
    this.state = "rejected";
    this.#reason = reason;
    if (this.#promise === null) return;
    this.#reject!(reason);
    markHandled(this.#promise);
  }
}
