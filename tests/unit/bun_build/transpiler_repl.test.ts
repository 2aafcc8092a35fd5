// `replMode` of `Bun.Transpiler` as Bun 1.4.5 has it: a line of a REPL becomes a script. Run with Bun or Brio.
import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

/** Whether the runtime is Brio, which understands some lines that Bun does not. */
const isBrio = process.versions.brio !== undefined;
const transpiler = new Bun.Transpiler({ loader: "tsx", replMode: true } as ConstructorParameters<
  typeof Bun.Transpiler
>[0]);

/** What a REPL's lines result in, one after the other: the `value` of each, or null without one. */
async function valuesOf(...lines: string[]): Promise<unknown[]> {
  const context = vm.createContext({ console });
  const values: unknown[] = [];
  for (const line of lines) {
    const script = transpiler.transformSync(line);
    const options = { importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER };
    const result = (await vm.runInContext(script, context, options)) as { value: unknown } | undefined;
    // A promise as the value stays one.
    values.push(result === undefined ? null : result.value);
  }
  return values;
}

function evaluates(what: string, lines: string[], expected: unknown): void {
  test(what, async () => {
    const values = await valuesOf(...lines);
    assert.deepStrictEqual(values.at(-1), expected);
  });
}

function becomes(source: string, script: string): void {
  test(`the script of ${JSON.stringify(source)}`, () => {
    // How far lines are indented is the printer's affair.
    const unindented = (code: string) => code.replace(/^\s+/gm, "");
    assert.strictEqual(unindented(transpiler.transformSync(source)), unindented(script));
  });
}

const valued = (value: string, before = "", start = "") =>
  `(${start}() => {\n${before}  return {\n    __proto__: null,\n    value: ${value}\n  };\n})();\n`;

becomes("1+1", valued("1 + 1"));
becomes("", "");
becomes("type X = 1", "");
becomes("let x = 5", `var x;\n${valued("x = 5")}`);
becomes("let z: number = 1;", `var z;\n${valued("z = 1")}`);
becomes("let a = 1, b", `var a, b;\n${valued("a = 1")}`);
becomes("let y;", "var y;\n(() => {})();\n");
becomes("let a = 1; let b = 2, c", `var a;\nvar b, c;\n${valued("b = 2", "  a = 1;\n")}`);
becomes("await fetch(1)", valued("await fetch(1)", "", "async "));
becomes("const x = await 1", `var x;\n${valued("x = await 1", "", "async ")}`);
becomes("a = 5; await a", valued("await a", "  a = 5;\n", "async "));
becomes("f(); 1;;", valued("1", "  f();\n"));
becomes("const [d] = [1]; d", `var d;\n${valued("d", "  [d] = [1];\n")}`);
becomes("const f = () => {}", `var f;\n${valued("f = () => {}")}`);
becomes("throw 1", "(() => {\n  throw 1;\n})();\n");
becomes("throw await 1", "(async () => {\n  throw await 1;\n})();\n");
becomes("import fs from 'fs'", `var fs;\n${valued('fs = (await import("fs")).default', "", "async ")}`);
becomes("import * as x from 'y'", `var x;\n${valued('x = await import("y")', "", "async ")}`);
becomes("import 'z'", valued('await import("z")', "", "async "));
becomes(
  "import {a as b} from 'c'",
  `var import_c;\nvar b;\n${valued("b = import_c.a", '  import_c = await import("c");\n', "async ")}`,
);
becomes(
  "import d, {a} from 'p/sub.js'; a",
  `var d;\nvar import_sub;\nvar a;\n${valued("a", '  import_sub = await import("p/sub.js");\n  a = import_sub.a;\n  d = import_sub.default;\n', "async ")}`,
);
becomes("export const z = 1", `var z;\n${valued("z = 1")}`);
becomes("'use strict'", valued('"use strict"'));
becomes("'use strict'; 1", valued("1", '  "use strict";\n'));
becomes("// first\n1 // last", valued("1"));
becomes("#!/usr/bin/env bun\n1", valued("1"));

