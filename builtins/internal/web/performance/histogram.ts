// The histograms of node:perf_hooks (https://nodejs.org/api/perf_hooks.html#class-histogram). Node 26's statistical tests and
// intervals are not implemented; they throw ERR_METHOD_NOT_IMPLEMENTED.
import {
  ERR_ILLEGAL_CONSTRUCTOR,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_THIS,
  ERR_OUT_OF_RANGE,
} from "internal:core/errors";
import { missingFunction } from "internal:core/missing_members";
import { kClone } from "internal:web/clone/protocol";
import { Counts, type CountsParts } from "internal:web/performance/counts";
import { MovingAverage, type MovingAverageParts } from "internal:web/performance/moving_average";
import { setUnrefTimeout } from "internal:core/timers";
import { validateInteger, validateNumber, validateObject } from "internal:core/validators";
import defer * as inspecting from "internal:core/util/inspect";
import { now } from "native:time";
import { threadId } from "native:worker";
import type { InspectOptions } from "internal:web/web_interface";

const kCreate = Symbol("create");
const kInspect = Symbol.for("nodejs.util.inspect.custom");
const NANOSECONDS_PER_MILLISECOND = 1e6;
const HIGHEST = 2 ** 63;
const KURTOSIS_COUNT_MIN = 4;

interface HistogramParts {
  /** Identifies the counts in this thread. */
  key: string;
  isRecordable: boolean;
  counts: CountsParts;
  average: MovingAverageParts;
}

/** Cloned histograms, by the key of their counts. */
const sharedCounts = new Map<string, WeakRef<Histogram>>();
let keyCount = 0;
const shareKeys = new WeakMap<Counts, string>();
const collected = new FinalizationRegistry<string>((key) => sharedCounts.delete(key));

/** The key of these counts, which is unique in the process. */
function shareKey(counts: Counts): string {
  let key = shareKeys.get(counts);
  if (key === undefined) {
    key = `${threadId()} ${keyCount++}`;
    shareKeys.set(counts, key);
    collected.register(counts, key);
  }
  return key;
}

let countsOf: (histogram: Histogram) => Counts;
let averageOf: (histogram: Histogram) => MovingAverage;

export class Histogram {
  readonly #counts: Counts;
  readonly #average: MovingAverage;

