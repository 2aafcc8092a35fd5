// The connection of a server's request that is destroyed: stream.destroy() detaches the socket first.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { destroy } from "node:stream";
import { test } from "../harness.ts";

const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const POST = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc";

interface Answer {
  received: string;
  isClosed: boolean;
  events: string[];
}

/** Sends `message`, and returns what was received: bodies of 200 responses, whether the connection is closed, and events of the two. */
async function answerTo(message: string, listener: (request: any, response: any) => void): Promise<Answer> {
  const events: string[] = [];
  let isOver!: () => void;
  const over = new Promise<void>((resolve) => (isOver = resolve));
  const server = http
    .createServer((request, response) => {
      for (const name of ["aborted", "end", "close"]) request.on(name, () => events.push(`request ${name}`));
      request.on("error", (error: any) => events.push(`request ${error.name}`));
      for (const name of ["finish", "close"]) response.on(name, () => events.push(`response ${name}`));
      let left = 2;
      for (const each of [request, response])
        each.on("close", () => {
          if (--left === 0) isOver();
        });
      listener(request, response);
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1", () => socket.write(message));
  let received = "";
  let isClosed = false;
  socket.on("data", (data) => (received += data));
  socket.on("close", () => (isClosed = true));
  await over;
  await new Promise((resolve) => setTimeout(resolve, 30));
  const answer = { received: received.replace(/HTTP\/1\.1 200[^]*?\r\n\r\n/, "200 "), isClosed, events };
  socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  return answer;
}

for (const [name, message] of [
  ["without a body", GET],
  ["with an unread body", POST],
]) {
  test(`stream.destroy before the response to a request ${name} leaves the connection`, async () => {
    const { received, isClosed, events } = await answerTo(message!, (request, response) => {
      destroy(request);
      request.on("close", () => response.end("hello"));
    });
    assert.deepStrictEqual([received, isClosed], ["200 hello", false]);
    assert.deepStrictEqual(events, [
      "request aborted",
      "request AbortError",
      "request close",
      "response finish",
      "response close",
    ]);
  });

  test(`request.destroy before the response to a request ${name} closes the connection`, async () => {
    const { received, isClosed, events } = await answerTo(message!, (request, response) => {
      request.destroy();
      request.on("close", () => response.end("hello"));
    });
    assert.deepStrictEqual([received, isClosed], ["", true]);
    assert.deepStrictEqual(events.slice(0, 2), ["request aborted", "request close"]);
  });
}

test("stream.destroy with an error emits it on the request", async () => {
  const { received, isClosed, events } = await answerTo(GET, (request, response) => {
    destroy(request, new RangeError("mine"));
    request.on("close", () => response.end("hello"));
  });
  assert.deepStrictEqual([received, isClosed], ["200 hello", false]);
  assert.deepStrictEqual(events.slice(0, 3), ["request aborted", "request RangeError", "request close"]);
});

test("destroying a request that was read leaves the connection", async () => {
  for (const end of [destroy, (request: any) => request.destroy()]) {
    const { received, isClosed } = await answerTo(POST, (request, response) => {
      request.resume().on("end", () => {
        end(request);
        response.end("hello");
      });
    });
    assert.deepStrictEqual([received, isClosed], ["200 hello", false]);
  }
});

test("an unread body is discarded after the response is closed", async () => {
  const { events } = await answerTo(POST, (_request, response) => response.end("hello"));
  assert.deepStrictEqual(events, ["response finish", "response close", "request end", "request close"]);
});

test("request.destroy when the response is closed and the body unread closes the connection, stream.destroy does not", async () => {
  const byRequest = await answerTo(POST, (request, response) =>
    response.on("close", () => request.destroy()).end("hello"),
  );
  assert.deepStrictEqual([byRequest.received, byRequest.isClosed], ["200 hello", true]);
  const byStream = await answerTo(POST, (request, response) =>
    response.on("close", () => destroy(request)).end("hello"),
  );
  assert.deepStrictEqual([byStream.received, byStream.isClosed], ["200 hello", false]);
  assert.deepStrictEqual(byStream.events, [
    "response finish",
    "response close",
    "request aborted",
    "request AbortError",
    "request close",
  ]);
});
