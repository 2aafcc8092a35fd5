// Functions of the standard are methods (ECMA-262 §18): no constructors, without a `prototype`, with the source of native ones.
import assert from "node:assert";
import { test } from "../harness.ts";

const FUNCTIONS: [string, any, number][] = [
  ["waitAsync", Atomics, 4],
  ["captureStackTrace", Error, 2],
  ["compile", WebAssembly, 1],
  ["instantiate", WebAssembly, 1],
  ["compileStreaming", WebAssembly, 1],
  ["instantiateStreaming", WebAssembly, 1],
  ["any", Promise, 1],
  ["fromAsync", Array, 1],
];

test("functions of the standard are methods", () => {
  for (const [name, holder, length] of FUNCTIONS) {
    const value = holder[name];
    assert.deepStrictEqual([value.name, value.length, "prototype" in value], [name, length, false]);
    assert.throws(() => new value(), TypeError, name);
    assert.match(String(value), /\{\s*\[native code\]\s*\}$/, name);
    assert.strictEqual(Object.getPrototypeOf(value), Function.prototype, name);
  }
});
