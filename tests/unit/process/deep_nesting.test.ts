// Sources that nest deeper than any stack: they run, or end in an error, and never crash the process.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const LEVELS = 100_000;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "deep-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));

for (const [name, text] of Object.entries({
  parentheses: `${"(".repeat(LEVELS)}1${")".repeat(LEVELS)}`,
  arrays: `x = ${"[".repeat(LEVELS)}${"]".repeat(LEVELS)}`,
  blocks: `${"{".repeat(LEVELS)}${"}".repeat(LEVELS)}`,
  additions: `x = 1${"+1".repeat(LEVELS)}`,
  members: `x = {}; x${".a".repeat(LEVELS)}`,
  negations: `x = ${"!".repeat(LEVELS)}1`,
})) {
  for (const extension of ["cjs", "mjs"]) {
    test(`${LEVELS} nested ${name} in a .${extension} file end in an error or run`, () => {
      const file = path.join(folder, `${name}.${extension}`);
      fs.writeFileSync(file, `let x;\n${text}\n`);
      const { status, signal, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
      assert.strictEqual(signal, null);
      if (status !== 0) assert.match(stderr, /RangeError|SyntaxError|TypeError|Maximum call stack/);
    }, 60_000);
  }
}
