import assert from "node:assert";
import { once } from "node:events";
import http2 from "node:http2";
import https from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { certificate, key } from "../tls/certificates.ts";
import { test } from "../harness.ts";
import { ask } from "./exchange.ts";

async function listen(options: any): Promise<{ server: any; port: number }> {
  const server = http2.createSecureServer({ key, cert: certificate, ...options });
  server.listen(0);
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

test("HTTP/2 is agreed upon over TLS", async () => {
  const { server, port } = await listen({});
  server.on("stream", (stream: any) => {
    assert.deepStrictEqual([stream.session.alpnProtocol, stream.session.encrypted], ["h2", true]);
    stream.respond();
    stream.end("secure");
  });
  const client = http2.connect(`https://localhost:${port}`, { rejectUnauthorized: false });
  assert.strictEqual((await ask(client)).body, "secure");
  assert.deepStrictEqual(client.originSet, [`https://localhost:${port}`]);
  client.destroy();
  server.close();
});

test("origins and alternative services are announced", async () => {
  const { server, port } = await listen({ origins: ["https://a.example", "https://b.example:8000/path"] });
  server.on("stream", (stream: any) => {
    stream.session.altsvc('h2=":8000"', stream.id);
    assert.throws(() => stream.session.altsvc("\u0001", 1), { code: "ERR_INVALID_CHAR" });
    assert.throws(() => stream.session.altsvc("h2", 0), { code: "ERR_OUT_OF_RANGE" });
    assert.throws(() => stream.session.altsvc("h2", "data:x"), { code: "ERR_HTTP2_ALTSVC_INVALID_ORIGIN" });
    assert.throws(() => stream.session.origin("data:x"), { code: "ERR_HTTP2_INVALID_ORIGIN" });
    stream.respond();
    stream.end();
  });
  const client = http2.connect(`https://localhost:${port}`, { rejectUnauthorized: false });
  const origin = once(client, "origin");
  const altsvc = once(client, "altsvc");
  await ask(client);
  assert.deepStrictEqual(await origin, [["https://a.example", "https://b.example:8000"]]);
  assert.deepStrictEqual(await altsvc, ['h2=":8000"', "", 1]);
  assert.deepStrictEqual(client.originSet, [
    `https://localhost:${port}`,
    "https://a.example",
    "https://b.example:8000",
  ]);
  client.destroy();
  server.close();
});

test("clients without HTTP/2 are served over HTTP/1 when that is allowed", async () => {
  const { server, port } = await listen({ allowHTTP1: true });
  server.on("request", (request: any, response: any) => response.end(request.httpVersion));
  const body = await new Promise<string>((resolve, reject) => {
    https
      .get({ port, rejectUnauthorized: false, agent: false }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk)).on("end", () => resolve(text));
      })
      .on("error", reject);
  });
  assert.strictEqual(body, "1.1");
  const client = http2.connect(`https://localhost:${port}`, { rejectUnauthorized: false });
  assert.strictEqual((await ask(client)).body, "2.0");
  client.destroy();
  server.close();
});

test("a client without a common protocol gets an error", async () => {
  const { server, port } = await listen({});
  const socket = tls.connect({ port, rejectUnauthorized: false });
  let text = "";
  socket.on("data", (chunk) => (text += chunk));
  await once(socket, "end");
  assert.match(text, /^HTTP\/1\.0 403 Forbidden\r\n[\s\S]*Missing ALPN Protocol, expected `h2` to be available\./);
  server.close();
});

test("options of a secure server are checked", () => {
  for (const wrong of [null, 1, "x", () => {}])
    assert.throws(() => http2.createSecureServer(wrong as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => http2.createServer({ maxSessionInvalidFrames: -1 } as any), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => http2.createServer({ settings: 1 } as any), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
});
