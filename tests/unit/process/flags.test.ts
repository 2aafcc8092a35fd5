// Flags of Node that change what a program sees.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { encoding: "utf8" });
}

test("--disable-proto removes __proto__ or makes it throw", () => {
  assert.strictEqual(run("--disable-proto=delete", "-p", "'__proto__' in {}").stdout, "false\n");
  const code =
    "const vm = require('vm'); const codes = [() => ({}).__proto__, () => { ({}).__proto__ = {}; }, () => vm.runInNewContext('({}).__proto__')].map((f) => { try { f(); } catch (error) { return error.code; } }); console.log(codes.join())";
  assert.strictEqual(
    run("--disable-proto=throw", "-e", code).stdout,
    "ERR_PROTO_ACCESS,ERR_PROTO_ACCESS,ERR_PROTO_ACCESS\n",
  );
});

test("--disallow-code-generation-from-strings makes eval and Function throw an EvalError", () => {
  const code =
    "for (const f of [() => eval('1'), () => new Function('1')]) try { f(); console.log('ran'); } catch (error) { console.log(error.name); }";
  assert.strictEqual(run("--disallow-code-generation-from-strings", "-e", code).stdout, "EvalError\nEvalError\n");
});

test("--trace-exit prints the stack of the call that ended the process", () => {
  const { status, stderr } = run("--trace-exit", "-e", "function leave() { process.exit(3); }\nleave();");
  assert.strictEqual(status, 3);
  assert.match(stderr, /^\(node:\d+\) WARNING: Exited the environment with code 3\n(?: {4}at .*\n)* {4}at leave /);
});

test("--dns-result-order and --no-network-family-autoselection set defaults", () => {
  assert.strictEqual(
    run("--dns-result-order=ipv6first", "-p", "require('dns').getDefaultResultOrder()").stdout,
    "ipv6first\n",
  );
  assert.strictEqual(
    run("--no-network-family-autoselection", "-p", "require('net').getDefaultAutoSelectFamily()").stdout,
    "false\n",
  );
  assert.strictEqual(run("-p", "require('net').getDefaultAutoSelectFamily()").stdout, "true\n");
});

test("code runs in a working directory that is gone", () => {
  const gone = fs.mkdtempSync(path.join(os.tmpdir(), "brio-gone-"));
  const { status, stdout } = spawnSync(
    "/bin/sh",
    ["-c", `cd "${gone}" && rmdir "${gone}" && "${process.execPath}" -p 6*7`],
    { encoding: "utf8" },
  );
  assert.deepStrictEqual([status, stdout], [0, "42\n"]);
});

test("code may declare names that CommonJS modules get", () => {
  assert.strictEqual(
    run("-e", "const __filename = 'mine', require2 = require; console.log(__filename, typeof require2)").stdout,
    "mine function\n",
  );
});
