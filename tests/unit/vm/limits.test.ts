// `timeout`, `breakOnSigint` and `microtaskMode` of the functions of node:vm.
import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

const timedOut = (milliseconds: number): object => ({
  name: "Error",
  code: "ERR_SCRIPT_EXECUTION_TIMEOUT",
  message: `Script execution timed out after ${milliseconds}ms`,
});

test("endless code is terminated, and cannot prevent it", () => {
  assert.throws(() => vm.runInThisContext("while (true) {}", { timeout: 20 }), timedOut(20));
  (globalThis as any).caught = 0;
  assert.throws(
    () =>
      vm.runInThisContext("for (;;) { try { for (;;); } catch { caught++ } finally { caught++ } }", { timeout: 20 }),
    timedOut(20),
  );
  assert.strictEqual((globalThis as any).caught, 0);
  assert.throws(() => vm.runInNewContext("for (;;);", {}, { timeout: 20 }), timedOut(20));
  assert.throws(
    () => new vm.Script("(function f() { for (;;) try { f() } catch {} })()").runInThisContext({ timeout: 20 }),
    timedOut(20),
  );
});

test("the program continues after a time-out", async () => {
  assert.throws(() => vm.runInThisContext("for (;;);", { timeout: 10 }), timedOut(10));
  let sum = 0;
  for (let index = 0; index < 3e6; index++) sum += index;
  assert.strictEqual(sum, 4499998500000);
  assert.throws(() => (null as any).x, TypeError);
  assert.strictEqual(await Promise.resolve(1).then((value) => value + 1), 2);
  assert.strictEqual(vm.runInThisContext("1 + 1", { timeout: 1000 }), 2);
});

test("nested limits: the first one to expire ends its own code", () => {
  const context: any = {
    run: (timeout: number) => vm.runInNewContext("while (true) {}", context, { timeout }),
    tryRun: (timeout: number) => {
      try {
        context.run(timeout);
      } catch (error: any) {
        return error.code;
      }
    },
  };
  assert.throws(() => vm.runInNewContext("run(10)", context, { timeout: 10_000 }), timedOut(10));
  assert.throws(() => vm.runInNewContext("run(10000)", context, { timeout: 50 }), timedOut(50));
  assert.strictEqual(
    vm.runInNewContext("tryRun(10) + '!'", context, { timeout: 10_000 }),
    "ERR_SCRIPT_EXECUTION_TIMEOUT!",
  );
});

test("a callback of a native function is ended, too", () => {
  assert.throws(() => vm.runInThisContext("[1, 2].map(() => { for (;;); })", { timeout: 20 }), timedOut(20));
  assert.throws(() => vm.runInThisContext("[1, 2].sort(() => { for (;;); })", { timeout: 20 }), timedOut(20));
});

test("an error that code threw in time is thrown", () => {
  assert.throws(() => vm.runInThisContext("throw new RangeError('mine')", { timeout: 5000 }), {
    name: "RangeError",
    message: "mine",
  });
});

test("breakOnSigint ends code and takes the signal from listeners", () => {
  const listener = (): void => assert.fail("the signal was not for it");
  process.on("SIGINT", listener);
  try {
    for (const context of [undefined, vm.createContext({ process })]) {
      const code = "process.kill(process.pid, 'SIGINT'); for (;;);";
      const run = (): unknown =>
        context === undefined
          ? vm.runInThisContext(code, { breakOnSigint: true })
          : vm.runInContext(code, context, { breakOnSigint: true });
      assert.throws(run, {
        code: "ERR_SCRIPT_EXECUTION_INTERRUPTED",
        message: "Script execution was interrupted by `SIGINT`",
      });
    }
  } finally {
    process.off("SIGINT", listener);
  }
});

test("wrong limits are refused", () => {
  for (const timeout of [0, -1])
    assert.throws(() => vm.runInThisContext("1", { timeout }), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => vm.runInThisContext("1", { timeout: "5" as any }), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => vm.runInThisContext("1", { breakOnSigint: 5 as any }), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => vm.createContext({}, { microtaskMode: "now" as any }), { code: "ERR_INVALID_ARG_VALUE" });
});

test("with microtaskMode afterEvaluate promise jobs run when the script ends, within its limit", () => {
  const order: string[] = [];
  vm.runInNewContext(
    "Promise.resolve(1).then((n) => { order.push('job ' + n); return Promise.resolve(2) }).then((n) => order.push('job ' + n)); order.push('end')",
    { order },
    { microtaskMode: "afterEvaluate" },
  );
  assert.deepStrictEqual(order, ["end", "job 1", "job 2"]);
  vm.runInNewContext(
    "(async () => { await null; order.push('awaited') })()",
    { order },
    { microtaskMode: "afterEvaluate" },
  );
  assert.strictEqual(order.at(-1), "awaited");
  assert.throws(
    () =>
      vm.runInNewContext(
        "Promise.resolve().then(() => { for (;;); })",
        {},
        { timeout: 20, microtaskMode: "afterEvaluate" },
      ),
    timedOut(20),
  );
});

test("promises of such a context wait for its next script", async () => {
  const context = vm.createContext({}, { microtaskMode: "afterEvaluate" });
  let isSettled = false;
  const waiting = (async () => {
    await vm.runInContext("Promise.resolve(5)", context);
    isSettled = true;
  })();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.strictEqual(isSettled, false);
  vm.runInContext("", context);
  await waiting;
});
