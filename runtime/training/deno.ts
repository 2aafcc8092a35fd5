// The same for programs of Deno.
const server = Deno.serve({ port: 0, onListen() {} }, async (request) => {
  if (request.method === "POST") return new Response(await request.text(), { status: 201, headers: { "x-a": "b" } });
  if (new URL(request.url).pathname === "/file") return new Response((await Deno.open(import.meta.filename!)).readable);
  return Response.json({ path: request.url });
});
const origin = `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`;
for (const path of ["/", "/file"]) await (await fetch(origin + path)).text();
await (await fetch(origin, { method: "POST", body: "a" })).text();
await server.shutdown();
const file = await Deno.makeTempFile();
await Deno.writeTextFile(file, "text"); await Deno.readTextFile(file); Deno.readTextFileSync(file); await Deno.readFile(file); await Deno.stat(file); await Deno.remove(file);
for await (const entry of Deno.readDir(".")) String(entry.name);
Deno.args.length; Deno.env.get("HOME"); Deno.cwd(); Deno.memoryUsage(); await new Deno.Command("true").output();
const listener = Deno.listen({ port: 0 }); const accepted = listener.accept();
const connection = await Deno.connect({ port: (listener.addr as Deno.NetAddr).port }); await connection.write(new Uint8Array([1])); (await accepted).close(); connection.close(); listener.close();
