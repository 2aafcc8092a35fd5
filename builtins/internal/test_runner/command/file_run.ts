// Runs one test file in a thread of its own and collects its report. The dialects with `describe` and `it` send messages
// (`internal:test_runner/dialects/protocol`); `node:test` and `Deno.test` report in the form of `--test`; a plain file has an exit code.
import { setImmediate } from "internal:core/timers";
import { nowMs } from "internal:test_runner/clock";
import { type Job, type Message, SHARED_BYTES } from "internal:test_runner/dialects/protocol";
import { FileResults } from "internal:test_runner/command/file_results";
import type { Compilation } from "internal:test_runner/command/compilation";
import {
  emptyReport,
  type FileReport,
  type Kind,
  plainError,
  type TestReport,
} from "internal:test_runner/command/report";
import type { Loaded } from "internal:test_runner/dialects/realm_baseline";
import type { SharedRealm } from "internal:test_runner/command/shared_realm";
import type { NodeReport } from "internal:test_runner/command/node_report";
import defer * as nodeReports from "internal:test_runner/command/node_report";
import { processorWaitMs } from "internal:test_runner/processor_wait";
import { Thread, type ThreadOptions } from "internal:web/worker/thread";
import { deserializeError } from "internal:web/worker/errors";
import { errorText } from "internal:test_runner/dialects/error_text";
import { deserialize, type Serialized } from "web:structured_clone";
import { launch } from "internal:core/launch";
import { TextDecoder } from "web:encoding";
import defer * as path from "internal:core/path";

/** Captured output of a file beyond this many bytes is dropped. */
const OUTPUT_MAX = 4 * 1024 * 1024;

/** A deadline moves by at most this time when other programs have the processors. */
const WAIT_MAX_MS = 60_000;

/** What is said of a file or a test that never returns. */
export const OVERDUE = "did not return before its time-out, so that its thread was ended";

/** How a file is run. */
export interface FileTask {
  file: string;
  name: string;
  kind: Kind;
  /** The name of its project, where there are several. */
  project: string;
  home: string;
  job: Job;
  /** How its modules are compiled. */
  compilation: Compilation;
  /** What names of its modules are replaced with. */
  defines: [name: string, value: string][];
  /** Variables of the thread. */
  environment: Record<string, string>;
  /** `--test-name-pattern` and others, for `node:test`. */
  options: [string, string][];
  /** The arguments of the file. */
  arguments: string[];
  /** Milliseconds after which a file without messages is ended; 0: none. */
  fileTimeoutMs: number;
  /** The thread that files share, or that stays as long as files leave it as it was; null: a thread of its own. */
  realm: SharedRealm | null;
  /** Receives what the file loaded in its realm. */
  noteLoaded(loaded: Loaded): void;
}

export class FileRun {
  readonly report: FileReport;
  readonly #task: FileTask;
  readonly #done = Promise.withResolvers<FileReport>();
  #shared: SharedArrayBuffer | undefined;
  #deadline: Float64Array = new Float64Array(2);
  readonly #start = nowMs();
  #thread: Thread | undefined;
  readonly #results: FileResults;
  #hasFinished = false;
  #outputBytes = 0;
  /** The deadline at the last check, and how long the process had waited for processors before. */
  #watched = 0;
  #processorWaitMs = 0;
  readonly #decoder = new TextDecoder();
  readonly #nodeReport: NodeReport | undefined;
  #terminated: string | undefined;

  constructor(task: FileTask) {
    this.#task = task;
    const { kind } = task;
    this.report = emptyReport(task);
    this.#results = new FileResults(this.report);
    if (kind === "node" || kind === "deno") this.#nodeReport = new nodeReports.NodeReport(this.report);
  }

