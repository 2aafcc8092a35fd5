// --no-experimental-require-module, and files that are ES modules by mistake.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

const home = process.versions.brio === undefined ? [] : ["--as", "node"];
const folder = realpathSync(mkdtempSync(join(tmpdir(), "refused-")));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function run(files: Record<string, string>, ...given: string[]): string {
  mkdirSync(join(folder, "esm"), { recursive: true });
  for (const name of Object.keys(files)) writeFileSync(join(folder, name), files[name]!);
  return spawnSync(process.execPath, [...home, ...given], { encoding: "utf8", cwd: folder }).stderr;
}

test("the error of a refused require names the solution and the place", () => {
  const files = {
    "main.cjs": "\nrequire('./esm/a.js')",
    "esm/a.js": "export {}",
    "esm/package.json": '{"type":"module"}',
  };
  const reported = run(files, "--no-experimental-require-module", "main.cjs");
  assert.ok(
    reported.includes(`Instead change the require of a.js in ${folder}/main.cjs to a dynamic import()`),
    reported,
  );
  assert.match(reported, /at .*main\.cjs:2:1/);
});

test("a file that package.json makes an ES module may as well be renamed", () => {
  const files = {
    "main.cjs": "require('./esm/b.js')",
    "esm/b.js": "exports.b = 1",
    "esm/package.json": '{"type":"module"}',
  };
  const reported = run(files, "--no-experimental-require-module", "main.cjs");
  assert.ok(reported.includes(`change "type": "module" to "type": "commonjs" in ${folder}/esm/package.json`), reported);
});

test("a file that is an ES module by its syntax alone is a SyntaxError", () => {
  const reported = run(
    { "main.cjs": "require('./c.js')", "c.js": "export {}" },
    "--no-experimental-require-module",
    "main.cjs",
  );
  assert.match(reported, /SyntaxError: Unexpected token 'export'/);
});

test("a CommonJS main file with an import gets a warning that says how to make it an ES module", () => {
  assert.match(
    run({ "d.cjs": "import 'node:fs'" }, "d.cjs"),
    /Warning: Failed to load the ES module: .*d\.cjs\. Make sure to set "type": "module"/,
  );
});

test("a main file with an unknown extension is refused in a package of ES modules", () => {
  const files = { "esm/e.unknown": "throw 'ran'", "esm/package.json": '{"type":"module"}', "f.unknown": "throw 'ran'" };
  assert.match(run(files, "esm/e.unknown"), /ERR_UNKNOWN_FILE_EXTENSION/);
  assert.match(run(files, "f.unknown"), /'?ran'?/);
});
