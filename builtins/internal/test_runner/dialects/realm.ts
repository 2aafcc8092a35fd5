// Runs one test file of the dialects with `describe` and `it` in this realm: globals, set-up files, the file, its tests.
import { nowMs } from "internal:test_runner/clock";
import { beginDefinition, collectSuites, type Definition, newDefinition } from "internal:test_runner/dialects/define";
import defer * as annotations from "internal:test_runner/dialects/annotations";
import defer * as tags from "internal:test_runner/tags";
import defer * as errorTexts from "internal:test_runner/dialects/error_text";
import { Execution } from "internal:test_runner/dialects/execute";
import type { RunSettings, TestResult } from "internal:test_runner/dialects/run_settings";
import { globalsOf, setTestFile, vitestIndex, vitestModule } from "internal:test_runner/dialects/faces";
import { FileSettings, setFileSettings, setProvided } from "internal:test_runner/dialects/file_settings";
import { DEFAULT_TIMEOUT_MS, recordStatus, setDeadline } from "internal:test_runner/dialects/limits";
import type { Job, Message, ResultMessage } from "internal:test_runner/dialects/protocol";
import { installModules } from "internal:test_runner/dialects/realm_modules";
import { runningTest, setCurrentTest } from "internal:test_runner/dialects/running_test";
import { type Case, SkipSignal, type Suite } from "internal:test_runner/dialects/tree";
import defer * as chaiNames from "internal:test_runner/expect/chai_names";
import { expect } from "internal:test_runner/expect/expect";
import { setEqualityRules } from "internal:test_runner/expect/equality";
import { SnapshotFile } from "internal:test_runner/expect/snapshot_file";
import { addSerializer, setSnapshotFormat } from "internal:test_runner/expect/snapshot_format";
import { newState, setState, setTaskFinder } from "internal:test_runner/expect/state";
import type { Loaded, RealmBaseline } from "internal:test_runner/dialects/realm_baseline";
import { isLoaded, safe } from "internal:core/bootstrap";
import defer * as abort from "web:abort";
import { launch } from "internal:core/launch";
import defer * as guard from "internal:loader/import_guard";
import { importFrom } from "internal:loader/dynamic_import";
import defer * as codeCache from "internal:loader/code_cache";
import * as loading from "internal:loader/load";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as leaks from "internal:test_runner/leaks";
import defer * as viteEnvironment from "internal:test_runner/dialects/vite_environment";
import defer * as environments from "internal:test_runner/dialects/environments";
import defer * as clocks from "internal:test_runner/jest/clock_control";
import defer * as moduleMocks from "internal:test_runner/jest/module_mocks";
import defer * as mocks from "internal:test_runner/jest/mock_function";
import defer * as rootHooks from "internal:test_runner/dialects/root_hooks";
import defer * as spies from "internal:test_runner/jest/spy";
import { setInSourceTests } from "internal:loader/import_meta";
import processModule from "internal:node/process";
import * as uncaught from "internal:core/uncaught";
import { readModuleText } from "native:modules";
import { flush } from "native:stdio";

const HOOK_TIMEOUT_VITEST_MS = 10_000;
const CONCURRENCY: Record<string, number> = { bun: 20 };
const CONCURRENCY_MAX = 5;
/**
 * Results are sent together, but no later than after this time in milliseconds. Those of tests that pass can wait: shared memory has
 * their statuses. The first failures are sent at once: the next test may end the process, and with it their errors.
 */
const BATCH_MS = 20;
const URGENT_FAILURES = 100;
const PASSED_BATCH_MS = 250;
const BATCH_MAX = 2000;
/** Loading a file may take as long, in milliseconds. */
const LOAD_MS = 120_000;

type Send = (message: Message) => void;

/** Owns what the file opens outside of its tests: when it is loaded, and in hooks of suites. */
const OUTSIDE = Symbol("outside of tests");

/**
 * Runs the job; resolves when all tests have run and snapshots are written. `restrict` limits what its files may do. `baseline`:
 * how the realm was, if it may be used again. Returns whether it can be.
 */
