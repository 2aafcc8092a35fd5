// The results of files in the form that Jest's reporters receive. https://jestjs.io/docs/configuration#custom-reporters
import type { ErrorText } from "internal:test_runner/dialects/protocol";
import { type FileReport, hasFailed, type TestReport } from "internal:test_runner/command/report";

type Status = "passed" | "failed" | "pending" | "todo";
const STATUSES: Record<TestReport["status"], Status> = {
  pass: "passed",
  fail: "failed",
  skip: "pending",
  filtered: "pending",
  todo: "todo",
};

function textOf({ name, message, stack }: ErrorText): string {
  const lines = stack.map((line) => `\n    ${line.trim()}`);
  return `${name === "" || message.startsWith(`${name}: `) ? "" : `${name}: `}${message}${lines.join("")}`;
}

function caseOf(test: TestReport): { status: Status } & Record<string, unknown> {
  const title = test.path.at(-1) ?? "";
  return {
    ancestorTitles: test.path.slice(0, -1),
    duration: STATUSES[test.status] === "passed" || test.status === "fail" ? test.durationMs : null,
    failureDetails: test.errors.map(({ name, message }) => ({ name, message })),
    failureMessages: test.errors.map(textOf),
    fullName: test.path.join(" "),
    invocations: test.retries + 1,
    location: test.line === 0 ? null : { line: test.line, column: test.column - 1 },
    numPassingAsserts: 0,
    retryReasons: [],
    status: STATUSES[test.status],
    title,
  };
}

function snapshotOf({ snapshots }: FileReport): Record<string, unknown> {
  const { added = 0, updated = 0, matched = 0, unmatched = 0, obsolete = [] } = snapshots ?? {};
  return {
    added,
    updated,
    matched,
    unmatched,
    unchecked: obsolete.length,
    uncheckedKeys: obsolete,
    fileDeleted: false,
  };
}

/** The result of a file. */
export type FileResult = ReturnType<typeof fileResult>;

/** The result of a file that has ended. */
export function fileResult(report: FileReport, endMs: number) {
  const testResults = report.tests.map(caseOf);
  const count = (status: Status): number => testResults.filter((one) => one.status === status).length;
  const failures = report.tests.flatMap(({ path, errors }) =>
    errors.map((error) => `  ● ${path.join(" › ")}\n\n    ${textOf(error).replaceAll("\n", "\n    ")}\n`),
  );
  const [first] = report.errors;
  const outside = report.errors.map((error) => `  ● Test suite failed to run\n\n    ${textOf(error)}\n`);
  const message = [...outside, ...failures].join("\n");
  const runtime = Math.round(report.durationMs);
  return {
    displayName: report.project === "" ? undefined : { name: report.project, color: "white" },
    failureMessage: message === "" ? null : message,
    leaks: false,
    numFailingTests: count("failed"),
    numPassingTests: count("passed"),
    numPendingTests: count("pending"),
    numTodoTests: count("todo"),
    openHandles: [],
    perfStats: { start: endMs - runtime, end: endMs, runtime, slow: false },
    skipped: false,
    snapshot: snapshotOf(report),
    testExecError: first === undefined ? undefined : { message: first.message, stack: textOf(first) },
    testFilePath: report.file,
    testResults,
    console: undefined,
    coverage: undefined,
  };
}

/** The results of a run: `total` files, of which these have ended. */
export function aggregated(reports: FileReport[], results: FileResult[], total: number, startTime: number) {
  const sum = (key: "numFailingTests" | "numPassingTests" | "numPendingTests" | "numTodoTests"): number =>
    results.reduce((before, result) => before + result[key], 0);
  const failed = reports.filter(hasFailed).length;
  const pending = reports.filter(
    (report) => report.tests.length > 0 && report.tests.every(({ status }) => STATUSES[status] === "pending"),
  ).length;
  const numbers = [sum("numFailingTests"), sum("numPassingTests"), sum("numPendingTests"), sum("numTodoTests")];
  const [numFailedTests, numPassedTests, numPendingTests, numTodoTests] = numbers as [number, number, number, number];
  return {
    numFailedTestSuites: failed,
    numFailedTests,
    numPassedTestSuites: reports.length - failed - pending,
    numPassedTests,
    numPendingTestSuites: pending,
    numPendingTests,
    numRuntimeErrorTestSuites: reports.filter(({ errors }) => errors.length > 0).length,
    numTodoTests,
    numTotalTestSuites: total,
    numTotalTests: numbers.reduce((before, one) => before + one, 0),
    openHandles: [],
    snapshot: snapshotSums(reports),
    startTime,
    success: failed === 0,
    testResults: results,
    wasInterrupted: false,
  };
}

function snapshotSums(reports: FileReport[]): Record<string, unknown> {
  const sum = (key: "added" | "updated" | "matched" | "unmatched" | "removed"): number =>
    reports.reduce((before, { snapshots }) => before + (snapshots?.[key] ?? 0), 0);
  const [added, updated, matched, unmatched] = [sum("added"), sum("updated"), sum("matched"), sum("unmatched")];
  return {
    added,
    updated,
    matched,
    unmatched,
    didUpdate: updated > 0,
    failure: unmatched > 0,
    filesAdded: 0,
    filesRemoved: 0,
    filesRemovedList: [],
    filesUnmatched: 0,
    filesUpdated: 0,
    total: added + updated + matched + unmatched,
    unchecked: 0,
    uncheckedKeysByFile: [],
  };
}
