// Runs files with `describe` and `it` in a realm, one after the other as long as each leaves it as it was. The thread gets the names
// of all of them at once, and wakes this one only when a file has ended: its messages wait in their queue until then, and its end is
// announced in the channel of its output, behind all of it.
import { nowMs } from "internal:test_runner/clock";
import { FileResults, type FileEnd } from "internal:test_runner/command/file_results";
import { Deadline } from "internal:test_runner/command/file_run";
import {
  endedWhileRunning,
  type FileTask,
  OUTPUT_MAX,
  OVERDUE,
  threadOptions,
} from "internal:test_runner/command/file_task";
import { emptyReport, type FileReport, plainError } from "internal:test_runner/command/report";
import { type Message, SHARED_BYTES } from "internal:test_runner/dialects/protocol";
import { errorText } from "internal:test_runner/dialects/error_text";
import { Thread, type ThreadListener } from "internal:web/worker/thread";
import { deserializeError } from "internal:web/worker/errors";
import { deserialize, type Serialized } from "web:structured_clone";
import { TextDecoder } from "web:encoding";
import { encodeUtf8 } from "internal:core/utf8";

/** What the user of `RealmFiles` is called with: the number of a file, when it begins, and its report, when it has ended. */
export interface FileEvents {
  begins(index: number): void;
  ends(report: FileReport): void;
}

/** What is known of one of the files. */
interface RunningFile {
  report: FileReport;
  results: FileResults;
  end: FileEnd | null;
  start: number;
  outputBytes: number;
  decoder: TextDecoder | null;
}

/** What a thread writes to its standard error at the end of a file; it changes with each process. */
const END_MARK = encodeUtf8(`\u0000end of a file ${Math.random()}\u0000`);

export class RealmFiles {
  readonly #tasks: readonly FileTask[];
  readonly #files: RunningFile[];
  readonly #events: FileEvents;
  readonly #done = Promise.withResolvers<number>();
  #index = 0;
  #thread: Thread | undefined;
  #memory: SharedArrayBuffer | undefined;
  #deadline = new Deadline(new Float64Array(2));
  #terminated: string | undefined;

  /** `tasks`: those of files with the same key, in the same realm (`keyOfRealm`). */
  constructor(tasks: readonly FileTask[], events: FileEvents) {
    this.#tasks = tasks;
    this.#events = events;
    this.#files = tasks.map((task) => {
      const report = emptyReport(task);
      return { report, results: new FileResults(report), end: null, start: 0, outputBytes: 0, decoder: null };
    });
  }

  /** Runs the files. Resolves with the number of those that have ended: others need another realm. */
  run(): Promise<number> {
    const { job } = this.#tasks[0]!;
    this.#begin();
    try {
      const { thread, memory, isNew } = this.#threadFor();
      this.#thread = thread;
      this.#memory = memory;
      this.#deadline = new Deadline(new Float64Array(memory, 0, 2));
      const files = this.#tasks.map(({ file }) => file);
      thread.post({ job, files, deadline: isNew ? memory : null, endMark: END_MARK }, []);
    } catch (error) {
      this.#file.report.errors.push(errorText(error));
      this.#thread?.terminate();
      if (this.#thread === undefined) this.#leaveFile(1);
    }
    return this.#done.promise;
  }

  #threadFor(): { thread: Thread; memory: SharedArrayBuffer; isNew: boolean } {
    const task = this.#tasks[0]!;
    const options = threadOptions(task, false);
    if (task.realm !== null) return task.realm.threadFor(keyOfRealm(task), this.#listener(), options);
    const thread = new Thread(this.#listener(), options, null, []);
    return { thread, memory: new SharedArrayBuffer(SHARED_BYTES), isNew: true };
  }

  /** Ends the thread when the deadline of its code has passed. */
  checkDeadline(now: number): void {
    if (this.#terminated !== undefined || !this.#deadline.isOver(now)) return;
    this.#terminated = OVERDUE;
    this.#thread?.terminate();
  }

  get #file(): RunningFile {
    return this.#files[this.#index]!;
  }

  #begin(): void {
    this.#file.start = nowMs();
    this.#events.begins(this.#index);
  }

  #listener(): ThreadListener {
    return {
      waitsForEnd: true,
      threadMessage: (message: Serialized) => {
        const text: unknown = deserialize(message.bytes, message.transferred);
        // What the file itself posts is for nothing.
        if (typeof text !== "string") return;
        const [index, sent] = JSON.parse(text) as [number, Message];
        const file = this.#files[index]!;
        file.end ??= file.results.receive(sent);
      },
      threadOutput: (descriptor, bytes) => {
        if (descriptor === 2 && isEndMark(bytes)) this.#endFile();
        else this.#takeOutput(bytes);
      },
      threadFailed: (error) => void this.#file.report.errors.push(errorText(deserializeError(error))),
      threadOutOfMemory: () =>
        void this.#file.report.errors.push(plainError("the file used more memory than its thread may have")),
      threadEnded: (code) => this.#leaveFile(code),
      threadOnline() {},
    };
  }

  #takeOutput(bytes: Uint8Array): void {
    const file = this.#file;
    file.outputBytes += bytes.length;
    if (file.outputBytes > OUTPUT_MAX) return;
    file.decoder ??= new TextDecoder();
    file.report.output += file.decoder.decode(bytes, { stream: true });
  }

  /** The file has ended; its thread ends too, unless it continues with the next one. */
  #endFile(): void {
    this.#thread!.takeMessages();
    const { end } = this.#file;
    if (end === null) return;
    const { realm, noteLoaded } = this.#tasks[this.#index]!;
    noteLoaded(end.loaded);
    if (realm === null || !end.keepsRealm) return;
    const isLast = this.#index === this.#files.length - 1;
    if (isLast) realm.release();
    this.#conclude(0);
    if (isLast) return this.#done.resolve(this.#files.length);
    this.#index++;
    this.#begin();
  }

  /** The thread has ended. */
  #leaveFile(code: number): void {
    this.#conclude(code);
    this.#done.resolve(this.#index + 1);
  }

  #conclude(code: number): void {
    const { report, results, start } = this.#file;
    results.end(this.#terminated ?? endedWhileRunning(code), this.#memory);
    report.durationMs = nowMs() - start;
    this.#events.ends(report);
  }
}

function isEndMark(bytes: Uint8Array): boolean {
  return bytes.length === END_MARK.length && END_MARK.every((byte, index) => bytes[index] === byte);
}

/** By the variables of files, which are the same object for most: they as JSON. */
const variableTexts = new WeakMap<object, string>();

function textOfVariables(environment: object): string {
  let text = variableTexts.get(environment);
  if (text === undefined) variableTexts.set(environment, (text = JSON.stringify(environment)));
  return text;
}

/** Files with another key need another realm. */
export function keyOfRealm(task: FileTask): string {
  const { home, kind, job, compilation, defines, environment } = task;
  if (job.sharesRealm && kind !== "mocha") return `${home} ${kind}`;
  return JSON.stringify([
    home,
    kind,
    threadOptions(task, false).options,
    textOfVariables(environment),
    compilation,
    defines,
    { ...job, file: "", known: null, transformerPort: 0 },
  ]);
}
