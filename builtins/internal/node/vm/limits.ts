// The limits of running code: `timeout` and `breakOnSigint` of the functions of node:vm.
import { validateBoolean, validateUint32 } from "internal:core/validators";
import { runLimited } from "native:contexts";

/** The limits; the time is in milliseconds, 0 means none. */
export interface RunLimits {
  timeout: number;
  breakOnSigint: boolean;
}

/** Reads and checks `timeout` and `breakOnSigint`. */
export function readLimits(options: any): RunLimits {
  const { timeout, breakOnSigint = false } = options;
  if (timeout !== undefined) validateUint32(timeout, "options.timeout", true);
  validateBoolean(breakOnSigint, "options.breakOnSigint");
  return { timeout: timeout ?? 0, breakOnSigint };
}

/** How many runs are in progress that SIGINT ends. */
let breakingRuns = 0;

/**
 * Calls `run` within limits and returns its result.
 * Throws its errors, ERR_SCRIPT_EXECUTION_TIMEOUT, or ERR_SCRIPT_EXECUTION_INTERRUPTED.
 */
export function limited<Result>({ timeout, breakOnSigint }: RunLimits, run: () => Result): Result {
  // One interrupt ends one run: the outermost, in which code of a REPL may have started another.
  const breaks = breakOnSigint && breakingRuns === 0;
  if (timeout === 0 && !breaks) return run();
  if (breaks) breakingRuns++;
  try {
    return runLimited(run, timeout, breaks) as Result;
  } finally {
    if (breaks) breakingRuns--;
  }
}
