// `return` outside of functions: CommonJS has it. As an ES module such a source does not run in any runtime (Node.js 26: "Illegal
// return statement"), so that a build refuses it where it is. Run with Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const modules: Record<string, string> = {
  "an export": "export const a = 1;\nif (a) return;",
  "a dependency": "import './inner.js';",
  await: "await 1;\nif (globalThis) return;",
};
for (const [name, source] of Object.entries(modules)) {
  test(`${name}, and a return`, async () => {
    const files = { "main.js": source, "inner.js": "export {};\nreturn;" };
    const result = builtProgram(files, { target: "node" });
    await assert.rejects(result, ({ errors: [error] }: AggregateError) => {
      assert.match(error.message, /return/);
      assert.strictEqual(error.position.line, 2);
      return true;
    });
  });
}

const returning: Record<string, string> = {
  "without a condition": "return;",
  "with a condition without effects": "const x = Math.random() < 2; if (x) return;",
  "with a global as its condition": "if (typeof globalThis === 'object') return;",
  "in a block": "const x = Math.random() < 2;\nif (x) {\n  return;\n}",
  "in a minified line": "const x=Math.random()<2;if(x)return;",
  "with a function's type in its condition": "\nif (typeof Array === 'function') return;",
  "in a block behind such a condition": "\nif (typeof Array === 'function') {\n  return;\n}",
  "behind a condition of several lines": "\nif (\n  typeof Array === 'object' ||\n  true\n)\n  return;",
  "in a strict script": "'use strict';\nlet x = Math.random() < 2;\nif (x) return;",
  "behind a hashbang": "#!/usr/bin/env node\nlet x = Math.random() < 2;\nif (x) return;",
  "with this": "if (this === module.exports) return;",
};
for (const [name, source] of Object.entries(returning)) {
  for (const format of ["esm", "cjs"] as const) {
    test(`CommonJS returns ${name} (${format})`, async () => {
      const files = {
        "main.js": "require('./inner.js'); console.log('main');",
        "inner.js": `${source.startsWith("#!") ? "" : "console.log('before');"}${source}\nconsole.log('behind'); // a comment`,
      };
      const { printed } = await builtProgram(files, { target: "node", format });
      assert.strictEqual(printed, source.startsWith("#!") ? "main" : "before\nmain");
    });
  }
}

test("functions of an ES module return", async () => {
  const files = { "main.js": "export const f = () => { return 1; }; for (const g of [f]) { console.log(g()); }" };
  assert.strictEqual((await builtProgram(files, { target: "node" })).printed, "1");
});
