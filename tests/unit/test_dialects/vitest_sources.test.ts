// Vitest: tests in sources, and what its context and `vi.resetModules` do. The expected results are those of Vitest 4.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("sources with tests run where Vitest's includeSource names them, and import.meta.vitest is undefined elsewhere", () => {
  const { statuses } = runSuite({
    "package.json": `{ "type": "module" }`,
    "vitest.config.mjs": `export default { test: { include: ["*.test.ts"], includeSource: ["src/*.ts"] } };`,
    "src/add.ts": `import { one } from "./one.ts"; export const add = (a: number) => a + one;
      if (import.meta.vitest) { const { it, expect } = import.meta.vitest; it("in source", () => expect(add(1)).toBe(2)); }`,
    "src/one.ts": `export const one = 1; if (import.meta.vitest) import.meta.vitest.it("of one", () => {});`,
    "src/plain.ts": `throw new Error("not a test");`,
    "a.test.ts": `import { it, expect } from "vitest"; import { add } from "./src/add.ts"; it("a", () => expect(add(2)).toBe(3));`,
  });
  assert.deepStrictEqual(statuses, { "in source": "pass", "of one": "pass", a: "pass" });
});

test("vi.resetModules makes files of __mocks__ anew; the context says which attempt runs", () => {
  const { statuses } = runSuite({
    "man.ts": `export const who = "real";`,
    "__mocks__/man.ts": `export const who = "manual";`,
    "a.test.ts": `import { it, expect, vi } from "vitest"; vi.mock("./man");
      it("reset", async () => {
        const one = await import("./man"); vi.resetModules(); const other = await import("./man");
        expect(one).not.toBe(other); expect(other.who).toBe("manual");
      });
      it("retried", { retry: 2 }, ({ task }) => { if (task.result!.retryCount! < 2) throw new Error("again"); });
      let runs = 0;
      it("repeated", { repeats: 2 }, ({ task }) => { expect(task.result!.repeatCount).toBe(runs++); });`,
  });
  assert.deepStrictEqual(statuses, { reset: "pass", retried: "pass", repeated: "pass" });
});
