// `brio test --as HOME`, and `brio --as HOME test`: the home of files that do not say what they are written for.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const HOMES = `console.log(JSON.stringify([typeof Bun, typeof Deno]));`;
const FILES = {
  "plain.test.js": `${HOMES} process.exitCode = 0;`,
  "globals.test.js": `test("globals", () => { ${HOMES} });`,
};

function outputs(args: string[]): string[] {
  const { stdout } = runSuite(FILES, args);
  const files = JSON.parse(stdout.slice(0, stdout.indexOf("\n}\n") + 2)).files as { file: string; output: string }[];
  return files.sort((one, other) => (one.file < other.file ? -1 : 1)).map(({ output }) => output.trim());
}

test("files that do not say what they are written for run in the home of --as", () => {
  assert.deepEqual(outputs([]), [`["undefined","undefined"]`, `["undefined","undefined"]`]);
  assert.deepEqual(outputs(["--as", "bun"]), [`["object","undefined"]`, `["object","undefined"]`]);
  // `deno test` has no global `test`: the file is one of Jest all the same.
  assert.deepEqual(outputs(["--as=deno"]), [`["undefined","undefined"]`, `["undefined","object"]`]);
});

test("--as with another name is an error", () => {
  const { code, stderr } = runSuite(FILES, ["--as", "perl"]);
  assert.deepEqual([code, stderr], [2, "brio test: --as takes node, bun or deno, not 'perl'\n"]);
});

test("the command may follow the name of its runtime, as in bun test and deno test", () => {
  const folder = mkdtempSync(join(tmpdir(), "brio-homes-"));
  writeFileSync(join(folder, "a.test.js"), `if (typeof Deno !== "object") throw new Error("not Deno");`);
  const { status, stdout } = spawnSync(process.execPath, ["--as", "deno", "test", "-A"], {
    cwd: folder,
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  assert.match(stdout, /1 passed \(1 file\)/);
  assert.equal(status, 0);
});
