// Stores the asynchronous context in promises: callbacks of `then` run in the frame of the call, and so does the `then` of thenables.
// Installed when the first frame becomes current, so that other programs use the engine's own functions.
import { setMember } from "internal:core/async/promise_members";
import { type Frame, get, set } from "internal:core/async/context";
import { noteFrame } from "internal:core/async/rejection_scopes";
import { type AnyFunction, asyncCell, pinned, safe } from "internal:core/bootstrap";
import { deferExecutor, runExecutor, type Settle } from "internal:core/async/promise_executors";

type Reaction = ((value: unknown) => unknown) | null | undefined;
type Then = (this: unknown, resolve: Settle, reject: Settle) => unknown;

/** `note` is called when the promise of the reaction may reject. */
function inFrame(reaction: Reaction, frame: Frame, note: () => void): Reaction {
  if (typeof reaction !== "function") return reaction;
  return (value: unknown) => {
    const before = get();
    set(frame);
    try {
      const result = reaction(value);
      if (result instanceof Promise) note();
      return boundThenable(result, get());
    } catch (error) {
      note();
      throw error;
    } finally {
      set(before);
    }
  };
}

/** Wraps a reaction that runs outside of all frames: a frame that the previous job left is not for it. */
function outside(reaction: Reaction): Reaction {
  if (typeof reaction !== "function") return reaction;
  return (value: unknown) => {
    set(undefined);
    return boundThenable(reaction(value), get());
  };
}

/** Replaces a thenable, whose `then` the engine would call as a job in the frame that is current there. */
class BoundThenable {
  readonly #thenable: unknown;
  readonly #then: Then;
  readonly #frame: Frame;
  constructor(thenable: unknown, then: Then, frame: Frame) {
    this.#thenable = thenable;
    this.#then = then;
    this.#frame = frame;
  }
  then(resolve: Settle, reject: Settle): unknown {
    const before = get();
    set(this.#frame);
    try {
      return this.#then.call(this.#thenable, resolve, reject);
    } finally {
      set(before);
    }
  }
}

/** The `then` functions of `coverPromises`, of all realms. */
const coveringThens = pinned(new WeakSet<Function>());

/** `value`, or its replacement when it is a thenable that the program defined. */
function boundThenable(value: unknown, frame: Frame): unknown {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return value;
  // Awaiting one of these calls no `then`.
  if (value instanceof Promise && value.constructor === Promise) return value;
  let then: unknown;
  try {
    ({ then } = value as { then?: unknown });
  } catch {
    // The engine meets the same error and rejects.
    return value;
  }
  return typeof then !== "function" || then === Promise.prototype.then || coveringThens.has(then)
    ? value
    : new BoundThenable(value, then as Then, frame);
}

/** The `resolve` of `promise`; the jobs that it queues run in the frame of the call. */
function resolveInFrame(promise: Promise<unknown>, resolve: Settle): Settle {
  return (value) => {
    // A job in this frame passes a rejection of that promise on.
    if (value instanceof Promise) noteRejection(promise);
    resolve(boundThenable(value, get()));
  };
}

function rejectInFrame(promise: Promise<unknown>, reject: Settle): Settle {
  return (reason) => {
    noteRejection(promise);
    reject(reason);
  };
}

function noteRejection(promise: Promise<unknown>): void {
  const frame = get();
  if (frame !== undefined) noteFrame(promise, frame);
}

/**
 * Replaces functions of one realm's `Promise`: `then`, which `catch` and `finally` call; `resolve`, which `all`, `allSettled`, `any`
 * and `race` call; `reject`, `try` and `withResolvers`.
 */
export function coverPromises(promises: PromiseConstructor): void {
  // From now on a thenable outside of all frames is wrapped as well: a frame that the previous job left is not for it.
  safe.assign(safe.getPrototypeOf(asyncCell), {
    w: boundThenable,
    t: (value: unknown) => boundThenable(value, get()),
    e: deferExecutor,
    p: (promise: Promise<unknown>) => runExecutor(promise, resolveInFrame, rejectInFrame),
  });
  const {
    resolve: originalResolve,
    reject: originalReject,
    try: originalTry,
    withResolvers: originalWithResolvers,
  } = promises;
  const originalThen = promises.prototype.then;
  const covering = {
    then(this: Promise<unknown>, onFulfilled: Reaction, onRejected: Reaction): Promise<unknown> {
      const frame = get();
      if (frame === undefined)
        return originalThen.call(this, outside(onFulfilled) as never, outside(onRejected) as never);
      const note = (): void => noteFrame(derived, frame);
      const passOn = (reason: unknown): never => {
        note();
        throw reason;
      };
      const derived = originalThen.call(
        this,
        inFrame(onFulfilled, frame, note) as never,
        (inFrame(onRejected, frame, note) ?? passOn) as never,
      );
      return derived;
    },
    resolve(this: unknown, value: unknown): Promise<unknown> {
      return originalResolve.call(this as never, boundThenable(value, get()) as never);
    },
    reject(this: unknown, reason: unknown): Promise<unknown> {
      const promise = originalReject.call(this as never, reason);
      noteRejection(promise);
      return promise;
    },
    try(this: PromiseConstructor, body: AnyFunction, ...values: unknown[]): Promise<unknown> {
      const inFrame =
        typeof body === "function" ? (...passed: unknown[]) => boundThenable(body(...passed), get()) : body;
      const promise = originalTry.call(this, inFrame, ...values);
      noteRejection(promise);
      return promise;
    },
    withResolvers(this: PromiseConstructor): PromiseWithResolvers<unknown> {
      const { promise, resolve, reject } = originalWithResolvers.call(this);
      return { promise, resolve: resolveInFrame(promise, resolve), reject: rejectInFrame(promise, reject) };
    },
  };
  coveringThens.add(covering.then);
  const { then, ...statics } = covering;
  setMember(promises.prototype, "then", then);
  for (const [name, value] of safe.entries(statics)) setMember(promises, name, value);
}
