// The main file goes through `require.extensions` when a program replaced the loader of its extension before (ts-node, tsx, @babel/register).
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "main-extensions-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const write = (name: string, text: string): void => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
};
const run = (hook: string, main: string): string => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", "-r", `./${hook}`, main], {
    cwd: folder,
    encoding: "utf8",
  });
  return stderr === "" ? stdout : stderr;
};

write("package.json", "{}");
write("typed/package.json", '{ "type": "module" }');
write(
  "replaces.cjs",
  `
  const { _extensions } = require("module");
  for (const extension of [".ts", ".jsx", ".js"]) _extensions[extension] = (module, filename) => module._compile("console.log('hooked', typeof __filename, require.main === module)", filename);`,
);
write(
  "wraps.cjs",
  `
  const { _extensions } = require("module");
  const original = _extensions[".js"];
  _extensions[".js"] = (module, filename) => {
    console.log("wrapped");
    const { _compile } = module;
    module._compile = function (text, ...rest) { module._compile = _compile; return module._compile(text + ";console.log('added')", ...rest); };
    original(module, filename);
  };`,
);
const MODULE =
  'import fs from "node:fs"; console.log("native", typeof __filename, typeof fs); await 1; console.log("awaited"); export {};';

test("a replaced loader gets a main file with the syntax of ES modules, where no package says that it is one", () => {
  for (const name of ["main.ts", "main.jsx", "main.js"]) {
    write(name, MODULE);
    assert.strictEqual(run("replaces.cjs", name), "hooked string true\n");
  }
});

test("a replaced loader does not get a main file that its package or its name make an ES module", () => {
  for (const name of ["typed/main.js", "typed/main.ts", "main.mjs"]) {
    write(name, MODULE);
    assert.strictEqual(run("replaces.cjs", name), "native undefined object\nawaited\n");
  }
});

test("a loader that leaves an ES module to the original gets it run as the file has it, with top-level await", () => {
  write("main.js", MODULE);
  assert.strictEqual(run("wraps.cjs", "main.js"), "wrapped\nnative undefined object\nawaited\n");
});

test("a loader that leaves a CommonJS file to the original may change its source", () => {
  write("plain.js", "console.log(require.main === module)");
  assert.strictEqual(run("wraps.cjs", "plain.js"), "wrapped\ntrue\nadded\n");
});
