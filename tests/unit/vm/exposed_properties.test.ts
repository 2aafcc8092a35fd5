// What a script does to the global object of its context is done to the contextified object, with the attributes, keys and strictness
// that its properties have. Run with Node or Brio.
import assert from "node:assert";
import { inspect } from "node:util";
import vm from "node:vm";
import { test } from "../harness.ts";

const key = Symbol.for("exposed");

function mixed(): any {
  const object: any = { a: 1, b: 2, [key]: 3 };
  Object.defineProperty(object, "hidden", { value: 4, writable: true, enumerable: false, configurable: true });
  return vm.createContext(object);
}

const inside = (code: string, context: any = mixed()): unknown => vm.runInContext(code, context);

test("the global object can be spread, inside and outside of its context", () => {
  assert.strictEqual(inside("JSON.stringify({ ...globalThis })"), '{"a":1,"b":2}');
  assert.strictEqual(inside("JSON.stringify({ ...this, c: 5 })"), '{"a":1,"b":2,"c":5}');
  assert.strictEqual(inside("({ ...globalThis })[Symbol.for('exposed')]"), 3);
  assert.deepStrictEqual({ ...(inside("globalThis") as object) }, { a: 1, b: 2, [key]: 3 });
  assert.strictEqual(inside("const { a, ...rest } = globalThis; JSON.stringify(rest)"), '{"b":2}');
});

test("functions that copy properties see those of the global object outside of its context", () => {
  const global: any = inside("globalThis");
  assert.deepStrictEqual(Object.assign({}, global), { a: 1, b: 2, [key]: 3 });
  assert.deepStrictEqual(Object.entries(global), [
    ["a", 1],
    ["b", 2],
  ]);
  assert.deepStrictEqual(Object.values(global), [1, 2]);
  const enumerable = (name: PropertyKey): boolean => Object.prototype.propertyIsEnumerable.call(global, name);
  assert.deepStrictEqual(["a", "hidden", "Array", key].map(enumerable), [true, false, false, true]);
});

test("what is enumerable follows the contextified object", () => {
  const context = mixed();
  const names = (): unknown => inside("JSON.stringify({ ...globalThis })", context);
  names();
  context.added = 5;
  delete context.a;
  Object.defineProperty(context, "b", { enumerable: false });
  assert.strictEqual(names(), '{"added":5}');
  Object.defineProperty(context, "b", { enumerable: true });
  context.a = 6;
  assert.strictEqual(
    inside("[...Object.keys(globalThis)].sort().join() + a + b + typeof deleted", context),
    "a,added,b62undefined",
  );
});

test("names that are enumerated can still be assigned, deleted, declared and shadowed", () => {
  const context = mixed();
  inside("({ ...globalThis })", context);
  assert.strictEqual(inside("a = 7; this.b += 1; delete globalThis.hidden; [a, b].join()", context), "7,3");
  assert.deepStrictEqual([context.a, context.b, "hidden" in context], [7, 3, false]);
  assert.strictEqual(inside("var a; var b = 9; [a, b].join()", context), "7,9");
  assert.strictEqual(context.b, 9);
  context.a = 8;
  assert.strictEqual(inside("a", context), 8);
  const other = mixed();
  inside("({ ...globalThis })", other);
  assert.strictEqual(inside("function a() { return 'called' } a()", other), "called");
  assert.strictEqual(other.a(), "called");
  assert.strictEqual(inside("let b = 5; [b, globalThis.b].join()", other), "5,2");
});

test("names that an object inherits are not enumerated by for-in", () => {
  const context = vm.createContext(Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } }));
  assert.strictEqual(
    inside("const all = []; for (const name in globalThis) all.push(name); all.join()", context),
    "own",
  );
  assert.strictEqual(inside("inherited + own", context), 3);
});

test("a descriptor is only that of an own property", () => {
  const context = vm.createContext(Object.create({ inherited: 1 }));
  assert.strictEqual(inside("Object.getOwnPropertyDescriptor(globalThis, 'inherited')", context), undefined);
  assert.strictEqual(inside("Reflect.getOwnPropertyDescriptor(globalThis, 'inherited')", context), undefined);
  assert.strictEqual(inside("typeof Object.getOwnPropertyDescriptor(globalThis, 'Array').value", context), "function");
});

test("an assignment by a symbol is not one by its description", () => {
  const context = mixed();
  const seen = inside(
    `const first = Symbol("a"), second = Symbol("a"), Other = Symbol("Array"), none = Symbol();
    globalThis[first] = 10; globalThis[second] = 11; globalThis[Other] = 12; globalThis[none] = 13;
    [globalThis[first], globalThis[second], globalThis[Other], globalThis[none], a, typeof Array, "" in globalThis].join()`,
    context,
  );
  assert.strictEqual(seen, "10,11,12,13,1,function,false");
  assert.deepStrictEqual(Reflect.ownKeys(context), ["a", "b", "hidden", key]);
});

test("symbols of the contextified object are read and assigned at once", () => {
  const log: unknown[] = [];
  const accessor = Symbol.for("accessor");
  const object = {
    [key]: 1,
    get [accessor](): number {
      log.push("get");
      return 8;
    },
    set [accessor](value: number) {
      log.push(value);
    },
  };
  const context: any = vm.createContext(object);
  const functions: any = inside(
    `({ read: () => globalThis[Symbol.for("exposed")], write(value) { globalThis[Symbol.for("exposed")] = value } })`,
    context,
  );
  context[key] = 2;
  assert.strictEqual(functions.read(), 2);
  functions.write(3);
  assert.strictEqual(context[key], 3);
  assert.strictEqual(inside(`globalThis[Symbol.for("accessor")] = 5; globalThis[Symbol.for("accessor")]`, context), 8);
  assert.deepStrictEqual(log, [5, "get"]);
});

