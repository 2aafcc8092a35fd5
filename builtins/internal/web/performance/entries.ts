// The entries of the performance timeline: their classes, the buffer of marks and measures, and the arguments of
// performance.measure() (https://w3c.github.io/user-timing/#measure-method).
import {
  ERR_ILLEGAL_CONSTRUCTOR,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_THIS,
  ERR_MISSING_ARGS,
  ERR_PERFORMANCE_INVALID_TIMESTAMP,
  ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS,
} from "internal:core/errors";
import { validateObject } from "internal:core/validators";
import { DOMException } from "web:dom_exception";
import { now } from "native:time";
import defer * as cloning from "web:structured_clone";
import defer * as inspecting from "internal:core/util/inspect";
import type { InspectOptions } from "internal:web/web_interface";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const kCreate = Symbol("create");
/** The key of the constructors of entries, which only builtins can call. */
export const entryKey = kCreate;

/** Names of Node's milestones, which marks may not have; `measure` may use them after `setMilestones`. */
const reserved = new Set(["nodeStart", "v8Start", "environment", "loopStart", "loopExit", "bootstrapComplete"]);
let milestoneTime: (name: string) => number | undefined = () => undefined;

/** Whether marks may not have this name. */
export function isReservedName(name: string): boolean {
  return reserved.has(name);
}

/** Sets the function that returns the times of Node's milestones. */
export function setMilestones(read: (name: string) => number | undefined): void {
  milestoneTime = read;
}

export class PerformanceEntry {
  #name: string;
  #entryType: string;
  #startTime: number;
  #duration: number;

  constructor(key: unknown = undefined, name: string = "", entryType = "", startTime = 0, duration = 0) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#name = name;
    this.#entryType = entryType;
    this.#startTime = startTime;
    this.#duration = duration;
  }

  static #of(value: unknown): PerformanceEntry {
    if (typeof value !== "object" || value === null || !(#name in value))
      throw new ERR_INVALID_THIS("PerformanceEntry");
    return value;
  }

  get name(): string {
    return PerformanceEntry.#of(this).#name;
  }
  get entryType(): string {
    return PerformanceEntry.#of(this).#entryType;
  }
  get startTime(): number {
    return PerformanceEntry.#of(this).#startTime;
  }
  get duration(): number {
    return PerformanceEntry.#of(this).#duration;
  }

  toJSON(): object {
    const { name, entryType, startTime, duration } = PerformanceEntry.#of(this);
    return { name, entryType, startTime, duration };
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    if (depth < 0) return this;
    const nested = { ...options, depth: options?.depth == null ? null : options.depth - 1 };
    return `${this.constructor.name} ${inspecting.inspect(this.toJSON(), nested)}`;
  }
}
Object.defineProperty(PerformanceEntry, "length", { value: 0, configurable: true });
expose(PerformanceEntry, "PerformanceEntry", ["name", "entryType", "startTime", "duration", "toJSON"]);

export interface MarkOptions {
  startTime?: unknown;
  detail?: unknown;
}

/** The dictionary of performance.measure(). */
export interface MeasureOptions {
  start?: unknown;
  end?: unknown;
  duration?: unknown;
  detail?: unknown;
}

export class PerformanceMark extends PerformanceEntry {
  #detail: unknown;

  constructor(name: string, options: MarkOptions | null | undefined = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("name");
    const text = toText(name);
    if (reserved.has(text)) throw new ERR_INVALID_ARG_VALUE("name", text);
    const read = readOptions(options);
    const startTime = read?.startTime == null ? now() : timeOf(read.startTime, "startTime");
    const detail = read?.detail === undefined || read.detail === null ? null : cloning.structuredClone(read.detail);
    super(kCreate, text, "mark", startTime, 0);
    this.#detail = detail;
  }

