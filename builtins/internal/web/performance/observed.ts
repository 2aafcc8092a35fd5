// Entries that builtins report to PerformanceObserver, of types that are not on the timeline: "dns", "http", "net".
import { createEntry } from "internal:web/performance/entries";
import { observedEntry } from "internal:web/performance/observer";
import { now } from "native:time";

/** The clock of measurements, in milliseconds. */
export { now };

/** Reports an operation that started at `startMs` and ends now. */
export function report(name: string, type: string, startMs: number, detail: object): void {
  const entry = createEntry(name, type, startMs, now() - startMs);
  Object.defineProperty(entry, "detail", { value: detail, enumerable: true, configurable: true });
  observedEntry(entry);
}
