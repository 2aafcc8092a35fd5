// The time of tests, which mocked clocks do not change.
import defer * as process from "internal:node/process";

let read: (() => bigint) | undefined;

/** Nanoseconds of a clock that only goes forward. */
export function now(): bigint {
  return (read ??= (process as any).default.hrtime.bigint as () => bigint)();
}
