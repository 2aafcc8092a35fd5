// Errors of invalid JSON with V8's message, which says where the text is invalid, for Node and Deno; Bun has the engine's.
import { safe } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import defer * as jsonErrors from "internal:core/json_errors";

/** `JSON.parse(text)`. */
export function parseJson(text: string): unknown {
  try {
    return safe.parseJson(text);
  } catch (error) {
    if (home() !== "bun") describeError(error, text);
    throw error;
  }
}

/** Gives an error of `JSON.parse` V8's message. `text`: the argument, as the program passed it. */
export function describeError(error: unknown, text: unknown): void {
  // Anything else was thrown by the program: a reviver, or the conversion to a string.
  if (!(error instanceof SyntaxError) || !safe.startsWith(error.message, "JSON Parse error: ")) return;
  try {
    error.message = jsonErrors.describe(`${text as string}`) ?? error.message;
  } catch (failure) {
    // The text is nested too deeply for the description.
    if (!(failure instanceof RangeError)) throw failure;
  }
}
