// Suites: their function defines tests synchronously, which run when it is the suite's turn.
import { now } from "internal:test_runner/clock";
import { FAILURE, isTestFailure, testFailure } from "internal:test_runner/failure";
import { once, runHooks, type Stop, watch } from "internal:test_runner/run_test";
import { runAs } from "internal:test_runner/scope";
import { type Span, trace } from "internal:test_runner/channels";
import { Test, type TestOptions } from "internal:test_runner/test";
import defer * as contexts from "internal:test_runner/context";

export class Suite extends Test {
  /** Fulfilled when the suite's function has ended. */
  readonly building: Promise<void>;
  #span: Span | undefined;

  constructor(options: TestOptions) {
    super(options);
    if (options.timeout == null) this.timeout = null;
    if (this.config.testNamePatterns !== null && this.config.testSkipPatterns !== null && !options.skip) {
      this.fn = (options.fn as Test["fn"]) || this.fn;
      this.skipped = false;
    }
    this.building = this.#build();
    this.fn = () => {};
  }

  override get reportedType(): string {
    return "suite";
  }
  override runArgument(): unknown {
    return new contexts.SuiteContext(this);
  }

  async #build(): Promise<void> {
    const span = trace(this);
    try {
      const argument = this.runArgument();
      const fn = span.wrap(this.fn);
      await this.resource.runInAsyncScope(() => runAs(this, () => Reflect.apply(fn, argument, [argument])));
    } catch (error) {
      span.fail(error);
      this.fail(testFailure(error, FAILURE.code));
    }
    this.#span = span;
    this.isBuilt = true;
  }

  override async passUnseen(): Promise<void> {
    await this.building;
    return super.passUnseen();
  }

  override async run(): Promise<void> {
    const parent = this.parent!;
    this.inheritHooks();
    const argument = this.runArgument();
    const after = once(() => runHooks(this, "after", argument));
    let stop: Stop | undefined;
    try {
      parent.activeSubtests++;
      await this.building;
      this.startTime = now();
      if (this.isAborted()) {
        this.subtests = [];
        this.finish();
        return;
      }
      if (parent.hooks.before.length > 0) await runHooks(parent, "before", parent.runArgument());
      await runHooks(this, "before", argument);
      stop = watch(this.timeout, this.signal);
      const subtests = this.skipped || this.error ? [] : this.subtests;
      await Promise.race([Promise.all(subtests.map((subtest) => subtest.start())), stop.promise]);
      await after();
      this.pass();
    } catch (error) {
      await after().catch(() => {});
      this.fail(isTestFailure(error) ? error : testFailure(error, FAILURE.code));
    } finally {
      stop?.dispose();
      this.#span?.end();
      this.#span = undefined;
    }
    this.finish();
  }
}
