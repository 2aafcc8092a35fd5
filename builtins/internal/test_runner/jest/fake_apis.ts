// The functions and classes of a program that a fake clock replaces: timers, dates, `process.nextTick`, `queueMicrotask`,
// `performance`, frames, and the current time of `Intl.DateTimeFormat` and `Temporal.Now`.
import { safe } from "internal:core/bootstrap";
import { makeDate } from "internal:test_runner/mock/date";
import type { FakeClock } from "internal:test_runner/jest/fake_clock";
import type { Callback, FakeTimer, TimerKind } from "internal:test_runner/jest/fake_timer";
import { fakePerformance } from "internal:test_runner/jest/fake_performance";
import { AbortController, AbortSignal } from "web:abort";
import { DOMException } from "web:dom_exception";
import { syncBuiltinExports } from "internal:loader/load";
import { wallClock } from "internal:ecmascript/temporal/wall_clock";
import nodeTimers from "internal:node/timers";
import timerPromises from "internal:node/timers/promises";
import processModule from "internal:node/process";

const TIMEOUT_MAX = 2 ** 31 - 1;
const NANOSECONDS = 1_000_000_000n;
const NANOSECONDS_PER_MS = 1e6;
const PROMISIFIED = Symbol.for("nodejs.util.promisify.custom");

/** What can be replaced. */
export const APIS = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "setImmediate",
  "clearImmediate",
  "Date",
  "Intl",
  "Temporal",
  "nextTick",
  "queueMicrotask",
  "performance",
  "hrtime",
  "requestAnimationFrame",
  "cancelAnimationFrame",
  "requestIdleCallback",
  "cancelIdleCallback",
  "AbortSignal.timeout",
] as const;

/** How the functions of a dialect differ. */
export interface ApiRules {
  /** Whether the functions of `node:timers` and `node:timers/promises` are replaced too. */
  coversModules: boolean;
  /** Makes the functions that programs see. */
  wrap: ((fn: Function) => Function) | null;
  /** The error of a timer whose callback is not a function. */
  invalidCallback(callback: unknown, name: string): Error;
  /** Throws when a timer of one kind is cleared as another; without it the timer is cleared. */
  refuseClear?(kind: TimerKind, name: string): void;
  /** Whether the marks and measures of `performance` are the real ones. */
  recordsEntries: boolean;
}

export class FakeApis {
  readonly #clock: FakeClock;
  readonly #rules: ApiRules;
  #undo: (() => void)[] = [];

  constructor(clock: FakeClock, rules: ApiRules, names: readonly string[]) {
    this.#clock = clock;
    this.#rules = rules;
    for (const name of names) this.#replace(name);
    if (rules.coversModules) syncBuiltinExports();
  }

  /** Restores everything. */
  restore(): void {
    for (const undo of this.#undo.splice(0).reverse()) undo();
    if (this.#rules.coversModules) syncBuiltinExports();
  }

  #replace(api: string): void {
    const clock = this.#clock;
    switch (api) {
      case "setTimeout":
        return this.#replaceSetTimeout();
      case "setInterval":
        return this.#everywhere(api, (callback: unknown, delay?: unknown, ...args: unknown[]) =>
          this.#schedule("interval", callback, delay, args),
        );
      case "setImmediate":
        return this.#replaceSetImmediate();
      case "clearTimeout":
      case "clearInterval":
      case "clearImmediate":
        return this.#replaceClear(api);
      case "Date":
        return this.#replaceDate();
      case "Intl":
        return this.#replaceFormats();
      case "Temporal":
        return this.#replaceTemporal();
      case "nextTick":
        return this.#put(processModule, api, (callback: Callback, ...args: unknown[]) => clock.addTick(callback, args));
      case "queueMicrotask":
        return this.#put(globalThis, api, (callback: Callback) => clock.addTick(callback, []));
      case "performance": {
        const { performance } = globalThis as { performance?: object };
        if (performance !== undefined) this.#replacePerformance(performance);
        return;
      }
      case "AbortSignal.timeout":
        return this.#replaceSignals();
      case "hrtime":
        return this.#replaceHrtime();
      default:
        return this.#replaceFrames(api);
    }
  }

