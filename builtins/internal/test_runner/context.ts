// What tests and suites get as their argument. https://nodejs.org/api/test.html#class-testcontext
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

/** What both contexts say of their test. */
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
  /** Absolute path of the file that was run. */
  get filePath(): string | undefined {
    return this.#test.entryFile;
  }
  /** The name with those of the suites and tests around it, joined by ` > `. */
  get fullName(): string {
    return this.#test.fullName;
  }
  get passed(): boolean {
    return this.#test.passed;
  }
  /** How often it ran before (`--test-rerun-failures`). */
  get attempt(): number {
    return this.#test.attempt ?? 0;
  }
  /** Adds a line to the report, behind the verdict. */
  diagnostic(message: unknown): void {
    this.#test.diagnostic(message);
  }
  /** Adds a line to the report at once, with data for reporters. Throws ERR_INVALID_ARG_TYPE for no string. */
  log(message: unknown, data: unknown): void {
    validateString(message, "message");
    this.#test.reporter.log(this.#test.about, message, data);
  }
}

/** What tests get. */
export class TestContext extends Context {
  #test: Test;
  #assert: any;

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
  /** From 1, when files run in parallel. */
  get workerId(): number | undefined {
    return Number(environment("NODE_TEST_WORKER_ID")) || undefined;
  }

  /** Promises `count` assertions and subtests; `options.wait` is how many milliseconds they may take. */
  plan(count: number, options: any = {}): void {
    if (this.#test.plan !== null) throw testFailure("cannot set plan more than once", FAILURE.code);
    this.#test.plan = new TestPlan(count, options);
  }

  /** `node:assert` bound to this test, with what `assert.register` added. */
  get assert(): any {
    return (this.#assert ??= assertions.assertFor(this, this.#test));
  }
  /** Mocks that are taken away when the test is over. */
  get mock(): any {
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

  /** Runs a subtest; the promise fulfils when it is over. */
  test(name?: any, options?: any, fn?: any): Promise<void> {
    const overrides = { __proto__: null, loc: placeOfCall(this.test) } as object;
    this.#test.plan?.count();
    return this.#test.createSubtest(Test, name, options, fn, overrides).start();
  }
  before(fn?: any, options?: any): void {
    this.#addHook("before", fn, options, this.before);
  }
  after(fn?: any, options?: any): void {
    this.#addHook("after", fn, options, this.after);
  }
  beforeEach(fn?: any, options?: any): void {
    this.#addHook("beforeEach", fn, options, this.beforeEach);
  }
  afterEach(fn?: any, options?: any): void {
    this.#addHook("afterEach", fn, options, this.afterEach);
  }
  #addHook(name: HookName, fn: unknown, options: any, above: Function): void {
    this.#test.createHook(name, fn, { ...options, loc: placeOfCall(above) });
  }

  /**
   * Calls `condition` until it neither throws nor rejects; the promise fulfils with what it gives.
   * `options.interval` and `options.timeout` are in milliseconds; then it rejects, with the last error as the cause.
   */
  waitFor(condition: any, options: any = {}): Promise<unknown> {
    validateFunction(condition, "condition");
    validateObject(options, "options");
    const { interval = WAIT_INTERVAL_MS, timeout = WAIT_TIMEOUT_MS } = options;
    validateNumber(interval, "options.interval", 0, TIMEOUT_MAX);
    validateNumber(timeout, "options.timeout", 0, TIMEOUT_MAX);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    let isOver = false;
    let causes: unknown[] = [];
    let next: any;
    const limit = setTimeout(() => {
      isOver = true;
      clearTimeout(next);
      const error: any = new Error("waitFor() timed out");
      if (causes.length > 0) error.cause = causes[0];
      reject(error);
    }, timeout);
    const ask = async (): Promise<void> => {
      try {
        const result = await condition();
        clearTimeout(limit);
        resolve(result);
      } catch (error) {
        causes = [error];
        if (!isOver) next = setTimeout(ask, interval);
      }
    };
    void ask();
    return promise;
  }
}

/** What suites get. */
export class SuiteContext extends Context {}
