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

/**
 * Calls `run` within limits and returns its result.
 * Throws its errors, ERR_SCRIPT_EXECUTION_TIMEOUT, or ERR_SCRIPT_EXECUTION_INTERRUPTED.
 */
export function limited<Result>({ timeout, breakOnSigint }: RunLimits, run: () => Result): Result {
  return timeout === 0 && !breakOnSigint ? run() : (runLimited(run, timeout, breakOnSigint) as Result);
}