evaluates("a variable is there in later lines", ["let x = 5", "x + 1"], 6);
evaluates("a constant can be declared again", ["const x = 5", "const x = 6", "x"], 6);
evaluates(
  "variables of patterns are there in later lines",
  ["const { a, b: [c], ...rest } = { a: 1, b: [2], d: 3, e: 4 }; 0", "[a, c, Object.values(rest).join()].join()"],
  "1,2,3,4",
);
evaluates(
  "an empty variable is undefined in later lines",
  ["let y;", "typeof y + ('y' in globalThis)"],
  "undefinedtrue",
);
evaluates("a line without an expression at its end has no value", ["if (1) { 2 }"], null);
evaluates("a declared function has no value", ["function f() {}"], null);
evaluates("a function is there in later lines", ["function f() { return 3 }", "f()"], 3);
evaluates("a function is there before its declaration", ["f(); function f() { globalThis.called = 1 }", "called"], 1);
evaluates(
  "functions of several kinds are there in later lines",
  ["async function a() { return 1 } function* b() { yield 2 }", "await a() + b().next().value"],
  3,
);
evaluates("a function sees what later lines assign", ["let n = 1; function f() { return n }", "n = 4", "f()"], 4);
evaluates("a class is there in later lines", ["class A { m() { return 4 } }; class B extends A {}", "new B().m()"], 4);
evaluates("a class has its name", ["class A {}", "A.name"], "A");
evaluates("a function in a variable has its name", ["const f = () => {}", "f.name"], "f");
evaluates("an object at the start of a line is no block", ["{ a: 1, b: 2 }.b", "({ a: 1 }).a"], 1);
evaluates("an object with a method is no block", ["{ foo() { return 6 } }", "0"], 0);
evaluates("a variable of a loop is there in later lines", ["for (var i = 0, j = 5; i < 3; i++) { }", "i + j"], 8);
evaluates("a variable of a loop over keys is there in later lines", ["for (var k in { a: 1, b: 2 });", "k"], "b");
evaluates(
  "variables of a loop over values are there in later lines",
  ["for (var [p, q] of [[1, 2], [3, 4]]);", "p + q"],
  7,
);
evaluates(
  "a variable of a block is there in later lines",
  ["if (1) { var q = 1 } else { var r }", "q + typeof r"],
  "1undefined",
);
evaluates("a caught variable is there in later lines", ["try { throw 1 } catch (e) { var z = e }", "z"], 1);
evaluates(
  "variables of functions stay in them",
  ["function f() { var inner = 1; return inner } f()", "typeof inner"],
  "undefined",
);
evaluates("a block's own variables stay in it", ["if (1) { let own = 1; }", "typeof own"], "undefined");
evaluates("a loop can await", ["let sum = 0; for await (const one of [1, Promise.resolve(2)]) sum += one; sum"], 3);
evaluates("a block can await", ["let w; if (1) { w = await Promise.resolve(7) }", "w"], 7);
evaluates(
  "an await in a function is the function's",
  ["const f = async () => { return await 1 }", "typeof f().then"],
  "function",
);
evaluates("the end of a sequence is the value", ["1, 2"], 2);
evaluates("`this` is the global object", ["var own = 1; this === globalThis"], true);
evaluates("types of TypeScript are left out", ["interface I {} let x: I = { a: 1 } as any; (x as any).a"], 1);
evaluates("an enum is there in later lines", ["enum E { A, B }", "E.B"], 1);
evaluates("a constant enum is there in later lines", ["const enum E { A = 3 }; E.A", "E.A"], 3);
evaluates("an enum of two declarations has both", ["enum E { A = 1 } enum E { B = 2 }", "E.A + E.B"], 3);
evaluates("a namespace is there in later lines", ["namespace N { export const a = 8 }", "N.a"], 8);
evaluates("an import is there in later lines", ["import path from 'node:path'", "path.posix.join('a', 'b')"], "a/b");
evaluates(
  "a named import is there in later lines",
  ["import { posix as p, sep } from 'node:path'", "p.join('a', 'c')"],
  "a/c",
);
evaluates(
  "an import's namespace is there in later lines",
  ["import * as all from 'node:path'; 1", "all.posix.sep"],
  "/",
);
evaluates(
  "all kinds of names of an import are there",
  ["import d, { posix } from 'node:path'", "d.posix === posix"],
  true,
);
evaluates("an import of types loads nothing", ["import type { A } from 'missing-module'; 5"], 5);

