// Prints an exception that ends the process, as Node does: place, source line with a caret, stack, extra properties,
// Node's version line; then exit code 1 (7 when the handler itself threw).
import { describe } from "internal:error_report";
import { writeError } from "native:stdio";
import defer * as processState from "internal:process_state";

/** Ends the process because of `error`. */
export function end(error: unknown, _origin: string): void {
  let text: string;
  try {
    text = describe(error);
  } catch (second) {
    text = `Uncaught:\n${String(second)}\n`;
  }
  writeError(text);
  processState.exitAfterFatal(1);
}
