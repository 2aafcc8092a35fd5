// The text of an uncaught error.
import { inspect } from "internal:util/inspect";
import { stackOf } from "internal:stack";

/** The report, with a final line feed. */
export function describe(error: unknown): string {
  if (error instanceof Error) stackOf(error);
  const isError = error instanceof Error;
  const text = isError ? inspect(error) : `Uncaught:\n${inspect(error)}\n(Use \`brio --trace-uncaught ...\` to show where the exception was thrown)`;
  return `${text}\n\nNode.js v26.10.0\n`;
}
