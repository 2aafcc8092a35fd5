// When the functions of suites are called: Vitest 4.1 and Bun 1.4 call them after the file has been evaluated, Jest 30 and
// Mocha 11 at once. Checked with each runner.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const BODY = `const log = ["top"];
  describe("one", () => {
    log.push("one");
    describe("in", () => { log.push("in"); test("inner", () => {}); });
    log.push("one ends");
    test("one", () => {});
  });
  log.push("between");
  describe.each([1, 2])("each %i", (n) => { log.push("each " + n); test("each", () => {}); });
  test("order", () => { expect(log.join()).toBe("?"); });
  const late = 1;`;

const received = (message: string | undefined): string | undefined => /(top[\w, ]*)/.exec(message ?? "")?.[1];

test("Vitest and Bun call them when the file has been evaluated, and inner ones after the outer one", () => {
  const late = `describe("late", async () => { test("uses " + late, () => {}); await 1; test("and later", () => {}); });`;
  for (const module of ["vitest", "bun:test"]) {
    const run = runSuite({ "a.test.js": `import { describe, test, expect } from "${module}"; ${late} ${BODY}` });
    assert.equal(run.statuses["late > uses 1"], "pass");
    assert.equal(run.statuses["late > and later"], "pass");
    assert.equal(run.statuses["one > in > inner"], "pass");
    const order = runSuite({
      "a.test.js": `import { describe, test, expect } from "${module}"; ${BODY.replace(`"?"`, `"top,between,one,one ends,in,each 1,each 2"`)}`,
    });
    assert.equal(order.statuses.order, "pass", order.messages.order);
  }
});

test("Jest and Mocha call them at once", () => {
  for (const head of [`import { describe, test, expect } from "@jest/globals";`, ``]) {
    const run = runSuite({ "package.json": `{ "jest": {} }`, "a.test.js": `${head} ${BODY}` });
    assert.equal(received(run.messages.order), "top,one,in,one ends,between,each 1,each 2");
  }
});

test("an error in a suite of Vitest is one of the file", () => {
  const run = runSuite({
    "a.test.js": `import { describe, test } from "vitest"; test("a", () => {}); describe("b", () => { throw new Error("in describe"); });`,
  });
  assert.deepEqual([run.statuses, run.errors], [{}, ["in describe"]]);
});

test("toHaveLength of Vitest compares the size of a Map and a Set", () => {
  const run = runSuite({
    "a.test.js": `import { test, expect } from "vitest";
      test("sizes", () => { expect(new Set([1])).toHaveLength(1); expect(new Map()).toHaveLength(0); });
      test("set", () => { expect(new Set([1])).toHaveLength(2); });
      test("not", () => { expect(new Set([1])).not.toHaveLength(1); });
      test("other", () => { expect({ size: 1 }).toHaveLength(1); });`,
  });
  assert.equal(run.statuses.sizes, "pass");
  const [set, not, other] = ["set", "not", "other"].map((name) => run.messages[name]!.split("\n")[0]);
  assert.deepEqual(
    { set, not, other },
    {
      set: "expected Set{ 1 } to have a size of 2 but got 1",
      not: "expected Set{ 1 } to not have a size of 1",
      other: "expected { size: 1 } to have property 'length'",
    },
  );
});
