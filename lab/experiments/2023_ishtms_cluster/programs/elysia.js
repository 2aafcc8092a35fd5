// GET /bench/:name?id=10 on Elysia, which is made for Bun.
import { Elysia } from "elysia";

const headers = {
  "x-powered-by": "benchmark",
  "content-type": "application/json",
  connection: "keep-alive",
  "keep-alive": "timeout=5",
};

const app = new Elysia().get("/bench/:name", (c) => {
  c.set.headers = headers;

  return JSON.stringify({
    name: c.params.name,
    id: c.query.id,
  });
});

app.listen(3000);
