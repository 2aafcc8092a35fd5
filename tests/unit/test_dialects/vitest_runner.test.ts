// `TestRunner` of Vitest, with which packages define tests of another kind. The expected names and orders are those of Vitest 4.1.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("createTaskCollector makes a function like test, whose calls define tests of the current suite", () => {
  const { statuses, messages, errors } = runSuite({
    "a.test.js": `import { describe, expect, TestRunner } from "vitest";
      const run = TestRunner.createTaskCollector(function (name, fn, options) {
        const body = typeof fn === "function" ? fn : options;
        TestRunner.getCurrentSuite().task(name + " " + ["concurrent", "fails", "skip"].filter((flag) => this[flag]).join(), { ...this, handler: body && ((context) => body(context)) });
      });
      describe("suite", () => { run("inner", ({ task }) => { expect(task.suite.name).toBe("suite"); }); });
      run("plain", ({ task }) => { expect(task.name).toBe("plain "); });
      run.skip("skipped", () => { throw new Error("runs"); });
      run.concurrent.fails("failing", () => { throw new Error("expected"); });
      run.each([[1, 2]])("%i and %i", (a, b) => { expect([a, b]).toEqual([1, 2]); });
      run.for([[3, 4]])("of %i", (row, { task }) => { expect([row, task.type]).toEqual([[3, 4], "test"]); });`,
  });
  assert.deepEqual([messages, errors], [{}, []]);
  assert.deepEqual(statuses, {
    "suite > inner ": "pass",
    "plain ": "pass",
    "skipped skip": "skip",
    "failing concurrent,fails": "pass",
    "1 and 2 ": "pass",
    "of 3 ": "pass",
  });
});

test("getCurrentTest shows the suites around the running test, and getSuiteHooks their hooks", () => {
  const { statuses, messages } = runSuite({
    "a.test.js": `import { afterEach, beforeEach, describe, expect, test, TestRunner } from "vitest";
      const log = [];
      beforeEach((context) => { log.push("file " + context.task.name); });
      test("top", () => {
        const { suite, file, context } = TestRunner.getCurrentTest();
        expect([suite, file.filepath.endsWith("/a.test.js"), context.task.name]).toEqual([undefined, true, "top"]);
        expect(TestRunner.getSuiteHooks(file).beforeEach.length).toBe(1);
      });
      describe("outer", () => {
        afterEach(() => {});
        describe("inner", () => {
          test("deep", async () => {
            const { suite, file, context } = TestRunner.getCurrentTest();
            expect([suite.name, suite.suite.name, suite.suite.suite, suite.file === file]).toEqual(["inner", "outer", undefined, true]);
            expect(["beforeEach", "afterEach", "beforeAll", "afterAll"].map((name) => TestRunner.getSuiteHooks(suite.suite)[name].length)).toEqual([0, 1, 0, 0]);
            for (const hook of TestRunner.getSuiteHooks(file).beforeEach) await hook(context, suite);
            expect(log).toEqual(["file top", "file deep", "file deep"]);
          });
        });
      });
      expect(TestRunner.getCurrentTest()).toBe(undefined);`,
  });
  assert.deepEqual([statuses, messages], [{ top: "pass", "outer > inner > deep": "pass" }, {}]);
});

test("vitest/suite has the functions under their older names", () => {
  const { statuses, messages } = runSuite({
    "a.test.js": `import { describe, expect, test } from "vitest";
      import { createTaskCollector, getCurrentSuite, getCurrentTest, getHooks } from "vitest/suite";
      const taken = createTaskCollector((name, run) => getCurrentSuite().task(name, { handler: run }));
      taken("collected", () => expect(getCurrentTest().name).toBe("collected"));
      test("hooks", () => expect(getHooks(getCurrentTest().file).beforeEach).toEqual([]));`,
  });
  assert.deepEqual([statuses, messages], [{ collected: "pass", hooks: "pass" }, {}]);
});

test("packages that are loaded by the set-up of a run find Vitest in __vitest_index__", () => {
  const { statuses, messages, errors } = runSuite({
    "vitest.config.js": `export default { test: { setupFiles: ["guard"], globals: false } };`,
    "node_modules/guard/package.json": `{ "name": "guard", "type": "module", "exports": "./index.js" }`,
    "node_modules/guard/index.js": `const { afterEach, vi } = __vitest_index__;
      globalThis.spied = vi.fn(); afterEach(() => { spied(); });`,
    "a.test.js": `import { expect, test, vi } from "vitest";
      test("a", () => { expect(Object.keys(globalThis)).not.toContain("__vitest_index__"); });
      test("b", () => { expect(spied).toHaveBeenCalledTimes(1); expect(vi.isMockFunction(spied)).toBe(true);
        expect(__vitest_index__.test).toBe(test); expect(typeof __vitest_index__.assert).toBe("function"); });`,
  });
  assert.deepEqual([statuses, messages, errors], [{ a: "pass", b: "pass" }, {}, []]);
});

test("matchers of Vitest know the test that runs", () => {
  const { statuses, messages } = runSuite({
    "a.test.js": `import { describe, expect, test } from "vitest";
expect.extend({ toBeTask(received) { const { task } = this; return { pass: task?.name === received && task.type === "test", message: () => String(task?.name) }; } });
describe("s", () => { test("is the task", () => { expect("is the task").toBeTask(); }); });`,
  });
  assert.deepEqual(statuses, { "s > is the task": "pass" }, JSON.stringify(messages));
});
