// The root of the tests of a process: their shared state, and the process's events that concern it (uncaught errors,
// signals, exit).
import { environment } from "internal:test_runner/environment";
import { FAILURE, testFailure } from "internal:test_runner/failure";
import { now } from "internal:test_runner/clock";
import { commandLine, type RunConfig } from "internal:test_runner/options";
import type { Run } from "internal:test_runner/rerun";
import type { Snapshots } from "internal:test_runner/snapshot";
import { hasColorfulOutput } from "internal:test_runner/reporting";
import { Test } from "internal:test_runner/test";
import defer * as coverage from "internal:test_runner/coverage/node_coverage";
import defer * as failures from "internal:test_runner/stray_errors";
import defer * as globalSetup from "internal:test_runner/global_setup";
import defer * as rerun from "internal:test_runner/rerun";
import { queueMicrotask } from "internal:core/ticks";
import { clearInterval, setImmediate, setInterval } from "internal:core/timers";
import { cwd } from "native:process";
import processDefault from "internal:node/process";

const process: any = processDefault;
const LONG_MS = 2 ** 31 - 1;
const NEVER_SETTLED = "Promise resolution is still pending but the event loop has already resolved";

/** The settings of a run: those of the command line, and the options of `run()`. */
export type Config = RunConfig & Record<string, any>;

let root: Test | undefined;
let setupsRun = false;

/** Makes the root test of a run. */
export function createRoot(options: object, config: Config): Test {
  const harness = createHarness(config);
  harness.bootstrapPromise = runGlobalSetup(harness, config);
  root = new Test({ ...options, harness, name: "<root>" });
  if (config.coverage) coverage.begin();
  prepareRerun(root, config);
  attachToProcess(root, config);
  root.startTime = now();
  return root;
}

/** The shared state of a run. */
export interface Harness {
  config: Config;
  /** Settles when the first suites are built; null afterwards. */
  buildPromise: Promise<void> | null;
  buildSuites: Promise<void>[];
  isWaitingForBuild: boolean;
  /** What tests wait for: the global setup and the reporters; null afterwards. */
  bootstrapPromise: Promise<unknown> | null;
  success: boolean;
  counters: Counters;
  isWatching: boolean;
  colorsOfFiles: boolean;
  teardown: ((isKilled?: unknown) => Promise<void>) | null;
  globalTeardown: (() => unknown) | null | undefined;
  snapshots: Snapshots | null;
  previousRuns: Run[] | null;
  isFilteringByName: boolean;
  isFilteringByOnly: boolean;
  isFilteringByTags: boolean;
  finishBuild(): Promise<void>;
  resetCounters(): void;
}
/** The numbers of tests by their results. */
interface Counters {
  tests: number;
  failed: number;
  passed: number;
  cancelled: number;
  skipped: number;
  todo: number;
  topLevel: number;
  suites: number;
}

function createHarness(config: Config): Harness {
  const build = Promise.withResolvers<void>();
  const harness: Harness = {
    config,
    buildPromise: build.promise,
    buildSuites: [],
    isWaitingForBuild: false,
    bootstrapPromise: null,
    success: true,
    counters: null as never,
    isWatching: false,
    colorsOfFiles: hasColorfulOutput(config.destinations),
    teardown: null,
    globalTeardown: null,
    snapshots: null,
    previousRuns: null,
    isFilteringByName: Boolean(config.testNamePatterns || config.testSkipPatterns),
    isFilteringByOnly: config.isolation === "process" || environment("NODE_TEST_CONTEXT") ? config.only : true,
    isFilteringByTags: config.testTagFilters != null,
    async finishBuild() {
      if (harness.buildSuites.length > 0) await Promise.all(harness.buildSuites);
      build.resolve();
    },
    resetCounters() {
      harness.success = true;
      harness.counters = {
        __proto__: null,
        tests: 0,
        failed: 0,
        passed: 0,
        cancelled: 0,
        skipped: 0,
        todo: 0,
        topLevel: 0,
        suites: 0,
      } as Counters;
    },
  };
  harness.resetCounters();
  return harness;
}

async function runGlobalSetup(harness: Harness, config: RunConfig): Promise<void> {
  if (setupsRun) return;
  setupsRun = true;
  if (!config.globalSetupPath) return;
  const { setup, teardown } = await globalSetup.load(config.globalSetupPath, config.cwd ?? cwd());
  harness.globalTeardown = teardown;
  await setup?.();
}

