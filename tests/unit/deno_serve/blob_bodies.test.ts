// Bodies that are Blobs, which Deno sends in chunks, with the head on the wire.
import assert from "node:assert";
import { connect } from "node:net";
import { test } from "../harness.ts";

const bodies: Record<string, () => Response> = {
  "/blob": () => new Response(new Blob(["hello"])),
  "/empty": () => new Response(new Blob([])),
  "/length": () => new Response(new Blob(["hello"]), { headers: { "content-length": "5" } }),
  "/text": () => new Response("hello"),
};

test("Blobs are sent in chunks unless the program sets their length", async () => {
  const server = Deno.serve({ port: 0, onListen() {} }, (request: Request) => bodies[new URL(request.url).pathname]!());
  const requested = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(server.addr.port, "127.0.0.1", () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      );
      let received = "";
      socket.on("data", (chunk) => (received += chunk));
      socket.on("close", () => resolve(received.toLowerCase())).on("error", reject);
    });
  const chunked = await requested("/blob");
  assert.match(chunked, /\r\ntransfer-encoding: chunked\r\n/);
  assert.ok(chunked.endsWith("\r\n\r\n5\r\nhello\r\n0\r\n\r\n"), chunked);
  assert.ok((await requested("/empty")).endsWith("\r\n\r\n0\r\n\r\n"));
  for (const path of ["/length", "/text"]) {
    const reply = await requested(path);
    assert.match(reply, /\r\ncontent-length: 5\r\n/);
    assert.ok(!reply.includes("chunked"));
  }
  await server.shutdown();
});
