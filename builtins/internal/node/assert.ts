// node:assert: the checks. Messages and errors are in `internal:node/assert/*`, deep equality in `internal:core/util/comparisons`.
import { ERR_CONSTRUCT_CALL_REQUIRED, ERR_INVALID_ARG_TYPE, ERR_MISSING_ARGS } from "internal:core/errors";
import { validateOneOf } from "internal:core/validators";
import { inspect } from "internal:core/util/inspect";
import { isError } from "internal:core/util/inspect/errors";
import { isRegExp } from "internal:core/util/types";
import { stackOf } from "internal:core/stack/stack";
import * as comparisons from "internal:core/util/comparisons";
import { AssertionError } from "internal:node/assert/assertion_error";
import { fail as failWith, failTruthy } from "internal:node/assert/fail";
import { expectError, expectNoError, rejectionOf, thrownBy } from "internal:node/assert/throws";

const kOptions = Symbol("options");

/** Assertions with their own options: `diff` ("simple" or "full"), `strict`, `skipPrototype`. */
function Assert(this: any, options?: any): void {
  if (!new.target) throw new ERR_CONSTRUCT_CALL_REQUIRED("Assert");
  options = Object.assign(Object.create(null), { strict: true, skipPrototype: false }, options);
  if (options.diff !== undefined) validateOneOf(options.diff, "options.diff", ["simple", "full"]);
  this.AssertionError = AssertionError;
  Object.defineProperty(this, kOptions, { value: options });
  if (options.strict) {
    this.equal = this.strictEqual;
    this.deepEqual = this.deepStrictEqual;
    this.notEqual = this.notStrictEqual;
    this.notDeepEqual = this.notDeepStrictEqual;
  }
}

const methods = Assert.prototype;

/** Defines a check of two values. Methods also work without their object, with default options. */
function defineComparison(
  name: string,
  operator: string,
  holds: (actual: unknown, expected: unknown, options: any) => boolean,
): void {
  const method = {
    [name](this: any, actual: unknown, expected: unknown, ...message: unknown[]): void {
      if (arguments.length < 2) throw new ERR_MISSING_ARGS("actual", "expected");
      const options = this?.[kOptions];
      if (!holds(actual, expected, options)) {
        failWith({ actual, expected, message, operator, stackStartFn: method, diff: options?.diff });
      }
    },
  }[name]!;
  methods[name] = method;
}

function looselyEqual(actual: unknown, expected: unknown): boolean {
  // eslint-disable-next-line eqeqeq
  return actual == expected || (Number.isNaN(actual) && Number.isNaN(expected));
}

function fail(this: any, message?: unknown): never {
  if (isError(message)) throw message;
  const error = new AssertionError({
    operator: "fail",
    stackStartFn: fail,
    message: message === undefined ? "Failed" : message,
    diff: this?.[kOptions]?.diff,
  });
  if (message === undefined) error.generatedMessage = true;
  throw error;
}
methods.fail = fail;

// `arguments` and not a rest parameter: only a failure needs an array. Node's functions have no named parameters.
methods.ok = function ok(): void {
  if (!arguments[0]) failTruthy(ok, arguments);
};

defineComparison("equal", "==", looselyEqual);
defineComparison("notEqual", "!=", (actual, expected) => !looselyEqual(actual, expected));
defineComparison("deepEqual", "deepEqual", comparisons.isDeepEqual);
defineComparison("notDeepEqual", "notDeepEqual", (actual, expected) => !comparisons.isDeepEqual(actual, expected));
defineComparison("deepStrictEqual", "deepStrictEqual", (actual, expected, options) =>
  comparisons.isDeepStrictEqual(actual, expected, options?.skipPrototype),
);
defineComparison(
  "notDeepStrictEqual",
  "notDeepStrictEqual",
  (actual, expected, options) => !comparisons.isDeepStrictEqual(actual, expected, options?.skipPrototype),
);
defineComparison("strictEqual", "strictEqual", Object.is);
defineComparison("notStrictEqual", "notStrictEqual", (actual, expected) => !Object.is(actual, expected));
defineComparison("partialDeepStrictEqual", "partialDeepStrictEqual", comparisons.isPartialStrictEqual);

