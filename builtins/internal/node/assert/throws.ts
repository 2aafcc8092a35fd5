// `throws`, `rejects`, `doesNotThrow` and `doesNotReject`: compare the error of a function or promise with an expectation.
import {
  ERR_AMBIGUOUS_ARGUMENT,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_RETURN_VALUE,
} from "internal:core/errors";
import { validateFunction } from "internal:core/validators";
import { stackOf } from "internal:core/stack/stack";
import { inspect } from "internal:core/util/inspect";
import { isError } from "internal:core/util/inspect/errors";
import { isPromise, isRegExp } from "internal:core/util/types";
import { isDeepStrictEqual } from "internal:core/util/comparisons";
import { AssertionError } from "internal:node/assert/assertion_error";
import { fail } from "internal:node/assert/fail";

/** Stands for "nothing was thrown". */
const nothing = {};

/** The error that `fn` throws. */
export function thrownBy(fn: unknown): unknown {
  validateFunction(fn, "fn");
  try {
    fn();
  } catch (error) {
    return error;
  }
  return nothing;
}

/** The rejection of a promise, or of the one that a function returns. */
export async function rejectionOf(promiseFn: unknown): Promise<unknown> {
  let promise = promiseFn;
  if (typeof promiseFn === "function") {
    promise = promiseFn();
    if (!isPromiseLike(promise)) throw new ERR_INVALID_RETURN_VALUE("instance of Promise", "promiseFn", promise);
  } else if (!isPromiseLike(promiseFn)) {
    throw new ERR_INVALID_ARG_TYPE("promiseFn", ["Function", "Promise"], promiseFn);
  }
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return nothing;
}

function isPromiseLike(value: any): boolean {
  return (
    isPromise(value) ||
    (value !== null &&
      typeof value === "object" &&
      typeof value.then === "function" &&
      typeof value.catch === "function")
  );
}

/** Fails unless `actual` was thrown and matches the expectation. `args`: the expectation and the message, both optional. */
export function expectError(
  stackStartFn: Function,
  kind: "exception" | "rejection",
  actual: any,
  args: readonly any[],
): void {
  let [expected, message] = args;
  const expectations = ["Object", "Error", "Function", "RegExp"];
  if (typeof expected === "string") {
    if (args.length >= 2) throw new ERR_INVALID_ARG_TYPE("error", expectations, expected);
    if (typeof actual === "object" && actual !== null) {
      if (actual.message === expected) {
        throw new ERR_AMBIGUOUS_ARGUMENT(
          "error/message",
          `The error message "${actual.message}" is identical to the message.`,
        );
      }
    } else if (actual === expected) {
      throw new ERR_AMBIGUOUS_ARGUMENT("error/message", `The error "${actual}" is identical to the message.`);
    }
    message = expected;
    expected = undefined;
  } else if (expected != null && typeof expected !== "object" && typeof expected !== "function") {
    throw new ERR_INVALID_ARG_TYPE("error", expectations, expected);
  }
  if (actual === nothing) {
    const name = expected?.name ? ` (${expected.name})` : "";
    const text = `Missing expected ${kind}${name}${message ? `: ${message}` : "."}`;
    fail({ actual: undefined, expected, operator: stackStartFn.name, message: [text], stackStartFn });
  }
  if (expected) checkExpectation(actual, expected, message, stackStartFn);
}

function checkExpectation(actual: unknown, expected: unknown, message: unknown, stackStartFn: Function): void {
  let text: string | undefined;
  if (typeof expected !== "function") {
    if (!isRegExp(expected)) return checkShape(actual, expected, message, stackStartFn);
    const string = String(actual);
    if (RegExp.prototype.exec.call(expected, string) !== null) return;
    text = `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(string)}\n`;
  } else if (expected.prototype !== undefined && actual instanceof expected) {
    return;
  } else if (Object.prototype.isPrototypeOf.call(Error, expected)) {
    text = wrongClassMessage(actual, expected);
  } else {
    const result = expected.call({}, actual);
    if (result === true) return;
    text = `The ${expected.name ? `"${expected.name}" ` : ""}validation function is expected to return "true". Received ${inspect(result)}`;
    if (isError(actual)) text += `\n\nCaught error:\n\n${actual}`;
  }
  const error = new AssertionError({
    actual,
    expected,
    message: message || text,
    operator: stackStartFn.name,
    stackStartFn,
  });
  error.generatedMessage = !message;
  throw error;
}

