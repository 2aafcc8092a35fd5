// Callback scopes that are closed as their worker exits: the addon is not to see that, since node-addon-api ends the process then.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";
import { buildAddon } from "./build_addon.ts";

const path = buildAddon("callback_scope");

/** Runs `program` in a worker of a process of its own. Returns what is printed, with the exit code of the worker. */
function inWorker(program: string): string {
  const code = `const addon = require(${JSON.stringify(path)}); ${program}`;
  const main = `new (require("node:worker_threads").Worker)(${JSON.stringify(code)}, { eval: true })
    .on("exit", (code) => console.log("exit " + code));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", main], { encoding: "utf8" });
  return stdout + stderr;
}

test("a callback scope is closed after its promise jobs", () => {
  const output = inWorker(`addon.run(() => { Promise.resolve().then(() => { process.exitCode = 4; }); });`);
  assert.strictEqual(output, "opened 0\nclosed 0\nexit 4\n");
});

test("a callback scope is closed though the worker exits in a promise job", () => {
  const output = inWorker(`addon.run(() => { Promise.resolve().then(() => process.exit(3)); });`);
  assert.strictEqual(output, "opened 0\nclosed 0\nexit 3\n");
});

test("a callback scope is closed though the worker exits within it", () => {
  assert.strictEqual(inWorker(`addon.run(() => process.exit(3));`), "opened 0\nclosed 0\nexit 3\n");
});
