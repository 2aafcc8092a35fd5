// ws and socket.io: messages of each size and kind, limits, broken frames, rooms, acknowledgements, both transports.
import http from "node:http";
import net from "node:net";
import { Server } from "socket.io";
import { io } from "socket.io-client";
import { createWebSocketStream, WebSocket, WebSocketServer } from "ws";
import { close, listen, raw, section, until } from "../shared/ask.mjs";

const once = (emitter, name) => new Promise((resolve) => emitter.once(name, (...values) => resolve(values)));

async function plain() {
  section("ws");
  const server = http.createServer((request, response) => response.end("plain"));
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: { threshold: 100 },
    maxPayload: 100_000,
    handleProtocols: (offered) => [...offered].find((name) => name.startsWith("v")) ?? false,
  });
  const events = [];
  server.on("upgrade", (request, socket, head) => {
    if (request.url === "/refuse") return socket.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n");
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit("connection", client, request));
  });
  sockets.on("connection", (client, request) => {
    client.on("message", (data, binary) => client.send(data, { binary }));
    client.on("ping", (data) => events.push(`ping ${data}`));
    client.on("close", (code, reason) => events.push(`close ${code} ${reason}`));
    client.on("error", (error) => events.push(`error ${error.code} ${error.message}`));
  });
  const port = await listen(server);
  const url = `ws://127.0.0.1:${port}`;

  const client = new WebSocket(`${url}/echo`, ["old", "v2"], { headers: { "X-Own": "1" } });
  await once(client, "open");
  console.log(client.protocol, client.extensions, client.readyState, client.bufferedAmount);
  for (const message of ["text", "", "ü€😀", "x".repeat(125), "x".repeat(126), "x".repeat(70_000)]) {
    client.send(message);
    const [data, binary] = await once(client, "message");
    console.log(binary, data.length, String(data) === message);
  }
  client.send(Buffer.from([0, 255]));
  console.log(await once(client, "message"));
  client.ping("are you there");
  console.log("pong", String((await once(client, "pong"))[0]));
  client.close(4001, "that is all");
  console.log("closed", (await once(client, "close")).map(String).join(" "));

  const refused = new WebSocket(`${url}/refuse`);
  console.log("refused", (await once(refused, "error"))[0].message);
  const large = new WebSocket(`${url}/echo`, { perMessageDeflate: false });
  await once(large, "open");
  large.send("y".repeat(100_001));
  console.log("too large", (await once(large, "close"))[0]);
  const rude = new WebSocket(`${url}/echo`);
  await once(rude, "open");
  rude.terminate();
  console.log("terminated", (await once(rude, "close"))[0]);

  const stream = createWebSocketStream(new WebSocket(`${url}/echo`), { encoding: "utf8" });
  stream.write("through a stream");
  console.log((await once(stream, "data"))[0]);
  stream.end();
  await once(stream, "close");

  const opened = (text) => text.includes("\r\n\r\n");
  const upgrade = `GET /echo HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
  console.log(
    (await raw(port, upgrade, opened, Buffer.from([0xc1, 0x80, 0, 0, 0, 0]))).toString("latin1").split("\r\n\r\n")[0],
  );
  await raw(port, upgrade, opened, Buffer.from([0x81, 0x01, 0x61]));
  console.log(
    (await raw(port, upgrade.replace("13", "9")))
      .toString()
      .split("\r\n")
      .filter((line) => !line.startsWith("Date"))
      .join("|"),
  );
  console.log((await raw(port, upgrade.replace("dGhlIHNhbXBsZSBub25jZQ==", "short"))).toString().split("\r\n")[0]);
  await until(() => events.filter((line) => line.startsWith("close")).length === 6);
  console.log(events.join("\n"));

  console.log("the global WebSocket and ws");
  const standard = new globalThis.WebSocket(`${url}/echo`, "v1");
  await new Promise((resolve) => (standard.onopen = resolve));
  standard.send("from the global one");
  console.log(await new Promise((resolve) => (standard.onmessage = (event) => resolve(event.data))), standard.protocol);
  standard.close();
  await new Promise((resolve) => (standard.onclose = resolve));
  sockets.close();
  await close(server);
}

async function rooms(transports) {
  section(`socket.io over ${transports.join(" and ")}`);
  const server = http.createServer();
  const hub = new Server(server, {
    cors: { origin: "http://a.example" },
    maxHttpBufferSize: 50_000,
    pingInterval: 500,
  });
  const log = [];
  hub.use((socket, next) =>
    socket.handshake.auth.token === "bad"
      ? next(Object.assign(new Error("not you"), { data: { why: "token" } }))
      : next(),
  );
  hub.on("connection", (socket) => {
    socket.on("echo", (...values) => values.pop()(...values));
    socket.on("join", async (room, done) => {
      await socket.join(room);
      done([...socket.rooms].length);
    });
    socket.on("say", (room, text) => socket.to(room).emit("said", text));
    socket.on("bytes", (bytes, done) => done({ length: bytes.length, back: Buffer.from(bytes).reverse() }));
    socket.on("disconnect", (reason) => log.push(`disconnect: ${reason}`));
    socket.on("silent", () => undefined);
  });
  hub.of("/admin").on("connection", (socket) => socket.emit("hello", socket.nsp.name));
  const port = await listen(server);
  const connect = (path = "", options = {}) =>
    io(`http://127.0.0.1:${port}${path}`, { transports, reconnection: false, forceNew: true, ...options });

  const [one, two, three] = [connect(), connect(), connect()];
  await Promise.all([one, two, three].map((socket) => once(socket, "connect")));
  // A connection begins with requests and is upgraded when the WebSocket is open.
  if (transports.includes("websocket") && one.io.engine.transport.name !== "websocket")
    await once(one.io.engine, "upgrade");
  console.log(one.io.engine.transport.name, one.connected);
  console.log(
    await new Promise((resolve) =>
      one.emit("echo", "a", 1, { b: [null, "ü"] }, (...values) => resolve(JSON.stringify(values))),
    ),
  );
  console.log(await one.timeout(2000).emitWithAck("bytes", Buffer.from([1, 2, 3])));
  console.log(await two.emitWithAck("join", "room"), await three.emitWithAck("join", "room"));
  const said = Promise.all([two, three].map((socket) => once(socket, "said")));
  one.emit("say", "room", "hello room");
  console.log(JSON.stringify(await said));
  const everyone = Promise.all([one, two, three].map((socket) => once(socket, "news")));
  hub.emit("news", 7);
  console.log(JSON.stringify(await everyone), (await hub.in("room").fetchSockets()).length);
  try {
    await one.timeout(30).emitWithAck("silent");
  } catch (error) {
    console.log("no answer:", error.message);
  }
  const admin = connect("/admin");
  console.log(...(await once(admin, "hello")));
  const bad = connect("", { auth: { token: "bad" } });
  const [refusal] = await once(bad, "connect_error");
  console.log("refused:", refusal.message, JSON.stringify(refusal.data));
  const nowhere = connect("/nowhere");
  console.log("no such namespace:", (await once(nowhere, "connect_error"))[0].message);
  const thrown = once(two, "disconnect");
  hub.in("room").disconnectSockets(true);
  console.log("thrown out:", (await thrown)[0]);
  one.disconnect();
  await until(() => log.length === 3);
  console.log(log.sort().join("\n"));
  for (const socket of [two, three, admin, bad, nowhere]) socket.disconnect();
  await hub.close();
  console.log("closed");
}

await plain();
await rooms(["websocket"]);
await rooms(["polling"]);
await rooms(["polling", "websocket"]);
