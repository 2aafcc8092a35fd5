// What a run knows of a file with `describe` and `it`: its plan, the results of its tests, and how it ended. Its realm sends messages
// (`internal:test_runner/dialects/protocol`).
import {
  type Message,
  type PlannedTest,
  type ResultMessage,
  STATUS_OFFSET,
  STATUSES,
} from "internal:test_runner/dialects/protocol";
import { type FileReport, plainError, type TestReport } from "internal:test_runner/command/report";

/** The end of a file whose tests have run. */
export type FileEnd = Message & { kind: "end" };

export class FileResults {
  readonly #report: FileReport;
  #plan: PlannedTest[] | undefined;
  /** By the numbers of the tests; those without a result are missing. */
  readonly #results: TestReport[] = [];
  #hasEnded = false;

  /** `report`: what the results are added to. */
  constructor(report: FileReport) {
    this.#report = report;
  }

  /** Takes a message of the realm; its last one is returned. */
  receive(message: Message): FileEnd | null {
    switch (message.kind) {
      case "plan":
        this.#plan = plannedTests(message);
        return null;
      case "results":
        this.#addResults(message.results);
        this.#addPassed(message.passed);
        return null;
      case "error":
        this.#report.errors.push(message.error);
        return null;
      default:
        this.#hasEnded = true;
        this.#report.snapshots = message.snapshots;
        this.#report.assertions = message.assertions;
        return message;
    }
  }

  /**
   * Completes the report. `reason`: what is said of the test or the file that ran, when the realm ended early. `memory`: what it shared
   * with the run.
   */
  end(reason: string, memory: ArrayBufferLike | undefined): void {
    const report = this.#report;
    report.tests = this.#results.filter(() => true);
    if (!this.#hasEnded) return this.#endEarly(reason, memory);
    const { kind, tests, errors, file } = report;
    if (tests.length > 0 || errors.length > 0 || (kind !== "jest" && kind !== "vitest")) return;
    errors.push(
      plainError(
        kind === "jest" ? "Your test suite must contain at least one test." : `No test suite found in file ${file}`,
      ),
    );
  }

  #addResults(results: readonly ResultMessage[]): void {
    for (const { id, ...result } of results) this.#results[id] = { ...this.#plan![id]!, ...result };
  }

  #addPassed(passed: readonly number[]): void {
    for (let at = 0; at < passed.length; at += 2) {
      const id = passed[at]!;
      const { path: names, line, column } = this.#plan![id]!;
      this.#results[id] = {
        path: names,
        status: "pass",
        durationMs: passed[at + 1]!,
        errors: [],
        note: undefined,
        retries: 0,
        line,
        column,
      };
    }
  }

  /** The realm ended before its tests: the running test is the reason. */
  #endEarly(reason: string, memory: ArrayBufferLike | undefined): void {
    const plan = this.#plan ?? [];
    const { tests, errors } = this.#report;
    if (memory !== undefined) this.#addUnsent(plan, new Uint8Array(memory, STATUS_OFFSET));
    const index = memory === undefined ? -1 : new Float64Array(memory, 0, 2)[1]!;
    const running = plan[index];
    if (running !== undefined && this.#results[index] === undefined) {
      tests.push({
        ...running,
        status: "fail",
        durationMs: 0,
        errors: [plainError(`this test ${reason}`)],
        note: undefined,
        retries: 0,
      });
    } else if (errors.length === 0) errors.push(plainError(`this file ${reason}`));
    const missing = plan.length - tests.length;
    if (missing > 0) errors.push(plainError(`${missing} test${missing === 1 ? "" : "s"} of this file did not run`));
  }

  /** Tests that ended without their results being sent: the shared memory has their statuses. */
  #addUnsent(plan: readonly PlannedTest[], statuses: Uint8Array): void {
    plan.slice(0, statuses.length).forEach((test, id) => {
      const status = STATUSES[statuses[id]!] ?? "";
      if (status === "" || this.#results[id] !== undefined) return;
      const errors = status === "fail" ? [plainError("this test failed; its error was lost with its thread")] : [];
      this.#report.tests.push({ ...test, status, durationMs: 0, errors, note: undefined, retries: 0 });
      this.#results[id] = this.#report.tests.at(-1)!;
    });
  }
}

function plannedTests({ names, suites, suitePaths, places }: Message & { kind: "plan" }): PlannedTest[] {
  return names.map((name, id) => ({
    path: [...suitePaths[suites[id]!]!, name],
    line: places?.[2 * id] ?? 0,
    column: places?.[2 * id + 1] ?? 0,
  }));
}
