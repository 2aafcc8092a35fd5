// `brio test`: finds the files, runs each in its dialect, and reports. Exit codes: 0 when all passed, 1 otherwise.
import { nowMs } from "internal:test_runner/clock";
import { readConfig } from "internal:test_runner/command/config";
import { type ProjectConfig, readJson } from "internal:test_runner/command/project_config";
import { commandOfScript } from "internal:test_runner/command/script_command";
import { useCompilation, withCompilation } from "internal:test_runner/command/compilation";
import { ignoreTests } from "internal:test_runner/command/discover";
import { byWorkers } from "internal:test_runner/command/file_workers";
import defer * as fileRuns from "internal:test_runner/command/file_run";
import type { FileTask } from "internal:test_runner/command/file_task";
import defer * as realmFiles from "internal:test_runner/command/realm_files";
import { Journal } from "internal:test_runner/command/journal";
import { readOptions, type TestOptions, UsageError } from "internal:test_runner/command/options";
import { Pool } from "internal:test_runner/command/pool";
import {
  emptyReport,
  type FileReport,
  hasFailed,
  plainError,
  type Totals,
  totalsOf,
} from "internal:test_runner/command/report";
import { ConfigurationError } from "internal:test_runner/command/configuration_error";
import { projectReporters } from "internal:test_runner/command/project_reporter_list";
import { Reports, sortReporters } from "internal:test_runner/command/reports";
import { shouldColorize } from "internal:core/util/colors";
import { BUNDLER, grouped, keyOf, type Rules, Selection, type TestFile } from "internal:test_runner/command/selection";
import { stderr, stdout } from "internal:test_runner/command/output";
import { taskOf } from "internal:test_runner/command/tasks";
import defer * as mainThread from "internal:test_runner/command/main_thread_file";
import { configOfScript } from "internal:test_runner/command/scripts";
import { type Launch, launch } from "internal:core/launch";
import { configureResolution } from "internal:loader/run_main";
import defer * as coverageConfig from "internal:test_runner/command/coverage_config";
import defer * as coverage from "internal:test_runner/command/coverage_run";
import defer * as globalSetup from "internal:test_runner/command/global_setup";
import { SharedRealm } from "internal:test_runner/command/shared_realm";
import { ReusedRealms } from "internal:test_runner/command/reused_realms";
import { TransformerThreads } from "internal:test_runner/command/transformer_threads";
import defer * as history from "internal:test_runner/command/history";
import defer * as permissions from "internal:test_runner/command/permission_flags";
import defer * as projects from "internal:test_runner/command/projects";
import defer * as inspection from "internal:core/util/inspect";
import defer * as watching from "internal:test_runner/command/watch";
import processModule from "internal:node/process";
import { availableParallelism } from "native:os";
import { cwd } from "native:process";
import { setDefines, setHome } from "native:modules";

const USAGE_ERROR = 2;
const WITHOUT_BUN = "!bun";
/** The conditions of `exports` that groups of files have had. */
const OF_GROUPS = new Set<string>();
/** Whether files were compiled with substitutions, which belong to their project. */
let hasDefines = false;
/** Reporters whose output is not read by people. */
const DATA = new Set(["json", "junit", "tap", "github"]);
type Process = {
  env: Record<string, string | undefined>;
  exitCode: number | undefined;
  exit(code: number): never;
  loadEnvFile(file: string): void;
};
const process = processModule as unknown as Process;
/** `process.exit` before a test can replace it. */
const exit: Process["exit"] = process.exit;

/** Runs the command line. */
export function main(program: Launch): void {
  configureResolution(program);
  const journal = new Journal();
  void runCommand(program, journal).then(
    (code) => {
      journal.done();
      exit(code);
    },
    (error: unknown) => {
      const isUsage = error instanceof UsageError;
      const isPlain = isUsage || error instanceof ConfigurationError;
      stderr.write(isPlain ? `brio test: ${error.message}\n` : `brio test: ${inspection.inspect(error)}\n`);
      journal.done();
      exit(isUsage && !error.message.startsWith("no test files") ? USAGE_ERROR : 1);
    },
  );
}

