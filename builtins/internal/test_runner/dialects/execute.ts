// Runs the tests of a file: hooks in their order, retries and repeats, time-outs, concurrent tests; reports each result.
import { nowMs } from "internal:test_runner/clock";
import { endsAtOnce, runInTask, waitForStrays } from "internal:test_runner/dialects/stray_wait";
import type { FixtureUse } from "internal:test_runner/dialects/fixtures";
import defer * as jestResults from "internal:test_runner/dialects/jest_results";
import defer * as fixtureSets from "internal:test_runner/dialects/fixtures";
import { isLoaded } from "internal:core/bootstrap";
import { contextOf, enter } from "internal:test_runner/dialects/shared_context";
import { type Call, callWithin, isThenable, setDeadline } from "internal:test_runner/dialects/limits";
import { selectTests } from "internal:test_runner/dialects/select";
import { shuffled } from "internal:test_runner/shuffle";
import { FailedHooks, isAround, isFailure } from "internal:test_runner/dialects/failed_hooks";
import { type Definition, setLateHook } from "internal:test_runner/dialects/define";
import {
  Case,
  type Dialect,
  type Fn,
  type Hook,
  type HookName,
  SkipSignal,
  type Suite,
} from "internal:test_runner/dialects/tree";
import { type AssertionState, newState, runWithState, setState } from "internal:test_runner/expect/state";
import type { LeakWatch } from "internal:test_runner/leaks";
import defer * as leakReports from "internal:test_runner/leaks";
import type { SnapshotFile } from "internal:test_runner/expect/snapshot_file";

/** The result of a test. */
export interface TestResult {
  test: Case;
  status: "pass" | "fail" | "skip" | "todo" | "filtered";
  durationMs: number;
  errors: unknown[];
  note: string | undefined;
  /** How often it was tried again. */
  retries: number;
  assertions: number;
}

/** The settings of a file's run. */
export interface RunSettings {
  dialect: Dialect;
  file: string;
  timeoutMs: number;
  hookTimeoutMs: number;
  retry: number;
  repeats: number;
  concurrencyMax: number;
  pattern: RegExp | null;
  runsTodo: boolean;
  /** A test without an assertion fails. */
  requiresAssertions: boolean;
  onlyMarked: boolean;
  /** Null: in their order. */
  seed: number | null;
  /** Ends after as many failures. */
  bail: number;
  isAllConcurrent: boolean;
  /** Vitest's hooks after tests are called in the order of their definition. */
  hooksInOrder: boolean;
  /** After each test: what the configuration says of mocks. */
  beforeTest(): void;
  snapshots: SnapshotFile | null;
  /** The functions of the test context that Vitest passes. */
  contextOf(test: Case, own: AssertionState): Record<string, unknown>;
  /** Fails tests that leave something open; null: they may. */
  leaks: LeakWatch | null;
  report(result: TestResult): void;
  /** An error outside of tests. */
  fail(error: unknown): void;
}

export class Execution {
  readonly #settings: RunSettings;
  readonly #definition: Definition;
  #tests: Case[] = [];
  #failures = 0;
  readonly #failedHooks = new FailedHooks();
  /** The tests that run now, with the errors that arrive outside of their promises. */
  readonly #running = new Map<Case, unknown[]>();

  constructor(definition: Definition, settings: RunSettings) {
    this.#definition = definition;
    this.#settings = settings;
  }

