// A script that declares a variable of an earlier one.
import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

function thrownBy(body: () => unknown): Error {
  try {
    body();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

test("the error of a context has V8's message and is the context's", () => {
  const context = vm.createContext();
  vm.runInContext("let q = 1; var w; class K {}", context);
  for (const [name, source] of [
    ["q", "let q = 2"],
    ["q", "const q = 2"],
    ["K", "class K {}"],
    ["w", "let w = 2"],
  ] as const) {
    const error = thrownBy(() => vm.runInContext(source, context));
    assert.strictEqual(error.message, `Identifier '${name}' has already been declared`);
    assert.ok(error instanceof vm.runInContext("SyntaxError", context));
  }
  assert.strictEqual(vm.runInContext("q", context), 1);
});

test("its stack begins with the first line of the script", () => {
  const context = vm.createContext();
  vm.runInContext("let q = 1", context);
  const error = thrownBy(() => vm.runInContext("0;\nlet q = 2", context, { filename: "second.js", lineOffset: 5 }));
  const beginning = "second.js:6\n0;\n^\n\nSyntaxError: Identifier 'q' has already been declared";
  assert.ok(error.stack!.startsWith(beginning), error.stack!);
});

test("so is that of the main context", () => {
  vm.runInThisContext("let declaredTwice = 1");
  const error = thrownBy(() => vm.runInThisContext("let declaredTwice = 2", "twice.js"));
  assert.ok(error instanceof SyntaxError);
  assert.strictEqual(error.message, "Identifier 'declaredTwice' has already been declared");
  assert.ok(error.stack!.startsWith("twice.js:1\nlet declaredTwice = 2\n"), error.stack!);
});

test("displayErrors: false leaves the stack alone", () => {
  const context = vm.createContext();
  vm.runInContext("let q = 1", context);
  const error = thrownBy(() => vm.runInContext("let q = 2", context, { displayErrors: false }));
  assert.ok(error.stack!.startsWith("SyntaxError: "), error.stack!);
});
