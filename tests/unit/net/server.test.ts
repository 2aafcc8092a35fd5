import { test } from "../harness.ts";
import assert from "node:assert";
import { once } from "node:events";
import net from "node:net";

const listen = async (server: net.Server, ...args: any[]): Promise<number> => {
  server.listen(...args);
  await once(server, "listening");
  return (server.address() as net.AddressInfo).port;
};

test("listen takes a port, options and a callback", async () => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1" }, resolve));
  assert.strictEqual(server.listening, true);
  const { address, family } = server.address() as net.AddressInfo;
  assert.deepStrictEqual({ address, family }, { address: "127.0.0.1", family: "IPv4" });
  await new Promise((resolve) => server.close(resolve));
  assert.strictEqual(server.listening, false);
  assert.strictEqual(server.address(), null);
});

test("a port in use is EADDRINUSE", async () => {
  const first = net.createServer();
  const port = await listen(first, 0, "127.0.0.1");
  const second = net.createServer().listen(port, "127.0.0.1");
  const [error] = await once(second, "error");
  assert.strictEqual(error.message, `listen EADDRINUSE: address already in use 127.0.0.1:${port}`);
  assert.deepStrictEqual(
    [error.code, error.syscall, error.address, error.port],
    ["EADDRINUSE", "listen", "127.0.0.1", port],
  );
  first.close();
});

test("listening twice and closing what does not listen are errors", async () => {
  const server = net.createServer();
  await listen(server, 0);
  assert.throws(() => server.listen(0), {
    code: "ERR_SERVER_ALREADY_LISTEN",
    message: "Listen method has been called more than once without closing.",
  });
  server.close();
  await once(server, "close");
  const error: any = await new Promise((resolve) => server.close(resolve));
  assert.strictEqual(error.code, "ERR_SERVER_NOT_RUNNING");
  assert.throws(() => server.listen({} as any), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => server.listen(-1), { code: "ERR_SOCKET_BAD_PORT" });
});

test("maxConnections drops connections above the limit", async () => {
  const server = net.createServer();
  server.maxConnections = 1;
  const port = await listen(server, 0, "127.0.0.1");
  const first = net.connect(port, "127.0.0.1");
  await once(server, "connection");
  const second = net.connect(port, "127.0.0.1");
  const [data] = await once(server, "drop");
  assert.strictEqual(data.localPort, port);
  assert.strictEqual(data.remoteFamily, "IPv4");
  const count = await new Promise((resolve, reject) =>
    server.getConnections((error, number) => (error ? reject(error) : resolve(number))),
  );
  assert.strictEqual(count, 1);
  first.destroy();
  second.destroy();
  server.close();
  await once(server, "close");
});

test("an abort signal closes the server", async () => {
  const controller = new AbortController();
  const server = net.createServer();
  server.listen({ port: 0, signal: controller.signal });
  await once(server, "listening");
  controller.abort();
  await once(server, "close");
  assert.throws(() => net.createServer().listen({ port: 0, signal: "x" as any }), { code: "ERR_INVALID_ARG_TYPE" });
});

test("close waits for the connections", async () => {
  const server = net.createServer((socket) => setTimeout(() => socket.end("late"), 30));
  const port = await listen(server, 0, "127.0.0.1");
  const socket = net.connect(port, "127.0.0.1");
  await once(server, "connection");
  let isClosed = false;
  server.close(() => (isClosed = true));
  socket.resume();
  await once(socket, "end");
  assert.strictEqual(isClosed, false);
  await once(server, "close");
});

test("pauseOnConnect leaves the bytes until they are read", async () => {
  const server = net.createServer({ pauseOnConnect: true });
  const port = await listen(server, 0, "127.0.0.1");
  const client = net.connect(port, "127.0.0.1");
  client.end("kept");
  const [socket] = await once(server, "connection");
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.strictEqual(socket.bytesRead, 0);
  let text = "";
  for await (const chunk of socket) text += chunk;
  assert.strictEqual(text, "kept");
  server.close();
  client.destroy();
});
