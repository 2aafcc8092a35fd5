// The `signal` of operations that cannot be stopped half-way (`stat` and its kin): whoever waits learns of the abort at
// once, and what the system answers later is dropped.
import { AbortError } from "internal:core/errors";
import { checkAborted } from "internal:node/fs/options";
import { validateAbortSignal } from "internal:core/validators";

type Callback = (error: any, value?: any) => void;

/** Rejects with AbortError as soon as `signal` is aborted, and else settles like what `start` gives. */
export async function untilAborted<T>(signal: any, start: () => Promise<T>): Promise<T> {
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

/** The callback to start an operation with; undefined when `signal` is aborted already, which `callback` then knows. */
export function callbackUntilAborted(signal: any, callback: Callback): Callback | undefined {
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
