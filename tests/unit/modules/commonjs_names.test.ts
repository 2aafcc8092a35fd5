// The named exports that an ES module sees of a CommonJS module.
import assert from "node:assert";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "../harness.ts";

const folder = mkdtempSync(join(tmpdir(), "names-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

async function importText(name: string, text: string): Promise<any> {
  const file = join(folder, name);
  writeFileSync(file, text);
  return import(pathToFileURL(file).href);
}

test("two escapes of a surrogate pair are one character of a name", async () => {
  const namespace = await importText(
    "pair.cjs",
    String.raw`exports['\u{D83C}\u{DF10}'] = 1; exports['\uD83D\uDE00!'] = 2;`,
  );
  assert.deepStrictEqual([namespace["\u{1F310}"], namespace["\u{1F600}!"]], [1, 2]);
});

test("a lone surrogate cannot be the name of an export", async () => {
  const namespace = await importText(
    "half.cjs",
    String.raw`exports['\u{D83C}'] = 1; exports['a\uDF10'] = 2; exports.b = 3;`,
  );
  assert.deepStrictEqual(Object.keys(namespace), ["b", "default", "module.exports"]);
  assert.strictEqual(namespace.default["\ud83c"], 1);
});

test("the names come from the source also when the module already ran", async () => {
  const require = createRequire(join(folder, "_"));
  for (const [name, text, names] of [
    ["text.cjs", "module.exports = 'text';", []],
    ["list.cjs", "module.exports = [1, 2];", []],
    ["made.cjs", "exports.a = 1; exports['b' + 1] = 2;", ["a"]],
  ] as const) {
    writeFileSync(join(folder, name), text);
    const exports = require(`./${name}`);
    const namespace = await import(pathToFileURL(join(folder, name)).href);
    assert.deepStrictEqual(
      [Object.keys(namespace), namespace.default],
      [[...names, "default", "module.exports"], exports],
    );
  }
});
