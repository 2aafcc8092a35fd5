// The tests of a file in the dialects with `describe` and `it`: suites, tests, hooks. How they are defined is in
// `internal:test_runner/dialects/define`, how they run in `internal:test_runner/dialects/execute`.
import type { Annotation } from "internal:test_runner/dialects/protocol";
import type { Fixtures, Receiver } from "internal:test_runner/dialects/fixtures";

/** The dialects of `describe` and `it`. */
export type Dialect = "jest" | "vitest" | "bun" | "mocha" | "deno";

/** `run` is the default; `only` at one place leaves out the others. */
export type Mode = "run" | "skip" | "todo" | "only";

/** What happens with a test. */
export type Fate = "run" | "skip" | "todo" | "filtered";

/** The options of a suite or test. */
export interface Options {
  mode: Mode;
  /** Milliseconds; undefined: that of the suite or the run. */
  timeout: number | undefined;
  retry: number;
  repeats: number;
  isConcurrent: boolean;
  /** It has to fail to pass. */
  fails: boolean;
  /** In Vitest. */
  tags?: readonly string[] | undefined;
}

export type Fn = (...args: unknown[]) => unknown;

/** A hook and its time-out in milliseconds. */
export interface Hook {
  fn: Fn;
  timeout: number | undefined;
  /** Those of the chain that it was defined with (`test.beforeEach`). */
  fixtures?: Fixtures | undefined;
}
export type HookName = "beforeAll" | "beforeEach" | "afterEach" | "afterAll" | "aroundEach" | "aroundAll";

export class Suite {
  readonly kind = "suite";
  readonly name: string;
  readonly parent: Suite | null;
  readonly options: Options;
  readonly children: (Suite | Case)[] = [];
  readonly hooks: Record<HookName, Hook[]> = {
    beforeAll: [],
    beforeEach: [],
    afterEach: [],
    afterAll: [],
    aroundEach: [],
    aroundAll: [],
  };
  /** What defines its tests, until it is called (Vitest, Bun). */
  body: (() => unknown) | null = null;
  /** An error of its function, which fails the file. */
  failure: { error: unknown } | null = null;

  constructor(name: string, parent: Suite | null, options: Options) {
    this.name = name;
    this.parent = parent;
    this.options = options;
  }
}

/** What a test has besides its name, its function and its options. */
export interface CaseDetails {
  line: number;
  column: number;
  fixtures: Fixtures | undefined;
  receiver: Receiver | undefined;
}

export class Case {
  readonly kind = "test";
  readonly name: string;
  readonly parent: Suite;
  readonly options: Options;
  readonly fn: Fn | undefined;
  readonly line: number;
  readonly column: number;
  /** Its position in the plan of the file. */
  id = -1;
  fate: Fate = "run";
  /** Values that are made for it by `test.extend`. */
  readonly fixtures: Fixtures | undefined;
  /** The function that names them. */
  readonly receiver: Receiver | undefined;
  /** What follows it, set while it runs; null: nothing. */
  finished: Fn[] | null = null;
  failed: Fn[] | null = null;
  #meta: Record<string, unknown> | undefined;
  /** Its outcome, before the hooks that follow it: the errors so far, null when it was skipped, undefined when it is tried again. */
  outcome: readonly unknown[] | null | undefined;
  /** How often it was tried before. */
  triedCount = 0;
  /** How often it ran before, of its repetitions. */
  repeatedCount = 0;
  /** What it annotated, in all its tries (Vitest). */
  annotations: Annotation[] | undefined;
  /** The argument of its function, from its start (Vitest). */
  context: Record<string, unknown> | undefined;
  /** Aborts the signal of its context, when its time is over. */
  abort: ((reason: unknown) => void) | undefined;

  constructor(name: string, parent: Suite, options: Options, fn: Fn | undefined, more: CaseDetails) {
    this.name = name;
    this.parent = parent;
    this.options = options;
    this.fn = fn;
    this.line = more.line;
    this.column = more.column;
    this.fixtures = more.fixtures;
    this.receiver = more.receiver;
  }

  get meta(): Record<string, unknown> {
    return (this.#meta ??= {});
  }

  /** The names of the suites around it, and its own. */
  get path(): string[] {
    const names = [this.name];
    for (let at: Suite | null = this.parent; at !== null && at.parent !== null; at = at.parent) names.unshift(at.name);
    return names;
  }
}

/** Thrown by `skip()` inside a test. */
export class SkipSignal extends Error {
  readonly note: string | undefined;
  constructor(note?: string) {
    super("the test is skipped");
    this.note = note;
  }
}
