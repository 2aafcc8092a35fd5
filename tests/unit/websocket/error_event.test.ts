// The "error" event of a WebSocket does not reveal what the server did.
import assert from "node:assert";
import { once } from "node:events";
import net from "node:net";
import { test } from "../harness.ts";

function failed(url: string): Promise<any> {
  return new Promise((resolve) => new WebSocket(url).addEventListener("error", resolve));
}

function assertSilent(event: any): void {
  assert.strictEqual(event.constructor.name, "ErrorEvent");
  assert.strictEqual(event.message, "");
  assert.strictEqual(event.error.constructor, TypeError);
  assert.strictEqual(event.error.message, "");
}

test("a refused connection is an error event with an empty TypeError", async () => {
  assertSilent(await failed("ws://127.0.0.1:1/"));
});

test("a handshake that is answered with 403 is an error event with an empty TypeError", async () => {
  const server = net
    .createServer((socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n"));
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  assertSilent(await failed(`ws://127.0.0.1:${(server.address() as net.AddressInfo).port}/`));
  server.close();
});
