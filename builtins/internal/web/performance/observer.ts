// PerformanceObserver (https://w3c.github.io/performance-timeline/#the-performanceobserver-interface): entries are queued for
// each observer and delivered together in a later task.
import {
  ERR_ILLEGAL_CONSTRUCTOR,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_MISSING_ARGS,
} from "internal:core/errors";
import { DOMException } from "web:dom_exception";
import { validateObject } from "internal:core/validators";
import { setImmediate } from "internal:core/timers";
import { entryList, type PerformanceEntry, selectEntries } from "internal:web/performance/entries";
import defer * as inspecting from "internal:core/util/inspect";
import type { InspectOptions } from "internal:web/web_interface";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const kCreate = Symbol("create");

// In alphabetical order, as programs see them. Builtins add their types when they can be observed.
let supportedTypes: readonly string[] = Object.freeze(["function", "mark", "measure", "resource"]);
const observers = new Set<PerformanceObserver>();
const pending = new Set<PerformanceObserver>();
let isScheduled = false;
let queue: (observer: PerformanceObserver, entry: PerformanceEntry) => void;
let dispatch: (observer: PerformanceObserver) => void;

/** Called by the first observer of a type. */
const starters = new Map<string, () => void>();

/** Adds a type of entries that a builtin reports with `observedEntry`. `start` is called when an observer observes it. */
export function addSupportedType(type: string, start?: () => void): void {
  if (start !== undefined) starters.set(type, start);
  if (!supportedTypes.includes(type)) supportedTypes = Object.freeze([...supportedTypes, type].sort());
}

/** Reports an entry that is not on the timeline. */
export function observedEntry(entry: PerformanceEntry): void {
  notifyObservers(entry);
}

/** Queues `entry` for the observers of its type. */
export function notifyObservers(entry: PerformanceEntry): void {
  if (observers.size === 0) return;
  for (const observer of observers) queue(observer, entry);
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(deliver);
}

function deliver(): void {
  isScheduled = false;
  const now = [...pending];
  pending.clear();
  for (const observer of now) dispatch(observer);
}

export class PerformanceObserverEntryList {
  #entries: PerformanceEntry[];

  constructor(key: unknown = undefined, entries: PerformanceEntry[] = []) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#entries = entries;
  }

  getEntries(): PerformanceEntry[] {
    return selectEntries(this.#entries, undefined, undefined);
  }

  getEntriesByType(type: string): PerformanceEntry[] {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("type");
    return selectEntries(this.#entries, undefined, `${type}`);
  }

  getEntriesByName(name: string, type: string | undefined = undefined): PerformanceEntry[] {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS("name");
    return selectEntries(this.#entries, `${name}`, type === undefined ? undefined : `${type}`);
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    if (depth < 0) return this;
    const nested = { ...options, depth: options?.depth == null ? null : options.depth - 1 };
    return `PerformanceObserverEntryList ${inspecting.inspect(this.#entries, nested)}`;
  }
}

interface ObserveOptions {
  entryTypes?: unknown;
  type?: unknown;
  buffered?: unknown;
}

export class PerformanceObserver {
  #callback: Function;
  #types = new Set<string>();
  #buffer: PerformanceEntry[] = [];
  #mode: "single" | "multiple" | undefined = undefined;

  constructor(callback: unknown) {
    if (typeof callback !== "function") throw new ERR_INVALID_ARG_TYPE("callback", "function", callback);
    this.#callback = callback;
  }

  /** Types that can be observed. */
  static get supportedEntryTypes(): readonly string[] {
    return supportedTypes;
  }

  static {
    queue = (observer, entry) => {
      if (!observer.#types.has(entry.entryType)) return;
      observer.#buffer.push(entry);
      pending.add(observer);
      schedule();
    };
    dispatch = (observer) => {
      const entries = observer.takeRecords();
      if (entries.length > 0)
        observer.#callback.call(observer, new PerformanceObserverEntryList(kCreate, entries), observer);
    };
  }

  /** Observes `{ entryTypes }` or, cumulatively, `{ type, buffered }`. Unknown types are ignored. */
  observe(options: ObserveOptions = {}): void {
    validateObject(options as unknown, "options");
    const { entryTypes, type, buffered } = options;
    if (entryTypes === undefined && type === undefined)
      throw new ERR_MISSING_ARGS("options.entryTypes", "options.type");
    if (entryTypes !== undefined && type !== undefined) {
      throw new ERR_INVALID_ARG_VALUE(
        "options.entryTypes",
        entryTypes,
        "options.entryTypes can not set with options.type together",
      );
    }
    const mode = type === undefined ? "multiple" : "single";
    // Performance Timeline, observe() step 4: the first call determines the observer's mode.
    if (this.#mode !== undefined && this.#mode !== mode) {
      throw new DOMException(
        `PerformanceObserver can not change to ${mode} observation${mode === "multiple" ? "s" : ""}`,
        "InvalidModificationError",
      );
    }
    this.#mode = mode;
    if (entryTypes !== undefined) this.#observeTypes(entryTypes);
    else this.#observeType(`${type}`, Boolean(buffered));
    for (const observed of this.#types) starters.get(observed)?.();
    if (this.#types.size > 0) observers.add(this);
    else this.disconnect();
  }

  #observeTypes(entryTypes: unknown): void {
    if (!Array.isArray(entryTypes)) throw new ERR_INVALID_ARG_TYPE("options.entryTypes", "string[]", entryTypes);
    this.#types.clear();
    for (const entryType of entryTypes) if (supportedTypes.includes(entryType)) this.#types.add(entryType);
  }

  #observeType(type: string, buffered: boolean): void {
    if (!supportedTypes.includes(type)) return;
    this.#types.add(type);
    if (!buffered) return;
    this.#buffer.push(...entryList(undefined, type));
    if (this.#buffer.length === 0) return;
    pending.add(this);
    schedule();
  }

  /** Stops observing and discards the queued entries. */
  disconnect(): void {
    observers.delete(this);
    pending.delete(this);
    this.#buffer = [];
    this.#types.clear();
    this.#mode = undefined;
  }

  /** Removes and returns the queued entries, which are then not delivered. */
  takeRecords(): PerformanceEntry[] {
    const records = this.#buffer;
    this.#buffer = [];
    return records;
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    if (depth < 0) return this;
    const nested = { ...options, depth: options?.depth == null ? null : options.depth - 1 };
    const members = {
      connected: observers.has(this),
      pending: pending.has(this),
      entryTypes: [...this.#types],
      buffer: this.#buffer,
    };
    return `PerformanceObserver ${inspecting.inspect(members, nested)}`;
  }
}

for (const [constructor, names] of [
  [PerformanceObserver, ["observe", "disconnect", "takeRecords"]],
  [PerformanceObserverEntryList, ["getEntries", "getEntriesByType", "getEntriesByName"]],
] as const) {
  for (const name of names) Object.defineProperty(constructor.prototype, name, { enumerable: true });
  Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: constructor.name, configurable: true });
}
