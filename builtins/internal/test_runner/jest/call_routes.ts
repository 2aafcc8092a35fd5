// `fn.whenCalledWith(...args)` of Jest: mocks that take the calls whose arguments are equal to theirs.
// https://jestjs.io/docs/mock-function-api#mockfnwhencalledwithargs
import defer * as equality from "internal:test_runner/expect/equality";

type Implementation = (this: unknown, ...args: unknown[]) => unknown;

/** What a mock that takes calls does with them. */
export interface Target {
  mock: Implementation;
  hasOnce(): boolean;
  hasImplementation(): boolean;
  reset(): void;
}

/** The routes of one mock function, in the order of their definitions. */
export class CallRoutes {
  readonly #routes: { args: unknown[]; target: Target }[] = [];

  add(args: unknown[], target: Target): void {
    this.#routes.push({ args, target });
  }

  /** The mock for a call: the first one that has something to do once, else the last one. */
  find(args: unknown[]): Implementation | undefined {
    const { equals, iterableEquality } = equality;
    const matching = this.#routes.filter((route) => equals(route.args, args, [iterableEquality]));
    const found =
      matching.find(({ target }) => target.hasOnce()) ?? matching.findLast(({ target }) => target.hasImplementation());
    return found?.target.mock;
  }

  /** Resets the mocks, for programs that hold one. */
  reset(): void {
    for (const { target } of this.#routes) target.reset();
  }
}
