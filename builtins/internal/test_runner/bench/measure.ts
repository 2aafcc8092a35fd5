// Measures one benchmark: a batch that is long compared with the clock, warm-up until the times are stable, then rounds.
import { type Benchmark, type BenchContext, keep } from "internal:test_runner/bench/registry";
import { type Estimate, estimate, quantile } from "internal:test_runner/bench/statistics";
import { now } from "internal:test_runner/clock";
import { isPromise } from "internal:core/util/types";

/** A result. Times in nanoseconds per iteration. */
export interface BenchResult {
  /** Measured iterations. */
  n: number;
  min: number;
  max: number;
  avg: number;
  p75: number;
  p99: number;
  p995: number;
  p999: number;
  /** The median with its interval. */
  median: Estimate;
  /** The medians of consecutive parts of the measurement, for comparisons. */
  rounds: number[];
  /** Whether the function took long enough that single calls were measured. */
  measuresCalls: boolean;
  usedExplicitTimers: boolean;
  warmupMs: number;
  /** Whether the times were stable before the measurement began. */
  isStable: boolean;
}

/** Calls faster than this many nanoseconds are measured in batches of at least this duration. */
const BATCH_NS = 20_000;
const WARMUP_MS_MAX = 2000;
const WARMUP_MS_MIN = 50;
/** A window of the warm-up in milliseconds. */
const WINDOW_MS = 25;
/** The times are stable when the medians of so many windows differ by less than this share. */
const STABLE_WINDOWS = 3;
const STABLE_SHARE = 0.03;
const SAMPLES_MIN = 12;
const SAMPLES_MAX = 200_000;
const ROUNDS = 30;
const NS_PER_MS = 1_000_000;

type Sampler = () => number | Promise<number>;

/** The time of `batch` calls in nanoseconds, for each call. */
function samplerOf(fn: Benchmark["fn"], context: Context, isAsync: boolean, batch: number): Sampler {
  if (context.isUsed) {
    return isAsync ? () => explicitAsync(fn, context) : () => explicit(fn, context);
  }
  return (isAsync ? asyncLoop : syncLoop)(fn, context, now, keep, batch);
}

type Loop = (
  fn: Benchmark["fn"],
  context: Context,
  clock: () => bigint,
  use: (value: unknown) => unknown,
  batch: number,
) => Sampler;

/** Each benchmark has code of its own: the engine would optimize a common loop for all functions that it has called. */
const syncLoop: Loop = (...given) => loopOf("", "use(fn(context))")(...given);
const asyncLoop: Loop = (...given) => loopOf("async", "await fn(context)")(...given);

function loopOf(keyword: string, call: string): Loop {
  return new Function(
    "fn",
    "context",
    "clock",
    "use",
    "batch",
    `return ${keyword} () => { const start = clock(); for (let count = 0; count < batch; count++) ${call}; return Number(clock() - start) / batch; };`,
  ) as Loop;
}

function explicit(fn: Benchmark["fn"], context: Context): number {
  context.reset();
  const start = now();
  keep(fn(context));
  return context.elapsed(start, now());
}

async function explicitAsync(fn: Benchmark["fn"], context: Context): Promise<number> {
  context.reset();
  const start = now();
  await fn(context);
  return context.elapsed(start, now());
}

class Context implements BenchContext {
  readonly name: string;
  readonly origin: string;
  isUsed = false;
  #start: bigint | undefined;
  #end: bigint | undefined;

