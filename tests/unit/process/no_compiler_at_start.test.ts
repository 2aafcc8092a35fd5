// Programs that do little start no compiler threads of the engine: each costs half a millisecond and more. They start when one
// function is called often, also one of the builtins (docs/decisions/0006-start-up.md).
import { deepStrictEqual, strictEqual } from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

const folder = mkdtempSync(join(tmpdir(), "brio-compilers-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** What the engine's baseline compiler compiled while `source` ran; null when the engine does not report it. */
function compiled(name: string, source: string): string[] {
  const file = join(folder, name);
  writeFileSync(file, source);
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], {
    encoding: "utf8",
    env: { ...process.env, JSC_reportBaselineCompileTimes: "1" },
  });
  strictEqual(status, 0, stderr);
  return `${stdout}${stderr}`.split("\n").filter((line) => line.startsWith("Optimized "));
}

test("the engine reports what it compiles", () => {
  const lines = compiled("loop.cjs", "function often() {} for (let index = 0; index < 10_000_000; index++) often();");
  strictEqual(lines.length > 0, true);
});

for (const [name, source] of [
  ["empty.cjs", ""],
  ["print.cjs", "console.log('text', 1);"],
  ["print.ts", "const text: string = 'text'; console.log(text, process.argv.length);"],
  ["files.mjs", "import { readFileSync } from 'node:fs'; readFileSync(process.argv[1]);"],
  [
    "worker.cjs",
    "const { Worker, isMainThread } = require('node:worker_threads'); if (isMainThread) new Worker(__filename);",
  ],
] as const) {
  test(`${name} compiles nothing`, () => deepStrictEqual(compiled(name, source), []));
}
