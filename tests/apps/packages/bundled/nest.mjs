// An application with Nest, a guard of roles, validation by joi and winston as its logger, from its source and bundled.
import { ask } from "../shared/ask.mjs";
import { compare } from "./lib/compare.mjs";

const json = { "Content-Type": "application/json" };
const admin = { ...json, "X-Role": "admin" };

await compare("nest", async (port) => {
  await ask(port, "POST /products", { headers: admin, body: '{"name":"tea","price":"2.50"}' });
  await ask(port, "POST /products", { headers: json, body: '{"name":"tea","price":2}' });
  await ask(port, "POST /products", { headers: admin, body: '{"name":"green tea","price":-1}' });
  await ask(port, "GET /products/1");
  await ask(port, "GET /products/x");
  await ask(port, "GET /products/7");
  await ask(port, "DELETE /products/1", { headers: { "X-Role": "user" } });
  await ask(port, "DELETE /products/1");
  await ask(port, "GET /products/1");
});
