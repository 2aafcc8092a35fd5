// Medians, ratios and their intervals, as in the lab (`lab/src/statistics.rs`): the percentile bootstrap over rounds.

/** A value with its 95 % interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

const RESAMPLES = 1000;
const OUTSIDE = 0.025;
const SEED = 0x1ab;

/** The quantile by linear interpolation between the neighbours (Hyndman and Fan, type 7); `sorted` is not empty. */
export function quantile(sorted: Float64Array, part: number): number {
  const position = part * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.ceil(position);
  return sorted[below]! + (sorted[above]! - sorted[below]!) * (position - below);
}

/** The middle value. */
export function median(values: readonly number[] | Float64Array): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}

/** The median of the rounds with its interval. */
export function estimate(rounds: readonly number[]): Estimate {
  const value = median(rounds);
  if (rounds.length < 2) return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const random = new Random(SEED);
  const medians = Float64Array.from({ length: RESAMPLES }, () => median(resample(rounds, random))).sort();
  return { value, low: quantile(medians, OUTSIDE), high: quantile(medians, 1 - OUTSIDE) };
}

/** The ratio of the median of `left` to that of `right`. */
export function ratio(left: readonly number[], right: readonly number[]): Estimate {
  const value = median(left) / median(right);
  if (Math.min(left.length, right.length) < 2)
    return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const random = new Random(SEED);
  const ratios = Float64Array.from({ length: RESAMPLES }, () => {
    const base = median(resample(right, random));
    return median(resample(left, random)) / base;
  }).sort();
  return { value, low: quantile(ratios, OUTSIDE), high: quantile(ratios, 1 - OUTSIDE) };
}

function resample(rounds: readonly number[], random: Random): Float64Array {
  const drawn = new Float64Array(rounds.length);
  for (let index = 0; index < drawn.length; index++) drawn[index] = rounds[random.below(rounds.length)]!;
  return drawn;
}

/** A generator of equal sequences (mulberry32). */
class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  }
}
