// `--trace-exit`: prints to standard error where the program exits the process or the thread.
import { captureStackTrace } from "internal:core/stack/stack";
import { pid } from "native:process";
import { writeError } from "native:stdio";
import { threadId } from "native:worker";

/** Writes the warning with the stack above `above`. */
export function traceExit(code: number, above: Function): void {
  const thread = threadId();
  const frames: { stack?: unknown } = {};
  captureStackTrace(frames, above);
  const trace = String(frames.stack).split("\n").slice(1).join("\n");
  writeError(
    `(node:${pid()}${thread === 0 ? "" : `, thread:${thread}`}) WARNING: Exited the environment with code ${code}\n${trace}\n`,
  );
}
