// Endless recursion is a RangeError, also where every call is in tail position (strict mode).
import assert from "node:assert";
import { test } from "../harness.ts";

test("recursion in tail position overflows the stack", () => {
  function forever(count: number): number {
    return forever(count + 1);
  }
  assert.throws(() => forever(0), { name: "RangeError" });
});

test("recursion through two functions overflows the stack", () => {
  const even = (count: number): boolean => odd(count + 1);
  const odd = (count: number): boolean => even(count + 1);
  assert.throws(() => even(0), { name: "RangeError" });
});
