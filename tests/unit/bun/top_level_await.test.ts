// A main module that awaits an event of something unreferenced. The behaviour is that of Bun 1.4, which waits for it.
import assert from "node:assert";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "top-level-await-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));

/** The output of a program, and its exit code; null when it still runs after `limitMs`. */
function outcome(source: string, limitMs: number): Promise<[string, number | null]> {
  const program = path.join(folder, "program.ts");
  fs.writeFileSync(program, `export {}; void Bun;\n${source}`);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (String(chunk).includes("waits")) setTimeout(() => child.kill("SIGKILL"), limitMs);
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("close", (code) => resolve([output, code]));
  });
}

test("an unreferenced timer, interval or signal is waited for", async () => {
  const sources = [
    "await new Promise<void>((resolve) => void setTimeout(resolve, 20).unref());",
    "let count = 0; await new Promise<void>((resolve) => void setInterval(() => { if (++count === 3) resolve(); }, 5).unref());",
    'await new Promise((resolve) => AbortSignal.timeout(20).addEventListener("abort", resolve));',
  ];
  for (const source of sources)
    assert.deepStrictEqual(await outcome(`${source} console.log("done");`, 10_000), ["done\n", 0]);
}, 60_000);

test("a promise that never settles keeps the program alive", async () => {
  assert.deepStrictEqual(await outcome('console.log("waits"); await new Promise(() => {});', 300), ["waits\n", null]);
}, 60_000);
