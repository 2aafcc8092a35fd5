// ES modules that are given as source strings: with -e, and to a worker.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

const home = process.versions.brio === undefined ? [] : ["--as", "node"];

function run(...given: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [...home, ...given], { encoding: "utf8" });
}

test("an unused import of evaluated source is checked", () => {
  const { status, stderr } = run("--input-type=module", "-e", "import { nowhere } from 'node:fs';");
  assert.strictEqual(status, 1);
  assert.match(stderr, /SyntaxError: .*'node:fs' does not provide an export named 'nowhere'/);
});

test("evaluated source is the main module", () => {
  assert.strictEqual(run("--input-type=module", "-e", "console.log(import.meta.main)").stdout, "true\n");
});

test("evaluated source of a worker is its main module", () => {
  const text = "console.log(import.meta.main)";
  const code = `import { Worker } from "node:worker_threads"; new Worker(${JSON.stringify(text)}, { eval: true });`;
  assert.strictEqual(run("--input-type=module", "-e", code).stdout, "true\n");
});

test("the error for a missing file names the evaluated source as its parent", () => {
  assert.match(run("--input-type=module", "-e", "import './nowhere.mjs'").stderr, /imported from .*\/\[eval1\]/);
});
