// Control frames that a program sends with Bun's client WebSocket.
import assert from "node:assert";
import { test } from "../harness.ts";

test("ping and pong reach the handlers of the server", async () => {
  const received: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = Bun.serve({
    port: 0,
    fetch: (request, self) => (self.upgrade(request) ? undefined : new Response("no upgrade", { status: 400 })),
    websocket: {
      message: () => resolve(),
      ping: (_socket, data) => void received.push(`ping ${String(data)}`),
      pong: (_socket, data) => void received.push(`pong ${String(data)}`),
    },
  });
  // Bun's members beyond the standard.
  const socket = new WebSocket(server.url.href.replace("http", "ws")) as WebSocket & {
    ping(data?: string): void;
    pong(data?: string): void;
    terminate(): void;
  };
  try {
    await new Promise((opened) => (socket.onopen = opened));
    socket.ping("one");
    socket.pong("two");
    socket.pong();
    socket.send("end");
    await promise;
    assert.deepStrictEqual(received, ["ping one", "pong two", "pong "]);
  } finally {
    socket.terminate();
    await server.stop(true);
  }
});
