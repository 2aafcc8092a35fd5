// Hono as a program of Bun: `export default` would serve too, but only Bun.serve returns its port.
import { Hono } from "hono";
import { serveStatic, upgradeWebSocket, websocket } from "hono/bun";
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
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch, websocket });
// Bun drops the type of a string body when its response is recreated, as middleware does.
await questions(server.port!, ["content-type"]);
await ask(server.port!, "GET /public/file.txt", { hide: ["last-modified", "etag"] });

section("websocket");
const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`);
socket.onopen = () => socket.send("hello");
console.log((await new Promise<MessageEvent>((resolve) => (socket.onmessage = resolve))).data);
socket.close();
await server.stop(true);
console.log("stopped");
