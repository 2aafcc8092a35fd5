// `events.addAbortListener`: a listener of an AbortSignal's "abort" that stopImmediatePropagation() cannot silence.
import { safe } from "internal:core/bootstrap";
import defer * as errors from "internal:core/errors";
import { queueMicrotask } from "internal:core/ticks";
import defer * as validators from "internal:core/validators";
import { kResistStopPropagation } from "internal:core/events/symbols";

const listenerOptions = safe.freeze({ __proto__: null, once: true, [kResistStopPropagation]: true });
/** The members of an AbortSignal that these functions use. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: string, listener: (event?: unknown) => void, options?: object): void;
  removeEventListener(type: string, listener: (event?: unknown) => void): void;
}

/** Its method `Symbol.dispose` removes the listener. */
export type Registration = Disposable;

const disposeSymbol: typeof Symbol.dispose = Symbol.dispose;

/**
 * Calls `listener` once when `signal` aborts; in a microtask when it has aborted already.
 * Returns a disposable that removes the listener. Throws ERR_INVALID_ARG_TYPE for other arguments.
 */
export function addAbortListener(signal: AbortSignalLike, listener: (event?: unknown) => void): Registration {
  if (signal === undefined) throw new errors.ERR_INVALID_ARG_TYPE("signal", "AbortSignal", signal);
  validators.validateAbortSignal(signal, "signal");
  validators.validateFunction(listener, "listener");
  let active = false;
  if (signal.aborted) {
    queueMicrotask(() => listener());
  } else {
    signal.addEventListener("abort", listener, listenerOptions);
    active = true;
  }
  return {
    __proto__: null,
    [disposeSymbol]() {
      if (active) signal.removeEventListener("abort", listener);
    },
  } as object as Registration;
}
