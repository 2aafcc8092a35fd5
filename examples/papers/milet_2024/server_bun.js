// The JSON and the Fibonacci route as routes of Bun.serve.
import { fibonacci } from "./fibonacci.js";

Bun.serve({
  port: 3000,
  routes: {
    "/": () => Response.json({ message: "Hello World!" }),
    "/fibonacci": () => new Response(fibonacci(100).join(", "), { headers: { "content-type": "text/html; charset=utf-8" } }),
  },
  fetch() {
    return new Response(null, { status: 404 });
  },
});
