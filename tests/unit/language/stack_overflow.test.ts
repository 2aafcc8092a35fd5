// Builtins that are evaluated on first use, also when the stack is full at that point.
import assert from "node:assert";
import { test } from "../harness.ts";

test("a stack that is first read when the stack is full can be read later", () => {
  let kind: string | undefined;
  function deep(): number {
    try {
      return deep() + 1;
    } catch (error: any) {
      try {
        kind ??= typeof error.stack;
      } catch {
        // Still too deep.
      }
      throw error;
    }
  }
  assert.throws(() => deep(), RangeError);
  assert.strictEqual(kind, "string");
  assert.match(new Error("later").stack!, /^Error: later\n    at /);
});
