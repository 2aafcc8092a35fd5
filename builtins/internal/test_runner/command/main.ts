// `brio test`: finds the files, runs each in its dialect, and reports. Exit codes: 0 when all passed, 1 otherwise.
import { nowMs } from "internal:test_runner/clock";
import { readConfig } from "internal:test_runner/command/config";
import type { ProjectConfig } from "internal:test_runner/command/project_config";
import { expectsColors, foreignNotice, foreignRunner, kindOf } from "internal:test_runner/command/detect";
import { findFiles, ignoreTests } from "internal:test_runner/command/discover";
import { FileRun, type FileTask, relativeName } from "internal:test_runner/command/file_run";
import { Journal } from "internal:test_runner/command/journal";
import { readOptions, type TestOptions, UsageError } from "internal:test_runner/command/options";
import { Pool } from "internal:test_runner/command/pool";
import {
  type FileReport,
  hasFailed,
  type Kind,
  plainError,
  type Totals,
  totalsOf,
} from "internal:test_runner/command/report";
import { Reports } from "internal:test_runner/command/reports";
import { shouldColorize } from "internal:core/util/colors";
import type { Job } from "internal:test_runner/dialects/protocol";
import type { Dialect } from "internal:test_runner/dialects/tree";
import { stderr, stdout } from "internal:test_runner/command/output";
import { shuffled } from "internal:test_runner/shuffle";
import { type Launch, launch } from "internal:core/launch";
import { configureResolution } from "internal:loader/run_main";
import defer * as coverageConfig from "internal:test_runner/command/coverage_config";
import defer * as coverage from "internal:test_runner/command/coverage_run";
import defer * as globalSetup from "internal:test_runner/command/global_setup";
import defer * as realms from "internal:test_runner/command/shared_realm";
import { ReusedRealms } from "internal:test_runner/command/reused_realms";
import defer * as history from "internal:test_runner/command/history";
import defer * as changes from "internal:test_runner/command/changes";
import defer * as permissions from "internal:test_runner/command/permission_flags";
import defer * as projects from "internal:test_runner/command/projects";
import defer * as inspection from "internal:core/util/inspect";
import defer * as watching from "internal:test_runner/command/watch";
import processModule from "internal:node/process";
import { availableParallelism } from "native:os";
import { cwd } from "native:process";
import { detectHome, readModuleText, setDefines, setHome } from "native:modules";

/** For the threads of programs. */
/** The kinds of files whose tests this runner runs itself. */
const HAS_DESCRIBE: ReadonlySet<Kind> = new Set<Kind>(["bun", "jest", "vitest", "mocha"]);
const IMPORTS_AS_REQUIRE = "--imports-as-require";
const USAGE_ERROR = 2;
/** The rules of resolution of bundlers, beside those of the homes. */
const BUNDLER = "bundler";
const WITHOUT_BUN = "!bun";
/** How much longer than a test's time-out a file of `node:test` or `Deno.test`, or a program, may report nothing. */
const SILENCE_MS = 5000;
/** The same where tests have no time-out. */
const SILENCE_DEFAULT_MS = 120_000;
/** Reporters whose output is not read by people. */
const DATA = new Set(["json", "junit", "tap", "github"]);
/** Reporters that show no places of tests. */
const WITHOUT_PLACES = new Set(["default", "github"]);

type Process = {
  env: Record<string, string | undefined>;
  exitCode: number | undefined;
  exit(code: number): never;
};
const process = processModule as unknown as Process;

/** Runs the command line. */
export function main(program: Launch): void {
  configureResolution(program);
  const journal = new Journal();
  void runCommand(program, journal).then(
    (code) => {
      journal.done();
      process.exit(code);
    },
    (error: unknown) => {
      const isUsage = error instanceof UsageError;
      stderr.write(isUsage ? `brio test: ${error.message}\n` : `brio test: ${inspection.inspect(error)}\n`);
      journal.done();
      process.exit(isUsage && !error.message.startsWith("no test files") ? USAGE_ERROR : 1);
    },
  );
}

