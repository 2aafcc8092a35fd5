// Which errors are equal: Jest 30.5, Vitest 3.2 and Bun 1.4.5 differ.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const TESTS = `
const make = (message, cause, more) => Object.assign(new Error(message, cause === undefined ? undefined : { cause }), more);
test("causes", () => { expect(make("a", new Error("b"))).toEqual(make("a", new Error("c"))); });
test("a cause that is not expected", () => { expect(make("a", 1)).toEqual(make("a")); });
test("members", () => { expect(make("a", undefined, { code: 1 })).toEqual(make("a", undefined, { code: 2 })); });
test("classes", () => { expect(new TypeError("a")).toEqual(new Error("a")); });
test("thrown", () => { expect(() => { throw make("a", 1); }).toThrow(make("a", 2)); });
test("errors of an AggregateError", () => { expect(new AggregateError([1], "a")).toEqual(new AggregateError([2], "a")); });`;

const EQUAL = {
  jest: ["causes", "a cause that is not expected", "members", "classes", "errors of an AggregateError"],
  vitest: ["a cause that is not expected"],
  bun: ["thrown", "errors of an AggregateError"],
};

for (const [dialect, head] of Object.entries({
  jest: `import { expect, test } from "@jest/globals";`,
  vitest: `import { expect, test } from "vitest";`,
  bun: `import { expect, test } from "bun:test";`,
})) {
  test(`errors are equal as in the runner: ${dialect}`, () => {
    const { statuses } = runSuite({ "a.test.ts": head + TESTS });
    const equal = Object.keys(statuses).filter((name) => statuses[name] === "pass");
    assert.deepStrictEqual(equal, EQUAL[dialect as keyof typeof EQUAL]);
  });
}
