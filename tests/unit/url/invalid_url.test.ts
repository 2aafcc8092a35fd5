// The error for an invalid URL: in Node it has the code as a property, but not in its stack.
import assert from "node:assert";
import { test } from "../harness.ts";

function failure(body: () => unknown): any {
  try {
    body();
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}

test("new URL fails without the code in the text", () => {
  const error = failure(() => new URL("nope"));
  assert.deepStrictEqual(
    [String(error), error.stack.split("\n")[0], { ...error }],
    ["TypeError: Invalid URL", "TypeError: Invalid URL", { code: "ERR_INVALID_URL", input: "nope" }],
  );
  assert.deepStrictEqual({ ...failure(() => new URL("x", "y")) }, { code: "ERR_INVALID_URL", input: "x", base: "y" });
});
