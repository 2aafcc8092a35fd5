// performance of High Resolution Time, User Timing and Performance Timeline (https://w3c.github.io/user-timing/), with Node's
// classes and errors. What only Node has (timerify, nodeTiming, histograms) is added by node:perf_hooks.
import { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS, ERR_MISSING_ARGS } from "internal:errors";
import { EventTarget } from "web:event_target";
import {
  addEntry, createMeasure, entryList, PerformanceEntry, PerformanceMark, PerformanceMeasure, removeEntries,
  resolveMeasure,
} from "internal:performance/entries";
import { notifyObservers } from "internal:performance/observer";
import * as clock from "native:time";

export { PerformanceEntry, PerformanceMark, PerformanceMeasure };
export { PerformanceObserver, PerformanceObserverEntryList } from "internal:performance/observer";
export { addSupportedType, observedEntry } from "internal:performance/observer";

const kCreate = Symbol("create");

export class Performance extends EventTarget {
  #isReal = true;

  constructor(key: unknown = undefined) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super();
  }

  static #check(value: any): void {
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

  /** Records a point in time. Throws for bad names and times. */
  mark(name: string, options: any = undefined): PerformanceMark {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("name");
    const mark = new PerformanceMark(name, options);
    addEntry(mark);
    notifyObservers(mark);
    return mark;
  }

  /** Records a span between two marks or times. */
  measure(name: string, startOrOptions: any = undefined, endMark: any = undefined): PerformanceMeasure {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("name");
    const text = `${name}`;
    const { start, duration, detail } = resolveMeasure(startOrOptions, endMark);
    const measure = createMeasure(text, start, duration, detail);
    addEntry(measure);
    notifyObservers(measure);
    return measure;
  }

  clearMarks(name: string | undefined = undefined): void {
    Performance.#check(this);
    removeEntries("mark", name === undefined ? undefined : `${name}`);
  }

  clearMeasures(name: string | undefined = undefined): void {
    Performance.#check(this);
    removeEntries("measure", name === undefined ? undefined : `${name}`);
  }

  clearResourceTimings(name: string | undefined = undefined): void {
    Performance.#check(this);
    removeEntries("resource", name === undefined ? undefined : `${name}`);
  }

  setResourceTimingBufferSize(maxSize: number): void {
    Performance.#check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("maxSize");
    const size = +maxSize;
    if (!(size >= 0)) throw new ERR_INVALID_ARG_VALUE("maxSize", maxSize);
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

  toJSON(): object {
    Performance.#check(this);
    const self: any = this;
    const shown: Record<string, unknown> = {};
    if (self.nodeTiming !== undefined) shown.nodeTiming = self.nodeTiming;
    shown.timeOrigin = this.timeOrigin;
    if (typeof self.eventLoopUtilization === "function") shown.eventLoopUtilization = self.eventLoopUtilization();
    return shown;
  }
}
for (const member of [
  "now", "timeOrigin", "mark", "measure", "clearMarks", "clearMeasures", "clearResourceTimings", "setResourceTimingBufferSize",
  "getEntries", "getEntriesByName", "getEntriesByType", "toJSON",
]) Object.defineProperty(Performance.prototype, member, { enumerable: true });
Object.defineProperty(Performance.prototype, Symbol.toStringTag, { value: "Performance", configurable: true });
for (const [method, length] of [["measure", 1], ["mark", 1]] as const) {
  Object.defineProperty(Performance.prototype[method], "length", { value: length, configurable: true });
}

/** The `performance` of this thread. */
export const performance: Performance = new Performance(kCreate);
