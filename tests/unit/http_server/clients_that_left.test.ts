import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

/** Sends `count` requests on one connection, closes it with `leave`, and returns what the handlers read afterwards. */
async function readAfter(leave: "end" | "destroy" | "resetAndDestroy", count = 1): Promise<unknown[]> {
  const requests: http.IncomingMessage[] = [];
  const server = http.createServer((request) => void requests.push(request));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port }: any = server.address();
  const client = net.connect(port, "127.0.0.1", () => {
    for (let index = 0; index < count; index++)
      client.write(`POST /path/${index}?x=1 HTTP/1.1\r\nHost: a\r\nX-Id: ${index}\r\nContent-Length: 0\r\n\r\n`);
  });
  client.on("error", () => {});
  while (requests.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  client[leave]();
  await new Promise((resolve) => server.close(resolve));
  return requests.map(({ url, method, headers, rawHeaders }) => [url, method, headers["x-id"], rawHeaders.length]);
}

test("the head of a request can be read first after its client has left", async () => {
  for (const leave of ["end", "destroy", "resetAndDestroy"] as const)
    assert.deepStrictEqual(await readAfter(leave), [["/path/0?x=1", "POST", "0", 6]], leave);
});

test("so can the heads of pipelined requests", async () => {
  assert.deepStrictEqual(await readAfter("destroy", 3), [
    ["/path/0?x=1", "POST", "0", 6],
    ["/path/1?x=1", "POST", "1", 6],
    ["/path/2?x=1", "POST", "2", 6],
  ]);
});

test("httpAllowHalfOpen may be set after listen was called", async () => {
  const server = http.createServer((request, response) => {
    setTimeout(() => response.end(request.url), 20);
  });
  server.listen(0, "127.0.0.1");
  (server as any).httpAllowHalfOpen = true;
  await once(server, "listening");
  const { port }: any = server.address();
  const client = net.connect(port, "127.0.0.1", () => client.end("GET /late HTTP/1.1\r\nHost: a\r\n\r\n"));
  let received = "";
  client.setEncoding("utf8").on("data", (chunk) => (received += chunk));
  await once(client, "close");
  assert.match(received, /^HTTP\/1\.1 200 OK\r\n[^]*\/late$/);
  await new Promise((resolve) => server.close(resolve));
});
