// Uncaught errors: finds the test that they belong to, and fails it.
import { FAILURE, testFailure } from "internal:test_runner/failure";
import { leavesRunning } from "internal:test_runner/harness";
import { current, REPORTER } from "internal:test_runner/scope";
import type { Test } from "internal:test_runner/test";
import { isLoaded } from "internal:core/bootstrap";
import { stackOf } from "internal:core/stack/stack";
import defer * as path from "internal:core/path";
import defer * as windowEvents from "web:window_events";
import defer * as process from "internal:node/process";

/** An 'uncaughtException': it arrives in the asynchronous context of the code that threw. */
export function onException(root: Test, error: unknown): void {
  if (isLoaded("web:window_events") && windowEvents.isPrevented(error)) return;
  handle(root, current(), error, FAILURE.exception);
}

/**
 * An 'unhandledRejection'. The engine does not expose the context of the promise: the stack of the error shows
 * where in a test it was made; otherwise it belongs to the only test that runs.
 */
export function onRejection(root: Test, error: unknown): void {
  handle(root, current() ?? testOfStack(root, error) ?? onlyRunning(root), error, FAILURE.rejection);
}

function handle(root: Test, owner: any, error: unknown, event: string): void {
  // Without reporters nothing can be reported; and an error of a reporter fails no test.
  if (root.harness.bootstrapPromise || owner === REPORTER) throw error;
  if (owner && !owner.finished && !owner.hookType) {
    owner.fail(testFailure(error, event));
    owner.abortController.abort();
    return;
  }
  root.diagnostic(owner ? lateText(root, owner, error, event) : strayText(error, event));
  root.harness.success = false;
  hasFailedFile = true;
  process.default.exitCode = 1;
}

let hasFailedFile = false;
/** Whether an error that belongs to no test has set the exit code. */
export function setsExitCode(): boolean {
  return hasFailedFile;
}

function lateText(root: Test, owner: any, error: unknown, event: string): string {
  const name = owner.hookType ? `Test hook "${owner.hookType}"` : `Test "${owner.name}"`;
  const { loc } = owner;
  const place = loc ? ` at ${path.default.relative(root.config.cwd, loc.file)}:${loc.line}:${loc.column}` : "";
  return (
    `Error: ${name}${place} generated asynchronous activity after the test ended. This activity created the error "${error}" ` +
    `and would have caused the test to fail, but instead triggered an ${event} event.`
  );
}

function strayText(error: unknown, event: string): string {
  return (
    `Error: A resource generated asynchronous activity after the test ended. This activity created the error "${error}" ` +
    `which triggered an ${event} event, caught by the test runner.`
  );
}

const FRAME = /(?:\(|at (?:async )?)(?:file:\/\/)?([^\s()]+):(\d+):(\d+)\)?$/;

/** The last test that begins before the outermost frame of the stack in its file. */
function testOfStack(root: Test, error: unknown): Test | undefined {
  const stack = stackOf(error);
  if (typeof stack !== "string") return undefined;
  const lines = stack.split("\n");
  for (let index = lines.length - 1; index > 0; index--) {
    const frame = FRAME.exec(lines[index]!);
    if (frame === null) continue;
    const found = lastBefore(root, frame[1]!, Number(frame[2]), Number(frame[3]), undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

function lastBefore(test: Test, file: string, line: number, column: number, best: Test | undefined): Test | undefined {
  for (const subtest of test.subtests) {
    const { loc } = subtest;
    if (
      loc !== undefined &&
      loc.file === file &&
      isBefore(loc, line, column) &&
      (best === undefined || !isBefore(loc, best.loc!.line, best.loc!.column))
    ) {
      if (subtest.startTime !== null) best = subtest;
    }
    best = lastBefore(subtest, file, line, column, best);
  }
  return best;
}

function isBefore(loc: { line: number; column: number }, line: number, column: number): boolean {
  return loc.line < line || (loc.line === line && loc.column <= column);
}

function onlyRunning(root: Test): Test | undefined {
  const running = leavesRunning(root);
  return running.length === 1 ? running[0] : undefined;
}
