// Bodies of requests that are streams: bytes, and the other chunks that Node.js and Bun accept.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import { type AddressInfo } from "node:net";
import { test } from "../harness.ts";

const server = http
  .createServer((request, response) => request.on("error", () => undefined).pipe(response))
  .listen(0, "127.0.0.1");
await once(server, "listening");
server.unref();
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const streamOf = (...chunks: unknown[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
const send = async (body: ReadableStream) =>
  (await fetch(url, { method: "POST", body, duplex: "half" } as RequestInit)).text();

test("bytes, text and views are sent", async () => {
  assert.strictEqual(
    await send(streamOf(new Uint8Array([65, 66]), "ü€", new DataView(new Uint8Array([48, 49, 50]).buffer, 1, 1))),
    "ABü€1",
  );
});

test("anything else fails the request", async () => {
  for (const chunk of [5, {}, null])
    await assert.rejects(send(streamOf(chunk)), { name: "TypeError", message: "fetch failed" });
});

test("the body of a Response has to be bytes", async () => {
  await assert.rejects(new Response(streamOf("text")).text(), {
    name: "TypeError",
    message: "Received non-Uint8Array chunk",
  });
});

test("an aborted signal ends a request whose stream continues", async () => {
  const stop = new AbortController();
  let pulls = 0;
  const endless = new ReadableStream({
    async pull(controller) {
      if (++pulls === 3) stop.abort();
      await new Promise((resolve) => setImmediate(resolve));
      controller.enqueue("piece");
    },
  });
  await assert.rejects(
    fetch(url, { method: "POST", body: endless, duplex: "half", signal: stop.signal } as RequestInit),
    { name: "AbortError", code: 20 },
  );
});
