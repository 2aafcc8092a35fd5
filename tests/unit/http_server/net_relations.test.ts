import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

async function listening(listener: any, options: any = {}): Promise<{ server: any; port: number }> {
  const server: any = http.createServer(options, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: server.address().port };
}

/** Sends `text` and returns everything received until the server closes. */
function exchange(port: number, text: string, options: { ends?: boolean } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
      if (options.ends) socket.end(text);
      else socket.write(text);
    });
    socket.setEncoding("latin1");
    socket.on("data", (data) => {
      received += data;
    });
    socket.on("end", () => {
      socket.destroy();
      resolve(received);
    });
    socket.on("error", reject);
  });
}

function closed(server: any): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

test("servers and their sockets are those of node:net", async () => {
  const { server, port } = await listening((request: any, response: any) => {
    response.end(`${request.socket instanceof net.Socket} ${request.socket.remoteAddress}`);
  });
  assert.ok(server instanceof net.Server);
  const text = await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  assert.ok(text.endsWith("true 127.0.0.1"), text);
  await closed(server);
});

test("an upgraded socket writes buffered data at once", async () => {
  const { server, port } = await listening(undefined);
  server.on("upgrade", (_request: any, socket: any) => {
    socket.cork();
    socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    socket.write("a");
    socket.write(Buffer.from("b"));
    socket.uncork();
    socket.end("c");
  });
  assert.strictEqual(
    await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
    "HTTP/1.1 101 Switching Protocols\r\n\r\nabc",
  );
  await closed(server);
});

test("a truncated request is a client error", async () => {
  const { server, port } = await listening(() => {});
  const codes: string[] = [];
  server.on("clientError", (error: any, socket: any) => {
    codes.push(error.code);
    socket.end("HTTP/1.1 400 Mine\r\n\r\n");
  });
  assert.strictEqual(await exchange(port, "GET / HTTP/1.1\r\nHost:", { ends: true }), "HTTP/1.1 400 Mine\r\n\r\n");
  assert.deepStrictEqual(codes, ["HPE_INVALID_EOF_STATE"]);
  await closed(server);
});

test("httpAllowHalfOpen lets a client that ended its side have the response", async () => {
  const answer = (_request: any, response: any): void => {
    setTimeout(() => response.end("late"), 20);
  };
  const { server, port } = await listening(answer);
  assert.strictEqual(await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", { ends: true }), "");
  await closed(server);
  const open: any = http.createServer(answer);
  open.httpAllowHalfOpen = true;
  open.listen(0, "127.0.0.1");
  await once(open, "listening");
  const text = await exchange(open.address().port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", { ends: true });
  assert.ok(text.endsWith("late"), text);
  await closed(open);
});

test("a request after maxRequestsPerSocket is dropped with 503", async () => {
  const { server, port } = await listening((_request: any, response: any) => response.end("ok"));
  server.maxRequestsPerSocket = 1;
  let dropped = 0;
  server.on("dropRequest", () => dropped++);
  const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  const text = await exchange(port, `${request}${request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")}`);
  assert.match(text, /^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n[^]*okHTTP\/1\.1 503 Service Unavailable/);
  assert.strictEqual(dropped, 1);
  await closed(server);
});

test("a connection above maxConnections is reported and closed", async () => {
  const { server, port } = await listening(() => {});
  server.maxConnections = 1;
  // The limit holds for a server that listens already.
  await new Promise((resolve) => setTimeout(resolve, 1200));
  const first = net.connect(port, "127.0.0.1");
  await once(first, "connect");
  const reports = once(server, "drop");
  const second = net.connect(port, "127.0.0.1");
  second.on("error", () => {});
  const [data]: any = await reports;
  assert.deepStrictEqual([data.localPort, data.remoteFamily, data.remoteAddress], [port, "IPv4", "127.0.0.1"]);
  first.destroy();
  second.destroy();
  await closed(server);
});

test("a rejecting listener is answered with 500", async () => {
  const { server, port } = await listening(undefined);
  server.on("request", (request: any, response: any) => {
    response.setHeader("x-secret", "1");
    server[Symbol.for("nodejs.rejection")](new Error("no"), "request", request, response);
  });
  const text = await exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  assert.match(text, /^HTTP\/1\.1 500 Internal Server Error\r\n/);
  assert.ok(!text.includes("x-secret") && text.endsWith("Internal Server Error"));
  await closed(server);
});

test("a client that reads no responses has to wait with its requests, and gets all responses later", async () => {
  const body = "x".repeat(64 * 1024);
  let count = 0;
  const { server, port } = await listening((request: any, response: any) => {
    count++;
    response.end(request.url + body);
  });
  const total = 300;
  const socket = net.connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.pause();
  let requests = "";
  for (let index = 0; index < total; index++) requests += `GET /${index} HTTP/1.1\r\nHost: a\r\n\r\n`;
  socket.write(requests);
  await new Promise((resolve) => setTimeout(resolve, 100));
  // Searching all received bytes again for each chunk would take most of the time.
  const pieces: string[] = [];
  const mark = `/${total - 1}x`;
  let [length, end] = [0, Infinity];
  socket.setEncoding("latin1");
  const isComplete = new Promise<void>((resolve) => {
    socket.on("data", (data: any) => {
      const before = pieces.at(-1)?.slice(-mark.length) ?? "";
      const at = (before + data).indexOf(mark);
      if (at >= 0 && end === Infinity) end = length - before.length + at + mark.length - 1 + body.length;
      pieces.push(data);
      length += data.length;
      if (length >= end) resolve();
    });
  });
  socket.resume();
  await isComplete;
  const text = pieces.join("");
  const order = [...text.matchAll(/\/(\d+)x/g)].map((match) => Number(match[1]));
  assert.deepStrictEqual(order, [...order.keys()]);
  assert.deepStrictEqual([count, order.length], [total, total]);
  socket.destroy();
  await closed(server);
});
