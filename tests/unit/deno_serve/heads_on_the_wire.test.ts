// What a client sees of heads: their last fields, and the URL that the handler sees of the request's target.
import assert from "node:assert";
import { connect } from "node:net";
import { test } from "../harness.ts";

const bodies: Record<string, () => Response> = {
  "/blob": () => new Response(new Blob(["hello"], { type: "text/plain" })),
  "/stream": () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(3)) })),
  "/counted": () => new Response(new Blob(["hello"]).stream(), { headers: { "content-length": "5" } }),
};

const server = Deno.serve({ port: 0, onListen() {} }, (request: Request) => {
  const path = request.url.slice(request.url.indexOf("/", 8));
  return bodies[path]?.() ?? new Response(request.url);
});

/** The reply, in lower case and without its date. It ends when the server closes the connection, or `endsWith` arrived. */
function requested(head: string, endsWith = "\0"): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(server.addr.port, "127.0.0.1", () => socket.write(`${head}\r\n\r\n`));
    socket.on("data", (chunk) => {
      received += chunk;
      if (received.endsWith(endsWith)) socket.destroy();
    });
    socket.on("close", () => resolve(received.toLowerCase().replace(/date: .*?\r\n/, ""))).on("error", reject);
  });
}

test("HEAD says nothing about a body of unknown length, and does not read it", async () => {
  const blob = await requested("HEAD /blob HTTP/1.1\r\nHost: x", "\r\n\r\n");
  assert.strictEqual(blob, "http/1.1 200 ok\r\ncontent-type: text/plain\r\n\r\n");
  assert.strictEqual(await requested("HEAD /stream HTTP/1.1\r\nHost: x", "\r\n\r\n"), "http/1.1 200 ok\r\n\r\n");
  const counted = await requested("HEAD /counted HTTP/1.1\r\nHost: x", "\r\n\r\n");
  assert.strictEqual(counted, "http/1.1 200 ok\r\ncontent-length: 5\r\n\r\n");
});

test("a chunked response to a request with Connection: close has that field, too", async () => {
  const reply = await requested("GET /blob HTTP/1.1\r\nHost: x\r\nConnection: close");
  assert.strictEqual(
    reply,
    "http/1.1 200 ok\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
  );
});

test("the URL of a request keeps the host and the target as they were sent", async () => {
  const urls: [target: string, host: string, url: string][] = [
    ["/../..", "x", "http://x/../.."],
    ["/a/../b/./c%2e%2e/%2e%2e/d", "x", "http://x/a/../b/./c%2e%2e/%2e%2e/d"],
    ["//evil/../y?z", "x", "http://x//evil/../y?z"],
    ["http://other/abc/..", "x", "http://other/abc/.."],
    [`/a"b?c'd`, "a_b:80", `http://a_b:80/a"b?c'd`],
  ];
  for (const [target, host, url] of urls) {
    const reply = await requested(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close`);
    assert.strictEqual(reply.split("\r\n\r\n")[1], url);
  }
});

test("a stream for a client of HTTP/1.0 has no chunks and ends the connection", async () => {
  const stream = "x-y";
  bodies["/old"] = () => new Response(new Blob([stream]).stream());
  for (const fields of ["", "\r\nConnection: keep-alive"]) {
    const reply = await requested(`GET /old HTTP/1.0${fields}`);
    assert.match(reply, /^http\/1\.[01] 200 ok\r\n/);
    assert.doesNotMatch(reply, /transfer-encoding/);
    assert.ok(reply.endsWith(`\r\n\r\n${stream}`), reply);
  }
});

test("a request without a host, or with an empty one, has the name localhost", async () => {
  const expected = `http://localhost:${server.addr.port}/p`;
  for (const head of [
    "GET /p HTTP/1.1\r\nConnection: close",
    "GET /p HTTP/1.1\r\nHost:\r\nConnection: close",
    "GET /p HTTP/1.0",
  ])
    assert.strictEqual((await requested(head)).split("\r\n\r\n")[1], expected, head);
  const twice = await requested("GET /p HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close");
  assert.match(twice, /^http\/1\.1 400 bad request\r\n/);
});

test("the target of CONNECT is an authority; others that do not begin with a slash are refused", async () => {
  const reply = await requested("CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\nConnection: close");
  assert.strictEqual(reply.split("\r\n\r\n")[1], "http://a:80");
  for (const target of ["../../..", "foo", "?q"])
    assert.match(await requested(`GET ${target} HTTP/1.1\r\nHost: x`), /^http\/1\.1 400 bad request\r\n/);
});

test("the URLs of a server on a Unix-domain socket begin with its path, or the host", async () => {
  const path = `${Deno.makeTempDirSync()}/s.sock`;
  const local = Deno.serve({ path, onListen() {} }, (request: Request) => new Response(request.url));
  const urls: string[] = [];
  for (const fields of ["Connection: close", "Host: x\r\nConnection: close"]) {
    const connection = await Deno.connect({ transport: "unix", path });
    await connection.write(new TextEncoder().encode(`GET /p HTTP/1.1\r\n${fields}\r\n\r\n`));
    urls.push((await new Response(connection.readable).text()).split("\r\n\r\n")[1]!);
  }
  const encoded = path.replace(/[^a-zA-Z0-9]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  assert.deepStrictEqual(urls, [`http+unix://${encoded}/p`, "http+unix://x/p"]);
  await local.shutdown();
});
