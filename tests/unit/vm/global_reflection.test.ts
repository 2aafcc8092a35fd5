// What reflection sees of a contextified object in the global object of its context, and the prototype of that global object.
import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

function hidden(): any {
  const sandbox: any = { shown: 1 };
  Object.defineProperty(sandbox, "secret", { value: 2, writable: true, enumerable: false, configurable: true });
  Object.defineProperty(sandbox, Symbol.for("mark"), { value: 3, enumerable: false });
  return vm.createContext(sandbox);
}

test("names of properties that are not enumerable are listed inside the context", () => {
  const context = hidden();
  const seen = vm.runInContext(
    `[Object.getOwnPropertyNames(globalThis).includes("secret"), Reflect.ownKeys(globalThis).includes("secret"),
      Reflect.ownKeys(globalThis).includes(Symbol.for("mark")), Object.getOwnPropertySymbols(globalThis).includes(Symbol.for("mark")),
      Object.keys(globalThis).join(), Object.getOwnPropertyDescriptors(globalThis).secret.enumerable].join()`,
    context,
  );
  assert.strictEqual(seen, "true,true,true,true,shown,false");
});

test("a property that is added later without being enumerable is listed", () => {
  const context = hidden();
  vm.runInContext("1", context);
  Object.defineProperty(context, "later", { value: 1, enumerable: false, configurable: true });
  assert.ok(vm.runInContext('Object.getOwnPropertyNames(globalThis).includes("later")', context));
  assert.strictEqual(vm.runInContext('Object.keys(globalThis).includes("later")', context), false);
});

