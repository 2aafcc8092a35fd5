// `Object.setPrototypeOf` of the global objects of contexts, as jsdom does for its windows.
import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

const makePlain = (): any => vm.createContext(vm.constants.DONT_CONTEXTIFY as any);

test("members of the prototype are variables of a context without an object", () => {
  const global = makePlain();
  const base = {
    greet(this: unknown) {
      return `hi ${this === undefined || this === global}`;
    },
    shadowed: 1,
    get own() {
      return this === global;
    },
  };
  const prototype = Object.create(base, {
    shadowed: { value: 2, writable: true, configurable: true },
    [Symbol.toStringTag]: { value: "Window" },
  });
  global.kept = 5;
  assert.strictEqual(Object.setPrototypeOf(global, prototype), global);
  assert.strictEqual(
    vm.runInContext("[greet(), this.greet(), shadowed, own, kept].join()", global),
    "hi true,hi true,2,true,5",
  );
  assert.strictEqual(Object.prototype.toString.call(global), "[object Window]");
  assert.strictEqual(global.own, true);
  assert.ok(!Object.keys(global).includes("greet"));
  // As inherited ones are: changes are visible, and an assignment creates an own property.
  base.greet = () => "changed";
  assert.strictEqual(vm.runInContext("greet()", global), "changed");
  vm.runInContext("shadowed = 3", global);
  assert.deepStrictEqual([global.shadowed, prototype.shadowed, Object.keys(global).includes("shadowed")], [3, 2, true]);
});

test("setters of the prototype run, and another prototype takes its place", () => {
  const global = makePlain();
  let written: unknown[] = [];
  assert.strictEqual(
    Reflect.setPrototypeOf(global, {
      set first(value: unknown) {
        written = [this === global, value];
      },
      second: 2,
    }),
    true,
  );
  vm.runInContext("first = 7", global);
  assert.deepStrictEqual(written, [true, 7]);
  Object.setPrototypeOf(global, { third: 3 });
  assert.strictEqual(vm.runInContext("[typeof first, typeof second, third].join()", global), "undefined,undefined,3");
});

test("the global of a contextified object takes the prototype of that object", () => {
  const object = vm.createContext({});
  const prototype = { inherited: 1, [Symbol.toStringTag]: "Window" };
  const global = vm.runInContext("this", object);
  Object.setPrototypeOf(object, prototype);
  assert.strictEqual(Object.setPrototypeOf(global, prototype), global);
  assert.strictEqual(vm.runInContext("inherited + this.inherited", object), 2);
  assert.strictEqual(vm.runInContext("Object.prototype.toString.call(this)", object), "[object Window]");
  assert.strictEqual(Object.hasOwn(object, Symbol.toStringTag), false);
  // Properties that implementations of classes store under symbols are visible before any script runs.
  const key = Symbol("implementation");
  assert.strictEqual(Object.defineProperty(object, key, { value: 5, configurable: true }), object);
  assert.deepStrictEqual([Object.hasOwn(global, key), global[key]], [true, 5]);
});

test("the global is an instance of the class of the prototype", () => {
  const plain = makePlain();
  const object: any = vm.createContext({});
  for (const [global, context] of [
    [plain, plain],
    [vm.runInContext("this", object), object],
  ]) {
    class Window {}
    context.Window = Window;
    Object.setPrototypeOf(context, Window.prototype);
    Object.setPrototypeOf(global, Window.prototype);
    class Other extends Window {}
    assert.deepStrictEqual(
      [
        global instanceof Window,
        new Window() instanceof Window,
        {} instanceof Window,
        global instanceof Other,
        new Other() instanceof Other,
      ],
      [true, true, false, false, true],
    );
    assert.strictEqual(vm.runInContext("this instanceof Window", context), true);
  }
});

test("other objects and values are unchanged", () => {
  makePlain();
  assert.strictEqual(
    `${Object.setPrototypeOf}${Reflect.setPrototypeOf.name}${Object.setPrototypeOf.length}`,
    "function setPrototypeOf() { [native code] }setPrototypeOf2",
  );
  assert.strictEqual(Object.getPrototypeOf(Object.setPrototypeOf({}, Array.prototype)), Array.prototype);
  assert.strictEqual(Reflect.setPrototypeOf(Object.freeze({}), Array.prototype), false);
  assert.throws(() => Object.setPrototypeOf(undefined as any, {}), TypeError);
  assert.throws(() => Object.setPrototypeOf({}, 1 as any), TypeError);
  assert.strictEqual(Object.setPrototypeOf(5, {}), 5);
  assert.strictEqual(
    `${Object.defineProperty}${Object.defineProperty.length}`,
    "function defineProperty() { [native code] }3",
  );
});
