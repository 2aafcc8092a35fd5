// The fake clock of a file: `useFakeTimers` and the functions that advance it, for `jest` and `vi`.
import { realNow } from "internal:test_runner/clock";
import defer * as mocks from "internal:test_runner/jest/mock_function";
import { type ApiRules, APIS, FakeApis } from "internal:test_runner/jest/fake_apis";
import defer * as bunTimes from "internal:test_runner/jest/bun_times";
import type { TimerKind } from "internal:test_runner/jest/fake_timer";
import { type ClockRules, FakeClock, STEP_MS } from "internal:test_runner/jest/fake_clock";
import { runTicks } from "internal:core/ticks";
import { runJobs } from "native:realm";

let clock: FakeClock | null = null;
let apis: FakeApis | null = null;
/** Whether only dates are fake: then there are no fake timers. */
let isDateAlone = false;
/** The dialect of the clock. */
let rules: Rules | null = null;
/** What the configuration says of fake timers. */
let defaults: FakeTimerOptions = {};

/** Milliseconds, a date, or an instant of Temporal. */
export type Time = number | Date | { epochMilliseconds: number };
/** Milliseconds, or a duration of Temporal. */
type Duration = number | { total(unit: "milliseconds"): number };
type DialectName = "jest" | "vitest" | "bun";

