import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

test("spawnSync returns the output of the program, its status and its pid", () => {
  const result = spawnSync("sh", ["-c", "echo out; echo err >&2; exit 3"]);
  assert.deepStrictEqual(result.output, [null, Buffer.from("out\n"), Buffer.from("err\n")]);
  assert.strictEqual(result.stdout, result.output[1]);
  assert.strictEqual(result.stderr, result.output[2]);
  assert.strictEqual(result.status, 3);
  assert.strictEqual(result.signal, null);
  assert.ok(result.pid > 0);
  assert.ok(!("error" in result));
});

test("spawnSync gives strings with an encoding", () => {
  assert.strictEqual(spawnSync("echo", ["ä"], { encoding: "utf8" }).stdout, "ä\n");
});

test("spawnSync writes more input than a pipe holds while it reads as much output", () => {
  const input = "0123456789abcdef".repeat(60_000);
  const result = spawnSync("cat", { input, encoding: "utf8" });
  assert.strictEqual(result.stdout.length, input.length);
  assert.ok(result.stdout === input);
});

test("spawnSync has EPIPE when the program does not read its input", () => {
  const result = spawnSync("true", { input: "x".repeat(1_000_000) });
  assert.strictEqual(result.status, 0);
  assert.strictEqual((result.error as NodeJS.ErrnoException).code, "EPIPE");
});

test("spawnSync uses cwd, env, argv0 and shell", () => {
  const options = { cwd: "/usr", env: { PATH: process.env.PATH, WORD: "seven" }, encoding: "utf8" as const };
  assert.strictEqual(
    spawnSync("sh", ["-c", "pwd; echo $0 $WORD"], { ...options, argv0: "zero" }).stdout,
    "/usr\nzero seven\n",
  );
  assert.strictEqual(spawnSync("echo $WORD | tr e E", { ...options, shell: true }).stdout, "sEvEn\n");
});

test("spawnSync ends the program after the timeout", () => {
  const result = spawnSync("sleep", ["5"], { timeout: 50 });
  assert.strictEqual((result.error as NodeJS.ErrnoException).code, "ETIMEDOUT");
  assert.strictEqual((result.error as NodeJS.ErrnoException).syscall, "spawnSync sleep");
  assert.strictEqual(result.signal, "SIGTERM");
  assert.strictEqual(result.status, null);
});

test("spawnSync sends killSignal", () => {
  assert.strictEqual(spawnSync("sleep", ["5"], { timeout: 20, killSignal: "SIGKILL" }).signal, "SIGKILL");
});

test("spawnSync ends the program when it writes more than maxBuffer", () => {
  const result = spawnSync("yes", { maxBuffer: 1000 });
  assert.strictEqual((result.error as NodeJS.ErrnoException).code, "ENOBUFS");
  assert.ok(result.stdout.length > 1000);
});

test("spawnSync has the error of a missing program", () => {
  const result = spawnSync("no-such-program-anywhere", ["a", "b"]);
  const error = result.error as any;
  assert.strictEqual(error.message, "spawnSync no-such-program-anywhere ENOENT");
  assert.strictEqual(error.code, "ENOENT");
  assert.strictEqual(error.errno, -2);
  assert.strictEqual(error.path, "no-such-program-anywhere");
  assert.deepStrictEqual(error.spawnargs, ["a", "b"]);
  assert.strictEqual(result.status, null);
  assert.strictEqual(result.output, null);
  assert.strictEqual(result.pid, 0);
});

test("spawnSync has EACCES for a file that is not a program", () => {
  assert.strictEqual((spawnSync("/etc/passwd").error as NodeJS.ErrnoException).code, "EACCES");
});

test("spawnSync gives pipes beyond the third and leaves ignored ones empty", () => {
  const result = spawnSync("sh", ["-c", "echo four >&4; echo none"], {
    stdio: ["ignore", "ignore", "pipe", "ignore", "pipe"],
  });
  assert.deepStrictEqual(result.output, [null, null, Buffer.from(""), null, Buffer.from("four\n")]);
});

test("spawnSync runs a script without an interpreter line by the shell", async () => {
  const { mkdtempSync, rmSync, writeFileSync } = await import("node:fs");
  const folder = mkdtempSync("/tmp/spawn-sync-");
  try {
    writeFileSync(`${folder}/script`, "echo $1", { mode: 0o755 });
    assert.strictEqual(spawnSync(`${folder}/script`, ["given"], { encoding: "utf8" }).stdout, "given\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("spawnSync refuses wrong arguments", () => {
  const refused = (call: () => unknown, name: string, code: string, message: RegExp): void =>
    assert.throws(call, (error: any) => error.name === name && error.code === code && message.test(error.message));
  const run: any = spawnSync;
  refused(
    () => run(5),
    "TypeError",
    "ERR_INVALID_ARG_TYPE",
    /^The "file" argument must be of type string\. Received type number \(5\)$/,
  );
  refused(() => run(""), "TypeError", "ERR_INVALID_ARG_VALUE", /^The argument 'file' cannot be empty\. Received ''$/);
  refused(() => run("a\0b"), "TypeError", "ERR_INVALID_ARG_VALUE", /must be a string without null bytes/);
  refused(
    () => run("a", ["\0"]),
    "TypeError",
    "ERR_INVALID_ARG_VALUE",
    /^The argument 'args\[0\]' must be a string without null bytes/,
  );
  refused(() => run("a", 5), "TypeError", "ERR_INVALID_ARG_TYPE", /^The "args" argument must be of type object/);
  refused(() => run("a", [], { uid: 1.5 }), "RangeError", "ERR_OUT_OF_RANGE", /options\.uid/);
  refused(
    () => run("a", [], { timeout: -1 }),
    "RangeError",
    "ERR_OUT_OF_RANGE",
    /^The value of "timeout" is out of range\. It must be >= 0 && <= 9007199254740991\. Received -1$/,
  );
  refused(
    () => run("a", [], { maxBuffer: -1 }),
    "RangeError",
    "ERR_OUT_OF_RANGE",
    /^The value of "options\.maxBuffer" is out of range\. It must be >= 0\. Received -1$/,
  );
  refused(() => run("a", [], { killSignal: "SIGNO" }), "TypeError", "ERR_UNKNOWN_SIGNAL", /^Unknown signal: SIGNO$/);
  refused(
    () => run("a", [], { stdio: "x" }),
    "TypeError",
    "ERR_INVALID_ARG_VALUE",
    /^The argument 'stdio' is invalid\. Received 'x'$/,
  );
  refused(
    () => run("a", [], { stdio: ["ipc"] }),
    "Error",
    "ERR_IPC_SYNC_FORK",
    /^IPC cannot be used with synchronous forks$/,
  );
  refused(
    () => run("ls", [], { input: 5 }),
    "TypeError",
    "ERR_INVALID_ARG_TYPE",
    /^The "options\.stdio\[0\]" property must be of type string or an instance of/,
  );
});
