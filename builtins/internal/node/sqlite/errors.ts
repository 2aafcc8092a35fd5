// Errors of node:sqlite. Node makes them natively: plain errors with a `code` that their printed first line does not show.
import {
  DETAIL,
  EXACT,
  FAILED,
  FINALIZED,
  RUNNING,
  TOO_LARGE_TO_BIND,
  TOO_LARGE_TO_READ,
  UNBINDABLE,
  bigInts,
  ints,
} from "internal:node/sqlite/memory";
import { failure, errorString } from "native:sqlite";

function coded(error: any, code: string): Error {
  error.code = code;
  return error;
}

/** A TypeError with ERR_INVALID_ARG_TYPE and the given message. */
export function invalidArgType(message: string): Error {
  return coded(new TypeError(message), "ERR_INVALID_ARG_TYPE");
}

/** A TypeError with ERR_INVALID_ARG_VALUE and the given message. */
export function invalidArgValue(message: string): Error {
  return coded(new TypeError(message), "ERR_INVALID_ARG_VALUE");
}

/** An Error with ERR_INVALID_STATE. */
export function invalidState(message: string): Error {
  return coded(new Error(message), "ERR_INVALID_STATE");
}

/** A RangeError with ERR_OUT_OF_RANGE and the given message. */
export function outOfRange(message: string): Error {
  return coded(new RangeError(message), "ERR_OUT_OF_RANGE");
}

/** An Error with any other code. */
export function otherError(message: string, code: string): Error {
  return coded(new Error(message), code);
}

/** ERR_SQLITE_ERROR for the last failure. */
export function sqliteError(): Error {
  const { code, message, meaning } = failure();
  return Object.assign(coded(new Error(message), "ERR_SQLITE_ERROR"), { errcode: code, errstr: meaning });
}

/** ERR_SQLITE_ERROR for a result code alone, with SQLite's message for it, as `applyChangeset` throws it. */
export function resultCodeError(code: number): Error {
  return Object.assign(coded(new Error(errorString(code)), "ERR_SQLITE_ERROR"), { errcode: code });
}

/** ERR_OUT_OF_RANGE for an integer that does not fit a number exactly. */
export function tooLarge(value: bigint): Error {
  return outOfRange(`Value is too large to be represented as a JavaScript number: ${value}`);
}

/** The error of a statement's status. */
export function statusError(status: number): Error {
  switch (status) {
    case FAILED:
      return sqliteError();
    case UNBINDABLE:
      return invalidArgType(`Provided value cannot be bound to SQLite parameter ${ints[DETAIL]}.`);
    case TOO_LARGE_TO_BIND:
      return invalidArgValue("BigInt value is too large to bind.");
    case TOO_LARGE_TO_READ:
      return tooLarge(bigInts[EXACT]!);
    case RUNNING:
      return invalidState("statement is already being executed");
    case FINALIZED:
      return invalidState("statement has been finalized");
    default:
      return new Error(`unknown status ${status}`);
  }
}
