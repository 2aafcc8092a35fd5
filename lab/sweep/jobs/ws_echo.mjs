// WebSockets by the package `ws`: an echo in series, and messages to 1,000 clients.
import { createRequire } from "node:module";
import process from "node:process";
import { check } from "../job_support.mjs";

const { WebSocketServer, WebSocket: Client } = createRequire(`${process.argv[2]}/`)("ws");
const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
await new Promise((resolve) => server.once("listening", resolve));
const url = `ws://127.0.0.1:${server.address().port}`;
server.on("connection", (socket) => {
  socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
});
const opened = (socket) => new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));

const one = new Client(url);
await opened(one);
let count = 0;
await new Promise((resolve) => {
  one.on("message", () => (++count === 20_000 ? resolve() : one.send("a message of thirty characters")));
  one.send("a message of thirty characters");
});
check(count === 20_000, "echoes are missing");
one.terminate();

const clients = [];
for (let index = 0; index < 1000; index++) {
  const client = new Client(url);
  await opened(client);
  clients.push(client);
}
const ROUNDS = 50;
let received = 0;
await new Promise((resolve) => {
  for (const client of clients) client.on("message", () => ++received === ROUNDS * clients.length && resolve());
  for (let round = 0; round < ROUNDS; round++)
    for (const socket of server.clients) if (socket.readyState === 1) socket.send("news");
});
for (const client of clients) client.terminate();
server.close();
