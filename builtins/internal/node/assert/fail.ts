// Throws the AssertionError of a failed check, with the caller's message in one of several forms.
import { ERR_AMBIGUOUS_ARGUMENT, ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { format } from "internal:core/util/inspect";
import * as lists from "internal:core/lists";
import { isError } from "internal:core/util/inspect/errors";
import { AssertionError } from "internal:node/assert/assertion_error";
import defer * as source from "internal:node/assert/source";

export interface Failure {
  actual: unknown;
  expected: unknown;
  /** Nothing, a format string with arguments, an Error to throw, or a function of actual and expected. */
  message: readonly unknown[];
  operator: string;
  stackStartFn: Function;
  diff?: string;
  generatedMessage?: boolean;
}

export function fail(failure: Failure): never {
  const { generatedMessage, ...options } = failure;
  const error = new AssertionError({ ...options, message: messageText(failure) });
  if (generatedMessage !== undefined) error.generatedMessage = generatedMessage;
  throw error;
}

function messageText({ message, actual, expected }: Failure): string | undefined {
  const first = message[0];
  if (message.length === 0) return undefined;
  if (typeof first === "string") return message.length > 1 ? format(...message) : first;
  if (isError(first)) {
    if (message.length > 1) {
      throw new ERR_AMBIGUOUS_ARGUMENT(
        "message",
        `The error message was passed as error object "${Error.prototype.toString.call(first)}" has trailing arguments that would be ignored.`,
      );
    }
    throw first;
  }
  if (typeof first !== "function") throw new ERR_INVALID_ARG_TYPE("message", ["string", "function"], first);
  if (message.length > 1) {
    throw new ERR_AMBIGUOUS_ARGUMENT(
      "message",
      `The error message with function "${first.name || "anonymous"}" has trailing arguments that would be ignored.`,
    );
  }
  try {
    const text = first(actual, expected);
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined; // the default message is more helpful than a failing one
  }
}

/** The failure of `assert.ok`, whose first argument is missing or falsy. The other arguments are the message. */
export function failTruthy(stackStartFn: Function, given: ArrayLike<unknown>): never {
  const args = lists.slice(given);
  let message: readonly unknown[];
  let generatedMessage = true;
  if (args.length === 0) {
    message = ["No value argument passed to `assert.ok()`"];
  } else if (args.length === 1 || args[1] == null) {
    const text = source.falsyMessage(stackStartFn);
    message = text === undefined ? [] : [text];
  } else {
    generatedMessage = false;
    message = args.slice(1);
  }
  fail({ actual: args[0], expected: true, message, operator: "==", stackStartFn, generatedMessage });
}
