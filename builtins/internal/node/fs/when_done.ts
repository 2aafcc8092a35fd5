// Callbacks for work of several native calls, which is therefore a promise. A single native call uses `internal:core/ops`.
import { nextTick } from "internal:core/ticks";

/**
 * Calls `callback(error, value)` in a tick of its own once `promise` settles; `error` is null on success. An error that
 * the callback throws is an uncaught exception, not a rejection.
 */
export function whenDone<T>(promise: Promise<T>, callback: (error: unknown, value?: T) => void): void {
  promise.then(
    (value) => nextTick(callback, null, value),
    (error) => nextTick(callback, error),
  );
}
