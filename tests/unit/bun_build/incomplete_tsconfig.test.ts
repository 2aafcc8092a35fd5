// A tsconfig that extends a file that is missing: as in esbuild and Bun 1.4.5 the program is built, with the options that the
// tsconfig has itself. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const isBrio = process.versions.brio !== undefined;
const MAIN = "import { value } from '@/value'; const shown: number = value; console.log(shown);";
const VALUE = { "src/value.ts": "export const value = 1;" };

for (const missing of ["./missing.json", "@no/package/tsconfig.json"]) {
  test(`${missing} is missing`, async () => {
    const { printed, warnings } = await builtProgram({
      "main.ts": MAIN,
      ...VALUE,
      "tsconfig.json": `{ "extends": "${missing}", // a comment
        "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }`,
    });
    assert.strictEqual(printed, "1");
    // Bun does not say so.
    if (isBrio) assert.strictEqual(warnings.filter((message) => message.includes(missing)).length, 1);
  });
}

// As esbuild 0.28 has it; Bun does not look further.
if (isBrio)
  test("the files that are there are extended", async () => {
    const { printed } = await builtProgram({
      "main.ts": MAIN,
      ...VALUE,
      "tsconfig.json": '{ "extends": ["./missing.json", "./base"] }',
      "base.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }',
    });
    assert.strictEqual(printed, "1");
  });