  #schedule(kind: TimerKind, callback: unknown, delay: unknown, args: unknown[]): FakeTimer {
    const name = kind === "interval" ? "setInterval" : kind === "timeout" ? "setTimeout" : "setImmediate";
    if (typeof callback !== "function") throw this.#rules.invalidCallback(callback, name);
    const given = typeof delay === "number" ? delay : parseInt(delay as string, 10);
    const finite = Number.isFinite(given) ? given : 0;
    return this.#clock.add(kind, finite > TIMEOUT_MAX ? 1 : Math.max(0, finite), callback as Callback, args);
  }

  #replaceSetTimeout(): void {
    const after = (delay: unknown, value: unknown): Promise<unknown> =>
      new Promise((resolve) => this.#schedule("timeout", () => resolve(value), delay, []));
    this.#everywhere(
      "setTimeout",
      (callback: unknown, delay?: unknown, ...args: unknown[]) => this.#schedule("timeout", callback, delay, args),
      after,
    );
    if (this.#rules.coversModules) this.#put(timerPromises, "setTimeout", after);
  }

  #replaceSetImmediate(): void {
    this.#everywhere(
      "setImmediate",
      (callback: unknown, ...args: unknown[]) => this.#schedule("immediate", callback, 0, args),
      (value: unknown) => new Promise((resolve) => this.#schedule("immediate", () => resolve(value), 0, [])),
    );
  }

  #replaceClear(api: string): void {
    const clearsImmediates = api === "clearImmediate";
    this.#everywhere(api, (timer: unknown) => {
      const kind = this.#clock.kindOf(timer);
      if (kind !== undefined && (kind === "immediate") !== clearsImmediates) this.#rules.refuseClear?.(kind, api);
      this.#clock.remove(timer);
    });
  }

  #replacePerformance(performance: object): void {
    this.#put(performance, "now", () => this.#clock.now - this.#clock.start);
    if (this.#rules.recordsEntries) return;
    for (const [name, fake] of Object.entries(fakePerformance))
      if (name in performance) this.#put(performance, name, fake);
  }

  #replaceSignals(): void {
    this.#put(AbortSignal, "timeout", (delay: number) => {
      const controller = new AbortController();
      const abort = (): void => controller.abort(new DOMException("The operation timed out.", "TimeoutError"));
      this.#schedule("timeout", abort, delay, []);
      return controller.signal;
    });
  }

  #replaceDate(): void {
    const date = makeDate(() => this.#clock.now) as object;
    Object.defineProperty(date, "isFake", { value: true, configurable: true });
    this.#put(globalThis, "Date", date);
  }

  /** Formats without a date show the time of the clock. */
  #replaceFormats(): void {
    const { prototype } = Intl.DateTimeFormat;
    const format = Object.getOwnPropertyDescriptor(prototype, "format")!;
    const parts = Object.getOwnPropertyDescriptor(prototype, "formatToParts")!;
    const clock = this.#clock;
    const ofFormat = {
      ...format,
      get(this: unknown) {
        const original = safe.apply(format.get!, this, []) as (date: unknown) => string;
        return (date?: unknown) => original(date === undefined ? clock.now : date);
      },
    };
    const ofParts = {
      ...parts,
      value(this: unknown, date?: unknown) {
        return safe.apply(parts.value as Callback, this, [date === undefined ? clock.now : date]);
      },
    };
    Object.defineProperties(prototype, { format: ofFormat, formatToParts: ofParts });
    this.#undo.push(() => {
      // Support of Temporal may have replaced them since.
      if (Object.getOwnPropertyDescriptor(prototype, "format")?.get === ofFormat.get)
        Object.defineProperty(prototype, "format", format);
      if (Object.getOwnPropertyDescriptor(prototype, "formatToParts")?.value === ofParts.value)
        Object.defineProperty(prototype, "formatToParts", parts);
    });
  }

  #replaceTemporal(): void {
    const before = wallClock.now;
    wallClock.now = () => this.#clock.now;
    this.#undo.push(() => (wallClock.now = before));
  }

  #replaceHrtime(): void {
    const elapsed = (): bigint => BigInt(Math.round((this.#clock.now - this.#clock.start) * NANOSECONDS_PER_MS));
    const hrtime = (previous?: [number, number]): [number, number] => {
      const since = previous === undefined ? 0n : BigInt(previous[0]) * NANOSECONDS + BigInt(previous[1]);
      const total = elapsed() - since;
      return [Number(total / NANOSECONDS), Number(total % NANOSECONDS)];
    };
    hrtime.bigint = elapsed;
    this.#put(processModule, "hrtime", hrtime);
  }

  /** Only where an environment has them. */
  #replaceFrames(api: string): void {
    const clock = this.#clock;
    if (!(api in globalThis)) return;
    if (api.startsWith("cancel")) return this.#put(globalThis, api, (timer: unknown) => clock.remove(timer));
    const wait = (): number => (api === "requestIdleCallback" ? 0 : clock.untilFrame);
    this.#put(globalThis, api, (callback: Callback) => {
      const call = (): unknown => callback(clock.now - clock.start);
      return this.#schedule("timeout", call, wait(), []).id;
    });
  }

  #everywhere(name: string, value: object, promisified?: Callback): void {
    if (promisified !== undefined) Object.defineProperty(value, PROMISIFIED, { value: promisified });
    this.#put(globalThis, name, value);
    if (this.#rules.coversModules) this.#put(nodeTimers, name, value);
  }

  #put(object: object, name: string, given: unknown): void {
    const { wrap } = this.#rules;
    const value = typeof given === "function" && wrap !== null ? wrap(given) : given;
    const before = Object.getOwnPropertyDescriptor(object, name);
    if (typeof value === "function") {
      if (name !== "Date") Object.defineProperty(value, "name", { value: name, configurable: true });
      // How libraries recognize fake timers (`setTimeout.clock`, `setTimeout._isMockFunction`).
      if (!("clock" in value)) Object.defineProperty(value, "clock", { value: this.#clock, configurable: true });
    }
    Object.defineProperty(object, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: before?.enumerable ?? true,
    });
    this.#undo.push(() => {
      if (before === undefined) delete (object as Record<string, unknown>)[name];
      else Object.defineProperty(object, name, before);
    });
  }
}
