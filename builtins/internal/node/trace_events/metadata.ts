// The events that describe the process and its threads: names, versions and the platform.
import { makeEvent, type TraceEvent, momentAt } from "internal:node/trace_events/recorder";
import { namesOf } from "internal:node/fs/dirent";
import { services } from "internal:core/bootstrap";
import { workerStart } from "internal:core/worker_state";
import { readDirSync, readFileTextSync } from "native:fs";
import { pid } from "native:process";
import { threadId } from "native:worker";

const METADATA = "__metadata";
const O_RDONLY = 0;
const TASKS = "/proc/self/task";

/** What describes this thread, and on the main thread the process. */
export function describeThread(): TraceEvent[] {
  const start = workerStart();
  if (start !== null) return [named("thread_name", `[worker ${threadId()}] ${start.name || "WorkerThread"}`)];
  const { process } = services();
  const { versions, arch, platform, release } = process;
  return [
    named("process_name", process.title),
    metadata("version", { node: versions.node }),
    named("thread_name", "JavaScriptMainThread"),
    metadata("node", { process: { versions, arch, platform, release } }),
  ];
}

/** The name of the process, which programs change. */
export function describeProcess(): TraceEvent {
  return named("process_name", services().process.title);
}

/** The names of the system for threads with other work than the engine's. */
const OTHERS = ["worker", "brio-pool", "brio-job", "starter", "wait for a child", "build"];

/** The engine's threads, which compile and collect garbage, with the name that Node gives to V8's. */
export function describeHelpers(): TraceEvent[] {
  const events: TraceEvent[] = [];
  for (const { thread, name } of threadsOfSystem()) {
    if (thread === pid() || OTHERS.includes(name)) continue;
    const event = named("thread_name", "PlatformWorkerThread");
    event.tid = thread;
    events.push(event);
  }
  return events;
}

/** The threads of the process; none on a system without /proc. */
function threadsOfSystem(): { thread: number; name: string }[] {
  try {
    return namesOf(readDirSync(TASKS)).map((thread) => ({
      thread: Number(thread),
      name: readFileTextSync(`${TASKS}/${thread}/comm`, O_RDONLY).trim(),
    }));
  } catch {
    return [];
  }
}

function named(name: string, value: string): TraceEvent {
  return metadata(name, { name: value });
}

function metadata(name: string, args: object): TraceEvent {
  return makeEvent(METADATA, "M", name, { at: momentAt(0), args });
}
