// Hooks are tests that are not in the tree: they have a function, a time-out and an error.
import { now } from "internal:test_runner/clock";
import type { EventDetails } from "internal:test_runner/events";
import { FAILURE, isTestFailure } from "internal:test_runner/failure";
import { type HookName, Test, type TestOptions } from "internal:test_runner/test";
import { AbortController } from "web:abort";

export class TestHook extends Test {
  readonly parentTest: Test;
  readonly #hookType: HookName;
  #argument: unknown;
  #onlyRun: Promise<void> | undefined;

  /** `options`: `hookType`, `parent`, `loc`, `timeout`, `signal`. */
  constructor(fn: unknown, options: TestOptions & { hookType: HookName; parent: Test }) {
    const { hookType, loc, parent, timeout, signal } = options;
    super({ fn, loc, timeout, signal, harness: parent.root.harness });
    this.parentTest = parent;
    this.#hookType = hookType;
  }

  override get reportedType(): string {
    return "hook";
  }
  override get hookType(): HookName {
    return this.#hookType;
  }
  override context(): unknown {
    return this.parentTest.context();
  }
  override runArgument(): unknown {
    return this.#argument;
  }

  /** Calls it with `argument`; `before` and `after` only once. */
  override execute(argument?: unknown): Promise<void> {
    if (this.#hookType === "before" || this.#hookType === "after") return (this.#onlyRun ??= this.#call(argument));
    return this.#call(argument);
  }

  #call(argument: unknown): Promise<void> {
    // A failure around one test does not prevent the next.
    if (this.error && !this.outerSignal?.aborted) {
      this.passed = false;
      this.error = null;
      this.abortController.abort();
      this.abortController = new AbortController();
    }
    this.#argument = argument;
    return this.run();
  }

  /** The surrounding test reports its error; the root's `after` has no surrounding test. */
  override finish(): void {
    const { error, loc, parentTest } = this;
    if (!error || parentTest !== parentTest.root || this.#hookType !== "after") return;
    if (isTestFailure(error)) error.failureType = FAILURE.hook;
    this.endTime ??= now();
    const durationMs = Number(this.endTime - this.startTime!) / 1e6;
    const name = loc?.file ?? this.name;
    const about = { nesting: 0, loc, name, testId: undefined, parentId: undefined, tags: parentTest.tags };
    parentTest.reporter.verdict(
      false,
      about,
      parentTest.subtests.length + 1,
      { __proto__: null, duration_ms: durationMs, error } as EventDetails,
      undefined,
    );
  }
}
