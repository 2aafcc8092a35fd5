// `module._compile(source, file)` without a format, as loaders that translate files call it: the syntax decides the format.
import assert from "node:assert";
import Module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

let count = 0;

/** The exports of a source under a unique name with this extension. */
function compile(text: string, ending: string): any {
  const module: any = new Module(join(tmpdir(), `compile-text-${count++}${ending}`));
  module.filename = module.id;
  module._compile(text, module.id);
  return module.exports;
}

const ENDINGS = [".js", ".cjs", ".mjs", ".ts", ".cts", ".mts"];

test("source with module.exports is CommonJS, whatever the file name", () => {
  for (const ending of ENDINGS)
    assert.deepStrictEqual(
      compile("module.exports = [typeof require, typeof __filename];", ending),
      ["function", "string"],
      ending,
    );
});

test("source with export is an ES module, whatever the file name", () => {
  for (const ending of ENDINGS)
    assert.strictEqual(compile("export const kind = typeof __filename;", ending).kind, "undefined", ending);
});

test("source that is neither is a SyntaxError", () => {
  for (const ending of ENDINGS) assert.throws(() => compile("let = = 1;", ending), SyntaxError, ending);
});
