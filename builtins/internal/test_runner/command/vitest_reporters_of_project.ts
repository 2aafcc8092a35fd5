// Reporters of Vitest that a project brings: modules, classes and objects with functions that are called as files end.
// https://vitest.dev/api/advanced/reporters
import { ConfigurationError } from "internal:test_runner/command/configuration_error";
import { moduleOf, type ProjectReporter } from "internal:test_runner/command/project_reporters";
import { type FileReport, hasFailed } from "internal:test_runner/command/report";
import { keyOf, type TestFile } from "internal:test_runner/command/selection";
import { type Project, TestModule, type TestSuite } from "internal:test_runner/command/vitest_objects";
import { isNotFound, requireIn } from "internal:test_runner/dialects/project_packages";

type Reporter = Record<string, ((...args: unknown[]) => unknown) | undefined>;

/** An entry of `reporters`. */
export interface VitestReporterEntry {
  /** The name or path of a module, or the reporter itself. */
  reporter: unknown;
  options: unknown;
  root: string;
}

/** The methods of Vitest's reporters, by which they are known. */
const METHODS = [
  "onInit",
  "onTestRunStart",
  "onTestModuleQueued",
  "onTestModuleCollected",
  "onTestModuleStart",
  "onTestModuleEnd",
  "onTestCaseReady",
  "onTestCaseResult",
  "onTestSuiteReady",
  "onTestSuiteResult",
  "onTestRunEnd",
  "onUserConsoleLog",
];

/** Whether a module of the command line exports a reporter of Vitest: a class, or an object. */
export function isOfVitest(reporter: unknown): boolean {
  const holder = typeof reporter === "function" ? (reporter.prototype as object | undefined) : reporter;
  return typeof holder === "object" && holder !== null && METHODS.some((name) => name in holder);
}

/** The reporters of a run; their methods are called one after the other. */
export class VitestReporters implements ProjectReporter {
  readonly #reporters: Reporter[];
  readonly #root: string;
  readonly #projects = new Map<string, Project>();
  readonly #modules = new Map<string, TestModule>();
  #queue: Promise<void> = Promise.resolve();
  #hasFailed = false;

  private constructor(reporters: Reporter[], root: string) {
    this.#reporters = reporters;
    this.#root = root;
  }

  /** Loads the modules, for a run of these files. Rejects with a ConfigurationError for one that cannot be loaded. */
  static async load(entries: VitestReporterEntry[], tests: readonly TestFile[]): Promise<VitestReporters> {
    const reporters: Reporter[] = [];
    for (const entry of entries) reporters.push(await loaded(entry));
    const run = new VitestReporters(reporters, entries[0]?.root ?? "");
    for (const { file, name, project } of tests)
      run.#modules.set(keyOf({ file, project }), new TestModule(file, name, run.#projectOf(project)));
    run.#start();
    return run;
  }

  begin(test: TestFile): void {
    const module = this.#modules.get(keyOf(test));
    if (module !== undefined) this.#call("onTestModuleQueued", () => [module]);
  }

  add(report: FileReport): void {
    const module = this.#modules.get(keyOf(report));
    if (module === undefined) return;
    module.take(report);
    this.#hasFailed ||= hasFailed(report);
    this.#call("onTestModuleCollected", () => [module]);
    this.#call("onTestModuleStart", () => [module]);
    if (report.output !== "")
      this.#call("onUserConsoleLog", () => [{ content: report.output, type: "stdout", time: Date.now(), size: 0 }]);
    this.#children(module);
    this.#call("onTestModuleEnd", () => [module]);
  }

  async end(): Promise<string[]> {
    this.#call("onTestRunEnd", () => [
      [...this.#modules.values()].filter((module) => module.endTime > 0),
      [],
      this.#hasFailed ? "failed" : "passed",
    ]);
    await this.#queue;
    return [];
  }

  #start(): void {
    const projects = [...this.#projects.values()];
    const { console } = globalThis as unknown as { console: Reporter };
    const { log, error, warn } = console;
    const vitest = {
      version: installedVersion(this.#root),
      mode: "test",
      config: { root: this.#root, watch: false },
      projects,
      logger: { log, error, warn, console },
      state: { getTestModules: () => [...this.#modules.values()] },
    };
    this.#call("onInit", () => [vitest]);
    const specifications = [...this.#modules.values()].map((module) => ({
      moduleId: module.moduleId,
      project: module.project,
      testModule: module,
    }));
    this.#call("onTestRunStart", () => [specifications]);
  }

  #children(parent: TestModule | TestSuite): void {
    for (const child of parent.children) {
      if (child.type === "suite") {
        this.#call("onTestSuiteReady", () => [child]);
        this.#children(child);
        this.#call("onTestSuiteResult", () => [child]);
        continue;
      }
      this.#call("onTestCaseReady", () => [child]);
      for (const annotation of child.annotations()) this.#call("onTestCaseAnnotate", () => [child, annotation]);
      this.#call("onTestCaseResult", () => {
        child.settle();
        return [child];
      });
    }
  }

  #projectOf(name: string): Project {
    let project = this.#projects.get(name);
    if (project === undefined) this.#projects.set(name, (project = { name, config: { root: this.#root, name } }));
    return project;
  }

  #call(name: string, args: () => unknown[]): void {
    const call = async (): Promise<void> => {
      for (const reporter of this.#reporters) await reporter[name]?.(...args());
    };
    this.#queue = this.#queue.then(call);
    // It is thrown at the end.
    this.#queue.catch(() => {});
  }
}

async function loaded({ reporter, options, root }: VitestReporterEntry): Promise<Reporter> {
  if (typeof reporter === "object" && reporter !== null) return reporter as Reporter;
  const given = typeof reporter === "string" ? await moduleOf(reporter, root, "vitest") : reporter;
  if (typeof given === "object" && given !== null) return given as Reporter;
  if (typeof given !== "function")
    throw new ConfigurationError(`vitest: the reporter "${String(reporter)}" exports a ${typeof given}, not a class`);
  return new (given as new (options: unknown) => Reporter)(options);
}

/** The version of the project's Vitest; undefined when it is not installed. */
function installedVersion(root: string): string | undefined {
  try {
    return requireIn<{ version?: string }>(root, "vitest/package.json").version;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
