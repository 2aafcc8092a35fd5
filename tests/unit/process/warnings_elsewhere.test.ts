// Where warnings go: to a file, and nowhere when standard error is not available.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

function run(
  code: string,
  env: Record<string, string> = {},
): { stdout: string; stderr: string; status: number | null } {
  return spawnSync(process.execPath, ["-e", code], { encoding: "utf8", env: { ...process.env, ...env } });
}

test("NODE_REDIRECT_WARNINGS names the file that warnings are added to", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "warnings-"));
  const file = path.join(folder, "list.txt");
  for (const text of ["one", "two"])
    assert.strictEqual(run(`process.emitWarning('${text}')`, { NODE_REDIRECT_WARNINGS: file }).stderr, "");
  assert.match(fs.readFileSync(file, "utf8"), /^\(node:\d+\) Warning: one\n[^]*\(node:\d+\) Warning: two\n/);
  assert.match(
    run("process.emitWarning('three')", { NODE_REDIRECT_WARNINGS: path.join(folder, "missing", "x") }).stderr,
    /Warning: three/,
  );
  fs.rmSync(folder, { recursive: true });
});

test("a standard error that throws loses warnings and nothing else", () => {
  const { stdout, status } = run(
    "process.stderr.write = () => { throw new Error('x'); }; process.emitWarning('y'); setTimeout(() => console.log('on'), 5)",
  );
  assert.deepStrictEqual([stdout, status], ["on\n", 0]);
});

test("rejections with what only looks like an error warn with its stack", () => {
  const code =
    "process.on('warning', (warning) => console.log(warning.message.split('\\n')[0]));" +
    "class Like { constructor() { Error.captureStackTrace(this); this.message = 'm'; } } Promise.reject(new Like());";
  const { stdout } = spawnSync(process.execPath, ["--unhandled-rejections=warn", "-e", code], { encoding: "utf8" });
  assert.match(stdout, /^Error: m\n/);
});

test("realpath of a pipe is the text of its link", () => {
  const code =
    "const fs = require('fs'); const path = fs.realpathSync('/dev/stdin'); fs.realpath('/dev/stdin', (error, same) => console.log(path, error, path === same))";
  const { stdout } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8", input: "" });
  assert.match(stdout, /^\/proc\/\d+\/fd\/(?:pipe|socket):\[\d+\] null true\n$/);
});
