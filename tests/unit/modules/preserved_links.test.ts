// NODE_PRESERVE_SYMLINKS and NODE_PRESERVE_SYMLINKS_MAIN, which have no flag that says so on the command line.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "links-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
fs.mkdirSync(path.join(folder, "real"));
fs.writeFileSync(path.join(folder, "real/lib.js"), "console.log(__filename);");
fs.writeFileSync(path.join(folder, "main.js"), "require('./lib.js');");
fs.symlinkSync("real/lib.js", path.join(folder, "lib.js"));

function run(file: string, environment: Record<string, string>): string {
  const env = { ...process.env, ...environment };
  const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, env, encoding: "utf8" });
  return (stdout + stderr).trim();
}

test("NODE_PRESERVE_SYMLINKS leaves the links of required files", () => {
  assert.strictEqual(run("main.js", {}), path.join(folder, "real/lib.js"));
  assert.strictEqual(run("main.js", { NODE_PRESERVE_SYMLINKS: "1" }), path.join(folder, "lib.js"));
});

test("only NODE_PRESERVE_SYMLINKS_MAIN leaves the link of the main file", () => {
  assert.strictEqual(run("lib.js", { NODE_PRESERVE_SYMLINKS: "1" }), path.join(folder, "real/lib.js"));
  assert.strictEqual(run("lib.js", { NODE_PRESERVE_SYMLINKS_MAIN: "1" }), path.join(folder, "lib.js"));
});
