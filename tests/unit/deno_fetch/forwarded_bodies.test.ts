// A proxy in Deno: a body that is passed on keeps its announced length, and a response that was requested without codings is not decoded.
// Run with Deno or Brio.
import assert from "node:assert";
import http from "node:http";
import { gzipSync } from "node:zlib";
import { test } from "../harness.ts";

/** The framing of each request that the upstream server received. */
const framings: string[] = [];
const gzipped = gzipSync("hello gzip");
const upstream = http.createServer((request, response) => {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  framings.push(`${length} ${coding}`);
  request.resume();
  response.writeHead(200, { "content-encoding": "gzip", "content-length": gzipped.length });
  response.end(gzipped);
});
await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
const target = `http://127.0.0.1:${(upstream.address() as { port: number }).port}/`;

/** Sends a request to a server with this handler. */
async function through(handler: (request: Request) => Promise<Response>, init: RequestInit): Promise<void> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
  await (await fetch(`http://127.0.0.1:${server.addr.port}/`, init)).bytes();
  await server.shutdown();
}

test("the body of a request keeps its length", async () => {
  const init = { method: "POST", body: "hello" };
  await through(({ body }) => fetch(target, { method: "POST", body }), init);
  await through((request) => fetch(new Request(target, request)), init);
  assert.deepStrictEqual(framings.splice(0), ["5 undefined", "5 undefined"]);
});

test("a body of unknown length stays chunked", async () => {
  const body = new Blob(["hello"]).stream();
  await through(({ body: given }) => fetch(target, { method: "POST", body: given }), { method: "POST", body });
  assert.deepStrictEqual(framings.splice(0), ["undefined chunked"]);
});

test("accept-encoding: identity, and a range, leave the body as it is", async () => {
  for (const [name, value] of [
    ["accept-encoding", "identity"],
    ["accept-encoding", " IDENTITY "],
    ["range", "bytes=0-"],
  ] as const) {
    const response = await fetch(target, { headers: { [name]: value } });
    assert.deepStrictEqual(await response.bytes(), new Uint8Array(gzipped));
  }
  for (const coding of ["gzip", "br", "*", "identity, gzip"]) {
    const response = await fetch(target, { headers: { "accept-encoding": coding } });
    assert.strictEqual(await response.text(), "hello gzip");
  }
  upstream.close();
});
