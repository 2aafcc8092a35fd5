// Fastify 5: schemas, hooks, plugins and their encapsulation, inject, logs, uploads, WebSockets, static files, HTTPS.
import fs from "node:fs";
import https from "node:https";
import net from "node:net";
import { Readable, Writable } from "node:stream";
import cookie from "@fastify/cookie";
import cors from "@fastify/cors";
import multipart from "@fastify/multipart";
import files from "@fastify/static";
import websocket from "@fastify/websocket";
import Fastify from "fastify";
import { WebSocket } from "ws";
import { authority, certificate, key } from "../shared/certificates.mjs";
import { ask, outcome, raw, section, until } from "../shared/ask.mjs";

fs.utimesSync("public/file.txt", 1_700_000_000, 1_700_000_000);
const logs = [];
const stream = new Writable({ write: (chunk, encoding, done) => done(null, logs.push(JSON.parse(chunk))) });
const app = Fastify({
  logger: { level: "info", stream },
  bodyLimit: 2000,
  trustProxy: true,
  caseSensitive: false,
  routerOptions: { ignoreTrailingSlash: true },
  genReqId: () => "request-id",
  requestTimeout: 2000,
});

const calls = [];
for (const hook of [
  "onRequest",
  "preParsing",
  "preValidation",
  "preHandler",
  "onSend",
  "onResponse",
  "onError",
  "onTimeout",
  "onRequestAbort",
])
  app.addHook(hook, async (request) => void (request.url === "/hooks" && calls.push(hook)));
app.addHook("preSerialization", async (request, reply, payload) =>
  request.url === "/hooks" ? { ...payload, added: true } : payload,
);
app.decorate("answer", 42);
app.decorateRequest("user", null);
app.decorateReply("cheer", function (text) {
  return this.header("X-Cheer", text);
});

await app.register(cookie, { secret: "a secret" });
await app.register(cors, { origin: "http://a.example", methods: ["GET"] });
await app.register(multipart, { limits: { fileSize: 1000 } });
await app.register(files, { root: `${import.meta.dirname}/public`, prefix: "/public/" });
await app.register(websocket);
await app.register(
  async (inner) => {
    inner.decorate("only", "inside");
    inner.addHook("onRequest", async (request) => void (request.user = "ada"));
    inner.get("/who", async (request) => ({ user: request.user, only: inner.only, answer: inner.answer }));
    inner.setErrorHandler((error, request, reply) => reply.code(409).send({ inner: error.message }));
    inner.get("/fail", async () => {
      throw new Error("inner failure");
    });
    inner.get("/socket", { websocket: true }, (socket, request) =>
      socket.on("message", (message) => socket.send(`${request.user}: ${message}`)),
    );
  },
  { prefix: "/inner" },
);

