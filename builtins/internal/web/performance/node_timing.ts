// `performance.nodeTiming` and `performance.eventLoopUtilization` (https://nodejs.org/api/perf_hooks.html#class-performancenodetiming):
// the milestones of the process and the counters of the loop, read from its shared memory (`internal:core/loop_state`).
import { loopState } from "internal:core/loop_state";
import { setMilestones } from "internal:web/performance/entries";
import { inspect } from "internal:core/util/inspect";
import { LoopWord } from "native:realm";
import { monotonicOrigin, now } from "native:time";
import type { InspectOptions } from "internal:web/web_interface";

const kInspect = Symbol.for("nodejs.util.inspect.custom");

/** What `eventLoopUtilization` returns: milliseconds, and the active part of their sum. */
export interface Utilization {
  idle: number;
  active: number;
  utilization: number;
}

/** A time of the loop's clock in milliseconds since the start of the process; -1 before it is reached. */
function milestone(word: number): number {
  const time = loopState[word]!;
  return time === 0 ? -1 : time - monotonicOrigin();
}

const MILESTONES: Record<string, () => number> = {
  nodeStart: () => milestone(LoopWord.NODE_START),
  v8Start: () => milestone(LoopWord.ENGINE_START),
  environment: () => milestone(LoopWord.REALM_READY),
  loopStart: () => milestone(LoopWord.LOOP_START),
  loopExit: () => milestone(LoopWord.LOOP_EXIT),
  bootstrapComplete: () => milestone(LoopWord.HOOKS_READY),
};

class PerformanceNodeTiming {
  constructor() {
    const define = (name: string, get: () => unknown): void => {
      Object.defineProperty(this, name, { get, enumerable: true, configurable: true });
    };
    define("name", () => "node");
    define("entryType", () => "node");
    define("startTime", () => 0);
    define("duration", now);
    for (const [name, read] of Object.entries(MILESTONES)) define(name, read);
    define("idleTime", () => loopState[LoopWord.IDLE]!);
    define("uvMetricsInfo", () => ({
      loopCount: loopState[LoopWord.TURNS]!,
      events: loopState[LoopWord.EVENTS]!,
      eventsWaiting: loopState[LoopWord.EVENTS_WAITING]!,
    }));
  }

  toJSON(): object {
    const { uvMetricsInfo: _, ...shown } = this as unknown as Record<string, unknown>;
    return shown;
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    if (depth < 0) return this;
    const nested = { ...options, depth: options?.depth == null ? null : options.depth - 1 };
    return `PerformanceNodeTiming ${inspect({ ...this }, nested)}`;
  }
}
Object.defineProperty(PerformanceNodeTiming.prototype, Symbol.toStringTag, {
  value: "PerformanceNodeTiming",
  configurable: true,
});

setMilestones((name) => {
  const time = MILESTONES[name]?.();
  return time === undefined || time < 0 ? undefined : time;
});

/** The `nodeTiming` of this thread. */
export const nodeTiming: object = new PerformanceNodeTiming();

/** The share of time that the loop was busy since its start; with one or two earlier results, the difference. */
export function eventLoopUtilization(first?: Utilization, second?: Utilization): Utilization {
  return utilizationOf(milestone(LoopWord.LOOP_START), loopState[LoopWord.IDLE]!, first, second);
}

/** The utilization of a loop that started `start` milliseconds after the process and was idle for `idle` milliseconds. */
export function utilizationOf(start: number, idle: number, first?: Utilization, second?: Utilization): Utilization {
  if (start <= 0) return { idle: 0, active: 0, utilization: 0 };
  if (second) return difference(first!.idle, first!.active, second);
  const active = now() - start - idle;
  return !first ? { idle, active, utilization: active / (idle + active) } : difference(idle, active, first);
}

function difference(laterIdle: number, laterActive: number, earlier: Utilization): Utilization {
  const idle = laterIdle - earlier.idle;
  const active = laterActive - earlier.active;
  return { idle, active, utilization: active / (idle + active) };
}
