// The reporters that a configuration of Jest names besides those of the runner: modules such as `jest-junit`.
// https://jestjs.io/docs/configuration#reporters-arraymodulename--modulename-options
import { ConfigurationError } from "internal:test_runner/command/configuration_error";
import { messageOf, moduleOf, type ProjectReporter } from "internal:test_runner/command/project_reporters";
import { aggregated, fileResult, type FileResult } from "internal:test_runner/command/jest_results";
import type { FileReport } from "internal:test_runner/command/report";
import type { TestFile } from "internal:test_runner/command/selection";
import { realNow } from "internal:test_runner/clock";

type Method = (...args: unknown[]) => unknown;
type Reporter = Record<string, Method | undefined>;

/** An entry of `reporters`; `root`: the folder of the configuration. */
export interface JestReporterEntry {
  module: string;
  options: object;
  root: string;
}

/** What Jest knows of a file before its result. */
interface KnownFile {
  path: string;
  context: { config: { rootDir: string; cwd: string; displayName: undefined } };
  duration?: number;
}

/** The reporters of a run; their methods are called one after the other. */
export class JestReporters implements ProjectReporter {
  readonly #reporters: Reporter[];
  readonly #root: string;
  readonly #total: number;
  readonly #startTime = realNow();
  readonly #reports: FileReport[] = [];
  readonly #results: FileResult[] = [];
  #queue: Promise<void> = Promise.resolve();

  private constructor(reporters: Reporter[], root: string, total: number) {
    this.#reporters = reporters;
    this.#root = root;
    this.#total = total;
  }

  /** Loads the modules, for a run of `total` files. Rejects with a ConfigurationError for one that cannot be loaded. */
  static async load(entries: JestReporterEntry[], total: number): Promise<JestReporters> {
    const reporters: Reporter[] = [];
    for (const { module, options, root } of entries) reporters.push(await loaded(module, options, root));
    const run = new JestReporters(reporters, entries[0]?.root ?? "", total);
    run.#call("onRunStart", () => [run.#sums(), { estimatedTime: 0, showStatus: false }]);
    return run;
  }

  begin(test: TestFile): void {
    const known = this.#known(test.file);
    this.#call("onTestFileStart", () => [known], "onTestStart");
  }

  add(report: FileReport): void {
    this.#reports.push(report);
    const result = fileResult(report, realNow());
    this.#results.push(result);
    const known = { ...this.#known(report.file), duration: report.durationMs };
    // Jest does not report tests that are skipped one by one.
    for (const one of result.testResults)
      if (one.status !== "pending") this.#call("onTestCaseResult", () => [known, one]);
    const sums = this.#sums();
    this.#call("onTestFileResult", () => [known, result, sums], "onTestResult");
  }

  /** Resolves with what reporters say went wrong, when all of them have ended. Rejects with the error of one. */
  async end(): Promise<string[]> {
    const contexts = new Set(this.#reports.map(({ file }) => this.#known(file).context));
    this.#call("onRunComplete", () => [contexts, this.#sums()]);
    await this.#queue;
    const errors = this.#reporters.map((reporter) => reporter.getLastError?.());
    return errors.filter((error) => error !== undefined && error !== null).map((error) => messageOf(error));
  }

  #known(path: string): KnownFile {
    return { path, context: { config: { rootDir: this.#root, cwd: this.#root, displayName: undefined } } };
  }

  #sums(): object {
    return aggregated(this.#reports, [...this.#results], this.#total, this.#startTime);
  }

  /** Calls a method of all reporters, or the one that it replaces where a reporter has only that. */
  #call(name: string, args: () => unknown[], older = ""): void {
    const call = async (): Promise<void> => {
      const given = args();
      for (const reporter of this.#reporters)
        await (reporter[name] === undefined ? reporter[older]?.(...given) : reporter[name](...given));
    };
    this.#queue = this.#queue.then(call);
    // It is thrown at the end.
    this.#queue.catch(() => {});
  }
}

const METHODS = ["onRunStart", "onTestResult", "onTestFileResult", "onTestCaseResult", "onRunComplete"];

/** Whether a module of the command line is a reporter of Jest. */
export function isOfJest(reporter: unknown): boolean {
  const { prototype } = Object(reporter) as { prototype?: object };
  return typeof prototype === "object" && METHODS.some((name) => name in prototype);
}

async function loaded(module: string, options: object, root: string): Promise<Reporter> {
  const Class = (await moduleOf(module, root, "jest")) as new (...args: unknown[]) => Reporter;
  try {
    return new Class({ rootDir: root, watch: false, watchAll: false, verbose: false, reporters: [] }, options, {
      firstRun: true,
      previousSuccess: true,
      startRun: () => {},
    });
  } catch (error) {
    throw new ConfigurationError(`jest: the reporter "${module}" cannot be loaded: ${messageOf(error)}`);
  }
}
