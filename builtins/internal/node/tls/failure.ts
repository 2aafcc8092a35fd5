// Makes errors of the native part's descriptions of failures.
import type { Failure } from "native:tls";
import { kIsNodeError } from "internal:core/errors/node_error";

/** An error with what OpenSSL reports. */
export interface OpensslError extends Error {
  code?: string;
  opensslErrorStack?: string[];
  library?: string;
  function?: string;
  reason?: string;
}

/** The error of a setting (thrown). */
export function thrownError({ code, message, library, reason, func, stack }: Failure): OpensslError {
  const error: OpensslError = new Error(message);
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
export function connectionError({ code, message, library, reason }: Failure): OpensslError {
  const error: OpensslError = new Error(message);
  if (library !== "") error.library = library;
  if (reason !== "") error.reason = reason;
  error.code = code;
  return error;
}

/** Throws when a step failed. */
export function check(failure: Failure | null): void {
  if (failure !== null) throw thrownError(failure);
}