function wrongClassMessage(actual: any, expected: any): string {
  const start = `The error is expected to be an instance of "${expected.name}". Received `;
  if (!isError(actual)) return `${start}"${inspect(actual, { depth: -1 })}"`;
  const name = actual.constructor?.name || actual.name;
  const received = expected.name === name ? "an error with identical name but a different prototype." : `"${name}"`;
  return `${start}${received}${actual.message ? `\n\nError message:\n\n${actual.message}` : ""}`;
}

// An object as expectation: each of its properties must be equal, or match when it is a regular expression.
function checkShape(actual: any, expected: any, message: unknown, stackStartFn: Function): void {
  if (typeof actual !== "object" || actual === null) {
    const error = new AssertionError({ actual, expected, message, operator: "deepStrictEqual", stackStartFn });
    error.operator = stackStartFn.name;
    throw error;
  }
  const keys = Object.keys(expected);
  if (expected instanceof Error) keys.push("name", "message");
  else if (keys.length === 0) throw new ERR_INVALID_ARG_VALUE("error", expected, "may not be an empty object");
  // Formats the error's stack, which programs can read from here on.
  if (keys.includes("stack")) stackOf(actual);
  for (const key of keys) {
    if (matches(actual[key], expected[key])) continue;
    if (key in actual && isDeepStrictEqual(actual[key], expected[key])) continue;
    if (message) fail({ actual, expected, message: [message], operator: stackStartFn.name, stackStartFn });
    const error = new AssertionError({
      actual: new Comparison(actual, keys),
      expected: new Comparison(expected, keys, actual),
      operator: "deepStrictEqual",
      stackStartFn,
    });
    error.actual = actual;
    error.expected = expected;
    error.operator = stackStartFn.name;
    throw error;
  }
}

function matches(actual: unknown, expected: unknown): boolean {
  return typeof actual === "string" && isRegExp(expected) && RegExp.prototype.exec.call(expected, actual) !== null;
}

/** Only the compared properties, so that the difference shows nothing else. */
class Comparison {
  [key: string]: unknown;
  constructor(object: any, keys: readonly string[], actual?: any) {
    for (const key of keys) {
      if (!(key in object)) continue;
      this[key] = actual !== undefined && matches(actual[key], object[key]) ? actual[key] : object[key];
    }
  }
}

/** Fails when an error was thrown that the caller excludes (by default any); rethrows other errors. */
export function expectNoError(
  stackStartFn: Function,
  kind: "exception" | "rejection",
  actual: any,
  args: readonly unknown[],
): void {
  if (actual === nothing) return;
  let [expected, message] = args;
  if (typeof expected === "string") {
    message = expected;
    expected = undefined;
  }
  if (!expected || isUnwanted(actual, expected)) {
    const text = `Got unwanted ${kind}${message ? `: ${message}` : "."}\nActual message: "${actual?.message}"`;
    fail({ actual, expected, operator: stackStartFn.name, message: [text], stackStartFn });
  }
  throw actual;
}

function isUnwanted(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== "function") {
    if (isRegExp(expected)) return RegExp.prototype.exec.call(expected, String(actual)) !== null;
    throw new ERR_INVALID_ARG_TYPE("expected", ["Function", "RegExp"], expected);
  }
  if (expected.prototype !== undefined && actual instanceof expected) return true;
  if (Object.prototype.isPrototypeOf.call(Error, expected)) return false;
  return expected.call({}, actual) === true;
}
