// A clock that advances when the test says so: timers, dates, `process.nextTick`, `queueMicrotask`, `performance`, frames.
// https://jestjs.io/docs/timer-mocks, https://vitest.dev/api/vi#fake-timers
import { makeDate } from "internal:test_runner/mock/date";
import { syncBuiltinExports } from "internal:loader/load";
import {
  clearInterval as clearRealInterval,
  setImmediate as realImmediate,
  setInterval as realInterval,
} from "internal:core/timers";
import nodeTimers from "internal:node/timers";
import timerPromises from "internal:node/timers/promises";
import processModule from "internal:node/process";

/** Timers that `runAllTimers` runs at most. */
const LOOP_MAX = 100_000;
const FRAME_MS = 16;
/** How far a clock advances by itself. */
const STEP_MS = 20;
const MODES = ["manual", "interval", "nextTimerAsync"];
const TIMEOUT_MAX = 2 ** 31 - 1;

type Callback = (...args: unknown[]) => unknown;

/** What can be replaced. */
export const APIS = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "setImmediate",
  "clearImmediate",
  "Date",
  "nextTick",
  "queueMicrotask",
  "performance",
  "hrtime",
  "requestAnimationFrame",
  "cancelAnimationFrame",
  "requestIdleCallback",
  "cancelIdleCallback",
] as const;
export type Api = (typeof APIS)[number];

/** The settings of `useFakeTimers`. */
export interface ClockOptions {
  now?: number | Date;
  toFake?: readonly string[];
  /** Not replaced. */
  doNotFake?: readonly string[];
  /** Milliseconds by which the clock advances by itself; true: 20. */
  advanceTimers?: boolean | number;
  shouldAdvanceTime?: boolean;
  advanceTimeDelta?: number;
  timerLimit?: number;
  loopLimit?: number;
}

/** A timer of the clock. */
class FakeTimer {
  readonly id: number;
  readonly clock: FakeClock;
  callback: Callback;
  args: unknown[];
  time: number;
  /** Undefined: it runs once. */
  interval: number | undefined;
  readonly delay: number;
  /** Immediates precede timers of the same time. */
  readonly isImmediate: boolean;
  #isReferenced = true;

  constructor(
    clock: FakeClock,
    id: number,
    callback: Callback,
    args: unknown[],
    delay: number,
    repeats: boolean,
    isImmediate: boolean,
  ) {
    this.clock = clock;
    this.id = id;
    this.callback = callback;
    this.args = args;
    this.delay = delay;
    this.time = clock.now + delay;
    this.interval = repeats ? delay : undefined;
    this.isImmediate = isImmediate;
  }
  ref(): this {
    this.#isReferenced = true;
    return this;
  }
  unref(): this {
    this.#isReferenced = false;
    return this;
  }
  hasRef(): boolean {
    return this.#isReferenced;
  }
  refresh(): this {
    this.time = this.clock.now + this.delay;
    this.clock.add(this);
    return this;
  }
  close(): this {
    this.clock.remove(this);
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.id;
  }
  [Symbol.dispose](): void {
    this.clock.remove(this);
  }
}

export class FakeClock {
  now: number;
  #start: number;
  readonly #limit: number;
  #timers = new Map<number, FakeTimer>();
  #ticks: { callback: Callback; args: unknown[] }[] = [];
  #nextId = 1;
  #undo: (() => void)[] = [];
  #advancing: (() => void) | undefined;
  readonly #coversModules: boolean;
  readonly #wrap: ((fn: Function) => Function) | undefined;

  /**
   * `coversModules`: the functions of `node:timers` and `node:timers/promises` are replaced too. `wrap` makes the functions that
   * programs see.
   */
  constructor(options: ClockOptions, coversModules = false, wrap?: (fn: Function) => Function) {
    this.#coversModules = coversModules;
    this.#wrap = wrap;
    this.now = options.now === undefined ? Date.now() : +options.now;
    this.#start = this.now;
    this.#limit = options.timerLimit ?? options.loopLimit ?? LOOP_MAX;
    const excluded = new Set(options.doNotFake ?? []);
    for (const api of options.toFake ?? APIS) if (!excluded.has(api)) this.#replace(api);
    if (coversModules) syncBuiltinExports();
    const isAdvancing = options.advanceTimers ?? options.shouldAdvanceTime ?? false;
    if (isAdvancing !== false)
      this.#advanceByItself(typeof isAdvancing === "number" ? isAdvancing : (options.advanceTimeDelta ?? STEP_MS));
  }

