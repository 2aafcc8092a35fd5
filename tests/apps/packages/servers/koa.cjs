// Koa with its router, body parser, CORS and static files; errors, streams and clients that disconnect.
const fs = require("node:fs");
const net = require("node:net");
const { PassThrough, Readable } = require("node:stream");
const Koa = require("koa");
const Router = require("@koa/router");
const bodyParser = require("koa-bodyparser");
const cors = require("@koa/cors");
const serve = require("koa-static");
const { ask, section, close, until } = require("../shared/ask.mjs");

fs.utimesSync("public/file.txt", 1_700_000_000, 1_700_000_000);
const app = new Koa({ keys: ["new", "old"], proxy: true });
const errors = [];
app.on("error", (error, context) => errors.push(`${error.message} ${error.code ?? ""} ${context?.path}`));
const order = [];
app.use(async (context, next) => {
  order.push("first in");
  await next();
  order.push("first out");
  context.set("X-Order", String(order.length));
  order.length = 0;
});
app.use(async (context, next) => {
  try {
    await next();
  } catch (error) {
    if (error.handled !== true) throw error;
    context.status = 400;
    context.body = { handled: error.message };
  }
});
app.use(cors({ origin: "http://a.example" }));
app.use(serve("public", { maxage: 1000 }));
app.use(
  bodyParser({
    jsonLimit: "100b",
    onerror: (error, context) => context.throw(422, `unreadable body: ${error.type ?? error.name}`),
  }),
);

const router = new (Router.Router ?? Router)();
router.get("/", (context) => void (context.body = "hello"));
router.get(
  "user",
  "/user/:id",
  (context) => void (context.body = { id: context.params.id, query: context.query, url: router.url("user", 7) }),
);
router.post("/echo", (context) => void (context.body = context.request.body));
router.get("/html", (context) => void (context.body = "<p>html</p>"));
router.get("/buffer", (context) => void (context.body = Buffer.from("bytes")));
router.get("/null", (context) => void (context.body = null));
router.get("/stream", (context) => {
  context.type = "txt";
  context.body = Readable.from(["one,", "two"]);
});
router.get("/file", (context) => {
  context.type = "txt";
  context.body = fs.createReadStream("public/file.txt");
});
router.get("/missing-file", (context) => void (context.body = fs.createReadStream("public/none")));
router.get("/blob", (context) => void (context.body = new Blob(["blob"], { type: "text/plain" })));
router.get(
  "/web-response",
  (context) => void (context.body = new Response("from a Response", { status: 201, headers: { "X-Own": "1" } })),
);
router.get("/redirect", (context) => context.redirect("/user/1?x=ü"));
router.get("/cookies", (context) => {
  context.cookies
    .set("plain", "1", { signed: false, httpOnly: false })
    .set("signed", "2", { signed: true, sameSite: "lax" });
  context.body = {
    got: context.cookies.get("in", { signed: false }),
    forged: context.cookies.get("forged", { signed: true }) ?? null,
  };
});
router.get(
  "/facts",
  (context) =>
    void (context.body = {
      ip: context.ip,
      ips: context.ips,
      host: context.hostname,
      protocol: context.protocol,
      accepts: context.accepts("json", "html"),
      fresh: context.fresh,
      href: context.href.replace(/:\d+/, ""),
    }),
);
router.get("/throw", () => {
  throw new Error("secret");
});
router.get("/http-error", (context) => context.throw(403, "not you", { code: "NO" }));
router.get("/assert", (context) => context.assert(false, 401, "who?"));
router.get("/handled", () => {
  throw Object.assign(new Error("on purpose"), { handled: true });
});
router.get("/etag", (context) => {
  context.body = "tagged";
  context.etag = "abc";
  context.lastModified = new Date(0);
  if (context.fresh) context.status = 304;
});
let left = "";
router.get("/endless", (context) => {
  const source = new PassThrough();
  const timer = setInterval(() => source.write("x".repeat(1000)), 2);
  context.req.on("close", () => (left += "request closed, "));
  source.on("close", () => {
    clearInterval(timer);
    left += "stream closed";
  });
  context.body = source;
});
router.get("/raw", (context) => {
  context.respond = false;
  context.res.end("by hand");
});
const nested = new (Router.Router ?? Router)({ prefix: "/nested" });
nested.get("/:a/:b", (context) => void (context.body = context.params));
router.use(nested.routes());
app.use(router.routes()).use(router.allowedMethods());

const server = app.listen(0, "127.0.0.1", async () => {
  const { port } = server.address();
  section("routes");
  for (const line of [
    "GET /",
    "HEAD /",
    "GET /user/a%20b?x=1&x=2",
    "GET /html",
    "GET /buffer",
    "GET /null",
    "GET /stream",
    "GET /file",
    "GET /missing-file",
    "GET /blob",
    "GET /web-response",
    "GET /redirect",
    "GET /throw",
    "GET /http-error",
    "GET /assert",
    "GET /handled",
    "GET /raw",
    "GET /nested/1/2",
    "GET /nowhere",
    "DELETE /echo",
    "OPTIONS /echo",
    "GET /file.txt",
    "HEAD /file.txt",
  ])
    await ask(port, line);
  await ask(port, "GET /cookies", { headers: { Cookie: "in=1; forged=2; forged.sig=xxxx" } });
  await ask(port, "GET /facts", {
    headers: { "X-Forwarded-For": "10.1.1.1, 10.2.2.2", "X-Forwarded-Proto": "https", Accept: "text/html" },
  });
  await ask(port, "GET /etag", { headers: { "If-None-Match": '"abc"' } });
  await ask(port, "GET /", { headers: { Origin: "http://a.example" } });
  section("bodies");
  await ask(port, "POST /echo", { headers: { "Content-Type": "application/json" }, body: '{"a":1}' });
  await ask(port, "POST /echo", {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "a=1&b[]=2&b[]=3",
  });
  await ask(port, "POST /echo", { headers: { "Content-Type": "application/json" }, body: '{"a":' });
  await ask(port, "POST /echo", {
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ a: "x".repeat(200) }),
  });
  section("a client that leaves");
  await new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n"));
    socket.once("data", () => socket.destroy());
    socket.on("close", resolve);
  });
  await until(() => left.includes("stream") && left.includes("request"));
  console.log(left);
  section("errors");
  console.log(errors.map((line) => line.replace(/'[^']*public/, "'DIR/public")).join("\n"));
  await close(server);
  console.log("closed");
});
