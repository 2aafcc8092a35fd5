// Signals as events of `process`, and `process.kill`.
import defer * as failures from "internal:errors";
import { onEvent } from "internal:loop";
import { signals } from "internal:signals";
import { kill as nativeKill, unwatchSignal, watchSignal } from "native:process";

const EVENT_KIND_SIGNAL = 1;
const numbers: Record<string, number> = signals;
const names = new Map<number, string>();
for (const [name, number] of Object.entries(numbers)) if (!names.has(number)) names.set(number, name);

/** Sends a signal. Throws Node's errors. */
export function kill(target: number, signal: string | number = "SIGTERM"): true {
  // eslint-disable-next-line eqeqeq -- Node accepts anything that equals its integer part
  if (target != ((target as any) | 0)) throw new failures.ERR_INVALID_ARG_TYPE("pid", "number", target);
  let number: number;
  if (typeof signal === "number") number = signal;
  else {
    const known = numbers[signal];
    if (known === undefined) throw new failures.ERR_UNKNOWN_SIGNAL(signal);
    number = known;
  }
  try {
    nativeKill(target | 0, number);
  } catch (error: any) {
    if (typeof error.errno !== "number") throw error;
    throw failures.errnoException(error.errno, "kill");
  }
  return true;
}

/** Makes listeners of signal names subscribe to the signal. */
export function attach(process: any): void {
  const watched = new Map<string, number>();
  process.on("newListener", (type: unknown) => {
    if (typeof type !== "string" || watched.has(type) || numbers[type] === undefined) return;
    const number = numbers[type]!;
    watchSignal(number);
    watched.set(type, number);
    onEvent(EVENT_KIND_SIGNAL, (received: number) => {
      const name = names.get(received);
      if (name !== undefined) process.emit(name, name, received);
    });
  });
  process.on("removeListener", (type: unknown) => {
    if (typeof type !== "string" || !watched.has(type) || process.listenerCount(type) > 0) return;
    unwatchSignal(watched.get(type)!);
    watched.delete(type);
  });
}

