// Errors out of what the native part says about a failure.
import type { Failure } from "native:tls";
import { kIsNodeError } from "internal:core/errors/node_error";

/** The error of a setting (thrown). */
export function thrownError({ code, message, library, reason, func, stack }: Failure): any {
  const error: any = new Error(message);
  if (stack.length > 0) error.opensslErrorStack = stack;
  if (library !== "") error.library = library;
  if (func !== "") error.function = func;
  if (reason !== "") error.reason = reason;
  error.code = code;
  if (library === "")
    Object.defineProperty(error, kIsNodeError, { value: true, enumerable: false, writable: true, configurable: true });
  return error;
}

/** The error of a connection (emitted). */
export function connectionError({ code, message, library, reason }: Failure): any {
  const error: any = new Error(message);
  if (library !== "") error.library = library;
  if (reason !== "") error.reason = reason;
  error.code = code;
  return error;
}

/** Throws when a step failed. */
export function check(failure: Failure | null): void {
  if (failure !== null) throw thrownError(failure);
}
