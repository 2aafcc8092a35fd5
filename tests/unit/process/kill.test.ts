// Signals that a program sends to itself, and the signal argument of `process.kill`.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

test("what was logged before a signal to the process itself or its group is written", () => {
  for (const call of [
    "kill(process.pid, 'SIGKILL')",
    "kill(0, 'SIGKILL')",
    "kill(-process.pid, 'SIGKILL')",
    "_kill(process.pid, 9)",
  ]) {
    const code = `console.log("one"); console.log("two"); console.log("three"); process.${call}`;
    const { stdout, signal } = spawnSync(process.execPath, ["-e", code], {
      encoding: "utf8",
      detached: true,
    } as object);
    assert.deepStrictEqual([call, stdout, signal], [call, "one\ntwo\nthree\n", "SIGKILL"]);
  }
});

test("a number that is not an integer of 32 bits is not a signal", () => {
  for (const signal of [1.5, Infinity, 2 ** 32]) {
    assert.throws(() => process.kill(process.pid, signal), {
      code: "ERR_UNKNOWN_SIGNAL",
      message: `Unknown signal: ${signal}`,
    });
  }
});

test("NaN, null and an empty name mean SIGTERM; other integers go to the system", () => {
  const sent: number[] = [];
  const members = process as unknown as { _kill: (pid: number, signal: number) => number };
  const real = members._kill;
  members._kill = (_, signal) => {
    sent.push(signal);
    return 0;
  };
  try {
    for (const signal of [NaN, null, "", undefined, 0, -1, 1000]) process.kill(process.pid, signal as number);
  } finally {
    members._kill = real;
  }
  assert.deepStrictEqual(sent, [15, 15, 15, 15, 0, -1, 1000]);
});

test("a signal without possible listeners is refused by the call that fails", () => {
  assert.throws(() => process.on("SIGKILL", () => {}), {
    code: "EINVAL",
    errno: -22,
    syscall: "uv_signal_start",
    message: "uv_signal_start EINVAL",
  });
  assert.strictEqual(process.listenerCount("SIGKILL"), 0);
});
