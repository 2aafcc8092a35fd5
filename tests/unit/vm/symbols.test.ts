import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

test("a property of the global object whose key is a symbol is seen inside and outside of a context", () => {
  const context: any = vm.createContext();
  const key = Symbol.for("a key");
  const inside = vm.runInContext(
    `
    const key = Symbol.for("a key");
    Object.defineProperty(globalThis, key, { value: { a: 1 } });
    [Object.prototype.hasOwnProperty.call(globalThis, key), key in globalThis, globalThis[key].a]`,
    context,
  );
  assert.deepStrictEqual([...inside], [true, true, 1]);
  assert.strictEqual(context[key].a, 1);
});

test("the global object shows the symbols of the contextified object", () => {
  const early = Symbol("early");
  const late = Symbol("late");
  const context: any = vm.createContext({ [early]: 1, name: 2 } as vm.Context);
  const before = vm.runInContext("this", context);
  assert.deepStrictEqual(
    [before[early], early in before, Object.hasOwn(before, early), before.name],
    [1, true, true, 2],
  );
  context[late] = 3;
  context[early] = 4;
  const after = vm.runInContext("this", context);
  assert.strictEqual(after, before);
  assert.deepStrictEqual([after[early], after[late], Object.getOwnPropertySymbols(after).includes(late)], [4, 3, true]);
});

test("scripts declare and assign names of an object that has symbols", () => {
  const key = Symbol.for("another key");
  const context: any = vm.createContext({ [key]: 1 } as vm.Context);
  vm.runInContext("var first = 1; second = 2", context);
  context[key] = 2;
  const seen = vm.runInContext("var third = this[Symbol.for('another key')]; third", context);
  assert.deepStrictEqual([context[key], seen, context.first, context.second, context.third], [2, 2, 1, 2, 2]);
});

test("a symbol that is deleted on either side is gone on both", () => {
  const inside = Symbol.for("deleted inside");
  const outside = Symbol.for("deleted outside");
  const context: any = vm.createContext({ [inside]: 1, [outside]: 2 } as vm.Context);
  delete context[outside];
  assert.strictEqual(
    vm.runInContext("delete this[Symbol.for('deleted inside')] && Symbol.for('deleted outside') in this", context),
    false,
  );
  vm.runInContext("0", context);
  assert.deepStrictEqual(
    [inside in context, vm.runInContext("Symbol.for('deleted inside') in this", context)],
    [false, false],
  );
});
