// What a run knows of a file and its tests: the reporters read it.
import type { Annotation, ErrorText } from "internal:test_runner/dialects/protocol";

/** How a file is run. */
export type Kind = "jest" | "vitest" | "bun" | "mocha" | "node" | "deno" | "plain";

/** One test. */
export interface TestReport {
  /** The names of the suites around it, and its own. */
  path: string[];
  status: "pass" | "fail" | "skip" | "todo" | "filtered";
  durationMs: number;
  errors: ErrorText[];
  note: string | undefined;
  retries: number;
  line: number;
  column: number;
  /** `expectFailure` of `node:test`. */
  expectsFailure?: unknown;
  /** What the test reported by `t.diagnostic()`. */
  diagnostics?: string[];
  /** What a test of Vitest annotated. */
  annotations?: Annotation[] | undefined;
}

/** Counts of snapshots. */
export interface SnapshotReport {
  added: number;
  updated: number;
  matched: number;
  unmatched: number;
  removed: number;
  obsolete: string[];
}

/** One file. */
export interface FileReport {
  file: string;
  /** Relative to the working directory. */
  name: string;
  /** The project that the file ran in, where there are several; else empty. */
  project: string;
  kind: Kind;
  tests: TestReport[];
  /** Errors outside of tests. */
  errors: ErrorText[];
  output: string;
  durationMs: number;
  snapshots: SnapshotReport | null;
  assertions: number;
}

/** The report of a file before it runs. */
export function emptyReport({
  file,
  name,
  project,
  kind,
}: Pick<FileReport, "file" | "name" | "project" | "kind">): FileReport {
  return {
    file,
    name,
    project,
    kind,
    tests: [],
    errors: [],
    output: "",
    durationMs: 0,
    snapshots: null,
    assertions: 0,
  };
}

/** The sums of a run. */
export interface Totals {
  files: number;
  failedFiles: number;
  passed: number;
  failed: number;
  skipped: number;
  todo: number;
  /** Tests whose names were not asked for. */
  filtered: number;
  errors: number;
  snapshots: SnapshotReport;
  durationMs: number;
  assertions: number;
}

/** Whether a file counts as failed. */
export function hasFailed(report: FileReport): boolean {
  return report.errors.length > 0 || report.tests.some(({ status }) => status === "fail");
}

/** Adds up the reports. */
export function totalsOf(reports: readonly FileReport[], durationMs: number): Totals {
  const totals: Totals = {
    files: reports.length,
    failedFiles: reports.filter(hasFailed).length,
    passed: 0,
    failed: 0,
    skipped: 0,
    todo: 0,
    filtered: 0,
    errors: 0,
    snapshots: { added: 0, updated: 0, matched: 0, unmatched: 0, removed: 0, obsolete: [] },
    durationMs,
    assertions: 0,
  };
  for (const report of reports) {
    totals.errors += report.errors.length;
    totals.assertions += report.assertions;
    for (const { status } of report.tests) {
      if (status === "pass") totals.passed++;
      else if (status === "fail") totals.failed++;
      else if (status === "skip") totals.skipped++;
      else if (status === "todo") totals.todo++;
      else totals.filtered++;
    }
    const { snapshots } = report;
    if (snapshots === null) continue;
    for (const key of ["added", "updated", "matched", "unmatched", "removed"] as const)
      totals.snapshots[key] += snapshots[key];
    totals.snapshots.obsolete.push(...snapshots.obsolete.map((name) => `${report.name}: ${name}`));
  }
  return totals;
}

/** The error of a file that ended by itself. */
export function plainError(message: string): ErrorText {
  return { name: "Error", message, stack: [], excerpt: "", file: undefined, line: 0, column: 0 };
}