test("a line that awaits is a promise, another one is not", () => {
  const run = (line: string) => vm.runInNewContext(transpiler.transformSync(line)) as object;
  assert.strictEqual(typeof (run("await 1") as Promise<unknown>).then, "function");
  assert.deepStrictEqual(Object.keys(run("1")), ["value"]);
  assert.strictEqual(Object.getPrototypeOf(run("1")), null);
});

test("a value that is a promise is not awaited", async () => {
  const [value] = await valuesOf("Promise.resolve(1)");
  assert.strictEqual(typeof (value as Promise<unknown>).then, "function");
});

test("an object at the start of a line is its value", async () => {
  assert.strictEqual(
    JSON.stringify(await valuesOf("{}", "{ a: 1, b: 2 }", " { a: await 3 }\n")),
    '[{},{"a":1,"b":2},{"a":3}]',
  );
  assert.deepStrictEqual(await valuesOf("{ a: 1 };"), [null]);
});

test("minified lines have their values and variables", () => {
  // Bun renames the variables of lines with its identifiers.
  const minify = { whitespace: true, syntax: true, identifiers: isBrio };
  const minifier = new Bun.Transpiler({ loader: "tsx", replMode: true, minify } as ConstructorParameters<
    typeof Bun.Transpiler
  >[0]);
  const context = vm.createContext();
  const valueOf = (line: string) =>
    (vm.runInContext(minifier.transformSync(line), context) as { value: unknown }).value;
  assert.strictEqual(valueOf("1 + 1"), 2);
  assert.strictEqual(valueOf("let count = 5; function add(one) { return one + count } add(1)"), 6);
  assert.strictEqual(valueOf("add(count)"), 10);
  assert.doesNotMatch(minifier.transformSync("let first = 1; first"), /\s{2}/);
});

test("an invalid line is an error", () => {
  assert.throws(() => transpiler.transformSync("let x = = 1"));
  assert.throws(() => transpiler.transformSync("{ a: "));
});

test("exports, blocks, comments and loops that Bun does not understand work", async () => {
  if (!isBrio) return;
  assert.deepStrictEqual(await valuesOf("export function f() { return 1 }", "f()"), [null, 1]);
  assert.deepStrictEqual(await valuesOf("const a = 1; export { a }", "a"), [1, 1]);
  assert.deepStrictEqual(await valuesOf("export default 5", "export default class K {}; 6"), [5, 6]);
  assert.strictEqual(JSON.stringify(await valuesOf("{ a: 1 } // comment", "{ let x = 1 }")), '[{"a":1},null]');
  assert.deepStrictEqual(await valuesOf("for (;;) { var w = await 2; break }", "w"), [null, 2]);
});

test("the functions of lowered code belong to their line", async () => {
  if (!isBrio) return;
  const lines = [
    "function d(value) { return value }",
    "@d class D { @d m() { return 1 } }",
    "@d class E {}",
    "new D().m()",
  ];
  assert.strictEqual((await valuesOf(...lines)).at(-1), 1);
});

test("attributes of imports stay", () => {
  if (!isBrio) return;
  const script = transpiler.transformSync("import data from './a.json' with { type: 'json' }");
  assert.match(script, /await import\("\.\/a\.json", \{ with: \{ type: "json" \} \}\)\)\.default/);
});
