// The Hono service on Bun.
import { questions, service } from "./lib/hono_service.ts";

const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: service.fetch });
await questions(server.port!);
await server.stop(true);
console.log("closed");