  /** Starts the thread; resolves with the report when it has ended. */
  run(): Promise<FileReport> {
    const { kind, job } = this.#task;
    const isPlain = kind === "plain" || this.#nodeReport !== undefined;
    try {
      const options = this.#threadOptions(isPlain);
      if (isPlain) this.#thread = new Thread(this.#listener(), options, null, []);
      else this.#begin(job, options);
    } catch (error) {
      this.report.errors.push(errorText(error));
      this.#thread?.terminate();
      if (this.#thread === undefined) this.#finish();
    }
    if (isPlain) this.#extendDeadline();
    return this.#done.promise;
  }

  /** Starts a file in the thread that it shares with others, or in its own, and sends the job. */
  #begin(job: Job, options: ThreadOptions): void {
    const { realm } = this.#task;
    const { thread, memory, isNew } =
      realm === null
        ? {
            thread: new Thread(this.#listener(), options, null, []),
            memory: new SharedArrayBuffer(SHARED_BYTES),
            isNew: true,
          }
        : realm.threadFor(this.#keyOfRealm(options), this.#listener(), options);
    this.#thread = thread;
    this.#shared = memory;
    this.#deadline = new Float64Array(memory, 0, 2);
    thread.post({ job, deadline: isNew ? memory : null }, []);
  }

  /** Files with another key need another realm. */
  #keyOfRealm({ options, environment }: ThreadOptions): string {
    const { home, kind, job, compilation, defines } = this.#task;
    if (job.sharesRealm && kind !== "mocha") return `${home} ${kind}`;
    return JSON.stringify([
      home,
      kind,
      options,
      environment,
      compilation,
      defines,
      { ...job, file: "", known: null, transformerPort: 0 },
    ]);
  }

  #threadOptions(isPlain: boolean): ThreadOptions {
    const { file, home, environment, options, kind } = this.#task;
    return {
      isWeb: false,
      home,
      entryKind: isPlain ? "path" : "test",
      entry: file,
      arguments: this.#task.arguments,
      execArguments: kind === "deno" ? ["--test"] : [],
      options: [...optionsOfThreads(), ...options],
      require: [],
      import: isPlain ? this.#task.job.setupFiles : [],
      environment,
      closesDescriptors: true,
    } as ThreadOptions;
  }

