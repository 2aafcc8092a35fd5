// Responses with a long head: Node accepts up to http.maxHeaderSize, which a flag sets.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";
import { withRawServer } from "./raw_server.ts";

const withFields = (fields: string) => `HTTP/1.1 200 OK\r\n${fields}content-length: 2\r\n\r\nok`;

async function textOf(fields: string): Promise<string> {
  let text = "";
  await withRawServer(async ({ url }) => {
    text = await (await fetch(url)).text();
  }, withFields(fields));
  return text;
}

test("fields of 15,000 bytes are accepted", async () => {
  assert.strictEqual(await textOf(`x: ${"a".repeat(15_000)}\r\n`), "ok");
  assert.strictEqual(await textOf(Array.from({ length: 1500 }, (_, index) => `h${index}: b\r\n`).join("")), "ok");
});

test("more than 16 KiB fails, in one field or in many", async () => {
  const overflow = { name: "TypeError", message: "fetch failed" };
  for (const fields of [
    `x: ${"a".repeat(20_000)}\r\n`,
    `x: ${"a".repeat(300_000)}\r\n`,
    Array.from({ length: 300 }, (_, index) => `h${index}: ${"b".repeat(60)}\r\n`).join(""),
  ]) {
    await assert.rejects(textOf(fields), (error: any) => {
      assert.deepStrictEqual({ name: error.name, message: error.message }, overflow);
      assert.deepStrictEqual(
        [error.cause.name, error.cause.code, error.cause.message],
        ["HeadersOverflowError", "UND_ERR_HEADERS_OVERFLOW", "Headers Overflow Error"],
      );
      return true;
    });
  }
});

test("--max-http-header-size raises the limit", () => {
  const program = `
    const server = require("node:net").createServer((socket) => socket.once("data", () => socket.end(${JSON.stringify(withFields(`x: ${"a".repeat(40_000)}\r\n`))})));
    server.listen(0, "127.0.0.1", async () => {
      console.log(await (await fetch("http://127.0.0.1:" + server.address().port)).text());
      server.close();
    });`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--max-http-header-size=65536", "-e", program], {
    encoding: "utf8",
  });
  assert.strictEqual(stdout + stderr, "ok\n");
});
