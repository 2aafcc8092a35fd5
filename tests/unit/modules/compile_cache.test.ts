import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-cache-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const main = path.join(folder, "main.cjs");
fs.writeFileSync(
  main,
  `
  const { constants: { compileCacheStatus }, enableCompileCache, getCompileCacheDir, flushCompileCache } = require("node:module");
  const before = getCompileCacheDir();
  const argument = JSON.parse(process.argv[2]);
  const { status, directory } = enableCompileCache(argument ?? undefined);
  flushCompileCache();
  const name = Object.keys(compileCacheStatus).find((key) => compileCacheStatus[key] === status);
  console.log(JSON.stringify({ before, name, directory, after: getCompileCacheDir() }));
`,
);

function run(argument: unknown, environment: Record<string, string> = {}): any {
  const { stdout, stderr } = spawnSync(process.execPath, [main, JSON.stringify(argument)], {
    encoding: "utf8",
    env: { ...process.env, ...environment },
  });
  return JSON.parse(stdout || JSON.stringify({ stderr }));
}

test("enableCompileCache makes the folder and says where it is", () => {
  const cache = path.join(folder, "given");
  const { before, name, directory, after } = run(cache);
  assert.deepStrictEqual([before, name, directory], [undefined, "ENABLED", cache]);
  assert.strictEqual(path.dirname(after), cache);
  assert.ok(fs.statSync(after).isDirectory());
  assert.strictEqual(run({ directory: cache, portable: true }).name, "ENABLED");
});

test("NODE_COMPILE_CACHE enables it before the program does", () => {
  const cache = path.join(folder, "environment");
  const { before, name } = run(path.join(folder, "other"), { NODE_COMPILE_CACHE: cache });
  assert.strictEqual(path.dirname(before), cache);
  assert.strictEqual(name, "ALREADY_ENABLED");
  assert.ok(!fs.existsSync(path.join(folder, "other")));
  assert.ok(fs.readdirSync(before, { recursive: true }).length > 0, "the program itself is kept");
});

test("NODE_DISABLE_COMPILE_CACHE disables it, and a folder that cannot be made fails it", () => {
  assert.strictEqual(run(path.join(folder, "disabled"), { NODE_DISABLE_COMPILE_CACHE: "1" }).name, "DISABLED");
  const { name, after } = run("/dev/null/cache");
  assert.deepStrictEqual([name, after], ["FAILED", undefined]);
});

test("a directory must be a string", () => {
  const { stderr } = spawnSync(process.execPath, [main, "5"], { encoding: "utf8" });
  assert.match(stderr, /ERR_INVALID_ARG_TYPE/);
});
