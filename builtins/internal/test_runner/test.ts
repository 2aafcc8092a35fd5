// A test: its options, its place in the tree, its subtests in their order, and its result. How it runs is in
// `internal:test_runner/run_test`, how it ends and is reported in `internal:test_runner/finish`.
// https://nodejs.org/api/test.html
import { AsyncResource } from "internal:node/async_hooks";
import { TestsStream, type About } from "internal:test_runner/events";
import { FAILURE, testFailure } from "internal:test_runner/failure";
import { classify, isLeftOut } from "internal:test_runner/filters";
import { type Place, publicPlace } from "internal:test_runner/scope";
import { TIMEOUT_MAX, type TestPlan } from "internal:test_runner/plan";
import type { Config, Harness } from "internal:test_runner/harness";
import type { TestHook } from "internal:test_runner/hook";
import type { MockTracker } from "internal:test_runner/mock/tracker";
import { SubtestQueue } from "internal:test_runner/subtests";
import { type ExpectedFailure, judgeFailure, readExpectedFailure } from "internal:test_runner/expected_failure";
import * as finishing from "internal:test_runner/finish";
import * as running from "internal:test_runner/run_test";
import defer * as contexts from "internal:test_runner/context";
import defer * as hooks from "internal:test_runner/hook";
import defer * as replay from "internal:test_runner/rerun";
import defer * as tags from "internal:test_runner/tags";
import { AbortError, ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { kResistStopPropagation } from "internal:core/events/symbols";
import { queueMicrotask } from "internal:core/ticks";
import { validateAbortSignal, validateNumber, validateUint32 } from "internal:core/validators";
import { AbortController, type AbortSignal } from "web:abort";
import defer * as os from "internal:node/os";

/** The options of tests as programs pass them, and the runner's own. */
export interface TestOptions {
  name?: unknown;
  fn?: unknown;
  concurrency?: unknown;
  timeout?: unknown;
  only?: boolean;
  plan?: number;
  signal?: AbortSignal;
  skip?: unknown;
  tags?: unknown;
  todo?: unknown;
  expectFailure?: unknown;
  parent?: Test;
  loc?: Place;
  /** Of the root. */
  harness?: Harness;
  entryFile?: string;
}

export type HookName = "before" | "after" | "beforeEach" | "afterEach";

/** The function of tests without one, or that are not to run; it has no name. */
const NOTHING: () => void = Object.defineProperty(() => {}, "name", { value: "" });
const NO_TAGS: readonly string[] = Object.freeze([]);
const NO_TAG_SET: ReadonlySet<string> = new Set();

/** Discards the events of tests that are left out. */
let nowhere: TestsStream | undefined;

export class Test {
  readonly resource = new AsyncResource("Test");
  name: string;
  fn: (...args: unknown[]) => unknown;
  /** null for the root. */
  readonly parent: Test | null;
  readonly root: Test;
  readonly config: Config;
  readonly nesting: number;
  readonly testId: number;
  readonly tagSet: ReadonlySet<string>;
  /** Of the root only: the shared state of the run. */
  harness: Harness = null as never;
  nextTestId = 1;
  loc: Place | undefined;
  entryFile: string | undefined;
  reporter: TestsStream;
  concurrency: number;
  timeout: number | null = null;
  only: boolean | undefined;
  runOnlySubtests = false;
  hasOnlyTests = false;
  filtered = false;
  filteredByName = false;
  filteredByTag = false;

  skipped: boolean;
  isTodo: boolean;
  message: string | null;
  expectFailure: ExpectedFailure | false;
  expectedAssertions: number | undefined;
  plan: TestPlan | null = null;
  mock: MockTracker | null = null;

  passed = false;
  cancelled = false;
  finished = false;
  reported = false;
  error: any = null;
  startTime: bigint | null = null;
  endTime: bigint | null = null;
  /** The number of earlier runs (`--test-rerun-failures`), and the run in which it passed. */
  attempt: number | undefined = undefined;
  passedAttempt: number | undefined = undefined;
  replayedDuration: bigint | undefined = undefined;
  readonly diagnostics: unknown[] = [];

  subtests: Test[] = [];
  testNumber = 0;
  outputSubtestCount = 0;
  activeSubtests = 0;
  isBuilt = false;
  hasReportedStart = false;
  /** Of a running test: its position among the reports of its parent's subtests. */
  reportOrder = 0;
  #queue: SubtestQueue | undefined;
  readonly hooks: Record<HookName, TestHook[]> = { before: [], after: [], beforeEach: [], afterEach: [] };
  #ownAfterEachCount = 0;

  abortController = new AbortController();
  readonly outerSignal: AbortSignal | undefined;
  #context: unknown;
  #tags: readonly string[] | null = null;

  /** Throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE or ERR_OUT_OF_RANGE for invalid options. */
  constructor(options: TestOptions) {
    const { parent, only, timeout, todo, skip, signal, loc, expectFailure } = options;
    this.fn = typeof options.fn === "function" ? (options.fn as Test["fn"]) : NOTHING;
    this.name = typeof options.name === "string" && options.name !== "" ? options.name : this.fn.name || "<anonymous>";
    this.parent = parent instanceof Test ? parent : null;
    const ownTags = options.tags === undefined ? [] : tags.readTags(options.tags, "options.tags");
    if (this.parent === null) {
      this.root = this;
      this.harness = options.harness!;
      this.config = this.harness.config;
      this.concurrency = 1;
      this.nesting = 0;
      this.testId = 0;
      this.only = this.config.only;
      this.runOnlySubtests = this.config.only;
      this.reporter = new TestsStream();
      this.entryFile = options.entryFile;
      this.tagSet = ownTags.length === 0 ? NO_TAG_SET : new Set(ownTags);
    } else {
      const { root, nesting } = this.parent;
      this.root = root;
      this.config = root.harness.config;
      this.concurrency = this.parent.concurrency;
      this.nesting = this.parent === root ? nesting : nesting + 1;
      this.testId = root.nextTestId++;
      this.only = only;
      this.reporter = this.parent.reporter;
      this.timeout = this.parent.timeout;
      this.entryFile = this.parent.entryFile;
      this.tagSet = ownTags.length === 0 ? this.parent.tagSet : new Set([...this.parent.tagSet, ...ownTags]);
      if (classify(this)) this.fn = NOTHING;
    }
    this.#readConcurrency(options.concurrency);
    this.#readTimeout(timeout);
    if (skip) this.fn = NOTHING;
    validateAbortSignal(signal, "options.signal");
    this.outerSignal = signal;
    this.outerSignal?.addEventListener("abort", this.#onOuterAbort, { [kResistStopPropagation]: true });
    this.expectedAssertions = options.plan;
    this.expectFailure = readExpectedFailure(expectFailure) || this.parent?.expectFailure!;
    this.skipped = skip !== undefined && skip !== false;
    this.isTodo = (todo !== undefined && todo !== false) || this.parent?.isTodo!;
    this.message = typeof skip === "string" ? skip : typeof todo === "string" ? todo : null;
    this.loc = loc === undefined ? undefined : publicPlace(loc, this.config.sourceMaps === true);
    if (this.loc !== undefined && this.root.harness.previousRuns != null) replay.recall(this);
  }

  get reportedType(): string {
    return "test";
  }
  /** Whether `--test-name-pattern` and `--test-skip-pattern` apply to it. */
  get obeysNames(): boolean {
    return true;
  }
  get obeysTags(): boolean {
    return true;
  }
  get hookType(): HookName | undefined {
    return undefined;
  }
  get signal(): AbortSignal {
    return this.abortController.signal;
  }
  get tags(): readonly string[] {
    return (this.#tags ??= this.tagSet.size === 0 ? NO_TAGS : Object.freeze([...this.tagSet]));
  }
  /** Its started subtests. */
  get queue(): SubtestQueue {
    return (this.#queue ??= new SubtestQueue(this));
  }
  /** The names of the suites and tests around it, and its own. */
  get fullName(): string {
    let name = this.name;
    for (let at = this.parent; this !== this.root && at !== this.root; at = at!.parent) name = `${at!.name} > ${name}`;
    return name;
  }
  /** The common members of all of its events. */
  get about(): About {
    return {
      nesting: this.nesting,
      loc: this.loc,
      name: this.name,
      testId: this.testId,
      parentId: this.parent?.testId,
      tags: this.tags,
    };
  }

  #readConcurrency(concurrency: unknown): void {
    if (typeof concurrency === "number") {
      validateUint32(concurrency, "options.concurrency", true);
      this.concurrency = concurrency;
    } else if (typeof concurrency === "boolean") {
      if (!concurrency) this.concurrency = 1;
      else this.concurrency = this.parent === null ? Math.max(os.default.availableParallelism() - 1, 1) : Infinity;
    } else if (concurrency != null)
      throw new ERR_INVALID_ARG_TYPE("options.concurrency", ["boolean", "number"], concurrency);
  }

  #readTimeout(timeout: unknown): void {
    const given = timeout ?? this.config.timeout;
    if (given == null || given === Infinity) return;
    validateNumber(given, timeout == null ? "this.config.timeout" : "options.timeout", 0, TIMEOUT_MAX);
    this.timeout = given;
  }

  /** The argument of the test's function. */
  context(): unknown {
    return (this.#context ??= new contexts.TestContext(this));
  }
  /** The arguments of hooks and of the function. */
  runArgument(): unknown {
    return this.context();
  }

  /** Makes a subtest of the class `Kind` from the arguments of `test()`, without starting it. */
  createSubtest(
    Kind: new (options: TestOptions) => Test,
    name: unknown,
    options: any,
    fn: unknown,
    overrides: object,
  ): Test {
    if (typeof name === "function") fn = name;
    else if (name !== null && typeof name === "object") [fn, options] = [options, name];
    else if (typeof options === "function") fn = options;
    if (options === null || typeof options !== "object") options = {};
    // Subtests that are too late are reported by the root.
    const isLate = this.finished || this.isBuilt;
    const parent = isLate ? this.root : this;
    const test = new Kind({ __proto__: null, fn, name, parent, ...options, ...overrides });
    parent.queue.open(parent.subtests.length + 1);
    if (isLate) test.fail(testFailure("test could not be started because its parent finished", FAILURE.parentFinished));
    parent.subtests.push(test);
    return test;
  }

  /** Adds a hook. `before` of a running test is called immediately. */
  createHook(name: HookName, fn: unknown, options: object): void {
    const hook = new hooks.TestHook(fn, { ...options, parent: this, hookType: name });
    if (name === "before" && this.startTime !== null) {
      hook.execute(this.runArgument()).then(() => {
        if (hook.error != null) this.fail(hook.error);
      });
    }
    // The test's own hooks precede those that it inherits.
    if (name === "afterEach") this.hooks.afterEach.splice(this.#ownAfterEachCount++, 0, hook);
    else this.hooks[name].push(hook);
  }

  /** Inherits the parent's hooks around each test. */
  inheritHooks(): void {
    this.hooks.beforeEach.unshift(...this.parent!.hooks.beforeEach);
    this.hooks.afterEach.push(...this.parent!.hooks.afterEach);
  }

  /** Runs it when its parent has a free slot; the promise settles when it has ended. */
  start(): Promise<void> {
    if (isLeftOut(this)) {
      this.filtered = true;
      this.reporter = nowhere ??= new TestsStream();
    } else this.testNumber = ++this.parent!.outputSubtestCount;
    return this.parent!.queue.start(this);
  }

  /** Runs it now. */
  execute(): Promise<void> {
    return this.filtered ? this.passUnseen() : this.run();
  }
  run(): Promise<void> {
    return running.runTest(this);
  }
  /** The function of a test that is left out. */
  async passUnseen(): Promise<void> {
    this.pass();
    this.subtests = [];
    queueMicrotask(() => this.finish());
  }
  finish(pendingError?: () => unknown): void {
    finishing.finish(this, pendingError);
  }
  /** Reports the result. */
  report(): void {
    if (!this.filtered) finishing.report(this);
  }
  /** Reports that the test's report begins, after its ancestors'. */
  reportStarted(): void {
    if (this.hasReportedStart || this.parent === null) return;
    this.hasReportedStart = true;
    this.parent.reportStarted();
    this.reporter.start(this.about);
  }

  /** Whether it is its turn to be reported, and the turn of the tests around it. */
  isClearToSend(): boolean {
    return this.parent === null || (this.parent.queue.waitingOn === this.reportOrder && this.parent.isClearToSend());
  }

  fail(error: unknown): void {
    if (this.error !== null) return;
    const verdict = judgeFailure(this.expectFailure, error);
    this.passed = verdict.passed;
    this.error = verdict.error;
  }

  pass(): void {
    if (this.error !== null) return;
    if (this.expectFailure && !this.skipped) {
      this.passed = false;
      this.error = testFailure("test was expected to fail but passed", FAILURE.expected);
    } else this.passed = true;
  }

  /** Cancels it, with the error of `makeError` or because its parent has ended. */
  cancel(makeError?: () => unknown): void {
    if (this.endTime !== null || this.error !== null) return;
    this.fail(
      makeError?.() ||
        testFailure("test did not finish before its parent and was cancelled", FAILURE.cancelledByParent),
    );
    this.cancelled = true;
    this.abortController.abort();
  }

  #onOuterAbort = (): void => {
    const error: any = this.outerSignal?.reason || new AbortError("The test was aborted");
    // Any value can be a signal's reason.
    if (typeof error === "object") error.failureType = FAILURE.aborted;
    this.cancel(() => error);
  };

  /** Whether a signal ended it, which cancels it. */
  isAborted(): boolean {
    if (!this.signal.aborted && !this.outerSignal?.aborted) return false;
    this.#onOuterAbort();
    return true;
  }
  ignoreOuterSignal(): void {
    this.outerSignal?.removeEventListener("abort", this.#onOuterAbort);
  }

  skip(message?: string): void {
    this.skipped = true;
    this.message = message as string | null;
  }
  todo(message?: string): void {
    this.isTodo = true;
    this.message = message as string | null;
  }
  diagnostic(message: unknown): void {
    this.diagnostics.push(message);
  }
}
