import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

test("a property of the global object whose key is a symbol is seen inside and outside of a context", () => {
  const context: any = vm.createContext();
  const key = Symbol.for("a key");
  const inside = vm.runInContext(`
    const key = Symbol.for("a key");
    Object.defineProperty(globalThis, key, { value: { a: 1 } });
    [Object.prototype.hasOwnProperty.call(globalThis, key), key in globalThis, globalThis[key].a]`, context);
  assert.deepStrictEqual([...inside], [true, true, 1]);
  assert.strictEqual(context[key].a, 1);
});
