// `test`, `suite` and the hooks, as programs call them.
import { failRun, rootOfFile, startWhenReady } from "internal:test_runner/harness";
import { current, placeOfCall, REPORTER } from "internal:test_runner/scope";
import { Suite } from "internal:test_runner/suite";
import { type HookName, Test, type TestOptions } from "internal:test_runner/test";

const KEYWORDS = ["expectFailure", "skip", "todo", "only"];

/** The test that the running code belongs to, or the root. */
function owner(): Test {
  const found = current();
  return found === undefined || found === REPORTER ? rootOfFile() : found;
}

function define(
  Kind: new (options: TestOptions) => Test,
  name: unknown,
  options: unknown,
  fn: unknown,
  overrides: object,
): Promise<void> {
  const parent = owner();
  const subtest = parent.createSubtest(Kind, name, options, fn, overrides);
  // A suite starts its tests itself.
  return parent instanceof Suite ? Promise.resolve() : startWhenReady(subtest);
}

function definerOf(Kind: new (options: TestOptions) => Test): any {
  const test: any = (name?: unknown, options?: unknown, fn?: unknown): Promise<void> =>
    define(Kind, name, options, fn, { __proto__: null, loc: placeOfCall(test) } as object);
  Object.defineProperty(test, "length", { value: 3, configurable: true });
  for (const keyword of KEYWORDS) {
    const marked = (name: unknown, options: unknown, fn: unknown): Promise<void> =>
      define(Kind, name, options, fn, { __proto__: null, [keyword]: true, loc: placeOfCall(marked) } as object);
    Object.defineProperty(marked, "name", { value: "" });
    test[keyword] = marked;
  }
  return test;
}

/** Defines a test of the root for another API; `place` is where the program did so. */
export function defineAt(name: string, options: object, fn: unknown, place: object | undefined): void {
  void startWhenReady(rootOfFile().createSubtest(Test, name, options, fn, { __proto__: null, loc: place } as object));
}

/** Reports a reason outside of tests for which the run of this file fails. */
export function failRoot(message: string): void {
  failRun(rootOfFile().harness);
  rootOfFile().reporter.diagnostic(0, undefined, message, "error");
}

function hookOf(name: HookName): (fn: unknown, options: unknown) => void {
  const add = (fn: unknown, options: any): void => owner().createHook(name, fn, { ...options, loc: placeOfCall(add) });
  Object.defineProperty(add, "name", { value: "" });
  return add;
}

export const test = definerOf(Test);
export const suite = definerOf(Suite);
export const before = hookOf("before");
export const after = hookOf("after");
export const beforeEach = hookOf("beforeEach");
export const afterEach = hookOf("afterEach");

/** The context of the test that the running code belongs to; undefined outside of tests. */
export function getTestContext(): object | undefined {
  const found = current();
  return found === undefined || found === REPORTER ? undefined : found.context();
}
