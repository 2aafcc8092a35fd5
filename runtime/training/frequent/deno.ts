// The same for programs of Deno.
const server = Deno.serve({ port: 0, onListen() {} }, async (request) => {
  const { pathname } = new URL(request.url);
  return Response.json({ pathname, agent: request.headers.get("user-agent") }, { headers: { "x-a": "b" } });
});
console.log(await (await fetch(`http://127.0.0.1:${server.addr.port}/`)).text(), Deno.args.length, Deno.version.deno, Deno.cwd());
await server.shutdown();
