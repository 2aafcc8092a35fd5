// Signals as events of `process`, and `process.kill`.
import defer * as failures from "internal:errors";
import { onEvent } from "internal:loop";
import defer * as signalTable from "internal:signals";
import { kill as nativeKill, unwatchSignal, watchSignal } from "native:process";

const EVENT_KIND_SIGNAL = 1;
let names: Map<number, string> | undefined;

/** The first name that a signal has in the table. */
function nameOf(wanted: number): string | undefined {
  if (names === undefined) {
    names = new Map();
    for (const [name, number] of Object.entries(signalTable.signals)) if (!names.has(number)) names.set(number, name);
  }
  return names.get(wanted);
}

/** Sends a signal. Throws Node's errors. */
export function kill(target: number, signal: string | number = "SIGTERM"): true {
  // eslint-disable-next-line eqeqeq -- Node accepts anything that equals its integer part
  if (target != ((target as any) | 0)) throw new failures.ERR_INVALID_ARG_TYPE("pid", "number", target);
  let number: number;
  if (typeof signal === "number") number = signal;
  else {
    const known = signalTable.signals[signal];
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
    if (typeof type !== "string" || !type.startsWith("SIG") || watched.has(type)) return;
    const number = signalTable.signals[type];
    if (number === undefined) return;
    watchSignal(number);
    watched.set(type, number);
    onEvent(EVENT_KIND_SIGNAL, (received: number) => {
      const name = nameOf(received);
      if (name !== undefined) process.emit(name, name, received);
    });
  });
  process.on("removeListener", (type: unknown) => {
    if (typeof type !== "string" || !watched.has(type) || process.listenerCount(type) > 0) return;
    unwatchSignal(watched.get(type)!);
    watched.delete(type);
  });
}

