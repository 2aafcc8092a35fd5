// https://nodejs.org/api/perf_hooks.html#class-histogram
import assert from "node:assert";
import { createHistogram, monitorEventLoopDelay, performance } from "node:perf_hooks";
import { test } from "../harness.ts";

test("a histogram keeps three significant digits", () => {
  const histogram = createHistogram();
  for (const value of [1, 2, 3, 100, 1000, 123456]) histogram.record(value);
  assert.strictEqual(histogram.count, 6);
  assert.strictEqual(histogram.min, 1);
  assert.strictEqual(histogram.max, 123519);
  assert.strictEqual(histogram.mean, 20765.666666666668);
  assert.strictEqual(histogram.stddev, 45940.212387648164);
  assert.strictEqual(histogram.percentile(50), 3);
  assert.strictEqual(histogram.percentileBigInt(99), 123519n);
  assert.deepStrictEqual(
    [...histogram.percentiles],
    [
      [0, 1],
      [50, 3],
      [75, 1000],
      [87.5, 123456],
      [100, 123456],
    ],
  );
});

test("figures make buckets coarser", () => {
  const histogram = createHistogram({ figures: 1 });
  for (const value of [1000, 1001, 1050, 99999, 123456789]) histogram.record(value);
  assert.deepStrictEqual([histogram.min, histogram.max, histogram.percentile(50)], [992, 125829119, 1087]);
});

test("an empty histogram has Node's values, and reset empties one", () => {
  const histogram = createHistogram();
  histogram.record(5);
  histogram.reset();
  assert.deepStrictEqual(
    [histogram.count, histogram.min, histogram.max, histogram.mean, histogram.percentile(50)],
    [0, 9223372036854776000, 0, NaN, 0],
  );
});

test("add merges the counts of another histogram; values above the highest are only counted as exceeding", () => {
  const one = createHistogram();
  const other = createHistogram({ lowest: 1, highest: 1000, figures: 3 });
  other.record(7);
  other.record(5000);
  assert.deepStrictEqual([other.count, other.exceeds], [1, 1]);
  one.add(other);
  assert.strictEqual(one.count, 1);
});

test("arguments are checked", () => {
  const histogram = createHistogram();
  assert.throws(() => histogram.record(0), {
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "val" is out of range. It must be >= 1 && <= 9007199254740991. Received 0',
  });
  assert.throws(() => histogram.record("x" as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => histogram.percentile(0), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => histogram.add({} as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => createHistogram({ figures: 6 }), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => createHistogram({ lowest: 5, highest: 6 }), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => monitorEventLoopDelay({ resolution: 0 }), { code: "ERR_OUT_OF_RANGE" });
});

test("the delay of the loop is measured while enabled", async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  assert.strictEqual(delay.enable(), true);
  assert.strictEqual(delay.enable(), false);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.strictEqual(delay.disable(), true);
  assert.ok(delay.count > 2 && delay.min >= 1e6, `${delay.count} ${delay.min}`);
});

test("timerify records durations", () => {
  const histogram = createHistogram();
  performance.timerify(() => {}, { histogram })();
  assert.strictEqual(histogram.count, 1);
});

test("a histogram is cloned with its counts", () => {
  const histogram = createHistogram({ lowest: 1, highest: 1_000_000 });
  for (const value of [1, 5, 5, 900]) histogram.record(value);
  const clone: any = structuredClone(histogram);
  assert.deepStrictEqual([clone.count, clone.min, clone.max, clone.percentile(50)], [4, 1, 900, 5]);
  clone.record(7);
  assert.deepStrictEqual([clone.count, histogram.count >= 4], [5, true]);
});

test("a corrected record adds the values that were not measured in between", () => {
  const histogram: any = createHistogram();
  histogram.recordCorrected(100, 10);
  assert.deepStrictEqual([histogram.count, histogram.min, histogram.max, histogram.mean], [10, 10, 100, 55]);
  histogram.recordCorrected(5n, 10n);
  assert.deepStrictEqual([histogram.count, histogram.countAt(5), histogram.countAt(6)], [11, 1, 0]);
  assert.throws(() => histogram.recordCorrected(1, 0), {
    code: "ERR_OUT_OF_RANGE",
    message: /^The value of "expectedInterval" is out of range/,
  });
  assert.throws(() => histogram.recordCorrected(1n, 1), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => histogram.recordCorrected(5n, 0n), {
    name: "RangeError",
    code: "ERR_OUT_OF_RANGE",
    message: "expected_interval is out of range",
  });
  assert.throws(() => histogram.record(2n ** 63n), {
    name: "RangeError",
    code: "ERR_OUT_OF_RANGE",
    message: "value is out of range",
  });
});

test("a histogram is subtracted from another as far as it is contained", () => {
  const one: any = createHistogram();
  const other = createHistogram();
  for (const value of [5, 5, 9]) one.record(value);
  for (const value of [5, 7]) other.record(value);
  one.subtract(other);
  assert.deepStrictEqual([one.count, one.min, one.max], [2, 5, 9]);
  one.subtract(one);
  assert.strictEqual(one.count, 0);
  assert.throws(() => one.subtract({}), { code: "ERR_INVALID_ARG_TYPE" });
});

test("clones of a histogram in its own thread count with it", () => {
  const histogram = createHistogram();
  histogram.record(1);
  const clone: any = structuredClone(histogram);
  clone.record(2n);
  assert.deepStrictEqual([histogram.max, histogram.count], [2, 2]);
  const second: any = structuredClone(clone);
  second.reset();
  assert.strictEqual(histogram.count, 0);
});
