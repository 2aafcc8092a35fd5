// `before`, `after`, `beforeEach`, `afterEach`, for files, suites and tests.
import assert from "node:assert";
import { test } from "../harness.ts";
import { tap, verdicts } from "./run_program.ts";

const LOG = `const log = []; process.on("exit", () => console.error(log.join(" ")));\n`;

test("hooks of the file and of suites run around each test, the outer ones outside", () => {
  const { stderr } = tap(`${LOG}
    before(() => log.push("B")); after(() => log.push("A"));
    beforeEach(() => log.push("be")); afterEach(() => log.push("ae"));
    describe("s", () => {
      before(() => log.push("sB")); after(() => log.push("sA"));
      beforeEach(() => log.push("sbe")); afterEach(() => log.push("sae"));
      it("1", () => { log.push("t1"); });
      it("2", () => { log.push("t2"); });
    });
    test("3", () => { log.push("t3"); });
  `);
  assert.strictEqual(stderr, "B sB be sbe t1 sae ae be sbe t2 sae ae sA be t3 ae A\n");
});

test("hooks of a test run around its subtests", () => {
  const { stderr } = tap(`${LOG}
    test("outer", async (t) => {
      t.before(() => log.push("B")); t.after(() => log.push("A"));
      t.beforeEach((u) => log.push("be:" + u.name)); t.afterEach((u) => log.push("ae:" + u.name));
      await t.test("x", () => { log.push("x"); });
      await t.test("y", () => { log.push("y"); });
    });
  `);
  assert.strictEqual(stderr, "B be:x x ae:x be:y y ae:y A\n");
});

test("a hook that fails fails its test, and the next one runs again", () => {
  const outcome = tap(`
    let count = 0;
    describe("s", () => {
      beforeEach(() => { if (++count === 1) throw new Error("hook"); });
      it("1", () => {}); it("2", () => {});
    });
  `);
  assert.deepStrictEqual(verdicts(outcome), ["    not ok 1 - 1", "    ok 2 - 2", "    1..2", "not ok 1 - s", "1..1"]);
  assert.match(outcome.stdout, /failureType: 'hookFailed'\n.*error: 'hook'/);
});

test("a before hook that fails prevents its tests", () => {
  const outcome = tap(
    `${LOG} describe("s", () => { before(() => { throw new Error("no"); }); it("1", () => { log.push("ran"); }); after(() => { log.push("after"); }); });`,
  );
  assert.match(outcome.stdout, /not ok 1 - s/);
  assert.strictEqual(outcome.stderr, "after\n");
});

test("the after hook of the file runs though a handle keeps the process alive", () => {
  const outcome = tap(
    `const timer = setInterval(() => {}, 1000); after(() => clearInterval(timer)); test("t", () => {});`,
  );
  assert.strictEqual(outcome.code, 0);
});

test("an after hook of the file that fails fails the run", () => {
  const outcome = tap(`after(() => { throw new Error("at the end"); }); test("t", () => {});`);
  assert.match(outcome.stdout, /error: 'at the end'/);
  assert.match(outcome.stdout, /failureType: 'hookFailed'/);
});

test("afterEach runs after a test that failed, and not for one that was skipped", () => {
  const { stderr } = tap(
    `${LOG} afterEach((t) => log.push(t.name + ":" + t.passed)); test("bad", () => { throw new Error(); }); test("no", { skip: true }); test("good", () => {});`,
  );
  assert.strictEqual(stderr, "bad:false good:true\n");
});
