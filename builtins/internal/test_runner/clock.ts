// The time of tests, which mocked clocks do not change.
import defer * as process from "internal:node/process";

let read: (() => bigint) | undefined;

/** Milliseconds of the same clock, with fractions. */
export function nowMs(): number {
  return Number(now()) / 1e6;
}

/** Nanoseconds of a monotonic clock. */
export function now(): bigint {
  return (read ??= process.default.hrtime.bigint as () => bigint)();
}

/** `Date.now` before a program can replace it. */
export const realNow = Date.now;