export async function runJob(
  job: Job,
  send: Send,
  restrict: () => void,
  baseline: RealmBaseline | null,
): Promise<boolean> {
  const fail = (error: unknown): void => send({ kind: "error", error: errorTexts.errorText(error) });
  const removeGlobals = prepare(job, (processModule as { env: Record<string, string> }).env);
  restrict();
  baseline?.beginFile();
  const { definition, settings, snapshots } = beginFile(job);
  let execution: Execution | undefined;
  const stray = (error: unknown): void => {
    if (execution?.takeStray(error) !== true) fail(error);
  };
  const removeListeners = listenToStray(job, stray);
  const leave = (): void => {
    removeListeners();
    if (isLoaded("internal:test_runner/jest/clock_control")) clocks.useRealTimers();
    if (isLoaded("internal:test_runner/jest/module_mocks")) moduleMocks.forgetAll();
  };
  const start = nowMs();
  const watch = job.detectsLeaks ? new leaks.LeakWatch(() => runningTest() ?? OUTSIDE) : null;
  setDeadline(LOAD_MS, -1);
  try {
    await loadAll(job);
    await Promise.all(definition.pending);
    await collectSuites(definition.root);
  } catch (error) {
    fail(error);
    leave();
    flush();
    send({ kind: "end", keepsRealm: job.sharesRealm, loaded: NOTHING, assertions: 0, snapshots: null });
    return job.sharesRealm;
  }
  setDeadline(0, -1);
  const results = new ResultSender(send);
  execution = new Execution(definition, runSettings(job, settings, snapshots, results, fail, watch));
  setCurrentTest(() => execution!.current);
  setTaskFinder(
    job.dialect === "vitest" ? () => execution!.current?.context?.task as object | undefined : () => undefined,
  );
  const plan = execution.plan();
  send({ ...planOf(plan, job.readsPlaces), loadMs: nowMs() - start });
  await execution.run();
  results.flush();
  const isComplete = job.pattern === null && plan.every(({ fate }) => fate !== "filtered") && !execution.isStopped;
  await tearDownEnvironment(fail);
  const left = watch === null ? [] : await watch.leaksOf(OUTSIDE);
  if (left.length > 0) fail(leaks.leakError(left, "this file leaks"));
  let counts: SnapshotFile["counts"] | null = null;
  try {
    counts = snapshots.save(isComplete);
  } catch (error) {
    fail(error);
  }
  leave();
  // The output comes before the end: after it, the thread belongs to no file.
  flush();
  const realm = leaveRealm(job, baseline, removeGlobals);
  send({ kind: "end", ...realm, assertions: results.assertions, snapshots: counts });
  return realm.keepsRealm;
}

/** Calls `stray` with errors that no code catches. Returns a function that ends that. */
function listenToStray({ dialect }: Job, stray: (error: unknown) => void): () => void {
  // The listeners of a program receive only what it emits itself there.
  if (dialect === "jest" || dialect === "bun") {
    uncaught.setRunner(stray);
    return () => uncaught.setRunner(null);
  }
  const process = processModule as {
    on(event: string, listener: (error: unknown) => void): void;
    off(event: string, listener: (error: unknown) => void): void;
    listenerCount(event: string): number;
  };
  // Vitest leaves errors to the listeners of the program, where it has some.
  const unlessListened =
    (event: string) =>
    (error: unknown): void => {
      if (process.listenerCount(event) === 1) stray(error);
    };
  const thrown = dialect === "vitest" ? unlessListened("uncaughtException") : stray;
  // Mocha receives rejections that no code handles, and ignores those of the program.
  const rejected = dialect === "mocha" ? (): void => {} : unlessListened("unhandledRejection");
  process.on("uncaughtException", thrown);
  process.on("unhandledRejection", rejected);
  return () => {
    process.off("uncaughtException", thrown);
    process.off("unhandledRejection", rejected);
  };
}

/** What the tests of a file are defined in and run with. */
function beginFile(job: Job): { definition: Definition; settings: FileSettings; snapshots: SnapshotFile } {
  const definition = newDefinition(job.dialect);
  definition.readsPlaces = job.readsPlaces;
  definition.checksResults = job.checksResults;
  definition.tagRules = job.tagRules;
  beginDefinition(definition);
  const timeoutMs = job.timeoutMs ?? DEFAULT_TIMEOUT_MS[job.dialect];
  const hookTimeoutMs = job.hookTimeoutMs ?? (job.dialect === "vitest" ? HOOK_TIMEOUT_VITEST_MS : timeoutMs);
  const settings = new FileSettings({ timeoutMs, hookTimeoutMs, retry: job.retry, seed: job.seed });
  setFileSettings(settings);
  const flavor = job.dialect === "vitest" || job.dialect === "bun" ? job.dialect : "jest";
  const snapshots = new SnapshotFile(job.file, flavor, job.update, job.snapshotPath ?? undefined);
  setState(newState(undefined, job.file, snapshots));
  return { definition, settings, snapshots };
}

