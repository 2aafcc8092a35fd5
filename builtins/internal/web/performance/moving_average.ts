// The exponentially weighted moving averages of a histogram: recent values weigh more than earlier ones.

/** The state as plain data. */
export interface MovingAverageParts {
  halfLife: number;
  threshold: number;
  isEmpty: boolean;
  mean: number;
  variance: number;
  errorRate: number;
}

export class MovingAverage {
  mean = 0;
  /** The weighted share of values above the threshold, from 0 to 1; 0 without a threshold. */
  errorRate = 0;
  #variance = 0;
  #isEmpty = true;
  readonly #halfLife: number;
  readonly #threshold: number;
  /** The weight of the newest value. */
  readonly #weight: number;

  /** `halfLife`: the number of values after which a weight is halved; 0 disables the averages. `threshold`: 0 for none. */
  constructor(halfLife = 0, threshold = 0) {
    this.#halfLife = halfLife;
    this.#threshold = threshold;
    this.#weight = halfLife === 0 ? 0 : 1 - 2 ** (-1 / halfLife);
  }

  get deviation(): number {
    return Math.sqrt(this.#variance);
  }

  add(value: number): void {
    if (this.#halfLife === 0) return;
    const error = this.#threshold > 0 && value > this.#threshold ? 1 : 0;
    if (this.#isEmpty) {
      this.#isEmpty = false;
      this.mean = value;
      this.errorRate = error;
      return;
    }
    const weight = this.#weight;
    const difference = value - this.mean;
    this.mean += weight * difference;
    this.#variance = (1 - weight) * (this.#variance + weight * difference * difference);
    this.errorRate += weight * (error - this.errorRate);
  }

  reset(): void {
    this.mean = this.errorRate = this.#variance = 0;
    this.#isEmpty = true;
  }

  /** For `fromParts`. */
  toParts(): MovingAverageParts {
    const { mean, errorRate } = this;
    return {
      halfLife: this.#halfLife,
      threshold: this.#threshold,
      isEmpty: this.#isEmpty,
      mean,
      variance: this.#variance,
      errorRate,
    };
  }

  /** The averages of another thread. */
  static fromParts({ halfLife, threshold, isEmpty, mean, variance, errorRate }: MovingAverageParts): MovingAverage {
    const made = new MovingAverage(halfLife, threshold);
    made.#isEmpty = isEmpty;
    made.#variance = variance;
    made.mean = mean;
    made.errorRate = errorRate;
    return made;
  }
}