  /** Determines which tests run; their numbers are those of the result. */
  plan(): readonly Case[] {
    this.#tests = selectTests(this.#definition.root, this.#settings);
    for (let index = 0; index < this.#tests.length; index++) this.#tests[index]!.id = index;
    return this.#tests;
  }

  /** Runs all tests. */
  async run(): Promise<void> {
    this.#definition.isRunning = true;
    setLateHook((name, hook) => this.#lateHook(name, hook));
    await this.#suite(this.#definition.root);
    if (isLoaded("internal:test_runner/dialects/fixtures"))
      await fixtureSets.endFileFixtures().catch((error: unknown) => this.#settings.fail(error));
    setDeadline(0, -1);
  }

  /** An error that no promise delivered: it fails the only test that runs, else the file. True when a test has it. */
  takeStray(error: unknown): boolean {
    const last = [...this.#running.values()].at(-1);
    if (last === undefined) return false;
    last.push(error);
    this.#interrupt?.(error);
    return true;
  }
  readonly #surroundings = new Map<Suite, Surroundings>();
  #interrupt: ((error: unknown) => void) | undefined;

  get isStopped(): boolean {
    return this.#settings.bail > 0 && this.#failures >= this.#settings.bail;
  }
  /** The test that runs, when it is only one. */
  get current(): Case | undefined {
    return [...this.#running.keys()].at(-1);
  }

  #lateHook(name: HookName, hook: Hook): void {
    const test = this.current;
    if (test === undefined || name === "beforeAll" || name === "beforeEach")
      throw new Error(`Cannot call ${name}() inside a test. Call it inside describe() instead.`);
    (test.finished ??= []).push(hook.fn);
  }

  #runs(node: Suite | Case): boolean {
    return node.kind === "test" ? node.fate === "run" : node.children.some((child) => this.#runs(child));
  }

  async #suite(suite: Suite): Promise<void> {
    if (suite.failure !== null) {
      this.#settings.fail(suite.failure.error);
    }
    if (!this.#runs(suite)) return this.#leaveOut(suite);
    const around = suite.hooks.aroundAll.map((hook) => ({ suite, hook }));
    if (around.length === 0) return this.#suiteItself(suite);
    let hasRun = false;
    let failure: { error: unknown } | null = null;
    await this.#around("aroundAll", around, {
      test: -1,
      timeoutMs: Infinity,
      context: {},
      run: async () => {
        hasRun = true;
        await this.#suiteItself(suite);
      },
      take: (error) => (failure ??= { error }),
    });
    if (failure === null) return;
    const { error } = failure as { error: unknown };
    if (hasRun) this.#settings.fail(error);
    else this.#failAll(suite, error);
  }

  async #suiteItself(suite: Suite): Promise<void> {
    let failure: { error: unknown } | null = null;
    const cleanups: Fn[] = [];
    for (const hook of suite.hooks.beforeAll) {
      try {
        const cleanup = await this.#callSuiteHook(suite, hook, "beforeAll");
        if (typeof cleanup === "function") cleanups.push(cleanup as Fn);
      } catch (error) {
        if (error instanceof SkipSignal) {
          await this.#skipAll(suite, error.note);
          failure = null;
          return this.#afterAll(suite, cleanups);
        }
        failure = { error };
        break;
      }
    }
    if (failure === null) await this.#children(suite);
    else await this.#withoutSetUp(suite, failure.error);
    await this.#afterAll(suite, cleanups);
  }

  /** A hook before all tests of a suite has failed. */
  async #withoutSetUp(suite: Suite, error: unknown): Promise<void> {
    const { dialect } = this.#settings;
    if (dialect === "vitest") {
      this.#settings.fail(error);
      return this.#skipAll(suite, undefined);
    }
    if (dialect !== "mocha") return this.#failAll(suite, error);
    const first = this.#firstOf(suite);
    const titled = this.#failedHooks.add(suite, "beforeAll", first, error);
    if (first !== undefined) this.#report(first, "fail", 0, [titled], { note: undefined, retries: 0, assertions: 0 });
    else this.#settings.fail(titled);
    for (const test of this.#tests) if (test !== first && isAround(suite, test.parent)) this.#leaveOut(test);
  }

  /** The test of a suite that runs first. */
  #firstOf(suite: Suite): Case | undefined {
    for (const child of this.#ordered(suite)) {
      const found = child.kind === "suite" ? this.#firstOf(child) : child.fate === "run" ? child : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #afterAll(suite: Suite, cleanups: Fn[]): Promise<void> {
    const hooks = this.#inAfterOrder(suite.hooks.afterAll);
    for (const hook of [...hooks, ...cleanups.reverse().map((fn): Hook => ({ fn, timeout: undefined }))]) {
      try {
        await this.#callSuiteHook(suite, hook, "afterAll");
      } catch (error) {
        this.#settings.fail(error);
      }
    }
  }

  /** Jest and Mocha call hooks after tests in their order, Vitest in the reverse one unless its configuration says otherwise. */
  #inAfterOrder(hooks: Hook[]): Hook[] {
    const { dialect, hooksInOrder } = this.#settings;
    return dialect === "vitest" && !hooksInOrder ? [...hooks].reverse() : [...hooks];
  }

