// The reporters of a run: our own (`default`, `json`, `github`), and those of `node:test` (spec, dot, tap, junit), which receive
// the events of a run of `--test`.
import { safe } from "internal:core/bootstrap";
import type { ErrorText } from "internal:test_runner/dialects/protocol";
import { stderr, stdout } from "internal:test_runner/command/output";
import { DefaultReporter } from "internal:test_runner/command/default_reporter";
import defer * as jestReporters from "internal:test_runner/command/jest_reporters";
import defer * as vitestOfProject from "internal:test_runner/command/vitest_reporters_of_project";
import { messageOf, type ProjectReporter } from "internal:test_runner/command/project_reporters";
import type { TestOptions } from "internal:test_runner/command/options";
import type { FileReport, TestReport, Totals } from "internal:test_runner/command/report";
import type { TestFile } from "internal:test_runner/command/selection";
import defer * as eventReports from "internal:test_runner/command/event_reports";
import { ConfigurationError } from "internal:test_runner/command/configuration_error";
import defer * as vitestReporters from "internal:test_runner/command/vitest_reporters";
import defer * as reporting from "internal:test_runner/reporting";
import defer * as paths from "internal:core/path";
import { appendFileSync, closeSync, openSync, writeFileSync } from "internal:node/fs/sync_io";
import { mkdirSync } from "internal:node/fs/sync_tree";

/** As in `vitest_reporters`, which few runs load. */
const VITEST_JSON = "vitest-json";

/** One of our own reporters. */
interface OwnReporter {
  begin?(test: TestFile): void;
  add?(report: FileReport): void;
  /** The report of a file that an earlier process of the run has printed. */
  addPrinted?(report: FileReport): void;
  end(reports: FileReport[], totals: Totals, seed: number | null): void;
}

export class Reports {
  readonly #own: OwnReporter[] = [];
  readonly #ofProject: ProjectReporter[];
  #events: eventReports.EventReports | undefined;

  /** `notices`: what of the configuration is not supported. `ofProject`: reporters that the project brings. */
  constructor(reporters: TestOptions["reporters"], folder: string, notices: string[], ofProject: ProjectReporter[]) {
    this.#ofProject = ofProject;
    const ofNode: { name: string; destination: string }[] = [];
    for (const reporter of reporters) {
      const { name, destination } = reporter;
      const write = writerTo(destination);
      if (name === "default") this.#own.push(new DefaultReporter(write, folder, destination === "stdout"));
      else if (name === "json")
        this.#own.push({ end: (reports, totals) => write(`${safe.stringify({ totals, files: reports }, null, 2)}\n`) });
      else if (name === VITEST_JSON)
        this.#own.push({ end: (reports, totals) => write(vitestReporters.vitestJson(reports, totals)) });
      else if (name === "github") this.#own.push({ end: (reports) => write(annotations(reports)) });
      else ofNode.push(reporter);
    }
    if (ofNode.length > 0) this.#events = new eventReports.EventReports(ofNode);
    for (const notice of notices) stderr.write(`brio test: ${notice}\n`);
  }

