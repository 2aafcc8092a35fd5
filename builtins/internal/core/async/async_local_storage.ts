// AsyncLocalStorage: a value that follows a chain of asynchronous calls. The values are stored in the frame of
// `internal:core/async/context`.
import { safe } from "internal:core/bootstrap";
import type { AnyFunction } from "internal:core/bootstrap";
import { get, set, setForTask } from "internal:core/async/context";
import { AsyncResource } from "internal:core/async/async_resource";
import { noteResult } from "internal:core/async/rejection_scopes";
import { validateObject } from "internal:core/validators";

export class AsyncLocalStorage<T = unknown> {
  #defaultValue: T | undefined = undefined;
  #name: string | undefined = undefined;

  /** `options`: `defaultValue`, the result of getStore() outside of run(), and `name`. */
  constructor(options: { defaultValue?: T; name?: unknown } = {}) {
    validateObject(options, "options");
    this.#defaultValue = options.defaultValue;
    if (options.name !== undefined) this.#name = `${options.name}`;
  }

  /** Binds `fn` to the current context. */
  static bind<F extends AnyFunction>(fn: F): F {
    return AsyncResource.bind(fn) as unknown as F;
  }

  /** Returns a function that calls another one in the context of this moment. */
  static snapshot(): (fn: AnyFunction, ...args: unknown[]) => unknown {
    return AsyncLocalStorage.bind((fn: AnyFunction, ...args: unknown[]) => fn(...args));
  }

  get name(): string {
    return this.#name || "";
  }

  /** Removes the value from the current context, and from all that was started in it since the value was set. */
  disable(): void {
    const frame = get() as Map<object, unknown> | undefined;
    // The only mutation of a frame that other scopes share. The copy shows an enclosing `run` that there was one.
    if (frame?.delete(this)) set(new Map(frame));
  }

  /** The value in the current context. */
  getStore(): T | undefined {
    const frame = get();
    return frame !== undefined && frame.has(this) ? (frame.get(this) as T) : this.#defaultValue;
  }

  /** Sets the value for the rest of the current call and what it starts. */
  enterWith(store: T): void {
    setForTask(new Map(get()).set(this, store));
  }

  /** Calls `callback(...args)` with the value `store`; returns its result. Values of other storages that it enters stay. */
  run<R, A extends unknown[]>(store: T, callback: (...args: A) => R, ...args: A): R {
    const prior = this.getStore();
    if (safe.is(prior, store)) return callback(...args);
    const before = get();
    const inside = new Map(before).set(this, store);
    set(inside);
    try {
      const result = callback(...args);
      noteResult(result);
      return result;
    } finally {
      const left = get();
      if (left === inside) set(before);
      else set(new Map(left).set(this, prior));
    }
  }

  /** Calls `callback(...args)` without the value. */
  exit<R, A extends unknown[]>(callback: (...args: A) => R, ...args: A): R {
    return this.run(undefined as T, callback, ...args);
  }

  /** Sets the value until the returned object is disposed. */
  withScope(store: T): RunScope<T> {
    return new RunScope(this, store);
  }
}

/** What `withScope` returns. */
class RunScope<T> {
  #storage: AsyncLocalStorage<T>;
  #previous: T | undefined;
  #isDisposed = false;

  constructor(storage: AsyncLocalStorage<T>, store: T) {
    this.#storage = storage;
    this.#previous = storage.getStore();
    storage.enterWith(store);
  }

  /** Restores the previous value; a second call does nothing. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#storage.enterWith(this.#previous as T);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
