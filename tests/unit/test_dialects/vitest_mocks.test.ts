// Mocks of Vitest where its rules are its own: exports that a factory did not return, packages that it does not compile,
// `restoreAllMocks`, and `expect.poll`. Each file passed in Vitest 4.1.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const SOURCE = "export const a = 0; export const b = () => 2; export default 5;";

test("an export that the factory did not return throws when it is used", () => {
  const { messages, code } = runSuite({
    "m.js": SOURCE,
    "user.js": `import d, { b } from "./m"; export const useB = () => b(); export const useD = () => d;`,
    "a.test.js": `import { test, expect, vi } from "vitest"; import * as m from "./m"; import d, { b } from "./m"; import { useB, useD } from "./user";
vi.mock("./m", () => ({ a: 1 }));
test("namespace", () => { expect(m.a).toBe(1); expect(() => m.b).toThrow('[vitest] No "b" export is defined on the "./m" mock. Did you forget to return it from "vi.mock"?'); expect("b" in m).toBe(false); expect(Object.keys(m)).toEqual(["a"]); });
test("names", () => { expect(() => b()).toThrow('No "b" export'); expect(() => d.x).toThrow('No "default" export'); });
test("another file", () => { expect(() => useB()).toThrow('No "b" export'); expect(() => useD()).toThrow('No "default" export'); });
test("import()", async () => { const found = await import("./m"); expect(found.a).toBe(1); expect(() => found.b).toThrow('No "b" export'); });`,
    "whole.test.js": `import { test, expect, vi } from "vitest"; import fs, { existsSync } from "node:fs"; import d, { b } from "./m";
vi.mock("node:fs", async (original) => ({ ...(await original()), existsSync: () => "fake" })); vi.mock("./m");
test("the rest of a module", () => { expect(existsSync("")).toBe("fake"); expect(typeof fs.readFileSync).toBe("function"); });
test("automatic", () => { expect(d).toBe(5); expect(b()).toBe(undefined); });`,
  });
  assert.deepEqual([messages, code], [{}, 0]);
});

test("what packages import is not mocked unless they are inlined", () => {
  const files = {
    "node_modules/dep/package.json": `{ "name": "dep", "type": "module", "exports": "./index.js" }`,
    "node_modules/dep/index.js": `import { existsSync } from "node:fs"; import { v } from "other"; export const look = () => [existsSync("/"), v];`,
    "node_modules/other/package.json": `{ "name": "other", "type": "module", "exports": "./index.js" }`,
    "node_modules/other/index.js": `export const v = "real";`,
  };
  const body = (
    expected: string,
  ): string => `import { test, expect, vi } from "vitest"; import { look } from "dep"; import { v } from "other"; import { existsSync } from "node:fs";
vi.mock("node:fs", () => ({ existsSync: () => "fake" })); vi.mock("other", () => ({ v: "fake" }));
test("own", () => { expect([existsSync("/"), v]).toEqual(["fake", "fake"]); }); test("package", () => { expect(look()).toEqual(${expected}); });`;
  const plain = runSuite({ ...files, "a.test.js": body(`[true, "real"]`) });
  assert.deepEqual([plain.messages, plain.code], [{}, 0]);
  for (const inline of ["true", `["dep"]`, "[/dep/]"]) {
    const run = runSuite({
      ...files,
      "vitest.config.mjs": `export default { test: { server: { deps: { inline: ${inline} } } } };`,
      "a.test.js": body(`["fake", "fake"]`),
    });
    assert.deepEqual([run.messages, run.code], [{}, 0], inline);
  }
});

test("restoreAllMocks puts spied functions back and leaves mocks as they are", () => {
  const { messages, code } = runSuite({
    "m.js": SOURCE,
    "a.test.js": `import { test, expect, vi } from "vitest"; import { b } from "./m"; vi.mock("./m", { spy: true });
test("restore", () => {
  const object = { m: () => "original" }; const spy = vi.spyOn(object, "m").mockReturnValue("mocked"); const fn = vi.fn().mockReturnValue(1); object.m(); fn();
  vi.mocked(b).mockReturnValue(9); vi.restoreAllMocks();
  expect(object.m()).toBe("original"); expect(vi.isMockFunction(object.m)).toBe(false); expect(spy.mock.calls).toHaveLength(1); expect(spy()).toBe("mocked");
  expect(fn.mock.calls).toHaveLength(1); expect(fn()).toBe(1); expect(b()).toBe(9);
});
test("names and spied functions", () => {
  const fn = vi.fn().mockName("own"); expect(fn.mockClear().getMockName()).toBe("own"); expect(fn.mockReset().getMockName()).toBe("vi.fn()");
  const object = { m: () => 1 }; const spy = vi.spyOn(object, "m"); expect(spy.getMockImplementation()).toBe(undefined); spy.mockReturnValue(2); expect(spy.getMockImplementation()()).toBe(2);
});`,
  });
  assert.deepEqual([messages, code], [{}, 0]);
});

test("expect.poll has to be awaited, and its time is the real one", () => {
  const { messages, statuses } = runSuite({
    "a.test.js": `import { test, expect, vi } from "vitest";
test("left", () => { expect.poll(() => 1).not.toBe(1); });
test("awaited", async () => { vi.useFakeTimers(); let count = 0; await expect.poll(() => ++count, { interval: 5 }).toBe(3); vi.useRealTimers(); });
test("over", async () => { vi.useFakeTimers(); const error = await expect.poll(() => 1, { interval: 5, timeout: 20 }).toBe(3).catch((reason) => reason); vi.useRealTimers(); expect(error.message).toMatch("expected 1 to be 3"); expect(error.cause.message).toBe("Matcher did not succeed in time."); });`,
  });
  assert.deepEqual(statuses, { left: "fail", awaited: "pass", over: "pass" });
  assert.match(
    messages.left!,
    /^expect\.poll\(assertion\)\.not\.toBe\(\) was not awaited\. This assertion is asynchronous and must be awaited; otherwise, it is not executed to avoid unhandled rejections:\n\nawait expect\.poll\(assertion\)\.not\.toBe\(\)\n/,
  );
});

test("onTestFailed is called with the errors, and file snapshots have numbers", () => {
  const run = runSuite({
    "a.test.js": `import { test, expect, onTestFailed } from "vitest"; const seen = [];
test("fails", () => { onTestFailed(({ task }) => seen.push(task.result.state, task.result.errors[0].message)); throw new Error("boom"); });
test("seen", () => { expect(seen).toEqual(["fail", "boom"]); });
test("numbers", async () => { await expect("file").toMatchFileSnapshot("./out.txt"); expect(1).toMatchSnapshot(); });`,
  });
  assert.deepEqual(run.statuses, { fails: "fail", seen: "pass", numbers: "pass" });
  assert.match(run.read("__snapshots__/a.test.js.snap"), /exports\[`numbers 2`\] = `1`;/);
});