  /** Ends the thread when its deadline has passed. */
  checkDeadline(now: number): void {
    const deadline = this.#deadline[0]!;
    if (deadline === 0 || this.#terminated !== undefined) return;
    if (deadline !== this.#watched) {
      this.#watched = deadline;
      this.#processorWaitMs = processorWaitMs();
    }
    // Time in which other programs had the processors does not count.
    if (now < deadline || now < deadline + Math.min(processorWaitMs() - this.#processorWaitMs, WAIT_MAX_MS)) return;
    const { fileTimeoutMs } = this.#task;
    this.#terminated =
      this.#nodeReport === undefined && this.#task.kind !== "plain"
        ? OVERDUE
        : `reported nothing for ${fileTimeoutMs / 1000} s, so that its thread was ended (\`--timeout MS\` sets another limit, 0 none)`;
    this.#thread?.terminate();
  }
  /** Ends the thread, without more results. */
  stop(): void {
    this.#terminated = "was stopped";
    this.#thread?.terminate();
  }

  #listener(): ConstructorParameters<typeof Thread>[0] {
    return {
      threadMessage: (message: Serialized) => {
        const text: unknown = deserialize(message.bytes, message.transferred);
        // What the file itself posts is for nothing.
        if (typeof text === "string") this.#receive(JSON.parse(text) as Message);
      },
      threadOutput: (descriptor, bytes) => this.#takeOutput(descriptor, bytes),
      threadFailed: (error) => void this.report.errors.push(errorText(deserializeError(error))),
      threadOutOfMemory: () =>
        void this.report.errors.push(plainError("the file used more memory than its thread may have")),
      threadEnded: (code) => this.#ended(code),
      threadOnline() {},
    };
  }

  /** A file that reports its own tests ends when it reports nothing for the time-out. */
  #extendDeadline(): void {
    const { fileTimeoutMs } = this.#task;
    if (fileTimeoutMs > 0) this.#deadline[0] = Date.now() + fileTimeoutMs;
  }

  #takeOutput(descriptor: number, bytes: Uint8Array): void {
    if (this.#nodeReport !== undefined || this.#task.kind === "plain") this.#extendDeadline();
    if (this.#nodeReport !== undefined && descriptor === 1) {
      this.#nodeReport.write(bytes);
      return;
    }
    this.#outputBytes += bytes.length;
    if (this.#outputBytes <= OUTPUT_MAX) this.report.output += this.#decoder.decode(bytes, { stream: true });
  }

  #receive(message: Message): void {
    const end = this.#results.receive(message);
    if (end === null) return;
    this.#task.noteLoaded(end.loaded);
    if (this.#task.realm !== null && end.keepsRealm) afterPostedOutput(() => this.#leaveThread());
  }

  /** The file's thread continues with the next file. */
  #leaveThread(): void {
    if (this.#hasFinished) return;
    this.#task.realm!.release();
    this.#ended(0);
  }

  #ended(code: number): void {
    this.#hasFinished = true;
    const { kind } = this.#task;
    if (kind === "plain") this.#endPlain(code);
    else if (this.#nodeReport !== undefined) this.#endNode(code);
    else this.#results.end(this.#terminated ?? endedWhileRunning(code), this.#shared);
    this.#finish();
  }

  #endNode(code: number): void {
    this.#nodeReport!.end();
    const { tests, errors } = this.report;
    const isKnown = tests.some(({ status }) => status === "fail") || errors.length > 0;
    const { running } = this.#nodeReport!;
    if (this.#terminated !== undefined || (code !== 0 && running !== undefined)) {
      const reason = this.#terminated ?? endedWhileRunning(code);
      if (running === undefined) errors.push(plainError(`this file ${reason}`));
      else tests.push({ ...fileTest("", "fail"), path: running, errors: [plainError(`this test ${reason}`)] });
    } else if (code !== 0 && !isKnown) errors.push(plainError(`this file ended with exit code ${code}`));
    // In Deno a file without tests is none.
    if (tests.length === 0 && code === 0 && errors.length === 0 && this.#task.kind !== "deno")
      tests.push(fileTest(this.#task.name, "pass"));
  }

  #endPlain(code: number): void {
    const { output, errors, tests, name } = this.report;
    for (const [, not, , title] of output.matchAll(/^(not )?ok \d+(?: -)?( ?)(.*)$/gm)) {
      const directive = /#\s*(skip|todo)/i.exec(title!)?.[1]?.toLowerCase();
      const test = fileTest(
        title!.replace(/\s*#.*$/, ""),
        directive === "skip" ? "skip" : directive === "todo" ? "todo" : not === undefined ? "pass" : "fail",
      );
      if (test.status === "fail") test.errors.push(plainError(`not ok ${title}`));
      tests.push(test);
    }
    if (this.#terminated !== undefined) errors.push(plainError(`this file ${this.#terminated}`));
    else if (code !== 0 && errors.length === 0 && !tests.some(({ status }) => status === "fail"))
      errors.push(plainError(`this file ended with exit code ${code}`));
    if (tests.length === 0 && errors.length === 0) tests.push(fileTest(name, "pass"));
  }

  #finish(): void {
    this.report.durationMs = nowMs() - this.#start;
    this.#done.resolve(this.report);
  }
}

/**
 * Calls `next` when the output has arrived that a thread wrote before its last message. Messages and output come on two ways: a
 * message may be received in the turn before the output that was posted first.
 */
function afterPostedOutput(next: () => void): void {
  setImmediate(() => setImmediate(next));
}

/** What is said of a test during which its realm ended with `code`. */
export function endedWhileRunning(code: number): string {
  return `ended the process with code ${code} while it ran`;
}

function fileTest(name: string, status: TestReport["status"]): TestReport {
  return { path: [name], status, durationMs: 0, errors: [], note: undefined, retries: 0, line: 0, column: 0 };
}

/** The options of all threads of a run. */
export function optionsOfThreads(): [string, string][] {
  const ofRun = launch().options.filter(([name]) => name !== "test" && name !== "journal");
  return [...ofRun, ["--own-signals", ""]];
}

/** A path relative to a folder. */
export function relativeName(folder: string, file: string): string {
  const name = path.default.relative(folder, file);
  return name === "" ? file : name;
}