async function runCommand(program: Launch, journal: Journal): Promise<number> {
  const { env } = process;
  const folder = cwd();
  const manifest = readJson(`${folder}/package.json`);
  const script = commandOfScript(manifest, folder);
  const isInCi = env.CI !== undefined && env.CI !== "" && env.CI !== "false";
  const options = readOptions(program, isInCi, script);
  setVariables(script?.variables ?? [], options.variableFiles);
  // The threads of the files have the options of the process.
  program.options.push(...options.features.map((name): [string, string] => ["--feature", name]));
  const config = await readConfig(folder, options, options.configFile === null ? (script?.collector ?? null) : null);
  config.notices.push(...options.notices);
  for (const pattern of options.ignored) config.ignored.push(...ignoreTests(pattern));
  config.exclude.push(...config.ignored);
  if (options.permissions.length > 0) options.permissions = policyOf(options);
  if (config.projectSource !== null) config.projects = await projects.readProjects(config, options.projects);
  if (options.otherConfigurations.length > 0 && options.configFile === null)
    config.projects = await projects.withOtherConfigurations(config, options.otherConfigurations, {
      folder,
      name: configOfScript(manifest) ?? "default",
      selected: options.projects,
    });
  const all = [config, ...config.projects];
  const problem = coverageConfig.applyFlags(config.coverage, options.coverage, folder);
  if (problem !== null) throw new UsageError(problem);
  for (const one of all) one.compilation = withCompilation(one.compilation, options.compilation);
  if (options.exposesGc || all.some((one) => one.exposesGc)) program.options.push(["--expose-gc", ""]);
  const session = new Session(folder, options, config, journal);
  if (options.isWatching) return watching.watch(session);
  if (options.listsFiles) return listFiles(session);
  return session.runOnce();
}

/** What the script sets before its runner, and files with variables, of which the environment of the run has precedence. */
function setVariables(variables: [name: string, value: string][], files: string[]): void {
  // Options of Node are not those of this process.
  for (const [name, value] of variables) if (name !== "NODE_OPTIONS") process.env[name] = value;
  for (const file of files) {
    try {
      process.loadEnvFile(file);
    } catch (error) {
      throw new UsageError(`--env-file: ${(error as Error).message}`);
    }
  }
}

