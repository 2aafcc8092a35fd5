// node:perf_hooks: the timeline of `web:performance`, and Node's additions. The histograms are in `internal:web/performance/histogram`.
import defer * as histograms from "internal:web/performance/histogram";
import { missingMember } from "internal:core/missing_members";
import defer * as httpMeasuring from "internal:node/http/performance_entries";
import * as web from "web:performance";

/** Constants that are not enumerable. */
const HIDDEN = [
  ...["GC", "HTTP", "HTTP2", "NET", "DNS", "QUIC"].map(
    (name, index) => [`NODE_PERFORMANCE_ENTRY_TYPE_${name}`, index] as const,
  ),
  ...[
    "TIME_ORIGIN_TIMESTAMP",
    "TIME_ORIGIN",
    "ENVIRONMENT",
    "NODE_START",
    "V8_START",
    "LOOP_START",
    "LOOP_EXIT",
    "BOOTSTRAP_COMPLETE",
  ].map((name, index) => [`NODE_PERFORMANCE_MILESTONE_${name}`, index] as const),
];

const constants = Object.freeze(
  Object.assign(Object.create(null, Object.fromEntries(HIDDEN.map(([name, value]) => [name, { value }]))), {
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
web.addSupportedType("gc");
web.addSupportedType("http", () => httpMeasuring.start());
web.addSupportedType("http2");
web.addSupportedType("net");

const perfHooks: Record<string, unknown> = {
  Performance: web.Performance,
  PerformanceEntry: web.PerformanceEntry,
  PerformanceMark: web.PerformanceMark,
  PerformanceMeasure: web.PerformanceMeasure,
  PerformanceObserver: web.PerformanceObserver,
  PerformanceObserverEntryList: web.PerformanceObserverEntryList,
};
Object.assign(perfHooks, {
  PerformanceResourceTiming: web.PerformanceResourceTiming,
  monitorEventLoopDelay: (options?: { resolution?: number }) => histograms.monitorEventLoopDelay(options),
  eventLoopUtilization: web.Performance.prototype.eventLoopUtilization,
  timerify: web.Performance.prototype.timerify,
  createHistogram: (options?: histograms.HistogramOptions) => histograms.createHistogram(options),
});
for (const name of ["createSlidingWindowHistogram", "importHistogram"])
  perfHooks[name] = missingMember("perf_hooks", name);
Object.assign(perfHooks, { performance: web.performance });
Object.defineProperty(perfHooks, "constants", { value: constants, enumerable: true });

export default perfHooks;
