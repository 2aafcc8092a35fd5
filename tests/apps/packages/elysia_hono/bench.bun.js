// The paper's Elysia program, requested once: a header object that is shared between the requests.
import { Elysia } from "elysia";
import { ask, printing } from "../shared/ask.mjs";

printing.sorted = true;
const headers = {
  "x-powered-by": "benchmark",
  "content-type": "application/json",
  connection: "keep-alive",
  "keep-alive": "timeout=5",
};
const app = new Elysia().get("/bench/:name", (c) => {
  c.set.headers = headers;
  return JSON.stringify({ name: c.params.name, id: c.query.id });
});
app.listen(0);
await ask(app.server.port, "GET /bench/testing?id=10");
await ask(app.server.port, "GET /bench/testing");
await ask(app.server.port, "GET /other");
await app.stop();
console.log("stopped");
