// server.timeout: for connections with an in-flight request, not for idle ones.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

test("a connection between two requests has keepAliveTimeout instead", async () => {
  let timeouts = 0;
  const server = http.createServer((request, response) => void (request.url === "/answered" && response.end("answer")));
  server.timeout = 100;
  server.keepAliveTimeout = 10_000;
  server.on("timeout", (socket) => {
    timeouts++;
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  socket.write("GET /answered HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(socket, "data");
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.deepStrictEqual([timeouts, socket.destroyed], [0, false]);
  socket.write("GET /never HTTP/1.1\r\nHost: a\r\n\r\n");
  socket.resume();
  await once(socket, "close");
  assert.strictEqual(timeouts, 1);
  server.close();
});

test("a connection without any request has the time-out too", async () => {
  const server = http.createServer(() => undefined);
  server.timeout = 50;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1").resume();
  const [timedOut] = await once(server, "timeout");
  timedOut.destroy();
  socket.destroy();
  server.close();
});

/** A client that sends many requests and reads nothing, until its server cannot send any more. */
async function floodedBy(client: net.Socket, server: http.Server): Promise<void> {
  let count = 0;
  server.on("request", () => count++);
  client.pause();
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20_000));
  for (let before = -1; before !== count || count === 0;) {
    before = count;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

for (const hasListener of [true, false]) {
  test(`a client that reads no response is ${hasListener ? "reported to the listener of timeout" : "disconnected without a listener"}`, async () => {
    const bytes = Buffer.alloc(10_240, "x");
    const server = http
      .createServer((_request, response) => {
        response.setHeader("Content-Length", bytes.length);
        response.write(bytes);
        response.end();
      })
      .listen(0, "127.0.0.1");
    await once(server, "listening");
    const events: string[] = [];
    let socket: any;
    server.on("connection", (opened) => {
      socket = opened;
      opened.on("timeout", () => events.push("socket timeout"));
      opened.on("close", () => events.push("socket close"));
    });
    server.setTimeout(
      200,
      hasListener ? (timedOut: any) => events.push(`server timeout ${timedOut === socket}`) : undefined,
    );
    const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
    client.on("error", () => {});
    await floodedBy(client, server);
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepStrictEqual(
      events,
      hasListener ? ["server timeout true", "socket timeout"] : ["socket timeout", "socket close"],
    );
    client.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}
