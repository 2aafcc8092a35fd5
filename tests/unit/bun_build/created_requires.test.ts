// Functions of `createRequire` that packages have which were bundled themselves: what they load by a literal is part of the
// bundle. The outputs run in a folder without the packages. Run with Brio.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "created-requires-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** What the bundle of the first of the files prints. The package `dep` prints "loads" and exports its name. */
async function printed(files: Record<string, string>): Promise<string> {
  const [place, out] = [`sources-${count}`, `out-${count++}`].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  const installed = {
    "node_modules/dep/package.json": '{ "name": "dep", "main": "dep.cjs" }',
    "node_modules/dep/dep.cjs": "exports.name = 'dep'; console.log('loads');",
  };
  for (const [name, contents] of Object.entries({ ...files, ...installed })) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), contents);
  }
  const entrypoints = [path.join(place, Object.keys(files)[0]!)];
  const { outputs } = await Bun.build({ entrypoints, outdir: out, target: "node", naming: "[name].mjs" });
  const { stdout, stderr } = spawnSync(process.execPath, ["--as", "node", outputs[0]!.path], { encoding: "utf8" });
  return (stdout + stderr).trim();
}

test("a function in a block", async () => {
  const source = `let dep;
if (globalThis) {
  const require = process.getBuiltinModule("module").createRequire(import.meta.url);
  try { dep = require("dep"); } catch (error) { console.log(error.code); }
}
console.log(dep.name);`;
  assert.strictEqual(await printed({ "main.mjs": source }), "loads\ndep");
});

const SHARED = `import { createRequire } from "node:module";
var __require = /* #__PURE__ */ (() => createRequire(import.meta.url))();
export { __require as r };`;

test("a function that another module makes", async () => {
  const source = `import { r as __require } from "./runtime.mjs";
const name = () => "node:path";
console.log(__require("dep").name, __require(name()).sep, typeof __require.resolve);`;
  assert.strictEqual(await printed({ "main.mjs": source, "runtime.mjs": SHARED }), "loads\ndep / function");
});

test("a parameter that hides the bundler's function", async () => {
  const source = `import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
function call(require) { return [require("x"), load("node:path").sep]; }
console.log(call((name) => name).join(), load("dep").name);`;
  assert.strictEqual(await printed({ "main.mjs": source }), "loads\nx,/ dep");
});

test("the function of the bundle itself stays as it is", async () => {
  const source = `import lib from "./lib.cjs"; console.log(lib.sep, lib.dep, typeof import.meta.url);`;
  const library =
    'const name = "node:path"; exports.sep = require("node:path").sep; exports.dep = require("dep").name;';
  assert.strictEqual(await printed({ "main.mjs": source, "lib.cjs": library }), "loads\n/ dep string");
});
