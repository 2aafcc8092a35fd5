// `Atomics.wait` in a worker: in short waits, between which the engine can end the thread.

import { haltThread } from "internal:core/process/state";
import { isStopping } from "native:realm";
import { beginsToWait } from "native:worker";

const SLICE_MS = 5;

/** Replaces the method. */
export function install(): void {
  const { wait: engineWait } = Atomics;
  const wait = function wait(view: any, index: number, value: any, timeout?: number): "ok" | "not-equal" | "timed-out" {
    const given = timeout === undefined ? NaN : Number(timeout);
    let rest = Number.isNaN(given) ? Infinity : Math.max(given, 0);
    if (rest <= SLICE_MS) return engineWait(view, index, value, rest);
    beginsToWait();
    for (let isFirst = true; rest > 0; isFirst = false) {
      if (isStopping()) haltThread();
      const start = Date.now();
      const outcome = engineWait(view, index, value, Math.min(rest, SLICE_MS));
      // A change between two waits was announced by a wake-up that nobody waited for just then.
      if (outcome === "not-equal" && !isFirst) return "ok";
      if (outcome !== "timed-out") return outcome;
      rest -= Math.max(Date.now() - start, SLICE_MS);
    }
    return "timed-out";
  };
  Object.defineProperty(wait, "length", { value: 4, configurable: true });
  Object.defineProperty(Atomics, "wait", { value: wait, writable: true, enumerable: false, configurable: true });
}
