// https://nodejs.org/api/vm.html#vmcreatecontextcontextobject-options
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import vm from "node:vm";
import { test } from "../harness.ts";

test("names of the contextified object are the globals of its scripts, both ways", () => {
  const sandbox: any = vm.createContext({ x: 3, console });
  assert.strictEqual(vm.runInContext("x + 1", sandbox), 4);
  vm.runInContext("y = x * 2; x = 10; delete globalThis.console", sandbox);
  assert.deepStrictEqual({ ...sandbox }, { x: 10, y: 6 });
  assert.strictEqual((globalThis as any).y, undefined);
  assert.throws(() => vm.runInContext("nothing", sandbox), { name: "ReferenceError" });
  assert.strictEqual(vm.runInContext("typeof process + typeof setTimeout", sandbox), "undefinedundefined");
});

test("declared variables and functions are properties of the object", () => {
  const sandbox: any = vm.createContext({ count: 1 });
  vm.runInContext("var count = count + 1; var name = 'kitty'; function twice(n) { return n * 2 }", sandbox);
  assert.strictEqual(sandbox.count, 2);
  assert.strictEqual(
    vm.runInContext(
      "'use strict'; var count = count || 5; (function () { return this })() === undefined && count",
      sandbox,
    ),
    2,
  );
  assert.strictEqual(sandbox.name, "kitty");
  assert.strictEqual(sandbox.twice(4), 8);
  sandbox.name = "cat";
  assert.strictEqual(vm.runInContext("name", sandbox), "cat");
  vm.runInContext("function twice(n) { return n * 3 }", sandbox);
  assert.strictEqual(vm.runInContext("twice(2)", sandbox), 6);
});

test("let, const and class are shared by the scripts of a context, and no properties", () => {
  const sandbox: any = vm.createContext({});
  vm.runInContext("const a = 1; let b = 2; class C {}", sandbox);
  assert.strictEqual(vm.runInContext("a + b + typeof C", sandbox), "3function");
  assert.deepStrictEqual(Object.keys(sandbox), []);
  assert.throws(() => vm.runInContext("a = 2", sandbox), { name: "TypeError" });
});

test("a context has builtins of its own", () => {
  const sandbox: any = vm.createContext({});
  const array = vm.runInContext("[1]", sandbox);
  assert.ok(!(array instanceof Array) && Array.isArray(array));
  assert.strictEqual(vm.runInContext("this === globalThis && (function () { return this })() === this", sandbox), true);
  assert.strictEqual(vm.runInNewContext("Array", { Array }), Array);
});

test("Object.defineProperty on the global object reaches the contextified object", () => {
  const sandbox: any = vm.createContext({});
  vm.runInContext("Object.defineProperty(this, 'f', { get: () => 42, enumerable: true, configurable: true })", sandbox);
  assert.strictEqual(sandbox.f, 42);
  assert.strictEqual(vm.runInContext("typeof Object.getOwnPropertyDescriptor(this, 'f').get", sandbox), "function");
});

test("accessors of the object run", () => {
  let written;
  const sandbox = vm.createContext({
    get read() {
      return "ok";
    },
    set write(value: unknown) {
      written = value;
    },
  });
  assert.strictEqual(vm.runInContext("write = 5; read", sandbox), "ok");
  assert.strictEqual(written, 5);
});

test("a script runs in many contexts", () => {
  const script = new vm.Script("counter = (globalThis.counter ?? 0) + 1");
  const one = vm.createContext({ counter: 10 });
  assert.strictEqual(script.runInContext(one), 11);
  assert.strictEqual(script.runInContext(one), 12);
  assert.strictEqual(script.runInNewContext({}), 1);
});

test("making a script declares nothing", () => {
  const script = new vm.Script("const onlyOnce = 1; onlyOnce");
  assert.strictEqual(script.runInNewContext(), 1);
  assert.strictEqual(script.runInThisContext(), 1);
  assert.throws(() => new vm.Script("const = 1"), { name: "SyntaxError" });
});

