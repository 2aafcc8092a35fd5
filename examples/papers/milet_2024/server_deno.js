// The JSON and the Fibonacci route in one handler of Deno.serve.
import { fibonacci } from "./fibonacci.js";

Deno.serve({ port: 3000 }, (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === "/") {
    return Response.json({ message: "Hello World!" });
  }
  if (pathname === "/fibonacci") {
    return new Response(fibonacci(100).join(", "), { headers: { "content-type": "text/html; charset=utf-8" } });
  }
  return new Response(null, { status: 404 });
});
