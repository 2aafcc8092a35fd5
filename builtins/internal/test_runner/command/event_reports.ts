// The reporters of `node:test` (spec, dot, tap, junit) in a run of `brio test`: they receive the events of a run of `--test`.
import { FAILURE, testFailure } from "internal:test_runner/failure";
import { TestsStream } from "internal:test_runner/events";
import type { ErrorText } from "internal:test_runner/dialects/protocol";
import type { FileReport, TestReport, Totals } from "internal:test_runner/command/report";
import { attach } from "internal:test_runner/reporting";
import { setStack } from "internal:core/stack/stack";
import { nextTick } from "internal:core/ticks";

export class EventReports {
  readonly #events = new TestsStream();
  readonly #attached: Promise<void>;

  constructor(reporters: { name: string; destination: string }[]) {
    this.#events.setMaxListeners(0);
    this.#attached = attach(
      this.#events,
      reporters.map(({ name }) => name),
      reporters.map(({ destination }) => destination),
    );
  }

  /** Takes the report of a file; one that is not sent only counts. */
  add(report: FileReport, isSent: boolean): void {
    new EventReplay(isSent ? this.#events : null).file(report);
  }

  /** Ends the reporters; resolves when they have written. */
  async end(totals: Totals): Promise<void> {
    await this.#attached;
    const events = this.#events;
    const count = totals.passed + totals.failed + totals.skipped + totals.todo;
    events.plan(0, undefined, EventReplay.topLevel);
    for (const [name, value] of Object.entries({
      tests: count,
      suites: EventReplay.suites,
      pass: totals.passed,
      fail: totals.failed,
      cancelled: 0,
      skipped: totals.skipped,
      todo: totals.todo,
      duration_ms: inNanoseconds(totals.durationMs),
    }))
      events.diagnostic(0, undefined, `${name} ${value}`);
    events.summary(undefined, totals.failed === 0, {}, totals.durationMs);
    const drained = new Promise<void>((resolve) => void events.once("end", resolve));
    events.end();
    await drained;
    await new Promise<void>((resolve) => void nextTick(resolve));
  }
}

/** Sends the tests of a file as the events of `--test`; without a stream they only count. */
class EventReplay {
  static topLevel = 0;
  static suites = 0;
  readonly #events: TestsStream | null;
  #lastId = 0;

  constructor(events: TestsStream | null) {
    this.#events = events;
  }

  file(report: FileReport): void {
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
    let failed = 0;
    let count = 0;
    for (let index = 0; index < tests.length;) {
      const test = tests[index]!;
      const name = test.path[depth]!;
      const isTest = test.path.length === depth + 1;
      let end = index + 1;
      if (!isTest)
        while (end < tests.length && tests[end]!.path[depth] === name && tests[end]!.path.length > depth + 1) end++;
      count++;
      if (depth === 0) EventReplay.topLevel++;
      const position = depth === 0 ? EventReplay.topLevel : count;
      if (
        isTest
          ? this.#test(test, depth, position, report)
          : this.#suite(tests.slice(index, end), name, depth, position, report)
      )
        failed++;
      index = end;
    }
    return { failed, count };
  }

  #suite(tests: TestReport[], name: string, depth: number, position: number, report: FileReport): boolean {
    EventReplay.suites++;
    const about = this.#about(name, depth, report, tests[0]!);
    this.#events?.start(about);
    const { failed, count } = this.#level(tests, depth + 1, report);
    this.#events?.plan(depth + 1, undefined, count);
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
    const { status, note, durationMs, errors, path } = test;
    const about = this.#about(path.at(-1)!, depth, report, test);
    this.#events?.start(about);
    const passed = status !== "fail";
    const details = { __proto__: null, duration_ms: inNanoseconds(durationMs) } as {
      duration_ms: number;
      error?: Error;
    };
    if (!passed) details.error = testFailure(errorOf(errors[0]), FAILURE.code) as Error;
    const directive =
      status === "skip" ? { skip: note ?? true } : status === "todo" ? { todo: note ?? true } : undefined;
    this.#events?.verdict(passed, about, position, details as never, directive);
    return !passed;
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

function errorOf(text: ErrorText | undefined): Error {
  const error = new Error(text?.message ?? "failed");
  if (text?.name !== undefined && text.name !== "" && text.name !== "Error") error.name = text.name;
  setStack(error, `${error.name}: ${error.message}\n${(text?.stack ?? []).map((line) => `    ${line}`).join("\n")}`);
  return error;
}

/** Milliseconds without the digits that differences of large numbers add. */
function inNanoseconds(ms: number): number {
  return Math.round(ms * 1e6) / 1e6;
}
