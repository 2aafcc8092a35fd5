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

test("expressions between scripts read what these declare, assign and delete", () => {
  const context: Record<string, unknown> = vm.createContext({ a: 1 }) as Record<string, unknown>;
  const run = (code: string): unknown => vm.runInContext(code, context);
  for (let round = 0; round < 3; round++) {
    assert.strictEqual(run("a + 1"), 2);
    run("var b = 5");
    assert.deepStrictEqual([run("b"), context.b], [5, 5]);
    context.b = 6;
    assert.strictEqual(run("b > 5 && a < 2"), true);
    run("c = 7");
    assert.deepStrictEqual([run("c"), context.c], [7, 7]);
    assert.strictEqual(run("a++"), 1);
    assert.strictEqual(context.a, 2);
    assert.strictEqual(run("--a"), 1);
    run("delete c");
    assert.deepStrictEqual([run("typeof c"), "c" in context], ["undefined", false]);
    run("function f() { d = 8; return d }");
    assert.deepStrictEqual([run("f()"), run("d"), context.d], [8, 8, 8]);
    assert.deepStrictEqual(Object.keys(context).sort(), ["a", "b", "d", "f"]);
  }
});

test("source that is not valid is refused each time, with its place", () => {
  for (let round = 0; round < 3; round++) {
    assert.strictEqual(vm.runInThisContext("1 + 2"), 3);
    assert.throws(() => vm.runInThisContext("1 +", `file${round}.js`), SyntaxError);
    assert.throws(() => new vm.Script("let x; let x"), SyntaxError);
    assert.strictEqual(new vm.Script("1 + 2", { filename: "a.js" }).runInNewContext(), 3);
  }
});

test("scripts of one name that run alternately have their own positions in stacks", () => {
  const scripts = ["new Error().stack", "\n\nnew Error().stack"].map(
    (code) => new vm.Script(code, { filename: "same.js" }),
  );
  for (let round = 0; round < 3; round++)
    for (const [index, script] of scripts.entries())
      assert.match(String(script.runInThisContext()), new RegExp(`same\\.js:${index * 2 + 1}:1`));
});
