// A file that is required again: what `require.cache`, `module.children` and a replaced `Module._resolveFilename` change then.
// Run with Node 26 or Brio.
import assert from "node:assert";
import fs from "node:fs";
import Module, { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "required-again-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

interface Requiring {
  get(): unknown;
  self: { children: { filename: string }[] };
}

/** The exports of a new module in `place` that requires `request` each time that `get` is called. */
function requiring(place: string, request: string): Requiring {
  const file = write(place, `exports.get = () => require(${JSON.stringify(request)}); exports.self = module;`);
  return createRequire(import.meta.url)(file) as Requiring;
}

const { cache } = createRequire(import.meta.url);

test("a module whose entry is deleted runs again", () => {
  const counted = write(
    "deleted/counted.js",
    "module.exports = globalThis.deletedCount = (globalThis.deletedCount ?? 0) + 1;",
  );
  const parent = requiring("deleted/parent.js", "./counted");
  assert.deepStrictEqual([parent.get(), parent.get()], [1, 1]);
  delete cache[counted];
  assert.deepStrictEqual([parent.get(), parent.get()], [2, 2]);
});

test("an entry that was replaced is what is returned", () => {
  const file = write("replaced/file.js", "module.exports = 'file';");
  const parent = requiring("replaced/parent.js", "./file.js");
  assert.strictEqual(parent.get(), "file");
  cache[file]!.exports = "other exports";
  assert.strictEqual(parent.get(), "other exports");
  cache[file] = { loaded: true, exports: "other entry" } as NodeJS.Module;
  assert.strictEqual(parent.get(), "other entry");
});

test("equal requests of two folders are two files", () => {
  write("one/file.js", "module.exports = 1;");
  write("two/file.js", "module.exports = 2;");
  const [one, two] = [requiring("one/parent.js", "./file"), requiring("two/parent.js", "./file")];
  assert.deepStrictEqual([one.get(), two.get(), one.get(), two.get()], [1, 2, 1, 2]);
});

test("each module of a folder has the file among its children, once", () => {
  const file = write("children/file.js", "");
  for (const name of ["children/first.js", "children/second.js"]) {
    const parent = requiring(name, "./file");
    parent.get();
    parent.get();
    assert.deepStrictEqual(
      parent.self.children.map((child) => child.filename),
      [file],
    );
  }
});

test("a module that throws is tried again", () => {
  write("throwing/file.js", "if (!globalThis.throwingMayRun) throw new Error('not yet'); module.exports = 'ran';");
  const parent = requiring("throwing/parent.js", "./file");
  assert.throws(() => parent.get(), /not yet/);
  assert.throws(() => parent.get(), /not yet/);
  Object.assign(globalThis, { throwingMayRun: true });
  assert.strictEqual(parent.get(), "ran");
});

test("a replaced _resolveFilename decides for files that other folders required", () => {
  const statics = Module as unknown as { _resolveFilename(request: string, ...rest: unknown[]): string };
  const original = statics._resolveFilename;
  const files = ["a", "b"].map((name) => write(`aliases/${name}.js`, `module.exports = '${name}';`));
  for (const file of files) createRequire(import.meta.url)(file);
  const parent = requiring("aliases/parent.js", "alias-of-a-package");
  let target = files[0]!;
  statics._resolveFilename = (request, ...rest) =>
    request === "alias-of-a-package" ? target : original(request, ...rest);
  try {
    assert.strictEqual(parent.get(), "a");
    target = files[1]!;
    assert.strictEqual(parent.get(), "b");
  } finally {
    statics._resolveFilename = original;
  }
});
