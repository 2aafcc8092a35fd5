// Coded bodies: one that ends early fails, and a response of `fetch` that a server returns has the fields of what is sent.
import assert from "node:assert";
import { Buffer } from "node:buffer";
import http from "node:http";
import net from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { test } from "../harness.ts";

const TEXT = "some text ".repeat(200);

/** A server that responds with `body` and declares it as coded. */
async function upstream(coding: string, body: Uint8Array): Promise<{ url: string; close(): void }> {
  const server = http.createServer((_, response) => {
    response.writeHead(200, { "content-encoding": coding, "content-length": body.length, "x-other": "kept" });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("a coded body that ends early fails, a complete one does not", async () => {
  for (const [coding, whole] of [
    ["gzip", gzipSync(TEXT)],
    ["br", brotliCompressSync(TEXT)],
  ] as const) {
    const cut = await upstream(coding, whole.subarray(0, whole.length - 5));
    await assert.rejects(async () => await (await fetch(cut.url)).text(), TypeError, coding);
    cut.close();
    const complete = await upstream(coding, whole);
    assert.strictEqual(await (await fetch(complete.url)).text(), TEXT);
    complete.close();
  }
});

test("a decoded body is served without its coding", async () => {
  const source = await upstream("gzip", gzipSync(TEXT));
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => fetch(source.url));
  const read = await new Promise<string>((resolve) => {
    const pieces: Uint8Array[] = [];
    const client = net.connect(server.addr.port, "127.0.0.1", () => client.write("GET / HTTP/1.0\r\n\r\n"));
    client
      .on("data", (piece) => pieces.push(piece as Buffer))
      .on("close", () => resolve(Buffer.concat(pieces).toString()));
  });
  const [head, body] = read.split("\r\n\r\n") as [string, string];
  assert.doesNotMatch(head, /content-encoding/i);
  assert.match(head, /\r\nx-other: kept/i);
  assert.strictEqual(body, TEXT);
  source.close();
  await server.shutdown();
});
