// The time of tests, which mocked clocks do not change.
import defer * as process from "internal:node/process";
import { now as sinceStart } from "native:time";

let read: (() => bigint) | undefined;

/** Milliseconds of a monotonic clock, with fractions. */
export function nowMs(): number {
  return sinceStart();
}

/** Nanoseconds of a monotonic clock. */
export function now(): bigint {
  return (read ??= process.default.hrtime.bigint as () => bigint)();
}

/** `Date.now` before a program can replace it. */
export const realNow = Date.now;
