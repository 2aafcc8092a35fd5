// The test library as a member of Bun, and the address of a calling module. Run with Bun or Brio.
import assert from "node:assert";
import { callerSourceOrigin } from "bun:jsc";
import { test } from "../harness.ts";

test("Bun.jest returns the test library", () => {
  const library = (Bun as any).jest(import.meta.path);
  for (const name of ["test", "it", "describe", "beforeAll", "afterEach", "expect", "mock", "spyOn", "jest", "vi"])
    assert.ok(name in library, name);
  library.expect(1).toBe(1);
  assert.throws(() => library.expect(1).toBe(2));
});

test("callerSourceOrigin is the address of the module that calls it", () => {
  const origin = callerSourceOrigin();
  assert.strictEqual(origin, import.meta.url);
});
