// Runs a test file that reports by itself in a thread of its own and collects its report: `node:test` and `Deno.test` report in the
// form of `--test`; a plain file has an exit code. Files with `describe` and `it` are run by `realm_files`.
import { endedWhileRunning, type FileTask, OUTPUT_MAX, threadOptions } from "internal:test_runner/command/file_task";
import { nowMs } from "internal:test_runner/clock";
import { emptyReport, type FileReport, plainError, type TestReport } from "internal:test_runner/command/report";
import type { NodeReport } from "internal:test_runner/command/node_report";
import defer * as nodeReports from "internal:test_runner/command/node_report";
import { processorWaitMs } from "internal:test_runner/processor_wait";
import { Thread, type ThreadListener } from "internal:web/worker/thread";
import { deserializeError } from "internal:web/worker/errors";
import { errorText } from "internal:test_runner/dialects/error_text";
import { TextDecoder } from "web:encoding";

/** A deadline moves by at most this time when other programs have the processors. */
const WAIT_MAX_MS = 60_000;

/** The deadline of running code, in memory that its thread writes. */
export class Deadline {
  readonly #memory: Float64Array;
  /** The deadline at the last check, and how long the process had waited for processors before. */
  #watched = 0;
  #processorWaitMs = 0;

  /** `memory`: its first number is the deadline, in milliseconds since the epoch; 0: none. */
  constructor(memory: Float64Array) {
    this.#memory = memory;
  }
  /** Moves it to so many milliseconds from now. */
  extend(timeoutMs: number): void {
    this.#memory[0] = Date.now() + timeoutMs;
  }
  /** Whether it has passed. */
  isOver(now: number): boolean {
    const deadline = this.#memory[0]!;
    if (deadline === 0) return false;
    if (deadline !== this.#watched) {
      this.#watched = deadline;
      this.#processorWaitMs = processorWaitMs();
    }
    // Time in which other programs had the processors does not count.
    return now >= deadline && now >= deadline + Math.min(processorWaitMs() - this.#processorWaitMs, WAIT_MAX_MS);
  }
}

export class FileRun {
  readonly report: FileReport;
  readonly #task: FileTask;
  readonly #done = Promise.withResolvers<FileReport>();
  readonly #deadline = new Deadline(new Float64Array(1));
  readonly #start = nowMs();
  #thread: Thread | undefined;
  #outputBytes = 0;
  readonly #decoder = new TextDecoder();
  readonly #nodeReport: NodeReport | undefined;
  #terminated: string | undefined;

  constructor(task: FileTask) {
    this.#task = task;
    const { kind } = task;
    this.report = emptyReport(task);
    if (kind === "node" || kind === "deno") this.#nodeReport = new nodeReports.NodeReport(this.report);
  }

  /** Starts the thread; resolves with the report when it has ended. */
  run(): Promise<FileReport> {
    try {
      this.#thread = new Thread(this.#listener(), threadOptions(this.#task, true), null, []);
    } catch (error) {
      this.report.errors.push(errorText(error));
      this.#finish();
    }
    this.#extendDeadline();
    return this.#done.promise;
  }

  /** Ends the thread when its deadline has passed. */
  checkDeadline(now: number): void {
    if (this.#terminated !== undefined || !this.#deadline.isOver(now)) return;
    const { fileTimeoutMs } = this.#task;
    this.#terminated = `reported nothing for ${fileTimeoutMs / 1000} s, so that its thread was ended (\`--timeout MS\` sets another limit, 0 none)`;
    this.#thread?.terminate();
  }

  #listener(): ThreadListener {
    return {
      // What the file posts is for nothing.
      threadMessage() {},
      threadOutput: (descriptor, bytes) => this.#takeOutput(descriptor, bytes),
      threadFailed: (error) => void this.report.errors.push(errorText(deserializeError(error))),
      threadOutOfMemory: () =>
        void this.report.errors.push(plainError("the file used more memory than its thread may have")),
      threadEnded: (code) => this.#ended(code),
      threadOnline() {},
    };
  }

  /** The file ends when it reports nothing for the time-out. */
  #extendDeadline(): void {
    const { fileTimeoutMs } = this.#task;
    if (fileTimeoutMs > 0) this.#deadline.extend(fileTimeoutMs);
  }

  #takeOutput(descriptor: number, bytes: Uint8Array): void {
    this.#extendDeadline();
    if (this.#nodeReport !== undefined && descriptor === 1) {
      this.#nodeReport.write(bytes);
      return;
    }
    this.#outputBytes += bytes.length;
    if (this.#outputBytes <= OUTPUT_MAX) this.report.output += this.#decoder.decode(bytes, { stream: true });
  }

  #ended(code: number): void {
    if (this.#nodeReport === undefined) this.#endPlain(code);
    else this.#endNode(code);
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

function fileTest(name: string, status: TestReport["status"]): TestReport {
  return { path: [name], status, durationMs: 0, errors: [], note: undefined, retries: 0, line: 0, column: 0 };
}