async function tearDownEnvironment(fail: (error: unknown) => void): Promise<void> {
  try {
    await tearDown?.();
  } catch (error) {
    fail(error);
  }
}

/** Whether the realm can serve another file, and what later realms are to load first. */
function leaveRealm(
  { file, sharesRealm }: Job,
  baseline: RealmBaseline | null,
  removeGlobals: () => void,
): { keepsRealm: boolean; loaded: Loaded } {
  if (baseline === null) return { keepsRealm: sharesRealm, loaded: NOTHING };
  removeGlobals();
  removeHooks();
  removeHooks = (): void => {};
  if (isLoaded("internal:test_runner/jest/module_mocks")) moduleMocks.leaveLoader();
  if (baseline.difference() !== null) return { keepsRealm: false, loaded: baseline.loaded() };
  forgetFile(file);
  return { keepsRealm: true, loaded: NOTHING };
}

const NOTHING: Loaded = { builtins: [], globals: [] };

/** What the loader and the runner have of the file. */
function forgetFile(file: string): void {
  loading.clearModules();
  codeCache.beginUse(file);
  if (isLoaded("internal:loader/commonjs")) commonjs.clearModules();
  if (isLoaded("internal:test_runner/jest/mock_function")) mocks.forgetMocks();
  if (isLoaded("internal:test_runner/jest/spy")) spies.forgetReplaced();
}

/** The tests as a message; the paths of suites, which most tests share, are in it once. */
function planOf(tests: readonly Case[], readsPlaces: boolean): Omit<Message & { kind: "plan" }, "loadMs"> {
  const indices = new Map<Suite, number>();
  const suitePaths: string[][] = [];
  const suites = tests.map((test) => {
    let index = indices.get(test.parent);
    if (index === undefined) {
      indices.set(test.parent, (index = suitePaths.length));
      suitePaths.push(test.path.slice(0, -1));
    }
    return index;
  });
  const places = readsPlaces ? tests.flatMap(({ line, column }) => [line, column]) : null;
  return { kind: "plan", names: tests.map(({ name }) => name), suites, suitePaths, places };
}

/** Returns a function that removes the globals again. */
function prepare(job: Job, environment: Record<string, string>): () => void {
  environment.NODE_ENV ??= "test";
  setVariables(environment, variablesOf(job));
  if (job.dialect === "vitest") viteEnvironment.install(environment, job.root, job.variables.MODE ?? "test");
  setTestFile(job.file);
  setProvided(job.provided);
  // A realm that is used again has them from its beginning.
  const removeGlobals = job.reusesRealm ? (): void => {} : defineTestGlobals(job);
  Object.assign(globalThis, job.globals);
  setSnapshotFormat(job.snapshotFormat);
  if (job.dialect === "vitest") chaiNames.addChaiWords();
  setEqualityRules(job.dialect);
  return removeGlobals;
}

/** The variables of a file besides those of its thread. */
function variablesOf({ dialect, workerId, variables }: Job): Record<string, string> {
  const id = String(workerId);
  const own: Record<string, string> =
    dialect === "vitest"
      ? { VITEST: "true", VITEST_MODE: "RUN", TEST: "true", VITEST_POOL_ID: id, VITEST_WORKER_ID: id }
      : dialect === "jest"
        ? { JEST_WORKER_ID: id }
        : {};
  return { ...own, ...variables };
}

/** Sets those that have another value: a change of the environment costs its comparison. */
function setVariables(environment: Record<string, string>, variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) if (environment[name] !== value) environment[name] = value;
}

/** Defines the globals of the job's dialect. Returns a function that removes those that the program has not replaced. */
export function defineTestGlobals({ hasGlobals, dialect }: Job): () => void {
  const members = hasGlobals ? globalsOf(dialect) : {};
  if (dialect === "vitest") Object.defineProperty(members, "__vitest_index__", { get: vitestIndex });
  return defineGlobals(members);
}

function defineGlobals(members: object): () => void {
  const globals = Object.entries(Object.getOwnPropertyDescriptors(members));
  for (const [name, { get, value }] of globals) {
    if (get === undefined) defineGlobal(name, value);
    else defineLazyGlobal(name, get);
  }
  return () => {
    for (const [name, { get, value }] of globals) {
      const now = safe.getOwnPropertyDescriptor(globalThis, name);
      if (now?.get === get && now?.value === value) delete (globalThis as Record<string, unknown>)[name];
    }
  };
}