  constructor(key: unknown, counts: Counts, average = new MovingAverage()) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#counts = counts;
    this.#average = average;
  }
  static {
    countsOf = (histogram) => {
      if (!(#counts in histogram)) throw new ERR_INVALID_THIS("Histogram");
      return histogram.#counts;
    };
    averageOf = (histogram) => {
      if (!(#counts in histogram)) throw new ERR_INVALID_THIS("Histogram");
      return histogram.#average;
    };
  }

  get count(): number {
    return countsOf(this).total;
  }
  get countBigInt(): bigint {
    return BigInt(countsOf(this).total);
  }
  get min(): number {
    return countsOf(this).min;
  }
  get minBigInt(): bigint {
    return countsOf(this).total === 0 ? 9223372036854775807n : BigInt(countsOf(this).min);
  }
  get max(): number {
    return countsOf(this).max;
  }
  get maxBigInt(): bigint {
    return BigInt(countsOf(this).max);
  }
  get mean(): number {
    return countsOf(this).mean;
  }
  /** The number of values above the highest counted value. */
  get exceeds(): number {
    return countsOf(this).exceeds;
  }
  get exceedsBigInt(): bigint {
    return BigInt(countsOf(this).exceeds);
  }
  get stddev(): number {
    return Math.sqrt(countsOf(this).moment(2));
  }
  get skewness(): number {
    const deviation = this.stddev;
    return deviation > 0 ? countsOf(this).moment(3) / deviation ** 3 : 0;
  }
  get kurtosis(): number {
    const variance = countsOf(this).moment(2);
    // Not meaningful for fewer values.
    return this.count >= KURTOSIS_COUNT_MIN && variance > 0 ? countsOf(this).moment(4) / variance ** 2 - 3 : 0;
  }
  /** Exponentially weighted averages, for the options `halfLife` and `threshold`; else 0. */
  get ewmaMean(): number {
    return averageOf(this).mean;
  }
  get ewmaStddev(): number {
    return averageOf(this).deviation;
  }
  get ewmaErrorRate(): number {
    return averageOf(this).errorRate;
  }

  percentile(percentile: unknown): number {
    const counts = countsOf(this);
    checkPercentile(percentile);
    return counts.percentile(percentile as number);
  }
  percentileBigInt(percentile: unknown): bigint {
    return BigInt(this.percentile(percentile));
  }
  /** The number of values in the bucket of `value`. */
  countAt(value: unknown): number {
    const counts = countsOf(this);
    validateNumber(value, "value");
    return counts.countAt(value as number);
  }
  get percentiles(): Map<number, number> {
    return new Map(countsOf(this).percentiles());
  }
  get percentilesBigInt(): Map<number, bigint> {
    return new Map(
      countsOf(this)
        .percentiles()
        .map(([percentile, value]) => [percentile, BigInt(value)]),
    );
  }

  reset(): void {
    countsOf(this).reset();
    averageOf(this).reset();
  }

  toJSON(): object {
    const {
      count,
      min,
      max,
      mean,
      exceeds,
      stddev,
      skewness,
      kurtosis,
      ewmaMean,
      ewmaStddev,
      ewmaErrorRate,
      percentiles,
    } = this;
    return {
      count,
      min,
      max,
      mean,
      exceeds,
      stddev,
      skewness,
      kurtosis,
      ewmaMean,
      ewmaStddev,
      ewmaErrorRate,
      percentiles: Object.fromEntries(percentiles),
    };
  }

  /** Clones in this thread share the counts of the original; another thread receives a copy. */
  [kClone](): object {
    const key = shareKey(countsOf(this));
    sharedCounts.set(key, new WeakRef(this));
    return {
      key,
      kind: "Histogram",
      isRecordable: this instanceof RecordableHistogram,
      counts: countsOf(this).toParts(),
      average: averageOf(this).toParts(),
    };
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    if (typeof depth === "number" && depth < 0) return `[${this.constructor.name}]`;
    const { min, max, mean, exceeds, stddev, skewness, kurtosis, count, percentiles } = this;
    const members = { min, max, mean, exceeds, stddev, skewness, kurtosis, count, percentiles };
    return `Histogram ${inspecting.inspect(members, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }
}
const MISSING = [
  "ccdf",
  "cdf",
  "meanCI",
  "export",
  "burnRate",
  "ksTest",
  "welchTest",
  "mannWhitneyTest",
  "cohensD",
  "cliffsD",
  "linearBuckets",
  "logBuckets",
  "percentileCI",
  "percentilesAt",
  "qrde",
];
for (const name of MISSING)
  Object.defineProperty(Histogram.prototype, name, {
    value: missingFunction(`perf_hooks.Histogram.${name}`),
    writable: true,
    configurable: true,
  });

function checkPercentile(percentile: unknown): void {
  validateNumber(percentile, "percentile");
  if (!((percentile as number) > 0 && (percentile as number) <= 100))
    throw new ERR_OUT_OF_RANGE("percentile", "> 0 && <= 100", percentile);
}

let checkRecordable: (histogram: RecordableHistogram) => void;

/** A histogram that programs record values in. */
export class RecordableHistogram extends Histogram {
  #previous = 0;

  static {
    checkRecordable = (histogram) => {
      if (!(#previous in histogram)) throw new ERR_INVALID_THIS("RecordableHistogram");
    };
  }

  /** Counts an integer of at least 1. */
  record(value: unknown): void {
    checkRecordable(this);
    this.#record(toCount(value, "val", "value"));
  }

  /** Counts a value, and those missed during one longer than `expectedInterval`. Both have the same type. */
  recordCorrected(value: unknown, expectedInterval: unknown): void {
    checkRecordable(this);
    if (typeof value === "bigint" && typeof expectedInterval !== "bigint")
      throw new ERR_INVALID_ARG_TYPE("expectedInterval", "bigint", expectedInterval);
    const count = toCount(value, "val", "value");
    if (typeof value === "number") validateInteger(expectedInterval, "expectedInterval", 1);
    const exceeded = this.exceeds;
    countsOf(this).recordCorrected(count, toCount(expectedInterval, "expectedInterval", "expected_interval"));
    if (this.exceeds === exceeded) averageOf(this).add(count);
  }

  // Values above the highest are not part of the averages either.
  #record(value: number): void {
    const exceeded = this.exceeds;
    countsOf(this).record(value);
    if (this.exceeds === exceeded) averageOf(this).add(value);
  }

  /** Counts the nanoseconds since the last call. */
  recordDelta(): void {
    checkRecordable(this);
    const time = now() * NANOSECONDS_PER_MILLISECOND;
    if (this.#previous > 0) this.#record(Math.max(1, Math.round(time - this.#previous)));
    this.#previous = time;
  }

  /** Adds the counts of another histogram. */
  add(other: unknown): void {
    checkRecordable(this);
    if (!(other instanceof RecordableHistogram)) throw new ERR_INVALID_ARG_TYPE("other", "RecordableHistogram", other);
    countsOf(this).add(countsOf(other));
  }

  /** Subtracts the counts of another histogram. */
  subtract(other: unknown): void {
    checkRecordable(this);
    if (!(other instanceof RecordableHistogram)) throw new ERR_INVALID_ARG_TYPE("other", "RecordableHistogram", other);
    countsOf(this).subtract(countsOf(other));
  }
}
const INTEGER_MAX = 2n ** 63n;

// An integer of at least 1. Node checks numbers in JavaScript and bigints in its native part, which names them differently.
function toCount(value: unknown, name: string, nativeName: string): number {
  if (typeof value === "bigint") {
    if (value >= 1n && value < INTEGER_MAX) return Number(value);
    throw Object.assign(new RangeError(`${nativeName} is out of range`), { code: "ERR_OUT_OF_RANGE" });
  }
  validateInteger(value, name, 1);
  return value as number;
}

/** A histogram from its clone. */
export function reviveHistogram({ key, average, counts, isRecordable }: HistogramParts): Histogram {
  const made = isRecordable ? RecordableHistogram : Histogram;
  const original = sharedCounts.get(key)?.deref();
  if (original !== undefined) return new made(kCreate, countsOf(original), averageOf(original));
  return new made(kCreate, Counts.fromParts(counts), MovingAverage.fromParts(average));
}

function toNumber(value: number | bigint): number {
  return Number(value);
}

export interface HistogramOptions {
  lowest?: number | bigint;
  highest?: number | bigint;
  figures?: number;
  halfLife?: number;
  threshold?: number;
}

/** `perf_hooks.createHistogram`. Options: `lowest` and `highest` value, `figures`, the significant digits (1 to 5), `halfLife` and `threshold`. */
export function createHistogram(options: HistogramOptions = {}): RecordableHistogram {
  validateObject(options, "options");
  const { lowest = 1, highest = HIGHEST, figures = 3, halfLife = 0, threshold = 0 } = options;
  if (typeof lowest !== "bigint") validateInteger(lowest, "options.lowest", 1);
  if (typeof highest !== "bigint" && options.highest !== undefined) {
    validateInteger(highest, "options.highest", 1);
    if (highest < 2 * toNumber(lowest))
      throw new ERR_OUT_OF_RANGE("options.highest", `>= 2 * options.lowest (${2n * BigInt(lowest)}n)`, highest);
  } else if (typeof highest === "bigint" && highest < 2n * BigInt(lowest)) {
    throw new ERR_OUT_OF_RANGE("options.highest", `>= 2 * options.lowest (${2n * BigInt(lowest)}n)`, highest);
  }
  validateInteger(figures, "options.figures", 1, 5);
  for (const [name, value] of [
    ["halfLife", halfLife],
    ["threshold", threshold],
  ] as const) {
    validateNumber(value, `options.${name}`);
    if (value < 0) throw new ERR_OUT_OF_RANGE(`options.${name}`, ">= 0", value);
  }
  return new RecordableHistogram(
    kCreate,
    new Counts(toNumber(lowest), toNumber(highest), figures),
    new MovingAverage(halfLife, threshold),
  );
}

/** The event loop's delay, measured as nanoseconds between the calls of a timer. */
export class ELDHistogram extends Histogram {
  readonly #resolution: number;
  #generation = 0;
  #isEnabled = false;

  constructor(key: unknown, counts: Counts, resolution: number) {
    super(key, counts);
    this.#resolution = resolution;
  }

  /** Starts measuring; false when it is already started. */
  enable(): boolean {
    if (this.#isEnabled) return false;
    this.#isEnabled = true;
    const generation = ++this.#generation;
    let previous = now();
    const tick = (): void => {
      if (this.#generation !== generation) return;
      const time = now();
      countsOf(this).record(Math.max(1, Math.round((time - previous) * NANOSECONDS_PER_MILLISECOND)));
      previous = time;
      setUnrefTimeout(tick, this.#resolution);
    };
    setUnrefTimeout(tick, this.#resolution);
    return true;
  }

  /** Stops; false when it is not measuring. */
  disable(): boolean {
    if (!this.#isEnabled) return false;
    this.#isEnabled = false;
    this.#generation++;
    return true;
  }

  [Symbol.dispose](): void {
    this.disable();
  }
}

/** `perf_hooks.monitorEventLoopDelay`. `resolution`: milliseconds between samples. */
export function monitorEventLoopDelay(options: { resolution?: number } = {}): ELDHistogram {
  validateObject(options, "options");
  const { resolution = 10 } = options;
  validateInteger(resolution, "options.resolution", 1);
  return new ELDHistogram(kCreate, new Counts(1, HIGHEST, 3), resolution);
}
