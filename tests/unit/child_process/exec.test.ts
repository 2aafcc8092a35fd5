import assert from "node:assert";
import { exec, execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "../harness.ts";

const run = (command: string, options: any = {}): Promise<any[]> =>
  new Promise((resolve) => exec(command, options, (...results) => resolve(results)));

test("exec calls back with the output as text", async () => {
  assert.deepStrictEqual(await run("echo out; echo err >&2"), [null, "out\n", "err\n"]);
  assert.deepStrictEqual(await run("echo out", { encoding: "buffer" }), [null, Buffer.from("out\n"), Buffer.alloc(0)]);
});

test("exec calls back with an error for a command that failed", async () => {
  const [error, stdout, stderr] = await run("echo out; echo err >&2; exit 3");
  assert.strictEqual(error.message, "Command failed: echo out; echo err >&2; exit 3\nerr\n");
  assert.deepStrictEqual(
    [error.code, error.killed, error.signal, error.cmd],
    [3, false, null, "echo out; echo err >&2; exit 3"],
  );
  assert.deepStrictEqual([stdout, stderr], ["out\n", "err\n"]);
});

test("exec ends a command that runs too long or writes too much", async () => {
  const [late] = await run("exec sleep 10", { timeout: 50 });
  assert.deepStrictEqual([late.killed, late.signal, late.code], [true, "SIGTERM", null]);
  const [large, stdout] = await run("yes", { maxBuffer: 10 });
  assert.ok(large instanceof RangeError);
  assert.strictEqual((large as any).code, "ERR_CHILD_PROCESS_STDIO_MAXBUFFER");
  assert.strictEqual(large.message, "stdout maxBuffer length exceeded");
  assert.strictEqual(stdout, "y\ny\ny\ny\ny\n");
});

test("execFile starts a program without a shell", async () => {
  const [error, stdout] = await new Promise<any[]>((resolve) =>
    execFile("echo", ["$HOME", "a b"], (...results) => resolve(results)),
  );
  assert.strictEqual(error, null);
  assert.strictEqual(stdout, "$HOME a b\n");
});

test("execFile calls back with ENOENT", async () => {
  const [error] = await new Promise<any[]>((resolve) =>
    execFile("no-such-program-anywhere", ["a"], (...results) => resolve(results)),
  );
  assert.deepStrictEqual(
    [error.code, error.syscall, error.cmd],
    ["ENOENT", "spawn no-such-program-anywhere", "no-such-program-anywhere a"],
  );
});

test("promisify gives both outputs, and the child beside the promise", async () => {
  const promise: any = promisify(exec)("echo out; echo err >&2");
  assert.ok(promise.child.pid > 0);
  assert.deepStrictEqual(await promise, { stdout: "out\n", stderr: "err\n" });
  await assert.rejects(
    promisify(execFile)("sh", ["-c", "echo out; exit 4"]),
    (error: any) => error.code === 4 && error.stdout === "out\n" && error.stderr === "",
  );
});

test("exec and execFile refuse wrong arguments", () => {
  assert.throws(() => (exec as any)(5), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "command" argument must be of type string. Received type number (5)',
  });
  assert.throws(() => (execFile as any)("a", [], {}, 5), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "callback" argument must be of type function. Received type number (5)',
  });
  assert.throws(() => exec("a", { timeout: -1 }), { code: "ERR_OUT_OF_RANGE" });
});
