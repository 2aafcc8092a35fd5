// Errors of JSON modules: each names its file and place, wherever it is. Run with Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { builtProgram } from "./built_program.ts";

const invalid: Record<string, [text: string, line: number]> = {
  "an empty file": ["", 1],
  "a file of a space": [" ", 1],
  "an opening brace alone": ["{", 1],
  "a word": ["undefined", 1],
  "an error at the end of a line": ['{ "a": 1, }', 1],
  "an error in the second line": ['{\n  "a": x\n}', 2],
};
for (const [name, [text, line]] of Object.entries(invalid)) {
  test(`${name} is an error with its place`, async () => {
    const result = builtProgram({ "main.js": 'import data from "./data.json"; console.log(data);', "data.json": text });
    await assert.rejects(result, ({ errors: [error] }: AggregateError) => {
      assert.match(error.position?.file ?? "", /data\.json$/);
      assert.strictEqual(error.position.line, line);
      return true;
    });
  });
}

test("one character can be JSON", async () => {
  const files = { "main.js": 'import data from "./data.json"; console.log(data);', "data.json": "7" };
  assert.strictEqual((await builtProgram(files)).printed, "7");
});
