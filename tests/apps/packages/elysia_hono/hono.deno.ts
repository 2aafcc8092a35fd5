// Hono as a program of Deno, on Deno.serve.
import { Hono } from "hono";
import { serveStatic, upgradeWebSocket } from "hono/deno";
import { ask, printing, section } from "../shared/ask.mjs";
import { application, questions } from "./lib/hono_application.ts";

printing.sorted = true;
const app = application(new Hono());
app.use("/public/*", serveStatic({ root: "./" }));
app.get(
  "/ws",
  upgradeWebSocket(() => ({
    onMessage: (event, socket) => socket.send(`echo ${String(event.data)}`),
  })),
);
const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, app.fetch);
const { port } = server.addr as Deno.NetAddr;
await questions(port);
await ask(port, "GET /public/file.txt", { hide: ["last-modified", "etag"] });

section("websocket");
const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
socket.onopen = () => socket.send("hello");
console.log((await new Promise<MessageEvent>((resolve) => (socket.onmessage = resolve))).data);
const closed = new Promise((resolve) => (socket.onclose = resolve));
socket.close();
await closed;
await server.shutdown();
console.log("stopped");