test("the global object shows them outside the context, too", () => {
  const context = hidden();
  const global = vm.runInContext("globalThis", context);
  assert.ok(Object.getOwnPropertyNames(global).includes("secret"));
  assert.ok(Reflect.ownKeys(global).includes("secret"));
  assert.deepStrictEqual(Object.getOwnPropertyDescriptor(global, "secret"), {
    value: 2,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  assert.deepStrictEqual(Object.keys(global), ["shown"]);
});

test("a definition in the global object from outside is one in the contextified object", () => {
  const context = hidden();
  const global = vm.runInContext("globalThis", context);
  assert.strictEqual(Object.defineProperty(global, "made", { value: 4 }), global);
  assert.deepStrictEqual(Object.getOwnPropertyDescriptor(context, "made"), {
    value: 4,
    writable: false,
    enumerable: false,
    configurable: false,
  });
  const mark = Symbol("mark");
  Object.defineProperty(global, mark, { value: 5, configurable: true });
  assert.deepStrictEqual([global[mark], Object.getOwnPropertySymbols(global).includes(mark)], [5, true]);
});

test("other objects are reflected as before", () => {
  hidden();
  const object = { a: 1, [Symbol.iterator]: 2 };
  assert.deepStrictEqual(Reflect.ownKeys(object), ["a", Symbol.iterator]);
  assert.deepStrictEqual(Object.getOwnPropertyNames("ab"), ["0", "1", "length"]);
  assert.throws(() => Reflect.ownKeys(1 as never), TypeError);
  assert.throws(() => Object.defineProperty(1 as never, "a", {}), TypeError);
});

const PROTOTYPE = "[Object.getPrototypeOf(globalThis) === null, typeof Object, typeof globalThis.Array].join()";

for (const source of [
  "Object.setPrototypeOf(globalThis, null);",
  "Reflect.setPrototypeOf(globalThis, null);",
  "globalThis.__proto__ = null;",
]) {
  test(`the prototype of the global object can be null: ${source}`, () => {
    assert.strictEqual(vm.runInContext(source + PROTOTYPE, vm.createContext({})), "true,function,function");
    const plain = vm.createContext(vm.constants.DONT_CONTEXTIFY as any);
    assert.strictEqual(vm.runInContext(source + PROTOTYPE, plain), "true,function,function");
  });
}

test("its prototype can be set to null from outside", () => {
  const global = vm.runInContext("globalThis", vm.createContext({}));
  global.__proto__ = null;
  assert.strictEqual(Object.getPrototypeOf(global), null);
  const other = vm.runInContext("globalThis", vm.createContext({}));
  assert.strictEqual(Object.setPrototypeOf(other, null), other);
  assert.strictEqual(Reflect.getPrototypeOf(other), null);
});

test("members of a prototype that a script sets are variables", () => {
  const context = vm.createContext({});
  const seen = vm.runInContext(
    "Object.setPrototypeOf(globalThis, { given: 4 }); [given, Object.getPrototypeOf(globalThis).given].join()",
    context,
  );
  assert.deepStrictEqual([seen, Object.keys(context)], ["4,4", []]);
});

test("scripts and functions may declare with using", async () => {
  const block = "{ using it = { [Symbol.dispose]() { out.push(1); } }; out.push(0); }";
  const context = vm.createContext({ out: [] as number[] });
  new vm.Script(block).runInContext(context);
  vm.runInContext(`(async () => { await using it = { async [Symbol.asyncDispose]() { out.push(2); } }; })()`, context);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepStrictEqual([...context.out!], [0, 1, 2]);
  const out: number[] = [];
  vm.compileFunction(block, ["out"])(out);
  vm.runInThisContext(`(out) => ${block}`)(out);
  assert.deepStrictEqual(out, [0, 1, 0, 1]);
  assert.throws(() => new vm.Script("using top = null"), SyntaxError);
  assert.throws(() => new vm.Script("{ using = = }"), SyntaxError);
});

test("a symbol that was defined on a context's global object from outside can be deleted there", () => {
  const global = vm.runInContext("globalThis", vm.createContext());
  const symbol = Symbol("of the test");
  for (const value of [1, 2]) {
    Object.defineProperty(global, symbol, { value, writable: true, enumerable: true, configurable: true });
    assert.strictEqual(global[symbol], value);
    delete global[symbol];
    assert.strictEqual(symbol in global, false);
    assert.strictEqual(Object.getOwnPropertySymbols(global).includes(symbol), false);
    assert.strictEqual(Object.getOwnPropertyDescriptor(global, symbol), undefined);
  }
});

test("a context's global object cannot be frozen, sealed or made inextensible", () => {
  const context = vm.createContext({ x: 1 });
  const inner = vm.runInContext("globalThis", context);
  const attempts = [
    ["freeze", "Cannot freeze"],
    ["seal", "Cannot seal"],
    ["preventExtensions", "Cannot prevent extensions"],
  ] as const;
  for (const [name, message] of attempts) {
    assert.throws(() => (Object[name] as (value: unknown) => unknown)(inner), { name: "TypeError", message });
    const script = `try { Object.${name}(globalThis) } catch (error) { error instanceof TypeError && error.message }`;
    assert.strictEqual(vm.runInContext(script, context), message);
    assert.ok(vm.runInContext(`Object.isFrozen(Object.freeze({ a: 1 })) && Object.${name}(1) === 1`, context));
  }
  assert.deepStrictEqual(
    [Reflect.preventExtensions(inner), vm.runInContext("Reflect.preventExtensions(globalThis)", context)],
    [false, false],
  );
  vm.runInContext("x = 2; y = 3", context);
  assert.deepStrictEqual({ ...context }, { x: 2, y: 3 });
});

test("Reflect.deleteProperty of a frozen object's name is false, inside and outside", () => {
  const context = vm.createContext(Object.freeze({ x: 1 }));
  assert.strictEqual(vm.runInContext("Reflect.deleteProperty(globalThis, 'x')", context), false);
  assert.strictEqual(Reflect.deleteProperty(vm.runInContext("globalThis", context), "x"), false);
  assert.strictEqual(
    vm.runInContext("'use strict'; var added = 1; function called() {} typeof added + typeof called", context),
    "numberfunction",
  );
  const open = vm.createContext({ x: 1 });
  assert.strictEqual(vm.runInContext("Object.freeze.name + Object.defineProperty.name", open), "freezedefineProperty");
  assert.strictEqual(vm.runInContext("Reflect.deleteProperty(globalThis, 'x')", open), true);
  assert.deepStrictEqual({ ...open }, {});
});

test("an accessor of the global object is described outside the context without being read", () => {
  for (const context of [vm.createContext(), vm.createContext({}), vm.createContext(vm.constants.DONT_CONTEXTIFY)]) {
    const global = vm.runInContext("globalThis", context);
    let reads = 0;
    const get = (): number => ++reads;
    assert.ok(Reflect.defineProperty(global, "first", { get, configurable: true }));
    Object.defineProperties(global, {
      second: { get, configurable: true },
      [Symbol.for("third")]: { get, configurable: true },
    });
    for (const key of ["first", "second", Symbol.for("third")]) {
      assert.strictEqual(Reflect.getOwnPropertyDescriptor(global, key)!.get, get);
      assert.strictEqual(Object.getOwnPropertyDescriptor(global, key)!.get, get);
      assert.strictEqual((Object.getOwnPropertyDescriptors(global) as any)[key].get, get);
    }
    assert.strictEqual(reads, 0);
    Object.defineProperty(global, "constant", { value: 1 });
    assert.strictEqual(Reflect.defineProperty(global, "constant", { value: 2 }), false);
    assert.throws(() => Object.defineProperties(global, { constant: { value: 2 } }), TypeError);
  }
});

test("functions of Object see the enumerable properties of the contextified object in the global object", () => {
  const key = Symbol.for("reflected");
  const shown = { a: 1, b: 2, [key]: 3 };
  Object.defineProperty(shown, "hidden", { value: 4, enumerable: false });
  const run = (code: string): unknown =>
    JSON.parse(vm.runInContext(`JSON.stringify(${code})`, vm.createContext(shown)));
  assert.deepStrictEqual(run("Object.entries(globalThis)"), [
    ["a", 1],
    ["b", 2],
  ]);
  assert.deepStrictEqual(run("Object.values(globalThis)"), [1, 2]);
  assert.deepStrictEqual(run("Object.assign({ c: 0 }, globalThis, { b: 5 })"), { c: 0, a: 1, b: 5 });
  assert.deepStrictEqual(run("[Object.assign({}, globalThis)[Symbol.for('reflected')], Object.assign.length]"), [3, 2]);
  assert.deepStrictEqual(
    run("['a', 'hidden', 'Array', 'nope'].map((key) => Object.prototype.propertyIsEnumerable.call(globalThis, key))"),
    [true, false, false, false],
  );
  assert.deepStrictEqual(run("Object.entries({ x: 1 })"), [["x", 1]]);
  assert.strictEqual(vm.runInContext("Object.assign(globalThis, { a: 9 }); a", vm.createContext(shown)), 9);
  assert.strictEqual(shown.a, 9);
});

test("a program that replaces WeakMap.prototype.get does not break the functions of Object", () => {
  vm.createContext({});
  const get = Object.getOwnPropertyDescriptor(WeakMap.prototype, "get")!;
  const { defineProperty } = Object;
  WeakMap.prototype.get = () => {
    throw new Error("replaced");
  };
  try {
    assert.deepStrictEqual(Object.getOwnPropertyNames({ a: 1 }), ["a"]);
    assert.deepStrictEqual(Reflect.ownKeys(Object.defineProperty({}, "b", { value: 1 })), ["b"]);
    assert.strictEqual(Object.getOwnPropertyDescriptor({ c: 3 }, "c")!.value, 3);
  } finally {
    defineProperty(WeakMap.prototype, "get", get);
  }
});