/** The settings of `useFakeTimers`. */
export interface ClockOptions {
  now?: Time;
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

/** The options of `useFakeTimers`. */
export interface FakeTimerOptions extends ClockOptions {
  /** Jest's old implementation: functions that are mocks, and real dates. */
  legacyFakeTimers?: boolean;
}

export function setFakeTimerDefaults(options: FakeTimerOptions): void {
  defaults = options;
}

/** How the fake timers of a dialect differ. */
interface Rules extends ClockRules, Omit<ApiRules, "wrap"> {
  /** What is left as it is unless it is named. */
  notFaked: readonly string[];
  /** What is thrown, or only reported, without a clock. */
  withoutClock: string;
  throwsWithoutClock: boolean;
}

/** As in @sinonjs/fake-timers. */
function invalidCallback(callback: unknown): Error {
  if (callback === undefined) return new Error("Callback must be provided to timer calls");
  const received = `Received ${String(callback)} of type ${typeof callback}`;
  return new TypeError(`[ERR_INVALID_CALLBACK]: Callback must be a function. ${received}`);
}

/** As in @sinonjs/fake-timers. */
function refuseClear(kind: TimerKind, name: string): void {
  const made = kind === "immediate" ? "setImmediate" : kind === "interval" ? "setInterval" : "setTimeout";
  throw new Error(`Cannot clear timer: timer created with ${made}() but cleared with ${name}()`);
}

/** What only Bun's clock replaces. */
const OF_BUN = ["AbortSignal.timeout"];

const RULES: Record<DialectName, Rules> = {
  jest: {
    limit: 100_000,
    leastMs: 0,
    afterCallback: null,
    coversModules: false,
    invalidCallback,
    refuseClear,
    recordsEntries: false,
    notFaked: OF_BUN,
    withoutClock:
      "A function to advance timers was called but the timers APIs are not replaced with fake timers. Call `jest.useFakeTimers()` in this test file or enable fake timers for all tests by setting 'fakeTimers': {'enableGlobally': true} in Jest configuration file.",
    throwsWithoutClock: false,
  },
  vitest: {
    limit: 10_000,
    leastMs: 0,
    afterCallback: null,
    coversModules: false,
    invalidCallback,
    refuseClear,
    recordsEntries: false,
    notFaked: ["nextTick", "queueMicrotask", ...OF_BUN],
    withoutClock:
      "A function to advance timers was called but the timers APIs are not mocked. Call `vi.useFakeTimers()` in the test file first.",
    throwsWithoutClock: true,
  },
  bun: {
    limit: 100_000,
    leastMs: 1,
    afterCallback: runQueued,
    coversModules: true,
    invalidCallback: (callback, name) =>
      Object.assign(
        new TypeError(
          callback === undefined ? `${name} requires 1 argument (a function)` : `${name} expects a function`,
        ),
        { code: "ERR_INVALID_ARG_TYPE" },
      ),
    recordsEntries: true,
    notFaked: ["nextTick", "queueMicrotask", "setImmediate", "clearImmediate"],
    withoutClock: "Fake timers are not active. Call useFakeTimers() first.",
    throwsWithoutClock: true,
  },
};

/** Runs what a callback queued, as Bun does after each. */
function runQueued(): void {
  runTicks();
  runJobs();
}

/** Calls `action` with the clock. Without one Jest reports that, and the others throw. */
function withClock<Result>(dialect: DialectName, action: (clock: FakeClock) => Result, otherwise: Result): Result {
  if (clock !== null && !isDateAlone) return action(clock);
  const { withoutClock, throwsWithoutClock } = RULES[dialect];
  if (throwsWithoutClock) throw new Error(withoutClock);
  (globalThis as unknown as { console: { warn(text: string): void } }).console.warn(withoutClock);
  return otherwise;
}

/** Milliseconds since the epoch. Throws a TypeError for another value. */
function epochOf(time: Time): number {
  if (rules === RULES.bun) return bunTimes.bunNow(time);
  if (typeof time === "number") return Math.floor(time);
  const found = time instanceof Date ? time.getTime() : time?.epochMilliseconds;
  if (typeof found !== "number") throw new TypeError("now should be milliseconds since UNIX epoch");
  return found;
}

/**
 * Replaces the timers. `dialect`: whose rules apply; Bun also replaces those of `node:timers`, which packages such as
 * React need to be real in Jest and Vitest.
 */
export function useFakeTimers(dialect: DialectName, given: FakeTimerOptions = {}): void {
  const options = { ...defaults, ...given };
  if (dialect !== "vitest" && options.legacyFakeTimers === true) return useLegacyTimers();
  // In Bun the timers of the clock stay.
  if (dialect === "bun" && isFakeTimers() && rules === RULES.bun) return void restart(options);
  const before = isDateAlone && dialect === "bun" ? undefined : clock?.now;
  useRealTimers();
  const own = RULES[dialect];
  rules = own;
  const now = options.now === undefined ? (before ?? realNow()) : epochOf(options.now);
  const excluded = new Set([...(options.doNotFake ?? []), ...(options.toFake === undefined ? own.notFaked : [])]);
  const names = (options.toFake ?? APIS).filter((name) => !excluded.has(name));
  install(now, { ...own, limit: options.timerLimit ?? options.loopLimit ?? own.limit }, names);
  const isAdvancing = options.advanceTimers ?? options.shouldAdvanceTime ?? false;
  if (isAdvancing !== false)
    clock!.advanceByItself(typeof isAdvancing === "number" ? isAdvancing : (options.advanceTimeDelta ?? STEP_MS));
}

function restart({ now }: FakeTimerOptions): void {
  if (now !== undefined) clock!.setTime(epochOf(now));
}

function install(now: number, own: Rules, names: readonly string[], wrap: ApiRules["wrap"] = null): void {
  clock = new FakeClock(now, own);
  apis = new FakeApis(clock, { ...own, wrap }, names);
}

/** What Jest's old implementation replaces. */
const LEGACY = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "setImmediate",
  "clearImmediate",
  "nextTick",
] as const;

function useLegacyTimers(): void {
  useRealTimers();
  install(realNow(), RULES.jest, LEGACY, (fn) => mocks.makeMock(mocks.JEST, fn));
}

