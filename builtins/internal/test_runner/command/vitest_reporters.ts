// The reporters of a configuration of Vitest that write files. https://vitest.dev/guide/reporters
import { safe } from "internal:core/bootstrap";
import { aggregated, fileResult } from "internal:test_runner/command/jest_results";
import type { Members, ProjectConfig } from "internal:test_runner/command/project_config";
import type { VitestReporterEntry } from "internal:test_runner/command/vitest_reporters_of_project";
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
const UNSUPPORTED = /^(?:html|blob|hanging-process|tap|tap-flat)$/;
/** Those that only choose how results are printed. */
const PRINTING = /^(?:default|basic|verbose|tree|dot|github-actions|minimal|agent)$/;

/** What `reporters` and `outputFile` ask for. */
interface ReportersOfVitest {
  files: FileReporter[];
  /** Those that the project brings; null: there are none. */
  ofProject: ProjectConfig["vitestReporters"];
  /** What has no effect. */
  notices: string[];
}

export function reportersOf(test: Members, root: string): ReportersOfVitest {
  const given = (test.reporters === undefined ? [] : [test.reporters].flat()) as unknown[];
  const found: ReportersOfVitest = { files: [], ofProject: null, notices: [] };
  const entries: VitestReporterEntry[] = [];
  let printsDefault = false;
  for (const entry of given) {
    const [reporter, options] = (Array.isArray(entry) ? entry : [entry]) as [unknown, Members | undefined];
    if (typeof reporter === "string" && PRINTING.test(reporter)) printsDefault = true;
    else if (typeof reporter === "string" && UNSUPPORTED.test(reporter))
      found.notices.push(`vitest: the reporter "${reporter}" is not supported`);
    else if (typeof reporter !== "string" || !Object.hasOwn(NAMES, reporter)) entries.push({ reporter, options, root });
    else {
      const file = outputOf(reporter, options, test.outputFile);
      if (file === undefined)
        found.notices.push(`vitest: the reporter "${reporter}" has no effect without "outputFile"`);
      else found.files.push({ name: NAMES[reporter]!, destination: path.default.resolve(root, file) });
    }
  }
  if (entries.length > 0) found.ofProject = { entries, printsDefault };
  return found;
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
        const name = safe.stringify(test.path.slice(0, depth));
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
  return safe.stringify({ ...sums, ...suiteCounts(reports), testResults });
}
