// The codes with which a program of Bun may close its WebSocket: all that a close frame may have (RFC 6455 §7.4). Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

const REFUSED =
  "The close code must be a valid WebSocket close code (1000-1014, excluding the reserved codes 1004-1006, or in the range of 3000 to 4999).";

/** The code that the server receives for one of the client. */
async function received(code: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = Bun.serve({
    port: 0,
    fetch: (request, self) => (self.upgrade(request) ? undefined : new Response("no")),
    websocket: { message() {}, close: (_socket, closed) => resolve(closed) },
  });
  const client = new WebSocket(server.url.href.replace("http", "ws"));
  client.onopen = () => client.close(code, "why");
  try {
    return await promise;
  } finally {
    server.stop(true);
  }
}

test("codes of the protocol and of applications are sent", async () => {
  for (const code of [1000, 1001, 1003, 1011, 1014, 3000, 4999]) assert.strictEqual(await received(code), code);
});

test("reserved codes and long reasons are refused", () => {
  const client = new WebSocket("ws://127.0.0.1:1");
  client.onerror = () => {};
  for (const code of [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000]) {
    const message = `${REFUSED} Received ${code}.`;
    assert.throws(() => client.close(code), { name: "InvalidAccessError", message });
  }
  const message = "The close reason must not be greater than 123 UTF-8 bytes. Received 140 bytes.";
  assert.throws(() => client.close(1000, "é".repeat(70)), { name: "SyntaxError", message });
});
