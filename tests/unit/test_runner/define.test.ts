// `test`, `suite`, subtests and their outcome. https://nodejs.org/api/test.html
import assert from "node:assert";
import { test } from "../harness.ts";
import { count, tap, verdicts } from "./run_program.ts";

test("tests that are synchronous, return a promise or take a callback pass", () => {
  const outcome = tap(`
    test("sync", () => {});
    test("promise", async () => { await 1; });
    test("callback", (t, done) => { setImmediate(done); });
  `);
  assert.deepStrictEqual(verdicts(outcome), ["ok 1 - sync", "ok 2 - promise", "ok 3 - callback", "1..3"]);
  assert.strictEqual(outcome.code, 0);
});

test("tests fail by throwing, rejecting, and calling back with an error", () => {
  const outcome = tap(`
    test("sync", () => { throw new Error("one"); });
    test("promise", async () => { throw new Error("two"); });
    test("callback", (t, done) => { setImmediate(() => done(new Error("three"))); });
  `);
  assert.deepStrictEqual(verdicts(outcome), ["not ok 1 - sync", "not ok 2 - promise", "not ok 3 - callback", "1..3"]);
  for (const text of [
    "error: 'one'",
    "error: 'two'",
    "error: 'three'",
    "failureType: 'testCodeFailure'",
    "code: 'ERR_TEST_FAILURE'",
  ])
    assert.ok(outcome.stdout.includes(text), text);
  assert.strictEqual(outcome.code, 1);
});

test("a callback that comes with a promise, or twice, is a failure of its own", () => {
  const { stdout } = tap(`
    test("both", (t, done) => Promise.resolve());
    test("twice", (t, done) => { done(); done(); });
  `);
  assert.match(stdout, /failureType: 'callbackAndPromisePresent'/);
  assert.match(stdout, /failureType: 'multipleCallbackInvocations'/);
});

test("subtests are reported inside their parent, whose plan counts them", () => {
  const outcome = tap(`
    test("outer", async (t) => {
      await t.test("first", () => {});
      await t.test("second", async (t) => { await t.test("inner", () => {}); });
    });
  `);
  assert.deepStrictEqual(verdicts(outcome), [
    "    ok 1 - first",
    "        ok 1 - inner",
    "        1..1",
    "    ok 2 - second",
    "    1..2",
    "ok 1 - outer",
    "1..1",
  ]);
});

test("a failing subtest fails its parents", () => {
  const outcome = tap(`test("outer", async (t) => { await t.test("inner", () => { assert.strictEqual(1, 2); }); });`);
  assert.deepStrictEqual(verdicts(outcome), ["    not ok 1 - inner", "    1..1", "not ok 1 - outer", "1..1"]);
  assert.match(outcome.stdout, /error: '1 subtest failed'/);
  assert.match(outcome.stdout, /expected: 2\n.*actual: 1\n.*operator: 'strictEqual'/);
});

test("subtests that are not awaited are cancelled with their parent", () => {
  const outcome = tap(
    `test("outer", (t) => { t.test("inner", () => new Promise((resolve) => setTimeout(resolve, 50))); t.test("waits", () => {}); throw new Error("early"); });`,
  );
  assert.match(outcome.stdout, /not ok 1 - inner/);
  assert.match(outcome.stdout, /failureType: 'cancelledByParent'/);
  assert.strictEqual(count(outcome, "cancelled"), 2);
  assert.strictEqual(outcome.code, 1);
});

test("suites run their function at once and their tests in order", () => {
  const outcome = tap(`
    const order = [];
    describe("suite", () => {
      order.push("build");
      it("one", () => { order.push("one"); });
      describe("nested", () => { it("two", () => { order.push("two"); }); });
    });
    order.push("after");
    process.on("exit", () => console.error(order.join()));
  `);
  assert.strictEqual(outcome.stderr, "build,after,one,two\n");
  assert.deepStrictEqual(verdicts(outcome), [
    "    ok 1 - one",
    "        ok 1 - two",
    "        1..1",
    "    ok 2 - nested",
    "    1..2",
    "ok 1 - suite",
    "1..1",
  ]);
  assert.deepStrictEqual([count(outcome, "tests"), count(outcome, "suites")], [2, 2]);
});

test("a suite whose function throws fails", () => {
  const outcome = tap(`suite("bad", () => { it("never", () => {}); throw new Error("build"); });`);
  assert.match(outcome.stdout, /not ok 1 - bad/);
  assert.strictEqual(outcome.code, 1);
});

test("skip and todo are directives, with or without a reason, and fail nothing", () => {
  const outcome = tap(`
    test("a", { skip: true }, () => { throw new Error(); });
    test("b", { skip: "reason" });
    test("c", { todo: "later" }, () => { throw new Error("open"); });
    test.skip("d");
    test.todo("e");
    test("f", (t) => { t.skip("while it runs"); });
    test("g", (t) => { t.todo(); });
  `);
  assert.deepStrictEqual(verdicts(outcome), [
    "ok 1 - a # SKIP",
    "ok 2 - b # SKIP reason",
    "not ok 3 - c # TODO later",
    "ok 4 - d # SKIP",
    "ok 5 - e # TODO",
    "ok 6 - f # SKIP while it runs",
    "ok 7 - g # TODO",
    "1..7",
  ]);
  assert.deepStrictEqual([count(outcome, "skipped"), count(outcome, "todo"), outcome.code], [4, 3, 0]);
});

