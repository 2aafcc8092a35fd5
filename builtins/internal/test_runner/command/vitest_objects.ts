// The modules, suites and tests of a run in the form that reporters of Vitest receive.
// https://vitest.dev/api/advanced/test-module, https://vitest.dev/api/advanced/test-case
import type { ErrorText } from "internal:test_runner/dialects/protocol";
import type { FileReport, TestReport } from "internal:test_runner/command/report";
import { nowMs } from "internal:test_runner/clock";

type State = "passed" | "failed" | "skipped";
type Child = TestCase | TestSuite;

/** A project of the run. */
export interface Project {
  name: string;
  config: { root: string; name: string };
}

const STATES: Record<TestReport["status"], State> = {
  pass: "passed",
  fail: "failed",
  skip: "skipped",
  todo: "skipped",
  filtered: "skipped",
};

/** An error as Vitest sends it between threads. */
function errorOf({ name, message, stack, file, line, column, compared }: ErrorText): object {
  const at = message.indexOf("\n\n");
  const text = at === -1 ? message : message.slice(0, at);
  return {
    name,
    message: text,
    stack: `${name}: ${text}${stack.map((frame) => `\n    ${frame}`).join("")}`,
    stacks: file === undefined ? [] : [{ file, line, column, method: "" }],
    ...(at === -1 ? {} : { diff: message.slice(at + 2) }),
    ...(compared === undefined ? {} : { expected: String(compared.expected), actual: String(compared.actual) }),
  };
}

/** The children of a suite or module. */
class TestCollection {
  readonly #children: Child[] = [];

