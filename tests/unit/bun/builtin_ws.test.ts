// The package `ws` where it is not installed: Bun has it built in, and Vite requires it there. As the documentation of ws 8
// defines it (https://github.com/websockets/ws/blob/master/doc/ws.md). Run with Bun or Brio.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
// @ts-ignore: it is not installed.
import imported, { WebSocket, WebSocketServer } from "ws";
import { test } from "../harness.ts";

assert.ok(Bun.version);

/** Calls `body` with the address of a server that repeats messages. */
async function serving(options: object, body: (url: string, sockets: any) => Promise<void>): Promise<void> {
  const server = http.createServer((_request, response) => response.end("plain"));
  const sockets = new WebSocketServer({ noServer: true, ...options });
  server.on("upgrade", (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client: object) => sockets.emit("connection", client, request)),
  );
  sockets.on("connection", (client: any) => {
    client.on("message", (data: Buffer, isBinary: boolean) => client.send(isBinary ? data : `echo ${data}`));
    client.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await body(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/path`, sockets);
  } finally {
    server.close();
    server.closeAllConnections();
    for (const client of sockets.clients) client.terminate();
  }
}

test("import and require return the class, with the server's class", async () => {
  assert.strictEqual(imported, WebSocket);
  assert.strictEqual(WebSocket.OPEN, 1);
  assert.strictEqual(typeof require("ws").WebSocketServer, "function");
  assert.strictEqual((import.meta as any).require("ws").Server, WebSocketServer);
});

test("messages are Buffers with a mark for binary ones, of every length", async () => {
  await serving({}, async (url) => {
    const client = new WebSocket(url);
    await once(client, "open");
    for (const length of [0, 125, 126, 65535, 65536, 200_000]) {
      client.send(Buffer.alloc(length, 7));
      const [data, isBinary] = await once(client, "message");
      assert.ok(Buffer.isBuffer(data) && isBinary);
      assert.deepStrictEqual(data, Buffer.alloc(length, 7));
    }
    client.send("ä");
    const [data, isBinary] = await once(client, "message");
    assert.deepStrictEqual([`${data}`, isBinary], ["echo ä", false]);
    client.ping("p");
    assert.strictEqual(`${(await once(client, "pong"))[0]}`, "p");
    client.terminate();
  });
});

test("both sides see the code and the reason of a close", async () => {
  await serving({}, async (url, sockets) => {
    const client = new WebSocket(url);
    const [accepted] = await once(sockets, "connection");
    if (client.readyState !== WebSocket.OPEN) await once(client, "open");
    client.close(4001, "enough");
    const [[code, reason], [ownCode]] = await Promise.all([once(accepted, "close"), once(client, "close")]);
    assert.deepStrictEqual([code, `${reason}`, ownCode, client.readyState], [4001, "enough", 4001, WebSocket.CLOSED]);
  });
});

test("the WebSocket of the web talks to the server, which chooses a protocol", async () => {
  const handleProtocols = (offered: Set<string>) => [...offered][1]!;
  await serving({ handleProtocols }, async (url) => {
    const client = new globalThis.WebSocket(url, ["a", "b"]);
    await new Promise((resolve) => (client.onopen = resolve));
    assert.strictEqual(client.protocol, "b");
    client.send("web");
    assert.strictEqual(await new Promise((resolve) => (client.onmessage = ({ data }) => resolve(data))), "echo web");
    client.close();
    await new Promise((resolve) => (client.onclose = resolve));
  });
});

test("a request that is refused is an error of the client", async () => {
  await serving({ path: "/other" }, async (url) => {
    const client = new WebSocket(url);
    const [error] = await once(client, "error");
    assert.strictEqual(error.message, "Unexpected server response: 400");
  });
  await serving({ verifyClient: () => false }, async (url) => {
    const client = new WebSocket(url);
    const [error] = await once(client, "error");
    assert.strictEqual(error.message, "Unexpected server response: 401");
  });
});

test("a server of its own port listens, refuses other requests, and closes", async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  assert.strictEqual((await fetch(`http://127.0.0.1:${port}`)).status, 426);
  await new Promise((resolve) => server.close(resolve));
  await assert.rejects(fetch(`http://127.0.0.1:${port}`));
});

test("a frame that is not masked closes the connection with 1002", async () => {
  await serving({}, async (url) => {
    const { port } = new URL(url);
    const socket = net.connect(Number(port), "127.0.0.1");
    const key = "dGhlIHNhbXBsZSBub25jZQ==";
    socket.write(
      `GET /path HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    let bytes = Buffer.alloc(0);
    const until = async (isThere: () => boolean) => {
      while (!isThere()) bytes = Buffer.concat([bytes, (await once(socket, "data"))[0] as Buffer]);
    };
    await until(() => bytes.includes("\r\n\r\n"));
    // The example of RFC 6455 §1.3.
    assert.match(bytes.toString(), /Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/);
    bytes = Buffer.alloc(0);
    socket.write(Buffer.from([0x81, 1, 0x61]));
    await until(() => bytes.length >= 4);
    assert.deepStrictEqual([bytes[0], bytes.readUInt16BE(2)], [0x88, 1002]);
    socket.destroy();
  });
});
