// What `server.publish` returns when a subscriber does not read: -1 while its messages are buffered, 0 once it misses them, also when
// others receive them. The behaviour is that of Bun 1.4.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

const HANDSHAKE =
  "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

test("publish returns -1 for buffered messages and 0 for lost ones", async () => {
  const server = Bun.serve({
    port: 0,
    fetch: (request, self) => (self.upgrade(request) ? undefined : new Response("no")),
    websocket: { backpressureLimit: 1 << 20, open: (socket) => void socket.subscribe("topic"), message() {} },
  });
  const fast = new WebSocket(server.url.href.replace("http", "ws"));
  await new Promise((resolve) => (fast.onopen = resolve));
  assert.strictEqual(server.publish("topic", "x"), 1);
  const slow = net.connect(server.port!, "127.0.0.1", () => slow.write(HANDSHAKE));
  await new Promise((resolve) => slow.once("data", resolve));
  slow.pause();
  const message = "x".repeat(8000);
  const results: number[] = [];
  while (results.length < 5000 && results.at(-1) !== 0) {
    results.push(server.publish("topic", message));
    await Bun.sleep(0);
  }
  assert.deepStrictEqual([...new Set(results)], [8000, -1, 0]);
  slow.destroy();
  fast.close();
  await server.stop(true);
});
