// Prints an exception that ends the process, as Node does: location, source line with a caret, stack, extra properties,
// the version; then exits with code 1.
import { describe } from "internal:core/stack/error_report";
import {
  codeOfEnd,
  exitAfterFatal,
  exitNow,
  getExitCode,
  reportFatal,
  runExitAfterFatal,
} from "internal:core/process/state";
import { option } from "internal:core/launch";
import { inspection, isLoaded } from "internal:core/bootstrap";
import defer * as plain from "internal:core/plain_report";
import defer * as reports from "internal:node/process/report";
import defer * as stacks from "internal:core/stack/stack";
import { abort } from "native:process";
import { writeError } from "native:stdio";

/** Writes the report of `error` to standard error. */
export function print(error: unknown, origin = "uncaughtException"): void {
  if (reportFatal !== null) return reportFatal(error, origin);
  let message: string;
  try {
    message = describe(error, origin);
  } catch {
    message = plain.plainReport(error);
  }
  writeError(message);
}

/** Ends the process because a hook of `node:async_hooks` threw: such errors cannot be handled, and only the stack is printed. */
export function endByHook(error: unknown): never {
  const stack = stacks.stackOf(error ?? {});
  writeError(`${typeof stack === "string" ? stack : `Error: ${String(error)}`}\n`);
  if (option("--abort-on-uncaught-exception")) abort();
  return exitNow(1);
}

// Writes a diagnostic report if `process.report` or a flag requests it.
function writeReport(error: unknown): void {
  if (isLoaded("internal:node/process/report") || option("--report-uncaught-exception") !== undefined)
    reports.reportUncaught(error);
}

let survivor: (() => void) | null = null;

/** Sets what is called after an exception is printed that would end the process (`--hot`). */
export function setSurvivor(next: () => void): void {
  survivor = next;
}

/** Ends the process because of `error`. */
export function end(error: unknown, origin: string): never {
  inspection.uncaught?.(error);
  if (survivor !== null) {
    print(error, origin);
    survivor();
    // The callers have nothing else to do.
    return undefined as never;
  }
  // A worker reports to its parent before it exits; Node's main thread emits 'exit' before it prints.
  if (reportFatal !== null) {
    writeReport(error);
    print(error, origin);
    // An exception of a listener of 'exit' does not change the code.
    return exitAfterFatal(codeOfEnd() ?? 1);
  }
  if (option("--abort-on-uncaught-exception")) {
    print(error, origin);
    abort();
  }
  const code = codeOfEnd() === null ? runExitAfterFatal(1) : (getExitCode() ?? 1);
  writeReport(error);
  print(error, origin);
  return exitNow(code);
}
