// Entries of type "gc". The engine does not report its collections, so there is one for each call of `gc()` and none for the others.
// https://nodejs.org/api/perf_hooks.html#garbage-collection-gc-details
import { createEntry } from "internal:web/performance/entries";
import { observedEntry } from "internal:web/performance/observer";
import { setImmediate } from "internal:core/timers";

// A requested full collection, in the numbers of `perf_hooks.constants`.
const GC_MAJOR = 4;
const FLAGS_FORCED = 4;

/** Reports a collection to observers. It does not keep the process alive. */
export function reportCollection(startMs: number, durationMs: number): void {
  const entry = createEntry("gc", "gc", startMs, durationMs);
  Object.defineProperty(entry, "detail", {
    value: { kind: GC_MAJOR, flags: FLAGS_FORCED },
    enumerable: true,
    configurable: true,
  });
  setImmediate(observedEntry, entry).unref();
}
