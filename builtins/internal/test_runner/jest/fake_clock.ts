// A clock that advances when the test says so: its timers, and what `process.nextTick` and `queueMicrotask` queued. The order of
// calls is that of @sinonjs/fake-timers, which Jest and Vitest use; what is replaced is in `internal:test_runner/jest/fake_apis`.
// https://jestjs.io/docs/timer-mocks, https://vitest.dev/api/vi#fake-timers
import { safe } from "internal:core/bootstrap";
import {
  clearInterval as clearRealInterval,
  setImmediate as realImmediate,
  setInterval as realInterval,
} from "internal:core/timers";
import { type Callback, FakeTimer, precedes, type TimerKind } from "internal:test_runner/jest/fake_timer";

export const FRAME_MS = 16;
/** How far a clock advances by itself. */
export const STEP_MS = 20;
const MODES = ["manual", "interval", "nextTimerAsync"];

/** How the clock of a dialect differs. */
export interface ClockRules {
  /** Timers that `runAllTimers` runs at most. */
  limit: number;
  /** Called after each callback: real ticks and promise jobs run there in Bun. */
  afterCallback: (() => void) | null;
  /** The least time by which the clock advances, and a timer waits. */
  leastMs: number;
}

/** The first error of several callbacks. */
class Failures {
  #first: { error: unknown } | null = null;

  run(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.#first ??= { error };
    }
  }
  throw(): void {
    if (this.#first !== null) throw this.#first.error;
  }
}

export class FakeClock {
  now: number;
  /** The time at which `performance` began. */
  start: number;
  readonly #rules: ClockRules;
  readonly #timers = new Map<number, FakeTimer>();
  #ticks: { callback: Callback; args: unknown[] }[] = [];
  #nextId = 1;
  #nextOrder = 0;
  /** Timers that are added by one that runs are due a millisecond later, so that they do not run forever. */
  #isTicking = false;
  #stopAdvancing: (() => void) | undefined;
  /** By how much the time was set, in all. */
  #jumped = 0;

  constructor(now: number, rules: ClockRules) {
    this.now = this.start = now;
    this.#rules = rules;
  }

  /** Forgets the timers, and no longer advances by itself. */
  end(): void {
    this.#stopAdvancing?.();
    this.#stopAdvancing = undefined;
    this.clear();
  }