  /** Calls a hook of a suite, with the fixtures of the file where it was defined with some. */
  async #callSuiteHook(suite: Suite, hook: Hook, name: HookName): Promise<unknown> {
    const context = {};
    if (hook.fixtures !== undefined)
      await new fixtureSets.FixtureUse(context, hook.fixtures.of(suite), true).make({ fn: hook.fn, index: 0 });
    return this.#callHook(suite, hook, name, -1, [context]);
  }

  /** Calls hooks that surround what `run` runs, the first one outermost; each calls its first argument. */
  async #around(name: HookName, hooks: { suite: Suite; hook: Hook }[], inner: Surrounded): Promise<void> {
    const [first, ...others] = hooks;
    if (first === undefined) return inner.run();
    const { suite, hook } = first;
    let hasCalled = false;
    const next = async (): Promise<void> => {
      hasCalled = true;
      await this.#around(name, others, inner);
    };
    try {
      await inner.prepare?.(hook);
      const timeout = (hook.timeout ?? this.#settings.hookTimeoutMs) + inner.timeoutMs;
      await this.#callHook(suite, { ...hook, timeout }, name, inner.test, [next, inner.context]);
      const callback = name === "aroundAll" ? "runSuite" : "runTest";
      if (!hasCalled)
        throw new Error(
          `The \`${callback}()\` callback was not called in the \`${name}\` hook. Call it to run the tests.`,
        );
    } catch (error) {
      inner.take(error);
    }
  }

  #ordered(suite: Suite): (Suite | Case)[] {
    const { seed } = this.#settings;
    if (seed !== null) return shuffled(suite.children, seed);
    // Mocha runs the tests of a suite before the suites in it.
    if (this.#settings.dialect !== "mocha") return suite.children;
    return [...suite.children].sort((one, other) => Number(one.kind === "suite") - Number(other.kind === "suite"));
  }

  async #children(suite: Suite): Promise<void> {
    let group: (Suite | Case)[] = [];
    const flush = async (): Promise<void> => {
      const waiting = group;
      group = [];
      await this.#together(waiting);
    };
    const children = this.#ordered(suite);
    const isPlainHere = this.#isPlainIn(suite);
    for (let index = 0; index < children.length;) {
      const child = children[index]!;
      if (isPlainHere && this.#isPlain(child)) {
        if (group.length > 0) await flush();
        await runInTask(() => {
          const next = children[index];
          if (next === undefined || !this.#isPlain(next)) return false;
          index++;
          return this.#plainTest(next);
        });
        continue;
      }
      index++;
      if (child.kind === "test" && this.#isConcurrent(child) && child.fate === "run") {
        group.push(child);
        continue;
      }
      if (group.length > 0) await flush();
      if (child.kind === "suite") await this.#suite(child);
      else await this.#test(child, false);
    }
    if (group.length > 0) await flush();
  }

  #isConcurrent(test: Case): boolean {
    return test.options.isConcurrent || this.#settings.isAllConcurrent;
  }

  /** Whether the tests of a suite can be plain ones. */
  #isPlainIn(suite: Suite): boolean {
    const { around, before, after } = this.#surroundingsOf(suite);
    const { retry, repeats, leaks } = this.#settings;
    return around.length + before.length + after.length === 0 && retry === 0 && repeats === 0 && leaks === null;
  }

  /** Whether a test has nothing around it: it runs once, in the same task as the one before it. */
  #isPlain(node: Suite | Case): node is Case {
    if (node.kind !== "test" || node.fate !== "run" || this.isStopped) return false;
    const { retry, repeats } = node.options;
    const isOnce = retry === 0 && repeats === 0 && node.fixtures === undefined;
    return isOnce && !this.#isConcurrent(node) && !this.#failedHooks.has(node.parent);
  }

  async #together(tests: (Suite | Case)[]): Promise<void> {
    if (tests.length === 1) return this.#test(tests[0] as Case, false);
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < tests.length) await this.#test(tests[next++] as Case, true);
    };
    const count = Math.min(this.#settings.concurrencyMax, tests.length);
    await Promise.all(Array.from({ length: count }, worker));
  }

  #leaveOut(node: Suite | Case): void {
    if (node.kind === "suite") {
      if (node.failure !== null && node.parent !== null && node.children.length === 0) return;
      for (const child of node.children) this.#leaveOut(child);
      return;
    }
    const { fate } = node;
    this.#report(node, fate === "run" ? "skip" : fate, 0, [], { note: undefined, retries: 0, assertions: 0 });
  }

  async #skipAll(suite: Suite, note: string | undefined): Promise<void> {
    for (const child of suite.children) {
      if (child.kind === "suite") await this.#skipAll(child, note);
      else this.#report(child, "skip", 0, [], { note, retries: 0, assertions: 0 });
    }
  }

  #failAll(suite: Suite, error: unknown): void {
    for (const child of suite.children) {
      if (child.kind === "suite") this.#failAll(child, error);
      else if (child.fate === "run")
        this.#report(child, "fail", 0, [error], { note: undefined, retries: 0, assertions: 0 });
      else this.#leaveOut(child);
    }
  }

  #report(
    test: Case,
    status: TestResult["status"],
    durationMs: number,
    errors: unknown[],
    more: { note: string | undefined; retries: number; assertions: number },
  ): void {
    if (status === "fail") this.#failures++;
    if (status !== "pass" && status !== "fail") this.#settings.snapshots?.skip(test.path.join(this.#separator));
    this.#settings.report({ test, status, durationMs, errors, ...more });
  }

  get #separator(): string {
    return this.#settings.dialect === "vitest" ? " > " : " ";
  }

  async #test(test: Case, isConcurrent: boolean): Promise<void> {
    if (test.fate !== "run" || this.isStopped || this.#failedHooks.has(test.parent)) return this.#leaveOut(test);
    const { retry, repeats } = this.#settings;
    const runs = Math.max(test.options.repeats, repeats) + 1;
    const start = nowMs();
    let outcome: Outcome = { errors: [], skip: null, assertions: 0 };
    let retries = 0;
    for (let run = 0; run < runs; run++) {
      for (let attempt = 0; ; attempt++) {
        test.triedCount = attempt;
        test.repeatedCount = run;
        test.outcome = undefined;
        outcome = await this.#attempt(test, isConcurrent);
        if (outcome.errors.length === 0 || outcome.skip !== null || attempt >= Math.max(test.options.retry, retry))
          break;
        retries++;
      }
      if (outcome.errors.length > 0) break;
    }
    this.#conclude(test, outcome, start, retries);
  }

  #conclude(test: Case, outcome: Outcome, start: number, retries: number): void {
    const more = { note: outcome.skip?.note, retries, assertions: outcome.assertions };
    if (outcome.skip !== null) return this.#report(test, "skip", nowMs() - start, [], more);
    if (test.options.fails) {
      const unexpected = new Error(
        this.#settings.dialect === "vitest"
          ? "Expect test to fail"
          : "Failing test passed even though it was supposed to fail. Remove `.failing` to remove error.",
      );
      unexpected.stack = String(unexpected);
      outcome.errors = outcome.errors.length > 0 ? [] : [unexpected];
    }
    const failed = outcome.errors.length > 0;
    if (test.options.mode === "todo")
      return this.#report(
        test,
        failed ? "todo" : "fail",
        nowMs() - start,
        failed
          ? []
          : [new Error("this test is marked as todo but passes. Remove `.todo` if tested behavior now works")],
        more,
      );
    this.#report(test, failed ? "fail" : "pass", nowMs() - start, outcome.errors, more);
  }

  /** Runs a plain test. Returns true when it is over, else a promise for its end. */
  #plainTest(test: Case): true | Promise<void> {
    const start = nowMs();
    test.triedCount = 0;
    test.repeatedCount = 0;
    test.outcome = undefined;
    const own = this.#newState(test);
    setState(own);
    const attempt = this.#begin(test, own);
    const { outcome, take } = attempt;
    let result: unknown;
    try {
      result = this.#body(test, attempt.context);
    } catch (error) {
      take(error);
    }
    if (isThenable(result) || own.pending.length > 0 || test.finished !== null || test.failed !== null || !endsAtOnce())
      return this.#rest(attempt, result, start);
    this.#count(attempt);
    outcome.assertions = own.assertionCalls;
    this.#running.delete(test);
    this.#conclude(test, outcome, start, 0);
    return true;
  }

  /** What follows the call of a plain test that waits for something. */
  async #rest(attempt: Attempt, result: unknown, start: number): Promise<void> {
    const { test, outcome } = attempt;
    try {
      await this.#settled(attempt, result);
    } catch (error) {
      attempt.take(error);
    }
    await this.#afterBody(attempt, []);
    await this.#end(attempt);
    this.#conclude(test, outcome, start, 0);
  }

  #newState(test: Case): AssertionState {
    const { file, snapshots, requiresAssertions } = this.#settings;
    const own = newState(test.path.join(this.#separator), file, snapshots);
    own.isExpectingAssertions = requiresAssertions;
    this.#settings.beforeTest();
    return own;
  }

  #attempt(test: Case, isConcurrent: boolean): Promise<Outcome> {
    const own = this.#newState(test);
    if (isConcurrent) return runWithState(own, () => this.#steps(test, own));
    setState(own);
    return this.#steps(test, own);
  }

  #begin(test: Case, own: AssertionState): Attempt {
    const errors: unknown[] = [];
    this.#running.set(test, errors);
    const outcome: Outcome = { errors, skip: null, assertions: 0 };
    const take = (error: unknown): void => {
      if (error instanceof SkipSignal) outcome.skip = error;
      else errors.push(error);
    };
    test.finished = null;
    test.failed = null;
    const context = this.#settings.contextOf(test, own);
    const surroundings = this.#surroundingsOf(test.parent);
    const fixtures =
      test.fixtures === undefined
        ? undefined
        : new fixtureSets.FixtureUse(context, test.fixtures.of(test.parent), false);
    return { test, own, context, surroundings, fixtures, outcome, take };
  }

  async #steps(test: Case, own: AssertionState): Promise<Outcome> {
    const attempt = this.#begin(test, own);
    const { context, fixtures, outcome, take } = attempt;
    const { around } = attempt.surroundings;
    if (around.length === 0) await this.#surrounded(attempt);
    else
      await this.#around("aroundEach", around, {
        test: test.id,
        timeoutMs: test.options.timeout ?? this.#settings.timeoutMs,
        context,
        run: () => this.#surrounded(attempt),
        prepare: (hook) => attempt.fixtures?.make({ fn: hook.fn, index: 1 }),
        take,
      });
    if (fixtures !== undefined) await endFixtures(fixtures, 0, take);
    await this.#end(attempt);
    return outcome;
  }

  async #end({ test, own, outcome }: Attempt): Promise<void> {
    outcome.assertions = own.assertionCalls;
    const { leaks } = this.#settings;
    const left = leaks === null ? [] : await leaks.leaksOf(test);
    if (left.length > 0) outcome.errors.push(leakReports.leakError(left));
    await waitForStrays();
    this.#running.delete(test);
  }

  /** The hooks before a test, the test, and the hooks after it. */
  async #surrounded(attempt: Attempt): Promise<void> {
    const { test, context, surroundings, fixtures, take } = attempt;
    const cleanups: Fn[] = [];
    // Those that surrounding hooks use outlive the test.
    const outer = fixtures?.count ?? 0;
    try {
      for (const { suite, hook } of surroundings.before) {
        if (fixtures !== undefined) await fixtures.make({ fn: hook.fn, index: 0 });
        const cleanup = await this.#beforeEach(attempt, suite, hook);
        if (typeof cleanup === "function") cleanups.push(cleanup as Fn);
      }
      if (fixtures !== undefined) await fixtures.make(test.receiver!);
      await this.#settled(attempt, this.#body(test, context));
    } catch (error) {
      take(error);
    }
    await this.#afterBody(attempt, cleanups);
    if (fixtures !== undefined) await endFixtures(fixtures, outer, take);
  }

  /** Waits for the result of a test, and for its assertions. */
  async #settled({ own }: Attempt, result: unknown): Promise<void> {
    if (isThenable(result)) await this.#interruptible(result);
    if (own.pending.length > 0 && this.#settings.dialect === "vitest") await Promise.all(own.pending);
  }

  /** Adds the errors that a test has collected. */
  #count({ own, outcome }: Attempt): void {
    if (outcome.skip === null) outcome.errors.push(...own.softFailures, ...missingAssertions(own));
  }

  async #afterBody(attempt: Attempt, cleanups: Fn[]): Promise<void> {
    const { test, surroundings, outcome } = attempt;
    this.#count(attempt);
    const isTriedAgain =
      outcome.errors.length > 0 && test.triedCount < Math.max(test.options.retry, this.#settings.retry);
    test.outcome = outcome.skip !== null ? null : isTriedAgain ? undefined : outcome.errors;
    if (cleanups.length > 0 || surroundings.after.length > 0 || test.finished !== null || test.failed !== null)
      await this.#after(attempt, cleanups);
  }

  /** Calls a hook before a test. In Mocha the rest of the hook's suite does not run when it fails. */
  async #beforeEach(attempt: Attempt, suite: Suite, hook: Hook): Promise<unknown> {
    const { test, context } = attempt;
    if (this.#settings.dialect !== "mocha") return this.#callHook(suite, hook, "beforeEach", test.id, [context]);
    try {
      return await this.#callHook(suite, hook, "beforeEach", test.id, []);
    } catch (error) {
      if (!isFailure(error)) throw error;
      attempt.hookFailedIn = suite;
      throw this.#failedHooks.add(suite, "beforeEach", test, error);
    }
  }

  /** The hooks of the suites around the tests of a suite; none is added while tests run. */
  #surroundingsOf(suite: Suite): Surroundings {
    const known = this.#surroundings.get(suite);
    if (known !== undefined) return known;
    const suites: Suite[] = [];
    for (let at: Suite | null = suite; at !== null; at = at.parent) suites.unshift(at);
    const hooksOf = (owners: Suite[], hooks: (owner: Suite) => Hook[]): OwnedHook[] =>
      owners.flatMap((owner) => hooks(owner).map((hook) => ({ suite: owner, hook })));
    const found: Surroundings = {
      around: hooksOf(suites, ({ hooks }) => hooks.aroundEach),
      before: hooksOf(suites, ({ hooks }) => hooks.beforeEach),
      after: hooksOf(suites.toReversed(), ({ hooks }) => this.#inAfterOrder(hooks.afterEach)),
    };
    this.#surroundings.set(suite, found);
    return found;
  }

  async #after(attempt: Attempt, cleanups: Fn[]): Promise<void> {
    const { test, surroundings, context, fixtures, take } = attempt;
    const steps = [...surroundings.after];
    const isMocha = this.#settings.dialect === "mocha";
    steps.push(...cleanups.reverse().map((fn) => ({ suite: test.parent, hook: { fn, timeout: undefined } })));
    for (const { suite, hook } of steps) {
      // In Mocha the hooks of suites inside of one whose hook failed are left out.
      const { hookFailedIn } = attempt;
      if (hookFailedIn !== undefined && !isAround(suite, hookFailedIn)) continue;
      try {
        if (fixtures !== undefined) await fixtures.make({ fn: hook.fn, index: 0 });
        await this.#callHook(suite, hook, "afterEach", test.id, [context]);
      } catch (error) {
        if (!isMocha || !isFailure(error)) {
          take(error);
          continue;
        }
        this.#settings.fail(this.#failedHooks.add(suite, "afterEach", test, error));
        if (suite.parent === null) break;
        attempt.hookFailedIn = suite.parent;
      }
    }
    const last = [
      ...(test.finished?.reverse() ?? []),
      ...(this.#running.get(test)!.length > 0 ? (test.failed ?? []) : []),
    ];
    for (const fn of last) {
      try {
        await this.#callHook(test.parent, { fn, timeout: undefined }, "afterEach", test.id, [context]);
      } catch (error) {
        take(error);
      }
    }
  }

  /** Calls the function of a test. */
  #body(test: Case, context: Record<string, unknown>): unknown {
    const { dialect, timeoutMs } = this.#settings;
    const isVitest = dialect === "vitest";
    const fn = test.fn!;
    const hasCallback = !isVitest && fn.length > 0;
    const self = contextOf(test.parent);
    return callWithin(fn, {
      self,
      args: isVitest ? [context] : [],
      hasCallback,
      calledAgain: dialect === "mocha" ? this.#calledAgain(test.path.join(" ")) : null,
      wrongResult: this.#wrongResult(false),
      endsContext: dialect === "bun",
      timeoutMs: test.options.timeout ?? timeoutMs,
      test: test.id,
      expired: (ms) => {
        const error = expiredError(dialect, "test", ms);
        test.abort?.(error);
        return error;
      },
      onLimit: (limit) => enter(test, limit),
    });
  }

  /** Reports that a test of Mocha, which has ended, calls `done()` again. */
  #calledAgain(name: string): (error: Error) => void {
    return (error) => {
      error.message += ` in ${name}`;
      this.#settings.fail(error);
    };
  }

  #wrongResult(isHook: boolean): Call["wrongResult"] {
    if (!this.#definition.checksResults) return undefined;
    return (result, hasCallback) => jestResults.wrongResult(result, hasCallback, isHook);
  }

  /** An error that no promise delivers ends a test that would wait in vain. */
  async #interruptible(promise: PromiseLike<unknown>): Promise<unknown> {
    if (this.#running.size > 1) return promise;
    const { promise: stray, resolve } = Promise.withResolvers<void>();
    this.#interrupt = () => resolve();
    try {
      return await Promise.race([promise, stray]);
    } finally {
      this.#interrupt = undefined;
    }
  }

  /** Calls a hook; its result may be a promise. */
  #callHook(suite: Suite, hook: Hook, name: HookName, test: number, args: unknown[]): unknown {
    const { dialect, hookTimeoutMs } = this.#settings;
    const isVitest = dialect === "vitest";
    const hasCallback = !isVitest && hook.fn.length > 0;
    return callWithin(hook.fn, {
      self: contextOf(suite),
      args: isVitest ? args : [],
      hasCallback,
      calledAgain: dialect === "mocha" ? this.#calledAgain(`a ${name} hook`) : null,
      wrongResult: this.#wrongResult(true),
      endsContext: dialect === "bun",
      timeoutMs: hook.timeout ?? hookTimeoutMs,
      test,
      expired: (ms) => expiredError(dialect, name, ms),
      onLimit: (limit) => enter(this.current, limit),
    });
  }
}