  get detail(): any {
    if (!(#detail in this)) throw new ERR_INVALID_THIS("PerformanceMark");
    return this.#detail;
  }

  override toJSON(): object {
    return { ...super.toJSON(), detail: this.detail };
  }
}
expose(PerformanceMark, "PerformanceMark", ["detail"]);
Object.defineProperty(PerformanceMark, "length", { value: 1, configurable: true });

export class PerformanceMeasure extends PerformanceEntry {
  #detail: unknown;

  constructor(key: unknown = undefined, name: string = "", startTime = 0, duration = 0, detail: unknown = null) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super(key, name, "measure", startTime, duration);
    this.#detail = detail;
  }

  get detail(): any {
    if (!(#detail in this)) throw new ERR_INVALID_THIS("PerformanceMeasure");
    return this.#detail;
  }

  override toJSON(): object {
    return { ...super.toJSON(), detail: this.detail };
  }
}
expose(PerformanceMeasure, "PerformanceMeasure", ["detail"]);
Object.defineProperty(PerformanceMeasure, "length", { value: 0, configurable: true });

function expose(constructor: Function, name: string, members: readonly string[]): void {
  for (const member of members) Object.defineProperty(constructor.prototype, member, { enumerable: true });
  Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: name, configurable: true });
}

/** A measure. */
export function createMeasure(name: string, startTime: number, duration: number, detail: unknown): PerformanceMeasure {
  return new PerformanceMeasure(kCreate, name, startTime, duration, detail);
}

/** An entry of another type ("function", "http", "gc" …). */
export function createEntry(name: string, entryType: string, startTime: number, duration: number): PerformanceEntry {
  return new PerformanceEntry(kCreate, name, entryType, startTime, duration);
}

/** A name as a string. Throws V8's TypeError for a symbol. */
export function toText(name: unknown): string {
  if (typeof name === "symbol") throw new TypeError("Cannot convert a Symbol value to a string");
  return `${name as string}`;
}

function readOptions(options: MarkOptions | null | undefined): MarkOptions | undefined {
  if (options === undefined || options === null) return undefined;
  validateObject(options as unknown, "options");
  return options;
}

function timeOf(value: unknown, name: string): number {
  if (typeof value !== "number") throw new ERR_INVALID_ARG_TYPE(name, "number", value);
  if (value < 0) throw new ERR_PERFORMANCE_INVALID_TIMESTAMP(value);
  return value;
}

/** The time of a mark's name or of a number. Throws a SyntaxError (DOMException) for unknown marks. */
export function markTime(mark: unknown): number | undefined {
  if (mark === undefined) return undefined;
  if (typeof mark === "number") {
    if (mark < 0) throw new ERR_PERFORMANCE_INVALID_TIMESTAMP(mark);
    return mark;
  }
  const name = `${mark}`;
  if (reserved.has(name)) {
    const time = milestoneTime(name);
    if (time !== undefined) return time;
    throw new ERR_INVALID_ARG_VALUE("name", name);
  }
  for (let index = buffer.length - 1; index >= 0; index--) {
    const entry = buffer[index]!;
    if (entry.entryType === "mark" && entry.name === name) return entry.startTime;
  }
  throw new DOMException(`The "${name}" performance mark has not been set`, "SyntaxError");
}

/** Start, duration and cloned detail from the arguments of measure(). */
export function resolveMeasure(
  startOrOptions: unknown,
  endMark: unknown,
): { start: number; duration: number; detail: unknown } {
  const options: MeasureOptions | undefined =
    typeof startOrOptions === "object" && startOrOptions !== null ? startOrOptions : undefined;
  if (options === undefined) {
    const end = endMark === undefined ? now() : markTime(endMark)!;
    const first = typeof startOrOptions === "string" ? markTime(startOrOptions)! : 0;
    return { start: first, duration: end - first, detail: null };
  }
  const { start: givenStart, end: givenEnd, duration, detail } = options;
  const isEmpty = givenStart === undefined && givenEnd === undefined && duration === undefined && detail === undefined;
  if (!isEmpty) checkOptions(options, endMark);
  const end = resolveEnd(options, isEmpty, endMark);
  const start = resolveStart(options, end);
  return {
    start,
    duration: end - start,
    detail: detail === undefined || detail === null ? null : cloning.structuredClone(detail),
  };
}

function checkOptions(options: MeasureOptions, endMark: unknown): void {
  const { start, end, duration } = options;
  if (endMark !== undefined) throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS("endMark must not be specified");
  if (start !== undefined && end !== undefined && duration !== undefined) {
    throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS(
      "Must not have options.start, options.end, and options.duration specified",
    );
  }
}

function resolveEnd(options: MeasureOptions, isEmpty: boolean, endMark: unknown): number {
  if (endMark !== undefined) return markTime(endMark)!;
  if (!isEmpty && options.end !== undefined) return markTime(options.end)!;
  if (options.start !== undefined && options.duration !== undefined)
    return markTime(options.start)! + markTime(options.duration)!;
  return now();
}

function resolveStart(options: MeasureOptions, end: number): number {
  if (options.start !== undefined) return markTime(options.start)!;
  if (options.duration !== undefined && options.end !== undefined) return end - markTime(options.duration)!;
  return 0;
}

// Marks, measures and resources of this thread, in the order of their creation.
let buffer: PerformanceEntry[] = [];

/** Adds an entry to the timeline. */
export function addEntry(entry: PerformanceEntry): void {
  buffer[buffer.length] = entry;
}

/** Removes the entries of a type, of one name or all. */
export function removeEntries(type: string, name: string | undefined): void {
  buffer = buffer.filter((entry) => entry.entryType !== type || (name !== undefined && entry.name !== name));
}

/** Entries by name and type, in the order of their start. */
export function entryList(name: string | undefined, type: string | undefined): PerformanceEntry[] {
  return selectEntries(buffer, name, type);
}

/** The entries of `list` with this name and type, in the order of their start; the sort is stable. */
export function selectEntries(
  list: readonly PerformanceEntry[],
  name: string | undefined,
  type: string | undefined,
): PerformanceEntry[] {
  return list
    .filter((entry) => (name === undefined || entry.name === name) && (type === undefined || entry.entryType === type))
    .sort((first, second) => first.startTime - second.startTime);
}
