// Performance entries of the type "dns". Measures only while node:perf_hooks is loaded.
import { isLoaded } from "internal:core/bootstrap";
import defer * as reports from "internal:web/performance/observed";
import { now } from "native:time";

/** A measured call. */
export interface MeasuredCall {
  name: string;
  start: number;
}

/** Begins a measurement; undefined when node:perf_hooks is not loaded. */
export function begin(name: string): MeasuredCall | undefined {
  return isLoaded("internal:node/perf_hooks") ? { name, start: now() } : undefined;
}

/** Reports a finished call. */
export function end(call: MeasuredCall | undefined, detail: object): void {
  if (call === undefined) return;
  reports.report(call.name, "dns", call.start, detail);
}
