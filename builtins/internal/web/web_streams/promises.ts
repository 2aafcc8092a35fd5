// Promises as the streams standard uses them: reactions that user code cannot intercept, and promises such as `closed`
// and `ready` that exist only once somebody asks for them.

const promiseThen = Promise.prototype.then;
const noop = (): void => {};
// Not `method.call`: programs can put a `call` of their own on a method.
const { apply } = Reflect;

/** A promise fulfilled with undefined, shared: reactions to it run in the next promise job. */
export const resolvedPromise: Promise<void> = Promise.resolve();

/** "Upon fulfillment / rejection of promise": reacts without looking up `then`. */
export function upon(
  promise: Promise<any>,
  fulfilled: ((value: any) => void) | undefined,
  rejected?: (reason: any) => void,
): void {
  promiseThen.call(promise, fulfilled, rejected);
}

/** "Transforming promise": like `upon`, giving the promise of the handlers' result. */
export function transform(
  promise: Promise<any>,
  fulfilled: ((value: any) => any) | undefined,
  rejected?: (reason: any) => any,
): Promise<any> {
  return promiseThen.call(promise, fulfilled, rejected) as Promise<any>;
}

/** Sets [[PromiseIsHandled]]. */
export function markHandled(promise: Promise<any>): void {
  promiseThen.call(promise, undefined, noop);
}

/** "A promise resolved with value"; plain values share one promise, since their value is never read. */
export function settleWith(value: any): Promise<any> {
  return (typeof value === "object" && value !== null) || typeof value === "function"
    ? Promise.resolve(value)
    : resolvedPromise;
}

/** Calls a user's callback of type Promise without arguments: a throw is a rejection. Programs can count the arguments. */
export function callWithNothing(method: Function, self: any): Promise<any> {
  try {
    return settleWith(apply(method, self, []));
  } catch (error) {
    return Promise.reject(error);
  }
}

/** The same with one argument. */
export function callWithOne(method: Function, self: any, argument: any): Promise<any> {
  try {
    return settleWith(apply(method, self, [argument]));
  } catch (error) {
    return Promise.reject(error);
  }
}

/** The same with two arguments. */
export function callWithTwo(method: Function, self: any, first: any, second: any): Promise<any> {
  try {
    return settleWith(apply(method, self, [first, second]));
  } catch (error) {
    return Promise.reject(error);
  }
}

/** A promise whose object is made on the first `get`. Rejections of it never count as unhandled. */
export class LazyPromise {
  state: "pending" | "fulfilled" | "rejected" = "pending";
  #reason: any = undefined;
  #promise: Promise<void> | null = null;
  #resolve: ((value?: any) => void) | null = null;
  #reject: ((reason: any) => void) | null = null;

  static fulfilled(): LazyPromise {
    const lazy = new LazyPromise();
    lazy.state = "fulfilled";
    return lazy;
  }

  static rejected(reason: any): LazyPromise {
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

  reject(reason: any): void {
    if (this.state !== "pending") return;
    this.state = "rejected";
    this.#reason = reason;
    if (this.#promise === null) return;
    this.#reject!(reason);
    markHandled(this.#promise);
  }
}
