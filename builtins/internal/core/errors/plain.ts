// Errors without a row in the table: AbortError and aggregates, and functions over errors.
import { safe } from "internal:core/bootstrap";
import type { AnyFunction } from "internal:core/bootstrap";
import { codes, kIsNodeError, type NodeError } from "internal:core/errors/node_error";

/** The rejection of an operation whose AbortSignal aborted: `code` "ABORT_ERR", `name` "AbortError". */
export class AbortError extends Error {
  code = "ABORT_ERR";
  override name = "AbortError";
  constructor(message = "The operation was aborted", options?: { cause?: unknown }) {
    if (options !== undefined && typeof options !== "object") {
      throw new codes.ERR_INVALID_ARG_TYPE!("options", "Object", options);
    }
    super(message, options);
  }
}

/** An AggregateError whose `code` is that of its first error. */
export class NodeAggregateError extends AggregateError {
  declare code: string | undefined;
  constructor(errors: readonly (Error & { code?: string })[], message?: string) {
    super(errors, message);
    this.code = errors[0]?.code;
  }
  get [kIsNodeError](): boolean {
    return true;
  }
}
safe.defineProperty(NodeAggregateError.prototype, "constructor", { get: () => AggregateError, configurable: true });

/**
 * Joins the error of an operation with the one of its clean-up. Either may be missing; two different ones become an
 * AggregateError with the message and code of `outer`, which comes first in `errors`.
 */
export function aggregateTwoErrors(inner: any, outer: any): any {
  if (!inner || !outer || inner === outer) return inner || outer;
  if (safe.isArray(outer.errors)) {
    outer.errors.push(inner);
    return outer;
  }
  const error = new AggregateError([outer, inner], outer.message) as AggregateError & { code?: string };
  error.code = outer.code;
  return error;
}

/** A plain Error with the given properties. */
export function genericNodeError(message: string, properties: object): Error {
  return safe.assign(new Error(message), properties);
}

/**
 * Marks a function whose frames are not shown to the caller. Stacks omit the frames of internal modules by their
 * specifiers, so nothing is done per call; `withoutStackTrace` exists for ported code.
 */
export function hideStackFrames<F extends AnyFunction>(fn: F): F & { withoutStackTrace: F } {
  const marked = fn as F & { withoutStackTrace: F };
  marked.withoutStackTrace = fn;
  return marked;
}

/** The first line of an error's printed stack: `TypeError [ERR_X]: message` for errors of the table, else as `toString`. */
export function stackHeader(error: NodeError & { [kIsNodeError]?: boolean }): string {
  if (error[kIsNodeError]) return `${error.name} [${error.code}]: ${error.message}`;
  return Error.prototype.toString.call(error);
}

/** Whether `error` is the engine's error for an exhausted stack. */
export function isStackOverflowError(error: unknown): boolean {
  return (
    error instanceof RangeError &&
    error.name === "RangeError" &&
    /^Maximum call stack size exceeded/.test(error.message)
  );
}
