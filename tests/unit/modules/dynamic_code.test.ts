// `import()` in source that a program compiles itself. The referrer of each specifier is that of Node.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-code-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const write = (name: string, text: string): string => {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
};
const require = createRequire(path.join(folder, "_"));
const AsyncFunction: any = (async () => {}).constructor;
const GeneratorFunction: any = function* () {}.constructor;
const AsyncGeneratorFunction: any = async function* () {}.constructor;

write("place.mjs", "export default 'outside';");
write("sub/place.mjs", "export default 'inside'; export const query = new URL(import.meta.url).search;");
// Each source is compiled once: V8 caches what it compiled for others.
write(
  "sub/forms.cjs",
  `
  const AsyncFunction = (async () => {}).constructor, GeneratorFunction = (function* () {}).constructor, AsyncGeneratorFunction = (async function* () {}).constructor;
  exports.forms = {
    newFunction: () => new Function("s", "return import(s)")("./place.mjs?1"),
    called: () => Function("return import('./place.mjs?2')")(),
    parameter: () => Function("a = import('./place.mjs?3')", "return a")(),
    asynchronous: () => new AsyncFunction("return await import('./place.mjs?4')")(),
    generator: () => new GeneratorFunction("yield import('./place.mjs?5')")().next().value,
    asynchronousGenerator: async () => (await new AsyncGeneratorFunction("yield await import('./place.mjs?6')")().next()).value,
    construct: () => Reflect.construct(Function, ["return import('./place.mjs?7')"])(),
    constructor: () => (() => {}).constructor("return import('./place.mjs?8')")(),
    applied: () => Function.apply(null, ["return import('./place.mjs?9')"])(),
    direct: () => eval("import('./place.mjs?10')"),
    nested: () => eval("eval(\\"import('./place.mjs?11')\\")"),
    indirect: () => (0, eval)("import('./place.mjs?12')"),
    member: () => globalThis.eval("import('./place.mjs?13')"),
    optional: () => eval?.("import('./place.mjs?14')"),
    function: () => eval("() => import('./place.mjs?15')")(),
    evalInFunction: () => new Function("text", "return eval(text)")("import('./place.mjs?16')"),
    functionInFunction: () => new Function("return new Function(\\"return import('./place.mjs?17')\\")()")(),
    mapped: () => ["return import('./place.mjs?18')"].map((text) => Function(text))[0](),
  };
`,
);
write(
  "sub/module.mjs",
  `
  export const made = new Function("return import('./place.mjs?m1')");
  export const make = (text) => new Function(text);
  export const direct = (text) => eval(text);
  export const indirect = (text) => (0, eval)(text);
`,
);

test("import() resolves relative to the CommonJS file whose code compiles the source", async () => {
  const { forms } = require("./sub/forms.cjs");
  let number = 0;
  for (const [name, run] of Object.entries<() => Promise<any>>(forms)) {
    number++;
    const { default: place, query } = await run();
    assert.deepStrictEqual([name, place, query], [name, "inside", `?${number}`]);
  }
});

test("import() resolves relative to the ES module whose code compiles the source, independent of the caller", async () => {
  const module = await import(pathToFileURL(path.join(folder, "sub/module.mjs")).href);
  assert.strictEqual((await module.made()).query, "?m1");
  assert.strictEqual((await module.make("return import('./place.mjs?m2')")()).query, "?m2");
  assert.strictEqual((await module.direct("import('./place.mjs?m3')")).query, "?m3");
  assert.strictEqual((await module.indirect("import('./place.mjs?m4')")).query, "?m4");
});

test("import() of builtins and with attributes works in such source", async () => {
  const file = write("data.json", '{"a":1}');
  assert.strictEqual(typeof (await new Function("return import('node:fs')")()).readFileSync, "function");
  assert.deepStrictEqual((await new Function("s", "return import(s, { with: { type: 'json' } })")(file)).default, {
    a: 1,
  });
});

test("import() of a missing module rejects with the name of the compiling module", async () => {
  const module = await import(pathToFileURL(path.join(folder, "sub/module.mjs")).href);
  const missing = {
    code: "ERR_MODULE_NOT_FOUND",
    message: `Cannot find module '${folder}/sub/nowhere.mjs' imported from ${folder}/sub/module.mjs`,
  };
  await assert.rejects(module.make("return import('./nowhere.mjs')")(), missing);
  await assert.rejects(module.direct("import('./nowhere.mjs')"), missing);
});

test("source that only the runtime compiles cannot import", async () => {
  const made = await Promise.resolve("return import('./place.mjs?r1')").then(Function as any);
  await assert.rejects((made as any)(), {
    code: "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING",
    message: "A dynamic import callback was not specified.",
  });
});

test("source that a script of node:vm compiles imports as that script does", async () => {
  const filename = path.join(folder, "script.js");
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const ofFunction = vm.runInThisContext("new Function(\"return import('./place.mjs?v1')\")", {
    filename,
    importModuleDynamically,
  });
  assert.strictEqual((await ofFunction()).default, "outside");
  assert.strictEqual(
    (await vm.runInThisContext("eval(\"import('./place.mjs?v2')\")", { filename, importModuleDynamically })).default,
    "outside",
  );
  const refused = { code: "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING" };
  await assert.rejects(vm.runInThisContext("eval(\"import('./place.mjs?v3')\")", { filename }), refused);
  await assert.rejects(vm.runInNewContext("eval(\"import('./place.mjs?v4')\")", {}, { filename }), refused);
});