app.get("/", async () => "hello");
app.get(
  "/json",
  {
    schema: {
      response: {
        200: { type: "object", properties: { a: { type: "integer" }, when: { type: "string", format: "date-time" } } },
      },
    },
  },
  async () => ({ a: "7", hidden: true, when: new Date(0) }),
);
app.get("/user/:id(^\\d+$)", async (request) => ({ params: request.params, query: request.query }));
app.get("/wild/*", async (request) => request.params);
app.get("/date/:from-:to", async (request) => request.params);
app.get("/hooks", async () => ({ hooked: true }));
app.get("/outside", async (request) => ({ user: request.user, only: app.only ?? null }));
app.get("/code", async (request, reply) => reply.code(201).cheer("hurrah").type("text/plain").send("made"));
app.get("/stream", async (request, reply) => reply.type("text/plain").send(Readable.from(["one,", "two"])));
app.get("/web-stream", async (request, reply) =>
  reply.send(new Response("a response", { status: 202, headers: { "x-own": "1" } })),
);
app.get("/trailers", async (request, reply) => reply.trailer("X-Sum", async () => "42").send("with trailers"));
app.get("/redirect", async (request, reply) => reply.redirect("/json", 307));
app.get("/cookies", async (request, reply) =>
  reply
    .setCookie("a", "1", { path: "/", signed: true, httpOnly: true })
    .clearCookie("b")
    .send({ got: request.cookies, signed: request.cookies.s ? request.unsignCookie(request.cookies.s).valid : null }),
);
app.get("/throw", async () => {
  throw new Error("thrown");
});
app.get("/status-error", async () => {
  throw Object.assign(new Error("teapot"), { statusCode: 418, code: "TEAPOT" });
});
app.get("/facts", async (request) => ({
  ip: request.ip,
  ips: request.ips,
  host: request.hostname,
  protocol: request.protocol,
  id: request.id,
}));
app.get("/hijack", (request, reply) => {
  reply.hijack();
  reply.raw.end("by hand");
});
app.get("/late", (request, reply) => void setTimeout(() => reply.send({ late: true }), 5));
app.post("/echo", async (request) => request.body);
app.post(
  "/typed",
  {
    schema: {
      body: {
        type: "object",
        required: ["name"],
        additionalProperties: false,
        properties: {
          name: { type: "string", minLength: 2 },
          age: { type: "integer", minimum: 0 },
          mail: { type: "string", format: "email" },
          tags: { type: "array", items: { type: "string" }, default: [] },
        },
      },
      querystring: { type: "object", properties: { page: { type: "integer", default: 1 } } },
      headers: { type: "object", properties: { "x-needed": { type: "string" } }, required: ["x-needed"] },
    },
  },
  async (request) => ({ body: request.body, query: request.query }),
);
app.post("/upload", async (request) => {
  const seen = [];
  for await (const part of request.parts())
    seen.push(
      part.type === "file"
        ? [part.fieldname, part.filename, part.mimetype, (await part.toBuffer()).length]
        : [part.fieldname, part.value],
    );
  return seen;
});
app.addContentTypeParser("text/csv", { parseAs: "string" }, (request, body, done) => done(null, body.split(",")));
let left = "";
app.get("/endless", (request, reply) => {
  const source = new Readable({
    read() {
      setTimeout(() => this.push("x".repeat(1000)), 2);
    },
  });
  source.on("close", () => (left += "stream closed"));
  reply.send(source);
});
app.setNotFoundHandler((request, reply) => reply.code(404).send({ nothing: request.url }));

const address = await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = new URL(address);

section("routes");
for (const line of [
  "GET /",
  "HEAD /",
  "GET /JSON/",
  "GET /user/12?a=1&a=2",
  "GET /user/x",
  "GET /wild/a/b",
  "GET /date/1-2",
  "GET /hooks",
  "GET /outside",
  "GET /inner/who",
  "GET /inner/fail",
  "GET /code",
  "GET /stream",
  "GET /web-stream",
  "GET /redirect",
  "GET /throw",
  "GET /status-error",
  "GET /hijack",
  "GET /late",
  "GET /nowhere",
  "PUT /",
  "GET /public/file.txt",
  "GET /public/none",
  "GET /%zz",
])
  await ask(port, line);
console.log(calls.join());
await ask(port, "GET /trailers");
await ask(port, "GET /cookies", { headers: { Cookie: `x=%C3%BC; s=${encodeURIComponent(app.signCookie("v"))}` } });
await ask(port, "GET /facts", {
  headers: { "X-Forwarded-For": "10.1.1.1", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "front.example" },
});
await ask(port, "OPTIONS /json", { headers: { Origin: "http://a.example", "Access-Control-Request-Method": "GET" } });

