// Benchmarks as files define them: `Deno.bench`, Vitest's `bench`, and the functions of mitata.
// https://docs.deno.com/api/deno/~/Deno.bench, https://vitest.dev/api/#bench, https://github.com/evanwashere/mitata

import defer * as tables from "internal:test_runner/dialects/each";
import * as parameters from "internal:test_runner/bench/mitata_arguments";

/** A benchmark. Times in milliseconds. */
export interface Benchmark {
  name: string;
  /** Benchmarks of a group are compared with each other. */
  group: string | null;
  isBaseline: boolean;
  isIgnored: boolean;
  isOnly: boolean;
  fn: (context: BenchContext) => unknown;
  /** How often it runs; null: until the result is stable. */
  iterations: number | null;
  minTimeMs: number | null;
  warmups: number | null;
  setup: (() => unknown) | null;
  teardown: (() => unknown) | null;
}

/** What a benchmark of Deno receives: it may measure only a part of itself. */
export interface BenchContext {
  readonly name: string;
  readonly origin: string;
  start(): void;
  end(): void;
}

type Members = Record<string, unknown>;

const benchmarks: Benchmark[] = [];
let isTaking = false;
let group: string | null = null;
let isNextBaseline = false;

/** Whether a file of benchmarks is loaded; elsewhere `Deno.bench` is ignored. */
export function isBenchRun(): boolean {
  return isTaking;
}
/** Takes benchmarks from now on. */
export function begin(): void {
  isTaking = true;
}
/** The benchmarks that were defined. */
export function defined(): Benchmark[] {
  return benchmarks;
}

function add(name: string, fn: unknown, given: Partial<Benchmark>): Benchmark {
  if (typeof fn !== "function") throw new TypeError(`Missing benchmark function of "${name}"`);
  const benchmark: Benchmark = {
    name,
    group,
    isBaseline: false,
    isIgnored: false,
    isOnly: false,
    fn: fn as Benchmark["fn"],
    iterations: null,
    minTimeMs: null,
    warmups: null,
    setup: null,
    teardown: null,
    ...given,
  };
  benchmarks.push(benchmark);
  return benchmark;
}

/** `Deno.bench` in all its forms. `forced`: what `Deno.bench.ignore` and `Deno.bench.only` imply. */
export function denoBench(given: unknown[], forced: { ignore?: boolean; only?: boolean }): void {
  const [first, second, third] = given;
  let options: Members;
  if (typeof first === "string")
    options = { ...(typeof second === "object" ? second : undefined), name: first, fn: third ?? second };
  else if (typeof first === "function") options = { name: first.name, fn: first };
  else options = { ...(first as Members), ...(typeof second === "function" ? { fn: second } : undefined) };
  const { fn, n, warmup } = options;
  const name = options.name ?? (typeof fn === "function" ? fn.name : "");
  if (name === "") throw new TypeError("The benchmark name can't be empty");
  add(String(name), fn, {
    group: typeof options.group === "string" ? options.group : null,
    isBaseline: options.baseline === true,
    isIgnored: forced.ignore ?? options.ignore === true,
    isOnly: forced.only ?? options.only === true,
    iterations: typeof n === "number" ? n : null,
    warmups: typeof warmup === "number" ? warmup : null,
  });
}

/** What suites of Vitest's benchmark files say of the benchmarks in them. */
type Mode = "run" | "skip" | "only" | "todo";
let mode: Mode = "run";

/** `describe` of Vitest's benchmark files: its name is the group. */
function suiteOf(own: Mode): (name: unknown, second?: unknown, third?: unknown) => void {
  return (name, second, third) => {
    const fn = typeof second === "function" ? second : third;
    const [outer, outerMode] = [group, mode];
    const title = typeof name === "function" ? name.name : String(name);
    group = outer === null ? title : `${outer} > ${title}`;
    // What is left out stays left out.
    if (own !== "run" && mode !== "skip" && mode !== "todo") mode = own;
    try {
      (fn as (() => unknown) | undefined)?.();
    } finally {
      [group, mode] = [outer, outerMode];
    }
  };
}

/** `describe.each`: a suite for each row. */
function eachSuite(table: unknown, ...values: unknown[]): (name: unknown, fn: (...args: unknown[]) => unknown) => void {
  return (name, fn) =>
    tables
      .rowsOf(table, values)
      .forEach((row, index) => suite(tables.nameInVitest(String(name), row, index), () => fn(...row.args)));
}

const suite = Object.assign(suiteOf("run"), {
  skip: suiteOf("skip"),
  only: suiteOf("only"),
  todo: suiteOf("todo"),
  skipIf: (condition: unknown) => suiteOf(condition ? "skip" : "run"),
  runIf: (condition: unknown) => suiteOf(condition ? "run" : "skip"),
  each: eachSuite,
});

/** Vitest's options, those of tinybench. */
interface VitestOptions {
  time?: number;
  iterations?: number;
  warmupIterations?: number;
  setup?: () => unknown;
  teardown?: () => unknown;
}

