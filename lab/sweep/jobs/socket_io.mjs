// socket.io: acknowledged events in series, and a room of 200 clients.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import process from "node:process";
import { listen } from "../job_support.mjs";

const require = createRequire(`${process.argv[2]}/`);
const { Server } = require("socket.io");
const { io } = require("socket.io-client");
const http = createServer();
const server = new Server(http);
server.on("connection", (socket) => {
  socket.on("ask", (value, answer) => answer(value + 1));
  void socket.join("room");
});
const url = `http://127.0.0.1:${await listen(http)}`;
const connected = (socket) => new Promise((resolve) => socket.on("connect", resolve));
const options = { transports: ["websocket"], forceNew: true };
const one = io(url, options);
await connected(one);
for (let index = 0; index < 5000; index++) await one.emitWithAck("ask", index);
one.disconnect();
const clients = [];
for (let index = 0; index < 200; index++) {
  const client = io(url, options);
  await connected(client);
  clients.push(client);
}
const ROUNDS = 50;
let received = 0;
await new Promise((resolve) => {
  for (const client of clients) client.on("news", () => ++received === ROUNDS * clients.length && resolve());
  for (let round = 0; round < ROUNDS; round++) server.to("room").emit("news", { round, text: "some text" });
});
for (const client of clients) client.disconnect();
await server.close();
