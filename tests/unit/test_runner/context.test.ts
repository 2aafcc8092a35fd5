// The arguments of tests: TestContext and SuiteContext.
import assert from "node:assert";
import { test } from "../harness.ts";
import { tap, verdicts } from "./run_program.ts";

test("names and files", () => {
  const { stderr } = tap(`
    suite("s", (s) => {
      console.error(s.name, s.fullName, s.filePath === import.meta.filename, s.constructor.name);
      test("a", async (t) => { await t.test("b", (u) => { console.error(u.name, "|", u.fullName, "|", u.filePath === import.meta.filename, u.constructor.name); }); });
    });
    test(() => {});
    test(function named(t) { console.error(t.name); });
  `);
  assert.strictEqual(stderr, "s s true SuiteContext\nb | s > a > b | true TestContext\nnamed\n");
});

test("diagnostics follow the result", () => {
  const { stdout } = tap(`test("a", (t) => { t.diagnostic("said"); });`);
  assert.match(stdout, /ok 1 - a\n(?: .*\n)+# said\n/);
});

test("plan counts assertions of t.assert and subtests", () => {
  const outcome = tap(`
    test("met", (t) => { t.plan(2); t.assert.ok(true); t.test("sub", () => {}); });
    test("missed", (t) => { t.plan(2); t.assert.ok(true); });
    test("by option", { plan: 1 }, (t) => { t.assert.equal(1, 1); });
    test("waits", (t) => { t.plan(1, { wait: true }); setTimeout(() => t.assert.ok(true), 5); });
    test("waits in vain", (t) => { t.plan(1, { wait: 5 }); });
    test("twice", (t) => { t.plan(1); t.plan(1); });
  `);
  assert.deepStrictEqual(
    verdicts(outcome).filter((line) => !line.startsWith(" ")),
    [
      "ok 1 - met",
      "not ok 2 - missed",
      "ok 3 - by option",
      "ok 4 - waits",
      "not ok 5 - waits in vain",
      "not ok 6 - twice",
      "1..6",
    ],
  );
  assert.match(outcome.stdout, /error: 'plan expected 2 assertions but received 1'/);
  assert.match(outcome.stdout, /error: 'plan timed out after 5ms with 0 assertions when expecting 1'/);
  assert.match(outcome.stdout, /error: 'cannot set plan more than once'/);
});

test("a plan counts what the test's promises assert within four jobs of its end", () => {
  const outcome = tap(`
    for (const jobs of [0, 4, 5, 30]) test(\`\${jobs} jobs\`, (t) => {
      t.plan(1);
      (async () => { for (let index = 0; index < jobs; index++) await null; t.assert.ok(true); })();
    });
  `);
  assert.deepStrictEqual(verdicts(outcome), [
    "ok 1 - 0 jobs",
    "ok 2 - 4 jobs",
    "not ok 3 - 5 jobs",
    "not ok 4 - 30 jobs",
    "1..4",
  ]);
});

test("t.assert.ok quotes the call that failed", () => {
  const { stdout } = tap(`test("a", (t) => {\n  t.assert.ok(1 === 2);\n});`);
  assert.match(stdout, /The expression evaluated to a falsy value:\n/);
  assert.match(stdout, /t\.assert\.ok\(1 === 2\)/);
});

test("waitFor calls until the condition holds, or rejects with the last error as the cause", () => {
  const { stderr } = tap(`
    test("a", async (t) => {
      let calls = 0;
      console.error(await t.waitFor(() => { if (++calls < 3) throw new Error("not yet"); return calls; }, { interval: 1 }));
      await assert.rejects(t.waitFor(() => { throw new Error("never"); }, { interval: 1, timeout: 20 }), (error) => error.message === "waitFor() timed out" && error.cause.message === "never");
      for (const [condition, options] of [[5], [() => {}, null], [() => {}, { interval: "1" }], [() => {}, { timeout: "1" }]]) assert.throws(() => t.waitFor(condition, options), { code: "ERR_INVALID_ARG_TYPE" });
      console.error("ok");
    });
  `);
  assert.strictEqual(stderr, "3\nok\n");
});

test("assert.register adds assertions that are called on the context", () => {
  const { stderr } = tap(`
    import { assert as own } from "node:test";
    own.register("isOdd", function (value) { assert.strictEqual(value % 2, 1); return this; });
    test("a", (t) => { console.error(t.assert.isOdd(3) === t); assert.throws(() => t.assert.isOdd(2), { code: "ERR_ASSERTION" }); });
    assert.throws(() => own.register(1, () => {}), { code: "ERR_INVALID_ARG_TYPE" });
    assert.throws(() => own.register("x", 1), { code: "ERR_INVALID_ARG_TYPE" });
  `);
  assert.strictEqual(stderr, "true\n");
});

test("getTestContext knows the test of the running code", () => {
  const { stderr } = tap(`
    import { getTestContext } from "node:test";
    console.error(getTestContext());
    test("a", async (t) => { await null; console.error(getTestContext() === t); await t.test("b", (u) => new Promise((resolve) => setTimeout(() => { console.error(getTestContext() === u); resolve(); }, 1))); });
  `);
  assert.strictEqual(stderr, "undefined\ntrue\ntrue\n");
});

test("mocks of a test end with it", () => {
  const { stderr } = tap(`
    const object = { value: () => 1 };
    test("a", (t) => { t.mock.method(object, "value", () => 2); console.error(object.value()); });
    test("b", () => { console.error(object.value()); });
  `);
  assert.strictEqual(stderr, "2\n1\n");
});
