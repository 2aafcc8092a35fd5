// Calls the functions of tests and hooks, each within its time, and takes the errors that no promise delivers.
import defer * as jestResults from "internal:test_runner/dialects/jest_results";
import type { Definition } from "internal:test_runner/dialects/define";
import { type Call, callWithin } from "internal:test_runner/dialects/limits";
import type { RunSettings } from "internal:test_runner/dialects/run_settings";
import { contextOf, enter } from "internal:test_runner/dialects/shared_context";
import type { Case, Dialect, Hook, HookName, Suite } from "internal:test_runner/dialects/tree";

/** Calls the functions of a file. */
export class Calls {
  readonly #settings: RunSettings;
  readonly #definition: Definition;
  #interrupt: ((error: unknown) => void) | undefined;
  /** The tests that run now, with the errors that arrive outside of their promises. */
  readonly running = new Map<Case, unknown[]>();

  constructor(definition: Definition, settings: RunSettings) {
    this.#definition = definition;
    this.#settings = settings;
  }

  /** The test that runs, when it is only one. */
  get current(): Case | undefined {
    return [...this.running.keys()].at(-1);
  }

  /** An error that no promise delivered: it fails the only test that runs, else the file. True when a test has it. */
  takeStray(error: unknown): boolean {
    const last = [...this.running.values()].at(-1);
    if (last === undefined) return false;
    last.push(error);
    this.#interrupt?.(error);
    return true;
  }

  /** Calls hooks that surround what `run` runs, the first one outermost; each calls its first argument. */
  async around(name: HookName, hooks: { suite: Suite; hook: Hook }[], inner: Surrounded): Promise<void> {
    const [first, ...others] = hooks;
    if (first === undefined) return inner.run();
    const { suite, hook } = first;
    let hasCalled = false;
    const next = async (): Promise<void> => {
      hasCalled = true;
      await this.around(name, others, inner);
    };
    try {
      await inner.prepare?.(hook);
      const timeout = (hook.timeout ?? this.#settings.hookTimeoutMs) + inner.timeoutMs;
      await this.callHook(suite, { ...hook, timeout }, name, inner.test, [next, inner.context]);
      const callback = name === "aroundAll" ? "runSuite" : "runTest";
      if (!hasCalled)
        throw new Error(
          `The \`${callback}()\` callback was not called in the \`${name}\` hook. Call it to run the tests.`,
        );
    } catch (error) {
      inner.take(error);
    }
  }

  /** Calls a hook; its result may be a promise. */
  callHook(suite: Suite, hook: Hook, name: HookName, test: number, args: unknown[]): unknown {
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

  /** Calls the function of a test. */
  body(test: Case, context: Record<string, unknown>): unknown {
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

  /** An error that no promise delivers ends a test that would wait in vain. */
  async interruptible(promise: PromiseLike<unknown>): Promise<unknown> {
    if (this.running.size > 1) return promise;
    const { promise: stray, resolve } = Promise.withResolvers<void>();
    this.#interrupt = () => resolve();
    try {
      return await Promise.race([promise, stray]);
    } finally {
      this.#interrupt = undefined;
    }
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
}

/** What hooks surround. */
export interface Surrounded {
  /** The number of the test, -1 for a suite. */
  test: number;
  /** What it may take besides the hook, in milliseconds. */
  timeoutMs: number;
  context: object;
  run(): Promise<void>;
  prepare?(hook: Hook): Promise<void> | undefined;
  take(error: unknown): void;
}

function expiredError(dialect: Dialect, what: string, ms: number): Error {
  const isTest = what === "test";
  const messages: Record<Dialect, string> = {
    jest: `thrown: "Exceeded timeout of ${ms} ms for a ${isTest ? "test" : "hook"}.\nAdd a timeout value to this test to increase the timeout, if this is a long-running test. See https://jestjs.io/docs/api#testname-fn-timeout."`,
    vitest: `${isTest ? "Test" : "Hook"} timed out in ${ms}ms.\nIf this is a long-running ${isTest ? "test" : "hook"}, pass a timeout value as the last argument or configure it globally with "${isTest ? "testTimeout" : "hookTimeout"}".`,
    bun: `this ${isTest ? "test" : what} timed out after ${ms}ms`,
    mocha: `Timeout of ${ms}ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves.`,
    deno: `Test timed out after ${ms}ms`,
  };
  const error = new Error(messages[dialect]);
  error.stack = `Error: ${error.message}`;
  return error;
}
