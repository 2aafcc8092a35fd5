// The protocol between a REPL and its evaluator.

import { emitWarning } from "internal:core/process/warn";

/** Makes a function that warns of a deprecated member on its first call. */
export function deprecateOnce(message: string, code: string): () => void {
  let hasWarned = false;
  return () => {
    if (hasWarned) return;
    hasWarned = true;
    emitWarning(message, "DeprecationWarning", code);
  };
}

/** `replMode`: code is sloppy, or strict. */
export const REPL_MODE_SLOPPY = Symbol("repl-sloppy");
export const REPL_MODE_STRICT = Symbol("repl-strict");

/** The error of an evaluator for an input that more lines may complete. */
export class Recoverable extends SyntaxError {
  err: unknown;
  constructor(error: unknown) {
    super();
    this.err = error;
  }
}
