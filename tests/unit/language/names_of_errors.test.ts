// Programs copy and log errors by listing their own names: `JSON.stringify(error, Object.getOwnPropertyNames(error))`.
import assert from "node:assert";
import { test } from "../harness.ts";

const isBun = process.versions.bun !== undefined;
const HEAD = /^RangeError: out\n +at /;

/** The members of an error by computed names. */
function copied(error: any, names: PropertyKey[]): any {
  const copy: any = {};
  for (const name of names) copy[name] = error[name];
  return copy;
}

test("JSON of an error with all of its names has the stack that programs see", () => {
  const error = new RangeError("out");
  const parsed = JSON.parse(JSON.stringify(error, Object.getOwnPropertyNames(error)));
  assert.match(parsed.stack, HEAD);
  assert.strictEqual(parsed.message, "out");
});

test("a copy by computed names has it, too", () => {
  for (const list of [Object.getOwnPropertyNames, Reflect.ownKeys]) {
    const error = new RangeError("out");
    assert.match(copied(error, list(error)).stack, HEAD);
  }
});

test("the names of thrown and derived errors are those of V8", () => {
  if (isBun) return;
  class Derived extends TypeError {
    code = "E_OWN";
  }
  assert.deepStrictEqual(Object.getOwnPropertyNames(new Error("x")), ["stack", "message"]);
  assert.deepStrictEqual(Reflect.ownKeys(new Error()), ["stack"]);
  assert.deepStrictEqual(Object.getOwnPropertyNames(new Derived("x")), ["stack", "message", "code"]);
  assert.deepStrictEqual(Object.getOwnPropertyNames(new Error("x", { cause: 1 })), ["stack", "message", "cause"]);
  try {
    (undefined as any).x;
  } catch (error) {
    assert.deepStrictEqual(Object.getOwnPropertyNames(error), ["stack", "message"]);
  }
  const placed = Object.assign(new Error("x"), { line: 7, column: 3 });
  assert.deepStrictEqual(copied(placed, Object.getOwnPropertyNames(placed)).line, 7);
});

test("other objects have all of their names", () => {
  assert.deepStrictEqual(Object.getOwnPropertyNames({ line: 1, stack: 2, column: 3 }), ["line", "stack", "column"]);
  assert.deepStrictEqual(Object.getOwnPropertyNames("ab"), ["0", "1", "length"]);
  assert.throws(() => Object.getOwnPropertyNames(null), TypeError);
  assert.throws(() => Reflect.ownKeys(1 as never), TypeError);
  assert.deepStrictEqual([Object.getOwnPropertyNames.length, Reflect.ownKeys.length], [1, 1]);
  assert.deepStrictEqual([Object.getOwnPropertyNames.name, Reflect.ownKeys.name], ["getOwnPropertyNames", "ownKeys"]);
});
