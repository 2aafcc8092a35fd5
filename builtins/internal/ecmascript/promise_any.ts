// `Promise.any` (ECMA-262 §27.2.4.3) whose AggregateError has V8's message; the engine's has none.
import { safe } from "internal:core/bootstrap";

const MESSAGE = "All promises were rejected";

/** A promise with its functions. */
interface Capability {
  promise: unknown;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** `Promise.any.call(constructor, iterable)`. */
export function promiseAny(constructor: unknown, iterable: Iterable<unknown>): unknown {
  const capability = capabilityOf(constructor);
  try {
    collect(constructor as PromiseConstructor, iterable, capability);
  } catch (error) {
    capability.reject(error);
  }
  return capability.promise;
}

function collect(constructor: PromiseConstructor, iterable: Iterable<unknown>, { resolve, reject }: Capability): void {
  const toPromise: unknown = constructor.resolve;
  if (typeof toPromise !== "function") throw new TypeError("Promise resolve or reject function is not callable");
  const errors: unknown[] = [];
  let pendingCount = 1;
  let count = 0;
  const settleOne = (): void => {
    if (--pendingCount === 0) reject(new AggregateError(errors, MESSAGE));
  };
  for (const value of iterable) {
    const index = count++;
    define(errors, index, undefined);
    pendingCount++;
    let isSettled = false;
    // The function has no name.
    safe.apply(toPromise, constructor, [value]).then(resolve, (error: unknown): void => {
      if (isSettled) return;
      isSettled = true;
      define(errors, index, error);
      settleOne();
    });
  }
  // An empty iterable throws, so that the promise is rejected in the same way.
  settleOne();
}

// Not an assignment: it must not call a setter of `Array.prototype`.
function define(list: unknown[], index: number, value: unknown): void {
  safe.defineProperty(list, index, { value, writable: true, enumerable: true, configurable: true });
}

function capabilityOf(constructor: unknown): Capability {
  if (typeof constructor !== "function") throw new TypeError("Promise.any called on non-object");
  const capability = {} as Capability;
  capability.promise = new (constructor as PromiseConstructor)((resolve, reject) => {
    if (capability.resolve !== undefined || capability.reject !== undefined)
      throw new TypeError("Promise executor has already been invoked with non-undefined arguments");
    capability.resolve = resolve;
    capability.reject = reject;
  });
  if (typeof capability.resolve !== "function" || typeof capability.reject !== "function")
    throw new TypeError("Promise resolve or reject function is not callable");
  return capability;
}