function vitestBench(own: Mode): (name: unknown, fn?: unknown, options?: VitestOptions) => void {
  return (name, fn, options = {}) => {
    const isLeftOut = own === "skip" || own === "todo" || mode === "skip" || mode === "todo";
    if (fn === undefined && !isLeftOut) return;
    const { time, iterations, warmupIterations, setup, teardown } = options;
    add(typeof name === "function" ? name.name : String(name), fn ?? (() => {}), {
      minTimeMs: time ?? null,
      iterations: time === undefined && iterations !== undefined ? iterations : null,
      warmups: warmupIterations ?? null,
      setup: setup ?? null,
      teardown: teardown ?? null,
      isIgnored: isLeftOut,
      isOnly: own === "only" || mode === "only",
    });
  };
}

/** The members of the module `vitest` in a file of benchmarks. */
export function vitestMembers(): Members {
  const bench = Object.assign(vitestBench("run"), {
    skip: vitestBench("skip"),
    only: vitestBench("only"),
    todo: vitestBench("todo"),
    skipIf: (condition: unknown) => vitestBench(condition ? "skip" : "run"),
    runIf: (condition: unknown) => vitestBench(condition ? "run" : "skip"),
  });
  return { bench, describe: suite, suite };
}

/** A benchmark as mitata's functions return it. */
class MitataBenchmark {
  readonly #benchmark: Benchmark;
  readonly #fn: unknown;
  readonly #lists: Record<string, unknown[]> = {};
  /** What stands for it among the benchmarks: one for each combination of its arguments. */
  #all: Benchmark[];

  constructor(benchmark: Benchmark, fn: unknown) {
    this.#benchmark = benchmark;
    this.#fn = fn;
    this.#all = [benchmark];
    this.#replace();
  }
  baseline(isBaseline = true): this {
    this.#benchmark.isBaseline = isBaseline;
    this.#replace();
    return this;
  }
  name(name: string): this {
    this.#benchmark.name = name;
    this.#replace();
    return this;
  }
  args(first: unknown, second?: unknown): this {
    Object.assign(this.#lists, parameters.listsOf(first, second));
    this.#replace();
    return this;
  }
  range(name: string, start: number, end: number, factor?: number): this {
    return this.args(name, parameters.range(start, end, factor));
  }
  dense_range(name: string, start: number, end: number, step?: number): this {
    return this.args(name, parameters.denseRange(start, end, step));
  }
  #replace(): void {
    const next = parameters.expanded(this.#benchmark, this.#fn, this.#lists);
    benchmarks.splice(benchmarks.indexOf(this.#all[0]!), this.#all.length, ...next);
    this.#all = next;
  }
  // These only concern how mitata shows or collects.
  gc(): this {
    return this;
  }
  compact(): this {
    return this;
  }
  highlight(): this {
    return this;
  }
}

/** The names of the module `mitata` that `mitataMembers` has. */
export const MITATA_NAMES = [
  "bench",
  "group",
  "baseline",
  "summary",
  "boxplot",
  "barplot",
  "lineplot",
  "compact",
  "run",
  "do_not_optimize",
];

/** The members of the module `mitata`, and the globals of files that use no other library. */
export function mitataMembers(): Members {
  const bench = (name: unknown, fn?: unknown): MitataBenchmark => {
    const [title, body] = typeof name === "function" ? [name.name, name] : [String(name), fn];
    const benchmark = add(title, body, { isBaseline: isNextBaseline });
    isNextBaseline = false;
    return new MitataBenchmark(benchmark, body);
  };
  const within = (own: string | null, fn: unknown): unknown => {
    const outer = group;
    group = own ?? outer;
    try {
      return (fn as () => unknown)();
    } finally {
      group = outer;
    }
  };
  let summaries = 0;
  const unnamed = (fn: unknown): unknown => within(group ?? `summary ${++summaries}`, fn);
  const plain = (fn: unknown): unknown => within(null, fn);
  return {
    bench: Object.assign(bench, { skip: () => {}, only: bench }),
    group: (name: unknown, fn?: unknown) => (typeof name === "function" ? unnamed(name) : within(groupName(name), fn)),
    baseline: (name: unknown, fn?: unknown) => bench(name, fn).baseline(),
    summary: unnamed,
    boxplot: plain,
    barplot: plain,
    lineplot: plain,
    compact: plain,
    // The command measures and reports.
    run: () => Promise.resolve({ benchmarks: [] }),
    do_not_optimize: (value: unknown) => void keep(value),
  };
}

function groupName(given: unknown): string {
  return typeof given === "object" && given !== null ? String((given as { name?: unknown }).name ?? "") : String(given);
}

let kept: unknown;

/** Makes a value observable, so that the engine has to compute it. */
export function keep(value: unknown): unknown {
  kept = value;
  return kept;
}