async function runCommand(program: Launch, journal: Journal): Promise<number> {
  const { env } = process;
  const isInCi = env.CI !== undefined && env.CI !== "" && env.CI !== "false";
  const options = readOptions(program, isInCi);
  const folder = cwd();
  const config = await readConfig(folder, options);
  config.notices.push(...options.notices);
  for (const pattern of options.ignored) config.ignored.push(...ignoreTests(pattern));
  config.exclude.push(...config.ignored);
  if (options.permissions.length > 0) options.permissions = policyOf(options);
  if (config.projectSource !== null) config.projects = await projects.readProjects(config, options.projects);
  const all = [config, ...config.projects];
  const defines = all.flatMap((one) => one.defines);
  if (defines.length > 0)
    setDefines(
      defines.map(([name]) => name),
      defines.map(([, value]) => `(${value})`),
      [],
    );
  const problem = coverageConfig.applyFlags(config.coverage, options.coverage, folder);
  if (problem !== null) throw new UsageError(problem);
  const conditions = new Set(all.flatMap((one) => one.conditions));
  if (conditions.size > 0) {
    // The threads of the files have the options of the process.
    program.options.push(...[...conditions].map((condition): [string, string] => ["--conditions", condition]));
    configureResolution(program);
  }
  if (options.exposesGc || all.some((one) => one.exposesGc)) program.options.push(["--expose-gc", ""]);
  const session = new Session(folder, options, config, journal);
  if (options.isWatching) return watching.watch(session);
  return session.runOnce();
}

