// `Error.prepareStackTrace`: the default function, which a program may replace.
import assert from "node:assert";
import { inspect } from "node:util";
import { test } from "../harness.ts";

const statics = Error as any;

test("the default formats an error and its call sites as usual", () => {
  const { value, ...rest } = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace")!;
  assert.deepStrictEqual(rest, { writable: true, enumerable: false, configurable: true });
  assert.strictEqual(value.name, "ErrorPrepareStackTrace");
  assert.strictEqual(value(new TypeError("x"), ["a", 1]), "TypeError: x\n    at a\n    at 1");
});

test("a program's own function is called until the default is restored", () => {
  const saved = statics.prepareStackTrace;
  statics.prepareStackTrace = (error: Error, trace: unknown[]) => [error.message, trace.length > 0];
  const own: unknown = new Error("x").stack;
  // A function that wraps the default gets its string.
  statics.prepareStackTrace = (error: Error, trace: unknown[]) => `<${saved(error, trace)}>`;
  const wrapped = new Error("y").stack!;
  statics.prepareStackTrace = saved;
  assert.deepStrictEqual(own, ["x", true]);
  assert.match(wrapped, /^<Error: y\n    at .*default_stack\.test\.ts:\d+:\d+[^]*>$/);
  assert.match(new Error("z").stack!, /^Error: z\n    at .*default_stack\.test\.ts:\d+:\d+/);
});

test("a stack that is inherited from an error has the form of its own", () => {
  function Old(this: any, message: string) {
    this.message = message;
  }
  Old.prototype = new Error("base");
  for (const value of [new (Old as any)("base"), Object.create(new Error("base"))]) {
    assert.match(value.stack, /^Error: base\n {4}at .*default_stack/);
    assert.match(inspect(value), /^Error: base\n {4}at .*default_stack/);
  }
  assert.strictEqual(({ stack: "a@b:1:2" } as any).stack, "a@b:1:2");
});
