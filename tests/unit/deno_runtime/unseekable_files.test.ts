// Files that have no position: FIFOs, pipes and sockets on standard input. The behaviour is that of Deno 2.9.
import assert from "node:assert";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { test } from "../harness.ts";

const folder = Deno.makeTempDirSync();
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
const fifo = `${folder}/fifo`;
execFileSync("mkfifo", [fifo]);
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (part: Uint8Array) => new TextDecoder().decode(part);

/** Opens both ends of the FIFO. */
async function ends(): Promise<[Deno.FsFile, Deno.FsFile]> {
  return Promise.all([Deno.open(fifo), Deno.open(fifo, { write: true })]);
}

test("a FIFO is read and written at its own position, and cannot seek", async () => {
  const [reader, writer] = await ends();
  assert.strictEqual(await writer.write(bytes("abcd")), 4);
  const buffer = new Uint8Array(2);
  assert.strictEqual(await reader.read(buffer), 2);
  assert.strictEqual(text(buffer), "ab");
  assert.strictEqual(reader.readSync(buffer), 2);
  assert.strictEqual(text(buffer), "cd");
  await assert.rejects(reader.seek(1, Deno.SeekMode.Start), { message: "Illegal seek (os error 29)" });
  writer.close();
  assert.strictEqual(await reader.read(buffer), null);
  reader.close();
});

test("the streams of a FIFO", async () => {
  const [reader, writer] = await ends();
  const received = new Response(reader.readable).text();
  const output = writer.writable.getWriter();
  await output.write(bytes("one, "));
  await output.write(bytes("two"));
  await output.close();
  assert.strictEqual(await received, "one, two");
});

test("the end of a stream closes its file", async () => {
  const path = `${folder}/file`;
  Deno.writeTextFileSync(path, "content");
  {
    using file = Deno.openSync(path);
    await file.seek(3, Deno.SeekMode.Start);
    assert.strictEqual(await new Response(file.readable).text(), "tent");
    assert.throws(() => file.readSync(new Uint8Array(1)), { name: "BadResource" });
  }
  const file = Deno.openSync(path);
  await file.readable.cancel();
  assert.throws(() => file.close(), { name: "BadResource" });
});

test("seek moves the position of reads and writes", async () => {
  using file = Deno.openSync(`${folder}/seek`, { read: true, write: true, create: true });
  file.writeSync(bytes("0123456789"));
  assert.strictEqual(file.seekSync(2, Deno.SeekMode.Start), 2);
  const buffer = new Uint8Array(2);
  file.readSync(buffer);
  assert.strictEqual(text(buffer), "23");
  assert.strictEqual(await file.seek(1, Deno.SeekMode.Current), 5);
  assert.strictEqual(await file.seek(-1, Deno.SeekMode.End), 9);
  file.writeSync(bytes("X"));
  assert.throws(() => file.seekSync(-1, Deno.SeekMode.Start));
  assert.throws(() => file.seekSync(-100, Deno.SeekMode.Current));
  assert.strictEqual(Deno.readTextFileSync(`${folder}/seek`), "012345678X");
});

test("standard input that is a pipe, a socket, a file or nothing is a stream", async () => {
  const program = `${folder}/program.ts`;
  Deno.writeTextFileSync(program, "console.log(await new Response(Deno.stdin.readable).text());");
  const file = `${folder}/input`;
  Deno.writeTextFileSync(file, "from a file");
  const outputOf = (input: "pipe" | "ignore" | number, write?: string): Promise<string> =>
    new Promise((resolve) => {
      const child = spawn(Deno.execPath(), [program], { stdio: [input, "pipe", "inherit"] });
      let output = "";
      child.stdout!.on("data", (chunk) => {
        output += chunk;
      });
      child.on("close", () => resolve(output));
      if (write !== undefined) child.stdin!.end(write);
    });
  assert.strictEqual(await outputOf("pipe", "from a pipe"), "from a pipe\n");
  assert.strictEqual(await outputOf("ignore"), "\n");
  const fd = fs.openSync(file, "r");
  assert.strictEqual(await outputOf(fd), "from a file\n");
  fs.closeSync(fd);
}, 60_000);
