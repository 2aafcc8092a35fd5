// What functions of Jest may return: tests a promise or nothing, those with `done` and suites nothing.
// https://jestjs.io/docs/asynchronous
import { format } from "internal:test_runner/expect/pretty_format";
import { isThenable } from "internal:test_runner/dialects/limits";

const VALUE_DEPTH = 3;

/** The error for what a test or hook returned; null: it may. */
export function wrongResult(result: unknown, hasCallback: boolean, isHook: boolean): Error | null {
  if (result === undefined) return null;
  const value = (): string => `Returned value: ${format(result, { maxDepth: VALUE_DEPTH })}`;
  if (hasCallback)
    return withoutStack(
      `Test functions cannot both take a 'done' callback and return something. Either use a 'done' callback, or return a promise.\n${value()}`,
    );
  if (isHook || isThenable(result)) return null;
  return withoutStack(`test functions can only return Promise or undefined.\n${value()}`);
}

/** Throws for a suite whose function returned something. */
export function checkSuiteResult(result: unknown): void {
  if (isThenable(result))
    throw new Error('Returning a Promise from "describe" is not supported. Tests must be defined synchronously.');
  if (result !== undefined) throw new Error('A "describe" callback must not return a value.');
}

function withoutStack(message: string): Error {
  return Object.assign(new Error(message), { stack: `Error: ${message}` });
}
