// performance: clock, marks, measures, observers.
import assert from "node:assert";
import { test } from "../harness.ts";

test("now is monotonic and counts from timeOrigin", () => {
  const first = performance.now();
  assert.ok(first >= 0 && performance.now() >= first);
  assert.ok(Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 2000);
  assert.throws(() => performance.now.call({} as any), {
    code: "ERR_INVALID_THIS",
    message: 'Value of "this" must be of type Performance',
  });
});

test("marks and measures are on the timeline until they are cleared", () => {
  const mark = performance.mark("a", { startTime: 5, detail: { x: 1 } });
  assert.deepStrictEqual(
    [mark.name, mark.entryType, mark.startTime, mark.duration, mark.detail],
    ["a", "mark", 5, 0, { x: 1 }],
  );
  performance.mark("b", { startTime: 9 });
  const measure = performance.measure("m", "a", "b");
  assert.deepStrictEqual(
    [measure.entryType, measure.startTime, measure.duration, measure.detail],
    ["measure", 5, 4, null],
  );
  assert.deepStrictEqual(
    performance.getEntriesByType("mark").map((entry) => entry.name),
    ["a", "b"],
  );
  assert.deepStrictEqual(performance.getEntriesByName("m"), [measure]);
  performance.clearMarks("a");
  assert.deepStrictEqual(performance.getEntriesByName("a"), []);
  performance.clearMarks();
  performance.clearMeasures();
  assert.deepStrictEqual(
    performance.getEntries().filter((entry) => entry.entryType !== "resource"),
    [],
  );
});

test("measure takes two of start, end and duration", () => {
  const times = (options: any) => {
    const { startTime, duration } = performance.measure("x", options);
    return [startTime, duration];
  };
  assert.deepStrictEqual(times({ start: 1, end: 4 }), [1, 3]);
  assert.deepStrictEqual(times({ start: 1, duration: 3 }), [1, 3]);
  assert.deepStrictEqual(times({ end: 4, duration: 3 }), [1, 3]);
  assert.throws(() => times({ start: 1, end: 2, duration: 3 }), {
    name: "TypeError",
    code: "ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS",
  });
  performance.clearMeasures();
});

test("wrong arguments", () => {
  const any: any = performance;
  assert.throws(() => any.mark(), { code: "ERR_MISSING_ARGS", message: 'The "name" argument must be specified' });
  assert.throws(() => any.mark("a", { startTime: -1 }), {
    name: "TypeError",
    code: "ERR_PERFORMANCE_INVALID_TIMESTAMP",
    message: "-1 is not a valid timestamp",
  });
  assert.throws(() => any.mark("a", 1), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => any.mark("a", { detail: () => {} }), { name: "DataCloneError" });
  assert.throws(() => any.measure("x", "nope"), {
    name: "SyntaxError",
    message: 'The "nope" performance mark has not been set',
  });
  assert.throws(() => any.mark("nodeStart"), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => new (PerformanceMeasure as any)(), { code: "ERR_ILLEGAL_CONSTRUCTOR" });
});

test("an observer gets entries together, later", async () => {
  const lists: string[][] = [];
  const observer = new PerformanceObserver((list) => {
    lists.push(list.getEntries().map((entry) => entry.name));
  });
  observer.observe({ entryTypes: ["mark"] });
  performance.mark("p", { startTime: 2 });
  performance.mark("q", { startTime: 1 });
  performance.measure("not this");
  assert.deepStrictEqual(lists, []);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepStrictEqual(lists, [["q", "p"]]);
  observer.disconnect();
  performance.clearMarks();
  performance.clearMeasures();
});

test("buffered entries, takeRecords and errors of observers", () => {
  performance.mark("before");
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: "mark", buffered: true });
  assert.deepStrictEqual(
    observer.takeRecords().map((entry) => entry.name),
    ["before"],
  );
  assert.throws(() => observer.observe({ entryTypes: ["mark"] }), {
    name: "InvalidModificationError",
    message: "PerformanceObserver can not change to multiple observations",
  });
  observer.disconnect();
  performance.clearMarks();
  assert.ok(PerformanceObserver.supportedEntryTypes.includes("measure"));
  assert.throws(() => new (PerformanceObserver as any)(), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => (observer as any).observe({}), { code: "ERR_MISSING_ARGS" });
});
