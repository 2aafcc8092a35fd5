// Files that have no position: FIFOs, and pipes and sockets on standard input. The behaviour is that of Bun 1.4.
import assert from "node:assert";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "unseekable-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const fifo = path.join(folder, "fifo");
execFileSync("mkfifo", [fifo]);

/** What `read` returns while another process writes to the FIFO. */
async function readWhileWritten<T>(read: () => Promise<T>): Promise<T> {
  const writer = spawn("sh", ["-c", '(printf ab; sleep 0.05; printf cd) > "$0"', fifo]);
  const result = await read();
  if (writer.exitCode === null) await new Promise((resolve) => writer.on("exit", resolve));
  return result;
}

test("a FIFO is read to its end", async () => {
  assert.strictEqual(await readWhileWritten(() => Bun.file(fifo).text()), "abcd");
  assert.strictEqual(await readWhileWritten(() => new Response(Bun.file(fifo).stream()).text()), "abcd");
  assert.strictEqual(await readWhileWritten(() => new Response(Bun.file(fifo)).text()), "abcd");
});

test("a file without a size can be sliced", async () => {
  const all = await Bun.file("/proc/self/status").text();
  assert.strictEqual(await Bun.file("/proc/self/status").slice(0, 5).text(), all.slice(0, 5));
  assert.strictEqual(await Bun.file("/dev/null").text(), "");
});

test("a slice reads no more than its bytes from what never ends", async () => {
  assert.strictEqual((await Bun.file("/dev/zero").slice(0, 8).bytes()).length, 8);
  assert.strictEqual((await Bun.file("/dev/urandom").slice(4, 8).bytes()).length, 4);
  assert.strictEqual((await Bun.file("/dev/zero").slice(0, 50_000).arrayBuffer()).byteLength, 50_000);
  assert.strictEqual((await new Response(Bun.file("/dev/zero").slice(0, 8)).bytes()).length, 8);
  const program = path.join(folder, "slice.ts");
  fs.writeFileSync(program, "console.log(await Bun.stdin.slice(0, 6).text());");
  const shell = `yes | "$0" "$1"`;
  assert.strictEqual(String(execFileSync("sh", ["-c", shell, process.execPath, program])), "y\ny\ny\n\n");
});

test("standard input that is a socket, a pipe, a file or nothing can be read", async () => {
  const program = path.join(folder, "program.ts");
  const file = path.join(folder, "input");
  fs.writeFileSync(file, "from a file");
  const outputOf = (input: "pipe" | "ignore" | number, write?: string): Promise<string> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [program], { stdio: [input, "pipe", "inherit"] });
      let output = "";
      child.stdout!.on("data", (chunk) => {
        output += chunk;
      });
      child.on("close", () => resolve(output));
      if (write !== undefined) child.stdin!.end(write);
    });
  for (const read of ["Bun.stdin.text()", "new Response(Bun.stdin.stream()).text()", "Bun.file(0).text()"]) {
    fs.writeFileSync(program, `console.log(await ${read});`);
    assert.strictEqual(await outputOf("pipe", "from a pipe"), "from a pipe\n");
    assert.strictEqual(await outputOf("ignore"), "\n");
    const fd = fs.openSync(file, "r");
    assert.strictEqual(await outputOf(fd), "from a file\n");
    fs.closeSync(fd);
  }
  const shell = `printf piped | "$0" "$1"`;
  assert.strictEqual(String(execFileSync("sh", ["-c", shell, process.execPath, program])), "piped\n");
}, 60_000);
