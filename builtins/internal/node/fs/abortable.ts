// The `signal` of operations that cannot be stopped half-way (`stat`, `lstat`, `fstat`): an abort is reported at once, and
// the later result of the system call is dropped.
import { AbortError } from "internal:core/errors";
import type { Callback } from "internal:node/fs/arguments";
import { checkAborted } from "internal:node/fs/options";
import { validateAbortSignal } from "internal:core/validators";
import type { AbortSignal } from "web:abort";

/** Rejects with AbortError as soon as `signal` is aborted; otherwise settles like the promise of `start`. */
export async function untilAborted<T>(signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  validateAbortSignal(signal, "options.signal");
  checkAborted(signal);
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new AbortError(undefined, { cause: signal.reason }));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([start(), promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** The callback to start an operation with; undefined when `signal` is aborted already: then `callback` was called with the error. */
export function callbackUntilAborted(signal: AbortSignal, callback: Callback): Callback | undefined {
  validateAbortSignal(signal, "options.signal");
  let isDone = false;
  const onAbort = () => {
    isDone = true;
    callback(new AbortError(undefined, { cause: signal.reason }));
  };
  if (signal.aborted) {
    onAbort();
    return undefined;
  }
  signal.addEventListener("abort", onAbort, { once: true });
  return (error, value) => {
    if (isDone) return;
    signal.removeEventListener("abort", onAbort);
    callback(error, value);
  };
}
