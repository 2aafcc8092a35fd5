// Node-style callbacks for asynchronous natives.
import { pendingRequests } from "internal:bootstrap";
import { bindOnce } from "internal:async_context";

type Op<A extends unknown[], T> = (...args: A) => Promise<T>;

/**
 * Starts `op(...args)` and calls `fn(error, value)` as a task of its own when it is done.
 * `error` is null on success, as Node's callbacks have it. Throws when an argument cannot cross to the native side.
 */
export function callback<A extends unknown[], T>(op: Op<A, T>, fn: (error: any, value?: any) => void, ...args: A): void {
  begin("NativeCallback", op, fn, args);
}

/** The same for what `createHook` of node:async_hooks calls `type`. */
export function callbackOf<A extends unknown[], T>(type: string, op: Op<A, T>, fn: (error: any, value?: any) => void, ...args: A): void {
  begin(type, op, fn, args);
}

/** The same for functions of node:fs. */
export function fsCallback<A extends unknown[], T>(op: Op<A, T>, fn: (error: any, value?: any) => void, ...args: A): void {
  begin("FSREQCALLBACK", op, fn, args);
}

function begin(type: string, op: any, fn: (error: any, value?: any) => void, args: unknown[]): void {
  const request: number = op.start(...args);
  const done = bindOnce(type, fn);
  pendingRequests.set(request, (error: unknown, value: unknown) => {
    if (error !== undefined) done(error);
    else done(null, value);
  });
}
