// The reporters of a run: our own (`default`, `json`, `github`), and those of `node:test` (spec, dot, tap, junit), which receive
// the events of a run of `--test`.
import type { ErrorText } from "internal:test_runner/dialects/protocol";
import { stderr, stdout } from "internal:test_runner/command/output";
import { DefaultReporter } from "internal:test_runner/command/default_reporter";
import defer * as jestReporters from "internal:test_runner/command/jest_reporters";
import type { TestOptions } from "internal:test_runner/command/options";
import type { FileReport, TestReport, Totals } from "internal:test_runner/command/report";
import type { TestFile } from "internal:test_runner/command/selection";
import defer * as eventReports from "internal:test_runner/command/event_reports";
import { ConfigurationError } from "internal:test_runner/command/configuration_error";
import defer * as vitestReporters from "internal:test_runner/command/vitest_reporters";
import defer * as reporting from "internal:test_runner/reporting";
import defer * as paths from "internal:core/path";
import defer * as fs from "internal:node/fs";

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
  readonly #ofJest: jestReporters.JestReporters | null;
  #events: eventReports.EventReports | undefined;

  /** `notices`: what of the configuration is not supported. `ofJest`: the reporters of its configuration. */
  constructor(options: TestOptions, folder: string, notices: string[], ofJest: jestReporters.JestReporters | null) {
    this.#ofJest = ofJest;
    const reporters = options.reporters.length === 0 ? [{ name: "default", destination: "stdout" }] : options.reporters;
    const ofNode: { name: string; destination: string }[] = [];
    for (const reporter of reporters) {
      const { name, destination } = reporter;
      const write = writerTo(destination);
      if (name === "default") this.#own.push(new DefaultReporter(write, folder, destination === "stdout"));
      else if (name === "json")
        this.#own.push({ end: (reports, totals) => write(`${JSON.stringify({ totals, files: reports }, null, 2)}\n`) });
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
    this.#ofJest?.begin(test);
  }
  add(report: FileReport): void {
    for (const reporter of this.#own) reporter.add?.(report);
    this.#ofJest?.add(report);
    this.#events?.add(report, false);
  }
  /** Takes a report that an earlier process of the run has printed, if its reporters print at once. */
  addPrinted(report: FileReport): void {
    for (const reporter of this.#own) reporter.addPrinted?.(report);
    this.#ofJest?.add(report);
    this.#events?.add(report, true);
  }
  /** Ends all reporters; resolves when they have written, with false when one of Jest's failed. */
  async end(reports: FileReport[], totals: Totals, seed: number | null): Promise<boolean> {
    for (const reporter of this.#own) reporter.end(reports, totals, seed);
    await this.#events?.end(totals);
    if (this.#ofJest === null) return true;
    let errors: string[];
    try {
      errors = await this.#ofJest.end();
    } catch (error) {
      errors = [messageOf(error)];
    }
    for (const error of errors) stderr.write(`brio test: a reporter failed: ${error}\n`);
    return errors.length === 0;
  }
}

/** Our own reporters. */
const OWN = new Set(["default", "json", "github", VITEST_JSON]);

/**
 * Sorts the reporters of the command line: modules of Jest's have another form. Rejects with a ConfigurationError for one that
 * cannot be loaded, or a file that cannot be written.
 */
export async function sortReporters(
  reporters: TestOptions["reporters"],
  root: string,
): Promise<{ own: TestOptions["reporters"]; ofJest: jestReporters.JestReporterEntry[] }> {
  const own: TestOptions["reporters"] = [];
  const ofJest: jestReporters.JestReporterEntry[] = [];
  for (const entry of reporters) {
    const { name, destination } = entry;
    try {
      const reporter: unknown = OWN.has(name) ? {} : await reporting.findReporter(name);
      if (typeof reporter === "function" && jestReporters.isOfJest(reporter)) {
        ofJest.push({ module: name, options: {}, root });
        continue;
      }
      if (typeof reporter !== "function" && typeof reporter !== "object")
        throw new TypeError(`it exports a ${typeof reporter}, not a function or a stream`);
    } catch (error) {
      throw new ConfigurationError(`the reporter "${name}" cannot be loaded: ${messageOf(error)}`);
    }
    own.push(entry);
    if (destination === "stdout" || destination === "stderr") continue;
    try {
      fs.default.mkdirSync(paths.default.dirname(destination), { recursive: true });
      fs.default.closeSync(fs.default.openSync(destination, "a"));
    } catch (error) {
      throw new ConfigurationError(`the report "${destination}" cannot be written: ${messageOf(error)}`);
    }
  }
  return { own, ofJest };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function writerTo(destination: string): (text: string) => void {
  if (destination === "stdout") return (text) => stdout.write(text);
  if (destination === "stderr") return (text) => stderr.write(text);
  let isBegun = false;
  return (text) => {
    if (isBegun) fs.default.appendFileSync(destination, text);
    else fs.default.writeFileSync(destination, text);
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
