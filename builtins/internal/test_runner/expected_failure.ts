// `expectFailure`: tests that have to fail, with a matching error.
import { FAILURE, testFailure } from "internal:test_runner/failure";
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { isRegExp } from "internal:core/util/types";
import defer * as assert from "internal:node/assert";

/** The option: the reason, and the expectation for `assert.throws`. */
export interface ExpectedFailure {
  label: string | undefined;
  match: unknown;
}

/** Reads the option; false when the test must pass. Throws ERR_INVALID_ARG_VALUE for an empty object. */
export function readExpectedFailure(option: any): ExpectedFailure | false {
  if (option === undefined || option === false) return false;
  if (typeof option === "string") return { label: option, match: undefined };
  if (typeof option === "function" || isRegExp(option)) return { label: undefined, match: option };
  if (typeof option !== "object") return { label: undefined, match: undefined };
  const keys = Object.keys(option);
  if (keys.length === 0)
    throw new ERR_INVALID_ARG_VALUE("options.expectFailure", option, "must not be an empty object");
  const isPair = keys.every((key) => key === "match" || key === "label");
  return isPair ? { label: option.label, match: option.match } : { label: undefined, match: option };
}

/** The result of the test for an error. */
export function judgeFailure(expected: ExpectedFailure | false, error: any): { passed: boolean; error: unknown } {
  if (!expected) return { passed: false, error };
  if (expected.match === undefined) return { passed: true, error };
  const isWrapped = error?.code === "ERR_TEST_FAILURE" && error.failureType === FAILURE.code && error.cause;
  const thrown = isWrapped ? error.cause : error;
  try {
    assert.default.throws(() => {
      throw thrown;
    }, expected.match);
  } catch (cause) {
    const mismatch = testFailure("The test failed, but the error did not match the expected validation", FAILURE.code);
    mismatch.cause = cause;
    return { passed: false, error: mismatch };
  }
  return { passed: true, error };
}