test("constructors of functions keep their shape", () => {
  assert.strictEqual(Function.prototype.constructor, Function);
  assert.strictEqual((() => {}).constructor, Function);
  assert.deepStrictEqual(
    [Function.name, Function.length, Reflect.ownKeys(Function)],
    ["Function", 1, ["length", "name", "prototype"]],
  );
  assert.deepStrictEqual(Object.getOwnPropertyDescriptor(globalThis, "Function"), {
    value: Function,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  assert.deepStrictEqual(Object.getOwnPropertyDescriptor(Function, "prototype"), {
    value: Function.prototype,
    writable: false,
    enumerable: false,
    configurable: false,
  });
  for (const [made, name] of [
    [AsyncFunction, "AsyncFunction"],
    [GeneratorFunction, "GeneratorFunction"],
    [AsyncGeneratorFunction, "AsyncGeneratorFunction"],
  ]) {
    assert.deepStrictEqual([made.name, made.length, String(made)], [name, 1, `function ${name}() { [native code] }`]);
    assert.strictEqual(Object.getPrototypeOf(made), Function);
    assert.deepStrictEqual(Object.getOwnPropertyDescriptor(made.prototype, "constructor"), {
      value: made,
      writable: false,
      enumerable: false,
      configurable: true,
    });
    assert.strictEqual(Object.getPrototypeOf(made("/* await */")), made.prototype);
  }
});

test("functions of such source have an unchanged toString", () => {
  const made = new Function("a", "b = 1", "/* await */ return import(a)");
  assert.strictEqual(made.toString(), "function anonymous(a,b = 1\n) {\n/* await */ return import(a)\n}");
  assert.deepStrictEqual([made.name, made.length], ["anonymous", 1]);
  assert.strictEqual(
    new AsyncFunction("for await (const a of [await b]) eval(a)").toString(),
    "async function anonymous(\n) {\nfor await (const a of [await b]) eval(a)\n}",
  );
  assert.strictEqual(
    // @ts-expect-error: never called
    String(() => import("x")),
    '() => import("x")',
  );
  assert.strictEqual(
    String(() => eval("1")),
    '() => eval("1")',
  );
});

test("subclasses of Function create instances of their class", () => {
  class Special extends Function {
    hello(): string {
      return "hello";
    }
  }
  const made: any = new Special("return import('node:path')");
  assert.deepStrictEqual(
    [made.hello(), made instanceof Special, made instanceof Function, typeof made()],
    ["hello", true, true, "object"],
  );
  assert.strictEqual(Reflect.construct(Function, ["eval"], Array).constructor, Array);
});

test("parameters and body are checked one by one", () => {
  for (const texts of [
    ["return import("],
    ["a b", "import('x')"],
    ["/*", "*/) { import('x')"],
    ["a", "}; import('x'); function x() {"],
  ]) {
    assert.throws(() => Function(...texts), SyntaxError, texts.join());
  }
  assert.throws(() => Function(Symbol() as any, "import('x')"), TypeError);
  const order: string[] = [];
  const part = (name: string, text: string): any => ({ toString: () => (order.push(name), text) });
  Function(part("first", "a"), part("second", "b"), part("body", "import('x')"));
  assert.deepStrictEqual(order, ["first", "second", "body"]);
});

test("eval of a value that is not a string, and a program's own eval, are left alone", () => {
  const object = {};
  assert.strictEqual(eval(object as any), object);
  const own = ((eval_: (text: string) => string) => eval_("import('x')"))((text) => text);
  assert.strictEqual(own, "import('x')");
  assert.throws(() => eval("import("), SyntaxError);
});

test("a direct eval sees the variables around it", async () => {
  const inner = "node:path";
  assert.strictEqual(typeof (await eval("import(inner)")).join, "function");
  assert.strictEqual(eval("'import'; typeof inner"), "string");
  assert.strictEqual((0, eval)("'import'; typeof inner"), "undefined");
});

test("a direct eval sees what the module imports", () => {
  assert.strictEqual(eval("typeof pathToFileURL"), "function");
  assert.strictEqual(eval("pathToFileURL('/a b').pathname"), "/a%20b");
  assert.strictEqual(eval("({ pathToFileURL }).pathToFileURL"), pathToFileURL);
  assert.strictEqual(eval("{ let pathToFileURL = 1; pathToFileURL }"), 1);
  assert.strictEqual((0, eval)("typeof pathToFileURL"), "undefined");
  assert.throws(() => eval("pathToFileURL = 1"), TypeError);
});

test("AsyncLocalStorage keeps its value over await in such source", async () => {
  const storage = new AsyncLocalStorage<string>();
  const made = new AsyncFunction("storage", "await 1; return storage.getStore()");
  assert.strictEqual(await storage.run("kept", () => made(storage)), "kept");
});

test("timers do not accept strings", () => {
  for (const timer of [setTimeout, setInterval, setImmediate])
    assert.throws(() => (timer as any)("import('x')"), { code: "ERR_INVALID_ARG_TYPE", name: "TypeError" });
});

test("such source has V8's stacks, and functions have their original source", () => {
  const read: any = new Function("error", "return error.stack");
  assert.match(read(new Error("m")), /^Error: m\n    at /);
  assert.match(eval("new Error('m').stack"), /^Error: m\n    at /);
  assert.match((0, eval)("const { stack } = new Error('m'); stack"), /^Error: m\n    at /);
  assert.match(Function("{ stack }", "return stack")(new TypeError("m")), /^TypeError: m\n    at /);
  assert.match(eval("const stack = [1]; try { null.x } catch (error) { error['stack'] }"), /^TypeError: /);
  assert.strictEqual(String(read), "function anonymous(error\n) {\nreturn error.stack\n}");
  assert.strictEqual(String(eval("(error) => error?.stack.length")), "(error) => error?.stack.length");
});
