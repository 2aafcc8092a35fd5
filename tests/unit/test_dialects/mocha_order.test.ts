// Mocha: the order of tests and suites, and `done()` that is called again. The expected results are those of Mocha 11.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("tests of a suite run before the suites in it, and done() that is called again fails", () => {
  const run = runSuite({
    "package.json": `{ "devDependencies": { "mocha": "11" } }`,
    "a.spec.js": `const log = [];
      describe("a", function () {
        this.timeout(5000);
        describe("inner", () => { it("in", () => { log.push("in"); }); });
        it("own", () => { log.push("own"); });
      });
      it("root", () => { log.push("root"); });
      after(() => { console.log(log.join()); });
      it("twice", (done) => { done(); done(); });
      it("later", (done) => { done(); setTimeout(done, 5); });
      it("waits", (done) => { setTimeout(done, 50); });`,
  });
  assert.match(run.stdout, /root,own,in/);
  assert.deepStrictEqual(run.statuses, {
    root: "pass",
    twice: "fail",
    later: "pass",
    waits: "pass",
    "a > own": "pass",
    "a > inner > in": "pass",
  });
  assert.match(run.messages.twice!, /done\(\) called multiple times/);
  assert.deepStrictEqual(run.errors, ["done() called multiple times in later"]);
  assert.strictEqual(run.code, 1);
});
