// The reporters of `node:test` (spec, dot, tap, junit) in a run of `brio test`: they receive the events of a run of `--test`.
import { FAILURE, testFailure } from "internal:test_runner/failure";
import { TestsStream } from "internal:test_runner/events";
import type { FileReport, TestReport, Totals } from "internal:test_runner/command/report";
import { errorOf } from "internal:test_runner/command/original_errors";
import { attach } from "internal:test_runner/reporting";
import { nextTick } from "internal:core/ticks";

/**
 * Reporters that make one document. A run that continues after a crash makes it anew, and files are written anew, so that
 * both are written at the end.
 */
const DOCUMENTS = new Set(["tap", "junit"]);

type Reporter = { name: string; destination: string };

/** The reporters of a run. */
export class EventReports {
  readonly #live: EventReplay | null;
  readonly #documents: Reporter[];
  /** What the documents contain. */
  readonly #held: FileReport[] = [];

  constructor(reporters: Reporter[]) {
    const isDocument = ({ name, destination }: Reporter): boolean => DOCUMENTS.has(name) || destination !== "stdout";
    const live = reporters.filter((reporter) => !isDocument(reporter));
    this.#live = live.length === 0 ? null : new EventReplay(live);
    this.#documents = reporters.filter(isDocument);
  }

  /** Takes the report of a file; one that an earlier process of the run has printed only counts. */
  add(report: FileReport, isPrinted: boolean): void {
    this.#live?.file(report, !isPrinted);
    if (this.#documents.length > 0) this.#held.push(report);
  }

  /** Ends the reporters; resolves when they have written. */
  async end(totals: Totals): Promise<void> {
    await this.#live?.end(totals);
    if (this.#documents.length === 0) return;
    // Reporters write the head of their document as soon as there are events.
    const documents = new EventReplay(this.#documents);
    for (const report of this.#held) documents.file(report, true);
    await documents.end(totals);
  }
}

/** Sends the tests of files as the events of `--test`. */
class EventReplay {
  readonly #stream = new TestsStream();
  readonly #attached: Promise<() => Promise<void>>;
  /** Rejects with what a reporter throws. */
  readonly #failure = Promise.withResolvers<never>();
  /** The stream, while a report is sent; null: its tests only count. */
  #events: TestsStream | null = null;
  #lastId = 0;
  #topLevel = 0;
  #suites = 0;
  /** Files that failed outside of their tests; each counts as a test. */
  #failedFiles = 0;

  constructor(reporters: Reporter[]) {
    this.#stream.setMaxListeners(0);
    this.#attached = attach(
      this.#stream,
      reporters.map(({ name }) => name),
      reporters.map(({ destination }) => destination),
      this.#failure.reject,
    );
    // It is thrown at the end.
    this.#failure.promise.catch(() => {});
    this.#attached.catch(() => {});
  }

  /** Sends the totals, and ends the reporters; resolves when they have written. Rejects with the error of one. */
  end(totals: Totals): Promise<void> {
    return Promise.race([this.#end(totals), this.#failure.promise]);
  }

  async #end(totals: Totals): Promise<void> {
    const written = await this.#attached;
    const events = this.#stream;
    const failed = totals.failed + this.#failedFiles;
    events.plan(0, undefined, this.#topLevel);
    for (const [name, value] of Object.entries({
      tests: totals.passed + failed + totals.skipped + totals.todo,
      suites: this.#suites,
      pass: totals.passed,
      fail: failed,
      cancelled: 0,
      skipped: totals.skipped,
      todo: totals.todo,
      duration_ms: inNanoseconds(totals.durationMs),
    }))
      events.diagnostic(0, undefined, `${name} ${value}`);
    events.summary(undefined, failed === 0, {}, totals.durationMs);
    const drained = new Promise<void>((resolve) => void events.once("end", resolve));
    events.end();
    await drained;
    await new Promise<void>((resolve) => void nextTick(resolve));
    await written();
  }

  /** Takes the report of a file. */
  file(report: FileReport, isSent: boolean): void {
    this.#events = isSent ? this.#stream : null;
    this.#lastId = 0;
    this.#failedFiles += report.errors.length;
    if (report.output !== "")
      this.#events?.send("test:stdout", { __proto__: null, file: report.file, message: report.output });
    const tests = report.tests.filter(({ status }) => status !== "filtered");
    for (const error of report.errors)
      tests.push({
        path: [report.name],
        status: "fail",
        durationMs: 0,
        errors: [error],
        note: undefined,
        retries: 0,
        line: 1,
        column: 1,
      });
    this.#level(tests, 0, report);
  }

  /** The tests that have the same names up to `depth`. */
  #level(tests: TestReport[], depth: number, report: FileReport): { failed: number; count: number } {
    const { kind } = report;
    let failed = 0;
    let count = 0;
    for (let index = 0; index < tests.length;) {
      const test = tests[index]!;
      const name = test.path[depth]!;
      const isTest = test.path.length === depth + 1;
      let end = index + 1;
      if (!isTest)
        while (end < tests.length && tests[end]!.path[depth] === name && tests[end]!.path.length > depth + 1) end++;
      // `node:test` reports a test that has subtests after them.
      const isOwn = (other: TestReport | undefined): boolean =>
        other?.path.length === depth + 1 && other.path[depth] === name;
      const own = !isTest && (kind === "node" || kind === "deno") && isOwn(tests[end]) ? tests[end++] : undefined;
      count++;
      if (depth === 0) this.#topLevel++;
      const position = depth === 0 ? this.#topLevel : count;
      if (
        isTest
          ? this.#test(test, depth, position, report)
          : this.#suite(tests.slice(index, own === undefined ? end : end - 1), own, depth, position, report)
      )
        failed++;
      index = end;
    }
    return { failed, count };
  }

  /** `own`: the result of the test whose subtests these are; undefined for a suite. */
  #suite(
    tests: TestReport[],
    own: TestReport | undefined,
    depth: number,
    position: number,
    report: FileReport,
  ): boolean {
    const about = this.#about(tests[0]!.path[depth]!, depth, report, own ?? tests[0]!);
    this.#events?.start(about);
    const { failed, count } = this.#level(tests, depth + 1, report);
    this.#events?.plan(depth + 1, undefined, count);
    if (own !== undefined) return this.#verdict(own, about, position);
    this.#suites++;
    const duration = tests.reduce((sum, { durationMs }) => sum + durationMs, 0);
    const details = { __proto__: null, duration_ms: inNanoseconds(duration), type: "suite" } as {
      duration_ms: number;
      type: string;
      error?: Error;
    };
    if (failed > 0)
      details.error = testFailure(`${failed} subtest${failed === 1 ? "" : "s"} failed`, FAILURE.subtests) as Error;
    this.#events?.verdict(failed === 0, about, position, details as never, undefined);
    return failed > 0;
  }

  #test(test: TestReport, depth: number, position: number, report: FileReport): boolean {
    const about = this.#about(test.path.at(-1)!, depth, report, test);
    this.#events?.start(about);
    return this.#verdict(test, about, position, test.path.slice(0, depth).join("."));
  }

  /** Sends the result of a test; whether it failed. `classname`: the suites around it, as in Node. */
  #verdict(
    test: TestReport,
    about: Parameters<TestsStream["start"]>[0],
    position: number,
    classname: string = "",
  ): boolean {
    const { status, note, durationMs, errors, expectsFailure, diagnostics = [] } = test;
    const passed = status !== "fail" && (status !== "todo" || errors.length === 0);
    const details = { __proto__: null, duration_ms: inNanoseconds(durationMs), type: "test" } as {
      duration_ms: number;
      type: string;
      error?: Error;
      classname?: string;
    };
    if (classname !== "") details.classname = classname;
    if (!passed) details.error = testFailure(errorOf(errors[0]), FAILURE.code) as Error;
    const directive =
      status === "skip"
        ? { skip: note ?? true }
        : status === "todo"
          ? { todo: note ?? true }
          : expectsFailure === undefined
            ? undefined
            : { expectFailure: expectsFailure };
    this.#events?.verdict(passed, about, position, details as never, directive);
    const notes = (test.annotations ?? []).map(({ type, message }) => `${type}: ${message}`);
    for (const message of [...diagnostics, ...notes]) this.#events?.diagnostic(about.nesting, about.loc, message);
    return status === "fail";
  }

  #about(
    name: string,
    nesting: number,
    { file }: FileReport,
    { line, column }: TestReport,
  ): Parameters<TestsStream["start"]>[0] {
    return { name, nesting, loc: { file, line, column }, testId: ++this.#lastId, parentId: undefined, tags: [] };
  }
}

/** Milliseconds without the digits that differences of large numbers add. */
function inNanoseconds(ms: number): number {
  return Math.round(ms * 1e6) / 1e6;
}
