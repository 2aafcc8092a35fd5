// Mocks of functions and modules, fake timers. The verdicts are those of Jest 30, Vitest 3 and Bun 1.4.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const DEP = `export const value = "real"; export function fn() { return "real fn"; }`;
const USER = `import { value, fn } from "./dep"; export const both = () => value + " " + fn();`;

/** All tests of a file have to pass. */
function allPass(files: Record<string, string>): void {
  const { statuses, messages, errors } = runSuite(files);
  assert.deepStrictEqual(errors, []);
  assert.ok(Object.keys(statuses).length > 0);
  for (const [name, status] of Object.entries(statuses))
    assert.strictEqual(status, "pass", `${name}: ${messages[name]}`);
}

test("vi.mock is hoisted above imports, with parts of the original and vi.hoisted", () => {
  allPass({
    "dep.ts": DEP,
    "user.ts": USER,
    "a.test.ts": `import { vi, test, expect } from "vitest";
      import { both } from "./user";
      const mocks = vi.hoisted(() => ({ fn: vi.fn(() => "mocked fn") }));
      vi.mock("./dep", async (importOriginal) => ({ ...(await importOriginal()), fn: mocks.fn }));
      test("partial", () => { expect(both()).toBe("real mocked fn"); expect(mocks.fn).toHaveBeenCalledOnce(); });
      test("actual", async () => { const actual = await vi.importActual("./dep"); expect(actual.fn()).toBe("real fn"); });
      test("doMock", async () => { vi.resetModules(); vi.doMock("./dep", () => ({ value: "v", fn: () => "f" })); const user = await import("./user"); expect(user.both()).toBe("v f"); });`,
    "b.test.ts": `import { test, expect } from "vitest"; import { both } from "./user"; test("another file", () => expect(both()).toBe("real real fn"));`,
  });
});

test("jest.mock is hoisted above require, automatic mocks have the shape of the module", () => {
  allPass({
    "dep.js": `module.exports = { value: "real", fn() { return 1; }, Class: class { method() { return 1; } } };`,
    "a.test.js": `const dep = require("./dep"); const path = require("path");
      jest.mock("./dep", () => ({ value: "mocked" })); jest.mock("path");
      test("factory", () => { expect(dep.value).toBe("mocked"); expect(jest.requireActual("./dep").value).toBe("real"); });
      test("automatic", () => { expect(path.join("a", "b")).toBeUndefined(); expect(path.join).toHaveBeenCalledWith("a", "b"); });
      test("isolated", () => { let one; jest.isolateModules(() => { one = require("./other"); }); expect(require("./other")).not.toBe(one); });`,
    "other.js": `module.exports = {};`,
  });
});

test("mock.module and spies on namespaces change what loaded modules import", () => {
  allPass({
    "dep.ts": DEP,
    "user.ts": USER,
    "a.test.ts": `import { test, expect, mock, spyOn } from "bun:test"; import * as dep from "./dep"; import { both } from "./user";
      test("module", () => { mock.module("./dep", () => ({ value: "live", fn: () => "live fn" })); expect(both()).toBe("live live fn"); });
      test("spy", () => { const spy = spyOn(dep, "fn").mockReturnValue("spied"); expect(both()).toBe("live spied"); spy.mockRestore(); expect(both()).toBe("live live fn"); });`,
  });
});

test("mock functions: once, results, contexts, instances, reset and restore", () => {
  allPass({
    "a.test.ts": `import { test, expect, jest } from "@jest/globals";
      test("once", () => { const fn = jest.fn(() => 0).mockReturnValueOnce(1).mockImplementationOnce(() => 2); expect([fn(), fn(), fn()]).toEqual([1, 2, 0]); });
      test("state", () => { const fn = jest.fn(function (a) { if (a) throw new Error("x"); return this; }); const self = {}; fn.call(self, 0); try { fn(1); } catch {} expect(fn.mock.contexts[0]).toBe(self); expect(fn.mock.results.map((r) => r.type)).toEqual(["return", "throw"]); expect(fn.mock.lastCall).toEqual([1]); });
      test("new", () => { const Class = jest.fn(function () { this.x = 1; }); const made = new Class(); expect(made.x).toBe(1); expect(Class.mock.instances[0]).toBe(made); });
      test("spies", () => { const object = { get prop() { return 1; }, method() { return this.prop; } }; const spy = jest.spyOn(object, "prop", "get").mockReturnValue(5); expect(object.method()).toBe(5); jest.restoreAllMocks(); expect(object.method()).toBe(1); expect(spy).not.toHaveBeenCalled(); });
      test("promises", async () => { const fn = jest.fn().mockResolvedValueOnce(1).mockRejectedValue(new Error("no")); await expect(fn()).resolves.toBe(1); await expect(fn()).rejects.toThrow("no"); });`,
  });
});

