import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

function run(code: string): { lines: string[]; status: number | null } {
  const result = spawnSync(process.execPath, ["-e", code], { encoding: "utf8" });
  return { lines: result.stdout.split("\n").filter(Boolean), status: result.status };
}

test("setUncaughtExceptionCaptureCallback gets exceptions instead of the listeners", () => {
  const { lines, status } =
    run(`process.on("uncaughtException", (e) => console.log("listener", e.message)); process.on("uncaughtExceptionMonitor", (e) => console.log("monitor", e.message));
    process.setUncaughtExceptionCaptureCallback((e) => { console.log("captured", e.message); process.setUncaughtExceptionCaptureCallback(null); });
    console.log(process.hasUncaughtExceptionCaptureCallback()); for (const text of "12") setTimeout(() => { throw new Error(text); }, 1);`);
  assert.deepStrictEqual(lines, ["true", "monitor 1", "captured 1", "monitor 2", "listener 2"]);
  assert.strictEqual(status, 0);
});

test("addUncaughtExceptionCaptureCallback calls the last one first, until one returns true", () => {
  const { lines, status } =
    run(`process.addUncaughtExceptionCaptureCallback((e) => { console.log("first", e.message); return e.message === "1"; });
    process.addUncaughtExceptionCaptureCallback((e) => { console.log("second", e.message); return e.message === "2"; });
    console.log(process.hasUncaughtExceptionCaptureCallback()); for (const text of "123") setTimeout(() => { throw new Error(text); }, 1);`);
  assert.deepStrictEqual(lines, ["false", "second 1", "first 1", "second 2", "second 3", "first 3"]);
  assert.strictEqual(status, 1);
});

test("a callback that throws ends the process with 7", () => {
  assert.strictEqual(
    run(
      `process.setUncaughtExceptionCaptureCallback(() => { throw new Error("again"); }); setTimeout(() => { throw new Error("first"); }, 1);`,
    ).status,
    7,
  );
});

test("a listener of uncaughtExceptionMonitor that throws ends the process with 7, and is not called again", () => {
  const { lines, status } = run(
    `process.on("uncaughtExceptionMonitor", (e) => { console.log(e.message); throw new Error("again"); });
    process.on("uncaughtException", () => console.log("handled")); setTimeout(() => { throw new Error("first"); }, 1);`,
  );
  assert.deepStrictEqual([lines, status], [["first"], 7]);
});

test("both refuse wrong arguments", () => {
  assert.throws(() => process.setUncaughtExceptionCaptureCallback(5 as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "fn" argument must be of type function or null. Received type number (5)',
  });
  assert.throws(() => (process as any).addUncaughtExceptionCaptureCallback(5), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "fn" argument must be of type function. Received type number (5)',
  });
  process.setUncaughtExceptionCaptureCallback(() => {});
  assert.throws(() => process.setUncaughtExceptionCaptureCallback(() => {}), {
    code: "ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET",
  });
  process.setUncaughtExceptionCaptureCallback(null);
});
