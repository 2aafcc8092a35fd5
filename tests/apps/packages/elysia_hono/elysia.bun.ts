// Elysia, which is made for Bun: routes, validation, life cycle, plugins, streams, cookies and a WebSocket.
import { cors } from "@elysiajs/cors";
import { jwt } from "@elysiajs/jwt";
import { openapi } from "@elysiajs/openapi";
import { staticPlugin } from "@elysiajs/static";
import { Elysia, file, NotFoundError, redirect, sse, status, t } from "elysia";
import { ask, printing, section, until } from "../shared/ask.mjs";

printing.sorted = true;

class Unusual extends Error {
  constructor(public readonly detail: string) {
    super("unusual");
  }
}

const life: string[] = [];
const guarded = new Elysia({ prefix: "/guarded", name: "guarded" })
  .derive(({ headers }) => ({ token: headers.authorization?.slice(7) }))
  .onBeforeHandle(({ token }) => (token === "right" ? undefined : status(401, "who are you?")))
  .get("/me", ({ token }) => ({ token }));

const app = new Elysia()
  .use(cors({ origin: "http://a.example", methods: ["GET", "POST"], allowedHeaders: ["X-A"], exposeHeaders: ["X-B"] }))
  .use(staticPlugin({ assets: "public", prefix: "/public" }))
  .use(openapi({ path: "/openapi", documentation: { info: { title: "the test", version: "1.0.0" } } }))
  .use(jwt({ name: "token", secret: "a secret", schema: t.Object({ name: t.String() }) }))
  .error({ UNUSUAL: Unusual })
  .onError(({ code, error, path }) => {
    if (code === "UNUSUAL") return Response.json({ code, detail: error.detail }, { status: 418 });
    if (code === "NOT_FOUND") return `nothing at ${path}`;
    if (code === "VALIDATION")
      return { code, on: error.type, at: error.all.map((problem) => ("path" in problem ? problem.path : "")) };
    return { code, message: "message" in error ? error.message : "" };
  })
  .state("visits", 0)
  .decorate("double", (value: number) => value * 2)
  .get("/", "a fixed text")
  .get("/bench/:name", ({ params, query, set }) => {
    set.headers["x-powered-by"] = "benchmark";
    return { name: params.name, id: query.id };
  })
  .get("/optional/:a?", ({ params }) => params)
  .get("/wild/*", ({ params }) => params["*"])
  .get("/visits", ({ store }) => ++store.visits)
  .get("/double/:n", ({ params, double }) => double(params.n), { params: t.Object({ n: t.Numeric() }) })
  .get("/status", () => status(418, "short and stout"))
  .get("/redirect", () => redirect("/bench/x", 301))
  .get("/response", () => new Response("made by hand", { status: 202, headers: { "x-own": "1" } }))
  .get("/file", () => file("public/file.txt"))
  .get("/bytes", () => new Uint8Array([1, 2, 3]))
  .get("/cookie", ({ cookie: { visit } }) => {
    visit.value = String(Number(visit.value ?? 0) + 1);
    visit.httpOnly = true;
    return visit.value;
  })
  .get("/stream", function* () {
    yield "one,";
    yield "two,";
    yield "three";
  })
  .get("/later", async function* () {
    yield "a";
    await Bun.sleep(3);
    yield "b";
  })
  .get("/sse", function* () {
    yield sse({ event: "tick", data: { n: 1 } });
    yield sse("plain");
  })
  .get("/throw", () => {
    throw new Error("thrown");
  })
  .get("/unusual", () => {
    throw new Unusual("a detail");
  })
  .get("/not-found", () => {
    throw new NotFoundError();
  })
  .post("/echo", ({ body }) => body as object)
  .post("/typed", ({ body }) => body, {
    body: t.Object({
      name: t.String({ minLength: 2 }),
      age: t.Optional(t.Number()),
      tags: t.Array(t.String(), { default: [] }),
    }),
  })
  .post("/upload", async ({ body }) => ({ name: body.file.name, size: body.file.size, text: await body.file.text() }), {
    body: t.Object({ file: t.File({ maxSize: "1k" }) }),
  })
  .get("/answer", () => ({ a: 1, b: "too much" }) as never, { response: t.Object({ a: t.Number() }) })
  .get("/sign", async ({ token }) => token.sign({ name: "ada", iat: false } as never))
  .get("/verify", async ({ token, query }) => (await token.verify(query.t)) || status(401, "bad token"))
  .get("/life", () => life.join(), {
    beforeHandle: () => void life.push("before"),
    afterHandle: ({ responseValue }) => `${String(responseValue)},after`,
    transform: () => void life.splice(0, life.length, "transform"),
  })
  .macro({
    role: (role: string) => ({
      beforeHandle: ({ headers }) => (headers["x-role"] === role ? undefined : status(403, "no")),
    }),
  })
  .get("/admin", () => "welcome", { role: "admin" })
  .group("/group", (group) => group.get("/in", () => "in the group"))
  .use(guarded)
  .mount("/mounted", (request) => new Response(`mounted ${new URL(request.url).pathname}`))
  .ws("/socket", {
    body: t.Object({ say: t.String() }),
    open(socket) {
      socket.subscribe("room");
      socket.send("welcome");
    },
    message(socket, message) {
      socket.send({ heard: message.say });
      socket.publish("room", `${message.say} to all`);
    },
  })
  .listen({ port: 0, hostname: "127.0.0.1" });

