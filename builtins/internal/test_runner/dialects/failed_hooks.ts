// What a hook that fails leaves out, in Mocha and Vitest: the tests that it was for do not run. In Mocha the first of them has the
// failure, which Mocha reports as one of the hook.
import { type Case, type HookName, SkipSignal, type Suite } from "internal:test_runner/dialects/tree";

const TITLES: Partial<Record<HookName, string>> = {
  beforeAll: "before all",
  beforeEach: "before each",
  afterEach: "after each",
};

/** The suites of a file whose hooks failed. */
export class FailedHooks {
  readonly #suites = new Set<Suite>();
  /** The messages without titles: hooks may throw the same error again. */
  readonly #messages = new WeakMap<Error, string>();

  /** The rest of the suite does not run. Returns the error with the title that Mocha gives to the hook. */
  add(suite: Suite, name: HookName, test: Case | undefined, error: unknown): unknown {
    this.#suites.add(suite);
    const title = `"${TITLES[name] ?? name}" hook ${test === undefined ? `in "${suite.name}"` : `for "${test.name}"`}`;
    if (!(error instanceof Error)) return new Error(`${title}: ${String(error)}`);
    const message = this.#messages.get(error) ?? error.message;
    this.#messages.set(error, message);
    error.message = `${title}: ${message}`;
    return error;
  }

  /** Whether a suite or one around it has a hook that failed. */
  has(suite: Suite): boolean {
    if (this.#suites.size === 0) return false;
    for (let at: Suite | null = suite; at !== null; at = at.parent) if (this.#suites.has(at)) return true;
    return false;
  }
}

/** Whether `error` is a failure, and not a call of `skip()`. */
export function isFailure(error: unknown): boolean {
  return !(error instanceof SkipSignal);
}

/** Whether `suite` is `inner` or one around it. */
export function isAround(suite: Suite, inner: Suite): boolean {
  for (let at: Suite | null = inner; at !== null; at = at.parent) if (at === suite) return true;
  return false;
}