function policyOf(options: TestOptions): TestOptions["permissions"] {
  try {
    return permissions.policyOf(options.permissions);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** One run, or the runs of `--watch`. */
export class Session {
  readonly folder: string;
  readonly options: TestOptions;
  readonly config: ProjectConfig;
  readonly #kinds = new Map<string, Kind>();
  /** The runners of files that only they can run. */
  readonly #foreign = new Map<string, string>();
  /** The projects of files, where there are several. */
  readonly #projects = new Map<string, ProjectConfig>();
  readonly #coverage: coverage.CoverageRun | null;
  readonly #realm: realms.SharedRealm | null;
  readonly #reused = new ReusedRealms();
  readonly #journal: Journal;

  constructor(folder: string, options: TestOptions, config: ProjectConfig, journal: Journal) {
    this.folder = folder;
    this.options = options;
    this.config = config;
    this.#journal = journal;
    this.#realm = options.isolates ? null : new realms.SharedRealm();
    this.#coverage = config.coverage.isOn ? new coverage.CoverageRun(config, folder) : null;
  }

  /** The files that the options select, sorted. Throws a UsageError when none is found. */
  select(): string[] {
    const { options, config, folder } = this;
    // A change may have given a file another dialect.
    this.#kinds.clear();
    this.#foreign.clear();
    let files = this.#withoutForeign(this.#find());
    if (files.length === 0) {
      if (options.passesWithoutTests || config.passesWithoutTests) return [];
      throw new UsageError(
        "no test files found (names like *.test.ts, *_test.ts, *.spec.ts, and files in __tests__ or test)",
      );
    }
    if (options.changedSince !== null) files = changes.filter(files, folder, options.changedSince);
    if (options.rerunsFailed) files = history.failedFiles(folder, files);
    const seed = this.seed;
    if (seed !== null) files = shuffled(files, seed);
    const { shard } = options;
    return shard === null ? files : files.filter((_file, index) => index % shard.count === shard.index - 1);
  }

  /** Without the tests of runners that run their own files only, which are reported once. */
  #withoutForeign(files: string[]): string[] {
    const found = new Map<string, string[]>();
    const rest = files.filter((file) => {
      this.kindOf(file);
      const runner = this.#foreign.get(file);
      if (runner === undefined) return true;
      found.set(runner, [...(found.get(runner) ?? []), file]);
      return false;
    });
    for (const [runner, theirs] of found) this.config.notices.push(foreignNotice(runner, theirs.length));
    if (found.size > 0 && rest.length === 0) {
      // Nothing else is left to be reported with.
      throw new UsageError(`no test files found that this runner can run: ${this.config.notices.splice(0).join("; ")}`);
    }
    return rest;
  }

  #find(): string[] {
    const { options, config, folder } = this;
    if (config.projects.length === 0) return findFiles(options.patterns, folder, config);
    // A file of several projects runs in the first.
    for (const project of config.projects.toReversed())
      for (const file of findFiles([], folder, project)) this.#projects.set(file, project);
    const all = [...this.#projects.keys()].sort();
    return findFiles(options.patterns, folder, config, (roots) =>
      all.filter((file) => roots.some((root) => file === root || file.startsWith(`${root}/`))),
    );
  }

  #configOf(file: string): ProjectConfig {
    return this.#projects.get(file) ?? this.config;
  }

  get seed(): number | null {
    return this.options.seed ?? this.config.seed;
  }

  /** Runs the selected files; the exit code. */
  async runOnce(): Promise<number> {
    return this.run(this.select());
  }

  /** Runs files and reports; the exit code. */
  async run(files: string[]): Promise<number> {
    const { options, config, folder } = this;
    const start = nowMs();
    const reports = new Reports(options, folder, config.notices.splice(0));
    const bail = options.bail > 0 ? options.bail : config.bail;
    const done: FileReport[] = [];
    const workerCount = this.#realm !== null ? 1 : (options.workerCount ?? availableParallelism());
    const pool = new Pool(Math.min(workerCount, Math.max(1, files.length)));
    this.#reused.begin(files.length, workerCount);
    let failures = 0;
    const take = (report: FileReport): void => {
      failures += report.tests.filter(({ status }) => status === "fail").length;
      done.push(report);
    };
    const journal = this.#journal;
    const setups = await this.#setUp();
    const { left, alone } = this.#continueRun(files, reports, take);
    for (const [selected, size] of [[alone, 1] as const, [left, workerCount] as const]) {
      for (const [rules, group] of this.#groups(selected)) {
        useRules(rules);
        await pool.runAll(group, size, async (file, slot) => {
          if (bail > 0 && failures >= bail) return;
          reports.begin(file);
          journal.begin(file);
          const report = await this.#runFile(file, slot, pool);
          take(report);
          reports.add(report);
          journal.end(report);
        });
      }
    }
    pool.end();
    this.#realm?.end();
    this.#reused.end();
    const isTornDown = await tearDown(setups);
    done.sort((one, other) => (one.file < other.file ? -1 : 1));
    const totals = totalsOf(done, nowMs() - start);
    await reports.end(done, totals, this.seed);
    const isOfAll = options.patterns.length === 0 && options.shard === null && options.changedSince === null;
    const isComplete = isOfAll && files.length === done.length;
    history.record(folder, done, { isComplete, hasAllTests: options.namePattern === null });
    const isCovered = this.#reportCoverage(files);
    const isFound = hasTestOfName(options.namePattern, done, totals);
    return done.some(hasFailed) || !isCovered || !isTornDown || !isFound ? 1 : 0;
  }

  /** Runs the functions that precede all files; null: there are none. */
  async #setUp(): Promise<globalSetup.GlobalSetups | null> {
    const all = [this.config, ...this.config.projects];
    if (all.every((config) => config.globalSetup.length === 0)) return null;
    const setups = new globalSetup.GlobalSetups(all);
    try {
      await setups.setUp();
    } catch (error) {
      await tearDown(setups);
      throw error;
    }
    return setups;
  }

  /** Takes what earlier processes of the run have reported; which files are left, and which of them run one at a time. */
  #continueRun(
    files: string[],
    reports: Reports,
    take: (report: FileReport) => void,
  ): { left: string[]; alone: string[] } {
    const journal = this.#journal;
    if (journal.lastEnd === undefined) return { left: files, alone: [] };
    for (const report of journal.reports.values()) {
      take(report);
      reports.addPrinted(report);
    }
    for (const [file, how] of journal.crashed) {
      const report = this.#emptyReport(file, this.kindOf(file));
      report.errors.push(plainError(`this file ended the process ${how}`));
      take(report);
      reports.begin(file);
      reports.add(report);
      journal.end(report);
    }
    const alone = [...journal.suspects];
    if (alone.length > 0) {
      const names = alone.map((file) => relativeName(this.folder, file)).join(", ");
      stderr.write(
        `brio test: the process ended ${journal.lastEnd} while these files ran; they run again, one at a time: ${names}\n`,
      );
    }
    const known = new Set([...journal.reports.keys(), ...journal.crashed.keys(), ...alone]);
    return { left: files.filter((file) => !known.has(file)), alone };
  }

  /** Whether the thresholds are reached, after the reports of coverage. */
  #reportCoverage(files: string[]): boolean {
    const { options, config } = this;
    if (this.#coverage === null) return true;
    // What other programs read from the standard output stays alone there.
    const isData = options.reporters.some(({ name, destination }) => destination === "stdout" && DATA.has(name));
    const output = isData ? stderr : stdout;
    const problems = this.#coverage.finish(files, {
      print: (text) => output.write(text),
      hasColors: shouldColorize(output),
      writesProfile: files.some((file) => this.kindOf(file) === "deno"),
    });
    for (const problem of problems) stderr.write(`brio test: ${problem}\n`);
    if (!options.isWatching) this.#coverage.end();
    void config;
    return problems.length === 0;
  }

  /** Files by the rules of resolution that they need: the resolver has those of one home at a time. */
  #groups(files: string[]): Map<string, string[]> {
    const groups = new Map<string, string[]>();
    for (const file of files) {
      const rules = this.#rulesOf(file);
      const group = groups.get(rules);
      if (group === undefined) groups.set(rules, [file]);
      else group.push(file);
    }
    return groups;
  }

  /** Suites of Jest and Vitest expect the resolution of bundlers: names without extensions, folders, paths of tsconfig.json. */
  #rulesOf(file: string): string {
    const kind = this.kindOf(file);
    if ((kind === "mocha" || kind === "plain") && this.#configOf(file).importsAsRequire) return BUNDLER;
    return kind === "vitest" || kind === "jest" ? BUNDLER : this.#homeOf(file);
  }

  kindOf(file: string): Kind {
    let kind = this.#kinds.get(file);
    if (kind === undefined) {
      const source = readModuleText(file);
      this.#kinds.set(file, (kind = kindOf(source, file, this.#configOf(file))));
      const runner = kind === "plain" || kind === "jest" || kind === "mocha" ? foreignRunner(source) : null;
      if (runner !== null) this.#foreign.set(file, runner);
    }
    return kind;
  }

  #homeOf(file: string): string {
    const kind = this.kindOf(file);
    if (kind === "bun" || kind === "deno") return kind;
    return kind === "plain" ? detectHome(file) : "node";
  }

  async #runFile(file: string, slot: number, pool: Pool): Promise<FileReport> {
    try {
      const run = new FileRun(this.#taskOf(file, slot));
      pool.watch(slot, run);
      return await run.run();
    } catch (error) {
      const report = this.#emptyReport(file, "plain");
      report.errors.push(plainError(String((error as Error | null)?.stack ?? error)));
      return report;
    }
  }

  #emptyReport(file: string, kind: Kind): FileReport {
    return {
      file,
      name: relativeName(this.folder, file),
      kind,
      tests: [],
      errors: [],
      output: "",
      durationMs: 0,
      snapshots: null,
      assertions: 0,
    };
  }

  #taskOf(file: string, slot: number): FileTask {
    const { options } = this;
    const kind = this.kindOf(file);
    const environment: Record<string, string> = {};
    for (const [name, value] of Object.entries(process.env)) if (value !== undefined) environment[name] = value;
    // Processes that a test starts count too, unless another tool collects their profiles.
    if (this.#coverage !== null) environment.NODE_V8_COVERAGE ??= this.#coverage.profileFolder;
    if (kind === "plain" && expectsColors(readModuleText(file)) && environment.NO_COLOR === undefined)
      environment.FORCE_COLOR ??= "1";
    const nodeOptions: [string, string][] = [];
    if (kind === "node" || kind === "deno") {
      environment.NODE_TEST_CONTEXT = "child-v8";
      environment.NODE_TEST_WORKER_ID = String(slot + 1);
      if (options.namePattern !== null) nodeOptions.push(["--test-name-pattern", options.namePattern]);
      if (options.timeoutMs !== null) nodeOptions.push(["--test-timeout", String(options.timeoutMs)]);
      // What a test of Deno leaves open does not keep the run waiting.
      if (kind === "deno" || options.detectsLeaks) nodeOptions.push(["--test-force-exit", ""]);
      if (options.detectsLeaks) nodeOptions.push(["--detect-leaks", ""]);
      for (const name of options.sanitizers) nodeOptions.push([name, ""]);
      if (options.update === "all") nodeOptions.push(["--test-update-snapshots", ""]);
    }
    if (kind === "plain" && this.#configOf(file).importsAsRequire) nodeOptions.push([IMPORTS_AS_REQUIRE, ""]);
    const job = this.#jobOf(file, kind, slot);
    // Counters of coverage, and permissions that a file gave up, are those of a realm.
    const canReuse = HAS_DESCRIBE.has(kind) && this.#coverage === null && options.permissions.length === 0;
    job.reusesRealm = canReuse && this.#reused.mayReuse(job);
    if (job.reusesRealm) job.known = this.#reused.knownFor(job.dialect);
    return {
      file,
      name: relativeName(this.folder, file),
      kind,
      home: this.#homeOf(file),
      job,
      environment,
      options: [...nodeOptions, ...options.permissions],
      // The snapshots of @std/testing are updated with this argument.
      arguments: [...options.programArguments, ...(kind === "deno" && options.update === "all" ? ["--update"] : [])],
      fileTimeoutMs: silenceLimit(options.timeoutMs),
      realm: job.reusesRealm ? this.#reused.realmOf(slot) : this.#realm,
      noteLoaded: (loaded) => this.#reused.noteLoaded(loaded),
    };
  }

  #jobOf(file: string, kind: Kind, slot: number): Job {
    const { options } = this;
    const config = this.#configOf(file);
    const dialect: Dialect = kind === "node" || kind === "plain" ? "jest" : kind;
    const isProgram = kind === "node" || kind === "plain";
    const ofDeno = config.denoPreload === null ? [] : [config.denoPreload];
    const ownSetup = kind === "bun" ? config.preload : kind === "deno" ? ofDeno : isProgram ? [] : config.setupFiles;
    return {
      file,
      dialect,
      home: this.#homeOf(file),
      timeoutMs: options.timeoutMs ?? config.timeoutMs,
      hookTimeoutMs: config.hookTimeoutMs,
      retry: Math.max(options.retry, config.retry),
      repeats: options.repeats,
      concurrencyMax: options.concurrencyMax ?? config.concurrencyMax,
      hooksInOrder: config.hooksInOrder,
      provided: config.provided,
      unstubsGlobals: config.unstubsGlobals,
      unstubsEnvironment: config.unstubsEnvironment,
      importsAsRequire: this.#rulesOf(file) === BUNDLER,
      moduleFolders: config.moduleFolders,
      isAllConcurrent: options.isAllConcurrent || (kind === "vitest" && config.isAllConcurrent),
      pattern: options.namePattern,
      runsTodo: options.runsTodo,
      onlyMarked: options.onlyMarked,
      seed: this.seed,
      bail: options.bail > 0 ? options.bail : config.bail,
      update: options.update,
      setupFiles: [...options.preload, ...ownSetup],
      setupFilesAfterEnv: kind === "jest" ? config.setupFilesAfterEnv : [],
      environment:
        kind === "jest" || kind === "vitest"
          ? environmentOf(file, options.environment ?? environmentFor(config, file))
          : null,
      environmentOptions: config.environmentOptions,
      hasGlobals: kind !== "vitest" || (options.hasGlobals ?? config.hasGlobals ?? true),
      globals: config.globals,
      aliases: config.aliases,
      variables: config.variables,
      transforms: kind === "jest" ? config.transforms : null,
      resolver: kind === "jest" ? config.resolver : null,
      requiresAssertions: kind === "vitest" && config.requiresAssertions,
      clearMocks: config.clearMocks,
      resetMocks: config.resetMocks,
      restoreMocks: config.restoreMocks,
      snapshotFormat: config.snapshotFormat,
      snapshotSerializers: config.snapshotSerializers,
      useFakeTimers: config.useFakeTimers,
      fakeTimers: config.fakeTimers,
      automocks: config.automocks,
      packageMocks: kind === "jest" ? config.packageMocks : [],
      detectsLeaks: options.detectsLeaks,
      readsPlaces: options.reporters.some(({ name }) => !WITHOUT_PLACES.has(name)),
      checksResults: kind === "jest" && config.runner === "jest",
      sharesRealm: this.#realm !== null,
      reusesRealm: false,
      known: { builtins: [], globals: [] },
      root: config.root,
      workerId: slot + 1,
    };
  }
}