/** Fakes dates only; with fake timers, sets their time. */
export function fakeDate(now: number): void {
  if (clock !== null) return clock.setTime(now);
  install(now, RULES.vitest, ["Date"]);
  isDateAlone = true;
}
/** Dates are real again; those of fake timers show the real time. */
export function useRealDate(): void {
  if (isFakeTimers()) clock!.setTime(realNow());
  else useRealTimers();
}
export function useRealTimers(): void {
  clock?.end();
  apis?.restore();
  clock = apis = rules = null;
  isDateAlone = false;
}
export function isFakeTimers(): boolean {
  return clock !== null && !isDateAlone;
}
export function isFakeDate(): boolean {
  return clock !== null;
}

/** Milliseconds. Vitest also accepts "ss", "mm:ss" and "hh:mm:ss". Throws a TypeError for another value. */
function millisecondsOf(time: Duration): number {
  if (rules === RULES.bun) return bunTimes.bunDuration(time);
  if (typeof time === "number") return time;
  if (rules === RULES.vitest && (!time || typeof time === "string"))
    return clockTimeOf((time as string | undefined) || "0");
  return time.total("milliseconds");
}

const SECONDS_PER_UNIT = 60;
const MS_PER_SECOND = 1000;

function clockTimeOf(text: string): number {
  if (!/^(?:\d\d:){0,2}\d\d?$/.test(text))
    throw new Error("tick only understands numbers, 'm:s' and 'h:m:s'. Each part must be two digits");
  let seconds = 0;
  for (const part of text.split(":")) {
    if (Number(part) >= SECONDS_PER_UNIT) throw new Error(`Invalid time ${text}`);
    seconds = seconds * SECONDS_PER_UNIT + Number(part);
  }
  return seconds * MS_PER_SECOND;
}

type Mode = string | { mode: string; delta?: number };

/** The functions that both objects have, by name. */
export const timerFunctions = {
  advanceTimersByTime: (clock: FakeClock, time: Duration) => clock.tick(millisecondsOf(time)),
  advanceTimersByTimeAsync: (clock: FakeClock, time: Duration) => clock.tickAsync(millisecondsOf(time)),
  advanceTimersToNextTimer: (clock: FakeClock, steps?: number) =>
    rules === RULES.bun ? clock.runNext() : clock.next(steps),
  advanceTimersToNextTimerAsync: (clock: FakeClock, steps?: number) => clock.nextAsync(steps),
  advanceTimersToNextFrame: (clock: FakeClock) => clock.nextFrame(),
  runAllTimers: (clock: FakeClock) => clock.runAll(),
  runAllTimersAsync: (clock: FakeClock) => clock.runAllAsync(),
  runOnlyPendingTimers: (clock: FakeClock) => clock.runPending(),
  runOnlyPendingTimersAsync: (clock: FakeClock) => clock.runPendingAsync(),
  runAllTicks: (clock: FakeClock) => clock.runTicks(),
  runAllImmediates: (clock: FakeClock) => clock.runImmediates(),
  clearAllTimers: (clock: FakeClock) => clock.clear(),
  getTimerCount: (clock: FakeClock) => clock.count,
  setTimerTickMode: (clock: FakeClock, mode: Mode, delta?: number) =>
    typeof mode === "string" ? clock.setMode(mode, delta) : clock.setMode(mode.mode, mode.delta),
};

/** Calls one of the functions in a dialect. */
export function callTimerFunction(dialect: DialectName, name: keyof typeof timerFunctions, args: unknown[]): unknown {
  const call = timerFunctions[name] as (clock: FakeClock, ...args: unknown[]) => unknown;
  return withClock<unknown>(dialect, (own) => call(own, ...args), name === "getTimerCount" ? 0 : undefined);
}

/** The time that dates show, in milliseconds since the epoch. */
export function currentTime(): number {
  return clock?.now ?? realNow();
}
/** Sets the time of the fake clock; without a time it is the beginning of the epoch, as in Jest. */
export function setClockTime(dialect: DialectName, now?: Time): void {
  withClock(dialect, (own) => own.setTime(now ? epochOf(now) : 0), undefined);
}
