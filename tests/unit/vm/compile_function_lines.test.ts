// Errors of vm.compileFunction name the line of the body, whatever is put around it.
import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

/** The line of `body.js` that the stack names first. */
function lineOf(code: string, options: vm.CompileFunctionOptions): number {
  try {
    vm.compileFunction(code, ["a", "b"], { filename: "body.js", ...options })();
  } catch (error: any) {
    return Number(/body\.js:(\d+)/.exec(error.stack)?.[1]);
  }
  throw new Error("nothing was thrown");
}

for (const [name, options] of Object.entries({
  "the main context": {},
  "another context": { parsingContext: vm.createContext({ Error }) },
  "extensions of the scope": { contextExtensions: [{ c: 1 }] },
}) as [string, vm.CompileFunctionOptions][]) {
  test(`an error of a function of ${name} has its line`, () => {
    assert.strictEqual(lineOf("throw new Error('x')", options), 1);
    assert.strictEqual(lineOf("'use strict';\n\nmissing();", options), 3);
    assert.strictEqual(lineOf("\nthrow new Error('x')", { ...options, lineOffset: 10 }), 12);
    assert.strictEqual(lineOf("throw new Error('x')", { ...options, lineOffset: 1 }), 2);
  });

  test(`a syntax error in a function of ${name} has its line`, () => {
    assert.strictEqual(lineOf("var = 1", options), 1);
    assert.strictEqual(lineOf("\n\nvar = 1", options), 3);
    assert.strictEqual(lineOf("var = 1", { ...options, lineOffset: 10 }), 11);
  });
}

test("a body may begin with a directive and end with a comment", () => {
  assert.strictEqual(vm.compileFunction("'use strict'; return this // end")(), undefined);
});