function policyOf(options: TestOptions): TestOptions["permissions"] {
  try {
    return permissions.policyOf(options.permissions);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function listFiles(session: Session): number {
  for (const { file } of session.select()) stdout.write(`${file}\n`);
  return 0;
}

/** One run, or the runs of `--watch`. */
export class Session {
  readonly folder: string;
  readonly options: TestOptions;
  readonly config: ProjectConfig;
  readonly #selection: Selection;
  readonly #coverage: coverage.CoverageRun | null;
  readonly #realm: SharedRealm | null;
  readonly #ofMocha = new SharedRealm();
  readonly #reused = new ReusedRealms();
  readonly #transformers = new TransformerThreads();
  readonly #journal: Journal;
  readonly #seed: number | null;
  /** What of the configuration could not be read. */
  readonly #problems: string[];

  constructor(folder: string, options: TestOptions, config: ProjectConfig, journal: Journal) {
    this.folder = folder;
    this.options = options;
    this.config = config;
    this.#journal = journal;
    this.#selection = new Selection(folder, options, config);
    this.#seed = options.seed ?? config.seed;
    this.#problems = config.problems.map((problem) => `${problem}; the tests run without it`);
    this.#realm = options.isolates === false ? new SharedRealm() : null;
    this.#coverage = config.coverage.isOn ? new coverage.CoverageRun(config, folder) : null;
  }

  /** The files that the options select, in the order of the run. Throws a UsageError when none is found. */
  select(): TestFile[] {
    return this.#selection.select(this.#seed);
  }

  /** Runs the selected files; the exit code. */
  async runOnce(): Promise<number> {
    return this.run(this.select());
  }

  /** Runs files and reports; the exit code. */
  async run(tests: TestFile[]): Promise<number> {
    const { options, config, folder } = this;
    const start = nowMs();
    const reports = await this.#reports(tests);
    const bail = options.bail > 0 ? options.bail : config.bail;
    const done: FileReport[] = [];
    const workerCount = this.#realm !== null ? 1 : (options.workerCount ?? availableParallelism());
    const pool = new Pool(Math.min(workerCount, Math.max(1, tests.length)));
    this.#reused.begin(tests.length, workerCount);
    let failures = 0;
    const take = (report: FileReport): void => {
      failures += report.tests.filter(({ status }) => status === "fail").length;
      done.push(report);
    };
    const journal = this.#journal;
    const setups = await this.#setUp(tests);
    const { left, alone } = this.#continueRun(tests, reports, take);
    const isGiven = options.workerCount !== null;
    const batches = isGiven ? [[left, workerCount] as const] : byWorkers(left, workerCount, config.fileWorkers);
    for (const [selected, size] of [[alone, 1] as const, ...batches]) {
      for (const [rules, group] of grouped(selected)) {
        useRules(rules);
        await pool.runAll(group, size, (files, slot) =>
          this.#runFiles(files, slot, pool, {
            isOnly: tests.length === 1,
            isOver: () => bail > 0 && failures >= bail,
            isStopping: bail > 0,
            begins: (test) => reports.begin(test),
            ends: (report) => {
              take(report);
              reports.add(report);
              journal.end(report);
            },
          }),
        );
      }
    }
    pool.end();
    this.#realm?.end();
    this.#ofMocha.end();
    this.#reused.end();
    this.#transformers.end();
    const isTornDown = await tearDown(setups);
    done.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const totals = totalsOf(done, nowMs() - start);
    const isReported = await reports.end(done, totals, this.#seed);
    const isOfAll = options.patterns.length === 0 && options.shard === null && options.changedSince === null;
    const isComplete = isOfAll && tests.length === done.length;
    history.record(folder, done, { isComplete, hasAllTests: options.namePattern === null });
    const isCovered = this.#reportCoverage(tests, done.some(hasFailed));
    const isFound = hasTestOfName(options.namePattern, done, totals);
    const isConfigured = this.#problems.length === 0;
    return done.some(hasFailed) || !isCovered || !isTornDown || !isFound || !isConfigured || !isReported ? 1 : 0;
  }

  /** The reporters of the command line, or else of the configuration, for a run of these files. */
  async #reports(tests: readonly TestFile[]): Promise<Reports> {
    const { options, config, folder } = this;
    const isGiven = options.reporters.length > 0;
    const sorted = await sortReporters(isGiven ? options.reporters : config.fileReporters, config.runner === "mocha");
    const ofProject = await projectReporters(this, sorted, tests);
    const notices = [...config.notices.splice(0), ...this.#problems];
    const isReplaced = isGiven
      ? sorted.own.length > 0 || sorted.mocha.length + sorted.vitest.length > 0
      : config.mochaReporter !== null || config.vitestReporters?.printsDefault === false;
    const all = isReplaced ? sorted.own : [{ name: "default", destination: "stdout" }, ...sorted.own];
    return new Reports(all, folder, notices, ofProject);
  }

  /** Runs the functions that precede all files, and those of the projects of `tests`; null: there are none. */
  async #setUp(tests: TestFile[]): Promise<globalSetup.GlobalSetups | null> {
    const all = [...new Set([...tests.map(({ config }) => config), this.config])];
    if (all.every((config) => config.globalSetup.length === 0)) return null;
    const setups = new globalSetup.GlobalSetups(all);
    try {
      await setups.setUp();
      // What the outer configuration provides is for all projects.
      for (const config of all) config.provided = { ...this.config.provided, ...config.provided };
    } catch (error) {
      await tearDown(setups);
      throw error;
    }
    return setups;
  }

  /** Takes what earlier processes of the run have reported; which files are left, and which of them run one at a time. */
  #continueRun(
    tests: TestFile[],
    reports: Reports,
    take: (report: FileReport) => void,
  ): { left: TestFile[]; alone: TestFile[] } {
    const journal = this.#journal;
    if (journal.lastEnd === undefined) return { left: tests, alone: [] };
    for (const report of journal.reports.values()) {
      take(report);
      reports.addPrinted(report);
    }
    const alone: TestFile[] = [];
    const left: TestFile[] = [];
    for (const test of tests) {
      const key = keyOf(test);
      const report = endOf(test, journal);
      if (report !== null) {
        take(report);
        reports.begin(test);
        reports.add(report);
        journal.end(report);
      } else if (journal.suspects.has(key)) alone.push(test);
      else if (!journal.reports.has(key)) left.push(test);
    }
    if (alone.length > 0) {
      const names = alone.map(({ name }) => name).join(", ");
      stderr.write(
        `brio test: the process ended ${journal.lastEnd} while these files ran; they run again, one at a time: ${names}\n`,
      );
    }
    return { left, alone };
  }

  /** Whether the thresholds are reached, after the reports of coverage. */
  #reportCoverage(tests: TestFile[], hasFailures: boolean): boolean {
    const { options, config } = this;
    if (this.#coverage === null) return true;
    if (hasFailures && config.runner === "vitest" && !config.coverage.reportsFailed) {
      stderr.write("brio test: coverage is not reported, because tests failed (coverage.reportOnFailure of Vitest)\n");
      if (!options.isWatching) this.#coverage.end();
      return true;
    }
    // What other programs read from the standard output stays alone there.
    const isData = options.reporters.some(({ name, destination }) => destination === "stdout" && DATA.has(name));
    const output = isData ? stderr : stdout;
    const problems = this.#coverage.finish([...new Set(tests.map(({ file }) => file))], {
      print: (text) => output.write(text),
      hasColors: shouldColorize(output),
      writesProfile: tests.some(({ kind }) => kind === "deno"),
    });
    for (const problem of problems) stderr.write(`brio test: ${problem}\n`);
    if (!options.isWatching) this.#coverage.end();
    return problems.length === 0;
  }

  /** Runs files one after the other, those that can share a realm together. */
  async #runFiles(tests: TestFile[], slot: number, pool: Pool, events: RunEvents): Promise<void> {
    for (let at = 0; at < tests.length && !events.isOver();) {
      const test = tests[at]!;
      this.#journal.begin(test);
      const task = this.#taskIfValid(test, slot, events);
      if (task !== null && isOfDialect(task) && !this.#runsHere(task, events)) {
        at += await this.#runInRealm(task, tests.slice(at), slot, pool, events);
        continue;
      }
      at++;
      if (task === null) continue;
      events.begins(test);
      if (isOfDialect(task)) events.ends(await mainThread.runHere(task, this.#journal));
      else {
        const run = new fileRuns.FileRun(task);
        pool.watch(slot, run);
        events.ends(await run.run());
      }
    }
  }

  /** Whether the only file of the run can run in this thread. */
  #runsHere(task: FileTask, { isOnly }: RunEvents): boolean {
    return isOnly && !this.options.isWatching && mainThread.canRunHere(task, this.options, this.#journal);
  }

  /** What a file is to run; null when that is not valid, which is reported. */
  #taskIfValid(test: TestFile, slot: number, events: RunEvents): FileTask | null {
    try {
      return this.#taskOf(test, slot);
    } catch (error) {
      const report = emptyReport(test);
      report.errors.push(plainError(error instanceof UsageError ? error.message : inspection.inspect(error)));
      events.begins(test);
      events.ends(report);
      return null;
    }
  }

  /** Runs the first of the files, and those that follow it and need the same realm. Resolves with the number of those that have ended. */
  async #runInRealm(first: FileTask, tests: TestFile[], slot: number, pool: Pool, events: RunEvents): Promise<number> {
    const tasks = [first];
    const mayShare = first.job.reusesRealm && first.job.transforms === null && !events.isStopping;
    const key = mayShare && tests.length > 1 ? realmFiles.keyOfRealm(first) : "";
    for (const test of mayShare ? tests.slice(1) : []) {
      // The file of another project may need a channel, which is opened with its task.
      const next = test.config === tests[0]!.config ? this.#taskOf(test, slot) : null;
      if (next === null || next.realm !== first.realm || realmFiles.keyOfRealm(next) !== key) break;
      tasks.push(next);
      this.#journal.begin(test);
    }
    const files = new realmFiles.RealmFiles(tasks, {
      begins: (index) => events.begins(tests[index]!),
      ends: events.ends,
    });
    pool.watch(slot, files);
    const count = await files.run();
    this.#transformers.close(slot, first.job.transformerPort);
    return count;
  }

  #taskOf(test: TestFile, slot: number): FileTask {
    return taskOf(test, slot, {
      options: this.options,
      seed: this.#seed,
      profileFolder: this.#coverage?.profileFolder ?? null,
      realm: this.#realm,
      realmOfMocha: this.#ofMocha,
      reused: this.#reused,
      transformers: this.#transformers,
    });
  }
}

