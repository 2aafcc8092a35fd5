// Why a test failed: the kinds of ERR_TEST_FAILURE, and telling such errors from those of programs.
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

/** Failures that wrap an error of the program, which is what people want to read. */
export const WRAPS_CAUSE: ReadonlySet<unknown> = new Set([
  FAILURE.code,
  FAILURE.hook,
  FAILURE.exception,
  FAILURE.rejection,
]);

/** An ERR_TEST_FAILURE. `reason` is a text or what was thrown. */
export function testFailure(reason: unknown, failureType: string): any {
  return new ERR_TEST_FAILURE(reason, failureType);
}

/** Whether `error` is an ERR_TEST_FAILURE that the runner made. */
export function isTestFailure(error: any): boolean {
  return error?.code === "ERR_TEST_FAILURE" && kIsNodeError in error;
}
