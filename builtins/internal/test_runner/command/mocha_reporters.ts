// Reporters of Mocha that a project brings: their constructors receive a runner whose events are sent when all files have ended, so
// that the sums are known as they are in Mocha. https://mochajs.org/api/tutorial-custom-reporter.html
import { ConfigurationError } from "internal:test_runner/command/configuration_error";
import { errorOf } from "internal:test_runner/command/original_errors";
import type { ProjectReporter } from "internal:test_runner/command/project_reporters";
import { moduleOf } from "internal:test_runner/command/project_reporters";
import type { FileReport, TestReport } from "internal:test_runner/command/report";
import { realNow } from "internal:test_runner/clock";
import { EventEmitter } from "internal:node/events";

/** What Mocha passes to reporters of tests that say nothing else. */
const SLOW_MS = 75;
const TIMEOUT_MS = 2000;

/** A reporter by its name or path, with the options that Mocha passes on. */
export interface MochaReporterEntry {
  module: string;
  options: Record<string, unknown>;
  root: string;
}

interface Instance {
  done?(failures: number, callback: (failures: number) => void): void;
}
type Constructor = new (runner: Runner, options: object) => Instance;

/** A reporter of Mocha and the files that it has not seen yet. */
export class MochaReporter implements ProjectReporter {
  readonly #Reporter: Constructor;
  readonly #options: object;
  readonly #reports: FileReport[] = [];

  private constructor(Reporter: Constructor, options: object) {
    this.#Reporter = Reporter;
    this.#options = options;
  }

  /** Loads the module. Rejects with a ConfigurationError when it cannot be loaded or exports no function. */
  static async load({ module, options, root }: MochaReporterEntry): Promise<MochaReporter> {
    const Reporter = await moduleOf(module, root, "mocha");
    if (typeof Reporter !== "function")
      throw new ConfigurationError(`mocha: the reporter "${module}" exports a ${typeof Reporter}, not a function`);
    return new MochaReporter(Reporter as Constructor, { reporterOption: options, reporterOptions: options });
  }

  begin(): void {}

  add(report: FileReport): void {
    this.#reports.push(report);
  }

  async end(): Promise<string[]> {
    const runner = new Runner(this.#reports.toSorted((one, other) => (one.file < other.file ? -1 : 1)));
    const instance = new this.#Reporter(runner, this.#options);
    runner.send();
    if (typeof instance.done === "function")
      await new Promise<void>((resolve) => instance.done!(runner.failures, () => resolve()));
    return [];
  }
}

/** What tests and suites have in common. */
abstract class Node {
  readonly title: string;
  readonly file: string | undefined;
  parent: Suite | undefined;
  pending = false;

  constructor(title: string, file: string | undefined) {
    this.title = title;
    this.file = file;
  }
  titlePath(): string[] {
    const outer = this.parent?.titlePath() ?? [];
    return this.title === "" ? outer : [...outer, this.title];
  }
  fullTitle(): string {
    return this.titlePath().join(" ");
  }
  isPending(): boolean {
    return this.pending || this.parent?.isPending() === true;
  }
  slow(): number {
    return SLOW_MS;
  }
  timeout(): number {
    return TIMEOUT_MS;
  }
  retries(): number {
    return -1;
  }
}

class Suite extends Node {
  readonly root: boolean;
  readonly suites: Suite[] = [];
  readonly tests: Test[] = [];
  readonly ctx = {};

  constructor(title: string, file: string | undefined, isRoot = false) {
    super(title, file);
    this.root = isRoot;
  }
  total(): number {
    return this.suites.reduce((sum, suite) => sum + suite.total(), this.tests.length);
  }
  eachTest(fn: (test: Test) => void): this {
    this.tests.forEach(fn);
    for (const suite of this.suites) suite.eachTest(fn);
    return this;
  }
  addSuite(suite: Suite): Suite {
    suite.parent = this;
    this.suites.push(suite);
    return suite;
  }
  addTest(test: Test): void {
    test.parent = this;
    this.tests.push(test);
  }
}

class Test extends Node {
  readonly type: string;
  state: "passed" | "failed" | "pending" | undefined;
  duration: number | undefined;
  err: Error | undefined;
  readonly body = "";
  readonly async = 0;
  readonly sync = true;
  readonly timedOut = false;
  readonly ctx = {};
  readonly report: TestReport;