function prepareRerun(test: Test, config: RunConfig): void {
  const file = config.rerunFailuresFilePath;
  if (!file) return;
  const { harness } = test;
  harness.previousRuns = rerun.readRuns(file);
  if (harness.previousRuns === null) {
    test.diagnostic(
      `Warning: The rerun failures file at ${file} is not a valid rerun file. The test runner will not be able to rerun failed tests.`,
    );
    failRun(harness);
  } else if (!environment("NODE_TEST_CONTEXT"))
    rerun.record(test.reporter, harness.previousRuns, file, config.cwd ?? cwd());
}

/** Makes the run fail. */
export function failRun(harness: Harness): void {
  harness.success = false;
  process.exitCode = 1;
}

function attachToProcess(test: Test, config: RunConfig): void {
  const { harness } = test;
  const onException = (error: unknown): void => failures.onException(test, error);
  const onRejection = (error: unknown): void => failures.onRejection(test, error);

  const finish = async (isKilled: unknown): Promise<void> => {
    // Hooks of the root run although there is no test.
    if (test.subtests.length === 0 && (test.hooks.before.length > 0 || test.hooks.after.length > 0))
      await test.execute();
    if (isKilled !== true && test.queue.done !== null) {
      // No handle keeps the process alive until then.
      const alive = setInterval(() => {}, LONG_MS);
      await test.queue.done.promise;
      clearInterval(alive);
    }
    test.finish(() => testFailure(NEVER_SETTLED, FAILURE.cancelledByParent));
    const teardown = harness.globalTeardown;
    harness.globalTeardown = null;
    if (teardown) await teardown();
    process.removeListener("uncaughtException", onException);
    process.removeListener("unhandledRejection", onRejection);
    process.removeListener("beforeExit", finish);
    process.removeListener("SIGINT", onSignal);
    process.removeListener("SIGTERM", onSignal);
  };

  const onSignal = async (): Promise<void> => {
    const tests = runningTests(test);
    if (tests.length > 0) {
      test.reporter.interrupted(tests);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await finish(true);
    process.exit();
  };

  process.on("uncaughtException", onException);
  process.on("unhandledRejection", onRejection);
  process.on("beforeExit", finish);
  if (config.isTestRunner) {
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
  }
  harness.teardown = finish;
}

/** The innermost tests that have started and not ended. */
export function leavesRunning(test: Test, found: Test[] = []): Test[] {
  if (test.startTime === null || test.finished || test.endTime !== null) return found;
  for (const subtest of test.subtests) leavesRunning(subtest, found);
  if (test.activeSubtests === 0 && test.parent !== null) found.push(test);
  return found;
}

function runningTests(test: Test): object[] {
  return leavesRunning(test).map(
    ({ name, nesting, loc }) =>
      ({ __proto__: null, name, nesting, file: loc?.file, line: loc?.line, column: loc?.column }) as object,
  );
}

/** The root of a file that was run without `--test` and `run()`, made when its first test is defined. */
export function rootOfFile(): Test {
  if (root !== undefined) return root;
  const entryFile = process.argv?.[1];
  const config = { ...commandLine(), cwd: cwd() };
  const test = createRoot({ entryFile, loc: entryFile ? { line: 1, column: 1, file: entryFile } : undefined }, config);
  test.reporter.on("test:summary", (data: { success: boolean }) => {
    if (!data.success) process.exitCode = 1;
  });
  test.harness.bootstrapPromise = Promise.all([test.harness.bootstrapPromise, config.setup(test.reporter)]);
  return test;
}

/** Starts a test of the root, or of another test, once the run is ready. */
export async function startWhenReady(subtest: Test & { readonly building?: Promise<void> }): Promise<void> {
  const { harness } = subtest.root;
  if (harness.buildPromise) {
    if (harness.bootstrapPromise) {
      await harness.bootstrapPromise;
      harness.bootstrapPromise = null;
    }
    if (subtest.building) harness.buildSuites.push(subtest.building);
    if (!harness.isWaitingForBuild) {
      harness.isWaitingForBuild = true;
      queueMicrotask(() => void harness.finishBuild());
    }
    await harness.buildPromise;
    harness.buildPromise = null;
  }
  await subtest.start();
}
