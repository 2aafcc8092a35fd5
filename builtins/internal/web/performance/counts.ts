// Counts of values in buckets whose width grows with the value, so that every value has the same number of significant digits: the
// layout of HdrHistogram (https://hdrhistogram.github.io/HdrHistogram/), which Node's histograms use. Numbers up to 2^53 are exact.

/** The minimum of an empty histogram, as in Node. */
export const EMPTY_MIN = 2 ** 63;

/** The state of a clone: the limits, the count of values above, and pairs of bucket and count. */
export interface CountsParts {
  lowest: number;
  highest: number;
  figures: number;
  exceeds: number;
  buckets: number[];
}

export class Counts {
  readonly #lowestValue: number;
  readonly #figures: number;
  readonly #unit: number;
  readonly #bits: number;
  readonly #highest: number;
  /** Count by the smallest value of each bucket that is not empty. */
  #counts = new Map<number, number>();
  #sorted: number[] | undefined;
  total = 0;
  exceeds = 0;

  /** Values from `lowest` to `highest` with `figures` significant decimal digits. */
  constructor(lowest: number, highest: number, figures: number) {
    this.#lowestValue = lowest;
    this.#figures = figures;
    this.#unit = Math.floor(Math.log2(lowest));
    this.#bits = Math.ceil(Math.log2(2 * 10 ** figures));
    this.#highest = highest;
  }

  /** The counts as plain data, for `fromParts`. */
  toParts(): CountsParts {
    return {
      lowest: this.#lowestValue,
      highest: this.#highest,
      figures: this.#figures,
      exceeds: this.exceeds,
      buckets: [...this.#counts].flat(),
    };
  }

  /** The counts of another thread. */
  static fromParts({ lowest, highest, figures, exceeds, buckets }: CountsParts): Counts {
    const counts = new Counts(lowest, highest, figures);
    for (let index = 0; index < buckets.length; index += 2) counts.record(buckets[index]!, buckets[index + 1]!);
    counts.exceeds = exceeds;
    return counts;
  }

  /** The width of the bucket of `value`. */
  #width(value: number): number {
    const exponent = value < 1 ? 0 : Math.floor(Math.log2(value));
    return 2 ** Math.max(this.#unit, exponent - this.#bits + 1);
  }

  #lowest(value: number): number {
    const width = this.#width(value);
    return Math.floor(value / width) * width;
  }

  /** Counts a value; one above the highest counts in `exceeds`. */
  record(value: number, count = 1): void {
    if (value > this.#highest) {
      this.exceeds += count;
      return;
    }
    const bucket = this.#lowest(value);
    const before = this.#counts.get(bucket);
    if (before === undefined) this.#sorted = undefined;
    this.#counts.set(bucket, (before ?? 0) + count);
    this.total += count;
  }

  /** Counts a value, and those that a measurement every `interval` would have recorded during this one. */
  recordCorrected(value: number, interval: number): void {
    this.record(value);
    if (value > this.#highest) return;
    for (let missed = value - interval; missed >= interval; missed -= interval) this.record(missed);
  }

  /** How many values share a bucket with `value`. */
  countAt(value: number): number {
    return this.#counts.get(this.#lowest(value)) ?? 0;
  }

  /** Subtracts the counts of another one, down to 0. */
  subtract(other: Counts): void {
    for (const [value, count] of [...other.#counts]) {
      const bucket = this.#lowest(value);
      const before = this.#counts.get(bucket) ?? 0;
      const after = Math.max(0, before - count);
      this.total -= before - after;
      if (after === 0) this.#counts.delete(bucket);
      else this.#counts.set(bucket, after);
    }
    this.exceeds = Math.max(0, this.exceeds - other.exceeds);
    this.#sorted = undefined;
  }

  /** Adds the counts of another one. */
  add(other: Counts): void {
    for (const [value, count] of other.#counts) this.record(value, count);
    this.exceeds += other.exceeds;
  }

  reset(): void {
    this.#counts.clear();
    this.#sorted = undefined;
    this.total = 0;
    this.exceeds = 0;
  }

  #values(): number[] {
    return (this.#sorted ??= [...this.#counts.keys()].sort((a, b) => a - b));
  }

  /** The smallest value of the lowest bucket. */
  get min(): number {
    return this.#values()[0] ?? EMPTY_MIN;
  }

  /** The largest value of the highest bucket. */
  get max(): number {
    const last = this.#values().at(-1);
    return last === undefined ? 0 : last + this.#width(last) - 1;
  }

  /** The middle of a bucket, which represents its values. */
  #middle(value: number): number {
    return value + Math.floor(this.#width(value) / 2);
  }

  get mean(): number {
    let sum = 0;
    for (const [value, count] of this.#counts) sum += this.#middle(value) * count;
    return sum / this.total;
  }

  /** The central moment of this order. */
  moment(order: number): number {
    const { mean } = this;
    let sum = 0;
    for (const [value, count] of this.#counts) sum += (this.#middle(value) - mean) ** order * count;
    return sum / this.total;
  }

  /** The value that `percentile` percent of all do not exceed. */
  percentile(percentile: number): number {
    if (this.total === 0) return 0;
    const target = Math.max(1, Math.floor((percentile / 100) * this.total + 0.5));
    let seen = 0;
    for (const value of this.#values()) {
      seen += this.#counts.get(value)!;
      if (seen >= target) return value + this.#width(value) - 1;
    }
    return this.max;
  }

  /** Pairs of percentile and value; each step halves the distance to 100 %. */
  percentiles(): [number, number][] {
    const pairs: [number, number][] = [];
    let next = 0;
    let seen = 0;
    let last = 0;
    for (const value of this.#values()) {
      last = value;
      seen += this.#counts.get(value)!;
      const reached = (100 * seen) / this.total;
      while (next <= reached && next < 100) {
        pairs.push([next, value]);
        next += 100 / 2 ** (Math.floor(Math.log2(100 / (100 - next))) + 1);
        if (seen === this.total) break;
      }
    }
    pairs.push([100, last]);
    return pairs;
  }
}
