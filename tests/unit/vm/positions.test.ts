// Positions and receivers in stacks of code that node:vm evaluated, as V8 has them: https://v8.dev/docs/stack-trace-api
import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

/** The first frames of what `run` throws, the program's own left out. */
function framesOf(run: () => unknown): string[] {
  try {
    run();
  } catch (error: any) {
    const lines = String(error.stack).split("\n");
    return lines.filter((line) => /^ +at .*(?:code\.js|<anonymous>):\d/.test(line)).map((line) => line.trim().slice(3));
  }
  throw new Error("nothing was thrown");
}

const cases: [code: string, frames: string[]][] = [
  ["throw new Error('a')", ["code.js:1:7"]],
  ["  null.x()", ["code.js:1:8"]],
  ["var o = {}; o.y.z", ["code.js:1:17"]],
  ["let q; q.foo", ["code.js:1:10"]],
  ["undefinedName", ["code.js:1:1"]],
  ["function f() { throw new TypeError('x') }\n\n  f()", ["f (code.js:1:22)", "code.js:3:3"]],
  ["var p = { a() { throw Error('q') } }; p.a()", ["Object.a (code.js:1:23)", "code.js:1:41"]],
  ["class A { constructor() { throw new Error('x') } }\n new A(1)", ["new A (code.js:1:33)", "code.js:2:2"]],
  ["class B { m() { return this.x.y } }\nnew B().m()", ["B.m (code.js:1:31)", "code.js:2:9"]],
];

for (const [code, frames] of cases) {
  test(`the frames of ${JSON.stringify(code)} have V8's columns and receivers in scripts`, () => {
    assert.deepStrictEqual(
      framesOf(() => new vm.Script(code, { filename: "code.js" }).runInNewContext()),
      frames,
    );
    assert.deepStrictEqual(
      framesOf(() => vm.runInNewContext(`'use strict'; ${code}`, {}, { filename: "code.js" })).slice(1),
      frames.slice(1).map((frame) => frame.replace(/:1:(\d+)/, (_, column) => `:1:${Number(column) + 14}`)),
    );
    assert.deepStrictEqual(
      framesOf(() => vm.compileFunction(code, ["a", "b"], { filename: "code.js" })()).length,
      frames.length,
    );
  });
}

test("offsets are added to lines, and columns of the first line", () => {
  const code = "throw new Error('a')";
  const at = (options: object, text = code): string[] =>
    framesOf(() => vm.runInNewContext(text, {}, { filename: "code.js", ...options }));
  assert.deepStrictEqual(at({ columnOffset: 3 }), ["code.js:1:10"]);
  assert.deepStrictEqual(at({ lineOffset: 2 }), ["code.js:3:7"]);
  assert.deepStrictEqual(at({ columnOffset: 3, lineOffset: 2 }), ["code.js:3:10"]);
  assert.deepStrictEqual(at({ columnOffset: 3, lineOffset: 2 }, `\n  ${code}`), ["code.js:4:9"]);
});

test("functions of compileFunction have the columns of their bodies, whatever is around them", () => {
  for (const options of [{}, { contextExtensions: [{ c: 1 }] }, { parsingContext: vm.createContext({}) }]) {
    const at = (more: object, code = "throw new Error('a')"): string[] =>
      framesOf(() => vm.compileFunction(code, ["a", "b"], { ...options, ...more })());
    assert.deepStrictEqual(at({ filename: "code.js" }), ["code.js:1:7"]);
    assert.deepStrictEqual(at({ filename: "code.js", columnOffset: 3 }), ["code.js:1:10"]);
    assert.deepStrictEqual(at({ filename: "code.js", lineOffset: 3 }), ["code.js:4:7"]);
    assert.deepStrictEqual(at({ filename: "code.js" }, "\n  throw new Error('a')"), ["code.js:2:9"]);
    assert.deepStrictEqual(at({}), ["<anonymous>:1:7"]);
    assert.deepStrictEqual(at({ lineOffset: 3 }), ["<anonymous>:4:7"]);
  }
});

test("the source of such a function begins with its parameters and a line break", () => {
  const source = "function (x, y) {\nreturn 1\n}";
  assert.strictEqual(String(vm.compileFunction("return 1", ["x", "y"])), source);
  assert.strictEqual(String(vm.compileFunction("return 1", ["x", "y"], { lineOffset: 4 })), source);
  assert.strictEqual(String(vm.compileFunction("return 1", ["x", "y"], { contextExtensions: [{}] })), source);
});
