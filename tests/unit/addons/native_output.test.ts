// What the console printed is written before native code runs: that may print, too, end the process, or crash. Node.js
// 26.10, Bun 1.4.5 and Deno 2.9.6 show the same.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";
import { buildAddon } from "./build_addon.ts";

const file = JSON.stringify(buildAddon("native_output"));

/** How each home calls the functions of the file. */
const CALLS: Record<string, string> = {
  "an addon": `const native = require(${file});`,
};
if (process.versions["bun"] !== undefined || process.versions["brio"] !== undefined) {
  const types = `{ args: [], returns: "void" }`;
  CALLS["bun:ffi"] =
    `const native = require("bun:ffi").dlopen(${file}, { say: ${types}, quit: ${types}, crash: ${types} }).symbols;`;
}

function run(start: string, end: string): { status: number | null; signal: string | null; stdout: string } {
  const code = `${start} console.log(1); console.log(2); native.say(); console.log(3); console.log(4); ${end}`;
  return spawnSync(process.execPath, ["-e", code], { encoding: "utf8" });
}

const LINES = "1\n2\nfrom C\n3\n4\n";
for (const [name, start] of Object.entries(CALLS)) {
  test(`${name} prints after what the console printed before`, () => {
    assert.strictEqual(run(start, "").stdout, LINES);
  });

  test(`what was printed is written before ${name} ends the process`, () => {
    const { status, stdout } = run(start, "native.quit();");
    assert.deepStrictEqual([status, stdout], [5, LINES]);
  });

  test(`what was printed is written before ${name} crashes`, () => {
    const { signal, stdout } = run(start, "native.crash();");
    assert.deepStrictEqual([signal, stdout], ["SIGABRT", LINES]);
  });
}
