// The values of errors that reports as text do not have: `code`, and what an assertion expected and received.
import type { ErrorText } from "internal:test_runner/dialects/protocol";
import { setStack } from "internal:core/stack/stack";

const NAMES = ["code", "expected", "actual", "operator"];
const values = new WeakMap<ErrorText, [name: string, value: unknown][]>();

/** Keeps the values of the error that `text` was made from. */
export function keepValues(text: ErrorText, error: object): ErrorText {
  const members = error as Record<string, unknown>;
  values.set(
    text,
    NAMES.filter((name) => name in error).map((name) => [name, members[name]]),
  );
  return text;
}

/** Gives an error that was made from `text` the values of the original one. */
function restoreValues(error: Error, text: ErrorText): void {
  for (const [name, value] of values.get(text) ?? [])
    Object.defineProperty(error, name, { value, writable: true, configurable: true });
}

/** An error like the one that `text` was made from. */
export function errorOf(text: ErrorText | undefined): Error {
  const error = new Error(text?.message ?? "failed");
  if (text?.name !== undefined && text.name !== "" && text.name !== "Error") error.name = text.name;
  const frames = (text?.stack ?? []).map((line) => `\n    ${line}`);
  setStack(error, `${error.name}: ${error.message}${frames.join("")}`);
  if (text !== undefined) restoreValues(error, text);
  if (text?.cause !== undefined)
    Object.defineProperty(error, "cause", { value: errorOf(text.cause), writable: true, configurable: true });
  return error;
}
