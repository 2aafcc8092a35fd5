// The functions of `jest` and `vi` that advance the fake clock, which is loaded when one of them is called.
import defer * as clocks from "internal:test_runner/jest/clock_control";
import type { timerFunctions } from "internal:test_runner/jest/clock_control";

export const TIMER_FUNCTIONS = [
  "advanceTimersByTime",
  "advanceTimersByTimeAsync",
  "advanceTimersToNextTimer",
  "advanceTimersToNextTimerAsync",
  "advanceTimersToNextFrame",
  "runAllTimers",
  "runAllTimersAsync",
  "runOnlyPendingTimers",
  "runOnlyPendingTimersAsync",
  "runAllTicks",
  "runAllImmediates",
  "clearAllTimers",
  "getTimerCount",
  "setTimerTickMode",
] as const satisfies readonly (keyof typeof timerFunctions)[];

/** The functions by their names. */
export function makeTimerFunctions(
  dialect: "jest" | "vitest" | "bun",
): Record<string, (...args: unknown[]) => unknown> {
  const functions: Record<string, (...args: unknown[]) => unknown> = {};
  for (const name of TIMER_FUNCTIONS) functions[name] = (...args) => clocks.callTimerFunction(dialect, name, args);
  return functions;
}
