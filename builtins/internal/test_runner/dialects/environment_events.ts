// The events of a run that an environment of Jest handles with `handleTestEvent`: those of jest-circus from the start of the tests on.
// What defines tests and hooks has no events, nor have the tests of a suite that does not run at all.
// https://jestjs.io/docs/configuration#testenvironment-string
import { nowMs } from "internal:test_runner/clock";
import type { Case, Hook, HookName, Suite } from "internal:test_runner/dialects/tree";
import processModule from "internal:node/process";

export type EventHandler = (event: object, state: object) => unknown;

const ROOT = "ROOT_DESCRIBE_BLOCK";
const MODES: Record<string, string | undefined> = { run: undefined, filtered: "skip", skip: "skip", todo: "todo" };

interface DescribeBlock {
  type: "describeBlock";
  name: string;
  parent: DescribeBlock | undefined;
  children: (DescribeBlock | TestEntry)[];
  tests: TestEntry[];
  hooks: { type: string; fn: Function; parent: DescribeBlock; timeout: number | undefined }[];
  mode: string | undefined;
}

interface TestEntry {
  type: "test";
  name: string;
  parent: DescribeBlock;
  mode: string | undefined;
  fn: Function | undefined;
  errors: unknown[];
  invocations: number;
  status: "done" | "skip" | "todo" | null;
  startedAt: number | null;
  duration: number | null;
  concurrent: boolean;
  failing: boolean;
  timeout: number | undefined;
}

/** Sends the events of a file's tests; each call waits for the environment. */
export class EnvironmentEvents {
  readonly #handle: EventHandler;
  readonly #entries = new Map<Case | Suite, DescribeBlock | TestEntry>();
  readonly #state: { currentlyRunningTest: TestEntry | null } & Record<string, unknown>;

  constructor(root: Suite, handle: EventHandler, timeoutMs: number) {
    this.#handle = handle;
    const block = this.#blockOf(root);
    this.#state = {
      currentDescribeBlock: block,
      currentlyRunningTest: null,
      hasFocusedTests: false,
      hasStarted: true,
      parentProcess: processModule,
      rootDescribeBlock: block,
      testNamePattern: null,
      testTimeout: timeoutMs,
      unhandledErrors: [],
    };
  }

  async send(name: string, more: object = {}): Promise<void> {
    await this.#handle({ name, ...more }, this.#state);
  }
  async begin(): Promise<void> {
    await this.send("setup", { testNamePattern: null, parentProcess: processModule, runtimeGlobals: globalThis });
    await this.send("run_start");
  }
  async end(): Promise<void> {
    await this.send("run_finish");
    await this.send("teardown");
  }
  suite(name: string, suite: Suite): Promise<void> {
    return this.send(name, { describeBlock: this.#blockOf(suite) });
  }

  /** Before a test, and of one that does not run. */
  async start(test: Case): Promise<void> {
    const entry = this.#entryOf(test);
    entry.startedAt = nowMs();
    entry.mode = MODES[test.fate];
    this.#state.currentlyRunningTest = entry;
    await this.send("test_start", { test: entry });
    if (test.fate === "run") return this.send("test_started", { test: entry });
    entry.status = test.fate === "todo" ? "todo" : "skip";
    this.#state.currentlyRunningTest = null;
    return this.send(`test_${entry.status}`, { test: entry });
  }
  function(test: Case): Promise<void> {
    return this.send("test_fn_start", { test: this.#entryOf(test) });
  }
  async functionEnded(test: Case, failure: { error: unknown } | null): Promise<void> {
    const entry = this.#entryOf(test);
    entry.invocations = test.triedCount + 1;
    if (failure === null) return this.send("test_fn_success", { test: entry });
    entry.errors.push(failure.error);
    return this.send("test_fn_failure", { test: entry, error: failure.error });
  }
  async done(test: Case, errors: readonly unknown[]): Promise<void> {
    const entry = this.#entryOf(test);
    entry.errors = [...errors];
    entry.status = "done";
    entry.duration = Math.round(nowMs() - entry.startedAt!);
    this.#state.currentlyRunningTest = null;
    await this.send("test_done", { test: entry });
  }

  /** Calls a hook of a suite, around a test or around all of them. */
  async hook<T>(name: HookName, hook: Hook, suite: Suite, test: Case | null, call: () => T): Promise<Awaited<T>> {
    const parent = this.#blockOf(suite);
    const own = { hook: { type: name, fn: hook.fn, parent, timeout: hook.timeout } };
    const about = test === null ? { describeBlock: parent } : { test: this.#entryOf(test) };
    await this.send("hook_start", own);
    try {
      const result = await call();
      await this.send("hook_success", { ...own, ...about });
      return result;
    } catch (error) {
      await this.send("hook_failure", { ...own, ...about, error });
      throw error;
    }
  }

  #blockOf(suite: Suite): DescribeBlock {
    const known = this.#entries.get(suite);
    if (known !== undefined) return known as DescribeBlock;
    const block: DescribeBlock = {
      type: "describeBlock",
      name: suite.parent === null ? ROOT : suite.name,
      parent: suite.parent === null ? undefined : this.#blockOf(suite.parent),
      children: [],
      tests: [],
      hooks: [],
      mode: MODES[suite.options.mode],
    };
    this.#entries.set(suite, block);
    block.children = suite.children.map((child) =>
      child.kind === "suite" ? this.#blockOf(child) : this.#entryOf(child),
    );
    block.tests = block.children.filter((child) => child.type === "test");
    for (const [type, hooks] of Object.entries(suite.hooks))
      for (const { fn, timeout } of hooks) block.hooks.push({ type, fn, parent: block, timeout });
    return block;
  }

  #entryOf(test: Case): TestEntry {
    const known = this.#entries.get(test);
    if (known !== undefined) return known as TestEntry;
    const { name, fn, options } = test;
    const entry: TestEntry = {
      type: "test",
      name,
      parent: this.#blockOf(test.parent),
      mode: undefined,
      fn,
      errors: [],
      invocations: 1,
      status: null,
      startedAt: null,
      duration: null,
      concurrent: options.isConcurrent,
      failing: options.fails,
      timeout: options.timeout,
    };
    this.#entries.set(test, entry);
    return entry;
  }
}
