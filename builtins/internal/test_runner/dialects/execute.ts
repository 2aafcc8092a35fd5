// Runs the tests of a file: suites in their order, the hooks around them, concurrent tests. `run_case` runs a test.
import { Calls } from "internal:test_runner/dialects/calls";
import { type Definition, setLateHook } from "internal:test_runner/dialects/define";
import { FailedHooks, isAround } from "internal:test_runner/dialects/failed_hooks";
import defer * as environment from "internal:test_runner/dialects/environment_events";
import defer * as fixtureSets from "internal:test_runner/dialects/fixtures";
import { setDeadline } from "internal:test_runner/dialects/limits";
import { Results } from "internal:test_runner/dialects/results";
import { CaseRunner, inAfterOrder } from "internal:test_runner/dialects/run_case";
import type { RunSettings } from "internal:test_runner/dialects/run_settings";
import { selectTests } from "internal:test_runner/dialects/select";
import { runInTask } from "internal:test_runner/dialects/stray_wait";
import { Case, type Fn, type Hook, type HookName, SkipSignal, type Suite } from "internal:test_runner/dialects/tree";
import { shuffled } from "internal:test_runner/shuffle";
import { isLoaded } from "internal:core/bootstrap";

/** The run of a file's tests. */
export class Execution {
  readonly #settings: RunSettings;
  readonly #definition: Definition;
  readonly #failedHooks = new FailedHooks();
  readonly #results: Results;
  readonly #calls: Calls;
  readonly #cases: CaseRunner;
  readonly #events: environment.EnvironmentEvents | null;
  #tests: Case[] = [];

  constructor(definition: Definition, settings: RunSettings) {
    this.#definition = definition;
    this.#settings = settings;
    const failedHooks = this.#failedHooks;
    const results = (this.#results = new Results(settings));
    const calls = (this.#calls = new Calls(definition, settings));
    const { handleEvent, timeoutMs } = settings;
    const events =
      handleEvent === null ? null : new environment.EnvironmentEvents(definition.root, handleEvent, timeoutMs);
    this.#events = events;
    this.#cases = new CaseRunner(settings, { calls, results, failedHooks, events });
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
    if (this.#events !== null) await this.#events.begin();
    await this.#suite(this.#definition.root);
    if (this.#events !== null) await this.#events.end();
    if (isLoaded("internal:test_runner/dialects/fixtures"))
      await fixtureSets.endFileFixtures().catch((error: unknown) => this.#settings.fail(error));
    setDeadline(0, -1);
  }

  /** An error that no promise delivered: it fails the only test that runs, else the file. True when a test has it. */
  takeStray(error: unknown): boolean {
    return this.#calls.takeStray(error);
  }

  /** Whether as many tests have failed as the run allows. */
  get isStopped(): boolean {
    return this.#results.isStopped;
  }
  /** The test that runs, when it is only one. */
  get current(): Case | undefined {
    return this.#calls.current;
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
    if (!this.#runs(suite)) return this.#results.leaveOut(suite);
    const around = suite.hooks.aroundAll.map((hook) => ({ suite, hook }));
    if (around.length === 0) return this.#suiteItself(suite);
    let hasRun = false;
    let failure: { error: unknown } | null = null;
    await this.#calls.around("aroundAll", around, {
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
    else this.#results.failAll(suite, error);
  }

  async #suiteItself(suite: Suite): Promise<void> {
    if (this.#events !== null) await this.#events.suite("run_describe_start", suite);
    let failure: { error: unknown } | null = null;
    const cleanups: Fn[] = [];
    for (const hook of suite.hooks.beforeAll) {
      try {
        const cleanup = await this.#callSuiteHook(suite, hook, "beforeAll");
        if (typeof cleanup === "function") cleanups.push(cleanup as Fn);
      } catch (error) {
        if (error instanceof SkipSignal) {
          this.#results.skipAll(suite, error.note);
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
    if (this.#events !== null) await this.#events.suite("run_describe_finish", suite);
  }

  /** A hook before all tests of a suite has failed. */
  async #withoutSetUp(suite: Suite, error: unknown): Promise<void> {
    const { dialect } = this.#settings;
    if (dialect === "vitest") {
      this.#settings.fail(error);
      return this.#results.skipAll(suite, undefined);
    }
    if (dialect !== "mocha") return this.#results.failAll(suite, error);
    const first = this.#firstOf(suite);
    const titled = this.#failedHooks.add(suite, "beforeAll", first, error);
    if (first !== undefined)
      this.#results.report(first, "fail", 0, [titled], { note: undefined, retries: 0, assertions: 0 });
    else this.#settings.fail(titled);
    for (const test of this.#tests) if (test !== first && isAround(suite, test.parent)) this.#results.leaveOut(test);
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
    const hooks = inAfterOrder(this.#settings, suite.hooks.afterAll);
    for (const hook of [...hooks, ...cleanups.reverse().map((fn): Hook => ({ fn, timeout: undefined }))]) {
      try {
        await this.#callSuiteHook(suite, hook, "afterAll");
      } catch (error) {
        this.#settings.fail(error);
      }
    }
  }

  /** Calls a hook of a suite, with the fixtures of the file where it was defined with some. */
  async #callSuiteHook(suite: Suite, hook: Hook, name: HookName): Promise<unknown> {
    const context = {};
    if (hook.fixtures !== undefined)
      await new fixtureSets.FixtureUse(context, hook.fixtures.of(suite), true).make({ fn: hook.fn, index: 0 });
    const call = (): unknown => this.#calls.callHook(suite, hook, name, -1, [context]);
    return this.#events === null ? call() : this.#events.hook(name, hook, suite, null, call);
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
    const isPlainHere = this.#cases.isPlainIn(suite);
    for (let index = 0; index < children.length;) {
      const child = children[index]!;
      if (isPlainHere && this.#cases.isPlain(child)) {
        if (group.length > 0) await flush();
        await runInTask(() => {
          const next = children[index];
          if (next === undefined || !this.#cases.isPlain(next)) return false;
          index++;
          return this.#cases.runPlain(next);
        });
        continue;
      }
      index++;
      if (child.kind === "test" && this.#cases.isConcurrent(child) && child.fate === "run") {
        group.push(child);
        continue;
      }
      if (group.length > 0) await flush();
      if (child.kind === "suite") await this.#suite(child);
      else await this.#cases.run(child, false);
    }
    if (group.length > 0) await flush();
  }

  async #together(tests: (Suite | Case)[]): Promise<void> {
    if (tests.length === 1) return this.#cases.run(tests[0] as Case, false);
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < tests.length) await this.#cases.run(tests[next++] as Case, true);
    };
    const count = Math.min(this.#settings.concurrencyMax, tests.length);
    await Promise.all(Array.from({ length: count }, worker));
  }
}