section("bodies");
const json = { "Content-Type": "application/json" };
await ask(port, "POST /echo", { headers: json, body: '{"a":[1]}' });
await ask(port, "POST /echo", { headers: { "Content-Type": "text/plain" }, body: "text" });
await ask(port, "POST /echo", { headers: { "Content-Type": "text/csv" }, body: "a,b" });
await ask(port, "POST /typed?page=2", {
  headers: { ...json, "X-Needed": "1" },
  body: '{"name":"ada","age":"36","more":1}',
});
await ask(port, "POST /typed", { headers: { ...json, "X-Needed": "1" }, body: '{"name":"a"}' });
await ask(port, "POST /typed?page=x", { headers: { ...json, "X-Needed": "1" }, body: '{"name":"ada"}' });
await ask(port, "POST /typed", { headers: json, body: '{"name":"ada","mail":"none"}' });
section("bodies that are wrong");
await ask(port, "POST /echo", { headers: json, body: '{"a":' });
await ask(port, "POST /echo", { headers: json, body: '{"__proto__":{"x":1}}' });
await ask(port, "POST /echo", { headers: { ...json, "Content-Length": 0 } });
await ask(port, "POST /echo", { headers: json, body: JSON.stringify({ a: "x".repeat(3000) }) });
await ask(port, "POST /echo", { headers: { "Content-Type": "image/png" }, body: "x" });
const part = (size) =>
  `--XX\r\nContent-Disposition: form-data; name="text"\r\n\r\nt\r\n--XX\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${"x".repeat(size)}\r\n--XX--\r\n`;
await ask(port, "POST /upload", { headers: { "Content-Type": "multipart/form-data; boundary=XX" }, body: part(10) });
await ask(port, "POST /upload", { headers: { "Content-Type": "multipart/form-data; boundary=XX" }, body: part(1500) });
console.log((await raw(port, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n")).toString());

section("a client that leaves");
await new Promise((resolve) => {
  const socket = net.connect(port, "127.0.0.1", () => socket.write("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n"));
  socket.once("data", () => socket.destroy());
  socket.on("close", resolve);
});
await until(() => left !== "");
console.log(left);

section("websocket");
const socket = new WebSocket(`ws://127.0.0.1:${port}/inner/socket`);
socket.on("open", () => socket.send("hello"));
console.log(String(await new Promise((resolve) => socket.once("message", resolve))));
socket.close();
await new Promise((resolve) => socket.once("close", resolve));

section("inject");
const injected = await app.inject({
  method: "POST",
  url: "/echo",
  payload: { injected: true },
  headers: { "x-a": "1" },
});
console.log(injected.statusCode, injected.json(), injected.headers["content-type"], injected.rawPayload.length);
console.log((await app.inject().get("/user/7").query({ q: "ü" }).cookies({ a: "1" })).body);

section("logs");
for (const { level, msg, req, res, err } of logs)
  console.log(
    level,
    msg.replace(/:\d{4,5}/, ":PORT"),
    req ? `${req.method} ${req.url}` : "",
    res?.statusCode ?? "",
    err ? `${err.type} ${err.message} ${err.code ?? ""} ${typeof err.stack}` : "",
  );
console.log(app.printRoutes({ commonPrefix: false }));
await app.close();
await outcome("after close", app.inject("/"));
await outcome("a route twice", async () =>
  Fastify()
    .get("/a", () => 1)
    .get("/a", () => 2),
);
await outcome("a bad schema", async () =>
  Fastify()
    .get("/a", { schema: { querystring: { type: "nonsense" } } }, () => 1)
    .ready(),
);
await outcome(
  "a plugin that hangs",
  Fastify({ pluginTimeout: 20 })
    .register((instance, options, done) => void done)
    .ready()
    .then(() => "ready"),
);

section("https");
const secure = Fastify({ https: { key, cert: certificate } });
secure.get("/", async (request) => ({ protocol: request.protocol, encrypted: request.raw.socket.encrypted }));
const secureAddress = await secure.listen({ port: 0, host: "127.0.0.1" });
console.log(
  await new Promise((resolve, reject) =>
    https
      .get(`${secureAddress}/`, { ca: authority }, (response) =>
        response.on("data", (chunk) => resolve(`${response.statusCode} ${chunk}`)),
      )
      .on("error", reject),
  ),
);
await outcome(
  "not trusted",
  new Promise((resolve, reject) => https.get(`${secureAddress}/`, resolve).on("error", reject)),
);
await secure.close();
