// The objects of namespaces in bundles are like those of modules, which have no prototype. (Bun's have one.)
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const MAIN = `import * as a from "./a.js";
console.log(Object.getPrototypeOf(a), "toString" in a, Object.keys(a).join(), String(Object.prototype.toString.call(a)));
import("./a.js").then((b) => console.log(Object.getPrototypeOf(b), b.default));`;

for (const format of ["esm", "iife"]) {
  test(`no prototype, ${format}`, async () => {
    const files = { "main.js": MAIN, "a.js": "export const b = 1; export default 2;" };
    const { printed } = await builtProgram(files, { format } as object);
    assert.strictEqual(printed, "null false b,default [object Module]\nnull 2");
  });
}

test("an IIFE without exports runs where there is no object for them", async () => {
  const source = 'import { b } from "./a.js"; if (typeof exports === "undefined") console.log(b);';
  const { printed } = await builtProgram({ "main.js": source, "a.js": "export const b = 1;" }, {
    format: "iife",
    minify: true,
  } as object);
  assert.strictEqual(printed, "1");
});

test("what exports everything of others has none either", async () => {
  const { printed } = await builtProgram({
    "main.js": 'import * as a from "./a.js"; const name = "c"; console.log(Object.getPrototypeOf(a), a[name], a.b);',
    "a.js": 'export * from "./b.js"; export * from "./c.cjs"; export const b = 1;',
    "b.js": "export const c = 2;",
    "c.cjs": "exports.d = 3;",
  });
  assert.strictEqual(printed, "null 2 1");
});
