// `Profiler.startPreciseCoverage` and its neighbours: what this thread has run, in V8's form. The counters are in the source
// (docs/decisions/0062-coverage.md), so what was loaded before the first start is not counted.
// https://chromedevtools.github.io/devtools-protocol/v8/Profiler/
import type { CountedFile, CounterMap } from "internal:core/coverage/counter_map";
import { type V8Function, type V8Script, v8Script } from "internal:core/coverage/v8";
import { type CountedSource, countedSources, startCounting, stopCounting } from "internal:loader/counters";
import { coverageResults } from "native:modules";

/** What a session asks for. */
export interface CoverageOptions {
  /** Without it, each function is reported once, with the count 1. */
  callCount: boolean;
  /** With the ranges of blocks. */
  detailed: boolean;
}

/** The coverage that a session measures. */
export class PreciseCoverage {
  #options: CoverageOptions;
  /** The counts at the last `take`. */
  readonly #before = new Map<Uint32Array, { counts: number[]; runs: number }>();
  /** Functions that were reported, by script and position. */
  readonly #reported = new Set<string>();

  constructor(options: CoverageOptions) {
    this.#options = options;
    startCounting();
    this.#forget();
  }

  /** A second start: the counters begin again. */
  restart(options: CoverageOptions): void {
    this.#options = options;
    this.#reported.clear();
    this.#forget();
  }

  stop(): void {
    stopCounting();
  }

  /** What ran since the last call. */
  take(): V8Script[] {
    const scripts = scriptsOf((source) => this.#sinceLast(source));
    this.#forget();
    return scripts.flatMap((script) => {
      const functions = this.#options.callCount ? script.functions : this.#unreported(script);
      if (functions.length === 0) return [];
      return [{ ...script, functions: this.#options.detailed ? functions : functions.map(withoutBlocks) }];
    });
  }

  #forget(): void {
    for (const { counters, runs } of countedSources())
      this.#before.set(counters, { counts: Array.from(counters), runs });
  }

  #sinceLast({ counters, runs }: CountedSource): Counts {
    const before = this.#before.get(counters);
    if (before === undefined) return { counts: Array.from(counters), runs };
    // `v8.takeCoverage()` sets counters to 0.
    const counts = Array.from(
      counters,
      (count, index) => count - (count < before.counts[index]! ? 0 : before.counts[index]!),
    );
    return { counts, runs: runs - before.runs };
  }

  #unreported({ url, functions }: V8Script): V8Function[] {
    return functions.flatMap((one) => {
      const { startOffset, endOffset, count } = one.ranges[0]!;
      const key = `${url} ${startOffset} ${endOffset}`;
      if (this.#reported.has(key)) return [];
      if (count > 0) this.#reported.add(key);
      return [{ ...one, ranges: one.ranges.map((range) => ({ ...range, count: Math.min(range.count, 1) })) }];
    });
  }
}

/** What was counted so far, functions only (`Profiler.getBestEffortCoverage`). */
export function bestEffort(): V8Script[] {
  return scriptsOf(({ counters, runs }) => ({ counts: Array.from(counters), runs })).map((script) => ({
    ...script,
    functions: script.functions.map(withoutBlocks).map(({ ranges, ...one }) => ({
      ...one,
      ranges: ranges.map((range) => ({ ...range, count: Math.min(range.count, 1) })),
    })),
  }));
}

interface Counts {
  counts: number[];
  runs: number;
}

function withoutBlocks({ functionName, ranges }: V8Function): V8Function {
  return { functionName, ranges: ranges.slice(0, 1), isBlockCoverage: false };
}

/** The scripts with functions that ran. Source that was evaluated several times is one script. */
function scriptsOf(read: (source: CountedSource) => Counts): V8Script[] {
  const sums = new Map<string, Counts & { source: CountedSource }>();
  for (const source of countedSources()) {
    const { counts, runs } = read(source);
    if (runs === 0 && counts.every((count) => count === 0)) continue;
    const key = `${source.url}\n${source.file}\n${counts.length}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { counts, runs, source });
    else {
      for (let index = 0; index < counts.length; index++) sum.counts[index]! += counts[index]!;
      sum.runs += runs;
    }
  }
  if (sums.size === 0) return [];
  const maps = readMaps();
  return Array.from(sums).flatMap(([key, { counts, runs, source }]) => {
    const { file, url } = source;
    const map = maps.get(keyOf(file, counts.length));
    if (map === undefined) return [];
    const script = v8Script({ file, map, counts }, url, numberOf(key), runs);
    return script.functions.length === 0 ? [] : [script];
  });
}

const numbers = new Map<string, string>();

function numberOf(key: string): string {
  if (!numbers.has(key)) numbers.set(key, String(numbers.size + 1));
  return numbers.get(key)!;
}

function readMaps(): Map<string, CounterMap> {
  const files = JSON.parse(coverageResults(false)) as CountedFile[];
  return new Map(files.map(({ file, map }) => [keyOf(file, map.counters), map]));
}

function keyOf(file: string, count: number): string {
  return `${count} ${file}`;
}
