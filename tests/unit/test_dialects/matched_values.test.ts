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
