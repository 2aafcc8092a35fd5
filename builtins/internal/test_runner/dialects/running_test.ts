// Functions that belong to the test that runs: `onTestFinished`, `onTestFailed`.
import type { Case, Fn } from "internal:test_runner/dialects/tree";

let currentTest: () => Case | undefined = () => undefined;
/** Sets how the running test is found. */
export function setCurrentTest(find: () => Case | undefined): void {
  currentTest = find;
}
/** The test that runs, undefined outside of tests. */
export function runningTest(): Case | undefined {
  return currentTest();
}
/** The test that runs. Throws outside of tests. */
function required(name: string): Case {
  const test = currentTest();
  if (test === undefined) throw new Error(`${name}() can only be called inside of a test`);
  return test;
}

/** Calls `fn` after the hooks of the test. */
export function onTestFinished(fn: Fn): void {
  (required("onTestFinished").finished ??= []).push(fn);
}
/** Calls `fn` when the test has failed. */
export function onTestFailed(fn: Fn): void {
  (required("onTestFailed").failed ??= []).push(fn);
}
