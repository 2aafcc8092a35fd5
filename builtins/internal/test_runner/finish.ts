// The end of a test: cancels its unfinished subtests, reports its result, continues its parent; and the
// summary of the whole run.
import { now } from "internal:test_runner/clock";
import { FAILURE, testFailure } from "internal:test_runner/failure";
import type { EventDetails } from "internal:test_runner/events";
import type { Harness } from "internal:test_runner/harness";
import type { Test } from "internal:test_runner/test";
import defer * as coverage from "internal:test_runner/coverage/node_coverage";
import defer * as processObject from "internal:node/process";
import { cwd } from "native:process";

/** Ends a test. `pendingError` makes the error of unfinished subtests. */
export function finish(test: Test, pendingError?: () => unknown): void {
  // It may have been cancelled before it started.
  test.endTime ??= now();
  test.startTime ??= test.endTime;
  test.queue.dropWaiting();
  let failed = 0;
  for (const subtest of test.subtests) {
    if (!subtest.finished) {
      subtest.cancel(pendingError);
      subtest.finish(pendingError);
    }
    if (!subtest.passed && !subtest.isTodo) failed++;
  }
  if (failed > 0 && (test.passed || test.parent === null)) {
    test.fail(testFailure(`${failed} subtest${failed > 1 ? "s" : ""} failed`, FAILURE.subtests));
  }
  test.ignoreOuterSignal();
  test.mock?.reset();
  const { parent } = test;
  if (parent === null) {
    if (!test.reported) summarize(test);
    return;
  }
  if (!test.filtered) {
    const { details, directive } = verdictOf(test);
    test.testNumber ||= ++parent.outputSubtestCount;
    details.passed = test.passed;
    test.reporter.complete(test.about, test.testNumber, details, directive);
    parent.activeSubtests--;
  }
  parent.queue.addReady(test);
  parent.queue.reportReady(false);
  void parent.queue.runWaiting();
}

/** Reports the plan, the result and the diagnostics of a test that has ended. */
export function report(test: Test): void {
  countTest(test, test.root.harness);
  if (test.outputSubtestCount > 0) test.reporter.plan(test.subtests[0]!.nesting, test.loc, test.outputSubtestCount);
  else test.reportStarted();
  const { details, directive } = verdictOf(test);
  test.reporter.verdict(test.passed, test.about, test.testNumber, details, directive);
  for (const message of test.diagnostics) test.reporter.diagnostic(test.nesting, test.loc, message);
}

/** The duration in milliseconds. */
export function durationOf(test: Test): number {
  return Number(test.endTime! - test.startTime!) / 1e6;
}

function verdictOf(test: Test): { details: EventDetails; directive: object | undefined } {
  const details: EventDetails & { __proto__: null } = {
    __proto__: null,
    duration_ms: durationOf(test),
    type: test.reportedType,
  };
  if (!test.passed) details.error = test.error;
  if (test.attempt !== undefined) details.attempt = test.attempt;
  if (test.passedAttempt !== undefined) details.passed_on_attempt = test.passedAttempt;
  const names: string[] = [];
  for (let at = test.parent; at !== null && at !== test.root; at = at.parent) names.unshift(at.name);
  if (names.length > 0) details.classname = names.join(".");
  return { details, directive: directiveOf(test) };
}

function directiveOf(test: Test): object | undefined {
  if (test.skipped) return { __proto__: null, skip: test.message ?? true } as object;
  if (test.isTodo) return { __proto__: null, todo: test.message ?? true } as object;
  if (test.expectFailure) return { __proto__: null, expectFailure: test.expectFailure.label ?? true } as object;
  return undefined;
}

/** What counting needs of a test. */
export interface Counted {
  nesting: number;
  reportedType: string | undefined;
  skipped: boolean;
  isTodo: boolean;
  cancelled: boolean;
  passed: boolean;
}

/** Counts a test that has ended. */
export function countTest(test: Counted, harness: Harness): void {
  const { counters } = harness;
  if (test.nesting === 0) counters.topLevel++;
  if (test.reportedType === "suite") {
    counters.suites++;
    if (!test.passed && !test.isTodo) harness.success = false;
    return;
  }
  counters.tests++;
  // A failure of a skipped test or one that is marked as to do does not count.
  if (test.skipped) counters.skipped++;
  else if (test.isTodo) counters.todo++;
  else if (test.cancelled) counters.cancelled++;
  else if (test.passed) counters.passed++;
  else counters.failed++;
  if (!test.skipped && !test.isTodo && (test.cancelled || !test.passed)) harness.success = false;
}

function summarize(root: Test): void {
  const { harness, reporter, nesting, loc } = root;
  root.reported = true;
  reporter.plan(nesting, loc, harness.counters.topLevel);
  const summary = harness.config.coverage
    ? coverage.summarize(harness.config as coverage.NodeCoverageConfig, harness.config.cwd ?? cwd())
    : null;
  harness.snapshots?.writeFiles();
  for (const message of root.diagnostics) reporter.diagnostic(nesting, loc, message);
  const { counters } = harness;
  const duration = durationOf(root);
  for (const [label, value] of [
    ["tests", counters.tests],
    ["suites", counters.suites],
    ["pass", counters.passed],
    ["fail", counters.failed],
    ["cancelled", counters.cancelled],
    ["skipped", counters.skipped],
    ["todo", counters.todo],
    ["duration_ms", duration],
  ])
    reporter.diagnostic(nesting, loc, `${label} ${value}`);
  if (summary !== null) {
    for (const problem of coverage.unreached(summary)) {
      harness.success = false;
      processObject.default.exitCode = 1;
      reporter.diagnostic(nesting, loc, problem, "error");
    }
    reporter.coverage(nesting, loc, summary);
  }
  reporter.summary(loc?.file, harness.success, counters, duration);
  if (harness.isWatching) {
    // There will be another round.
    root.reported = false;
    harness.resetCounters();
  } else reporter.end();
}
