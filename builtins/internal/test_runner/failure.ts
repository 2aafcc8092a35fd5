// The reasons of failures: the kinds of ERR_TEST_FAILURE, and how to distinguish them from a program's errors.
import { ERR_TEST_FAILURE, kIsNodeError } from "internal:core/errors";

/** The values of `error.failureType`, as reporters and programs see them. */
export const FAILURE = {
  callbackAndPromise: "callbackAndPromisePresent",
  cancelledByParent: "cancelledByParent",
  aborted: "testAborted",
  parentFinished: "parentAlreadyFinished",
  subtests: "subtestsFailed",
  code: "testCodeFailure",
  timeout: "testTimeoutFailure",
  expected: "expectedFailure",
  hook: "hookFailed",
  callbackTwice: "multipleCallbackInvocations",
  exception: "uncaughtException",
  rejection: "unhandledRejection",
} as const;

/** Failures that wrap an error of the program, which reporters show instead. */
export const WRAPS_CAUSE: ReadonlySet<unknown> = new Set([
  FAILURE.code,
  FAILURE.hook,
  FAILURE.exception,
  FAILURE.rejection,
]);

/** An ERR_TEST_FAILURE. `reason` is a message or the thrown value. */
export function testFailure(reason: unknown, failureType: string): any {
  return new ERR_TEST_FAILURE(reason, failureType);
}

/** Whether `error` is an ERR_TEST_FAILURE that the runner made. */
export function isTestFailure(error: any): boolean {
  return error?.code === "ERR_TEST_FAILURE" && kIsNodeError in error;
}
