// The files of --cpu-prof: of a program that ends itself by a signal, and of a worker with the flag. Run with Node or Brio.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const own = "brio" in process.versions ? ["--as", "node"] : [];

const WORK = `function work(n) { return n < 2 ? n : work(n - 1) + work(n - 2); }
work(22);
`;

/** Runs a program with flags; returns how it ended and the functions of each profile in its folder. */
function profiled(source: string, flags: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "profiled-"));
  writeFileSync(join(folder, "work.js"), WORK);
  writeFileSync(join(folder, "program.js"), source);
  const { signal, status, stderr } = spawnSync(process.execPath, [...own, ...flags, "program.js"], { cwd: folder });
  const profiles = readdirSync(folder)
    .filter((name) => name.endsWith(".cpuprofile"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")).nodes)
    .map((nodes) => nodes.map(({ callFrame }: any) => callFrame.functionName));
  return { signal, status, stderr: String(stderr), profiles };
}

test("a program that kills itself leaves its profile", () => {
  const { signal, profiles, stderr } = profiled(`${WORK}process.kill(process.pid, "SIGINT");`, ["--cpu-prof"]);
  assert.strictEqual(signal, "SIGINT", stderr);
  assert.strictEqual(profiles.length, 1);
});

test("a program that handles its own signal leaves one profile", () => {
  const source = `process.on("SIGUSR2", () => { ${WORK} process.exit(3); });
process.kill(process.pid, "SIGUSR2");
setTimeout(() => {}, 5000);`;
  const { status, profiles, stderr } = profiled(source, ["--cpu-prof", "--cpu-prof-interval", "50"]);
  assert.strictEqual(status, 3, stderr);
  assert.strictEqual(profiles.length, 1);
});

test("a worker with the flag is profiled alone", () => {
  const source = `const { Worker } = require("worker_threads");
new Worker("./work.js", { execArgv: ["--cpu-prof", "--cpu-prof-interval", "50"] });`;
  const { status, profiles, stderr } = profiled(source, []);
  assert.strictEqual(status, 0, stderr);
  assert.strictEqual(profiles.length, 1);
  assert.ok(profiles[0].includes("work"));
});
