// Prints an exception that ends the process, as Node does: place, source line with a caret, stack, extra properties,
// the version; then exit code 1.
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
import { isLoaded } from "internal:core/bootstrap";
import defer * as reports from "internal:node/process/report";
import defer * as stacks from "internal:core/stack/stack";
import { abort } from "native:process";
import { writeError } from "native:stdio";

/** Writes the report of `error` to standard error. */
export function print(error: unknown, origin = "uncaughtException"): void {
  if (reportFatal !== null) return reportFatal(error);
  let text: string;
  try {
    text = describe(error, origin);
  } catch {
    text = "Uncaught exception that cannot be printed\n";
  }
  writeError(text);
}

/** Ends the process because of what a hook of `node:async_hooks` threw: nobody can handle that, and only its stack is shown. */
export function endByHook(error: any): never {
  const stack = stacks.stackOf(error ?? {});
  writeError(`${typeof stack === "string" ? stack : `Error: ${String(error)}`}\n`);
  if (option("--abort-on-uncaught-exception")) abort();
  return exitNow(1);
}

// The report that `process.report` or a flag asks for.
function writeReport(error: unknown): void {
  if (isLoaded("internal:node/process/report") || option("--report-uncaught-exception") !== undefined)
    reports.reportUncaught(error);
}

/** Ends the process because of `error`. */
export function end(error: unknown, origin: string): never {
  // In a worker the parent is told before the end; Node's main thread emits 'exit' before it prints.
  if (reportFatal !== null) {
    writeReport(error);
    print(error, origin);
    // What a listener of 'exit' throws changes nothing about the code.
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
