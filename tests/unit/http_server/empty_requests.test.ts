// The option optimizeEmptyRequests: a request whose headers announce no body is already complete, and emits no events.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { Duplex } from "node:stream";
import { test } from "../harness.ts";

const messages = [
  "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: a\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
];

function observed(seen: string[][], emitted: string[][]): http.RequestListener {
  return (request: any, response) => {
    const index = seen.length;
    seen.push([request._dumped, request.readableEnded, request.destroyed].map(String));
    emitted.push([]);
    for (const event of ["data", "end", "close", "aborted"]) request.on(event, () => emitted[index].push(event));
    response.end("ok");
  };
}

const DUMPED = ["true", "true", "true"];
const READABLE = ["false", "false", "false"];

test("requests without Content-Length and Transfer-Encoding are dumped and closed, others are not", async () => {
  const seen: string[][] = [];
  const emitted: string[][] = [];
  const server = http
    .createServer({ optimizeEmptyRequests: true } as any, observed(seen, emitted))
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  for (const message of messages) {
    socket.write(message);
    await once(socket, "data");
  }
  socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  assert.deepStrictEqual(seen, [DUMPED, DUMPED, READABLE, READABLE]);
  assert.deepStrictEqual(emitted, [[], [], ["end", "close"], ["end", "close"]]);
});

test("it holds for streams that are handed over", async () => {
  const seen: string[][] = [];
  const server = http.createServer({ optimizeEmptyRequests: true } as any, observed(seen, []));
  for (const message of messages) {
    let answered!: () => void;
    const done = new Promise<void>((resolve) => (answered = resolve));
    const stream = new Duplex({
      read() {},
      write(_chunk, _encoding, callback) {
        callback();
        answered();
      },
    });
    server.emit("connection", stream);
    stream.push(message);
    await done;
    stream.destroy();
  }
  assert.deepStrictEqual(seen, [DUMPED, DUMPED, READABLE, READABLE]);
});

test("without the option every request can be read", async () => {
  const seen: string[][] = [];
  const emitted: string[][] = [];
  const server = http.createServer(observed(seen, emitted)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  socket.write(messages[0]);
  await once(socket, "data");
  socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  assert.deepStrictEqual([seen, emitted], [[READABLE], [["end", "close"]]]);
});
