// Reports the results of tests, and those of the tests that do not run.
import type { Case, Suite } from "internal:test_runner/dialects/tree";
import type { RunSettings, TestResult } from "internal:test_runner/dialects/run_settings";

/** Passes on the results of a file's tests. */
export class Results {
  readonly #settings: RunSettings;
  #failures = 0;

  constructor(settings: RunSettings) {
    this.#settings = settings;
  }

  /** Whether as many tests have failed as the run allows. */
  get isStopped(): boolean {
    return this.#settings.bail > 0 && this.#failures >= this.#settings.bail;
  }

  /** Between the parts of a test's name. */
  get separator(): string {
    return this.#settings.dialect === "vitest" ? " > " : " ";
  }

  report(
    test: Case,
    status: TestResult["status"],
    durationMs: number,
    errors: unknown[],
    more: { note: string | undefined; retries: number; assertions: number },
  ): void {
    if (status === "fail") this.#failures++;
    if (status !== "pass" && status !== "fail") this.#settings.snapshots?.skip(test.path.join(this.separator));
    this.#settings.report({ test, status, durationMs, errors, ...more });
  }

  /** Reports what does not run. */
  leaveOut(node: Suite | Case): void {
    if (node.kind === "suite") {
      if (node.failure !== null && node.parent !== null && node.children.length === 0) return;
      for (const child of node.children) this.leaveOut(child);
      return;
    }
    const { fate } = node;
    this.report(node, fate === "run" ? "skip" : fate, 0, [], { note: undefined, retries: 0, assertions: 0 });
  }

  skipAll(suite: Suite, note: string | undefined): void {
    for (const child of suite.children) {
      if (child.kind === "suite") this.skipAll(child, note);
      else this.report(child, "skip", 0, [], { note, retries: 0, assertions: 0 });
    }
  }

  failAll(suite: Suite, error: unknown): void {
    for (const child of suite.children) {
      if (child.kind === "suite") this.failAll(child, error);
      else if (child.fate === "run")
        this.report(child, "fail", 0, [error], { note: undefined, retries: 0, assertions: 0 });
      else this.leaveOut(child);
    }
  }
}
