// Runs a test: the hooks around it, retries and repeats, what it asserts and what it leaves open. Reports its result.
import { nowMs } from "internal:test_runner/clock";
import type { Calls } from "internal:test_runner/dialects/calls";
import type { EnvironmentEvents } from "internal:test_runner/dialects/environment_events";
import { type FailedHooks, isAround, isFailure } from "internal:test_runner/dialects/failed_hooks";
import type { FixtureUse } from "internal:test_runner/dialects/fixtures";
import defer * as fixtureSets from "internal:test_runner/dialects/fixtures";
import { isThenable } from "internal:test_runner/dialects/limits";
import type { Results } from "internal:test_runner/dialects/results";
import type { RunSettings } from "internal:test_runner/dialects/run_settings";
import { endsAtOnce, waitForStrays, waitForTurns } from "internal:test_runner/dialects/stray_wait";
import { type Case, type Fn, type Hook, SkipSignal, type Suite } from "internal:test_runner/dialects/tree";
import { type AssertionState, newState, runWithState, setState } from "internal:test_runner/expect/state";
import defer * as leakReports from "internal:test_runner/leaks";

/** Runs tests, each with its hooks, retries and repeats. */
export class CaseRunner {
  readonly #settings: RunSettings;
  readonly #calls: Calls;
  readonly #results: Results;
  readonly #failedHooks: FailedHooks;
  readonly #surroundings = new Map<Suite, Surroundings>();

  readonly #events: EnvironmentEvents | null;

  constructor(
    settings: RunSettings,
    parts: { calls: Calls; results: Results; failedHooks: FailedHooks; events: EnvironmentEvents | null },
  ) {
    this.#events = parts.events;
    this.#settings = settings;
    this.#calls = parts.calls;
    this.#results = parts.results;
    this.#failedHooks = parts.failedHooks;
  }

  isConcurrent(test: Case): boolean {
    return test.options.isConcurrent || this.#settings.isAllConcurrent;
  }

  /** Whether the tests of a suite can be plain ones. */
  isPlainIn(suite: Suite): boolean {
    if (this.#events !== null) return false;
    const { around, before, after } = this.#surroundingsOf(suite);
    const { retry, repeats, leaks } = this.#settings;
    return around.length + before.length + after.length === 0 && retry === 0 && repeats === 0 && leaks === null;
  }

  /** Whether a test has nothing around it: it runs once, in the same task as the one before it. */
  isPlain(node: Suite | Case): node is Case {
    if (node.kind !== "test" || node.fate !== "run" || this.#results.isStopped) return false;
    const { retry, repeats } = node.options;
    const isOnce = retry === 0 && repeats === 0 && node.fixtures === undefined;
    return isOnce && !this.isConcurrent(node) && !this.#failedHooks.has(node.parent);
  }

  async run(test: Case, isConcurrent: boolean): Promise<void> {
    const events = this.#events;
    if (events !== null) await events.start(test);
    if (test.fate !== "run" || this.#results.isStopped || this.#failedHooks.has(test.parent))
      return this.#results.leaveOut(test);
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
    if (events !== null) await events.done(test, outcome.errors);
    this.#conclude(test, outcome, start, retries);
  }

  /** Runs a plain test. Returns true when it is over, else a promise for its end. */
  runPlain(test: Case): true | Promise<void> {
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
      result = this.#calls.body(test, attempt.context);
    } catch (error) {
      take(error);
    }
    if (isThenable(result) || own.pending.length > 0 || test.finished !== null || test.failed !== null || !endsAtOnce())
      return this.#rest(attempt, result, start);
    this.#count(attempt);
    outcome.assertions = own.assertionCalls;
    this.#calls.running.delete(test);
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
    await waitForTurns(attempt.surroundings.turnCount);
  }

  #conclude(test: Case, outcome: Outcome, start: number, retries: number): void {
    const more = { note: outcome.skip?.note, retries, assertions: outcome.assertions };
    if (outcome.skip !== null) return this.#results.report(test, "skip", nowMs() - start, [], more);
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
      return this.#results.report(
        test,
        failed ? "todo" : "fail",
        nowMs() - start,
        failed
          ? []
          : [new Error("this test is marked as todo but passes. Remove `.todo` if tested behavior now works")],
        more,
      );
    this.#results.report(test, failed ? "fail" : "pass", nowMs() - start, outcome.errors, more);
  }

