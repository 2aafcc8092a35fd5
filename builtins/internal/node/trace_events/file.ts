// The file of trace events: selected by flags of the command line and by the Tracing objects of programs. All threads of the process
// write it (`host/tracing`); a worker receives the categories when it starts, and when they change.
import { isLoaded, pinned, safe } from "internal:core/bootstrap";
import { launch } from "internal:core/launch";
import { onEnd, setBeforeAbruptEnd } from "internal:core/process/state";
import { workerStart } from "internal:core/worker_state";
import { categoriesOfFlags } from "internal:node/trace_events/categories";
import { describeHelpers, describeProcess, describeThread } from "internal:node/trace_events/metadata";
import { begin, end, type TraceEvent } from "internal:node/trace_events/recorder";
import defer * as instruments from "internal:node/trace_events/instruments";
import defer * as threads from "internal:web/worker/events";
import defer * as path from "internal:core/path";
import { cwd } from "native:process";
import { writeError } from "native:stdio";
import { now } from "native:time";
import { append, categories as selectedByProcess, openFile, setCategories } from "native:tracing";
import { notify, ThreadRequest } from "native:worker";

/** The option of a worker that has the categories, if they are not those of the flags. */
const OF_WORKERS = "trace-categories";
const PATTERN = "node_trace.${rotation}.log";

/** So many events are written together, and none waits longer than a second while there are new ones. */
const EVENTS_MAX = 512;
const WAIT_MS_MAX = 1000;

/** How often each category was selected. */
const selected = pinned(new Map<string, number>());
let waiting: TraceEvent[] = [];
let lastWriteMs = 0;
let isDescribed = false;

const recording = {
  categories: pinned(new Set<string>()),
  add(event: TraceEvent): void {
    safe.push(waiting, event);
    if (waiting.length >= EVENTS_MAX || now() - lastWriteMs > WAIT_MS_MAX) write();
  },
};

/** Begins to record what flags select: those of the process, or of a worker. */
export function beginByFlags(options: readonly [name: string, value: string][]): void {
  const start = workerStart();
  if (start?.entryKind === "inspector") return;
  const given = options.findLast(([name]) => name === OF_WORKERS)?.[1];
  const categories = given === undefined ? categoriesOfFlags(options) : given.split(",");
  if (categories.length === 0) return;
  if (start !== null) return follow(categories);
  try {
    open();
  } catch (error) {
    writeError(`Could not open trace file: ${(error as Error).message}\n`);
    return;
  }
  select(categories);
}

/** The recorded categories, in order; undefined when there are none. */
export function selectedCategories(): string | undefined {
  if (selected.size === 0) return undefined;
  const names: string[] = [];
  selected.forEach((_, category) => void safe.push(names, category));
  return names.sort().join(",");
}

/** Records categories until `release`. Throws when the file cannot be made. */
export function select(categories: readonly string[]): void {
  open();
  for (const category of categories) selected.set(category, (selected.get(category) ?? 0) + 1);
  apply();
}

/** Ends one `select`. */
export function release(categories: readonly string[]): void {
  for (const category of categories) {
    const count = selected.get(category)! - 1;
    if (count === 0) selected.delete(category);
    else selected.set(category, count);
  }
  apply();
}

/** Applies the categories that the main thread has selected. */
export function follow(categories: readonly string[] = selectedByProcess().split(",")): void {
  record(categories);
  notifyWorkers(categories);
}

function open(): void {
  const pattern = launch().options.findLast(([name]) => name === "--trace-event-file-pattern")?.[1];
  openFile(path.default.resolve(cwd(), pattern || PATTERN));
}

function apply(): void {
  const categories = [...selected.keys()];
  record(categories);
  notifyWorkers(categories);
}

function record(categories: readonly string[]): void {
  recording.categories.clear();
  for (const category of categories) if (category !== "") recording.categories.add(category);
  if (recording.categories.size === 0) {
    end(recording);
    write();
    return;
  }
  if (!isDescribed) {
    isDescribed = true;
    lastWriteMs = now();
    for (const event of describeThread()) safe.push(waiting, event);
    onEnd(finish);
    setBeforeAbruptEnd(write);
  }
  begin(recording);
  instruments.install();
}

/** Workers that start from now on have the option; running ones are notified. */
function notifyWorkers(categories: readonly string[]): void {
  const { options } = launch();
  const value = categories.join(",");
  const known = options.find(([name]) => name === OF_WORKERS);
  if (known === undefined) options.push([OF_WORKERS, value]);
  else known[1] = value;
  setCategories(value);
  if (!isLoaded("internal:web/worker/events")) return;
  for (const child of threads.children().keys()) notify(child, ThreadRequest.TRACE_CATEGORIES, 0);
}

/** Writes the waiting events. */
export function write(): void {
  lastWriteMs = now();
  if (waiting.length === 0) return;
  const events = waiting;
  waiting = [];
  const lines: string[] = [];
  for (let index = 0; index < events.length; index++) safe.push(lines, safe.stringify(events[index]));
  try {
    append(lines.join(",\n"), lines.length);
  } catch (error) {
    writeError(`brio: trace events cannot be written: ${(error as Error).message}\n`);
  }
}

/** The end of the thread. */
function finish(): void {
  instruments.finish();
  end(recording);
  if (workerStart() === null) {
    safe.push(waiting, describeProcess());
    for (const event of describeHelpers()) safe.push(waiting, event);
  }
  write();
}
