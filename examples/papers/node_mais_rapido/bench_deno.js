// GET /bench/:name?id=10 answers with the name and the id as JSON, in a handler of Deno.serve.
const headers = {
  "x-powered-by": "benchmark",
  "content-type": "application/json",
  connection: "keep-alive",
  "keep-alive": "timeout=5",
};

Deno.serve({ port: 3000 }, (request) => {
  const url = new URL(request.url);
  const [, route, name] = url.pathname.split("/");
  if (route !== "bench" || !name) {
    return new Response(null, { status: 404 });
  }
  return new Response(JSON.stringify({ name, id: url.searchParams.get("id") }), { headers });
});