  /** Restores everything. */
  uninstall(): void {
    this.#advancing?.();
    for (const undo of this.#undo.splice(0).reverse()) undo();
    if (this.#coversModules) syncBuiltinExports();
    this.#timers.clear();
  }

  /**
   * How the clock advances: only by calls, by itself every `deltaMs`, or to the next timer in each turn of the loop.
   * Throws a RangeError for another mode.
   */
  setMode(mode: string, deltaMs?: number): void {
    if (!MODES.includes(mode))
      throw new RangeError(`the mode of the fake clock is one of ${MODES.join(", ")}, not "${mode}"`);
    this.#advancing?.();
    this.#advancing = undefined;
    if (mode === "interval") this.#advanceByItself(deltaMs ?? STEP_MS);
    if (mode === "nextTimerAsync") this.#followTimers();
  }
  #followTimers(): void {
    let isOver = false;
    this.#advancing = () => (isOver = true);
    const turn = (): void => {
      if (isOver) return;
      this.next();
      realImmediate(turn);
    };
    realImmediate(turn);
  }

  add(timer: FakeTimer): void {
    this.#timers.set(timer.id, timer);
  }
  remove(timer: unknown): void {
    if (timer === null || timer === undefined) return;
    this.#timers.delete(Number(timer));
  }
  get count(): number {
    return this.#timers.size + this.#ticks.length;
  }
  clear(): void {
    this.#timers.clear();
    this.#ticks = [];
  }
  setTime(now: number): void {
    const difference = now - this.now;
    this.now = now;
    this.#start += difference;
    for (const timer of this.#timers.values()) timer.time += difference;
  }

  #first(until = Infinity): FakeTimer | undefined {
    let found: FakeTimer | undefined;
    for (const timer of this.#timers.values()) {
      if (timer.time > until) continue;
      if (
        found === undefined ||
        timer.time < found.time ||
        (timer.time === found.time && timer.isImmediate && !found.isImmediate)
      )
        found = timer;
    }
    return found;
  }

  #run(timer: FakeTimer): void {
    this.now = Math.max(this.now, timer.time);
    if (timer.interval === undefined) this.#timers.delete(timer.id);
    else {
      timer.time += Math.max(timer.interval, 1);
      // It comes after timers that were added for the same time.
      this.#timers.delete(timer.id);
      this.#timers.set(timer.id, timer);
    }
    timer.callback(...timer.args);
    this.runTicks();
  }

