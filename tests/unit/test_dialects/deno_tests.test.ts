// `Deno.test` in `brio test`: the expected results are those of `deno test` 2.9.6.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("hooks run around tests and not around steps, those behind in reverse, and stop at the first error", () => {
  const log = `const log: string[] = []; const add = (name: string) => () => { log.push(name); };
    for (const name of ["1", "2"]) {
      Deno.test.beforeAll(add("ba" + name)); Deno.test.beforeEach(add("be" + name));
      Deno.test.afterEach(add("ae" + name)); Deno.test.afterAll(add("aa" + name));
    }
    globalThis.addEventListener("unload", () => console.log(log.join()));`;
  const order = runSuite({
    "a_test.ts": `${log} Deno.test("a", async (t) => { await t.step("s", add("step")); log.push("test"); }); Deno.test.ignore("i", () => {});`,
  });
  assert.deepStrictEqual(order.statuses, { "a > s": "pass", a: "pass", i: "skip" });
  assert.match(order.stdout, /ba1,ba2,be1,be2,step,test,ae2,ae1,aa2,aa1/);
  const failing = runSuite({
    "a_test.ts": `${log}
      Deno.test.beforeEach(() => { throw new Error("before"); });
      Deno.test.beforeEach(add("never"));
      Deno.test.afterEach(() => { throw new Error("after"); });
      Deno.test("a", add("test"));`,
    "b_test.ts": `Deno.test.afterAll(() => { throw new Error("at the end"); }); Deno.test("b", () => {});`,
  });
  assert.deepStrictEqual(failing.statuses, { a: "fail", b: "pass" });
  assert.strictEqual(failing.messages.a, "before");
  assert.match(failing.stdout, /ba1,ba2,be1,be2,aa2,aa1/);
  assert.deepStrictEqual(failing.errors, ["at the end"]);
});

test("tests begin when the module has been evaluated, and none of a module that throws", () => {
  const { statuses, errors } = runSuite({
    "a_test.ts": `Deno.test("early", () => { if (later !== 1) throw later; });
      await new Promise((resolve) => setTimeout(resolve, 20));
      const later = 1; Deno.test("late", () => {});`,
    "throws_test.ts": `Deno.test("never", () => {}); throw new Error("at load");`,
    "empty_test.ts": `if (Deno.args.length > 9) Deno.test("none", () => {});`,
  });
  assert.deepStrictEqual(statuses, { early: "pass", late: "pass" });
  assert.deepStrictEqual(errors, ["at load"]);
});

test("steps that overlap, or are not awaited, fail", () => {
  const pause = `new Promise((resolve) => setTimeout(resolve, 5))`;
  const { statuses, messages } = runSuite({
    "a_test.ts": `const off = { sanitizeOps: false, sanitizeResources: false, sanitizeExit: false };
      Deno.test("overlap", async (t) => { await Promise.all([t.step("a", () => ${pause}), t.step("b", () => ${pause})]); });
      Deno.test("unsanitized", async (t) => {
        let most = 0, now = 0;
        const fn = async () => { most = Math.max(most, ++now); await ${pause}; now--; };
        await Promise.all([t.step({ name: "a", ...off, fn }), t.step({ name: "b", ...off, fn })]);
        if (most !== 2) throw most;
      });
      Deno.test("inner", async (t) => { await t.step("outer", async (t) => {
        const first = t.step({ name: "first", ...off, fn: () => ${pause} });
        await t.step("second", () => {}); await first;
      }); });
      Deno.test("open", (t) => { t.step("late", () => ${pause}); });
      Deno.test("sync", (t) => { t.step("late", () => {}); });
      Deno.test("after", (t) => { setTimeout(() => t.step("s", () => {}).catch((error) => console.log(error.message))); });
      Deno.test("wait", () => ${pause});
      Deno.test("nested", () => { Deno.test("inner", () => {}); });`,
  });
  assert.deepStrictEqual(statuses, {
    "overlap > a": "pass",
    "overlap > b": "fail",
    "unsanitized > a": "pass",
    "unsanitized > b": "pass",
    unsanitized: "pass",
    "inner > outer > first": "pass",
    "inner > outer > second": "fail",
    "open > late": "fail",
    "sync > late": "fail",
    after: "pass",
    wait: "pass",
    nested: "fail",
  });
  assert.strictEqual(
    messages["overlap > b"],
    "Started test step while another test step with sanitizers was running:\n  * overlap ... a",
  );
  assert.match(
    messages["inner > outer > second"]!,
    /with sanitizers while another test step was running:\n {2}\* inner \.\.\. outer \.\.\. first/,
  );
  assert.strictEqual(messages["sync > late"], "Didn't complete before parent. Await step with `await t.step(...)`.");
  assert.match(messages.nested!, /Nested Deno.test\(\) calls are not supported/);
});

test("only, each, sanitizer, timeout, retry and repeats", () => {
  const only = runSuite({ "a_test.ts": `Deno.test("a", () => {}); Deno.test.only("b", () => {});` });
  assert.deepStrictEqual(only.statuses, { b: "pass" });
  assert.deepStrictEqual(only.errors, ['Test failed because the "only" option was used']);
  assert.strictEqual(only.code, 1);
  const { statuses } = runSuite({
    "a_test.ts": `Deno.test.each([[1, 2], [3, 4]])("%d and %s %#", (a, b, t) => { if (a + 1 !== b || typeof t.step !== "function") throw a; });
      Deno.test.each([{ a: { b: 5 } }])("$a.b %j %%", ({ a }) => { if (a.b !== 5) throw a; });
      Deno.test.each([1])("ignored %s", { ignore: true }, () => {});
      Deno.test.ignore.each([2])("ignored %s", () => {});
      let count = 0;
      Deno.test({ name: "retried", retry: 2, fn() { if (++count < 3) throw count; } });
      Deno.test({ name: "repeated", repeats: 2, fn() { if (++count === 6) throw count; } });
      Deno.test({ name: "slow", timeout: 30, fn: () => new Promise((resolve) => setTimeout(resolve, 500)) });
      Deno.test.sanitizer({ ops: true });
      Deno.test("leaks", () => { setTimeout(() => {}, 10_000); });
      Deno.test({ name: "may leak", sanitizeOps: false, fn() { setTimeout(() => {}, 10_000); } });`,
  });
  assert.deepStrictEqual(statuses, {
    "1 and 2 0": "pass",
    "3 and 4 1": "pass",
    '5 {"a":{"b":5}} %': "pass",
    "ignored 1": "skip",
    "ignored 2": "skip",
    retried: "pass",
    repeated: "fail",
    slow: "fail",
    leaks: "fail",
    "may leak": "pass",
  });
});

test("process.exit fails a test as Deno.exit does, and the next test runs", () => {
  const { statuses, messages } = runSuite({
    "a_test.ts": `import process from "node:process";
      Deno.test("of Node", () => process.exit(0));
      Deno.test("raw", () => process.reallyExit(2));
      Deno.test("of Deno", () => Deno.exit(3));
      Deno.test("after", () => {});`,
  });
  assert.deepStrictEqual(statuses, { "of Node": "fail", raw: "fail", "of Deno": "fail", after: "pass" });
  assert.deepStrictEqual(
    Object.values(messages),
    [0, 2, 3].map((code) => `Test case attempted to exit with exit code: ${code}`),
  );
});
