// JSON files, which imports and `require` share.
import assert from "node:assert";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "../harness.ts";

const folder = mkdtempSync(join(tmpdir(), "json-"));
const require = createRequire(import.meta.url);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function file(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '{"a":1}');
  return path;
}

async function imported(path: string): Promise<any> {
  return (await import(pathToFileURL(path).href, { with: { type: "json" } })).default;
}

test("require returns the value that was imported", async () => {
  const path = file("imported.json");
  const value = await imported(path);
  assert.strictEqual(require(path), value);
  assert.deepStrictEqual(require.cache[path], { exports: { a: 1 }, loaded: true });
});

test("an import yields the value that was required", async () => {
  const path = file("required.json");
  const value = require(path);
  value.b = 2;
  assert.strictEqual(await imported(path), value);
});

test("a file that was removed from require.cache is read again", async () => {
  const path = file("dropped.json");
  const value = await imported(path);
  delete require.cache[path];
  assert.notStrictEqual(require(path), value);
});

test("an import with a query or a fragment reads the file anew", async () => {
  const path = file("queried.json");
  const url = pathToFileURL(path).href;
  const attributes = { with: { type: "json" } };
  const first = (await import(url, attributes)).default;
  writeFileSync(path, '{"a":2}');
  const found = [];
  for (const suffix of ["?q", "#f", "?q#f"]) found.push((await import(url + suffix, attributes)).default.a);
  assert.deepStrictEqual([first.a, ...found, require(path).a], [1, 2, 2, 2, 1]);
});
