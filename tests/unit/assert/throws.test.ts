// assert.throws with an object: every property of the error that it names is compared, the stack too.
import assert from "node:assert";
import { test } from "../harness.ts";

test("the stack is compared in the form that programs see", () => {
  assert.throws(
    () => {
      (null as any).member;
    },
    { name: "TypeError", stack: /^TypeError: .*\n {4}at / },
  );
  assert.throws(
    () => {
      throw new RangeError("far");
    },
    { message: "far", stack: /^RangeError: far\n {4}at / },
  );
});

test("a stack that does not match fails", () => {
  assert.throws(
    () =>
      assert.throws(
        () => {
          throw new Error("x");
        },
        { stack: /never/ },
      ),
    { code: "ERR_ASSERTION" },
  );
});
