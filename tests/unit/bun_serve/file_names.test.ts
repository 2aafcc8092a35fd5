// Files that browsers save instead of showing are sent with their name by `Bun.serve`; pipes, which have no size, are sent as they are
// read. Run with Bun or Brio.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

const folder = mkdtempSync(join(tmpdir(), "brio-names-"));

/** Content-Disposition of a response with `body`. */
async function dispositionOf(body: BodyInit, init: ResponseInit = {}): Promise<string | null> {
  const server = Bun.serve({ port: 0, fetch: () => new Response(body, init) });
  try {
    return (await fetch(server.url)).headers.get("content-disposition");
  } finally {
    await server.stop(true);
  }
}

function fileNamed(name: string): ReturnType<typeof Bun.file> {
  writeFileSync(join(folder, name), "content");
  return Bun.file(join(folder, name));
}

test("documents and archives have a name; what pages show or load has none", async () => {
  for (const name of ["a.pdf", "a.zip", "a.xml", "a.bin", "a"])
    assert.strictEqual(await dispositionOf(fileNamed(name)), `filename="${name}"`);
  for (const name of [
    "a.txt",
    "a.html",
    "a.js",
    "a.css",
    "a.json",
    "a.png",
    "a.svg",
    "a.mp3",
    "a.mp4",
    "a.wasm",
    "a.csv",
  ])
    assert.strictEqual(await dispositionOf(fileNamed(name)), null, name);
});

test("the type that the program sets counts, and its own field stays", async () => {
  const text = fileNamed("b.txt");
  assert.strictEqual(await dispositionOf(text, { headers: { "content-type": "application/pdf" } }), 'filename="b.txt"');
  assert.strictEqual(await dispositionOf(text, { headers: { "content-type": "image/x-any" } }), null);
  const headers = { "Content-Disposition": "attachment" };
  assert.strictEqual(await dispositionOf(fileNamed("b.zip"), { headers }), "attachment");
});

test("File has its name, Blob none; a quote cannot be part of it", async () => {
  const type = "application/zip";
  assert.strictEqual(await dispositionOf(new File(["x"], "c.zip", { type })), 'filename="c.zip"');
  assert.strictEqual(await dispositionOf(new Blob(["x"], { type })), null);
  assert.strictEqual(await dispositionOf(fileNamed('a "quoted".zip')), null);
});

test("a pipe as a file is sent as it is read", async () => {
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  const server = Bun.serve({
    port: 0,
    fetch() {
      Bun.spawn(["sh", "-c", `echo through the pipe > '${path}'`]);
      return new Response(Bun.file(path));
    },
  });
  assert.strictEqual(await (await fetch(server.url)).text(), "through the pipe\n");
  await server.stop(true);
  rmSync(folder, { recursive: true });
});
