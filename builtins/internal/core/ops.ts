// Calls asynchronous natives with a Node-style callback.
import { pendingRequests } from "internal:core/bootstrap";
import * as context from "internal:core/async/context";
import defer * as uncaught from "internal:core/uncaught";

type Op<A extends unknown[], T> = (...args: A) => Promise<T>;
/** What `internal:core/bootstrap` adds to an op: the native, which returns the number of the request. */
type StartOf<A extends unknown[]> = { start(...args: A): number };
/** A Node-style callback: `error` is null on success. */
export type OpCallback = (error: any, value?: any) => void;

/**
 * Starts `op(...args)` and calls `fn(error, value)` as its own macrotask when it is done.
 * `error` is null on success. Throws when an argument cannot cross to the native side.
 */
export function callback<A extends unknown[], T>(op: Op<A, T>, fn: OpCallback, ...args: A): void {
  begin("NativeCallback", op, fn, args);
}

/** As `callback`, with the `type` that the `init` hook of node:async_hooks receives. */
export function callbackOf<A extends unknown[], T>(type: string, op: Op<A, T>, fn: OpCallback, ...args: A): void {
  begin(type, op, fn, args);
}

/** As `callback`, in the scope of an object that has one operation at a time. */
export function callbackIn<A extends unknown[], T>(
  scope: context.Scope | undefined,
  op: Op<A, T>,
  fn: OpCallback,
  ...args: A
): void {
  const request = (op as unknown as StartOf<A>).start(...args);
  pendingRequests.set(request, (error: unknown, value: unknown) => {
    const saved = scope === undefined ? undefined : context.enter(scope);
    try {
      fn(error === undefined ? null : error, value);
    } catch (thrown) {
      // Inside the scope, which handlers of exceptions may read.
      uncaught.handle(thrown);
    }
    if (saved !== undefined) context.leave(saved);
  });
}

/** As `callback`, for functions of node:fs. */
export function fsCallback<A extends unknown[], T>(op: Op<A, T>, fn: OpCallback, ...args: A): void {
  begin("FSREQCALLBACK", op, fn, args);
}

function begin<A extends unknown[], T>(type: string, op: Op<A, T>, fn: OpCallback, args: A): void {
  const request = (op as unknown as StartOf<A>).start(...args);
  const done = context.bindOnce(type, fn);
  pendingRequests.set(request, (error: unknown, value: unknown) => {
    if (error !== undefined) done(error);
    else done(null, value);
  });
}
