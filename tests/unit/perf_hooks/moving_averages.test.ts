// The averages of a histogram in which late values weigh more, and the receivers that its members accept.
import assert from "node:assert";
import { createHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { inspect } from "node:util";
import { test } from "../harness.ts";

const make: any = createHistogram;

function figures(histogram: any): number[] {
  return [histogram.ewmaMean, histogram.ewmaStddev, histogram.ewmaErrorRate];
}

test("a value weighs half after `halfLife` values, and `threshold` counts errors", () => {
  // With a half-life of 1 the newest value weighs 1/2: the mean of 10 and 20 is 15, its variance (1/2)(0 + 10² / 2) = 25.
  const histogram = make({ halfLife: 1, threshold: 15 });
  histogram.record(10);
  assert.deepStrictEqual(figures(histogram), [10, 0, 0]);
  histogram.record(20n);
  assert.deepStrictEqual(figures(histogram), [15, 5, 0.5]);
  histogram.record(30);
  assert.deepStrictEqual(figures(histogram), [22.5, Math.sqrt(68.75), 0.75]);
  assert.strictEqual(histogram.toJSON().ewmaMean, 22.5);
  const copy: any = structuredClone(histogram);
  copy.record(42);
  assert.strictEqual(copy.ewmaMean, 32.25);
  histogram.reset();
  assert.deepStrictEqual(figures(histogram), [0, 0, 0]);
});

test("a first value above the threshold is an error, one at the threshold is not, and without one there are none", () => {
  const errorsOf = (options: object, ...values: number[]): number => {
    const histogram = make(options);
    for (const value of values) histogram.record(value);
    return histogram.ewmaErrorRate;
  };
  assert.strictEqual(errorsOf({ halfLife: 1, threshold: 15 }, 20), 1);
  assert.strictEqual(errorsOf({ halfLife: 1, threshold: 15 }, 1, 15), 0);
  assert.strictEqual(errorsOf({ halfLife: 1 }, 20, 30), 0);
  assert.strictEqual(errorsOf({ threshold: 15 }, 20, 30), 0);
});

test("values too high to be counted and those of corrections are in no average", () => {
  const histogram = make({ halfLife: 1, highest: 50 });
  histogram.record(4);
  histogram.record(1000);
  histogram.recordCorrected(1000, 20);
  assert.strictEqual(histogram.ewmaMean, 4);
  histogram.recordCorrected(40, 10);
  assert.strictEqual(histogram.ewmaMean, 22);
});

test("wrong options are refused", () => {
  for (const name of ["halfLife", "threshold"]) {
    assert.throws(() => make({ [name]: "a" }), {
      code: "ERR_INVALID_ARG_TYPE",
      message: `The "options.${name}" property must be of type number. Received type string ('a')`,
    });
    assert.throws(() => make({ [name]: -1 }), {
      code: "ERR_OUT_OF_RANGE",
      message: `The value of "options.${name}" is out of range. It must be >= 0. Received -1`,
    });
  }
});

test("members called on something else throw ERR_INVALID_THIS", () => {
  const recordable = Object.getPrototypeOf(createHistogram());
  const base = Object.getPrototypeOf(recordable);
  for (const name of ["count", "mean", "percentiles", "ewmaMean"]) {
    assert.throws(() => Reflect.get(base, name, {}), {
      code: "ERR_INVALID_THIS",
      message: 'Value of "this" must be of type Histogram',
    });
  }
  for (const name of ["percentile", "countAt", "reset"])
    assert.throws(() => base[name].call({}, 1), { code: "ERR_INVALID_THIS" });
  const plain = monitorEventLoopDelay();
  for (const name of ["record", "recordDelta", "recordCorrected", "add", "subtract"]) {
    assert.throws(() => recordable[name].call(plain, 1, 1), {
      code: "ERR_INVALID_THIS",
      message: 'Value of "this" must be of type RecordableHistogram',
    });
  }
});

test("kurtosis needs four values, and too deep a histogram is shown by its name", () => {
  const histogram = createHistogram() as any;
  for (const value of [1, 9, 20]) histogram.record(value);
  assert.strictEqual(histogram.kurtosis, 0);
  histogram.record(50);
  assert.ok(Math.abs(histogram.kurtosis + 1) < 0.001, String(histogram.kurtosis));
  assert.strictEqual(inspect({ histogram }, { depth: 0 }), "{ histogram: [RecordableHistogram] }");
});
