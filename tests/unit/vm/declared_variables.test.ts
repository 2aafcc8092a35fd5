// Variables that scripts of a context declare are properties of the contextified object, with their newest values. Run with Node or Brio.
import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

function after(...scripts: string[]): unknown {
  const context = vm.createContext({}) as { n?: unknown };
  for (const script of scripts) vm.runInContext(script, context);
  assert.strictEqual(vm.runInContext("n", context), context.n);
  return context.n;
}

test("a variable that a script assigns often has its last value", () => {
  assert.strictEqual(after("var n = 0; n++; n++; n++"), 3);
  assert.strictEqual(after("var n; for (n = 0; n < 5; n++);"), 5);
  assert.strictEqual(after("var n = 0; n = 1; n = 2; n = 0"), 0);
  assert.strictEqual(after("var n; (() => { n = 1; n += 2; n += 3; })()"), 6);
});

test("a variable that several scripts assign has its last value", () => {
  assert.strictEqual(after("var n = 0", "n++", "n++", "n++"), 3);
  assert.strictEqual(after("var n = 0; function f() { n++ }", "f()", "f()", "f()"), 3);
});

test("what is assigned from outside is the value in the next script", () => {
  const context = vm.createContext({}) as { n: number };
  vm.runInContext("var n = 0; n++; n++; n++", context);
  context.n = 10;
  assert.strictEqual(vm.runInContext("n++; n", context), 11);
  context.n = 0;
  assert.strictEqual(vm.runInContext("n", context), 0);
  vm.runInContext("n = 5", context);
  context.n = 6;
  assert.strictEqual(vm.runInContext("n", context), 6);
});

test("a script that another one calls sees its variables", () => {
  const context = vm.createContext({ run: (code: string) => vm.runInContext(code, context) as unknown }) as {
    n: number;
  };
  vm.runInContext("var n = 0; n = 1; n = 2; n = 3; var seen = run('n'); n = 4; run('n++'); n++", context);
  assert.strictEqual(vm.runInContext("seen", context), 3);
  assert.strictEqual(context.n, 6);
});
