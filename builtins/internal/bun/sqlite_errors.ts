// Errors of bun:sqlite.
import { resultName } from "internal:bun/sqlite_constants";
import { FAILED, FINALIZED, RUNNING, TOO_LARGE_TO_BIND, UNBINDABLE } from "internal:node/sqlite/memory";
import { failure } from "native:sqlite";

/**
 * The class of SQLite's errors. They are plain errors, so any error with this name counts as an instance. Programs cannot make one.
 */
export class SQLiteError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (value as Error | undefined)?.name === "SQLiteError";
  }

  constructor() {
    super();
    throw new Error("SQLiteError can only be constructed by bun:sqlite");
  }
}

/** The error of the last failure: `code` is SQLite's name, `errno` its number, `byteOffset` the position in the SQL or -1. */
export function sqliteError(): Error {
  const { code, message, offset } = failure();
  const error: Error & { code?: string; errno?: number; byteOffset?: number } = new Error(message);
  Object.defineProperty(error, "name", { value: "SQLiteError", writable: true, configurable: true });
  const name = resultName(code);
  if (name !== undefined) error.code = name;
  error.errno = code;
  error.byteOffset = offset;
  return error;
}

/** The error of a statement's status. */
export function statusError(status: number): Error {
  switch (status) {
    case FAILED:
      return sqliteError();
    case TOO_LARGE_TO_BIND:
      return new RangeError("BigInt value is out of range");
    case UNBINDABLE:
      return new TypeError("Binding expected string, TypedArray, boolean, number, bigint or null");
    case RUNNING:
      return new Error("Statement is already being executed");
    case FINALIZED:
      return new Error("Statement has finalized");
    default:
      return new Error(`unknown status ${status}`);
  }
}