/** What hooks surround. */
interface Surrounded {
  /** The number of the test, -1 for a suite. */
  test: number;
  /** What it may take besides the hook, in milliseconds. */
  timeoutMs: number;
  context: object;
  run(): Promise<void>;
  prepare?(hook: Hook): Promise<void> | undefined;
  take(error: unknown): void;
}

interface OwnedHook {
  suite: Suite;
  hook: Hook;
}

/** The hooks that a test runs with, in their order. */
interface Surroundings {
  around: OwnedHook[];
  before: OwnedHook[];
  after: OwnedHook[];
}

/** One run of a test. */
interface Attempt {
  test: Case;
  own: AssertionState;
  context: Record<string, unknown>;
  surroundings: Surroundings;
  fixtures: FixtureUse | undefined;
  outcome: Outcome;
  /** Of Mocha: only hooks of this suite and of those around it follow. */
  hookFailedIn?: Suite;
  take(error: unknown): void;
}

interface Outcome {
  errors: unknown[];
  skip: SkipSignal | null;
  assertions: number;
}

/** Undoes the fixtures of a test but for the first `kept` ones. */
async function endFixtures(fixtures: FixtureUse, kept: number, take: (error: unknown) => void): Promise<void> {
  try {
    await fixtures.end(kept);
  } catch (error) {
    take(error);
  }
}