/** Bun's rules are those of bundlers, but packages have other code for Bun than for the Node that runs such files. */
function useRules(rules: string): void {
  const isBundler = rules === BUNDLER;
  setHome(isBundler ? "bun" : rules);
  const program = launch();
  const at = program.options.findIndex(([name, value]) => name === "--conditions" && value === WITHOUT_BUN);
  if (isBundler === (at !== -1)) return;
  // The threads of the files have the options of the process.
  if (isBundler) program.options.push(["--conditions", WITHOUT_BUN]);
  else program.options.splice(at, 1);
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

/** Runs the functions that follow all files; whether none failed. */
async function tearDown(setups: globalSetup.GlobalSetups | null): Promise<boolean> {
  const errors = (await setups?.tearDown()) ?? [];
  for (const error of errors) stderr.write(`brio test: the global tear-down failed: ${inspection.inspect(error)}\n`);
  return errors.length === 0;
}

/** How long a file may report nothing, in milliseconds; 0: for ever, as with `--timeout 0`. */
function silenceLimit(timeoutMs: number | null): number {
  if (timeoutMs === null) return SILENCE_DEFAULT_MS;
  return timeoutMs === 0 ? 0 : timeoutMs + SILENCE_MS;
}

/** The environment that the configuration has for a file. */
function environmentFor({ environmentMatches, environment, root }: ProjectConfig, file: string): string | null {
  const match = environmentMatches.find(([test]) => test(relativeName(root, file), file));
  return match?.[1] ?? environment;
}

/** `@vitest-environment` and `@jest-environment` in the first comment of a file. */
function environmentOf(file: string, otherwise: string | null): string | null {
  const head = readModuleText(file).slice(0, 2_000);
  return /@(?:vitest|jest)-environment\s+([\w@/.-]+)/.exec(head)?.[1] ?? otherwise;
}
