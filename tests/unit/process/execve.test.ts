import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

function run(code: string): { stdout: string; status: number | null } {
  return spawnSync(process.execPath, ["--no-warnings", "-e", code], { encoding: "utf8" });
}

test("execve replaces the process, and keeps its number", () => {
  const { stdout, status } = run(
    `console.log(process.pid); process.on("exit", () => console.log("never")); process.execve("/bin/sh", ["zero", "-c", "echo $$ $0 $WORD; exit 5"], { WORD: "seven" });`,
  );
  const [before, after] = stdout.trim().split("\n");
  assert.strictEqual(after, `${before} zero seven`);
  assert.strictEqual(status, 5);
});

test("execve throws the system's error", () => {
  const { stdout } = run(
    `try { process.execve("/no/such/program", ["a"]); } catch (error) { console.log(error.code, error.syscall, error.path); }`,
  );
  assert.strictEqual(stdout, "ENOENT execve /no/such/program\n");
});

test("execve refuses wrong arguments", () => {
  const execve = (process as any).execve;
  process.removeAllListeners("warning");
  assert.throws(() => execve(5), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "execPath" argument must be of type string. Received type number (5)',
  });
  assert.throws(() => execve("/bin/ls", 5), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => execve("/bin/ls", [5]), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'args[0]' must be a string without null bytes. Received 5",
  });
  assert.throws(() => execve("/bin/ls", [], { A: 5 }), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'env' must be an object with string keys and values without null bytes. Received { A: 5 }",
  });
});
