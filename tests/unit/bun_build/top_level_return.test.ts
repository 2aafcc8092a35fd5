// `return` outside of functions: CommonJS has it. As an ES module such a source does not run in any runtime (Node.js 26: "Illegal
// return statement"), so that a build refuses it where it is. Run with Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const modules: Record<string, string> = {
  "an export": "export const a = 1;\nif (a) return;",
  "an import": "import 'node:fs';\nif (globalThis) return;",
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

test("CommonJS returns", async () => {
  const files = { "main.js": "console.log(1); if (globalThis) return; console.log(2);" };
  assert.strictEqual((await builtProgram(files, { target: "node" })).printed, "1");
});

test("functions of an ES module return", async () => {
  const files = { "main.js": "export const f = () => { return 1; }; for (const g of [f]) { console.log(g()); }" };
  assert.strictEqual((await builtProgram(files, { target: "node" })).printed, "1");
});