  #newState(test: Case): AssertionState {
    const { file, snapshots, requiresAssertions } = this.#settings;
    const own = newState(test.path.join(this.#results.separator), file, snapshots);
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
    this.#calls.running.set(test, errors);
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
      await this.#calls.around("aroundEach", around, {
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
    this.#calls.running.delete(test);
  }

  /** The hooks before a test, the test, and the hooks after it. */
  async #surrounded(attempt: Attempt): Promise<void> {
    const { test, context, surroundings, fixtures, take } = attempt;
    const cleanups: Fn[] = [];
    // Those that surrounding hooks use outlive the test.
    const outer = fixtures?.count ?? 0;
    try {
      await waitForTurns(surroundings.turnCount);
      for (const { suite, hook } of surroundings.before) {
        if (fixtures !== undefined) await fixtures.make({ fn: hook.fn, index: 0 });
        const cleanup = await this.#beforeEach(attempt, suite, hook);
        if (typeof cleanup === "function") cleanups.push(cleanup as Fn);
      }
      if (fixtures !== undefined) await fixtures.make(test.receiver!);
      await this.#body(attempt);
    } catch (error) {
      take(error);
    }
    await this.#afterBody(attempt, cleanups);
    if (fixtures !== undefined) await endFixtures(fixtures, outer, take);
  }

  /** Calls the function of a test, and waits for its result. */
  async #body(attempt: Attempt): Promise<void> {
    const { test, context } = attempt;
    const events = this.#events;
    if (events === null) return this.#settled(attempt, this.#calls.body(test, context));
    await events.function(test);
    try {
      await this.#settled(attempt, this.#calls.body(test, context));
    } catch (error) {
      await events.functionEnded(test, { error });
      throw error;
    }
    await events.functionEnded(test, null);
  }

  /** Waits for the result of a test, and for its assertions. */
  async #settled({ own }: Attempt, result: unknown): Promise<void> {
    if (isThenable(result)) await this.#calls.interruptible(result);
    if (own.pending.length > 0 && this.#settings.dialect === "vitest") await Promise.all(own.pending);
  }

  /** Adds the errors that a test has collected. */
  #count({ own, outcome }: Attempt): void {
    if (outcome.skip === null)
      outcome.errors.push(...own.softFailures, ...(own.unawaited ?? []), ...missingAssertions(own));
  }

  async #afterBody(attempt: Attempt, cleanups: Fn[]): Promise<void> {
    const { test, surroundings, outcome } = attempt;
    this.#count(attempt);
    const isTriedAgain =
      outcome.errors.length > 0 && test.triedCount < Math.max(test.options.retry, this.#settings.retry);
    test.outcome = outcome.skip !== null ? null : isTriedAgain ? undefined : outcome.errors;
    const { turnCount } = surroundings;
    if (turnCount > 0) await waitForTurns(1);
    if (cleanups.length > 0 || surroundings.after.length > 0 || test.finished !== null || test.failed !== null)
      await this.#after(attempt, cleanups);
    if (turnCount > 1) await waitForTurns(turnCount - 1);
  }

  /** Calls a hook before a test. In Mocha the rest of the hook's suite does not run when it fails. */
  async #beforeEach(attempt: Attempt, suite: Suite, hook: Hook): Promise<unknown> {
    const { test, context } = attempt;
    if (this.#settings.dialect !== "mocha") {
      const call = (): unknown => this.#calls.callHook(suite, hook, "beforeEach", test.id, [context]);
      return this.#events === null ? call() : this.#events.hook("beforeEach", hook, suite, test, call);
    }
    try {
      return await this.#calls.callHook(suite, hook, "beforeEach", test.id, []);
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
      after: hooksOf(suites.toReversed(), ({ hooks }) => inAfterOrder(this.#settings, hooks.afterEach)),
      turnCount: this.#settings.dialect === "mocha" ? suites.length : 0,
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
        const call = (): unknown => this.#calls.callHook(suite, hook, "afterEach", test.id, [context]);
        await (this.#events === null ? call() : this.#events.hook("afterEach", hook, suite, test, call));
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
      ...(this.#calls.running.get(test)!.length > 0 ? (test.failed ?? []) : []),
    ];
    for (const fn of last) {
      try {
        await this.#calls.callHook(test.parent, { fn, timeout: undefined }, "afterEach", test.id, [context]);
      } catch (error) {
        take(error);
      }
    }
  }
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
  /**
   * Mocha begins the hooks of each suite in a new turn of the loop, even where a suite has none, so that what one test closed is
   * closed for the next one.
   */
  turnCount: number;
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

/** Jest and Mocha call hooks after tests in their order, Vitest in the reverse one unless its configuration says otherwise. */
export function inAfterOrder({ dialect, hooksInOrder }: RunSettings, hooks: Hook[]): Hook[] {
  return dialect === "vitest" && !hooksInOrder ? [...hooks].reverse() : [...hooks];
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
