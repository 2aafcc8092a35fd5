// Handles uncaught exceptions. The order of callbacks must not change: this is called inside the task that threw.
import { services } from "internal:core/bootstrap";
import defer * as plain from "internal:core/plain_report";
import defer * as state from "internal:core/process/state";
import { writeError } from "native:stdio";

type Monitor = (error: unknown, origin: string) => void;
type Handler = (error: unknown, origin: string) => boolean;

let handler: Handler | null = null;
let runner: ((error: unknown) => void) | null = null;

/** Sets the handler that is called before an exception is fatal; it returns whether it handled it. `node:process` and workers set it. */
export function setHandler(next: Handler | null): void {
  handler = next;
}

/**
 * Sets the function of a test runner that receives all exceptions and rejections in place of the program's listeners, as in Jest
 * and Bun; null: none.
 */
export function setRunner(next: typeof runner): void {
  runner = next;
}

/** Whether the runner has taken an error. */
export function takenByRunner(error: unknown): boolean {
  if (runner === null) return false;
  runner(error);
  return true;
}

/** Handles an exception: calls the handler, and ends the process when that returns false. */
export function handle(error: unknown, origin = "uncaughtException"): void {
  if (takenByRunner(error) || (handler !== null && handler(error, origin))) return;
  try {
    services().endByException(error, origin);
  } catch (failure) {
    // A worker is ended by what its parent is sent.
    if (state.reportFatal !== null) throw failure;
    writeError(plain.plainReport(error));
    state.exitNow(1);
  }
}

export type { Monitor };
