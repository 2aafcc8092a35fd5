// The durations that the http modules accept.
import { safe } from "internal:core/bootstrap";
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import { emitWarning } from "internal:core/process/warn";
import { validateNumber } from "internal:core/validators";

/** 2³¹ − 1 ms, as for all timers. */
const DURATION_MAX_MS = 0x7fffffff;

/** Checks a duration in milliseconds and limits it to the maximum of timers. Throws ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE. */
export function timerDuration(msecs: unknown, name: string): number {
  validateNumber(msecs, name);
  if (msecs < 0 || !safe.isFinite(msecs)) throw new ERR_OUT_OF_RANGE(name, "a non-negative finite number", msecs);
  if (msecs <= DURATION_MAX_MS) return msecs;
  emitWarning(
    `${msecs} does not fit into a 32-bit signed integer.\nTimer duration was truncated to ${DURATION_MAX_MS}.`,
    "TimeoutOverflowWarning",
  );
  return DURATION_MAX_MS;
}
