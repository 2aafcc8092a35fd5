// Commands of Bun and Deno that Brio has under another name, or that another tool has.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "brio-peer-commands-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
fs.writeFileSync(path.join(folder, "package.json"), '{ "scripts": { "greet": "echo hello" } }');

const brio = (args: string[], input?: string) =>
  spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", ...(input === undefined ? {} : { input }) });

test("`task NAME` runs the script of that name", () => {
  const { status, stdout } = brio(["task", "greet"]);
  assert.match(stdout, /^hello$/m);
  assert.strictEqual(status, 0);
});

test("commands that other tools have name the tool, and exit with 2", () => {
  const advice = { fmt: /prettier/, lint: /eslint/, check: /tsc/, jupyter: /no kernel/, clean: /brio cache prune/ };
  for (const [command, expected] of Object.entries(advice)) {
    const { status, stderr } = brio([command]);
    assert.match(stderr, new RegExp(`^brio: Brio has no command "${command}": .*${expected.source}`));
    assert.strictEqual(status, 2);
  }
});

test("a file of such a name is run", () => {
  fs.writeFileSync(path.join(folder, "lint"), "console.log('file')");
  const { stdout } = brio(["./lint"]);
  assert.strictEqual(stdout, "file\n");
});