function defineGlobal(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

/** A global that is made when it is read; the program may replace it. */
function defineLazyGlobal(name: string, make: () => unknown): void {
  Object.defineProperty(globalThis, name, {
    get: make,
    set: (value: unknown) => defineGlobal(name, value),
    configurable: true,
    enumerable: false,
  });
}

/** What undoes the environment of the file. */
let tearDown: environments.TearDown | null = null;
/** Removes the hooks of the file. */
let removeHooks = (): void => {};
/** The files that this realm has run. */
let runCount = 0;

async function loadAll(job: Job): Promise<void> {
  const parent = `${job.root}/_`;
  const named = [...job.setupFiles, ...job.setupFilesAfterEnv, ...job.snapshotSerializers, job.file];
  // The command line and the configuration name them.
  if (launch().restricts) for (const file of named) guard.approveImported(file, parent);
  // In a realm that files share, those of the file before would be called, too.
  removeHooks();
  removeHooks = installModules(job);
  if (job.inlinedPackages.length > 0) moduleMocks.setInlinedPackages(job.inlinedPackages);
  if (job.packageMocks.length > 0) moduleMocks.setPackageMocks(mocks.JEST, job.packageMocks);
  const { environment, environmentOptions, root } = job;
  if (environment !== null)
    tearDown = await environments.install(environment, environmentOptions, root, job.file, job.dialect);
  if (Object.keys(job.fakeTimers).length > 0) clocks.setFakeTimerDefaults(job.fakeTimers);
  if (job.useFakeTimers) clocks.useFakeTimers(job.dialect === "vitest" ? "vitest" : "jest");
  runCount++;
  if (job.dialect === "mocha") await rootHooks.setUp(parent, job.setupFiles);
  else
    for (const file of [...job.setupFiles, ...job.setupFilesAfterEnv]) {
      // In a realm that files share, they run again; those of Bun are loaded once.
      const isAgain = job.sharesRealm && runCount > 1 && job.dialect !== "bun" && file.startsWith("/");
      await importFrom(parent, isAgain ? `${file}?run=${runCount}` : file, undefined, false);
    }
  for (const file of job.snapshotSerializers) {
    const { default: serializer } = (await importFrom(parent, file, undefined, false)) as { default: never };
    addSerializer(serializer);
  }
  if (job.dialect === "vitest" && readModuleText(job.file).includes("import.meta.vitest"))
    setInSourceTests(job.file, await vitestModule());
  if (job.automocks) moduleMocks.setAutomock(mocks.JEST, [job.file, ...job.setupFiles, ...job.setupFilesAfterEnv]);
  await importFrom(parent, job.file, undefined, false);
}

function runSettings(
  job: Job,
  settings: FileSettings,
  snapshots: SnapshotFile,
  results: ResultSender,
  fail: (error: unknown) => void,
  watch: leaks.LeakWatch | null,
): ConstructorParameters<typeof Execution>[1] {
  return {
    dialect: job.dialect,
    file: job.file,
    get timeoutMs() {
      return settings.timeoutMs;
    },
    get hookTimeoutMs() {
      return settings.hookTimeoutMs;
    },
    get retry() {
      return settings.retry;
    },
    repeats: job.repeats,
    concurrencyMax: job.concurrencyMax ?? CONCURRENCY[job.dialect] ?? CONCURRENCY_MAX,
    pattern: job.pattern === null ? null : new RegExp(job.pattern, job.dialect === "jest" ? "i" : ""),
    tagFilter: tagFilterOf(job),
    runsTodo: job.runsTodo,
    requiresAssertions: job.requiresAssertions,
    onlyMarked: job.onlyMarked,
    seed: job.seed,
    bail: job.bail,
    isAllConcurrent: job.isAllConcurrent,
    hooksInOrder: job.hooksInOrder,
    beforeTest() {
      if (job.restoreMocks) mocks.restoreAllMocks();
      if (job.resetMocks) mocks.resetAllMocks();
      if (job.clearMocks) mocks.clearAllMocks();
      if (job.unstubsGlobals) spies.restoreProperties(globalThis);
      if (job.unstubsEnvironment) spies.restoreProperties(processModule.env);
    },
    snapshots,
    contextOf: (test) => (job.dialect === "vitest" ? (test.context = vitestContext(test, job)) : {}),
    handleEvent: tearDown === null ? null : environments.eventHandler(),
    leaks: watch,
    report: (result) => results.add(result),
    fail,
  };
}

function tagFilterOf({ tagFilters }: Job): RunSettings["tagFilter"] {
  if (tagFilters.length === 0) return null;
  const filters = tagFilters.map((expression) => tags.parseTagFilter(expression, "--tagsFilter"));
  return (own) => tags.evaluateTagFilters(filters, own);
}

/** The argument of Vitest's tests. https://vitest.dev/guide/test-context */
function vitestContext(test: Case, job: Job): Record<string, unknown> {
  // Most tests do not read their signal.
  let controller: InstanceType<typeof abort.AbortController> | undefined;
  let aborted: { reason: unknown } | undefined;
  test.abort = (reason) => {
    aborted ??= { reason };
    controller?.abort(reason);
  };
  return {
    task: {
      id: String(test.id),
      name: test.name,
      type: "test",
      mode: test.options.mode,
      meta: test.meta,
      tags: test.options.tags ?? [],
      file: { name: relativeTo(job.root, job.file), filepath: job.file },
      suite: suiteOf(test.parent),
      timeout: test.options.timeout,
      retry: test.options.retry,
      result: {
        get state() {
          return test.outcome === undefined ? "run" : (test.outcome?.length ?? 0) > 0 ? "fail" : "pass";
        },
        get errors() {
          return test.outcome ?? [];
        },
        retryCount: test.triedCount,
        repeatCount: test.repeatedCount,
      },
    },
    expect,
    get signal() {
      controller ??= new abort.AbortController();
      if (aborted !== undefined) controller.abort(aborted.reason);
      return controller.signal;
    },
    onTestFinished: (fn: () => unknown) => void (test.finished ??= []).push(fn),
    onTestFailed: (fn: () => unknown) => void (test.failed ??= []).push(fn),
    annotate: (...args: [string, unknown?, object?]) => annotations.annotatorOf(test)(...args),
    skip: (condition?: unknown, note?: string) => {
      if (condition === false) return;
      throw new SkipSignal(typeof condition === "string" ? condition : note);
    },
  };
}

function relativeTo(root: string, file: string): string {
  return file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
}

/** A suite as Vitest's reporters know it. */
function suiteOf(suite: Suite): object | undefined {
  if (suite.parent === null) return undefined;
  return { type: "suite", name: suite.name, suite: suiteOf(suite.parent), mode: suite.options.mode, meta: {} };
}

/** Microseconds are precise enough, and short as JSON. */
const STEPS_PER_MS = 1000;
function roundedMs(ms: number): number {
  return Math.round(ms * STEPS_PER_MS) / STEPS_PER_MS;
}

/** Sends results in groups. */
class ResultSender {
  readonly #send: Send;
  #waiting: ResultMessage[] = [];
  #passed: number[] = [];
  #last = nowMs();
  #hasErrors = false;
  #failures = 0;
  assertions = 0;

  constructor(send: Send) {
    this.#send = send;
  }
  add({ test, status, durationMs, errors, note, retries, assertions }: TestResult): void {
    this.assertions += assertions;
    recordStatus(test.id, status);
    const { annotations: notes } = test;
    if (status === "pass" && note === undefined && retries === 0 && notes === undefined)
      this.#passed.push(test.id, roundedMs(durationMs));
    else
      this.#waiting.push({
        id: test.id,
        status,
        durationMs: roundedMs(durationMs),
        errors: errors.map((error) => errorTexts.errorText(error)),
        note,
        retries,
        annotations: notes,
      });
    if (errors.length > 0) this.#hasErrors = true;
    const isUrgent = errors.length > 0 && ++this.#failures <= URGENT_FAILURES;
    const now = nowMs();
    if (
      !isUrgent &&
      this.#waiting.length + this.#passed.length / 2 < BATCH_MAX &&
      now - this.#last < (this.#hasErrors ? BATCH_MS : PASSED_BATCH_MS)
    )
      return;
    this.#last = now;
    this.flush();
  }
  flush(): void {
    const results = this.#waiting;
    const passed = this.#passed;
    if (results.length + passed.length === 0) return;
    this.#waiting = [];
    this.#passed = [];
    this.#hasErrors = false;
    this.#send({ kind: "results", results, passed });
  }
}
