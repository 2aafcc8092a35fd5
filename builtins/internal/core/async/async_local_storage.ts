// AsyncLocalStorage: a value that follows a chain of asynchronous calls. Its values live in the frame of
// `internal:core/async/context`.
import { get, set, setForTask } from "internal:core/async/context";
import { AsyncResource } from "internal:core/async/async_resource";
import { noteResult } from "internal:core/async/rejection_scopes";
import { validateObject } from "internal:core/validators";

export class AsyncLocalStorage<T = unknown> {
  #defaultValue: T | undefined = undefined;
  #name: string | undefined = undefined;

  /** `options`: `defaultValue`, what getStore() gives outside of run(), and `name`. */
  constructor(options: any = {}) {
    validateObject(options, "options");
    this.#defaultValue = options.defaultValue;
    if (options.name !== undefined) this.#name = `${options.name}`;
  }

  /** `fn` bound to the context of this moment. */
  static bind<F extends (...args: any[]) => any>(fn: F): F {
    return AsyncResource.bind(fn) as unknown as F;
  }

  /** A function that calls another one in the context of this moment. */
  static snapshot(): (fn: (...args: any[]) => any, ...args: any[]) => any {
    return AsyncLocalStorage.bind((fn: (...args: any[]) => any, ...args: any[]) => fn(...args));
  }

  get name(): string {
    return this.#name || "";
  }

  /** Forgets the value in the current context, and in all that was started in it since the value was set. */
  disable(): void {
    const frame = get() as Map<object, unknown> | undefined;
    // The one change of a frame that others may have taken. A copy tells a `run` around that there was one.
    if (frame?.delete(this)) set(new Map(frame));
  }

  /** The value in the current context. */
  getStore(): T | undefined {
    const frame = get();
    return frame !== undefined && frame.has(this) ? (frame.get(this) as T) : this.#defaultValue;
  }

  /** Sets the value for the rest of the running call and what it starts. */
  enterWith(store: T): void {
    setForTask(new Map(get()).set(this, store));
  }

  /** Calls `callback(...args)` with the value `store`; returns what it returns. What the callback enters of other storages stays. */
  run<R>(store: T, callback: (...args: any[]) => R, ...args: any[]): R {
    const prior = this.getStore();
    if (Object.is(prior, store)) return callback(...args);
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
  exit<R>(callback: (...args: any[]) => R, ...args: any[]): R {
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

  /** Sets the value back that was there before; a second time does nothing. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#storage.enterWith(this.#previous as T);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
