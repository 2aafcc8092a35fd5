// The report of a file of `node:test` or `Deno.test`, from the events that it writes as a child of `--test` does.
import { errorText } from "internal:test_runner/dialects/error_text";
import type { EventData } from "internal:test_runner/events";
import { FAILURE, WRAPS_CAUSE } from "internal:test_runner/failure";
import { keepValues } from "internal:test_runner/command/original_errors";
import type { FileReport } from "internal:test_runner/command/report";
import { type Item, Unframer } from "internal:test_runner/wire";

/** The sums at the end of a file. */
const TOTAL = /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

export class NodeReport {
  readonly #report: FileReport;
  readonly #output: Unframer;
  /** Names of the suites and tests whose results are expected, by nesting. */
  #names: string[] = [];
  /** The same of those that run, and the paths of the tests that have not ended, by their numbers. */
  #runningNames: string[] = [];
  readonly #running = new Map<unknown, { path: string[]; isTest: boolean }>();

  constructor(report: FileReport) {
    this.#report = report;
    this.#output = new Unframer(
      (item) => this.#take(item),
      (message: string) => {
        report.output += message;
      },
    );
  }
  /** Receives standard output. */
  write(bytes: Uint8Array): void {
    this.#output.write(bytes);
  }
  end(): void {
    this.#output.end();
  }
  /** The path of the test that started last and has not ended; undefined when none runs. */
  get running(): string[] | undefined {
    return [...this.#running.values()].findLast(({ isTest }) => isTest)?.path;
  }

  #take({ type, data }: Item): void {
    if (type === "test:start") {
      this.#names.length = data.nesting;
      this.#names[data.nesting] = data.name;
      return;
    }
    if (type === "test:dequeue") {
      this.#runningNames.length = data.nesting;
      this.#runningNames[data.nesting] = data.name;
      const { testId, type: kind } = data as { testId?: number; type?: string };
      this.#running.set(testId, { path: [...this.#runningNames], isTest: kind !== "suite" });
      return;
    }
    if (type === "test:complete") {
      this.#running.delete((data as { testId?: number }).testId);
      return;
    }
    if (type === "test:diagnostic") return this.#diagnostic(data);
    if (type === "test:pass" || type === "test:fail") this.#result(type === "test:pass", data);
  }

  #diagnostic({ level, message, nesting }: EventData): void {
    if (level === "error") {
      this.#report.errors.push({ ...errorText(message), message });
      return;
    }
    if (nesting === 0 && TOTAL.test(message)) return;
    // It follows the result of its test.
    const last = this.#report.tests.at(-1);
    if (last?.path.length === nesting + 1) (last.diagnostics ??= []).push(message);
  }

  #result(passed: boolean, data: EventData): void {
    const { details, nesting, name, skip, todo, line = 0, column = 0 } = data;
    const error = details.error;
    // The failures of its tests are reported themselves.
    if (error?.failureType === FAILURE.subtests) return;
    if (details.type === "suite" && passed) return;
    const path = [...this.#names.slice(0, nesting), name];
    const status = skip !== undefined ? "skip" : todo !== undefined ? "todo" : passed ? "pass" : "fail";
    if (error?.failureType === FAILURE.hook && line === 0) return void this.#report.errors.push(errorText(error.cause));
    // What is thrown may be no error.
    const isWrapper = error !== undefined && WRAPS_CAUSE.has(error.failureType) && Error.isError(error.cause);
    const shown = isWrapper ? error.cause : error;
    const hasErrors = status === "fail" || (status === "todo" && !passed);
    this.#report.tests.push({
      path,
      status,
      durationMs: details.duration_ms,
      errors:
        hasErrors && shown !== undefined
          ? [isWrapper ? keepValues(errorText(shown), shown as object) : { ...errorText(shown), cause: undefined }]
          : [],
      note: typeof skip === "string" ? skip : typeof todo === "string" ? todo : undefined,
      retries: 0,
      line,
      column,
      expectsFailure: data.expectFailure,
    });
  }
}
