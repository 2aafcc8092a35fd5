// An HTTP server on a name of Linux's abstract namespace, which begins with NUL, makes no file. Run with Node or Brio.
import assert from "node:assert";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

test("the server listens on the name and clients reach it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "brio-abstract-"));
  const before = process.cwd();
  process.chdir(folder);
  const name = `\0brio-http-${process.pid}`;
  const server = http.createServer((_request, response) => response.end("abstract"));
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(name, resolve));
    assert.strictEqual(server.address(), name);
    assert.deepStrictEqual(readdirSync("."), []);
    const text = await new Promise((resolve, reject) => {
      http
        .get({ socketPath: name, path: "/", agent: false }, (response) => {
          response.setEncoding("utf8").on("data", resolve);
        })
        .on("error", reject);
    });
    assert.strictEqual(text, "abstract");
  } finally {
    await new Promise((resolve) => server.close(resolve));
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
});
