// How long a thread was ready to run while other programs had the processors: on a busy machine a thread that is slow is
// told from one that never returns.
import { readFileSync } from "internal:node/fs/sync_io";

/** The system's number of the calling thread; 0 where it is not known. */
export function ownThreadId(): number {
  const [id = ""] = read("/proc/thread-self/stat").split(" ");
  return Number.parseInt(id, 10) || 0;
}

/**
 * The milliseconds that a thread of this process has waited for a processor since its start; 0 where it is not known.
 * proc_pid_schedstat(5): the second number is the time on a run queue, in nanoseconds.
 */
export function processorWaitMs(threadId: number): number {
  if (threadId === 0) return 0;
  const [, waited = ""] = read(`/proc/self/task/${threadId}/schedstat`).split(" ");
  return Number.parseInt(waited, 10) / 1e6 || 0;
}

/** A file of the system, or an empty string when it is missing or may not be read. */
function read(path: string): string {
  try {
    return String(readFileSync(path, "utf8"));
  } catch {
    return "";
  }
}
