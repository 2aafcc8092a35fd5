// node:vm in this context, and timerify of node:perf_hooks.
import assert from "node:assert";
import { PerformanceObserver, timerify } from "node:perf_hooks";
import vm from "node:vm";
import { test } from "../harness.ts";

test("runInThisContext gives the value of the last statement, in the global scope", () => {
  assert.strictEqual(vm.runInThisContext("var shared = 20; shared + 1"), 21);
  assert.strictEqual((globalThis as any).shared, 20);
  const script = new vm.Script("shared += 1");
  assert.deepStrictEqual([script.runInThisContext(), script.runInThisContext()], [21, 22]);
});

test("a script with a syntax error is refused when it is made", () => {
  assert.throws(() => new vm.Script("a b"), SyntaxError);
  assert.throws(() => new vm.Script("1", { filename: 1 as never }), { code: "ERR_INVALID_ARG_TYPE" });
});

test("compileFunction makes a function with parameters", () => {
  assert.strictEqual(vm.compileFunction("return a + b", ["a", "b"])(1, 2), 3);
  assert.throws(() => vm.compileFunction(1 as never), { code: "ERR_INVALID_ARG_TYPE" });
});

test("timerify reports each call to observers", async () => {
  const entries: any[] = await new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect();
      resolve(list.getEntries());
    });
    const timed = timerify(function named(a: number) {
      return a * 2;
    });
    observer.observe({ entryTypes: ["function"] });
    assert.strictEqual(timed(4), 8);
    assert.deepStrictEqual([timed.name, timed.length], ["timerified named", 1]);
  });
  assert.deepStrictEqual([entries.length, entries[0].name, entries[0].entryType], [1, "named", "function"]);
  assert.throws(() => timerify(1 as never), { code: "ERR_INVALID_ARG_TYPE" });
});
