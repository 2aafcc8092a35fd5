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

test("the module of Mocha has the functions of the runner, and the other members of the installed package", () => {
  const run = runSuite({
    "node_modules/mocha/index.js": `class Mocha {} module.exports = Mocha; Mocha.describe = () => { throw new Error("not in Mocha"); }; Mocha.Runner = class Runner {};`,
    "a.test.js": `const { describe, it, before, Runner } = require("mocha"); const Mocha = require("mocha");
      describe("a", () => { let ready; before(() => { ready = true; }); it("required", () => { if (!ready || Runner.name !== "Runner" || !(new Mocha() instanceof require("./node_modules/mocha/index.js"))) throw new Error(); }); });`,
    "b.test.mjs": `import { describe, it, beforeEach } from "mocha"; let count = 0; beforeEach(() => { count++; }); describe("b", () => { it("imported", () => { if (count !== 1) throw new Error(); }); });`,
  });
  assert.deepStrictEqual(run.statuses, { "a > required": "pass", "b > imported": "pass" }, run.errors.join());
});
