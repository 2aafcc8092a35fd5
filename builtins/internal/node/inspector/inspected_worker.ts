// The inspected side of a worker: the debuggers are those of the process.
import { onEnd } from "internal:core/process/state";
import { InspectedThread } from "internal:node/inspector/inspected_thread";
import { threadId } from "native:worker";

/** Lets debuggers inspect this worker, and blocks while one prepares it. */
export function begin({ port, id }: { port: number; id: string }): void {
  const thread = new InspectedThread(port, id, threadId());
  thread.begin();
  thread.keepConsole();
  thread.waitForDebugger();
  onEnd(() => thread.waitForDisconnect());
}
