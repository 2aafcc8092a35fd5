// Connections that end without the closing handshake.
import assert from "node:assert";
import { createHash } from "node:crypto";
import { once } from "node:events";
import net from "node:net";
import { test } from "../harness.ts";

/** A server that completes the handshake, then calls `react`. */
async function listen(react: (socket: net.Socket) => void): Promise<net.Server> {
  const server = net
    .createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", (head) => {
        const key = /sec-websocket-key: (.*)\r\n/i.exec(String(head))![1]!;
        const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
        );
        react(socket);
      });
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function story(react: (socket: net.Socket) => void): Promise<unknown[]> {
  const server = await listen(react);
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as net.AddressInfo).port}/`);
  const events: unknown[] = [];
  for (const name of ["open", "message", "error", "close"]) {
    socket.addEventListener(name, (event: any) =>
      events.push(name === "close" ? [name, socket.readyState, event.code, event.wasClean] : [name, socket.readyState]),
    );
  }
  await new Promise((resolve) => socket.addEventListener("close", resolve));
  server.close();
  return events;
}

test("an end without a close frame is an error, reported when the socket is closed", async () => {
  assert.deepStrictEqual(await story((socket) => void setTimeout(() => socket.end(), 30)), [
    ["open", 1],
    ["error", 3],
    ["close", 3, 1006, false],
  ]);
});

test("a connection that is reset is an error", async () => {
  assert.deepStrictEqual(await story((socket) => void setTimeout(() => socket.resetAndDestroy(), 30)), [
    ["open", 1],
    ["error", 3],
    ["close", 3, 1006, false],
  ]);
});

test("a frame that breaks the protocol is an error", async () => {
  assert.deepStrictEqual(await story((socket) => void setTimeout(() => socket.write(Buffer.from([0x83, 1, 65])), 30)), [
    ["open", 1],
    ["error", 3],
    ["close", 3, 1006, false],
  ]);
});

test("a server that refuses is an error", async () => {
  const server = net
    .createServer((socket) => socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as net.AddressInfo).port}/`);
  const states: number[] = [];
  socket.addEventListener("error", () => states.push(socket.readyState));
  await new Promise((resolve) => socket.addEventListener("close", resolve));
  assert.deepStrictEqual(states, [3]);
  server.close();
});

test("an end in one packet with the handshake is reported after it", async () => {
  const server = net
    .createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", (head) => {
        const accept = createHash("sha1")
          .update(`${/sec-websocket-key: (.*)\r\n/i.exec(String(head))![1]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
          .digest("base64");
        const lines = [
          "HTTP/1.1 101 Switching Protocols",
          "Upgrade: websocket",
          "Connection: Upgrade",
          `Sec-WebSocket-Accept: ${accept}`,
          "",
          "",
        ];
        socket.end(
          Buffer.concat([Buffer.from(lines.join("\r\n")), Buffer.from([0x81, 2, 0x68, 0x69, 0x88, 2, 0x03, 0xe8])]),
        );
      });
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as net.AddressInfo).port}/`);
  const events: unknown[] = [];
  socket.onopen = () => events.push("open");
  socket.onmessage = ({ data }) => events.push(data);
  await new Promise<void>((resolve) => {
    socket.onclose = ({ code, wasClean }) => {
      events.push(code, wasClean);
      resolve();
    };
  });
  server.close();
  assert.deepStrictEqual(events, ["open", "hi", 1000, true]);
});
