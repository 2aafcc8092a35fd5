// Builtins that are evaluated when they are first needed: also when that is where the stack is full.
import assert from "node:assert";
import { test } from "../harness.ts";

test("a stack that is first read where the stack is full can be read later", () => {
  let kind: string | undefined;
  function deep(): number {
    try {
      return deep() + 1;
    } catch (error: any) {
      try {
        kind ??= typeof error.stack;
      } catch {
        // Too deep still.
      }
      throw error;
    }
  }
  assert.throws(() => deep(), RangeError);
  assert.strictEqual(kind, "string");
  assert.match(new Error("later").stack!, /^Error: later\n    at /);
});
