// Bun.spawn and Bun.spawnSync, in programs of Bun's home. The expected output is that of Bun 1.4.5.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { test } from "../harness.ts";

const folder = mkdtempSync("/tmp/bun-spawn-");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
let count = 0;

function run(code: string): unknown[] {
  const file = `${folder}/${count++}.mjs`;
  writeFileSync(
    file,
    `const print = (...values) => console.log(JSON.stringify(values)); const folder = ${JSON.stringify(folder)};\n${code}`,
  );
  const result = spawnSync(process.execPath, ["--as", "bun", file], { encoding: "utf8", timeout: 9000 });
  assert.strictEqual(result.stderr, "");
  return result.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test("spawn returns streams and the exit code, and calls onExit", () => {
  assert.deepStrictEqual(
    run(`
    const child = Bun.spawn(["sh", "-c", "cat; echo err >&2; exit 3"], { stdin: "pipe", stderr: "pipe", onExit(self, code, signal) { print("onExit", self === child, code, signal); } });
    print(child.stdin.write("abc"), child.stdin.end(), child.exitCode, child.killed);
    print(await child.stdout.text(), await new Response(child.stderr).text(), await child.exited, child.exitCode, child.signalCode, child.killed);`),
    [
      [3, 0, null, false],
      ["onExit", true, 3, null],
      ["abc", "err\n", 3, 3, null, true],
    ],
  );
});

test("kill, timeout, maxBuffer and abort end the program", () => {
  const ended = [143, null, "SIGTERM"];
  assert.deepStrictEqual(
    run(`
    const killed = Bun.spawn(["sleep", "5"]); killed.kill(); print(await killed.exited, killed.exitCode, killed.signalCode);
    const late = Bun.spawn({ cmd: ["sleep", "5"], timeout: 20 }); print(await late.exited, late.exitCode, late.signalCode);
    const large = Bun.spawn(["yes"], { maxBuffer: 100 }); print(await large.exited, large.exitCode, large.signalCode);
    const aborted = Bun.spawn(["sleep", "5"], { signal: AbortSignal.timeout(20) }); print(await aborted.exited, aborted.exitCode, aborted.signalCode);
    let disposed; { await using child = Bun.spawn(["sleep", "5"]); disposed = child; } print(await disposed.exited, disposed.exitCode, disposed.signalCode);`),
    [ended, ended, ended, ended, ended],
  );
});

test("stdin takes blobs, responses, bytes and files; stdout takes files", () => {
  assert.deepStrictEqual(
    run(`
    for (const stdin of [new Blob(["text"]), new Response("text"), new TextEncoder().encode("text"), new Response("text").body]) print(await Bun.spawn(["cat"], { stdin }).stdout.text());
    const child = Bun.spawn(["cat"], { stdin: new Blob(["to file"]), stdout: Bun.file(folder + "/out") }); await child.exited;
    print(await Bun.file(folder + "/out").text(), child.stdout === undefined); print(await Bun.spawn(["cat"], { stdin: Bun.file(folder + "/out") }).stdout.text());`),
    [["text"], ["text"], ["text"], ["text"], ["to file", true], ["to file"]],
  );
});

test("spawnSync gives buffers and says how it ended", () => {
  assert.deepStrictEqual(
    run(`
    const result = Bun.spawnSync(["sh", "-c", "echo out; echo err >&2; exit 2"]); print(result.exitCode, result.stdout.toString(), result.stderr.toString(), result.success, result.signalCode ?? "none");
    const late = Bun.spawnSync({ cmd: ["sleep", "5"], timeout: 20 }); print(late.exitCode, late.signalCode, late.exitedDueToTimeout, late.success);
    print(Bun.spawnSync(["cat"], { stdin: new TextEncoder().encode("in") }).stdout.toString());`),
    [[2, "out\n", "err\n", false, "none"], [null, "SIGTERM", true, false], ["in"]],
  );
});

test("ipc exchanges messages", () => {
  assert.deepStrictEqual(
    run(`
    if (process.send) process.on("message", (message) => { process.send({ echo: message }); process.disconnect(); });
    else {
      const child = Bun.spawn([process.execPath, "--as", "bun", import.meta.path], { stdout: "inherit", ipc(message, self) { print([...message.echo.map], self === child); }, onDisconnect() { print("disconnected"); } });
      child.send({ map: new Map([[1, 2]]) }); await child.exited;
    }`),
    [[[[1, 2]], true], ["disconnected"]],
  );
});

test("spawn throws for programs that cannot be started and for wrong arguments", () => {
  assert.deepStrictEqual(
    run(`
    for (const call of [() => Bun.spawn(["no-such-program"]), () => Bun.spawnSync(["no-such-program"]), () => Bun.spawn(["ls"], { cwd: "/no/such/folder" }), () => Bun.spawn([]), () => Bun.spawn(5), () => Bun.spawn(["ls"], { stdout: "x" })]) {
      try { call(); } catch (error) { print(error.name, error.code, error.message); }
    }`),
    [
      ["Error", "ENOENT", 'Executable not found in $PATH: "no-such-program"'],
      ["Error", "ENOENT", 'Executable not found in $PATH: "no-such-program"'],
      ["Error", "ENOENT", "ENOENT: no such file or directory, posix_spawn 'ls'"],
      ["TypeError", "ERR_INVALID_ARG_TYPE", "cmd must not be empty"],
      ["TypeError", "ERR_INVALID_ARG_TYPE", "cmd must be an array"],
      [
        "TypeError",
        "ERR_INVALID_ARG_TYPE",
        "stdio must be an array of 'inherit', 'pipe', 'ignore', Bun.file(pathOrFd), number, or null",
      ],
    ],
  );
});