  /**
   * How the clock advances: only by calls, by itself every `deltaMs`, or to the next timer in each turn of the loop.
   * Throws a RangeError for another mode.
   */
  setMode(mode: string, deltaMs?: number): void {
    if (!MODES.includes(mode))
      throw new RangeError(`the mode of the fake clock is one of ${MODES.join(", ")}, not "${mode}"`);
    this.#stopAdvancing?.();
    this.#stopAdvancing = undefined;
    if (mode === "interval") this.advanceByItself(deltaMs ?? STEP_MS);
    if (mode === "nextTimerAsync") this.#followTimers();
  }
  advanceByItself(stepMs: number): void {
    const handle = realInterval(() => this.tick(stepMs), stepMs);
    this.#stopAdvancing = () => clearRealInterval(handle);
  }
  #followTimers(): void {
    let isOver = false;
    this.#stopAdvancing = () => (isOver = true);
    const turn = (): void => {
      if (isOver) return;
      this.runNext();
      realImmediate(turn);
    };
    realImmediate(turn);
  }

  /** Adds a timer that is due after `delay` milliseconds, a number that is not negative. */
  add(kind: TimerKind, delay: number, callback: Callback, args: unknown[]): FakeTimer {
    const timer = new FakeTimer(this, this.#nextId++, kind, delay, { callback, args });
    this.schedule(timer, delay);
    return timer;
  }
  schedule(timer: FakeTimer, delay: number): void {
    const wait = Math.max(Math.trunc(delay), timer.kind === "immediate" ? 0 : this.#rules.leastMs);
    timer.time = this.now + (wait > 0 ? wait : this.#isTicking ? 1 : 0);
    timer.order = this.#nextOrder++;
    this.#timers.set(timer.id, timer);
  }
  remove(timer: unknown): void {
    if (timer === null || timer === undefined) return;
    this.#timers.delete(Number(timer));
  }
  /** The kind of a timer that is pending. */
  kindOf(timer: unknown): TimerKind | undefined {
    return timer === null || timer === undefined ? undefined : this.#timers.get(Number(timer))?.kind;
  }
  addTick(callback: Callback, args: unknown[]): void {
    this.#ticks.push({ callback, args });
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
    this.start += difference;
    this.#jumped += difference;
    for (const timer of this.#timers.values()) timer.time += difference;
  }

  #first(until = Infinity): FakeTimer | undefined {
    let found: FakeTimer | undefined;
    for (const timer of this.#timers.values())
      if (timer.time <= until && (found === undefined || precedes(timer, found))) found = timer;
    return found;
  }

  #run(timer: FakeTimer): void {
    this.now = Math.max(this.now, timer.time);
    if (timer.kind !== "interval") this.#timers.delete(timer.id);
    else {
      timer.time += Math.max(Math.trunc(timer.delay), 1);
      // It is due after timers that were added for the same time.
      timer.order = this.#nextOrder++;
    }
    // Without a receiver, as @sinonjs/fake-timers calls it.
    safe.apply(timer.callback, null, timer.args);
    this.#rules.afterCallback?.();
  }

  /** Runs a timer with what was queued before it, if that did not remove it. */
  #runQueued(timer: FakeTimer): void {
    this.now = Math.max(this.now, timer.time);
    this.runTicks();
    if (this.#timers.has(timer.id)) this.#run(timer);
  }

  #ticking<Result>(action: () => Result): Result {
    const before = this.#isTicking;
    this.#isTicking = true;
    try {
      return action();
    } finally {
      this.#isTicking = before;
    }
  }

  /** Calls what `process.nextTick` and `queueMicrotask` queued. */
  runTicks(): void {
    for (let count = 0, tick = this.#ticks.shift(); tick !== undefined; tick = this.#ticks.shift()) {
      if (count++ > this.#rules.limit) throw this.#endless();
      safe.apply(tick.callback, null, tick.args);
    }
  }
  /** Calls the queued immediates. */
  runImmediates(): void {
    for (const timer of [...this.#timers.values()])
      if (timer.kind === "immediate" && this.#timers.has(timer.id)) this.#run(timer);
  }
  /** Advances by `time` milliseconds. What callbacks throw is thrown at the end, the first one of several. */
  tick(time: number): void {
    const failures = new Failures();
    this.#ticking(() => {
      const end = this.#endAfter(time);
      failures.run(() => this.runTicks());
      do {
        for (let timer = this.#first(end()); timer !== undefined; timer = this.#first(end())) {
          const due = timer;
          failures.run(() => this.#runQueued(due));
        }
        failures.run(() => this.runTicks());
      } while (this.#first(end()) !== undefined);
      this.now = Math.max(this.now, end());
    });
    failures.throw();
  }
  async tickAsync(time: number): Promise<void> {
    const failures = new Failures();
    const end = this.#endAfter(time);
    await settle();
    const runTicks = (): void => this.#ticking(() => failures.run(() => this.runTicks()));
    runTicks();
    for (let timer = this.#first(end()); timer !== undefined; timer = this.#first(end())) {
      const due = timer;
      this.#ticking(() => failures.run(() => this.#runQueued(due)));
      await settle();
      if (this.#first(end()) === undefined) runTicks();
    }
    this.now = Math.max(this.now, end());
    await settle();
    failures.throw();
  }
  /** When so many milliseconds will be over, also after the time is set. */
  #endAfter(time: number): () => number {
    if (time < 0) throw new TypeError("Negative ticks are not supported");
    const end = this.now + Math.max(time, this.#rules.leastMs) - this.#jumped;
    return () => end + this.#jumped;
  }

  /** Advances to the next timer, and runs all that are due at its time, `steps` times. */
  next(steps = 1): void {
    for (let step = 0; step < steps; step++) {
      this.runNext();
      this.tick(0);
      if (this.count === 0) return;
    }
  }
  async nextAsync(steps = 1): Promise<void> {
    for (let step = 0; step < steps; step++) {
      await settle();
      this.runNext();
      await settle();
      await this.tickAsync(0);
      if (this.count === 0) return;
    }
  }
  /** Runs the next timer alone. */
  runNext(): void {
    this.runTicks();
    const timer = this.#first();
    if (timer === undefined) return;
    this.#ticking(() => {
      this.#run(timer);
      this.runTicks();
    });
  }
  /** Runs timers until there is none. Throws when they do not end. */
  runAll(): void {
    this.runTicks();
    for (let count = 0; this.#timers.size > 0; count++) {
      if (count >= this.#rules.limit) throw this.#endless();
      this.runNext();
    }
  }
  async runAllAsync(): Promise<void> {
    await settle();
    this.runTicks();
    for (let count = 0; this.#timers.size > 0; count++) {
      if (count >= this.#rules.limit) throw this.#endless();
      this.runNext();
      await settle();
    }
  }
  #endless(): Error {
    return new Error(`Aborting after running ${this.#rules.limit} timers, assuming an infinite loop!`);
  }
  /** Runs the timers that are pending now, and what precedes the last of them. */
  runPending(): void {
    const last = this.#last();
    if (last === undefined) this.runTicks();
    else this.tick(Math.max(0, last - this.now));
  }
  async runPendingAsync(): Promise<void> {
    await settle();
    const last = this.#last();
    if (last === undefined) this.runTicks();
    else await this.tickAsync(Math.max(0, last - this.now));
  }
  #last(): number | undefined {
    let last: number | undefined;
    for (const timer of this.#timers.values()) last = Math.max(last ?? -Infinity, timer.time);
    return last;
  }
  /** The time until the next frame of an animation. */
  get untilFrame(): number {
    return FRAME_MS - (Math.floor(this.now - this.start) % FRAME_MS);
  }
  nextFrame(): void {
    this.tick(this.untilFrame);
  }
}

/** Lets promise jobs run. */
function settle(): Promise<void> {
  return new Promise((resolve) => void realImmediate(resolve));
}