methods.throws = function throws(promiseFn: unknown, ...args: unknown[]): void {
  expectError(throws, "exception", thrownBy(promiseFn), args);
};
methods.rejects = async function rejects(promiseFn: unknown, ...args: unknown[]): Promise<void> {
  expectError(rejects, "rejection", await rejectionOf(promiseFn), args);
};
methods.doesNotThrow = function doesNotThrow(fn: unknown, ...args: unknown[]): void {
  expectNoError(doesNotThrow, "exception", thrownBy(fn), args);
};
methods.doesNotReject = async function doesNotReject(fn: unknown, ...args: unknown[]): Promise<void> {
  expectNoError(doesNotReject, "rejection", await rejectionOf(fn), args);
};

methods.ifError = function ifError(this: any, err: any): void {
  if (err === null || err === undefined) return;
  let reason: string;
  if (typeof err === "object" && typeof err.message === "string") {
    reason = err.message.length === 0 && err.constructor ? err.constructor.name : err.message;
  } else {
    reason = inspect(err);
  }
  const error = new AssertionError({
    actual: err,
    expected: null,
    operator: "ifError",
    message: `ifError got unwanted exception: ${reason}`,
    stackStartFn: ifError,
    diff: this?.[kOptions]?.diff,
  });
  const original = isError(err) ? stackOf(err) : err.stack;
  if (typeof original === "string") error.stack = joinStacks(stackOf(error), original);
  throw error;
};

/** Our frames up to the first one in common with the original, then all of the original. */
function joinStacks(ours: string, original: string): string {
  const start = original.indexOf("\n    at");
  if (start === -1) return ours;
  const originalFrames = original.slice(start + 1).split("\n");
  const lines = ours.split("\n");
  const shared = originalFrames.map((frame) => lines.indexOf(frame)).find((index) => index !== -1);
  return [...lines.slice(0, shared), ...originalFrames].join("\n");
}

function checkMatch(
  string: unknown,
  regexp: unknown,
  message: readonly unknown[],
  stackStartFn: Function,
  mustMatch: boolean,
): void {
  if (!isRegExp(regexp)) throw new ERR_INVALID_ARG_TYPE("regexp", "RegExp", regexp);
  const isString = typeof string === "string";
  if (isString && (RegExp.prototype.exec.call(regexp, string) !== null) === mustMatch) return;
  const generatedMessage = message.length === 0;
  if (!message[0]) {
    const text = isString
      ? `The input ${mustMatch ? "did not match" : "was expected to not match"} the regular expression ${inspect(regexp)}. Input:\n\n${inspect(string)}\n`
      : `The "string" argument must be of type string. Received type ${typeof string} (${inspect(string)})`;
    message = [text, ...message.slice(1)];
  }
  failWith({ actual: string, expected: regexp, message, operator: stackStartFn.name, stackStartFn, generatedMessage });
}

methods.match = function match(string: unknown, regexp: unknown, ...message: unknown[]): void {
  checkMatch(string, regexp, message, match, true);
};
methods.doesNotMatch = function doesNotMatch(string: unknown, regexp: unknown, ...message: unknown[]): void {
  checkMatch(string, regexp, message, doesNotMatch, false);
};

const assert: any = function assert(): void {
  if (!arguments[0]) failTruthy(assert, arguments);
};
const strict: any = function strict(): void {
  if (!arguments[0]) failTruthy(strict, arguments);
};

assert.AssertionError = AssertionError;
for (const name of [
  "ok",
  "fail",
  "equal",
  "notEqual",
  "deepEqual",
  "notDeepEqual",
  "deepStrictEqual",
  "notDeepStrictEqual",
  "strictEqual",
  "notStrictEqual",
  "partialDeepStrictEqual",
  "match",
  "doesNotMatch",
  "throws",
  "rejects",
  "doesNotThrow",
  "doesNotReject",
  "ifError",
])
  assert[name] = methods[name];

assert.strict = Object.assign(strict, assert, {
  equal: assert.strictEqual,
  deepEqual: assert.deepStrictEqual,
  notEqual: assert.notStrictEqual,
  notDeepEqual: assert.notDeepStrictEqual,
});
strict.Assert = Assert;
strict.strict = strict;
assert.Assert = Assert;

export default assert;
