// performance of High Resolution Time, User Timing and Performance Timeline (https://w3c.github.io/user-timing/), with Node's
// classes and errors. Histograms belong to node:perf_hooks.
import { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS, ERR_MISSING_ARGS } from "internal:core/errors";
import { validateString } from "internal:core/validators";
import { EventTarget, defineEventHandler } from "web:event_target";
import {
  addEntry,
  createMeasure,
  entryList,
  type MarkOptions,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  removeEntries,
  resolveMeasure,
  toText,
} from "internal:web/performance/entries";
import { notifyObservers } from "internal:web/performance/observer";
import defer * as events from "web:event";
import type { Utilization } from "internal:web/performance/node_timing";
import defer * as loopTiming from "internal:web/performance/node_timing";
import defer * as functions from "internal:web/performance/timerify";
import type { TimingInfo } from "internal:web/performance/resource_timing";
import defer * as resources from "internal:web/performance/resource_timing";
import * as clock from "native:time";

export { PerformanceEntry, PerformanceMark, PerformanceMeasure };
export { PerformanceObserver, PerformanceObserverEntryList } from "internal:web/performance/observer";
export { PerformanceResourceTiming } from "internal:web/performance/resource_timing";
export { addSupportedType, observedEntry } from "internal:web/performance/observer";

const kCreate = Symbol("create");

export class Performance extends EventTarget {
  #isReal = true;

  constructor(key: unknown = undefined) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super();
  }

  static #check(value: unknown): void {
    if (typeof value !== "object" || value === null || !(#isReal in value)) throw new ERR_INVALID_THIS("Performance");
  }

  /** Milliseconds since the time origin. */
  now(): number {
    Performance.#check(this);
    return clock.now();
  }

  /** Unix time in milliseconds of the time origin. */
  get timeOrigin(): number {
    Performance.#check(this);
    return clock.timeOrigin();
  }

  /** Records a point in time. Throws for invalid names and times. */
  mark(name: string, options: MarkOptions | null | undefined = undefined): PerformanceMark {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("name");
    const mark = new PerformanceMark(name, options);
    addEntry(mark);
    notifyObservers(mark);
    return mark;
  }

  /** Records the time between two marks or times. */
  measure(name: string, startOrOptions: unknown = undefined, endMark: unknown = undefined): PerformanceMeasure {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("name");
    validateString(name, "name");
    const { start, duration, detail } = resolveMeasure(startOrOptions, endMark);
    const measure = createMeasure(name, start, duration, detail);
    addEntry(measure);
    notifyObservers(measure);
    return measure;
  }

  clearMarks(name: string | undefined = undefined): void {
    Performance.#check(this);
    removeEntries("mark", name === undefined ? undefined : toText(name));
  }

  clearMeasures(name: string | undefined = undefined): void {
    Performance.#check(this);
    removeEntries("measure", name === undefined ? undefined : toText(name));
  }

  clearResourceTimings(name: string | undefined = undefined): void {
    Performance.#check(this);
    removeEntries("resource", name === undefined ? undefined : toText(name));
  }

  setResourceTimingBufferSize(maxSize: number): void {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("maxSize");
    resources.setBufferSize(maxSize);
  }

  /** Node: reports a resource with a "fetch timing info". Returns its PerformanceResourceTiming. */
  markResourceTiming(
    timingInfo: TimingInfo,
    requestedUrl: string,
    initiatorType: string,
    _global: unknown,
    cacheMode: string,
    _bodyInfo?: unknown,
    responseStatus = 0,
    deliveryType = "",
  ): PerformanceEntry {
    // undici calls it without `this`.
    return resources.markResourceTiming(
      performance,
      (type) => new events.Event(type),
      timingInfo,
      requestedUrl,
      initiatorType,
      cacheMode,
      responseStatus,
      deliveryType,
    );
  }

  getEntries(): PerformanceEntry[] {
    Performance.#check(this);
    return entryList(undefined, undefined);
  }

  getEntriesByName(name: string, type: string | undefined = undefined): PerformanceEntry[] {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("name");
    return entryList(`${name}`, type === undefined ? undefined : `${type}`);
  }

  getEntriesByType(type: string): PerformanceEntry[] {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("type");
    return entryList(undefined, `${type}`);
  }

  /** Node: the share of time that the loop was busy. With one or two earlier results, the difference. */
  eventLoopUtilization(first?: Utilization, second?: Utilization): object {
    return loopTiming.eventLoopUtilization(first, second);
  }

  /** Node: the milestones of the process. */
  get nodeTiming(): object {
    return loopTiming.nodeTiming;
  }

  /** Node: `fn` with a "function" entry for observers at each call. */
  timerify(fn: Function, options: { histogram?: { record(value: number): void } } = {}): Function {
    return functions.timerify(fn, options);
  }

  toJSON(): object {
    Performance.#check(this);
    return {
      nodeTiming: this.nodeTiming,
      timeOrigin: this.timeOrigin,
      eventLoopUtilization: this.eventLoopUtilization(),
    };
  }
}
for (const member of [
  "now",
  "timeOrigin",
  "mark",
  "measure",
  "clearMarks",
  "clearMeasures",
  "clearResourceTimings",
  "setResourceTimingBufferSize",
  "markResourceTiming",
  "getEntries",
  "getEntriesByName",
  "getEntriesByType",
  "nodeTiming",
  "toJSON",
])
  Object.defineProperty(Performance.prototype, member, { enumerable: true });
defineEventHandler(Performance.prototype, "resourcetimingbufferfull");
Object.defineProperty(Performance.prototype, Symbol.toStringTag, { value: "Performance", configurable: true });
for (const [method, length] of [
  ["measure", 1],
  ["mark", 1],
] as const) {
  Object.defineProperty(Performance.prototype[method], "length", { value: length, configurable: true });
}

/** The `performance` of this thread. */
export const performance: Performance = new Performance(kCreate);