/** What a run does with its files. */
interface RunEvents {
  /** The run has one file. */
  isOnly: boolean;
  /** Failures can end the run. */
  isStopping: boolean;
  /** Whether they have. */
  isOver(): boolean;
  begins(test: TestFile): void;
  ends(report: FileReport): void;
}

/** Whether a file has `describe` and `it`. */
function isOfDialect({ kind }: FileTask): boolean {
  return kind === "bun" || kind === "jest" || kind === "vitest" || kind === "mocha";
}

/** Bun's rules are those of bundlers, but packages have other code for Bun than for the Node that runs such files. */
function useRules({ resolution, conditions, compilation, defines }: Rules): void {
  if (defines.length > 0 || hasDefines) {
    setDefines(
      defines.map(([name]) => name),
      defines.map(([, value]) => `(${value})`),
      [],
    );
    hasDefines = true;
  }
  const isBundler = resolution === BUNDLER;
  setHome(isBundler ? "bun" : resolution);
  useCompilation(compilation);
  const program = launch();
  program.options = program.options.filter(([name, value]) => name !== "--conditions" || !OF_GROUPS.has(value));
  const own = isBundler ? [WITHOUT_BUN, ...conditions] : conditions;
  for (const condition of own) {
    OF_GROUPS.add(condition);
    program.options.push(["--conditions", condition]);
  }
  configureResolution(program);
}

