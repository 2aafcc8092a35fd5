// `Atomics.wait` in a worker: a sequence of short waits, so that the engine can end the thread between them.

import { haltThread } from "internal:core/process/state";
import { isStopping } from "native:realm";
import { willBlock } from "native:worker";

const SLICE_MS = 5;

/** Replaces the method. */
export function install(): void {
  const { wait: engineWait } = Atomics;
  const wait = function wait(
    view: any,
    index: number,
    value: number,
    timeout?: number,
  ): "ok" | "not-equal" | "timed-out" {
    const timeoutMs = timeout === undefined ? NaN : Number(timeout);
    let restMs = Number.isNaN(timeoutMs) ? Infinity : Math.max(timeoutMs, 0);
    if (restMs <= SLICE_MS) return engineWait(view, index, value, restMs);
    willBlock();
    for (let isFirst = true; restMs > 0; isFirst = false) {
      if (isStopping()) haltThread();
      const start = Date.now();
      const outcome = engineWait(view, index, value, Math.min(restMs, SLICE_MS));
      // The value changed, and the notification was sent, between two waits.
      if (outcome === "not-equal" && !isFirst) return "ok";
      if (outcome !== "timed-out") return outcome;
      restMs -= Math.max(Date.now() - start, SLICE_MS);
    }
    return "timed-out";
  };
  Object.defineProperty(wait, "length", { value: 4, configurable: true });
  Object.defineProperty(Atomics, "wait", { value: wait, writable: true, enumerable: false, configurable: true });
}
