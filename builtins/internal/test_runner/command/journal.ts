// What a run has done, in a file that outlives a crash of the process: `cli/src/commands/test/supervision.rs` starts another
// process then, which continues the run. JSON lines: `begin` with the key of a file, `end` with its report, `ended` with how a
// process ended, and at last `done`. Of a file that runs in the main thread also `message`, what it reports, `left` with its report
// when it ends the process, and `overdue` when it did not return (`host/worker/src/overdue.rs`).
import type { FileReport } from "internal:test_runner/command/report";
import type { Message } from "internal:test_runner/dialects/protocol";
import { keyOf } from "internal:test_runner/command/selection";
import { option } from "internal:core/launch";
import { encodeUtf8 } from "internal:core/utf8";
import { closeSync, openSync, readFileSync, writeSync } from "internal:node/fs/sync_io";

/** `JSON.stringify` before a test can replace it. */
const { stringify } = JSON;

/** The name of the option with the path of the journal. */
const OPTION = "journal";

/** What is known of a file that was ended because it did not return. */
export interface Overdue {
  messages: Message[];
  /** The number of the test that ran, -1 outside of tests. */
  test: number;
  /** A digit for the state of each test. */
  states: string;
  /** The output as Latin-1. */
  output: string;
}

type Entry =
  | { begin: string }
  | { end: FileReport }
  | { ended: string }
  | { message: Message }
  | { left: FileReport }
  | { overdue: Omit<Overdue, "messages"> };

export class Journal {
  readonly #descriptor: number | undefined;
  /** The reports of the processes that ended early, by the keys of their files. */
  readonly reports = new Map<string, FileReport>();
  /** The report of a file that ended its process by itself, which no reporter has printed. */
  left: FileReport | undefined;
  /** A file that did not return, by its key. */
  overdue: { key: string; found: Overdue } | undefined;
  /** Files that ended a process while nothing else ran, and how it ended. */
  readonly crashed = new Map<string, string>();
  /** Files that ran with others when a process ended: they run again, one at a time. */
  readonly suspects = new Set<string>();
  /** How the last process ended; undefined in the first one. */
  lastEnd: string | undefined;

  constructor() {
    const path = option(OPTION);
    if (typeof path !== "string") return;
    try {
      this.#read(readFileSync(path, "utf8") as string);
      this.#descriptor = openSync(path, "a") as number;
    } catch {
      // Without a journal the run ends with a crash.
    }
  }

  /** A file starts. */
  begin(test: { file: string; project: string }): void {
    this.#write(`${stringify({ begin: keyOf(test) })}\n`);
  }
  /** A file has ended, and its report is printed. */
  end(report: FileReport): void {
    this.#write(`${stringify({ end: report })}\n`);
  }
  /** The file that runs in the main thread sends a message. */
  message(message: Message): void {
    this.#write(`${stringify({ message })}\n`);
  }
  /** The file that runs in the main thread ends the process, with this report. */
  leave(report: FileReport): void {
    this.#write(`${stringify({ left: report })}\n`);
  }
  /** The descriptor; undefined without a journal. */
  get descriptor(): number | undefined {
    return this.#descriptor;
  }
  /** The run is complete. */
  done(): void {
    if (this.#descriptor === undefined) return;
    this.#write(`"done"`);
    closeSync(this.#descriptor);
  }

  #write(line: string): void {
    if (this.#descriptor !== undefined) writeSync(this.#descriptor, encodeUtf8(line));
  }

  #read(text: string): void {
    const running = new Set<string>();
    const messages: Message[] = [];
    for (const line of text.split("\n")) {
      const entry = entryOf(line);
      if (entry === undefined) continue;
      if ("begin" in entry) running.add(entry.begin);
      else if ("end" in entry) {
        const key = keyOf(entry.end);
        running.delete(key);
        this.reports.set(key, entry.end);
      } else if ("message" in entry) messages.push(entry.message);
      else if ("left" in entry) {
        this.left = entry.left;
        running.delete(keyOf(entry.left));
      } else if ("overdue" in entry) {
        for (const key of running) this.overdue = { key, found: { messages, ...entry.overdue } };
        running.clear();
      } else {
        this.lastEnd = entry.ended;
        if (running.size === 1) for (const file of running) this.crashed.set(file, entry.ended);
        else for (const file of running) this.suspects.add(file);
        running.clear();
      }
    }
    for (const file of [...this.crashed.keys(), ...this.reports.keys()]) this.suspects.delete(file);
    for (const file of this.reports.keys()) this.crashed.delete(file);
  }
}

/** The entry of a line; undefined for one that was not written to its end. */
function entryOf(line: string): Entry | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}