test("fake timers: timers, dates, next ticks, asynchronous advances", () => {
  allPass({
    "a.test.ts": `import { test, expect, vi, beforeEach, afterEach } from "vitest";
      beforeEach(() => void vi.useFakeTimers({ now: 1000 })); afterEach(() => void vi.useRealTimers());
      test("time", () => { const fn = vi.fn(); setTimeout(fn, 500); vi.advanceTimersByTime(499); expect(fn).not.toHaveBeenCalled(); vi.advanceTimersByTime(1); expect(fn).toHaveBeenCalledOnce(); expect(Date.now()).toBe(1500); expect(new Date().getTime()).toBe(1500); });
      test("interval", () => { let count = 0; const timer = setInterval(() => { if (++count === 3) clearInterval(timer); }, 10); vi.runAllTimers(); expect(count).toBe(3); expect(vi.getTimerCount()).toBe(0); });
      test("async", async () => { let step = 0; void (async () => { await new Promise((r) => setTimeout(r, 10)); step = 1; await new Promise((r) => setTimeout(r, 10)); step = 2; })(); await vi.advanceTimersByTimeAsync(20); expect(step).toBe(2); });
      test("set", () => { vi.setSystemTime(new Date("2020-01-01T00:00:00Z")); expect(new Date().toISOString()).toBe("2020-01-01T00:00:00.000Z"); });`,
    "b.test.js": `test("ticks", () => { jest.useFakeTimers(); const order = []; process.nextTick(() => order.push("tick")); queueMicrotask(() => order.push("job")); expect(order).toEqual([]); jest.runAllTicks(); expect(order).toEqual(["tick", "job"]); jest.useRealTimers(); });`,
  });
});

// As Vitest 4.1, Jest 30 and Bun 1.4 run the same files. React's `act` waits for `setImmediate` of `node:timers`.
test("fake timers leave node:timers real in Jest and Vitest; in Bun they cover it, and leave immediates and jobs real", () => {
  const body = `
test("immediate", async () => { fake.useFakeTimers(); await new Promise((r) => nodeTimers.setImmediate(r)); fake.useRealTimers(); });
test("timer", async () => { fake.useFakeTimers(); await new Promise((r) => nodeTimers.setTimeout(r, 1)); fake.useRealTimers(); }, 500);
test("promise", async () => { fake.useFakeTimers(); await timerPromises.setTimeout(1); fake.useRealTimers(); }, 500);
test("jobs", async () => { fake.useFakeTimers(); await new Promise((r) => queueMicrotask(r)); await new Promise((r) => process.nextTick(r)); fake.useRealTimers(); }, 500);
test("global immediate", async () => { fake.useFakeTimers(); await new Promise((r) => setImmediate(r)); fake.useRealTimers(); }, 500);`;
  const modules = `import * as nodeTimers from "node:timers"; import timerPromises from "node:timers/promises";`;
  const common = { immediate: "pass", timer: "pass", promise: "pass" };
  const expected = {
    vitest: { ...common, jobs: "pass", "global immediate": "fail" },
    "@jest/globals": { ...common, jobs: "fail", "global immediate": "fail" },
    "bun:test": { immediate: "pass", timer: "fail", promise: "fail", jobs: "pass", "global immediate": "pass" },
  };
  for (const [module, statuses] of Object.entries(expected)) {
    const name = module === "vitest" ? "vi" : "jest";
    const file = `import { test, ${name} as fake } from "${module}"; ${modules} ${body}`;
    assert.deepStrictEqual(runSuite({ "a.test.ts": file }).statuses, statuses, module);
  }
});

test("jest of a file of bun:test fakes dates without fake timers, as Bun does", () => {
  const { statuses, messages } = runSuite({
    "a.test.ts": `import { expect, jest, test } from "bun:test";
test("dates", () => {
  jest.setSystemTime(new Date(1000));
  expect(Date.now()).toBeLessThan(2000);
  jest.useRealTimers();
  expect(Date.now()).toBeGreaterThan(1e12);
});`,
    "b.test.js": `test("globals", () => { expect(typeof jest.fn).toBe("function"); globalThis.jest = 1; expect(jest).toBe(1); });`,
  });
  assert.deepStrictEqual(messages, {});
  assert.deepStrictEqual(statuses, { dates: "pass", globals: "pass" });
});