  add(child: Child): void {
    this.#children.push(child);
  }
  get size(): number {
    return this.#children.length;
  }
  at(index: number): Child | undefined {
    return this.#children.at(index);
  }
  array(): Child[] {
    return [...this.#children];
  }
  *[Symbol.iterator](): Generator<Child> {
    yield* this.#children;
  }
  *tests(state?: string): Generator<TestCase> {
    for (const child of this.#children)
      if (child.type === "test" && (state === undefined || child.result().state === state)) yield child;
  }
  *suites(): Generator<TestSuite> {
    for (const child of this.#children) if (child.type === "suite") yield child;
  }
  *allTests(state?: string): Generator<TestCase> {
    for (const child of this.#children)
      if (child.type === "suite") yield* child.children.allTests(state);
      else if (state === undefined || child.result().state === state) yield child;
  }
  *allSuites(): Generator<TestSuite> {
    for (const suite of this.suites()) {
      yield suite;
      yield* suite.children.allSuites();
    }
  }
}

/** The state of what contains tests. */
function stateOf(children: TestCollection, hasErrors: boolean): State | "pending" {
  const states = new Set([...children.allTests()].map((test) => test.result().state));
  if (hasErrors || states.has("failed")) return "failed";
  if (states.has("pending")) return "pending";
  return states.has("passed") ? "passed" : "skipped";
}

export class TestCase {
  readonly type = "test";
  readonly id: string;
  readonly name: string;
  readonly fullName: string;
  readonly module: TestModule;
  readonly project: Project;
  readonly parent: TestSuite | TestModule;
  readonly location: { line: number; column: number } | undefined;
  readonly options: object;
  readonly tags: string[] = [];
  readonly #report: TestReport;
  #isSettled = false;

  constructor(report: TestReport, parent: TestSuite | TestModule, module: TestModule, id: string) {
    const { path, line, column, status } = report;
    this.#report = report;
    this.id = id;
    this.name = path.at(-1)!;
    this.fullName = path.join(" > ");
    this.parent = parent;
    this.module = module;
    this.project = module.project;
    this.location = line === 0 ? undefined : { line, column };
    this.options = { mode: status === "todo" ? "todo" : STATES[status] === "skipped" ? "skip" : "run" };
  }
  /** From now on the result is known. */
  settle(): void {
    this.#isSettled = true;
  }
  result(): { state: State | "pending"; errors?: object[]; note?: string } {
    const { status, errors, note } = this.#report;
    const state = STATES[status];
    if (!this.#isSettled && state !== "skipped") return { state: "pending" };
    if (state === "failed") return { state, errors: errors.map(errorOf) };
    return state === "skipped" && note !== undefined ? { state, note } : { state };
  }
  ok(): boolean {
    return this.result().state !== "failed";
  }
  meta(): object {
    return {};
  }
  annotations(): object[] {
    return (this.#report.annotations ?? []).map(({ message, type, line }) => ({ message, type, location: { line } }));
  }
  artifacts(): object[] {
    return [];
  }
  diagnostic(): object | undefined {
    const { durationMs, retries, status } = this.#report;
    if (STATES[status] === "skipped") return undefined;
    const isFlaky = retries > 0 && status === "pass";
    return {
      slow: durationMs > SLOW_MS,
      heap: undefined,
      duration: durationMs,
      startTime: this.module.endTime - this.module.diagnostic().duration,
      retryCount: retries,
      repeatCount: 0,
      flaky: isFlaky,
    };
  }
}

/** Vitest's `slowTestThreshold`. */
const SLOW_MS = 300;

export class TestSuite {
  readonly type = "suite";
  readonly children = new TestCollection();
  readonly id: string;
  readonly name: string;
  readonly fullName: string;
  readonly parent: TestSuite | TestModule;
  readonly module: TestModule;
  readonly project: Project;
  readonly location = undefined;
  readonly options = { mode: "run" };

  constructor(path: readonly string[], parent: TestSuite | TestModule, module: TestModule, id: string) {
    this.id = id;
    this.name = path.at(-1)!;
    this.fullName = path.join(" > ");
    this.parent = parent;
    this.module = module;
    this.project = module.project;
  }
  state(): State | "pending" {
    return stateOf(this.children, false);
  }
  ok(): boolean {
    return this.state() !== "failed";
  }
  errors(): object[] {
    return [];
  }
  meta(): object {
    return {};
  }
}

/** A file of tests. */
export class TestModule {
  readonly type = "module";
  readonly children = new TestCollection();
  readonly id: string;
  readonly moduleId: string;
  readonly relativeModuleId: string;
  readonly project: Project;
  endTime = 0;
  #report: FileReport | undefined;

  constructor(file: string, name: string, project: Project) {
    this.id = name;
    this.moduleId = file;
    this.relativeModuleId = name;
    this.project = project;
  }

  /** Takes the results of the file. */
  take(report: FileReport): void {
    this.#report = report;
    this.endTime = nowMs();
    const suites = new Map<string, TestSuite | TestModule>([["[]", this]]);
    let count = 0;
    for (const test of report.tests) {
      let at: TestSuite | TestModule = this;
      for (let depth = 1; depth < test.path.length; depth++) {
        const path = test.path.slice(0, depth);
        const key = JSON.stringify(path);
        let suite = suites.get(key);
        if (suite === undefined) {
          suite = new TestSuite(path, at, this, `${this.id}_${count++}`);
          at.children.add(suite);
          suites.set(key, suite);
        }
        at = suite;
      }
      at.children.add(new TestCase(test, at, this, `${this.id}_${count++}`));
    }
  }

  state(): State | "pending" {
    if (this.#report === undefined) return "pending";
    return stateOf(this.children, this.#report.errors.length > 0);
  }
  ok(): boolean {
    return this.state() !== "failed";
  }
  errors(): object[] {
    return (this.#report?.errors ?? []).map(errorOf);
  }
  meta(): object {
    return {};
  }
  diagnostic(): { duration: number } & Record<string, unknown> {
    const duration = this.#report?.durationMs ?? 0;
    return {
      duration,
      environmentSetupDuration: 0,
      prepareDuration: 0,
      collectDuration: 0,
      setupDuration: 0,
      heap: undefined,
      importDurations: {},
    };
  }
}
