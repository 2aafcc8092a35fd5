// `--trace-exit`: prints to standard error where the program exits the process or the thread.
import { captureStackTrace } from "internal:core/stack/stack";
import { pid } from "native:process";
import { writeError } from "native:stdio";
import { threadId } from "native:worker";

/** Writes the warning with the stack of the caller, whose own frame is the first one and counts for the limit, as in Node. */
export function traceExit(code: number): void {
  const thread = threadId();
  const frames: { stack?: unknown } = {};
  captureStackTrace(frames, traceExit);
  const trace = String(frames.stack).split("\n").slice(1).join("\n");
  writeError(
    `(node:${pid()}${thread === 0 ? "" : `, thread:${thread}`}) WARNING: Exited the environment with code ${code}\n${trace}\n`,
  );
}
