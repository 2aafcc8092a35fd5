// Errors of code that node:vm runs: stacks with the line, syntax errors with the position, and arguments that contexts refuse.
import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

function caught(run: () => unknown): any {
  try {
    run();
  } catch (error) {
    return error;
  }
  assert.fail("it throws");
}

test("a stack begins with the line of the code", () => {
  for (const run of [
    () => vm.runInThisContext("\nthrow new Error('boom')", "some.js"),
    () => vm.runInNewContext("\nthrow new Error('boom')", {}, "some.js"),
    () => vm.runInContext("throw new Error('boom')", vm.createContext(), { filename: "some.js", lineOffset: 1 }),
  ]) {
    const { stack } = caught(run);
    assert.match(stack, /^some\.js:2\nthrow new Error\('boom'\)\n\^\n\nError: boom\n    at some\.js:2:/);
  }
  assert.match(
    caught(() => vm.runInThisContext("throw new Error('boom')", { filename: "some.js", displayErrors: false })).stack,
    /^Error: boom\n/,
  );
});

test("values that are not errors are thrown unchanged", () => {
  const error = new Error("mine");
  assert.strictEqual(
    caught(() =>
      vm.runInNewContext("fail()", {
        fail() {
          throw error;
        },
      }),
    ),
    error,
  );
  assert.strictEqual(
    caught(() => vm.runInThisContext("throw 5")),
    5,
  );
});

test("a missing variable is not defined", () => {
  assert.throws(() => vm.runInNewContext("foo.bar = 5"), { name: "ReferenceError", message: "foo is not defined" });
});

test("a syntax error has its position", () => {
  assert.throws(() => new vm.Script("let a = 1;\nlet b = ;", { filename: "wrong.js" }), {
    name: "SyntaxError",
    message: "Unexpected token ';'",
  });
  assert.match(caught(() => vm.runInThisContext("a b", "wrong.js")).stack, /^wrong\.js:1\na b\n/);
});

test("strict code cannot write a read-only property of the object", () => {
  const context = vm.createContext({}) as any;
  vm.runInContext("Object.defineProperty(this, 'x', { value: 42 })", context);
  vm.runInContext("x = 0", context);
  assert.strictEqual(context.x, 42);
  assert.throws(() => vm.runInContext("'use strict'; x = 0", context), {
    message: /Cannot assign to read only property 'x'/,
  });
  const shown = vm.createContext({ set y(_: unknown) {}, z: 1 }) as any;
  vm.runInContext("'use strict'; y = 5; z = 2", shown);
  assert.strictEqual(shown.z, 2);
});

test("WebAssembly can be refused", async () => {
  const bytes = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const context = vm.createContext({ bytes }, { codeGeneration: { wasm: false } });
  assert.throws(() => vm.runInContext("new WebAssembly.Module(bytes)", context), { name: "CompileError" });
  await assert.rejects(vm.runInContext("WebAssembly.compile(bytes)", context), { name: "CompileError" });
  assert.ok(vm.runInNewContext("new WebAssembly.Module(bytes)", { bytes }));
});

test("import() of a script without a callback rejects", async () => {
  await assert.rejects(vm.runInThisContext("import('node:fs')"), { code: "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING" });
  await assert.rejects(vm.compileFunction("return import('node:fs')")(), {
    code: "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING",
  });
  assert.throws(() => new vm.Script("1", { importModuleDynamically: false as any }), { code: "ERR_INVALID_ARG_TYPE" });
});

test("the main loader imports for scripts that request it", async () => {
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const fs = await vm.runInThisContext("import('node:fs')", { importModuleDynamically });
  assert.strictEqual(typeof fs.readFileSync, "function");
  await assert.rejects(vm.compileFunction("return import('./none.mjs')", [], { importModuleDynamically })(), {
    code: "ERR_MODULE_NOT_FOUND",
  });
});
