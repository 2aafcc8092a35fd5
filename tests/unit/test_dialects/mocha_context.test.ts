// `this` of tests and hooks of Mocha, compared with Mocha 12.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("tests and hooks of Mocha see the state, the retries and the suite of the current test", () => {
  const run = runSuite({
    "package.json": `{ "devDependencies": { "mocha": "12" } }`,
    "a.spec.js": `const assert = require("assert");
      describe("outer", () => {
        afterEach(function () { console.log(this.currentTest.title, this.currentTest.state, this.currentTest.err?.message); });
        it("retries", function () { this.retries(2); if (this.test.currentRetry() < 1) throw new Error("again"); });
        describe("inner", () => { it("suite", function () {
          assert.deepEqual([this.test.parent.title, this.test.parent.parent.title, this.test.parent.fullTitle()], ["inner", "outer", "outer inner"]);
          assert.equal(this.runnable().title, "suite");
        }); });
        it("fails", () => { throw new Error("no"); });
        it("skips", function () { this.skip(); });
      });`,
  });
  assert.deepStrictEqual(run.statuses, {
    "outer > retries": "pass",
    "outer > inner > suite": "pass",
    "outer > fails": "fail",
    "outer > skips": "skip",
  });
  for (const line of [
    "retries undefined undefined",
    "retries passed undefined",
    "fails failed no",
    "skips pending undefined",
  ])
    assert.ok(run.stdout.includes(line), line);
});
