// Invalid import attributes are refused with Node's messages.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const own = "data:text/javascript,export default 1";

test("an unknown type is refused, and the error names the module", async () => {
  await assert.rejects(import(own, { with: { type: "zz" } }), {
    name: "TypeError",
    code: "ERR_IMPORT_ATTRIBUTE_UNSUPPORTED",
    message: `Import attribute "type" with value "zz" is not supported in ${own}`,
  });
  await assert.rejects(import(own, { with: { type: "json" } }), {
    name: "TypeError",
    code: "ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE",
    message: `Module "${own}" is not of type "json"`,
  });
});

test("invalid options of import() are refused", async () => {
  const refused: [any, string][] = [
    [5, "The second argument to import() must be an object"],
    [{ with: 5 }, "The 'with' option must be an object"],
    [{ with: { type: 5 } }, "Import attribute value must be a string"],
  ];
  for (const [options, message] of refused) await assert.rejects(import(own, options), { name: "TypeError", message });
});

test("the former keyword assert is a syntax error, except in programs of Bun", () => {
  const folder = mkdtempSync(join(tmpdir(), "brio-assert-"));
  const file = join(folder, "program.mjs");
  try {
    for (const statement of [
      'import x from "data:application/json,1"',
      'export { default } from "data:application/json,1"',
    ]) {
      writeFileSync(file, `${statement} assert { type: "json" };\nconsole.log("ran");`);
      for (const home of ["node", "deno"]) {
        const { stderr, status } = spawnSync(process.execPath, ["--as", home, file], { encoding: "utf8" });
        assert.notStrictEqual(status, 0);
        assert.match(stderr, /SyntaxError: Unexpected identifier 'assert'/);
      }
    }
    writeFileSync(join(folder, "data.json"), "7");
    writeFileSync(file, 'import x from "./data.json" assert { type: "json" };\nconsole.log(x);');
    assert.strictEqual(spawnSync(process.execPath, ["--as", "bun", file], { encoding: "utf8" }).stdout, "7\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
