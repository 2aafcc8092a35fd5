// `import()` of a pattern with the attribute `type`: it is that of each file that the pattern can mean, as in esbuild.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const data = {
  "data/a.dat": '{ "a": 1 }',
  "data/b.json": '{ "b": 2 }',
};

/** What a program prints of the files. */
async function printed(type: string, show: string): Promise<string> {
  const main = `for (const name of ["a.dat", "b.json"]) {
  const { default: value } = await import("./data/" + name, { with: { type: "${type}" } });
  console.log(${show});
}`;
  return (await builtProgram({ "main.js": main, ...data }, { target: "node" })).printed;
}

test("files of any name are read as JSON", async () => {
  assert.strictEqual(await printed("json", "JSON.stringify(value)"), '{"a":1}\n{"b":2}');
});

test("files of any name are read as text", async () => {
  assert.strictEqual(await printed("text", "value"), '{ "a": 1 }\n{ "b": 2 }');
});