  /** Calls what `process.nextTick` and `queueMicrotask` queued. */
  runTicks(): void {
    for (let tick = this.#ticks.shift(); tick !== undefined; tick = this.#ticks.shift()) tick.callback(...tick.args);
  }
  /** Calls the queued immediates. */
  runImmediates(): void {
    for (const timer of [...this.#timers.values()])
      if (timer.isImmediate && this.#timers.has(timer.id)) this.#run(timer);
  }
  /** Advances by `time` milliseconds. */
  tick(time: number): void {
    this.runTicks();
    const end = this.now + time;
    for (let timer = this.#first(end); timer !== undefined; timer = this.#first(end)) this.#run(timer);
    this.now = Math.max(this.now, end);
  }
  async tickAsync(time: number): Promise<void> {
    const end = this.now + time;
    await settle();
    this.runTicks();
    for (let timer = this.#first(end); timer !== undefined; timer = this.#first(end)) {
      this.#run(timer);
      await settle();
    }
    this.now = Math.max(this.now, end);
    await settle();
  }
  /** Advances to the next timer, `steps` times. */
  next(steps = 1): void {
    this.runTicks();
    for (let step = 0; step < steps; step++) {
      const timer = this.#first();
      if (timer === undefined) return;
      this.#run(timer);
    }
  }
  async nextAsync(steps = 1): Promise<void> {
    await settle();
    for (let step = 0; step < steps; step++) {
      this.next();
      await settle();
    }
  }
  /** Runs timers until there is none. Throws when they do not end. */
  runAll(): void {
    this.runTicks();
    for (let count = 0; this.#timers.size > 0; count++) {
      if (count >= this.#limit) throw this.#endless();
      this.next();
    }
  }
  async runAllAsync(): Promise<void> {
    await settle();
    this.runTicks();
    for (let count = 0; this.#timers.size > 0; count++) {
      if (count >= this.#limit) throw this.#endless();
      this.next();
      await settle();
    }
  }
  #endless(): Error {
    return new Error(`Aborting after running ${this.#limit} timers, assuming an infinite loop!`);
  }
  /** Runs the timers that are pending now, and what precedes the last of them. */
  runPending(): void {
    this.runTicks();
    const last = this.#last();
    if (last !== undefined) this.tick(Math.max(0, last - this.now));
  }
  async runPendingAsync(): Promise<void> {
    await settle();
    const last = this.#last();
    if (last !== undefined) await this.tickAsync(Math.max(0, last - this.now));
  }
  #last(): number | undefined {
    let last: number | undefined;
    for (const timer of this.#timers.values()) last = Math.max(last ?? -Infinity, timer.time);
    return last;
  }
  /** Advances to the next frame of an animation. */
  nextFrame(): void {
    this.tick(FRAME_MS - (Math.floor(this.now - this.#start) % FRAME_MS));
  }

  #schedule(callback: unknown, delay: unknown, args: unknown[], repeats: boolean, isImmediate = false): FakeTimer {
    if (typeof callback !== "function") {
      const error = new TypeError(
        `The "callback" argument must be of type function. Received ${callback === null ? "null" : typeof callback}`,
      );
      throw Object.assign(error, { code: "ERR_INVALID_ARG_TYPE" });
    }
    const given = Number(delay) || 0;
    const wait = given > TIMEOUT_MAX ? 1 : Math.max(0, given);
    const timer = new FakeTimer(this, this.#nextId++, callback as Callback, args, wait, repeats, isImmediate);
    this.add(timer);
    return timer;
  }

  #advanceByItself(stepMs: number): void {
    const handle = realInterval(() => this.tick(stepMs), stepMs);
    this.#advancing = () => clearRealInterval(handle);
  }

  #replace(api: string): void {
    const clear = (timer: unknown): void => this.remove(timer);
    switch (api) {
      case "setTimeout":
        this.#everywhere("setTimeout", (callback: unknown, delay?: unknown, ...args: unknown[]) =>
          this.#schedule(callback, delay, args, false),
        );
        if (this.#coversModules)
          this.#put(
            timerPromises,
            "setTimeout",
            (delay: number, value: unknown) =>
              new Promise((resolve) => this.#schedule(() => resolve(value), delay, [], false)),
          );
        return;
      case "setInterval":
        return this.#everywhere("setInterval", (callback: unknown, delay?: unknown, ...args: unknown[]) =>
          this.#schedule(callback, delay, args, true),
        );
      case "setImmediate":
        return this.#everywhere("setImmediate", (callback: unknown, ...args: unknown[]) =>
          this.#schedule(callback, 0, args, false, true),
        );
      case "clearTimeout":
      case "clearInterval":
      case "clearImmediate":
        return this.#everywhere(api, clear);
      case "Date":
        return this.#put(
          globalThis,
          "Date",
          makeDate(() => this.now),
        );
      case "nextTick":
        return this.#put(
          processModule,
          "nextTick",
          (callback: Callback, ...args: unknown[]) => void this.#ticks.push({ callback, args }),
        );
      case "queueMicrotask":
        return this.#put(
          globalThis,
          "queueMicrotask",
          (callback: Callback) => void this.#ticks.push({ callback, args: [] }),
        );
      case "performance":
        return this.#replacePerformance();
      case "hrtime":
        return this.#replaceHrtime();
      default:
        return this.#replaceFrames(api);
    }
  }

  #replacePerformance(): void {
    const { performance } = globalThis as { performance?: object };
    if (performance !== undefined) this.#put(performance, "now", () => this.now - this.#start);
  }

  #replaceHrtime(): void {
    const elapsed = (): number => this.now - this.#start;
    const hrtime = (previous?: [number, number]): [number, number] => {
      const total =
        BigInt(Math.round(elapsed() * 1e6)) -
        (previous === undefined ? 0n : BigInt(previous[0]) * 1_000_000_000n + BigInt(previous[1]));
      return [Number(total / 1_000_000_000n), Number(total % 1_000_000_000n)];
    };
    hrtime.bigint = (): bigint => BigInt(Math.round(elapsed() * 1e6));
    this.#put(processModule, "hrtime", hrtime);
  }

  /** Only where an environment has them. */
  #replaceFrames(api: string): void {
    if (!(api in globalThis)) return;
    if (api.startsWith("cancel")) return this.#put(globalThis, api, (timer: unknown) => this.remove(timer));
    const wait = (): number =>
      api === "requestIdleCallback" ? 0 : FRAME_MS - (Math.floor(this.now - this.#start) % FRAME_MS);
    this.#put(
      globalThis,
      api,
      (callback: Callback) => this.#schedule(() => callback(this.now - this.#start), wait(), [], false).id,
    );
  }

  #everywhere(name: string, value: unknown): void {
    this.#put(globalThis, name, value);
    if (this.#coversModules) this.#put(nodeTimers, name, value);
  }

  #put(object: object, name: string, given: unknown): void {
    const value = typeof given === "function" && this.#wrap !== undefined ? this.#wrap(given) : given;
    const before = Object.getOwnPropertyDescriptor(object, name);
    if (typeof value === "function") {
      if (name !== "Date") Object.defineProperty(value, "name", { value: name, configurable: true });
      // How libraries recognize fake timers (`setTimeout.clock`, `setTimeout._isMockFunction`).
      if (!("clock" in value)) Object.defineProperty(value, "clock", { value: this, configurable: true });
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

/** Lets promise jobs run. */
function settle(): Promise<void> {
  return new Promise((resolve) => void realImmediate(resolve));
}
