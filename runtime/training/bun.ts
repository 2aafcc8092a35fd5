// The same for programs of Bun.
const server = Bun.serve({
  port: 0,
  routes: { "/user/:id": (request) => Response.json({ id: request.params.id, q: new URL(request.url).searchParams.get("q") }), "/fixed": new Response("fixed") },
  async fetch(request, server) {
    if (request.url.endsWith("/ws") && server.upgrade(request)) return;
    if (request.method === "POST") return new Response(await request.text(), { status: 201, headers: { "x-a": request.headers.get("x-a") ?? "none" } });
    if (request.url.endsWith("/file")) return new Response(Bun.file(import.meta.path));
    return new Response("hello");
  },
  websocket: { open() {}, message(socket, message) { socket.send(message); }, close() {} },
});
const { origin } = new URL(String(server.url));
for (const path of ["/", "/user/1?q=2", "/fixed", "/file"]) await (await fetch(origin + path)).text();
await (await fetch(`${origin}/post`, { method: "POST", body: "a", headers: { "x-a": "b" } })).text();
const socket = new WebSocket(`${origin.replace("http", "ws")}/ws`);
await new Promise((resolve) => { socket.onopen = () => socket.send("a"); socket.onmessage = () => socket.close(); socket.onclose = resolve; });
await server.stop(true);
await Bun.file(import.meta.path).text(); await Bun.sleep(1); Bun.env.HOME; Bun.argv.length; Bun.version; Bun.nanoseconds(); Bun.hash("a"); Bun.inspect({ a: 1 });
await Bun.spawn(["true"]).exited; Bun.spawnSync(["true"]); await Bun.$`echo a`.quiet(); new Bun.Glob("*.ts").match("a.ts"); Bun.which("sh"); new Bun.CryptoHasher("sha256").update("a").digest("hex");
const url = URL.createObjectURL(new Blob(["postMessage(1); onmessage = () => close()"], { type: "text/javascript" }));
const worker = new Worker(url);
await new Promise((resolve) => { worker.onmessage = resolve; });
worker.terminate();
const { Database } = await import("bun:sqlite");
const database = new Database(":memory:");
database.run("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)");
const insert = database.prepare("INSERT INTO t (b) VALUES (?)");
database.transaction(() => { for (let i = 0; i < 50; i++) insert.run(`text ${i}`); })();
const select = database.query("SELECT * FROM t WHERE a > $a");
select.all({ $a: 0 }); select.get(1); select.values(2); for (const row of select.iterate(40)) void row.b;
database.close();
