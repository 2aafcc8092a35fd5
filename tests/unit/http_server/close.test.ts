// server.close(): its effect on idle connections, and on those with in-flight requests.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

async function listening(listener: http.RequestListener): Promise<{ server: http.Server; port: number }> {
  const server = http.createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as net.AddressInfo).port };
}

/** A connection, and what it received so far. */
async function connect(
  port: number,
): Promise<{ socket: net.Socket; until(text: string): Promise<void>; text(): string }> {
  const socket = net.connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => (received += chunk));
  await once(socket, "connect");
  return {
    socket,
    text: () => received,
    async until(text) {
      while (!received.includes(text)) await once(socket, "data");
    },
  };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test("a connection with an in-flight request stays, and is served until its client disconnects", async () => {
  const { server, port } = await listening((request, response) => {
    if (request.url === "/first") {
      server.close();
      setImmediate(() => response.end("one"));
    } else response.end("two");
  });
  const closed = once(server, "close");
  const { socket, until, text } = await connect(port);
  socket.write(get("/first"));
  await until("one");
  assert.match(text(), /\r\nConnection: keep-alive\r\n/);
  socket.write(get("/second"));
  await until("two");
  assert.strictEqual(server.listening, false);
  socket.end();
  await closed;
});

test("idle connections are closed", async () => {
  const { server, port } = await listening((request, response) => response.end("answer"));
  const { socket, until } = await connect(port);
  socket.write(get("/"));
  await until("answer");
  const gone = once(socket, "close");
  server.close();
  await gone;
});

test("close() closes idle connections by the method that programs may replace", async () => {
  const { server } = await listening(() => undefined);
  let calls = 0;
  server.closeIdleConnections = () => void calls++;
  server.close();
  await once(server, "close");
  assert.strictEqual(calls, 1);
});

test("close() of a server that does not listen passes an error to its callback", async () => {
  const error: any = await new Promise((resolve) => http.createServer().close(resolve));
  assert.deepStrictEqual(
    [error.name, error.code, error.message],
    ["Error", "ERR_SERVER_NOT_RUNNING", "Server is not running."],
  );
});

test("socket._httpMessage is the response in progress, and null between requests", async () => {
  const seen: unknown[] = [];
  let accepted: any;
  const { server, port } = await listening((request, response) => {
    seen.push(accepted._httpMessage === response, request.socket === accepted);
    response.end("answer");
  });
  server.on("connection", (socket) => (accepted = socket));
  const { socket, until } = await connect(port);
  socket.write(get("/"));
  await until("answer");
  await new Promise((resolve) => setImmediate(resolve));
  seen.push(accepted._httpMessage);
  assert.deepStrictEqual(seen, [true, true, null]);
  socket.destroy();
  server.close();
  await once(server, "close");
});

test("a connection that sent empty lines only is idle", async () => {
  const { server, port } = await listening((request, response) => response.end("answer"));
  const { socket } = await connect(port);
  socket.write("\r\n\r\n");
  // The server has read them when it has served another connection.
  await fetch(`http://127.0.0.1:${port}`).then((response) => response.text());
  const gone = once(socket, "close");
  server.close();
  await gone;
});
