// AsyncLocalStorage: a value that follows a chain of asynchronous calls. The values are stored in the frame of
// `internal:core/async/context`.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import type { AnyFunction } from "internal:core/bootstrap";
import { type Frame, get, set, setForTask } from "internal:core/async/context";
import { AsyncResource } from "internal:core/async/async_resource";
import { noteResult } from "internal:core/async/rejection_scopes";
import { validateObject } from "internal:core/validators";

/** The index of a storage's value in a frame; -1 without one. Frames are short: a search costs less than a lookup in a Map. */
function indexIn(frame: Frame, storage: object): number {
  if (frame !== undefined)
    for (let index = 0; index < frame.length; index += 2) if (frame[index] === storage) return index + 1;
  return -1;
}

/** A copy of `frame` with the value of one storage. */
function frameWith(frame: Frame, storage: object, value: unknown): Frame {
  if (frame === undefined || (frame.length === 2 && frame[0] === storage)) return [storage, value];
  const copy: unknown[] = [storage, value];
  for (let index = 0; index < frame.length; index += 2) {
    const other = frame[index];
    if (other === storage || other === undefined) continue;
    copy[copy.length] = other;
    copy[copy.length] = frame[index + 1];
  }
  return copy;
}

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
    const frame = get() as unknown[] | undefined;
    const index = indexIn(frame, this);
    if (index === -1) return;
    // The only mutation of a frame that other scopes share. The copy shows an enclosing `run` that there was one.
    frame![index - 1] = frame![index] = undefined;
    set(lists.slice(frame!));
  }

  /** The value in the current context. */
  getStore(): T | undefined {
    const frame = get();
    const index = indexIn(frame, this);
    return index === -1 ? this.#defaultValue : (frame![index] as T);
  }

  /** Sets the value for the rest of the current call and what it starts. */
  enterWith(store: T): void {
    setForTask(frameWith(get(), this, store));
  }

  /** Calls `callback(...args)` with the value `store`; returns its result. Values of other storages that it enters stay. */
  run<R, A extends unknown[]>(store: T, callback: (...args: A) => R, ...args: A): R {
    const prior = this.getStore();
    if (safe.is(prior, store)) return callback(...args);
    const before = get();
    const inside = frameWith(before, this, store);
    set(inside);
    try {
      const result = callback(...args);
      noteResult(result);
      return result;
    } finally {
      const left = get();
      if (left === inside) set(before);
      else set(frameWith(left, this, prior));
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
