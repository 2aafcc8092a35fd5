// socket.io over several servers: rooms, acknowledgements and broadcasts cross from one to the other through Redis, and
// a program without clients emits to all of them.
import http from "node:http";
import { once } from "node:events";
import { createAdapter } from "@socket.io/redis-adapter";
import { Emitter } from "@socket.io/redis-emitter";
import Redis from "ioredis";
import { Server } from "socket.io";
import { io } from "socket.io-client";
import { describe, print, step, until } from "./shared/report.cjs";

const options = { host: "127.0.0.1", port: Number(process.env.REDIS_PORT), db: Number(process.env.REDIS_DATABASE) };
const redis = () => new Redis(options);

async function serve(adapter) {
  const server = http.createServer();
  const hub = new Server(server, { adapter });
  hub.on("connection", (socket) => {
    socket.on("join", async (room, done) => {
      await socket.join(room);
      done([...socket.rooms].slice(1));
    });
    socket.on("say", (room, text) => socket.to(room).emit("said", text));
    socket.on("ask all", async (question, done) => {
      try {
        done((await hub.timeout(5000).emitWithAck("question", question)).sort());
      } catch (error) {
        done(describe(error));
      }
    });
  });
  hub.on("told", (text, done) => done?.(`told ${text}`));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { hub, port: server.address().port };
}

/** A client that records what it receives. */
async function join(port, name, rooms = []) {
  const socket = io(`http://127.0.0.1:${port}`, {
    transports: ["websocket"],
    forceNew: true,
    reconnectionDelay: 20,
    randomizationFactor: 0,
  });
  const heard = [];
  socket.onAny((event, ...values) =>
    heard.push([event, ...values.filter((value) => typeof value !== "function")].join(" ")),
  );
  socket.on("question", (question, done) => done?.(`${name} ${question}`));
  await once(socket, "connect");
  for (const room of rooms) await socket.emitWithAck("join", room);
  return { socket, heard };
}

async function story(servers, clients) {
  const [one, two, three] = clients;
  await step("a room over two servers", async () => {
    one.socket.emit("say", "room", "hello");
    await until(() => two.heard.includes("said hello"));
    return [one.heard, two.heard, three.heard];
  });
  await step("to everybody but a room", async () => {
    servers[0].hub.except("room").emit("news", 1);
    servers[0].hub.emit("news", 2);
    await until(() => clients.every(({ heard }) => heard.includes("news 2")));
    return clients.map(({ heard }) => heard.filter((line) => line.startsWith("news")));
  });
  await step("an answer of each", () => one.socket.emitWithAck("ask all", "?"));
  await step("sockets of all servers", async () => {
    const all = await servers[1].hub.fetchSockets();
    return [all.length, (await servers[0].hub.in("room").fetchSockets()).length];
  });
  await step("joined from afar", async () => {
    servers[0].hub.in(two.socket.id).socketsJoin("late");
    await until(async () => (await servers[1].hub.in("late").fetchSockets()).length === 1);
    servers[1].hub.to("late").emit("late", "you");
    await until(() => two.heard.includes("late you"));
    return three.heard.includes("late you");
  });
}

await step("publish and subscribe", async () => {
  const connections = [redis(), redis(), redis(), redis()];
  const servers = [
    await serve(createAdapter(connections[0], connections[1], { key: "sio" })),
    await serve(createAdapter(connections[2], connections[3], { key: "sio" })),
  ];
  const clients = [
    await join(servers[0].port, "one", ["room"]),
    await join(servers[1].port, "two", ["room"]),
    await join(servers[1].port, "three"),
  ];
  await story(servers, clients);
  await step("servers that talk to each other", async () => {
    const answer = await new Promise((resolve) =>
      servers[0].hub.serverSideEmit("told", "something", (error, answers) =>
        resolve(error ? describe(error) : answers),
      ),
    );
    return answer;
  });
  await step("a program that only emits", async () => {
    const publisher = redis();
    new Emitter(publisher, { key: "sio" }).to("room").emit("from outside", 42);
    await until(() => clients.slice(0, 2).every(({ heard }) => heard.includes("from outside 42")));
    await publisher.quit();
    return clients[2].heard.includes("from outside 42");
  });
  await step("thrown out from afar", async () => {
    const gone = once(clients[2].socket, "disconnect");
    servers[0].hub.in(clients[2].socket.id).disconnectSockets(true);
    return (await gone)[0];
  });
  for (const { socket } of clients) socket.close();
  for (const { hub } of servers) await hub.close();
  await Promise.all(connections.map((connection) => connection.quit()));
  return "closed";
});

print("ended", "yes");
