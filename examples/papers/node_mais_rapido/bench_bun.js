// GET /bench/:name?id=10 answers with the name and the id as JSON, as a route of Bun.serve.
const headers = {
  "x-powered-by": "benchmark",
  "content-type": "application/json",
  connection: "keep-alive",
  "keep-alive": "timeout=5",
};

Bun.serve({
  port: 3000,
  routes: {
    "/bench/:name": (request) => {
      const id = new URL(request.url).searchParams.get("id");
      return new Response(JSON.stringify({ name: request.params.name, id }), { headers });
    },
  },
});
