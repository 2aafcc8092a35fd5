// What the evaluator of a prompt and the prompt itself say to each other.

import { emitWarning } from "internal:core/process/warn";

/** Makes a function that warns of a deprecated member, the first time. */
export function deprecateOnce(message: string, code: string): () => void {
  let hasWarned = false;
  return () => {
    if (hasWarned) return;
    hasWarned = true;
    emitWarning(message, "DeprecationWarning", code);
  };
}

/** `replMode`: code runs as it is, or strict. */
export const REPL_MODE_SLOPPY = Symbol("repl-sloppy");
export const REPL_MODE_STRICT = Symbol("repl-strict");

/** An evaluator's answer that more lines may complete the input. */
export class Recoverable extends SyntaxError {
  err: unknown;
  constructor(error: unknown) {
    super();
    this.err = error;
  }
}