  constructor(name: string, origin: string) {
    this.name = name;
    this.origin = origin;
  }
  start(): void {
    if (this.#start !== undefined) throw new TypeError("BenchContext::start() has already been invoked");
    this.isUsed = true;
    this.#start = now();
  }
  end(): void {
    const end = now();
    if (this.#end !== undefined) throw new TypeError("BenchContext::end() has already been invoked");
    this.isUsed = true;
    this.#end = end;
  }
  reset(): void {
    this.#start = this.#end = undefined;
  }
  elapsed(start: bigint, end: bigint): number {
    return Number((this.#end ?? end) - (this.#start ?? start));
  }
}

/** Measures. `minTimeMs`: the least duration unless the benchmark has its own. Rejects with what the function throws. */
export async function measure(benchmark: Benchmark, origin: string, minTimeMs: number): Promise<BenchResult> {
  const { fn, name, iterations, setup, teardown } = benchmark;
  const context = new Context(name, origin);
  await setup?.();
  try {
    const first = now();
    const returned = fn(context);
    const isAsync = isPromise(returned) || typeof (returned as { then?: unknown } | null)?.then === "function";
    await returned;
    const firstNs = Math.max(1, Number(now() - first));
    const batch = context.isUsed ? 1 : await batchOf(samplerOf(fn, context, isAsync, 1), fn, context, isAsync, firstNs);
    const sampler = samplerOf(fn, context, isAsync, batch);
    const warmupStart = now();
    const isStable = await warmUp(sampler, benchmark.warmups);
    const warmupMs = Number(now() - warmupStart) / NS_PER_MS;
    const samples = await collect(sampler, {
      samplesMin: iterations === null ? SAMPLES_MIN : Math.ceil(iterations / batch),
      durationMs: iterations === null ? (benchmark.minTimeMs ?? minTimeMs) : 0,
    });
    return { ...resultOf(samples, batch), usedExplicitTimers: context.isUsed, warmupMs, isStable };
  } finally {
    await teardown?.();
  }
}

/** The number of calls in a batch: until it lasts long enough. */
async function batchOf(
  single: Sampler,
  fn: Benchmark["fn"],
  context: Context,
  isAsync: boolean,
  firstNs: number,
): Promise<number> {
  if (firstNs > BATCH_NS * 50 || (await single()) > BATCH_NS) {
    // The first calls are slow: only the best of a few counts.
    let best = Infinity;
    for (let count = 0; count < 3 && best > BATCH_NS; count++) best = Math.min(best, await single());
    if (best > BATCH_NS) return 1;
  }
  let batch = 1;
  for (;;) {
    const perCall = await samplerOf(fn, context, isAsync, batch)();
    if (perCall * batch >= BATCH_NS || batch >= 1 << 24) return batch;
    batch = Math.max(batch * 2, Math.min(batch * 8, Math.ceil(BATCH_NS / Math.max(perCall, 0.1))));
  }
}

/** Runs until the medians of several windows agree; whether they did before the limit. */
async function warmUp(sampler: Sampler, warmups: number | null): Promise<boolean> {
  if (warmups !== null) {
    for (let count = 0; count < warmups; count++) await sampler();
    return true;
  }
  const medians: number[] = [];
  const start = now();
  for (;;) {
    const windowStart = now();
    const window: number[] = [];
    do {
      const sample = sampler();
      window.push(typeof sample === "number" ? sample : await sample);
    } while (Number(now() - windowStart) < WINDOW_MS * NS_PER_MS);
    medians.push(quantile(Float64Array.from(window).sort(), 0.5));
    const elapsed = Number(now() - start) / NS_PER_MS;
    const last = medians.slice(-STABLE_WINDOWS);
    if (last.length === STABLE_WINDOWS && elapsed >= WARMUP_MS_MIN) {
      const low = Math.min(...last);
      if (Math.max(...last) - low <= low * STABLE_SHARE) return true;
    }
    if (elapsed >= WARMUP_MS_MAX) return false;
  }
}

async function collect(
  sampler: Sampler,
  { samplesMin, durationMs }: { samplesMin: number; durationMs: number },
): Promise<number[]> {
  const samples: number[] = [];
  const end = now() + BigInt(Math.round(durationMs * NS_PER_MS));
  while (samples.length < samplesMin || (now() < end && samples.length < SAMPLES_MAX)) {
    const sample = sampler();
    samples.push(typeof sample === "number" ? sample : await sample);
  }
  return samples;
}

function resultOf(samples: number[], batch: number): Omit<BenchResult, "usedExplicitTimers" | "warmupMs" | "isStable"> {
  const sorted = Float64Array.from(samples).sort();
  const rounds = roundsOf(samples);
  return {
    n: samples.length * batch,
    min: sorted[0]!,
    max: sorted.at(-1)!,
    avg: samples.reduce((sum, sample) => sum + sample, 0) / samples.length,
    p75: quantile(sorted, 0.75),
    p99: quantile(sorted, 0.99),
    p995: quantile(sorted, 0.995),
    p999: quantile(sorted, 0.999),
    median: estimate(rounds),
    rounds,
    measuresCalls: batch === 1,
  };
}

/** The medians of equal parts, in the order of time: neighbouring samples are not independent. */
function roundsOf(samples: number[]): number[] {
  const count = Math.min(ROUNDS, samples.length);
  return Array.from({ length: count }, (_value, index) => {
    const from = Math.floor((index * samples.length) / count);
    const to = Math.floor(((index + 1) * samples.length) / count);
    return quantile(Float64Array.from(samples.slice(from, to)).sort(), 0.5);
  });
}
