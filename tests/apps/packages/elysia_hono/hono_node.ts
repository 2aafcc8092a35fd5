// Hono as a program of Node.js, on @hono/node-server; a client that disconnects in the middle of a response ends its stream.
import net from "node:net";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { createNodeWebSocket } from "@hono/node-ws";
import { Hono } from "hono";
import { stream } from "hono/streaming";
import { ask, close, section, until } from "../shared/ask.mjs";
import { application, questions } from "./lib/hono_application.ts";

const app = application(new Hono());
const { injectWebSocket, upgradeWebSocket } = createNodeWebSocket({ app });
app.use("/public/*", serveStatic({ root: "./" }));
app.get(
  "/ws",
  upgradeWebSocket(() => ({
    onMessage: (event, socket) => socket.send(`echo ${String(event.data)}`),
  })),
);
let ended = "";
app.get("/endless", (context) =>
  stream(context, async (output) => {
    output.onAbort(() => void (ended += "aborted "));
    while (!output.aborted) {
      await output.write("x".repeat(1000));
      await output.sleep(1);
    }
    ended += "over";
  }),
);

const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, async ({ port }) => {
  await questions(port);
  await ask(port, "GET /public/file.txt", { hide: ["last-modified", "etag"] });
  await ask(port, "GET /public/none.txt");

  section("a client that leaves");
  await new Promise<void>((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n"));
    socket.once("data", () => socket.destroy());
    socket.on("close", () => resolve());
  });
  await until(() => ended.endsWith("over"));
  console.log(ended);

  section("websocket");
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  socket.onopen = () => socket.send("hello");
  console.log((await new Promise<MessageEvent>((resolve) => (socket.onmessage = resolve))).data);
  const closed = new Promise((resolve) => (socket.onclose = resolve));
  socket.close();
  await closed;
  await close(server);
  console.log("closed");
});
injectWebSocket(server);
