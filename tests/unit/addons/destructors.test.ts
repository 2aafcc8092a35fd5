// What addons have the C library run as the process ends. Node.js passes this file.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";
import { buildAddon } from "./build_addon.ts";

const path = buildAddon("destructors");
const AT_EXIT = ["atexit, second", "atexit, first", "destructor"];

function run(code: string): { lines: string[]; status: number | null } {
  const program = `const addon = require(${JSON.stringify(path)}); ${code}`;
  const { stdout, status, stderr } = spawnSync(process.execPath, ["-e", program], {
    encoding: "utf8",
    timeout: 60_000,
  });
  assert.strictEqual(stderr, "");
  return { lines: stdout.split("\n").slice(0, -1), status };
}

test("destructors and functions of atexit run at the end of the process, behind cleanup hooks", () => {
  const { lines, status } = run(`console.log("program");`);
  assert.deepStrictEqual([lines, status], [["program", "cleanup hook", ...AT_EXIT], 0]);
});

test("they run at process.exit, which runs no cleanup hooks, also while a thread of the addon runs", () => {
  const { lines, status } = run(`addon.startThread(); process.exit(3);`);
  assert.deepStrictEqual([lines, status], [AT_EXIT, 3]);
});

test("they run once for an addon that a worker has loaded, too", () => {
  const code = `const { Worker } = require("node:worker_threads");
    new Worker("require(" + ${JSON.stringify(JSON.stringify(path))} + ")", { eval: true })
      .on("exit", () => { console.log("worker has ended"); process.exitCode = 4; });`;
  const { lines, status } = run(code);
  assert.deepStrictEqual(lines.slice(-4), ["cleanup hook", ...AT_EXIT]);
  assert.deepStrictEqual([lines.filter((line) => AT_EXIT.includes(line)).length, status], [3, 4]);
});
