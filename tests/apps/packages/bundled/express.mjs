// An application with Express, winston, helmet, joi, mongoose's models, compression and a decorator that binds methods,
// from its source and bundled. Bundlers that lower the decorator otherwise lose `this` in the handlers.
import { ask } from "../shared/ask.mjs";
import { compare } from "./lib/compare.mjs";

const json = { "Content-Type": "application/json" };

await compare("express", async (port) => {
  await ask(port, "POST /orders", { headers: json, body: '{"product":"tea","amount":"2"}' });
  await ask(port, "POST /orders", { headers: json, body: '{"product":"coffee"}' });
  await ask(port, "POST /orders", { headers: json, body: '{"product":"x","amount":-1,"more":true}' });
  await ask(port, "POST /orders", { headers: json, body: '{"product":"water","amount":101}' });
  await ask(port, "POST /orders", { headers: json, body: "{broken" });
  await ask(port, "GET /orders");
  await ask(port, "GET /orders/2");
  await ask(port, "GET /orders/3");
  await ask(port, "GET /text", { headers: { "Accept-Encoding": "gzip" }, bytes: true });
  await ask(port, "GET /missing");
});
