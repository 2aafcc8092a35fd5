// Node-style callbacks for asynchronous natives.
import { pendingRequests } from "internal:core/bootstrap";
import * as context from "internal:core/async/context";
import defer * as uncaught from "internal:core/uncaught";

type Op<A extends unknown[], T> = (...args: A) => Promise<T>;

/**
 * Starts `op(...args)` and calls `fn(error, value)` as a task of its own when it is done.
 * `error` is null on success, as Node's callbacks have it. Throws when an argument cannot cross to the native side.
 */
export function callback<A extends unknown[], T>(
  op: Op<A, T>,
  fn: (error: any, value?: any) => void,
  ...args: A
): void {
  begin("NativeCallback", op, fn, args);
}

/** The same for what `createHook` of node:async_hooks calls `type`. */
export function callbackOf<A extends unknown[], T>(
  type: string,
  op: Op<A, T>,
  fn: (error: any, value?: any) => void,
  ...args: A
): void {
  begin(type, op, fn, args);
}

/** The same in the scope of an object that does one thing after the other. */
export function callbackIn<A extends unknown[], T>(
  scope: context.Scope | undefined,
  op: Op<A, T>,
  fn: (error: any, value?: any) => void,
  ...args: A
): void {
  const request: number = (op as any).start(...args);
  pendingRequests.set(request, (error: unknown, value: unknown) => {
    const saved = scope === undefined ? undefined : context.enter(scope);
    try {
      fn(error === undefined ? null : error, value);
    } catch (thrown) {
      // Inside the scope, which the handlers of exceptions may ask for.
      uncaught.handle(thrown);
    }
    if (saved !== undefined) context.leave(saved);
  });
}

/** The same for functions of node:fs. */
export function fsCallback<A extends unknown[], T>(
  op: Op<A, T>,
  fn: (error: any, value?: any) => void,
  ...args: A
): void {
  begin("FSREQCALLBACK", op, fn, args);
}

function begin(type: string, op: any, fn: (error: any, value?: any) => void, args: unknown[]): void {
  const request: number = op.start(...args);
  const done = context.bindOnce(type, fn);
  pendingRequests.set(request, (error: unknown, value: unknown) => {
    if (error !== undefined) done(error);
    else done(null, value);
  });
}