  constructor(report: TestReport, title: string, file: string, type = "test") {
    super(title, file);
    this.type = type;
    this.report = report;
    if (report.status === "skip" || report.status === "todo") this.pending = true;
    Object.defineProperty(this, "report", { enumerable: false });
  }
  currentRetry(): number {
    return this.report.retries;
  }
  isPassed(): boolean {
    return !this.isPending() && this.state === "passed";
  }
  isFailed(): boolean {
    return !this.isPending() && this.state === "failed";
  }
}

/** What reporters listen to. */
class Runner extends EventEmitter {
  readonly suite = new Suite("", undefined, true);
  readonly total: number;
  failures = 0;
  test: Test | undefined;
  readonly stats: Record<string, unknown> & Record<"suites" | "tests" | "passes" | "pending" | "failures", number> = {
    suites: 0,
    tests: 0,
    passes: 0,
    pending: 0,
    failures: 0,
  };
  /** What failed outside of tests. */
  readonly #ofFiles: Test[] = [];

  constructor(reports: readonly FileReport[]) {
    super();
    for (const report of reports) this.#addFile(report);
    this.total = this.suite.total();
    this.#countEvents();
  }

  grepTotal(): number {
    return this.total;
  }
  isParallelMode(): boolean {
    return false;
  }

  #addFile({ tests, errors, file, name }: FileReport): void {
    const suites = new Map<string, Suite>([["[]", this.suite]]);
    for (const test of tests) {
      if (test.status === "filtered") continue;
      let at = this.suite;
      for (let depth = 1; depth < test.path.length; depth++) {
        const key = JSON.stringify(test.path.slice(0, depth));
        const known = suites.get(key);
        at = known ?? at.addSuite(new Suite(test.path[depth - 1]!, file));
        if (known === undefined) suites.set(key, at);
      }
      at.addTest(new Test(test, test.path.at(-1)!, file));
    }
    for (const error of errors) {
      const report: TestReport = {
        path: [name],
        status: "fail",
        durationMs: 0,
        errors: [error],
        note: undefined,
        retries: 0,
        line: 0,
        column: 0,
      };
      const test = new Test(report, name, file, "hook");
      test.parent = this.suite;
      this.#ofFiles.push(test);
    }
  }

  /** The sums are those before the reporter's own listeners, as in Mocha. */
  #countEvents(): void {
    const { stats } = this;
    this.once("start", () => void (stats.start = new Date(realNow())));
    this.on("suite", (suite: Suite) => void (suite.root || stats.suites++));
    this.on("pass", () => void stats.passes++);
    this.on("fail", () => void stats.failures++);
    this.on("pending", () => void stats.pending++);
    this.on("test end", () => void stats.tests++);
    this.once("end", () => {
      stats.end = new Date(realNow());
      stats.duration = Number(stats.end) - Number(stats.start);
    });
  }

  /** Sends the events of the run. */
  send(): void {
    this.emit("start");
    for (const test of this.#ofFiles) this.#fail(test);
    this.#sendSuite(this.suite);
    this.emit("end");
  }

  #sendSuite(suite: Suite): void {
    this.emit("suite", suite);
    for (const test of suite.tests) this.#sendTest(test);
    for (const inner of suite.suites) this.#sendSuite(inner);
    this.emit("suite end", suite);
  }

  #sendTest(test: Test): void {
    this.test = test;
    if (test.isPending()) {
      test.state = "pending";
      this.emit("pending", test);
    } else {
      this.emit("test", test);
      test.duration = Math.round(test.report.durationMs);
      if (test.report.status === "fail") this.#fail(test);
      else {
        test.state = "passed";
        this.emit("pass", test);
      }
    }
    this.emit("test end", test);
  }

  #fail(test: Test): void {
    const [first] = test.report.errors;
    const error = errorOf(first);
    Object.assign(error, first?.compared);
    test.state = "failed";
    test.err = error;
    this.failures++;
    this.emit("fail", test, error);
  }
}
