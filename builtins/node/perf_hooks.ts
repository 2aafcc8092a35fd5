// node:perf_hooks: the timeline of `web:performance`, and what only Node has. The histograms are in `internal:performance/histogram`.
import { ERR_INVALID_ARG_TYPE } from "internal:errors";
import { createEntry } from "internal:performance/entries";
import defer * as histograms from "internal:performance/histogram";
import { missingMember } from "internal:missing_members";
import { validateFunction, validateObject } from "internal:validators";
import * as web from "web:performance";
import { cpuTime, now } from "native:time";

interface Utilization {
  idle: number;
  active: number;
  utilization: number;
}

const cpuSeconds = new Float64Array(2);
const cpuBytes = new Uint8Array(cpuSeconds.buffer);

/**
 * How much of the time the loop was busy. This loop does not count its waits: the CPU time of the process stands for
 * the active time. With one earlier result, or two, it gives the difference.
 */
function eventLoopUtilization(first?: Utilization, second?: Utilization): Utilization {
  if (second !== undefined) return difference(first!, second);
  cpuTime(cpuBytes);
  const elapsed = now();
  const active = Math.min(elapsed, (cpuSeconds[0]! + cpuSeconds[1]!) * 1000);
  const current = { idle: elapsed - active, active, utilization: active / elapsed };
  return first === undefined ? current : difference(current, first);
}

function difference(later: Utilization, earlier: Utilization): Utilization {
  const idle = later.idle - earlier.idle;
  const active = later.active - earlier.active;
  return { idle, active, utilization: active + idle === 0 ? 0 : active / (active + idle) };
}

/** `fn` with a "function" entry for observers at each call. Throws ERR_INVALID_ARG_TYPE for no function. */
function timerify(fn: any, options: any = {}): any {
  validateFunction(fn, "fn");
  validateObject(options, "options");
  const { histogram } = options;
  if (histogram !== undefined && (typeof histogram !== "object" || typeof histogram?.record !== "function")) {
    throw new ERR_INVALID_ARG_TYPE("options.histogram", "RecordableHistogram", histogram);
  }
  web.addSupportedType("function");
  const report = (start: number, args: unknown[]): void => {
    histogram?.record(Math.max(1, Math.ceil((now() - start) * 1e6)));
    const entry: any = createEntry(fn.name, "function", start, now() - start);
    Object.defineProperty(entry, "detail", { value: args, enumerable: true, configurable: true });
    for (const [index, argument] of args.entries()) entry[index] = argument;
    web.observedEntry(entry);
  };
  function timerified(this: unknown, ...args: any[]): any {
    const start = now();
    const result: any = new.target ? Reflect.construct(fn, args, fn) : Reflect.apply(fn, this, args);
    if (!new.target && typeof result?.finally === "function") return result.finally(() => report(start, args));
    report(start, args);
    return result;
  }
  Object.defineProperties(timerified, {
    length: { configurable: false, enumerable: true, value: fn.length },
    name: { configurable: false, enumerable: true, value: `timerified ${fn.name}` },
  });
  return timerified;
}

for (const [name, value] of Object.entries({ eventLoopUtilization, timerify })) {
  Object.defineProperty(web.Performance.prototype, name, { value, writable: true, enumerable: true, configurable: true });
}

const constants = Object.freeze(
  Object.assign(Object.create(null), {
    NODE_PERFORMANCE_GC_MAJOR: 4,
    NODE_PERFORMANCE_GC_MINOR: 1,
    NODE_PERFORMANCE_GC_MINOR_MARK_SWEEP: 2,
    NODE_PERFORMANCE_GC_INCREMENTAL: 8,
    NODE_PERFORMANCE_GC_WEAKCB: 16,
    NODE_PERFORMANCE_GC_FLAGS_NO: 0,
    NODE_PERFORMANCE_GC_FLAGS_CONSTRUCT_RETAINED: 2,
    NODE_PERFORMANCE_GC_FLAGS_FORCED: 4,
    NODE_PERFORMANCE_GC_FLAGS_SYNCHRONOUS_PHANTOM_PROCESSING: 8,
    NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE: 16,
    NODE_PERFORMANCE_GC_FLAGS_ALL_EXTERNAL_MEMORY: 32,
    NODE_PERFORMANCE_GC_FLAGS_SCHEDULE_IDLE: 64,
  }),
);

web.addSupportedType("dns");
web.addSupportedType("http2");

const perfHooks: Record<string, unknown> = {
  Performance: web.Performance,
  PerformanceEntry: web.PerformanceEntry,
  PerformanceMark: web.PerformanceMark,
  PerformanceMeasure: web.PerformanceMeasure,
  PerformanceObserver: web.PerformanceObserver,
  PerformanceObserverEntryList: web.PerformanceObserverEntryList,
};
perfHooks.PerformanceResourceTiming = missingMember("perf_hooks", "PerformanceResourceTiming");
Object.assign(perfHooks, {
  monitorEventLoopDelay: (options?: any) => histograms.monitorEventLoopDelay(options),
  eventLoopUtilization,
  timerify,
  createHistogram: (options?: any) => histograms.createHistogram(options),
});
for (const name of ["createSlidingWindowHistogram", "importHistogram"]) perfHooks[name] = missingMember("perf_hooks", name);
Object.assign(perfHooks, { performance: web.performance });
Object.defineProperty(perfHooks, "constants", { value: constants, enumerable: true });

export default perfHooks;
