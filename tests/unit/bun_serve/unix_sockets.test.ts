// `Bun.serve` on Unix-domain sockets: a name that begins with NUL is in the abstract namespace and makes no file. Run with Bun or Brio.
import assert from "node:assert";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

test("an abstract name is served, fetched, and leaves no file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "brio-abstract-"));
  const before = process.cwd();
  process.chdir(folder);
  const unix = `\0brio-test-${process.pid}`;
  const server = Bun.serve({ unix, fetch: () => new Response("abstract") });
  try {
    assert.deepStrictEqual(readdirSync("."), []);
    assert.strictEqual(server.url.href, `abstract://brio-test-${process.pid}/`);
    assert.strictEqual(await (await fetch("http://localhost/", { unix } as RequestInit)).text(), "abstract");
  } finally {
    await server.stop(true);
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
});

test("the error of a path that is taken names the path", () => {
  const folder = mkdtempSync(join(tmpdir(), "brio-taken-"));
  const unix = join(folder, "taken");
  writeFileSync(unix, "");
  assert.throws(() => Bun.serve({ unix, fetch: () => new Response() }), {
    code: "EADDRINUSE",
    syscall: "listen",
    message: `EADDRINUSE: address already in use, listen '${unix}'`,
  });
  rmSync(folder, { recursive: true });
});
