// How long the process was ready to run while other programs had the processors: on a busy machine a thread that is slow
// is distinguished from one that never returns.
import { readdirSync } from "internal:node/fs/sync_tree";
import { readFileSync } from "internal:node/fs/sync_io";
import { nowMs } from "internal:test_runner/clock";

/** A result is valid for this time in milliseconds. */
const VALID_MS = 90;

let readAt = -Infinity;
let waited = new Map<string, number>();
let totalMs = 0;

/**
 * The milliseconds that threads of this process have waited for a processor: of threads that wait at the same time, the
 * one that waits longest counts, since a thread also waits for the collector and the compilers. 0 where it is not known.
 * proc_pid_schedstat(5): the second number is the time on a run queue, in nanoseconds.
 */
export function processorWaitMs(): number {
  const now = nowMs();
  if (now - readAt < VALID_MS) return totalMs;
  readAt = now;
  const current = new Map<string, number>();
  let longest = 0;
  for (const thread of threads()) {
    const [, wait = ""] = read(`/proc/self/task/${thread}/schedstat`).split(" ");
    const waitMs = Number.parseInt(wait, 10) / 1e6 || 0;
    current.set(thread, waitMs);
    longest = Math.max(longest, waitMs - (waited.get(thread) ?? waitMs));
  }
  waited = current;
  totalMs += longest;
  return totalMs;
}

function threads(): string[] {
  try {
    return readdirSync("/proc/self/task") as string[];
  } catch {
    return [];
  }
}

/** A file of the system, or an empty string when it is missing or may not be read. */
function read(path: string): string {
  try {
    return String(readFileSync(path, "utf8"));
  } catch {
    return "";
  }
}
