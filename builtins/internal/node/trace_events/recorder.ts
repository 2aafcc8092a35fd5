// Records trace events of this thread for those who read them: the file, and sessions of the inspector. What makes the events is
// in `instruments`.
import { pinned, safe } from "internal:core/bootstrap";
import type { Group } from "internal:node/trace_events/categories";
import { pid } from "native:process";
import { monotonicOrigin, now } from "native:time";
import { threadClock, threadNumber } from "native:tracing";

const MICROSECONDS = 1000;

/** The phases of Chrome's format. */
export type Phase = "B" | "E" | "X" | "I" | "C" | "M" | "b" | "n" | "e";

/** An event in Chrome's format. Times are microseconds, `tts` and `tdur` those of the thread's own clock. */
export interface TraceEvent {
  pid: number;
  tid: number;
  ts: number;
  tts: number;
  ph: Phase;
  cat: string;
  name: string;
  dur: number;
  tdur: number;
  id?: string;
  args: object;
}

/** When something happened, on the clock of all threads and on that of one. */
export interface Moment {
  ts: number;
  tts: number;
  /** The thread, when it is another one. */
  tid?: number;
}

/** Receives the events of its categories. */
export interface Recording {
  categories: ReadonlySet<string>;
  add(event: TraceEvent): void;
}

const recordings = pinned(new Set<Recording>());
/** Whether a group is recorded, for those that were looked up since the last change. */
const decisions = pinned(new Map<string, boolean>());
const process = pid();
const thread = threadNumber();

/** Begins a recording, or applies a change of its categories; its events need `instruments`. */
export function begin(recording: Recording): void {
  recordings.add(recording);
  decisions.clear();
}

/** Ends a recording. */
export function end(recording: Recording): void {
  recordings.delete(recording);
  decisions.clear();
}

/** Whether events of a group are recorded. */
export function isRecorded(group: string): boolean {
  let decision = decisions.get(group);
  if (decision === undefined) {
    decision = false;
    const categories = group.split(",");
    recordings.forEach((recording) => {
      if (matches(recording, categories)) decision = true;
    });
    decisions.set(group, decision);
  }
  return decision;
}

function matches(recording: Recording, categories: string[]): boolean {
  for (let index = 0; index < categories.length; index++) if (recording.categories.has(categories[index]!)) return true;
  return false;
}

/** The present. */
export function moment(): Moment {
  return { ts: safe.floor((monotonicOrigin() + now()) * MICROSECONDS), tts: safe.floor(threadClock()) };
}

/** A time in milliseconds since the process started. */
export function momentAt(milliseconds: number): Moment {
  return { ts: safe.floor((monotonicOrigin() + milliseconds) * MICROSECONDS), tts: 0 };
}

/** What an event has besides its name. */
interface Details {
  args?: object;
  id?: number;
  at?: Moment;
  /** The end of a complete event (X), which began `at`. */
  until?: Moment;
}

/** Records an event, if its group is recorded. */
export function record(group: Group, phase: Phase, name: string, details: Details = {}): void {
  if (!isRecorded(group)) return;
  const event = makeEvent(group, phase, name, details);
  const categories = group.split(",");
  recordings.forEach((recording) => {
    if (matches(recording, categories)) recording.add(event);
  });
}

/** Records what `work` does as a complete event. */
export function recordCall<T>(group: Group, name: string, work: () => T): T {
  if (!isRecorded(group)) return work();
  const at = moment();
  try {
    return work();
  } finally {
    record(group, "X", name, { at, until: moment() });
  }
}

/** Makes an event. */
export function makeEvent(group: string, phase: Phase, name: string, details: Details): TraceEvent {
  const { args = {}, id, at = moment(), until } = details;
  return {
    pid: process,
    tid: at.tid ?? thread,
    ts: at.ts,
    tts: at.tts,
    ph: phase,
    cat: group,
    name,
    dur: until === undefined ? 0 : until.ts - at.ts,
    tdur: until === undefined ? 0 : until.tts - at.tts,
    ...(id === undefined ? {} : { id: `0x${id.toString(16)}` }),
    args,
  };
}
