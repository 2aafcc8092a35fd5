// A tsconfig that extends a file that is missing: as in esbuild and Bun 1.4.5 the program is built, with the options that the
// tsconfig has itself. Run with Bun or Brio.
import assert from "node:assert";
import path from "node:path";
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

test("the tsconfig of a program in JavaScript refers to a missing project", async () => {
  const { printed } = await builtProgram({
    "src/main.js": 'import("./value.js").then(({ value }) => console.log(value));',
    "src/value.js": "export const value = 1;",
    "tsconfig.json": '{ "files": [], "references": [{ "path": "./src" }, { "path": "./missing" }] }',
    "src/tsconfig.json": '{ "extends": "../base.json", "include": ["**/*.ts"] }',
    "base.json": "{}",
  });
  assert.strictEqual(printed, "1");
});

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

const DECORATED = `const types: string[] = [];
  const note = (target: object, name: string, index?: unknown) => { types.push(typeof index); };
  class A { method(@note value: string) { return value; } @note field = 1; }
  console.log(types.join(), new A().field);`;

test("decorators are those of a tsconfig that extends a missing file", async () => {
  const { printed } = await builtProgram({
    "main.ts": DECORATED,
    "tsconfig.json": '{ "extends": "./missing.json", "compilerOptions": { "experimentalDecorators": true } }',
  });
  assert.strictEqual(printed, "number,undefined 1");
});

test("decorators are those of the tsconfig that an option names", async () => {
  const files = {
    "main.ts": DECORATED,
    "tsconfig.json": "{}",
    "other.json": '{ "compilerOptions": { "experimentalDecorators": true } }',
  };
  const { printed } = await builtProgram(files, (place) => ({ tsconfig: path.join(place, "other.json") }));
  assert.strictEqual(printed, "number,undefined 1");
});

test("a project that a tsconfig refers to is missing", async () => {
  const { printed, warnings } = await builtProgram({
    "main.ts": MAIN,
    ...VALUE,
    "tsconfig.json": '{ "references": [{ "path": "./gone" }], "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
  });
  assert.strictEqual(printed, "1");
  assert.deepStrictEqual(warnings, []);
});

test("one further up refers to a missing project, and the nearest one excludes the file", async () => {
  const { printed } = await builtProgram({
    "inner/main.ts": MAIN,
    "inner/src/value.ts": VALUE["src/value.ts"],
    "inner/tsconfig.json": '{ "exclude": ["main.ts"], "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    "tsconfig.json": '{ "references": [{ "path": "./gone" }], "files": [] }',
  });
  assert.strictEqual(printed, "1");
});
