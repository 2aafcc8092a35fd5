import assert from "node:assert";
import { test } from "../harness.ts";

test("process.mainModule can be replaced", () => {
  const before = (process as any).mainModule;
  const own = { require: () => 1 };
  (process as any).mainModule = own;
  assert.strictEqual((process as any).mainModule, own);
  assert.deepStrictEqual(Object.getOwnPropertyDescriptor(process, "mainModule"), {
    value: own,
    writable: true,
    enumerable: true,
    configurable: true,
  });
  (process as any).mainModule = before;
});
