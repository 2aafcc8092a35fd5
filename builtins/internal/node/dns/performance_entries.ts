// Entries of the type "dns" for PerformanceObserver. Nothing is measured unless node:perf_hooks was loaded.
import { isLoaded } from "internal:core/bootstrap";
import defer * as reports from "internal:web/performance/observed";
import { now } from "native:time";

/** A call that is measured. */
export interface Observed {
  name: string;
  start: number;
}

/** Begins a measurement; undefined when nobody can observe it. */
export function begin(name: string): Observed | undefined {
  return isLoaded("internal:node/perf_hooks") ? { name, start: now() } : undefined;
}

/** Reports the call as done. */
export function end(observed: Observed | undefined, detail: object): void {
  if (observed === undefined) return;
  reports.report(observed.name, "dns", observed.start, detail);
}
