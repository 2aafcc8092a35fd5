// The Hono service on Deno.
import { questions, service } from "./lib/hono_service.ts";

const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, service.fetch);
await questions(server.addr.port);
await server.shutdown();
console.log("closed");
