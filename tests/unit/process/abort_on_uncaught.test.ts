// --abort-on-uncaught-exception: the process aborts where nothing catches an exception, before any listener.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

function run(code: string, flag = "--abort-on-uncaught-exception") {
  // Without a file for the memory of the process.
  const command = `ulimit -c 0; exec "$0" ${flag} -e "$1"`;
  const { status, signal, stdout, stderr } = spawnSync("sh", ["-c", command, process.execPath, code], {
    encoding: "utf8",
  });
  return { status, isAborted: signal === "SIGABRT" || signal === "SIGTRAP" || signal === "SIGILL", stdout, stderr };
}

const listener = "process.on('uncaughtException', () => { console.log('called'); process.exit(42); });";

test("listeners of uncaughtException are not called", () => {
  assert.deepStrictEqual(run(`${listener} throw new Error('gone')`, "--no-warnings").status, 42);
  const { isAborted, stdout, stderr } = run(`${listener} throw new Error('gone')`);
  assert.deepStrictEqual([isAborted, stdout], [true, ""]);
  assert.match(stderr, /Error: gone/);
  assert.strictEqual(run(`${listener} setTimeout(() => { throw new Error('gone') }, 1)`).isAborted, true);
});

test("a callback that captures exceptions prevents it, and so does a domain", () => {
  const captured = run("process.setUncaughtExceptionCaptureCallback(() => process.exit(7)); throw new Error('gone')");
  assert.deepStrictEqual([captured.status, captured.isAborted], [7, false]);
  const domain = "const d = require('domain').create(); d.on('error', (error) => console.log(error.message));";
  const { status, stdout } = run(`${domain} d.run(() => { throw new Error('gone') });`);
  assert.deepStrictEqual([status, stdout], [0, "gone\n"]);
});

test("an exception of a domain's listener aborts", () => {
  const domain = "const d = require('domain').create(); d.on('error', () => { throw new Error('again') });";
  const program = `${listener} ${domain} d.run(() => { throw new Error('gone') });`;
  const { isAborted, stdout, stderr } = run(program);
  assert.deepStrictEqual([isAborted, stdout], [true, ""]);
  assert.match(stderr, /Error: again/);
});
