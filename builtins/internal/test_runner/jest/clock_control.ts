// The fake clock of a file: `useFakeTimers` and the functions that advance it, for `jest` and `vi`.
import { realNow } from "internal:test_runner/clock";
import defer * as mocks from "internal:test_runner/jest/mock_function";
import { APIS, type ClockOptions, FakeClock } from "internal:test_runner/jest/fake_clock";

let clock: FakeClock | null = null;
/** What the configuration says of fake timers. */
let defaults: FakeTimerOptions = {};

/** The options of `useFakeTimers`. */
export interface FakeTimerOptions extends ClockOptions {
  /** Jest's old implementation: functions that are mocks, and real dates. */
  legacyFakeTimers?: boolean;
}

export function setFakeTimerDefaults(options: FakeTimerOptions): void {
  defaults = options;
}

/** What a dialect leaves as it is unless it is named. */
const NOT_FAKED = {
  jest: [],
  vitest: ["nextTick", "queueMicrotask"],
  bun: ["nextTick", "queueMicrotask", "setImmediate", "clearImmediate"],
} as const;

/** The clock. Throws when timers are not faked. */
function required(): FakeClock {
  if (clock !== null) return clock;
  throw new Error(
    "A function to advance timers was called but the timers APIs are not replaced with fake timers. Call `useFakeTimers()` first.",
  );
}

/**
 * Replaces the timers. `dialect`: whose defaults apply; Bun also replaces those of `node:timers`, which packages such as
 * React need to be real in Jest and Vitest.
 */
export function useFakeTimers(dialect: "jest" | "vitest" | "bun", given: FakeTimerOptions = {}): void {
  const options = { ...defaults, ...given };
  if (dialect !== "vitest" && options.legacyFakeTimers === true) return useLegacyTimers();
  const now = clock?.now;
  useRealTimers();
  const doNotFake = [...(options.doNotFake ?? []), ...(options.toFake === undefined ? NOT_FAKED[dialect] : [])];
  clock = new FakeClock({ ...options, now: options.now ?? now ?? realNow(), doNotFake }, dialect === "bun");
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
  clock = new FakeClock({ now: realNow(), toFake: LEGACY }, false, (fn) => mocks.makeMock(mocks.JEST, fn));
}

/** Fakes dates only. */
export function fakeDate(now: number): void {
  if (clock === null) clock = new FakeClock({ now, toFake: ["Date"] });
  else clock.setTime(now);
}
export function useRealTimers(): void {
  clock?.uninstall();
  clock = null;
}
export function isFakeTimers(): boolean {
  return clock !== null;
}

/** The functions that both objects have, by name. */
export const timerFunctions = {
  advanceTimersByTime: (ms: number) => required().tick(ms),
  advanceTimersByTimeAsync: (ms: number) => required().tickAsync(ms),
  advanceTimersToNextTimer: (steps?: number) => required().next(steps),
  advanceTimersToNextTimerAsync: (steps?: number) => required().nextAsync(steps),
  advanceTimersToNextFrame: () => required().nextFrame(),
  runAllTimers: () => required().runAll(),
  runAllTimersAsync: () => required().runAllAsync(),
  runOnlyPendingTimers: () => required().runPending(),
  runOnlyPendingTimersAsync: () => required().runPendingAsync(),
  runAllTicks: () => required().runTicks(),
  runAllImmediates: () => required().runImmediates(),
  clearAllTimers: () => required().clear(),
  getTimerCount: () => required().count,
  getRealSystemTime: () => realNow(),
  setTimerTickMode: (mode: string | { mode: string; delta?: number }, delta?: number) =>
    typeof mode === "string" ? required().setMode(mode, delta) : required().setMode(mode.mode, mode.delta),
};

/** The time that dates show, in milliseconds since the epoch. */
export function currentTime(): number {
  return clock?.now ?? realNow();
}
/** Sets the time of the fake clock. Throws without one. */
export function setClockTime(now: number): void {
  required().setTime(now);
}
export { APIS };
