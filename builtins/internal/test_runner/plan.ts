// `t.plan()`: the planned number of assertions and subtests of a test.
import { FAILURE, testFailure } from "internal:test_runner/failure";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { clearTimeout, setTimeout } from "internal:core/timers";
import { validateNumber, validateObject, validateUint32 } from "internal:core/validators";

/** The longest delay of a timer, in milliseconds. */
export const TIMEOUT_MAX = 2 ** 31 - 1;

export class TestPlan {
  readonly expected: number;
  actual = 0;
  /** Milliseconds to wait for the rest; `true` waits without limit. */
  readonly wait: number | boolean | undefined;
  #waiting: PromiseWithResolvers<void> | null = null;
  #timer: unknown = null;

  /** Throws ERR_INVALID_ARG_TYPE or ERR_OUT_OF_RANGE for wrong arguments. */
  constructor(count: number, options: unknown = {}) {
    validateUint32(count, "count");
    validateObject(options, "options");
    this.expected = count;
    const { wait } = options;
    if (typeof wait === "number") validateNumber(wait, "options.wait", 0, TIMEOUT_MAX);
    else if (wait !== undefined && typeof wait !== "boolean")
      throw new ERR_INVALID_ARG_TYPE("options.wait", ["boolean", "number"], wait);
    this.wait = wait;
  }

  /** Counts an assertion or a subtest. */
  count(): void {
    this.actual++;
    if (this.#waiting !== null) this.check();
  }

  /** Undefined when the plan is met, a promise when it may still be met. Throws ERR_TEST_FAILURE when it cannot be met. */
  check(): Promise<void> | undefined {
    if (this.actual === this.expected) {
      clearTimeout(this.#timer);
      this.#timer = null;
      this.#waiting?.resolve();
      this.#waiting = null;
      return undefined;
    }
    if (this.wait === undefined || this.wait === false) {
      throw testFailure(`plan expected ${this.expected} assertions but received ${this.actual}`, FAILURE.code);
    }
    if (this.#waiting === null) {
      this.#waiting = Promise.withResolvers<void>();
      if (this.wait !== true) this.#timer = setTimeout(() => void this.#timeOut(), this.wait);
    }
    return this.#waiting.promise;
  }

  async #timeOut(): Promise<void> {
    // As in Node, no function is on the stack of the failure.
    await undefined;
    const text = `plan timed out after ${this.wait}ms with ${this.actual} assertions when expecting ${this.expected}`;
    this.#waiting?.reject(testFailure(text, FAILURE.timeout));
  }
}
