// `Bun.Terminal` and the option `terminal` of `Bun.spawn`, as Bun 1.4.5 has them; and programs of Node under a terminal. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "terminal-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** Runs code of Node under a terminal; `keys` are typed when `prompt` was seen. Resolves with what was shown and the exit code. */
async function runNode(code: string, prompt = "", keys = ""): Promise<{ shown: string; exitCode: number }> {
  const file = path.join(folder, `${count++}.mjs`);
  fs.writeFileSync(file, code);
  const runtime =
    process.versions["brio"] === undefined && !process.execPath.endsWith("brio")
      ? ["node"]
      : [process.execPath, "--as", "node"];
  let shown = "";
  let isTyped = keys === "";
  const child: any = Bun.spawn([...runtime, file], {
    terminal: {
      data(terminal: any, bytes: Uint8Array) {
        shown += new TextDecoder().decode(bytes);
        if (isTyped || !shown.includes(prompt)) return;
        isTyped = true;
        terminal.write(keys);
      },
    },
  } as any);
  const exitCode = await child.exited;
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { shown, exitCode };
}

test("a child has a terminal of the requested size", async () => {
  let shown = "";
  const ended: unknown[] = [];
  const child: any = Bun.spawn(["sh", "-c", "tty >/dev/null && echo tty; stty size; read x; echo got $x"], {
    terminal: {
      cols: 90,
      rows: 30,
      data: (_terminal: unknown, bytes: Uint8Array) => void (shown += new TextDecoder().decode(bytes)),
      exit: (_terminal: unknown, code: number, signal: unknown) => void ended.push(code, signal),
    },
  } as any);
  assert.deepStrictEqual([child.stdin, child.stdout, child.stderr, child.terminal.closed], [null, null, null, false]);
  assert.strictEqual(child.terminal.write("hello\n"), 6);
  assert.strictEqual(await child.exited, 0);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.strictEqual(shown.replace("hello\r\n", "").replaceAll("\r", ""), "tty\n30 90\ngot hello\n");
  assert.deepStrictEqual(ended, [1, null]);
});

test("keys that mean signals reach the child", async () => {
  let isReady = false;
  const child: any = Bun.spawn(["sh", "-c", "echo ready; sleep 9"], {
    terminal: {
      data(terminal: any) {
        if (!isReady) terminal.write("\x03");
        isReady = true;
      },
    },
  } as any);
  await child.exited;
  assert.ok(child.signalCode === "SIGINT" || child.exitCode === 130, `${child.signalCode} ${child.exitCode}`);
});

test("a terminal without a child is resized, made raw and closed", () => {
  const terminal: any = new (Bun as any).Terminal({ cols: 80, rows: 24, data() {} });
  const local = terminal.localFlags;
  terminal.setRawMode(true);
  assert.notStrictEqual(terminal.localFlags, local);
  terminal.resize(100, 40);
  assert.deepStrictEqual([terminal.write("x"), terminal.closed], [1, false]);
  terminal.close();
  assert.strictEqual(terminal.closed, true);
  assert.throws(() => terminal.write("x"));
});

test("a program of node:readline ends when its interface is closed", async () => {
  const code = `import readline from "node:readline";
    const rl = readline.createInterface({ input: process.stdin, output: process.stdout });
    rl.question("name? ", (name) => { console.log("hi " + name); rl.close(); });`;
  const { shown, exitCode } = await runNode(code, "name? ", "bob\r");
  assert.ok(shown.includes("hi bob"), shown);
  assert.strictEqual(exitCode, 0);
});

test("a paused or unreferenced terminal does not keep a program alive", async () => {
  const raw = `process.stdin.setRawMode(true); console.log("ready");
    process.stdin.once("data", (bytes) => { console.log([...bytes].join()); process.stdin.setRawMode(false); process.stdin.pause(); });`;
  assert.match((await runNode(raw, "ready", "ab")).shown, /97(?:,98)?\r\n$/);
  const unref = `console.log("ready"); process.stdin.on("data", () => { console.log("done"); process.stdin.unref(); });`;
  assert.match((await runNode(unref, "ready", "x\r")).shown, /done/);
});

test("standard input of a terminal is a socket of node:tty, and stays open for children", async () => {
  const code = `import tty from "node:tty"; import net from "node:net"; import { spawnSync } from "node:child_process";
    console.log([process.stdin instanceof tty.ReadStream, process.stdin instanceof net.Socket, process.stdin.isTTY, process.stdin.fd].join(" "));
    try { new net.Socket({ fd: 0 }); } catch (error) { console.log(error.code, error.message); }
    process.stdin.once("data", () => { process.stdin.pause(); console.log(spawnSync("sh", ["-c", "tty -s && echo terminal"], { stdio: ["inherit", "pipe", "pipe"] }).stdout.toString().trim()); });
    console.log("ready");`;
  const { shown } = await runNode(code, "ready", "x\r");
  assert.deepStrictEqual(
    shown.split("\r\n").filter((line) => line !== "x" && line !== ""),
    ["true true true 0", "ERR_INVALID_FD_TYPE Unsupported fd type: TTY", "ready", "terminal"],
  );
});
