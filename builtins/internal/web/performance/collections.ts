// Entries of type "gc". The engine tells of no collection, so there is one for each call of `gc()` and none for the others.
// https://nodejs.org/api/perf_hooks.html#garbage-collection-gc-details
import { createEntry } from "internal:web/performance/entries";
import { observedEntry } from "internal:web/performance/observer";
import { setImmediate } from "internal:core/timers";

// A full collection that was asked for, as `perf_hooks.constants` number them.
const GC_MAJOR = 4;
const FLAGS_FORCED = 4;

/** Reports a collection to observers. Nobody waits for that: it keeps no process alive. */
export function reportCollection(startMs: number, durationMs: number): void {
  const entry: any = createEntry("gc", "gc", startMs, durationMs);
  Object.defineProperty(entry, "detail", {
    value: { kind: GC_MAJOR, flags: FLAGS_FORCED },
    enumerable: true,
    configurable: true,
  });
  setImmediate(observedEntry, entry).unref();
}
