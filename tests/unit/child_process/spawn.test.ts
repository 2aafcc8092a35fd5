import assert from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "../harness.ts";

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += chunk;
  return text;
}

test("spawn emits spawn, exit and close, and streams the output", async () => {
  const child = spawn("sh", ["-c", "echo out; echo err >&2; exit 3"]);
  const events: unknown[] = [];
  child.on("spawn", () => events.push("spawn"));
  child.on("exit", (code, signal) => events.push(["exit", code, signal]));
  const [out, err, [code, signal]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, "close"),
  ]);
  assert.strictEqual(out, "out\n");
  assert.strictEqual(err, "err\n");
  assert.deepStrictEqual([code, signal], [3, null]);
  assert.deepStrictEqual(events, ["spawn", ["exit", 3, null]]);
  assert.strictEqual(child.exitCode, 3);
  assert.strictEqual(child.signalCode, null);
  assert.strictEqual(child.spawnfile, "sh");
  assert.deepStrictEqual(child.spawnargs, ["sh", "-c", "echo out; echo err >&2; exit 3"]);
});

test("spawn writes to the program's standard input", async () => {
  const child = spawn("tr", ["a-z", "A-Z"]);
  child.stdin.end("hello");
  assert.strictEqual(await textOf(child.stdout), "HELLO");
});

test("kill ends the program by a signal", async () => {
  const child = spawn("sleep", ["10"]);
  assert.strictEqual(child.killed, false);
  assert.strictEqual(child.kill(), true);
  assert.strictEqual(child.killed, true);
  const [code, signal] = await once(child, "exit");
  assert.deepStrictEqual([code, signal], [null, "SIGTERM"]);
  assert.strictEqual(child.signalCode, "SIGTERM");
  assert.strictEqual(child.kill(), false);
});

test("spawn reports a missing program with an error event", async () => {
  const child = spawn("no-such-program-anywhere", ["a"]);
  assert.strictEqual(child.pid, undefined);
  const [error] = await once(child, "error");
  assert.strictEqual(error.message, "spawn no-such-program-anywhere ENOENT");
  assert.strictEqual(error.code, "ENOENT");
  assert.strictEqual(error.errno, -2);
  assert.strictEqual(error.syscall, "spawn no-such-program-anywhere");
  assert.strictEqual(error.path, "no-such-program-anywhere");
  assert.deepStrictEqual(error.spawnargs, ["a"]);
});

test("spawn ends the program after the timeout and on abort", async () => {
  assert.deepStrictEqual(await once(spawn("sleep", ["10"], { timeout: 20, killSignal: "SIGKILL" }), "exit"), [
    null,
    "SIGKILL",
  ]);
  const controller = new AbortController();
  const child = spawn("sleep", ["10"], { signal: controller.signal });
  const failed = once(child, "error");
  controller.abort();
  const [error] = await failed;
  assert.strictEqual(error.name, "AbortError");
  assert.strictEqual(error.code, "ABORT_ERR");
});

test("spawn connects descriptors as stdio says", async () => {
  const child = spawn("sh", ["-c", "cat <&3 >&4"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  assert.strictEqual(child.stdin, null);
  assert.strictEqual(child.stdio.length, 5);
  (child.stdio[3] as NodeJS.WritableStream).end("through");
  assert.strictEqual(await textOf(child.stdio[4] as NodeJS.ReadableStream), "through");
});

test("spawn lets one program read what another writes", async () => {
  const first = spawn("echo", ["piped"]);
  const second = spawn("tr", ["a-z", "A-Z"], { stdio: [first.stdout, "pipe", "inherit"] });
  assert.strictEqual(await textOf(second.stdout!), "PIPED\n");
});

test("a detached program leads a session of its own", async () => {
  const child = spawn("sh", ["-c", "ps -o sid= -p $$ || cut -d' ' -f6 /proc/$$/stat"], { detached: true });
  assert.strictEqual(Number((await textOf(child.stdout)).trim().split("\n").at(-1)), child.pid);
});

test("spawn refuses wrong arguments", () => {
  const run: any = spawn;
  assert.throws(() => run(), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "file" argument must be of type string. Received undefined',
  });
  assert.throws(() => run("a", [], { stdio: ["ipc", "ipc"] }), {
    code: "ERR_IPC_ONE_PIPE",
    message: "Child process can have only one IPC pipe",
  });
  assert.throws(() => run("a", [], { stdio: ["pipe", "x"] }), {
    code: "ERR_INVALID_SYNC_FORK_INPUT",
    message: "Asynchronous forks do not support Buffer, TypedArray, DataView or string input: 'x'",
  });
  assert.throws(() => run("a", [], { stdio: ["pipe", {}] }), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'stdio' is invalid. Received {}",
  });
  assert.throws(() => run("a", [], { serialization: "x", stdio: ["ipc"] }), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => run("a", [], { cwd: 5 }), {
    code: "ERR_INVALID_ARG_TYPE",
    message:
      'The "options.cwd" property must be of type string or an instance of Buffer or URL. Received type number (5)',
  });
  assert.throws(() => run("a", [], { signal: 5 }), { code: "ERR_INVALID_ARG_TYPE" });
});

test("an empty cwd is the folder of this process", async () => {
  const child = spawn("pwd", { cwd: "" });
  let text = "";
  for await (const chunk of child.stdout) text += chunk;
  assert.strictEqual(text.trim(), process.cwd());
});
