// Sets and maps that are none of the realm, such as those of valtio and of contexts of node:vm. Passes in Jest 30 and Vitest 4.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const TESTS = `
const made = (name, Class, items) => { const held = new Class(items); return { id: {}, order: Math.random(), get [Symbol.toStringTag]() { return name; }, get size() { return held.size; }, has: (one) => held.has(one), get: (one) => held.get(one), [Symbol.iterator]: () => held[Symbol.iterator]() }; };
test("own sets and maps", () => {
  expect(made("Set", Set, [1, { a: 2 }])).toEqual(made("Set", Set, [{ a: 2 }, 1]));
  expect(made("Set", Set, [1])).not.toEqual(made("Set", Set, [2]));
  expect(made("Map", Map, [[1, 2], [3, 4]])).toEqual(made("Map", Map, [[3, 4], [1, 2]]));
  expect(made("Map", Map, [[1, 2]])).not.toEqual(made("Map", Map, [[1, 3]]));
  expect(made("Own", Set, [1, 2])).not.toEqual(made("Own", Set, [2, 1]));
});
test("sets of another realm", () => {
  const { runInNewContext } = process.getBuiltinModule("node:vm");
  const [one, other] = runInNewContext("[new Set([1, {}]), new Set([{}, 1])]");
  expect(one).toEqual(other);
});
`;

for (const [dialect, head] of Object.entries({
  jest: `import { expect, test } from "@jest/globals";`,
  vitest: `import { expect, test } from "vitest";`,
})) {
  test(`what says that it is a set or a map is compared as one: ${dialect}`, () => {
    const { statuses, messages } = runSuite({
      "a.test.js": head + TESTS,
    });
    assert.deepEqual([statuses, messages], [{ "own sets and maps": "pass", "sets of another realm": "pass" }, {}]);
  });
}
