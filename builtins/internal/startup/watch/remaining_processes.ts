// Processes that a watched program started and that outlive it: they would keep its ports. Those in a process group of their
// own (`detached`, shells with job control) are meant to stay.
import { readdirSync } from "internal:node/fs/sync_tree";
import { readFileSync } from "internal:node/fs/sync_io";
import { setTimeout } from "internal:core/timers";
import processObject from "internal:node/process";

const POLL_MS = 20;
/** Processes that do not end by then are killed. */
const GRACE_MS = 2000;
/** Processes that cannot be killed, since the system is busy for them, are not waited for. */
const KILL_MS = 4000;

/** A process by its number and the time of its start, since numbers are reused. */
export interface ProcessId {
  pid: number;
  started: string;
}

interface ProcessState extends ProcessId {
  parent: number;
  group: number;
}

/** The children of process `root`, and theirs, in this process's group. */
export function descendantsOf(root: number): ProcessId[] {
  const group = groupOfThisProcess();
  const all = processes();
  const found = new Map<number, ProcessState>();
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const process of all)
      if (process.parent === root || found.has(process.parent)) found.set(process.pid, process);
  }
  return [...found.values()].filter((process) => process.group === group);
}

/** The processes of this process's group that have `variable` in their environment, which they got from the watched one. */
export function processesWith(variable: string): ProcessId[] {
  const group = groupOfThisProcess();
  return processes().filter(
    (process) =>
      process.group === group &&
      process.pid !== processObject.pid &&
      `\0${read(`/proc/${process.pid}/environ`)}`.includes(`\0${variable}\0`),
  );
}

/** Ends processes with `signal`, with SIGKILL when they do not follow it, and waits until they have exited. */
export async function endProcesses(processes: ProcessId[], signal: number | string): Promise<void> {
  const sinceMs = Date.now();
  let left = processes.filter(isRunning);
  for (const { pid } of left) send(pid, signal);
  while ((left = left.filter(isRunning)).length > 0) {
    const passedMs = Date.now() - sinceMs;
    if (passedMs > KILL_MS) return;
    if (passedMs > GRACE_MS) for (const { pid } of left) send(pid, "SIGKILL");
    await new Promise<void>((resolve) => void setTimeout(resolve, POLL_MS));
  }
}

function send(pid: number, signal: number | string): void {
  try {
    processObject.kill(pid, signal);
  } catch {
    // It has exited meanwhile.
  }
}

function isRunning({ pid, started }: ProcessId): boolean {
  return stateOf(pid)?.started === started;
}

function groupOfThisProcess(): number | undefined {
  return stateOf(processObject.pid)?.group;
}

function processes(): ProcessState[] {
  let names: string[];
  try {
    names = readdirSync("/proc") as string[];
  } catch {
    return [];
  }
  return names
    .filter((name) => /^\d+$/.test(name))
    .map((name) => stateOf(Number(name)))
    .filter((state) => state !== null);
}

/** Reads proc_pid_stat(5); null for a process that has exited. */
function stateOf(pid: number): ProcessState | null {
  const stat = read(`/proc/${pid}/stat`);
  // The name, in parentheses, may contain anything.
  const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (group === undefined || state === "Z" || state === "X") return null;
  return { pid, parent: Number(parent), group: Number(group), started: rest[16]! };
}

function read(path: string): string {
  try {
    return String(readFileSync(path, "utf8"));
  } catch {
    return "";
  }
}