test("isContext recognizes contextified objects, and arguments are checked", () => {
  assert.strictEqual(vm.isContext(vm.createContext({})), true);
  assert.strictEqual(vm.isContext({}), false);
  assert.throws(() => vm.isContext(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => vm.runInContext("1", {} as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => vm.createContext({}, { name: 5 as any }), { code: "ERR_INVALID_ARG_TYPE" });
});

test("compileFunction takes a context and extensions of the scope", () => {
  const sandbox = vm.createContext({ base: 40 });
  assert.strictEqual(vm.compileFunction("return base + n", ["n"], { parsingContext: sandbox })(2), 42);
  assert.strictEqual(vm.compileFunction("return a + b", ["b"], { contextExtensions: [{ a: 1 }] })(2), 3);
});

test("code from strings can be refused", () => {
  const sandbox = vm.createContext({}, { codeGeneration: { strings: false } });
  for (const code of ["eval('1')", "new Function('1')", "(() => {}).constructor('1')"]) {
    assert.throws(
      () => vm.runInContext(code, sandbox),
      { name: "EvalError", message: "Code generation from strings disallowed for this context" },
      code,
    );
  }
});

test("errors carry the file name and line that were given", () => {
  const sandbox = vm.createContext({});
  try {
    vm.runInContext("\nthrow new Error('boom')", sandbox, { filename: "some-file.js", lineOffset: 10 });
    assert.fail("it throws");
  } catch (error: any) {
    assert.match(error.stack, /some-file\.js:12/);
  }
});

test("the cache of a script is accepted for its code and rejected for another", () => {
  const cachedData = new vm.Script("1 + 1").createCachedData();
  assert.strictEqual(new vm.Script("1 + 1", { cachedData }).cachedDataRejected, false);
  assert.strictEqual(new vm.Script("1 + 22", { cachedData }).cachedDataRejected, true);
});

test("a script may begin with any number of comments", () => {
  const comments = `/* a */\n${"/* b */ /* c */ // d */\n".repeat(25)}`;
  const start = performance.now();
  assert.strictEqual(vm.runInNewContext(`${comments}1 + 1`), 2);
  assert.ok(performance.now() - start < 1000);
  const context = vm.createContext(Object.freeze({ fixed: 1 }));
  assert.throws(() => vm.runInContext(`${comments}'use strict'; fixed = 2`, context), { name: "TypeError" });
  assert.strictEqual(vm.runInContext(`${comments}fixed = 2; fixed`, context), 1);
  assert.strictEqual(vm.runInContext("// nothing but this", context), undefined);
});

test("read-only properties of the global object ignore assignments", () => {
  for (const name of ["NaN", "Infinity", "undefined"]) {
    const context: any = vm.createContext({});
    vm.runInContext(`this.${name} = globalThis.${name}; ${name} = 6; globalThis['${name}'] = 7`, context);
    assert.deepStrictEqual(Object.keys(context), []);
    assert.strictEqual(vm.runInContext("1 + 1", context), 2);
    assert.strictEqual(vm.runInContext(`${name} === 7 || this.${name} === 7 || this.${name} === 6`, context), false);
    assert.throws(() => vm.runInContext(`'use strict'; this.${name} = 5`, context), {
      name: "TypeError",
      message: new RegExp(`Cannot assign to read only property '${name}'`),
    });
    assert.throws(() => vm.runInContext(`Object.defineProperty(this, '${name}', { value: 5 })`, context), {
      name: "TypeError",
    });
    assert.strictEqual(vm.runInContext(`Reflect.defineProperty(this, '${name}', { value: 5 })`, context), false);
    assert.deepStrictEqual(Object.keys(context), []);
  }
  const context = vm.createContext({
    NaN,
    get undefined() {
      return 1;
    },
  });
  assert.deepStrictEqual(
    [vm.runInContext("var x = 1; this.NaN = 5; x", context), vm.runInContext("x + 1", context)],
    [1, 2],
  );
});

test("WebAssembly that a context compiles keeps the process alive", () => {
  const bytes = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])";
  const program = `const vm = require("vm");
    vm.runInNewContext('WebAssembly.compile(bytes).then((module) => WebAssembly.instantiate(module))', { bytes: ${bytes} })
      .then((instance) => console.log(typeof instance.exports));
    const { compile } = vm.runInNewContext("WebAssembly");
    compile(${bytes}).then((module) => console.log(compile.name, compile.length, typeof module));
    vm.runInNewContext("WebAssembly").compile(new Uint8Array(3)).catch((error) => console.log(error.name));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  assert.deepStrictEqual(
    [stdout.trim().split("\n").sort(), stderr],
    [["CompileError", "compile 1 object", "object"], ""],
  );
});

test("a function is not an object to contextify", () => {
  const refused = {
    code: "ERR_INVALID_ARG_TYPE",
    message: /^The "object" argument must be of type object\. Received function named$/,
  };
  function named() {}
  for (const call of [vm.createContext, vm.isContext, (value: any) => vm.runInNewContext("1", value)]) {
    assert.throws(() => call(named as any), refused);
  }
  assert.strictEqual(vm.isContext([]), false);
});

test("new contexts have a gc once V8's flag was set", () => {
  const program = `const vm = require("node:vm");
    const before = vm.runInNewContext("typeof gc");
    require("node:v8").setFlagsFromString("--expose-gc");
    const object = vm.createContext({ own: 1 });
    const gc = vm.runInContext("gc", object);
    console.log(before, typeof gc, gc(), Object.keys(object), vm.runInNewContext("gc", { gc: 9 }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  assert.strictEqual(stdout, "undefined function undefined [ 'own' ] 9\n", stderr);
});
