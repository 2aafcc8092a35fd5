// The reporters of a run: our own (`default`, `json`, `github`), and those of `node:test` (spec, dot, tap, junit), which receive
// the events of a run of `--test`.
import { FAILURE, testFailure } from "internal:test_runner/failure";
import { TestsStream } from "internal:test_runner/events";
import type { ErrorText } from "internal:test_runner/dialects/protocol";
import { DefaultReporter } from "internal:test_runner/command/default_reporter";
import type { TestOptions } from "internal:test_runner/command/options";
import type { FileReport, TestReport, Totals } from "internal:test_runner/command/report";
import { attach } from "internal:test_runner/reporting";
import { setStack } from "internal:core/stack/stack";
import defer * as fs from "internal:node/fs";
import processModule from "internal:node/process";

type Output = { write(text: string): void; isTTY?: boolean };
const { stdout } = processModule as unknown as { stdout: Output };

/** One of our own reporters. */
interface OwnReporter {
  begin?(file: string): void;
  add?(report: FileReport): void;
  end(reports: FileReport[], totals: Totals, seed: number | null): void;
}

export class Reports {
  readonly #own: OwnReporter[] = [];
  #events: TestsStream | undefined;
  #attached: Promise<void> | undefined;

  /** `notices`: what of the configuration is not supported. */
  constructor(options: TestOptions, folder: string, notices: string[]) {
    const reporters = options.reporters.length === 0 ? [{ name: "default", destination: "stdout" }] : options.reporters;
    const ofNode: { name: string; destination: string }[] = [];
    for (const reporter of reporters) {
      const { name, destination } = reporter;
      const write = writerTo(destination);
      if (name === "default") this.#own.push(new DefaultReporter(write, folder, destination === "stdout"));
      else if (name === "json")
        this.#own.push({ end: (reports, totals) => write(`${JSON.stringify({ totals, files: reports }, null, 2)}\n`) });
      else if (name === "github") this.#own.push({ end: (reports) => write(annotations(reports)) });
      else ofNode.push(reporter);
    }
    if (ofNode.length > 0) {
      this.#events = new TestsStream();
      this.#events.setMaxListeners(0);
      this.#attached = attach(
        this.#events,
        ofNode.map(({ name }) => name),
        ofNode.map(({ destination }) => destination),
      );
    }
    for (const notice of notices)
      (processModule as unknown as { stderr: Output }).stderr.write(`brio test: ${notice}\n`);
  }

  begin(file: string): void {
    for (const reporter of this.#own) reporter.begin?.(file);
  }
  add(report: FileReport): void {
    for (const reporter of this.#own) reporter.add?.(report);
    if (this.#events !== undefined) new EventReplay(this.#events).file(report);
  }
  /** Ends all reporters; resolves when they have written. */
  async end(reports: FileReport[], totals: Totals, seed: number | null): Promise<void> {
    await this.#attached;
    for (const reporter of this.#own) reporter.end(reports, totals, seed);
    const events = this.#events;
    if (events === undefined) return;
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
    await new Promise<void>(
      (resolve) => void (processModule as unknown as { nextTick(fn: () => void): void }).nextTick(resolve),
    );
  }
}

function writerTo(destination: string): (text: string) => void {
  if (destination === "stdout") return (text) => stdout.write(text);
  return (text) => fs.default.writeFileSync(destination, text);
}

/** https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function annotations(reports: FileReport[]): string {
  const escape = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const line = (report: FileReport, name: string, error: ErrorText): string =>
    `::error file=${report.name},line=${error.line || 1},title=${escape(name).replaceAll(",", "%2C").replaceAll(":", "%3A")}::${escape(error.message)}\n`;
  return reports
    .flatMap((report) => [
      ...report.errors.map((error) => line(report, report.name, error)),
      ...report.tests.flatMap((test) => test.errors.map((error) => line(report, test.path.join(" > "), error))),
    ])
    .join("");
}

/** Sends the tests of a file as the events of `--test`. */
class EventReplay {
  static topLevel = 0;
  static suites = 0;
  readonly #events: TestsStream;
  #lastId = 0;

  constructor(events: TestsStream) {
    this.#events = events;
  }

  file(report: FileReport): void {
    if (report.output !== "")
      this.#events.send("test:stdout", { __proto__: null, file: report.file, message: report.output });
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
    this.#events.start(about);
    const { failed, count } = this.#level(tests, depth + 1, report);
    this.#events.plan(depth + 1, undefined, count);
    const duration = tests.reduce((sum, { durationMs }) => sum + durationMs, 0);
    const details = { __proto__: null, duration_ms: inNanoseconds(duration), type: "suite" } as {
      duration_ms: number;
      type: string;
      error?: Error;
    };
    if (failed > 0)
      details.error = testFailure(`${failed} subtest${failed === 1 ? "" : "s"} failed`, FAILURE.subtests) as Error;
    this.#events.verdict(failed === 0, about, position, details as never, undefined);
    return failed > 0;
  }

  #test(test: TestReport, depth: number, position: number, report: FileReport): boolean {
    const { status, note, durationMs, errors, path } = test;
    const about = this.#about(path.at(-1)!, depth, report, test);
    this.#events.start(about);
    const passed = status !== "fail";
    const details = { __proto__: null, duration_ms: inNanoseconds(durationMs) } as {
      duration_ms: number;
      error?: Error;
    };
    if (!passed) details.error = testFailure(errorOf(errors[0]), FAILURE.code) as Error;
    const directive =
      status === "skip" ? { skip: note ?? true } : status === "todo" ? { todo: note ?? true } : undefined;
    this.#events.verdict(passed, about, position, details as never, directive);
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