test("a symbol that is assigned on the global object from outside is the global object's", () => {
  const context: any = vm.createContext({});
  const global: any = inside("globalThis", context);
  const mark = Symbol.for("mark");
  global[mark] = 1;
  assert.strictEqual(inside(`globalThis[Symbol.for("mark")]`, context), 1);
  assert.deepStrictEqual([global[mark], Reflect.ownKeys(context)], [1, []]);
});

test("what cannot be deleted stays, and strict code throws", () => {
  const fixed = (): object => vm.createContext(Object.defineProperty({}, "a", { value: 1 }));
  assert.strictEqual(
    inside("[delete globalThis.a, delete a, a, Reflect.deleteProperty(globalThis, 'a')].join()", fixed()),
    "false,false,1,false",
  );
  const isTypeError = { name: "TypeError" };
  assert.throws(() => inside("'use strict'; delete globalThis.a", fixed()), isTypeError);
  assert.throws(() => inside("(() => { 'use strict'; delete globalThis.a })()", fixed()), isTypeError);
  assert.strictEqual(inside("delete globalThis.a", vm.createContext(Object.freeze({ a: 1 }))), false);
  assert.strictEqual(inside("var v = 1; [delete globalThis.v, v].join()", vm.createContext({})), "false,1");
  assert.strictEqual(inside("n = 1; [delete globalThis.n, typeof n].join()", vm.createContext({})), "true,undefined");
});

test("what cannot be assigned keeps its value, and strict functions throw", () => {
  const frozen = (): object => vm.createContext(Object.freeze({ a: 1 }));
  assert.strictEqual(inside("a = 2; [a, Reflect.set(globalThis, 'a', 3)].join()", frozen()), "1,false");
  const isTypeError = { name: "TypeError" };
  assert.throws(() => inside("'use strict'; a = 2", frozen()), isTypeError);
  assert.throws(() => inside("(function () { 'use strict'; a = 2 })()", frozen()), isTypeError);
  assert.throws(
    () =>
      inside(
        "Object.defineProperty(globalThis, 'q', { value: 1 }); (() => { 'use strict'; q = 2 })()",
        vm.createContext({}),
      ),
    isTypeError,
  );
  // A new name is the global object's own then.
  const context = frozen();
  assert.strictEqual(inside("z = 3; z", context), 3);
  assert.deepStrictEqual(Object.keys(context), ["a"]);
});

test("a builtin that a script replaced and deleted is gone, one that an object had in its place is there again", () => {
  const context: any = vm.createContext({});
  assert.strictEqual(inside("Array = 5; typeof Array", context), "number");
  assert.strictEqual(context.Array, 5);
  assert.strictEqual(inside("delete globalThis.Array; typeof Array", context), "undefined");
  assert.deepStrictEqual(Object.keys(context), []);
  const other: any = vm.createContext({ Array: 6 });
  assert.strictEqual(inside("({ ...globalThis }).Array + Array", other), 12);
  delete other.Array;
  assert.strictEqual(inside("typeof Array", other), "function");
});

test("__defineGetter__ and __defineSetter__ of the global object define in the contextified object", () => {
  const context: any = vm.createContext({});
  assert.strictEqual(inside("globalThis.__defineGetter__('q', () => 5); q", context), 5);
  assert.strictEqual(typeof Object.getOwnPropertyDescriptor(context, "q")!.get, "function");
  assert.strictEqual(
    inside("let got; globalThis.__defineSetter__('r', (value) => { got = value }); r = 3; got", context),
    3,
  );
  assert.strictEqual(typeof Object.getOwnPropertyDescriptor(context, "r")!.set, "function");
});

test("a variable that functions of a script change later keeps its value in the next script", () => {
  const context: any = vm.createContext({});
  inside("var n = 0; function count() { n++ }", context);
  for (let index = 0; index < 3; index++) context.count();
  assert.deepStrictEqual([inside("n", context), context.n], [3, 3]);
  context.n = 10;
  assert.deepStrictEqual([inside("n", context), context.n], [10, 10]);
});

test("a variable that a script declares under the name of a property is that property", () => {
  const context: any = vm.createContext({ n: 1 });
  inside("var n; function read() { return n } function write(value) { n = value }", context);
  assert.strictEqual(context.read(), 1);
  context.write(7);
  context.write(8);
  assert.strictEqual(context.n, 8);
  context.n = 9;
  assert.strictEqual(context.read(), 9);
});

test("util.inspect shows the values of a context's global object", () => {
  const context = vm.createContext({
    a: 1,
    get read(): number {
      return 2;
    },
  });
  const global = vm.runInContext("var b = 3; c = 4; globalThis", context);
  const shown = inspect(global);
  for (const part of ["a: 1", "b: 3", "c: 4", "read: [Getter]"]) assert.ok(shown.includes(part), shown);
  assert.ok(shown.startsWith("{"), shown);
});

test("the error of a refused assignment names the property", () => {
  assert.throws(() => vm.runInContext("'use strict'; a = 2", vm.createContext(Object.freeze({ a: 1 }))), {
    name: "TypeError",
    message: /^Cannot assign to read only property 'a' of object/,
  });
});