function missingAssertions(own: AssertionState): unknown[] {
  const { expectedAssertionsNumber: expected, assertionCalls: calls, isExpectingAssertions } = own;
  const withoutStack = (message: string): Error => Object.assign(new Error(message), { stack: `Error: ${message}` });
  if (expected !== null && expected !== calls) {
    const word = expected === 1 ? "assertion" : "assertions";
    return [
      withoutStack(
        `expect.assertions(${expected})\n\nExpected ${expected} ${word} to be called but received ${calls} assertion call${calls === 1 ? "" : "s"}.`,
      ),
    ];
  }
  if (isExpectingAssertions && calls === 0)
    return [withoutStack("expect.hasAssertions()\n\nExpected at least one assertion to be called but received none.")];
  return [];
}

function expiredError(dialect: Dialect, what: string, ms: number): Error {
  const isTest = what === "test";
  const messages: Record<Dialect, string> = {
    jest: `thrown: "Exceeded timeout of ${ms} ms for a ${isTest ? "test" : "hook"}.\nAdd a timeout value to this test to increase the timeout, if this is a long-running test."`,
    vitest: `${isTest ? "Test" : "Hook"} timed out in ${ms}ms.\nIf this is a long-running ${isTest ? "test" : "hook"}, pass a timeout value as the last argument.`,
    bun: `this ${isTest ? "test" : what} timed out after ${ms}ms`,
    mocha: `Timeout of ${ms}ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves.`,
    deno: `Test timed out after ${ms}ms`,
  };
  const error = new Error(messages[dialect]);
  error.stack = `Error: ${error.message}`;
  return error;
}
