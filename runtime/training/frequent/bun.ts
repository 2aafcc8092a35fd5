// The same for programs of Bun.
const server = Bun.serve({
  port: 0,
  routes: { "/user/:id": (request) => new Response(request.params.id) },
  async fetch(request) {
    const { pathname } = new URL(request.url);
    return Response.json({ pathname, agent: request.headers.get("user-agent") }, { headers: { "x-a": "b" } });
  },
});
for (const path of ["/", "/user/1"]) console.log(await (await fetch(new URL(path, server.url))).text());
console.log((await Bun.file(import.meta.path).text()).length, Bun.version, Bun.env.HOME);
await server.stop(true);
