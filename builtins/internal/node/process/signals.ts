// Signals as events of `process`, and `process.kill`.
import { capture, destroyed, inScope, type Scope } from "internal:core/async/context";
import { isLoaded, load, safe } from "internal:core/bootstrap";
import defer * as failures from "internal:core/errors";
import type { EventEmitter } from "internal:core/events/emitter";
import { onEvent } from "internal:core/loop";
import { beforeAbruptEnd } from "internal:core/process/state";
import defer * as profileFiles from "internal:node/v8/cpu_profile_file";
import defer * as signalTable from "internal:core/signals";
import { ProcessLoopEvent, unwatchSignal, watchSignal } from "native:process";

/** `process.kill`: sends a signal. Throws Node's errors. */
export function kill(target: number, signal: string | number = "SIGTERM"): true {
  // eslint-disable-next-line eqeqeq -- Node accepts anything that equals its integer part
  if (target != (target | 0)) throw new failures.ERR_INVALID_ARG_TYPE("pid", "number", target);
  let number: number;
  if (signal === ((signal as number) | 0)) number = signal;
  else {
    // NaN and null mean the default signal.
    const known = signalTable.signals[(signal as string) || "SIGTERM"];
    if (known === undefined) throw new failures.ERR_UNKNOWN_SIGNAL(signal as string);
    number = known;
  }
  if (isLoaded("internal:node/v8/cpu_profile_file")) profileFiles.beforeSignal(target, number);
  beforeAbruptEnd?.();
  // Calls the member of `process`, which programs replace to intercept signals.
  const errno = load("internal:node/process").default._kill(target, number);
  if (errno) throw failures.errnoException(errno, "kill");
  return true;
}

function listen(number: number): void {
  try {
    watchSignal(number);
  } catch (error) {
    const { errno } = error as { errno?: unknown };
    throw typeof errno === "number" ? failures.errnoException(errno, "uv_signal_start") : error;
  }
}

/** The resource of a watched signal in async_hooks. */
class Signal {}

/** Makes listeners of signal names subscribe to the signal. */
export function attach(process: EventEmitter): void {
  // Several names may have the same number.
  const watched = new Map<string, { number: number; scope: Scope | undefined }>();
  const onSignal = (received: number): void => {
    for (const [name, { number, scope }] of [...watched])
      if (number === received) inScope(scope, () => process.emit(name, name, received));
  };
  process.on("newListener", (type: unknown) => {
    if (typeof type !== "string" || !safe.startsWith(type, "SIG") || watched.has(type)) return;
    const number = signalTable.signals[type];
    if (number === undefined) return;
    listen(number);
    watched.set(type, { number, scope: capture("SIGNALWRAP", new Signal()) });
    onEvent(ProcessLoopEvent.SIGNAL, onSignal);
  });
  process.on("removeListener", (type: unknown) => {
    if (typeof type !== "string" || !watched.has(type) || process.listenerCount(type) > 0) return;
    const { number, scope } = watched.get(type)!;
    watched.delete(type);
    if (![...watched.values()].some((other) => other.number === number)) unwatchSignal(number);
    if (scope !== undefined) destroyed(scope);
  });
}
