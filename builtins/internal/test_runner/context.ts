// The arguments of tests and suites. https://nodejs.org/api/test.html#class-testcontext
import { environment } from "internal:test_runner/environment";
import { FAILURE, testFailure } from "internal:test_runner/failure";
import { placeOfCall } from "internal:test_runner/scope";
import { TestPlan, TIMEOUT_MAX } from "internal:test_runner/plan";
import { type HookName, Test } from "internal:test_runner/test";
import defer * as assertions from "internal:test_runner/assertions";
import defer * as mocks from "internal:test_runner/mock/tracker";
import { clearTimeout, setTimeout } from "internal:core/timers";
import { validateFunction, validateNumber, validateObject, validateString } from "internal:core/validators";
import type { AbortSignal } from "web:abort";

const WAIT_INTERVAL_MS = 50;
const WAIT_TIMEOUT_MS = 1000;

/** The members of both contexts. */
class Context {
  #test: Test;

  constructor(test: Test) {
    this.#test = test;
  }
  get signal(): AbortSignal {
    return this.#test.signal;
  }
  get name(): string {
    return this.#test.name;
  }
  /** The absolute path of the test file. */
  get filePath(): string | undefined {
    return this.#test.entryFile;
  }
  /** The names of the suites and tests around it and its own, joined by ` > `. */
  get fullName(): string {
    return this.#test.fullName;
  }
  get passed(): boolean {
    return this.#test.passed;
  }
  /** The number of earlier runs (`--test-rerun-failures`). */
  get attempt(): number {
    return this.#test.attempt ?? 0;
  }
  /** Adds a line to the report, after the result. */
  diagnostic(message: unknown): void {
    this.#test.diagnostic(message);
  }
  /** Adds a line to the report immediately, with data for reporters. Throws ERR_INVALID_ARG_TYPE for an invalid message. */
  log(message: unknown, data: unknown): void {
    validateString(message, "message");
    this.#test.reporter.log(this.#test.about, message, data);
  }
}

/** The argument of tests. */
export class TestContext extends Context {
  #test: Test;
  #assert: unknown;

  constructor(test: Test) {
    super(test);
    this.#test = test;
  }
  get error(): unknown {
    return this.#test.error;
  }
  get tags(): readonly string[] {
    return this.#test.tags;
  }
  /** The number of the worker, from 1, when files run in parallel. */
  get workerId(): number | undefined {
    return Number(environment("NODE_TEST_WORKER_ID")) || undefined;
  }

  /** Plans `count` assertions and subtests; `options.wait` is the time-out for them in milliseconds. */
  plan(count: number, options: unknown = {}): void {
    if (this.#test.plan !== null) throw testFailure("cannot set plan more than once", FAILURE.code);
    this.#test.plan = new TestPlan(count, options);
  }

  /** `node:assert` bound to this test, with the assertions of `assert.register`. */
  get assert(): unknown {
    return (this.#assert ??= assertions.assertFor(this, this.#test));
  }
  /** Mocks that are restored when the test has ended. */
  get mock(): unknown {
    return (this.#test.mock ??= new mocks.MockTracker());
  }
  /** Whether only subtests with the option `only` run. */
  runOnly(value: unknown): void {
    this.#test.runOnlySubtests = !!value;
  }
  /** Marks it as skipped. */
  skip(message: any): void {
    this.#test.skip(message);
  }
  /** Marks it as still to do. */
  todo(message: any): void {
    this.#test.todo(message);
  }

  /** Runs a subtest; the promise is fulfilled when it has ended. */
  test(name?: unknown, options?: unknown, fn?: unknown): Promise<void> {
    const overrides = { __proto__: null, loc: placeOfCall(this.test) } as object;
    this.#test.plan?.count();
    return this.#test.createSubtest(Test, name, options, fn, overrides).start();
  }
  before(fn?: unknown, options?: unknown): void {
    this.#addHook("before", fn, options, this.before);
  }
  after(fn?: unknown, options?: unknown): void {
    this.#addHook("after", fn, options, this.after);
  }
  beforeEach(fn?: unknown, options?: unknown): void {
    this.#addHook("beforeEach", fn, options, this.beforeEach);
  }
  afterEach(fn?: unknown, options?: unknown): void {
    this.#addHook("afterEach", fn, options, this.afterEach);
  }
  #addHook(name: HookName, fn: unknown, options: any, above: Function): void {
    this.#test.createHook(name, fn, { ...options, loc: placeOfCall(above) });
  }

  /**
   * Calls `condition` until it neither throws nor rejects; the promise is fulfilled with its result.
   * `options.interval` and `options.timeout` are in milliseconds; after the time-out it rejects, with the last error as the cause.
   */
  waitFor(condition: unknown, options: unknown = {}): Promise<unknown> {
    validateFunction(condition, "condition");
    validateObject(options, "options");
    const { interval = WAIT_INTERVAL_MS, timeout = WAIT_TIMEOUT_MS } = options;
    validateNumber(interval, "options.interval", 0, TIMEOUT_MAX);
    validateNumber(timeout, "options.timeout", 0, TIMEOUT_MAX);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    let isOver = false;
    let causes: unknown[] = [];
    let next: unknown;
    const limit = setTimeout(() => {
      isOver = true;
      clearTimeout(next);
      const error: any = new Error("waitFor() timed out");
      if (causes.length > 0) error.cause = causes[0];
      reject(error);
    }, timeout);
    const check = async (): Promise<void> => {
      try {
        const result = await condition();
        clearTimeout(limit);
        resolve(result);
      } catch (error) {
        causes = [error];
        if (!isOver) next = setTimeout(check, interval);
      }
    };
    void check();
    return promise;
  }
}

/** The argument of suites. */
export class SuiteContext extends Context {}
