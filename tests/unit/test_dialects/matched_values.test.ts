// Which values the matchers of a runner accept, where the runners differ. Checked beside Jest 30.5 and Vitest 4.1.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("toContain of Jest throws for what is not iterable, also with `not`; invalid dates are not equal there", () => {
  const run = runSuite({
    "package.json": `{ "jest": {} }`,
    "a.test.js": `test.each([[{ a: 1 }], [new Date(0)], [{ length: 1, 0: 1 }], [{ contains: () => true }], [5]])("%o", (value) => {
  for (const name of ["toContain", "toContainEqual"]) { expect(() => expect(value)[name](1)).toThrow("received is not iterable"); expect(() => expect(value).not[name](1)).toThrow("received is not iterable"); }
});
test("dates", () => { expect(new Date(NaN)).not.toEqual(new Date(NaN)); expect({ at: new Date(0) }).toEqual({ at: new Date(0) }); });`,
  });
  assert.deepStrictEqual([run.messages, run.code], [{}, 0]);
});

test("toMatchObject of Vitest compares any values, and its invalid dates are equal", () => {
  const run = runSuite({
    "a.test.js": `import { expect, test } from "vitest";
test("values", () => { expect(1).toMatchObject(1); expect("abc").not.toMatchObject("abd"); expect("hello").toMatchObject(expect.stringContaining("ell")); expect(undefined).not.toMatchObject(null); });
test("dates", () => { expect(new Date(NaN)).toEqual(new Date(NaN)); });`,
  });
  assert.deepStrictEqual([run.messages, run.code], [{}, 0]);
});

test("differences of maps and sets in Jest are those of their sorted members", () => {
  const run = runSuite({
    "package.json": `{ "jest": {} }`,
    "a.test.js": `test("map", () => { expect(new Map([["a", 1], ["b", 2]])).toEqual(new Map([["b", 2], ["a", 3]])); });
test("set", () => { expect(new Set([1, 2])).toEqual(new Set([3, 1])); });`,
  });
  assert.match(
    run.messages.map!,
    /- Expected  - 1\n\+ Received  \+ 1\n\n  Map \{\n-   "a" => 3,\n\+   "a" => 1,\n    "b" => 2,\n  \}/,
  );
  assert.match(run.messages.set!, /  Set \{\n    1,\n-   3,\n\+   2,\n  \}/);
});

const LOOSE = `test("lengths", () => { expect([1, 2]).toHaveLength("2"); expect([1]).not.toHaveLength(-1); expect("ab").not.toHaveLength(1.5); expect({ length: -1 }).toHaveLength(-1); });
test("numbers", () => { expect("a").not.toBeCloseTo(1); expect(null).not.toBeCloseTo(1); });
test("strings", () => { expect("a1").toContain(1); expect("hello").not.toContain(expect.stringContaining("ell")); expect("abc").not.toMatch(5); });
test("the empty string is a whole message", () => { const thrower = () => { throw new Error("late"); }; expect(thrower).not.toThrow(""); expect(() => expect(thrower).toThrow("")).toThrow("to throw error matching /^$/ but got 'late'"); });
test("calls", () => { const fn = vi.fn(); fn(1); expect(fn).not.toHaveBeenNthCalledWith(0, 1); expect(fn).toHaveBeenNthCalledWith(1, 1); });
test("a second not changes nothing", () => { expect(1).not.not.toBe(2); expect(() => expect(1).not.not.toBe(1)).toThrow(); });
test("an argument too many", () => { expect(null).toBeNull("why"); expect(() => expect(1).toBeNull("why")).toThrow(); });
test("members named by symbols", () => { const key = Symbol("key"); expect({ [key]: 1, a: 1 }).toMatchObject({ [key]: 2, a: 1 }); expect({ [key]: 1 }).not.toEqual({ [key]: 2 }); });
test("bytes of several classes", () => { expect(new Uint8Array([97])).not.toEqual(Buffer.from("a")); expect({ at: new Uint8Array([1, 2]) }).not.toMatchObject({ at: new Uint8Array([1]) }); expect(new Float64Array([NaN])).toEqual(new Float64Array([NaN])); });`;

test("matchers of Vitest accept what Chai accepts", () => {
  const run = runSuite({ "a.test.js": `import { expect, test, vi } from "vitest";\n${LOOSE}` });
  assert.deepStrictEqual([run.messages, run.code], [{}, 0]);
});

const TEMPORAL = `test("temporal", () => {
  const instant = (ms) => Temporal.Instant.fromEpochMilliseconds(ms); const day = (text) => Temporal.PlainDate.from(text); const span = (text) => Temporal.Duration.from(text);
  expect({ at: instant(1) }).toEqual({ at: instant(1) }); expect({ at: instant(1) }).not.toEqual({ at: instant(2) });
  expect(day("2020-01-01")).toEqual(day("2020-01-01")); expect(day("2020-01-01")).not.toEqual(day("2020-01-02")); expect(day("2020-01-01")).not.toEqual(instant(0));
  expect([span("PT1S")]).toStrictEqual([span("PT1S")]); expect([span("PT1S")]).not.toStrictEqual([span("PT2S")]); expect({ a: span("PT1S") }).not.toMatchObject({ a: span("PT2S") });
});`;

test("values of Temporal are equal when they are the same time, date or duration", () => {
  for (const name of ["vitest", "bun:test", "@jest/globals"]) {
    const run = runSuite({ "a.test.js": `import { expect, test } from "${name}";\n${TEMPORAL}` });
    assert.deepStrictEqual([run.messages, run.code], [{}, 0], name);
  }
});

test("Jest has no second `not`", () => {
  const run = runSuite({
    "package.json": `{ "jest": {} }`,
    "a.test.js": `test("not", () => { expect(expect(1).not.not).toBeUndefined(); expect(1).not.toBe(2); });`,
  });
  assert.deepStrictEqual([run.messages, run.code], [{}, 0]);
});