  begin(test: TestFile): void {
    for (const reporter of this.#own) reporter.begin?.(test);
    for (const reporter of this.#ofProject) reporter.begin(test);
  }
  add(report: FileReport): void {
    for (const reporter of this.#own) reporter.add?.(report);
    for (const reporter of this.#ofProject) reporter.add(report);
    this.#events?.add(report, false);
  }
  /** Takes a report that an earlier process of the run has printed, if its reporters print at once. */
  addPrinted(report: FileReport): void {
    for (const reporter of this.#own) reporter.addPrinted?.(report);
    for (const reporter of this.#ofProject) reporter.add(report);
    this.#events?.add(report, true);
  }
  /** Ends all reporters; resolves when they have written, with false when one failed. */
  async end(reports: FileReport[], totals: Totals, seed: number | null): Promise<boolean> {
    for (const reporter of this.#own) reporter.end(reports, totals, seed);
    const errors: string[] = [];
    const attempt = async (ended: Promise<string[] | void> | undefined): Promise<void> => {
      try {
        errors.push(...((await ended) ?? []));
      } catch (error) {
        errors.push(messageOf(error));
      }
    };
    await attempt(this.#events?.end(totals));
    for (const reporter of this.#ofProject) await attempt(reporter.end());
    for (const error of errors) stderr.write(`brio test: a reporter failed: ${error}\n`);
    return errors.length === 0;
  }
}

/** Our own reporters. */
const OWN = new Set(["default", "json", "github", VITEST_JSON]);

/** The reporters of the command line by their forms. */
export interface SortedReporters {
  own: TestOptions["reporters"];
  /** Modules of the project. */
  jest: string[];
  mocha: string[];
  vitest: string[];
}

/**
 * Sorts the reporters of the command line; `isOfMocha`: functions are reporters of Mocha. Rejects with a ConfigurationError for one
 * that cannot be loaded, or a file that cannot be written.
 */
export async function sortReporters(reporters: TestOptions["reporters"], isOfMocha: boolean): Promise<SortedReporters> {
  const sorted: SortedReporters = { own: [], jest: [], mocha: [], vitest: [] };
  for (const entry of reporters) {
    const { name, destination } = entry;
    const form = OWN.has(name) ? "own" : await formOf(name, isOfMocha);
    if (form !== "own") {
      sorted[form].push(name);
      continue;
    }
    sorted.own.push(entry);
    if (destination === "stdout" || destination === "stderr") continue;
    try {
      mkdirSync(paths.default.dirname(destination), { recursive: true });
      closeSync(openSync(destination, "a"));
    } catch (error) {
      throw new ConfigurationError(`the report "${destination}" cannot be written: ${messageOf(error)}`);
    }
  }
  return sorted;
}

/** The form of a reporter: one of `node:test` is ours. */
async function formOf(name: string, isOfMocha: boolean): Promise<keyof SortedReporters> {
  let reporter: unknown;
  try {
    reporter = await reporting.findReporter(name);
    if (typeof reporter !== "function" && typeof reporter !== "object")
      throw new TypeError(`it exports a ${typeof reporter}, not a function or a stream`);
  } catch (error) {
    // Mocha takes names of files without `./`.
    if (isOfMocha && paths.default.extname(name) !== "" && !/^[./]/.test(name)) return "mocha";
    throw new ConfigurationError(`the reporter "${name}" cannot be loaded: ${messageOf(error)}`);
  }
  if (typeof reporter === "function" && jestReporters.isOfJest(reporter)) return "jest";
  if (vitestOfProject.isOfVitest(reporter)) return "vitest";
  return isOfMocha && !isOfNode(reporter) ? "mocha" : "own";
}

/** Whether a reporter is a generator or a stream, as those of `node:test` are. */
function isOfNode(reporter: unknown): boolean {
  if (typeof reporter !== "function") return true;
  const { prototype } = reporter as { prototype?: object };
  const isGenerator = Object.prototype.toString.call(reporter) !== "[object Function]";
  return isGenerator || (typeof prototype === "object" && prototype !== null && "pipe" in prototype);
}

function writerTo(destination: string): (text: string) => void {
  if (destination === "stdout") return (text) => stdout.write(text);
  if (destination === "stderr") return (text) => stderr.write(text);
  let isBegun = false;
  return (text) => {
    if (isBegun) appendFileSync(destination, text);
    else writeFileSync(destination, text);
    isBegun = true;
  };
}

/** Tests that are to do have errors too. */
function isFailed({ status }: TestReport): boolean {
  return status === "fail";
}

/** https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function annotations(reports: FileReport[]): string {
  const escape = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const noteLines = (report: FileReport): string[] =>
    report.tests.flatMap(({ path, annotations: notes = [] }) =>
      notes.map(({ type, message, line: at }) => {
        const command = type === "error" || type === "warning" ? type : "notice";
        const title = escape(path.join(" > ")).replaceAll(",", "%2C").replaceAll(":", "%3A");
        return `::${command} file=${report.name},line=${at || 1},title=${title}::${escape(message)}\n`;
      }),
    );
  const line = (report: FileReport, name: string, error: ErrorText): string =>
    `::error file=${report.name},line=${error.line || 1},title=${escape(name).replaceAll(",", "%2C").replaceAll(":", "%3A")}::${escape(error.message)}\n`;
  return reports
    .flatMap((report) => [
      ...report.errors.map((error) => line(report, report.name, error)),
      ...noteLines(report),
      ...report.tests
        .filter(isFailed)
        .flatMap((test) => test.errors.map((error) => line(report, test.path.join(" > "), error))),
    ])
    .join("");
}
