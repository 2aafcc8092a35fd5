// The Hono service on Node.js.
import { serve } from "@hono/node-server";
import { close } from "../shared/ask.mjs";
import { questions, service } from "./lib/hono_service.ts";

const server = serve({ fetch: service.fetch, port: 0, hostname: "127.0.0.1" }, async ({ port }) => {
  await questions(port);
  await close(server);
  console.log("closed");
});
