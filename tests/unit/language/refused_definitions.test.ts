// V8's messages of properties that cannot be defined. What is expected is what Node.js 26.10 and Deno 2.9 show. The linked engine
// keeps its own, and both do for elements of arrays and variables of the global object.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

/** Whether the engine is a part of Brio, and not the library of the system. */
const isLinked =
  "brio" in process.versions &&
  !spawnSync(process.execPath, ["--version", "--verbose"], { encoding: "utf8" }).stdout.includes("the system's");
const testSystems = isLinked ? (): void => {} : test;

/** The message of the TypeError that a definition throws. */
function messageOf(object: object, key: PropertyKey, descriptor: PropertyDescriptor = { value: 2 }): string {
  try {
    Object.defineProperty(object, key, descriptor);
  } catch (error) {
    assert.ok(error instanceof TypeError);
    return error.message;
  }
  return "none";
}

const fixed = (key: PropertyKey): object => Object.defineProperty({}, key, { value: 1 });

testSystems("an existing property that cannot change is named", () => {
  assert.strictEqual(messageOf(fixed("x"), "x"), "Cannot redefine property: x");
  assert.strictEqual(messageOf(fixed("é ł"), "é ł"), "Cannot redefine property: é ł");
  assert.strictEqual(messageOf(fixed("x"), "x", { get: () => 1 }), "Cannot redefine property: x");
  assert.strictEqual(messageOf(fixed("x"), "x", { enumerable: true }), "Cannot redefine property: x");
  assert.strictEqual(messageOf(fixed("x"), "x", { configurable: true }), "Cannot redefine property: x");
  const accessor = Object.defineProperty({}, "x", { get: () => 1, set() {} });
  assert.strictEqual(messageOf(accessor, "x", { get: () => 2 }), "Cannot redefine property: x");
  assert.strictEqual(messageOf(accessor, "x", { set() {} }), "Cannot redefine property: x");
  const symbol = Symbol("mark");
  assert.strictEqual(messageOf(fixed(symbol), symbol), "Cannot redefine property: Symbol(mark)");
  assert.strictEqual(messageOf(class {}, "prototype"), "Cannot redefine property: prototype");
  assert.throws(() => Object.defineProperties(fixed("x"), { x: { value: 2 } }), {
    message: "Cannot redefine property: x",
  });
});

testSystems("a new property of an object that is not extensible is named", () => {
  const closed = Object.preventExtensions({});
  const symbol = Symbol("mark");
  assert.strictEqual(messageOf(closed, "x"), "Cannot define property x, object is not extensible");
  assert.strictEqual(messageOf(closed, symbol), "Cannot define property Symbol(mark), object is not extensible");
  assert.strictEqual(
    messageOf(
      Object.freeze(() => 1),
      "x",
    ),
    "Cannot define property x, object is not extensible",
  );
});

testSystems("a definition within another one is named for itself", () => {
  const inner = fixed("inner");
  const outer = new Proxy(fixed("outer"), {
    defineProperty(target, key, descriptor) {
      assert.strictEqual(messageOf(inner, "inner"), "Cannot redefine property: inner");
      return Reflect.defineProperty(target, key, descriptor);
    },
  });
  assert.throws(() => Object.defineProperty(outer, "outer", { value: 2 }), TypeError);
});

test("Reflect.defineProperty and the engine's own functions throw nothing", () => {
  assert.strictEqual(Reflect.defineProperty(fixed("x"), "x", { value: 2 }), false);
  assert.strictEqual(Reflect.defineProperty(Object.preventExtensions({}), "x", { value: 2 }), false);
});
