// Keeps the async context in promises: `then` with callbacks that run in the frame of the call, and thenables whose own `then`
// does. Installed when the first frame becomes current, so that other programs keep the engine's own functions.
import { type Frame, get, set } from "internal:core/async/context";
import { noteFrame } from "internal:core/async/rejection_scopes";
import { asyncCell } from "internal:core/bootstrap";
import { keptExecutor, runExecutor, type Settle } from "internal:core/async/promise_executors";

type Reaction = ((value: any) => unknown) | null | undefined;
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

/** The same outside of all frames: what the job before left behind is not for this one. */
function outside(reaction: Reaction): Reaction {
  if (typeof reaction !== "function") return reaction;
  return (value: unknown) => {
    set(undefined);
    return boundThenable(reaction(value), get());
  };
}

/** Stands for a thenable: the engine calls `then` as a job, in whatever frame is current there. */
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

/** Ours, of all realms. */
const coveringThens = new WeakSet<Function>();

/** `value`, or what stands for it when it is a thenable of the program's own. */
function boundThenable(value: any, frame: Frame): unknown {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return value;
  // Awaiting one of these calls no `then`.
  if (value instanceof Promise && value.constructor === Promise) return value;
  let then: unknown;
  try {
    ({ then } = value);
  } catch {
    // The engine meets the same error and rejects.
    return value;
  }
  return typeof then !== "function" || then === Promise.prototype.then || coveringThens.has(then)
    ? value
    : new BoundThenable(value, then as Then, frame);
}

/** `resolve` of `promise`, whose jobs run in the frame of the call. */
function resolveInFrame(promise: Promise<unknown>, resolve: Settle): Settle {
  return (value) => {
    // A rejection of that one is passed on by a job of this frame.
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
 * Replaces `Promise.prototype.then`, which `catch` and `finally` call, `Promise.resolve`, which `all` and its kin call, `reject`, `try`
 * and `withResolvers`, of one realm.
 */
export function coverPromises(promises: PromiseConstructor): void {
  // From now on a thenable outside of all frames needs care as well: what the job before left behind is not for it.
  Object.assign(Object.getPrototypeOf(asyncCell), {
    w: boundThenable,
    t: (value: unknown) => boundThenable(value, get()),
    e: keptExecutor,
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
    try(this: PromiseConstructor, body: any, ...values: unknown[]): Promise<unknown> {
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
  Object.defineProperty(promises.prototype, "then", { value: then, writable: true, configurable: true });
  for (const [name, value] of Object.entries(statics))
    Object.defineProperty(promises, name, { value, writable: true, configurable: true });
}
