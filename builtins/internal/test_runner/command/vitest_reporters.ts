// The reporters of a configuration of Vitest that write files. https://vitest.dev/guide/reporters
import { aggregated, fileResult } from "internal:test_runner/command/jest_results";
import type { Members } from "internal:test_runner/command/project_config";
import type { FileReport, Totals } from "internal:test_runner/command/report";
import { realNow } from "internal:test_runner/clock";
import defer * as path from "internal:core/path";

/** A report; `name`: that of a reporter of the command line, or that of Vitest's JSON. */
interface FileReporter {
  name: string;
  destination: string;
}

/** The reporter `json` of Vitest, whose document is like Jest's. */
const VITEST_JSON = "vitest-json";
const NAMES: Record<string, string> = { junit: "junit", json: VITEST_JSON };
/** Those that only choose how results are printed. */
const PRINTING = /^(?:default|basic|verbose|tree|dot|github-actions|minimal|agent)$/;

/** The files that `reporters` and `outputFile` name, and what of them has no effect. */
export function fileReportersOf(test: Members, root: string): { reporters: FileReporter[]; notices: string[] } {
  const entries = (test.reporters === undefined ? [] : [test.reporters].flat()) as unknown[];
  const reporters: FileReporter[] = [];
  const notices: string[] = [];
  for (const entry of entries) {
    const [name, options] = (Array.isArray(entry) ? entry : [entry]) as [unknown, Members | undefined];
    if (typeof name === "string" && PRINTING.test(name)) continue;
    const own = typeof name === "string" && Object.hasOwn(NAMES, name) ? NAMES[name]! : null;
    if (own === null) {
      notices.push(`vitest: the reporter ${typeof name === "string" ? `"${name}"` : "object"} is not supported`);
      continue;
    }
    const file = outputOf(name as string, options, test.outputFile);
    if (file === undefined) notices.push(`vitest: the reporter "${String(name)}" has no effect without "outputFile"`);
    else reporters.push({ name: own, destination: path.default.resolve(root, file) });
  }
  return { reporters, notices };
}

function outputOf(name: string, options: Members | undefined, outputFile: unknown): string | undefined {
  const found =
    options?.outputFile ?? (typeof outputFile === "object" ? (outputFile as Members | null)?.[name] : outputFile);
  return typeof found === "string" ? found : undefined;
}

/** Vitest counts files and the suites in them. */
function suiteCounts(reports: FileReport[]): Record<string, number | undefined> {
  const counts = { numTotalTestSuites: 0, numPassedTestSuites: 0, numFailedTestSuites: 0, numPendingTestSuites: 0 };
  const count = (tests: FileReport["tests"], hasErrors: boolean): void => {
    counts.numTotalTestSuites++;
    if (hasErrors || tests.some(({ status }) => status === "fail")) counts.numFailedTestSuites++;
    else if (tests.some(({ status }) => status === "pass")) counts.numPassedTestSuites++;
    else counts.numPendingTestSuites++;
  };
  for (const { tests, errors } of reports) {
    count(tests, errors.length > 0);
    const suites = new Map<string, FileReport["tests"]>();
    for (const test of tests)
      for (let depth = 1; depth < test.path.length; depth++) {
        const name = JSON.stringify(test.path.slice(0, depth));
        suites.set(name, [...(suites.get(name) ?? []), test]);
      }
    for (const own of suites.values()) count(own, false);
  }
  return { ...counts, numRuntimeErrorTestSuites: undefined };
}

/** The document of Vitest's reporter `json`. */
export function vitestJson(reports: FileReport[], { durationMs }: Totals): string {
  const end = realNow();
  const results = reports.map((report) => fileResult(report, end));
  const {
    testResults: _files,
    openHandles: _handles,
    wasInterrupted: _state,
    ...sums
  } = aggregated(reports, results, reports.length, Math.round(end - durationMs));
  const testResults = results.map(({ testResults: tests, perfStats, testFilePath, failureMessage, testExecError }) => ({
    assertionResults: tests.map(({ ancestorTitles, fullName, status, title, duration, failureMessages, location }) => ({
      ancestorTitles,
      fullName,
      status: status === "pending" ? "skipped" : status,
      title,
      duration: duration ?? undefined,
      failureMessages,
      location: location ?? undefined,
      meta: {},
      tags: [],
    })),
    startTime: perfStats.start,
    endTime: perfStats.end,
    status: failureMessage === null ? "passed" : "failed",
    message: testExecError?.message ?? "",
    name: testFilePath,
  }));
  return JSON.stringify({ ...sums, ...suiteCounts(reports), testResults });
}
