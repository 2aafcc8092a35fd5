// Standard output that is closed or full, and programs that do not reach the end of a turn.
import assert from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { test } from "../harness.ts";

function start(code: string, output: "pipe" | number = "pipe"): ChildProcess {
  return spawn(process.execPath, ["-e", code], { stdio: ["ignore", output, "pipe"] });
}

async function outcome(child: ChildProcess): Promise<{ code: number | null; signal: string | null; errors: string }> {
  let errors = "";
  child.stderr!.on("data", (bytes) => (errors += bytes));
  const [code, signal] = await once(child, "close");
  return { code, signal, errors };
}

test("console.log to a closed pipe is not an error", async () => {
  const child = start("for (let i = 0; i < 100000; i++) console.log('line', i);");
  child.stdout!.once("data", () => child.stdout!.destroy());
  assert.deepStrictEqual(await outcome(child), { code: 0, signal: null, errors: "" });
});

test("console.log to a full device is not an error", async () => {
  const full = fs.openSync("/dev/full", "w");
  const child = start("console.log('x'); process.on('exit', (code) => console.error('code', code));", full);
  assert.deepStrictEqual(await outcome(child), { code: 0, signal: null, errors: "code 0\n" });
  fs.closeSync(full);
});

test("process.stdout.write to a full device is an error that names the call", async () => {
  const full = fs.openSync("/dev/full", "w");
  const child = start(
    "process.stdout.on('error', (error) => console.error(error.code, error.syscall)); process.stdout.write('x', (error) => console.error('callback', error.code));",
    full,
  );
  assert.strictEqual((await outcome(child)).errors, "callback ENOSPC\nENOSPC write\n");
  fs.closeSync(full);
});

test("an error of process.stdout over a closed pipe reads as a socket's", async () => {
  const child = start(
    "process.stdout.on('error', (error) => { console.error(error.message, error.syscall); process.exit(3); }); setInterval(() => process.stdout.write('x'.repeat(70000)), 1);",
  );
  child.stdout!.once("data", () => child.stdout!.destroy());
  assert.deepStrictEqual(await outcome(child), { code: 3, signal: null, errors: "write EPIPE write\n" });
});

test("logged lines are written although the program never ends its turn", async () => {
  const child = start("console.log('one'); console.log('two'); for (;;);");
  let text = "";
  child.stdout!.on("data", (bytes) => (text += bytes));
  for (let tries = 0; tries < 200 && text !== "one\ntwo\n"; tries++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGKILL");
  assert.strictEqual(text, "one\ntwo\n");
});

// The child writes to a closed pipe once it has read a byte of its input.
async function withoutReader(code: string): Promise<{ code: number | null; signal: string | null; errors: string }> {
  const child = spawn(
    process.execPath,
    ["-e", `process.stdin.once("data", () => { process.stdin.destroy(); ${code} });`],
    { stdio: "pipe" },
  );
  child.stdout!.once("close", () => child.stdin!.end("x"));
  child.stdout!.destroy();
  return outcome(child);
}

test("console.log turn after turn to a closed pipe ends the program", async () => {
  const { code, errors } = await withoutReader(
    "let turns = 0; setInterval(() => console.log('line', turns++), 2); process.on('exit', () => console.error('turns', turns < 5));",
  );
  assert.strictEqual(code, 1);
  assert.match(errors, /Error: write EPIPE/);
  assert.match(errors, /turns true/);
});

test("repeated console.log in one turn to a closed pipe is not an error", async () => {
  const result = await withoutReader(
    "setTimeout(() => { for (let i = 0; i < 1000; i++) console.log('line', i); }, 2);",
  );
  assert.deepStrictEqual(result, { code: 0, signal: null, errors: "" });
});

test("console.log to a closed pipe continues when there is an error listener", async () => {
  const { code, errors } = await withoutReader(
    "let turns = 0; process.stdout.on('error', (error) => console.error(error.code)); const timer = setInterval(() => { console.log('line'); if (++turns === 3) clearInterval(timer); }, 2);",
  );
  assert.deepStrictEqual([code, errors], [0, "EPIPE\nEPIPE\nEPIPE\n"]);
});

test("process.stdout is closed and usable again after an error", async () => {
  const { errors } = await withoutReader(`
    const { stdout } = process;
    for (const name of ["error", "close"]) stdout.on(name, () => console.error(name, stdout.destroyed, stdout.writable));
    stdout.write("x", (error) => console.error("callback", error.code));
    setImmediate(() => stdout.write("y", (error) => console.error("callback", error.code)));`);
  const once = "callback EPIPE\nerror false true\nclose false true\n";
  assert.strictEqual(errors, once + once);
});

test("standard output that is a file closes when it is ended, and can be written again", async () => {
  const folder = fs.mkdtempSync("/tmp/brio-output-");
  const file = fs.openSync(`${folder}/out`, "w");
  const child = start(
    "const { stdout } = process; for (const name of ['finish', 'close']) stdout.on(name, () => console.error(name)); stdout.end('one '); setTimeout(() => stdout.write('two'), 1);",
    file,
  );
  assert.strictEqual((await outcome(child)).errors, "finish\nclose\n");
  assert.strictEqual(fs.readFileSync(`${folder}/out`, "utf8"), "one two");
  fs.closeSync(file);
  fs.rmSync(folder, { recursive: true });
});
