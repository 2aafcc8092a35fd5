// A thread that cannot start because all descriptors are in use: what waits for it fails, and does not hang.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

/** Node aborts the process where its inspector cannot start, which is nothing to rely on. */
const brioTest = "brio" in process.versions ? test : () => {};
const EXHAUST = `
  const fs = require("node:fs"), loader = require("node:module"), inspector = require("node:inspector");
  const opened = [];
  const exhaust = () => { try { for (;;) opened.push(fs.openSync("/dev/null")); } catch {} };
  const release = () => { for (const fd of opened.splice(0)) fs.closeSync(fd); };
`;

/** Runs a program that may have 200 descriptors. Returns what it prints. */
function run(source: string): string {
  // The built-in modules must not need descriptors.
  const { BRIO_BUILTINS: _, ...env } = process.env;
  const limited = 'ulimit -n 200 && exec "$0" --as node -e "$1"';
  const ended = spawnSync("/bin/sh", ["-c", limited, process.execPath, EXHAUST + source], { env, timeout: 60_000 });
  assert.equal(ended.signal, null, "the program hangs");
  return String(ended.stdout);
}

brioTest("inspector.open() reports that its thread cannot start, and works later", () => {
  const output = run(`
    exhaust();
    inspector.open(0);
    release();
    console.log(inspector.url());
    inspector.open(0);
    console.log(inspector.url().startsWith("ws://127.0.0.1:"));
    inspector.close();
  `);
  assert.equal(output, "undefined\ntrue\n");
});

brioTest("module.register() throws when its thread cannot start", () => {
  const output = run(`
    exhaust();
    let error;
    try { loader.register("data:text/javascript,"); } catch (thrown) { error = thrown; }
    release();
    console.log(error?.code);
    process.exit();
  `);
  assert.equal(output, "ERR_WORKER_NOT_RUNNING\n");
});
