// --trace-sync-io: synchronous calls behind the first turn of the loop are reported.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

const calls = `const fs = require("fs"), { execSync } = require("child_process"), { gzipSync } = require("zlib");
  function look() { fs.statSync("/"); }`;

function warnings(code: string, flags = ["--trace-sync-io"]): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, "-e", code], { encoding: "utf8" });
  assert.strictEqual(stdout, "");
  return stderr.split(/^\(node:\d+\) WARNING: Detected use of sync API\n/m).slice(1);
}

test("a late call is reported with its stack", () => {
  const [found, ...others] = warnings(`${calls} setImmediate(function late() { look(); });`);
  assert.match(found!, /^ {4}at statSync \(node:fs.*\)\n {4}at look \(\[eval\]:\d+:\d+\)\n[^]*at .*late/);
  assert.strictEqual(others.length, 0);
});

test("so are those of child_process and zlib", () => {
  const found = warnings(`${calls} setTimeout(() => { execSync("true"); gzipSync("x"); }, 1);`).join("");
  assert.match(found, /at execSync \(node:child_process/);
  assert.match(found, /\(node:zlib/);
});

test("calls of the first turn are not, and nothing is without the flag", () => {
  assert.deepStrictEqual(warnings(`${calls} look();`), []);
  assert.deepStrictEqual(warnings(`${calls} setImmediate(look);`, []), []);
});
