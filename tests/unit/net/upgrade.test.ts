import { test } from "../harness.ts";
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";

test("an upgraded connection is a net.Socket with the bytes behind the head", async () => {
  const server = http.createServer();
  const seen: any[] = [];
  server.on("upgrade", (request, socket: any, head) => {
    seen.push(
      socket instanceof net.Socket,
      request.socket === socket,
      head.toString(),
      request.headers.upgrade,
      typeof socket._handle.fd,
      socket.remoteFamily,
    );
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
    socket.write(head);
    socket.pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  client.setEncoding("utf8");
  client.write("GET /chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nfirst ");
  let text = "";
  client.on("data", (chunk) => {
    text += chunk;
    if (text.endsWith("first ")) client.end("second");
  });
  await once(client, "end");
  assert.ok(text.endsWith("\r\n\r\nfirst second"), text);
  assert.deepStrictEqual(seen, [true, true, "first ", "echo", "number", "IPv4"]);
  const closed = once(server, "close");
  server.close();
  await closed;
});

test("closing a server waits for its upgraded connections", async () => {
  const server = http.createServer();
  let upgraded: any;
  server.on("upgrade", (_request, socket) => {
    upgraded = socket;
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
  await once(client, "data");
  let isClosed = false;
  server.close(() => (isClosed = true));
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.strictEqual(isClosed, false);
  upgraded.destroy();
  client.destroy();
  await once(server, "close");
});
