import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "../harness.ts";

const READ_RESET = "ECONNRESET read ECONNRESET read";

/** The events of a server whose client sends `text`, waits until that had its effect, and resets the connection. */
async function resetAfter(text: string, answer: "nothing" | "part" | "all"): Promise<string[]> {
  const log: string[] = [];
  const server = http.createServer((request, response) => {
    request
      .on("aborted", () => log.push("request aborted"))
      .on("error", ({ message }) => log.push(`request error ${message}`))
      .resume();
    response.on("close", () => log.push(`response close ${response.writableFinished}`));
    request.socket.on("error", (error: any) =>
      log.push(`socket error ${error.code} ${error.message} ${error.syscall}`),
    );
    request.socket.on("close", (hadError) => log.push(`socket close ${hadError}`));
    if (answer === "part") response.write("part");
    else if (answer === "all") response.end("all");
  });
  const failed = new Promise<void>((resolve) => {
    server.on("clientError", (error: any, socket) => {
      log.push(`clientError ${error.code} ${error.message} ${error.syscall} ${socket.destroyed} ${socket.writable}`);
      resolve();
    });
  });
  const connected = once(server, "connection");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1").on("error", () => {});
  await once(client, "connect");
  await connected;
  if (text !== "") client.write(text);
  if (answer !== "nothing") await once(client, "data");
  else await sleep(50);
  client.resetAndDestroy();
  await failed;
  await sleep(20);
  server.close();
  return log;
}

const clientError = `clientError ${READ_RESET} true false`;
const socketError = `socket error ${READ_RESET}`;

test("a connection without a request, and one with half a head", async () => {
  assert.deepStrictEqual(await resetAfter("", "nothing"), [clientError]);
  assert.deepStrictEqual(await resetAfter("GET / HTTP/1.1\r\nHos", "nothing"), [clientError]);
});

test("half a body", async () => {
  const head = "POST / HTTP/1.1\r\nHost: a\r\n";
  const expected = [
    clientError,
    socketError,
    "request aborted",
    "response close false",
    "socket close true",
    "request error aborted",
  ];
  assert.deepStrictEqual(await resetAfter(`${head}Content-Length: 10\r\n\r\nabc`, "nothing"), expected);
  assert.deepStrictEqual(
    await resetAfter(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`, "nothing"),
    expected,
  );
});

test("half a response, and an idle connection", async () => {
  const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  assert.deepStrictEqual(await resetAfter(request, "part"), [
    clientError,
    socketError,
    "response close false",
    "socket close true",
  ]);
  assert.deepStrictEqual(await resetAfter(request, "all"), [
    "response close true",
    clientError,
    socketError,
    "socket close true",
  ]);
});

test("the socket of an ordinary end closes without an error", async () => {
  const server = http.createServer((_request, response) => response.end("all")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const hadError = new Promise((resolve) => server.on("request", (request) => request.socket.on("close", resolve)));
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1").resume();
  client.end("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  assert.strictEqual(await hadError, false);
  server.close();
});
