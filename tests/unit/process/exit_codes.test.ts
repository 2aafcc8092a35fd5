// The exit code of a process, and of a thread, with errors during exit.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const codeOf = (text: string): number | null => spawnSync(process.execPath, ["-e", text], { stdio: "ignore" }).status;

test("process.exit(undefined) resets an earlier code, process.exit() does not", () => {
  assert.strictEqual(codeOf("process.exitCode = 4; process.exit(undefined)"), 0);
  assert.strictEqual(codeOf("process.exitCode = 4; process.exit()"), 4);
  assert.strictEqual(process.exit.length, 1);
});

const THROWS = "process.on('exit', () => { throw new Error('at the end'); });";

test("an error of an 'exit' listener does not change a code that was set", () => {
  assert.strictEqual(codeOf(`${THROWS} process.exit(3)`), 3);
  assert.strictEqual(codeOf(`${THROWS} process.exit(0)`), 0);
  assert.strictEqual(codeOf(`${THROWS} process.exitCode = 5`), 5);
  assert.strictEqual(codeOf(THROWS), 1);
});

test("an error that it throws because of an uncaught exception is not shown", () => {
  const { status, stderr } = spawnSync(process.execPath, ["-e", `${THROWS} throw new Error('first')`], {
    encoding: "utf8",
  });
  assert.strictEqual(status, 1);
  assert.match(stderr, /Error: first/);
  assert.doesNotMatch(stderr, /Error: at the end/);
});

test("a thread whose 'exit' listener throws keeps its exit code", async () => {
  for (const [text, code, message] of [
    ["", 0, "at the end"],
    ["process.exit(3)", 3, "at the end"],
    ["throw new Error('first')", 1, "first"],
  ] as const) {
    const worker = new Worker(`${THROWS} ${text}`, { eval: true });
    let failure: Error | undefined;
    worker.on("error", (error) => (failure = error as Error));
    const ended = await new Promise((resolve) => worker.on("exit", resolve));
    assert.deepStrictEqual([ended, failure!.message], [code, message]);
  }
});

test("a handler of uncaught exceptions that throws ends the process without 'exit'", () => {
  for (const handler of [
    "process.on('uncaughtException', fail)",
    "process.setUncaughtExceptionCaptureCallback(fail)",
  ]) {
    const code = `function fail() { throw new Error("second"); } process.on("exit", () => console.log("exit")); ${handler}; throw new Error("first");`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8" });
    assert.deepStrictEqual([status, stdout], [7, ""]);
    assert.match(stderr, /Error: second/);
  }
});