test("only runs alone with --test-only, and else says that it needs the flag", () => {
  const source = `test("one", () => {}); test.only("two", () => {});`;
  assert.deepStrictEqual(verdicts(tap(source, ["--test-only"])), ["ok 1 - two", "1..1"]);
});

test("names are filtered by pattern, with those of the suites around them", () => {
  const source = `describe("math", () => { it("adds", () => {}); it("divides", () => {}); }); test("adds too", () => {});`;
  assert.deepStrictEqual(verdicts(tap(source, ["--test-name-pattern=adds"])), [
    "    ok 1 - adds",
    "    1..1",
    "ok 1 - math",
    "ok 2 - adds too",
    "1..2",
  ]);
  assert.deepStrictEqual(verdicts(tap(source, ["--test-name-pattern=/MATH DIV/i"])), [
    "    ok 1 - divides",
    "    1..1",
    "ok 1 - math",
    "1..1",
  ]);
  assert.deepStrictEqual(verdicts(tap(source, ["--test-skip-pattern=adds"])), [
    "    ok 1 - divides",
    "    1..1",
    "ok 1 - math",
    "1..1",
  ]);
});

test("a test that takes too long is cancelled", () => {
  const outcome = tap(`test("slow", { timeout: 10 }, () => new Promise((resolve) => setTimeout(resolve, 5000)));`, [
    "--test-force-exit",
  ]);
  assert.match(outcome.stdout, /error: 'test timed out after 10ms'/);
  assert.match(outcome.stdout, /failureType: 'testTimeoutFailure'/);
});

test("the signal of a test aborts when it is over, and an aborted one cancels it", () => {
  const outcome = tap(`
    let signal;
    test("one", (t) => { signal = t.signal; assert.strictEqual(signal.aborted, false); });
    test("two", () => { assert.strictEqual(signal.aborted, true); });
    test("three", { signal: AbortSignal.abort() }, () => {});
  `);
  assert.deepStrictEqual(verdicts(outcome), ["ok 1 - one", "ok 2 - two", "not ok 3 - three", "1..3"]);
  assert.match(outcome.stdout, /failureType: 'testAborted'/);
});

test("tests of one parent run at the same time when it says so, and are reported in order", () => {
  const outcome = tap(`
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    let running = 0, most = 0;
    const body = (ms) => async () => { most = Math.max(most, ++running); await wait(ms); running--; };
    suite("s", { concurrency: 2 }, () => { it("a", body(40)); it("b", body(10)); it("c", body(10)); });
    process.on("exit", () => console.error(most));
  `);
  assert.strictEqual(outcome.stderr, "2\n");
  assert.deepStrictEqual(verdicts(outcome).slice(0, 3), ["    ok 1 - a", "    ok 2 - b", "    ok 3 - c"]);
});

test("uncaught errors fail the test whose code threw them", () => {
  const outcome = tap(`
    const wait = () => new Promise((resolve) => setTimeout(resolve, 30));
    test("throws later", async () => { setTimeout(() => { throw new Error("later"); }, 1); await wait(); });
    test("rejects", async () => { Promise.reject(new Error("nobody")); await wait(); });
    test("fine", () => {});
  `);
  assert.deepStrictEqual(verdicts(outcome), ["not ok 1 - throws later", "not ok 2 - rejects", "ok 3 - fine", "1..3"]);
  assert.match(outcome.stdout, /failureType: 'uncaughtException'/);
  assert.match(outcome.stdout, /failureType: 'unhandledRejection'/);
});

test("an error after the end of its test is reported with the name of the test", () => {
  const outcome = tap(`test("over", () => { setTimeout(() => { throw new Error("late"); }, 5); });`);
  assert.match(outcome.stdout, /^ok 1 - over$/m);
  assert.match(
    outcome.stdout,
    /# Error: Test "over" at program\.mjs:3:1 generated asynchronous activity after the test ended/,
  );
  assert.strictEqual(outcome.code, 1);
});

test("options of a wrong type throw", () => {
  const outcome = tap(`
    const code = (options) => { try { test("x", options, () => {}); } catch (error) { return error.code; } };
    console.error([code({ timeout: "1" }), code({ timeout: -1 }), code({ concurrency: "1" }), code({ concurrency: 0 }), code({ signal: {} }), code({ tags: "a" }), code({ expectFailure: {} })].join());
  `);
  assert.strictEqual(
    outcome.stderr,
    "ERR_INVALID_ARG_TYPE,ERR_OUT_OF_RANGE,ERR_INVALID_ARG_TYPE,ERR_OUT_OF_RANGE,ERR_INVALID_ARG_TYPE,ERR_INVALID_ARG_TYPE,ERR_INVALID_ARG_VALUE\n",
  );
});

test("expectFailure inverts the result", () => {
  const outcome = tap(`
    test("fails", { expectFailure: true }, () => { throw new Error("x"); });
    test("passes", { expectFailure: true }, () => {});
    test("fits", { expectFailure: /x/ }, () => { throw new Error("x"); });
    test("does not fit", { expectFailure: /y/ }, () => { throw new Error("x"); });
  `);
  assert.deepStrictEqual(verdicts(outcome), [
    "ok 1 - fails # EXPECTED FAILURE",
    "not ok 2 - passes # EXPECTED FAILURE",
    "ok 3 - fits # EXPECTED FAILURE",
    "not ok 4 - does not fit # EXPECTED FAILURE",
    "1..4",
  ]);
});