const port = app.server!.port!;

// Bun drops the type of a string body when its response is recreated.
const TYPELESS = new Set(["GET /", "GET /response", "GET /mounted/x"]);
section("routes");
for (const line of [
  "GET /",
  "GET /bench/testing?id=10",
  "GET /bench/a%20b",
  "GET /optional",
  "GET /optional/x",
  "GET /wild/a/b",
  "GET /visits",
  "GET /visits",
  "GET /double/21",
  "GET /double/x",
  "GET /status",
  "GET /redirect",
  "GET /response",
  "GET /file",
  "GET /bytes",
  "GET /stream",
  "GET /later",
  "GET /sse",
  "GET /throw",
  "GET /unusual",
  "GET /not-found",
  "GET /nowhere",
  "PUT /",
  "GET /life",
  "GET /group/in",
  "GET /guarded/me",
  "GET /admin",
  "GET /mounted/x",
  "GET /public/file.txt",
  "GET /public/none",
])
  await ask(port, line, { hide: ["etag", "last-modified", ...(TYPELESS.has(line) ? ["content-type"] : [])] });
await ask(port, "GET /guarded/me", { headers: { Authorization: "Bearer right" } });
await ask(port, "GET /admin", { headers: { "X-Role": "admin" } });
await ask(port, "GET /cookie", { headers: { Cookie: "visit=41; other=x" } });
await ask(port, "OPTIONS /echo", { headers: { Origin: "http://a.example", "Access-Control-Request-Method": "POST" } });

section("bodies");
const json = { "Content-Type": "application/json" };
await ask(port, "POST /echo", { headers: json, body: '{"a":[1]}' });
await ask(port, "POST /echo", {
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: "a=1&b=%C3%BC",
});
await ask(port, "POST /echo", { headers: { "Content-Type": "text/plain" }, body: "text" });
await ask(port, "POST /echo", { headers: json, body: '{"a":' });
await ask(port, "POST /typed", { headers: json, body: '{"name":"ada"}' });
await ask(port, "POST /typed", { headers: json, body: '{"name":"a","age":"x"}' });
const part = (size: number) =>
  `--XX\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${"x".repeat(size)}\r\n--XX--\r\n`;
await ask(port, "POST /upload", { headers: { "Content-Type": "multipart/form-data; boundary=XX" }, body: part(5) });
await ask(port, "POST /upload", { headers: { "Content-Type": "multipart/form-data; boundary=XX" }, body: part(2000) });

section("jwt");
const signed = await ask(port, "GET /sign");
await ask(port, `GET /verify?t=${signed.text}`);
await ask(port, "GET /verify?t=bad");

section("openapi");
const description = await (await fetch(`http://127.0.0.1:${port}/openapi/json`)).json();
console.log(description.openapi, JSON.stringify(description.info), Object.keys(description.paths).sort().join(" "));
console.log(JSON.stringify(description.paths["/typed"].post.requestBody.content["application/json"]));

section("websocket");
const other = new WebSocket(`ws://127.0.0.1:${port}/socket`);
const heard: string[] = [];
other.onmessage = (event) => heard.push(event.data);
await new Promise((resolve) => (other.onopen = resolve));
const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
await new Promise<void>((resolve) => {
  const got: string[] = [];
  socket.onmessage = (event) => {
    got.push(event.data);
    if (got.length === 1) socket.send(JSON.stringify({ say: "hello" }));
    if (got.length === 2) resolve(console.log(got.join(" | ")));
  };
});
await until(() => heard.length === 2);
console.log(heard.join(" | "));
const closed = new Promise<CloseEvent>((resolve) => (socket.onclose = resolve));
socket.close(1000, "enough");
console.log("closed", (await closed).code);
other.close();

section("without a server");
console.log(await app.handle(new Request("http://localhost/bench/direct?id=1")).then((response) => response.text()));
await app.stop(true);
console.log("stopped");
// Sockets of clients that close slowly would keep the process alive.
process.exit(0);