/** Bun's runs fail when no test has the name; those of others do not. */
function hasTestOfName(pattern: string | null, reports: FileReport[], totals: Totals): boolean {
  const { filtered, passed, failed, skipped, todo } = totals;
  if (pattern === null || filtered === 0 || passed + failed + skipped + todo > 0) return true;
  if (reports.some(({ kind }) => kind !== "bun")) return true;
  stderr.write(`brio test: no test has a name that matches "${pattern}" (${filtered} in ${reports.length} files)\n`);
  return false;
}

/** The report of a file that has ended its process; null for other files. */
function endOf(test: TestFile, journal: Journal): FileReport | null {
  const key = keyOf(test);
  if (journal.left !== undefined && keyOf(journal.left) === key) return journal.left;
  if (journal.overdue?.key === key) return mainThread.reportOfOverdue(test, journal.overdue.found);
  const how = journal.crashed.get(key);
  if (how === undefined) return null;
  const report = emptyReport(test);
  report.errors.push(plainError(`this file ended the process ${how}`));
  return report;
}

/** Runs the functions that follow all files; whether none failed. */
async function tearDown(setups: globalSetup.GlobalSetups | null): Promise<boolean> {
  const errors = (await setups?.tearDown()) ?? [];
  for (const error of errors) stderr.write(`brio test: the global tear-down failed: ${inspection.inspect(error)}\n`);
  return errors.length === 0;
}
